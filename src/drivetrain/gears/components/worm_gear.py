"""Worm and worm wheel."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.gears.interfaces import ToothFriction
from drivetrain.modeling import Expr, cos, ensure, no_event, parameter, table, tan, variable
from drivetrain.rotational.interfaces.friction import NEVER, SMOOTHNESS, never_drives

__all__ = ["WormGear"]

_RIGHT_ANGLE: Final = math.pi / 2


def _driving(mu: Expr, gamma: Expr, alpha_n: Expr) -> Expr:
    """Return the efficiency while the worm drives."""
    efficiency: Expr = (cos(alpha_n) - mu * tan(gamma)) / (cos(alpha_n) + mu / tan(gamma))
    return efficiency


def _driven(mu: Expr, gamma: Expr, alpha_n: Expr) -> Expr:
    """Return the efficiency while the wheel drives."""
    efficiency: Expr = (cos(alpha_n) - mu / tan(gamma)) / (cos(alpha_n) + mu * tan(gamma))
    return efficiency


class WormGear(ToothFriction):
    """Worm at flange_a and wheel at flange_b, with friction of the flanks; may be self-locking.

    With the lead angle `gamma`, the normal pressure angle `alpha_n` and the coefficient `mu`,

    * ``eta1 = (cos(alpha_n) - mu tan(gamma)) / (cos(alpha_n) + mu / tan(gamma))`` while the worm
      drives,
    * ``eta2 = (cos(alpha_n) - mu / tan(gamma)) / (cos(alpha_n) + mu tan(gamma))`` while the wheel
      drives [1]_, [2]_.

    Above ``mu = cos(alpha_n) tan(gamma)`` `eta2` is negative: the wheel cannot drive, whatever the
    load. The motor has to help lower it. `mu_table` is evaluated at the sliding speed
    ``|w_a| d1 / (2 cos(gamma))``. A negative `ratio` means a left-hand thread.  One flank is in
    contact at a time; model backlash and elasticity of the mesh as parts in series. A self-locking
    worm with a heavy wheel jams when its motor brakes it, see the notes of `ToothFriction`; then no
    modes agree, and the run ends and reports the criterion.  If the efficiencies are known instead
    of the geometry, use `SelfLockingGear`.

    References
    ----------
    .. [1] G. Niemann, H. Winter, "Maschinenelemente III", 2nd edition, Springer, 1986.
    .. [2] R. G. Budynas, J. K. Nisbett, "Shigley's Mechanical Engineering Design", on worm gears.

    Examples
    --------
    >>> import math
    >>> import drivetrain as dt
    >>> worm = dt.gears.WormGear(ratio=40, gamma=math.radians(4), d1=0.05, mu_table=[[0, 0.1]])
    """

    gamma = parameter(
        unit="rad",
        min=sys.float_info.min,
        max=math.nextafter(_RIGHT_ANGLE, 0),
        doc="Lead angle at the reference circle of the worm, > 0",
    )
    alpha_n = parameter(
        math.radians(20.0),
        unit="rad",
        min=0,
        max=math.nextafter(_RIGHT_ANGLE, 0),
        doc="Normal pressure angle",
    )
    d1 = parameter(unit="m", min=0, doc="Reference diameter of the worm")
    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="Interpolation of the friction coefficient between the points",
    )
    mu_table = table(
        [[0, 0.1]],
        units=("m/s", "1"),
        min=(None, 0),
        smoothness=smoothness,
        doc="Friction coefficient of the flanks over their sliding speed",
    )
    eta1_0 = parameter(_driving(mu_table(0.0), gamma, alpha_n), final=True, doc="eta1 at rest")
    eta2_0 = parameter(_driven(mu_table(0.0), gamma, alpha_n), final=True, doc="eta2 at rest")
    v_sliding = variable("m/s", doc="Sliding speed of the flanks, with the sign of w_a")
    mu = variable(doc="Friction coefficient of the flanks")

    def equations(self) -> Iterable[Any]:
        yield self.v_sliding == self.w_a * self.d1 / (2 * cos(self.gamma))
        yield self.mu == self.mu_table(abs(self.v_sliding))
        yield self.eta1 == _driving(self.mu, self.gamma, self.alpha_n)
        yield self.eta2 == _driven(self.mu, self.gamma, self.alpha_n)
        yield never_drives("mu_table", self.mu, self.mu_table(0.0), NEVER)
        yield ensure(
            no_event(self.eta1 > 0),
            "the worm cannot drive the wheel: mu_table tan(gamma) is not below cos(alpha_n); "
            "gamma is an angle in rad",
        )
