"""Gear with losses, elasticity and backlash."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.components.elasto_backlash import ElastoBacklash
from drivetrain.edition2002.components.lossy_gear import LossyGear
from drivetrain.edition2002.interfaces import SMOOTHNESS
from drivetrain.modeling import parameter, table
from drivetrain.rotational.interfaces import TwoFlanges

__all__ = ["Gear2"]


class Gear2(TwoFlanges):
    """Grounded gear with losses in teeth and bearings, elasticity and backlash.

    The current `Gearbox` was developed from it.
    """

    symbol = "gear"

    i = parameter(
        1.0, nonzero=True, doc="Transmission ratio: speed of flange_a over speed of flange_b"
    )
    loss_table = table(
        [[0, 1, 1, 0, 0]],
        units=("rad/s", "1", "1", "N.m", "N.m"),
        min=(None, sys.float_info.min, sys.float_info.min, 0, 0),
        max=(None, 1, 1),
        smoothness=SMOOTHNESS,
        doc="Efficiencies eta1, eta2 and bearing torques tau_bf1, tau_bf2 over speed",
    )
    c = parameter(1e5, unit="N.m/rad", min=sys.float_info.min, doc="Stiffness of the teeth, > 0")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping of the teeth")
    b = parameter(0.0, unit="rad", min=0, doc="Total backlash")

    lossy_gear = LossyGear(i=i, loss_table=loss_table)
    elasto_backlash = ElastoBacklash(b=b, c=c, phi_rel0=0.0, d=d)

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.lossy_gear >> self.elasto_backlash >> self.flange_b
