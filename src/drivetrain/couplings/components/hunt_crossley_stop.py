"""Elastic stops with a given coefficient of restitution."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.couplings.interfaces import Stop
from drivetrain.mechanics.contact import hunt_crossley_damping
from drivetrain.modeling import Expr, computed, maximum, parameter

__all__ = ["HuntCrossleyStop"]

_NEGLIGIBLE: Final = 1e-30
"""Square of the relative depth (over `phi_ref`) that counts as zero."""


class HuntCrossleyStop(Stop):
    r"""Stops at both ends of a range of the relative angle, with a coefficient of restitution.

    Between the stops no torque is transmitted. For a shaft that hits its housing, connect
    `flange_a` to a `rotational.Fixed`.

    Notes
    -----
    With the depth `δ` of the contact, the torque is that of Hunt and Crossley [1]_,

    .. math:: \tau = \tau_{\mathrm{ref}} (\delta / \varphi_{\mathrm{ref}})^n\,(1 + a \dot\delta),

    and never pulls. The damping factor is ``a = D / w_nominal`` with `D` from

    .. math:: D (1 + e) = \ln \frac{1 + D}{1 - e D},

    which makes the coefficient of restitution exactly `e` for two free bodies that meet at the
    speed `w_nominal`, whatever their inertias and the stiffness. Slower impacts lose less, faster
    ones more, as in reality. The usual ``D = 3 (1 - e) / 2`` gives 0.833 where 0.8 is requested.

    References
    ----------
    .. [1] K. H. Hunt, F. R. E. Crossley, "Coefficient of restitution interpreted as damping in
       vibroimpact", Journal of Applied Mechanics 42, 1975.

    Examples
    --------
    >>> from drivetrain.couplings import HuntCrossleyStop
    >>> stop = HuntCrossleyStop(lower=-0.5, upper=0.5, tau_ref=1e5, e=0.6, w_nominal=2.0)
    """

    n = parameter(1.5, min=1, doc="Exponent of the spring torque; 1.5: contact of curved bodies")
    phi_ref = parameter(1.0, unit="rad", min=sys.float_info.epsilon, doc="Depth at tau_ref")
    tau_ref = parameter(unit="N.m", min=sys.float_info.min, doc="Spring torque at phi_ref, > 0")
    e = parameter(
        0.7,
        min=0.1,
        max=1,
        structural=True,
        doc="Coefficient of restitution of an impact at w_nominal",
    )
    w_nominal = parameter(
        1.0, unit="rad/s", min=sys.float_info.epsilon, doc="Relative speed before that impact"
    )
    damping = parameter(
        computed(hunt_crossley_damping, e),
        structural=True,
        final=True,
        doc="Damping factor times w_nominal, D",
    )

    def equations(self) -> Iterable[Any]:
        yield self.tau_c == self.tau_ref * self.spring()
        strength = 1 + self.damping * self.rate / self.w_nominal
        yield self.push == self.tau_c * maximum(strength, 0)

    def spring(self) -> Expr:
        """Return the spring torque over `tau_ref`, odd in the depth.

        A step that ends the contact extends beyond it. There the law continues with its slope,
        which a power of the depth alone would not, and the plain root has no derivative at 0.
        """
        depth = self.depth / self.phi_ref
        torque: Expr = depth * (depth**2 + _NEGLIGIBLE) ** ((self.n - 1) / 2)
        return torque

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        depth = maximum(self.depth / self.phi_ref, 0)
        energy: Expr = self.tau_ref * self.phi_ref * depth ** (self.n + 1) / (self.n + 1)
        return energy
