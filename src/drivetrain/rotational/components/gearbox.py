"""Gear with losses, elasticity and backlash."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, table, variable
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.rotational.components.elasto_backlash import ElastoBacklash
from drivetrain.rotational.components.fixed import Fixed
from drivetrain.rotational.components.lossy_gear import LossyGear
from drivetrain.rotational.interfaces import Support, TwoFlanges
from drivetrain.thermal.interfaces import HeatPort
from drivetrain.thermal.sources.fixed_temperature import FixedTemperature

__all__ = ["Gearbox"]


class Gearbox(TwoFlanges):
    """Lossy gear at flange_a in series with an elastic shaft with backlash at flange_b."""

    symbol = "gear"

    ratio = parameter(
        nonzero=True, doc="Transmission ratio: speed of flange_a over speed of flange_b"
    )
    loss_table = table(
        [[0, 1, 1, 0, 0]],
        units=("rad/s", "1", "1", "N.m", "N.m"),
        min=(None, sys.float_info.min, sys.float_info.min, 0, 0),
        max=(None, 1, 1),
        doc="Efficiencies and bearing torques over speed, see LossyGear",
    )
    c = parameter(unit="N.m/rad", min=sys.float_info.min, doc="Stiffness of the shaft, > 0")
    d = parameter(unit="N.m.s/rad", min=0, doc="Damping of the shaft")
    b = parameter(0.0, unit="rad", min=0, doc="Total backlash at flange_b")
    state_select = parameter(
        "prefer",
        structural=True,
        choices=STATE_SELECT,
        doc="Priority of phi_rel and w_rel as states",
    )
    use_support = parameter(
        False, structural=True, doc="True if the housing is the flange `support`, else it is fixed"
    )
    use_heat_port = parameter(False, structural=True, doc="True if the losses go to `heat_port`")
    support = Support(enabled=use_support, required=True, doc="Housing")
    heat_port = HeatPort(
        enabled=use_heat_port, required=True, doc="Where the losses leave the component"
    )
    phi_rel = variable(
        "rad",
        start=0.0,
        nominal=1e-4,
        state_select=state_select,
        doc="Twist of the shaft: flange_b.phi - lossy_gear.flange_b.phi",
    )
    w_rel = variable(
        "rad/s", start=0.0, state_select=state_select, doc="Relative speed: der(phi_rel)"
    )
    a_rel = variable("rad/s2", start=0.0, doc="Relative acceleration: der(w_rel)")
    loss_power = variable("W", doc="Dissipated power, positive when heat leaves the component")

    lossy_gear = LossyGear(ratio=ratio, loss_table=loss_table, use_support=True, use_heat_port=True)
    elasto_backlash = ElastoBacklash(b=b, c=c, d=d, phi_rel0=0.0, use_heat_port=True)
    fixed = Fixed(enabled=~use_support)
    fixed_temperature = FixedTemperature(T=293.15, enabled=~use_heat_port)

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.lossy_gear >> self.elasto_backlash >> self.flange_b
        housing = self.support if self.use_support else self.fixed.flange
        yield self.lossy_gear.support >> housing
        environment = self.heat_port if self.use_heat_port else self.fixed_temperature.port
        yield self.lossy_gear.heat_port >> environment
        yield self.elasto_backlash.heat_port >> environment
        yield self.phi_rel == self.flange_b.phi - self.lossy_gear.flange_b.phi
        yield self.w_rel == der(self.phi_rel)
        yield self.a_rel == der(self.w_rel)
        yield self.loss_power == self.lossy_gear.loss_power + self.elasto_backlash.loss_power
