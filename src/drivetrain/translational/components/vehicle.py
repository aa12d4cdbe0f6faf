"""Vehicle on a road."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    Component,
    Expr,
    RealInput,
    atan,
    constant,
    parameter,
    sin,
    variable,
)
from drivetrain.rotational.components.ideal_rolling_wheel import IdealRollingWheel
from drivetrain.rotational.components.inertia import Inertia
from drivetrain.rotational.interfaces import FlangeA
from drivetrain.translational.components.mass import Mass
from drivetrain.translational.components.rolling_resistance import RollingResistance
from drivetrain.translational.interfaces import FlangeB
from drivetrain.translational.sources.force import Force
from drivetrain.translational.sources.quadratic_speed_dependent_force import (
    QuadraticSpeedDependentForce,
)
from drivetrain.translational.sources.speed import Speed

__all__ = ["Vehicle"]


class Vehicle(Component):
    """Vehicle with wheels, air drag, rolling resistance and the force of a slope.

    `flange_r` is the axle, `flange_t` the body, to which a trailer may be coupled. All wheels are
    lumped into one.
    """

    symbol = "vehicle"

    m = parameter(unit="kg", min=0, doc="Mass of the vehicle")
    g = parameter(9.80665, unit="m/s2", min=0, doc="Acceleration of gravity")
    J = parameter(unit="kg.m2", min=0, doc="Moment of inertia of all wheels")
    R = parameter(unit="m", min=sys.float_info.min, doc="Radius of the wheels")
    A = parameter(unit="m2", min=0, doc="Cross section of the vehicle")
    Cd = parameter(min=0, doc="Drag coefficient")
    rho = parameter(1.2, unit="kg/m3", min=0, doc="Density of air")
    use_wind_input = parameter(
        False, structural=True, doc="True if the wind is a signal, else it is constant"
    )
    v_wind_constant = parameter(0.0, unit="m/s", doc="Wind speed along the road if constant")
    use_cr_input = parameter(
        False, structural=True, doc="True if the rolling resistance is a signal, else constant"
    )
    cr_constant = parameter(0.015, min=0, doc="Coefficient of rolling resistance if constant")
    v_reg = parameter(
        1e-3,
        unit="m/s",
        min=sys.float_info.min,
        doc="Speed below which rolling resistance is regularised",
    )
    use_inclination_input = parameter(
        False, structural=True, doc="True if the inclination is a signal, else it is constant"
    )
    inclination_constant = parameter(0.0, doc="Inclination (tangent of the slope) if constant")
    v_wind = RealInput("m/s", enabled=use_wind_input, doc="Wind speed along the road")
    cr = RealInput(enabled=use_cr_input, doc="Coefficient of rolling resistance")
    inclination = RealInput(enabled=use_inclination_input, doc="Inclination: tangent of the slope")
    s = variable("m", doc="Position of the vehicle")
    v = variable("m/s", doc="Speed of the vehicle")
    a = variable("m/s2", doc="Acceleration of the vehicle")
    flange_r = FlangeA(doc="Axle")
    flange_t = FlangeB(doc="Body")

    inertia = Inertia(J=J)
    ideal_rolling_wheel = IdealRollingWheel(radius=R)
    mass = Mass(m=m, L=0.0)
    drag_force = QuadraticSpeedDependentForce(
        f_nominal=-Cd * A * rho * constant(1.0, "m2/s2") / 2,
        force_direction=False,
        v_nominal=1.0,
        use_support=True,
    )
    wind_speed = Speed()
    rolling_resistance = RollingResistance(
        f_weight=m * g,
        use_cr_input=use_cr_input,
        cr_constant=cr_constant,
        use_inclination_input=use_inclination_input,
        inclination_constant=inclination_constant,
        reg="linear",
        v0=v_reg,
    )
    inclination_force = Force()

    def equations(self) -> Iterable[Any]:
        yield self.s == self.mass.s
        yield self.v == self.mass.v
        yield self.a == self.mass.a
        yield self.flange_r >> self.inertia >> self.ideal_rolling_wheel.flange_r
        yield self.ideal_rolling_wheel.flange_t >> self.mass >> self.flange_t
        for load in (self.drag_force, self.rolling_resistance, self.inclination_force):
            yield load >> self.mass
        yield self.wind_speed >> self.drag_force.support
        if self.use_wind_input:
            yield self.v_wind >> self.wind_speed.v_ref
        else:
            yield self.wind_speed.v_ref == self.v_wind_constant
        if self.use_cr_input:
            yield self.cr >> self.rolling_resistance.cr
        if self.use_inclination_input:
            yield self.inclination >> self.rolling_resistance.inclination
        yield self.inclination_force.f == -self.m * self.g * sin(atan(self.slope()))

    def slope(self) -> Expr:
        """Return the tangent of the slope."""
        return self.inclination if self.use_inclination_input else self.inclination_constant
