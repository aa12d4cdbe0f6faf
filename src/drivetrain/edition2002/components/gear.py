"""Gear with efficiency, bearing friction and backlash."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.components.bearing_friction import BearingFriction
from drivetrain.edition2002.components.elasto_backlash import ElastoBacklash
from drivetrain.edition2002.components.gear_efficiency import GearEfficiency
from drivetrain.edition2002.components.ideal_gear import IdealGear
from drivetrain.edition2002.interfaces import SMOOTHNESS
from drivetrain.modeling import parameter, table
from drivetrain.rotational.interfaces import TwoFlanges

__all__ = ["Gear"]


class Gear(TwoFlanges):
    """Grounded gear with losses, bearing friction, elasticity and backlash.

    The losses are those of GearEfficiency; Gear2 describes them better.
    """

    symbol = "gear"

    ratio = parameter(
        1.0, nonzero=True, doc="Transmission ratio: speed of flange_a over speed of flange_b"
    )
    eta = parameter(1.0, min=sys.float_info.min, max=1, doc="Efficiency")
    friction_pos = table(
        [[0, 1]],
        units=("rad/s", "N.m"),
        min=(None, 0),
        smoothness=SMOOTHNESS,
        doc="Bearing friction torque over positive speed",
    )
    peak = parameter(
        1.0, min=1, doc="Largest bearing friction at rest over sliding friction at zero speed"
    )
    c = parameter(1e5, unit="N.m/rad", min=sys.float_info.min, doc="Stiffness of the teeth, > 0")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping of the teeth")
    b = parameter(0.0, unit="rad", min=0, doc="Total backlash")

    gear_ratio = IdealGear(ratio=ratio)
    gear_efficiency = GearEfficiency(eta=eta)
    bearing_friction = BearingFriction(tau_pos=friction_pos, peak=peak)
    elasto_backlash = ElastoBacklash(b=b, c=c, phi_rel0=0.0, d=d)

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.gear_ratio >> self.gear_efficiency >> self.bearing_friction
        yield self.bearing_friction >> self.elasto_backlash >> self.flange_b
