"""Gear defined by its two efficiencies."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.gears.interfaces import ToothFriction
from drivetrain.modeling import parameter

__all__ = ["SelfLockingGear"]


class SelfLockingGear(ToothFriction):
    """Gear defined by its efficiencies; the one from flange_b may be zero or negative.

    Use it for a worm, a screw or a hypoid stage if the data sheet gives only the efficiencies.
    `LossyGear` of the rotational library accepts efficiencies over speed, but only positive ones:
    its losses are a function of the torque at flange_a, which is meaningless otherwise.

    A self-locking gear with a heavy load jams when its motor brakes it, see the notes of
    `ToothFriction`; then no modes agree, and the run ends and reports the criterion.

    Examples
    --------
    >>> import drivetrain as dt
    >>> screw = dt.gears.SelfLockingGear(ratio=40, eta1_0=0.4, eta2_0=-0.5)
    """

    eta1_0 = parameter(
        min=sys.float_info.min, max=1, doc="Efficiency of the teeth while flange_a drives, > 0"
    )
    eta2_0 = parameter(
        max=1,
        doc="Efficiency of the teeth while flange_b drives; at 0 or below it cannot drive",
    )

    def equations(self) -> Iterable[Any]:
        yield self.eta1 == self.eta1_0
        yield self.eta2 == self.eta2_0
