"""A starter turns an engine over until it fires and runs ahead."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    Experiment,
    Expr,
    Model,
    RealInput,
    boolean,
    cos,
    der,
    fixed,
    integer,
    maximum,
    minimum,
    parameter,
    pre,
    sin,
    sqrt,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import (
    BearingFriction,
    IdealGear,
    Inertia,
    OneWayClutch,
    PartialTorque,
)

__all__ = ["EngineStart"]


class StarterMotor(PartialTorque):
    """Electric motor on a stiff battery: its torque falls linearly with the speed."""

    tau_stall = parameter(unit="N.m", doc="Torque at rest")
    w_idle = parameter(unit="rad/s", doc="Speed without load")
    on = BooleanInput(doc="True while the motor is supplied")
    w = variable("rad/s", doc="Speed")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        torque = self.tau_stall * (1 - self.w / self.w_idle)
        yield self.flange.tau == -where(self.on, torque, 0)


class Cylinders(PartialTorque):
    """Gas in the four cylinders of a four-stroke engine, one of which is always compressing.

    Compression and expansion are polytropic between ambient pressure and top dead centre. There
    each cylinder receives its dose of fuel, which burns instantaneously and raises the pressure.
    The gas-exchange work is neglected.
    """

    bore = parameter(unit="m", doc="Bore of a cylinder")
    stroke = parameter(unit="m", doc="Stroke of a piston")
    rod = parameter(unit="m", doc="Length of a connecting rod")
    compression = parameter(min=1, doc="Largest over smallest volume")
    exponent = parameter(1.3, doc="Polytropic exponent")
    p_ambient = parameter(1e5, unit="Pa", doc="Ambient pressure")
    fuel = RealInput(doc="Fuel for the next cylinder, as `dose`")
    dose = variable(start=fixed(0.0), doc="Pressure rise by combustion over the pressure before it")
    strokes = integer(start=fixed(0), doc="Number of dead centres passed")
    x = variable("rad", doc="Angle of the expanding cylinder after its dead centre, 0 … π")
    tau = variable("N.m", doc="Torque on the crankshaft")

    def equations(self) -> Iterable[Any]:
        yield when(
            self.phi - math.pi * pre(self.strokes) > math.pi,
            self.strokes == pre(self.strokes) + 1,
            self.dose == self.fuel,
        )
        yield self.x == self.phi - math.pi * self.strokes
        expanding = self.torque(self.x, 1 + self.dose)
        compressing = self.torque(self.x - math.pi, 1.0)
        yield self.tau == expanding + compressing
        yield self.flange.tau == -self.tau

    def torque(self, angle: Expr, rise: Expr | float) -> Expr:
        """Return the torque of one cylinder at an angle after its top dead centre, N·m."""
        radius, area = self.stroke / 2, math.pi * self.bore**2 / 4
        lean = radius / self.rod * sin(angle)
        upright = sqrt(1 - lean**2)
        travel = radius * (1 - cos(angle)) + self.rod * (1 - upright)
        lever = radius * sin(angle) * (1 + radius / self.rod * cos(angle) / upright)
        smallest = self.stroke / (self.compression - 1)
        volume_ratio = (smallest + self.stroke) / (smallest + travel)
        pressure = self.p_ambient * (rise * volume_ratio**self.exponent - 1)
        torque: Expr = pressure * area * lever
        return torque


class EngineStart(Model):
    """Starter with freewheel, engine with compression, first combustion, idling.

    Look at `crankshaft.w` and `starter.w`: the starter turns the engine over, slowly where a
    cylinder compresses; where one expands, the engine overruns the starter and `freewheel.stuck`
    becomes false for a while. When the control is synchronised and the engine is fast enough, it
    fires and overruns permanently, and the starter, switched off, coasts down. `cylinders.tau` is
    the torque of the gas, `cylinders.dose` the dose of each cylinder.  The dimensions are those of
    a four-cylinder two-litre petrol engine.
    """

    experiment = Experiment(stop_time=3.0, interval=0.001)

    t_key = parameter(0.2, unit="s", doc="Time at which the starter is switched on")
    w_fire = parameter(15.0, unit="rad/s", doc="Speed above which the engine fires")
    search = parameter(15.0, unit="rad", doc="Angle after which the control is synchronised")
    w_release = parameter(60.0, unit="rad/s", doc="Speed at which the starter is switched off")
    w_idle = parameter(85.0, unit="rad/s", doc="Set point of the idling speed")
    richness = parameter(1.2, doc="Maximum pressure rise by combustion")
    gain = parameter(0.02, unit="s/rad", doc="Gain of the idling controller")

    starter = StarterMotor(tau_stall=22.0, w_idle=400.0)
    armature = Inertia(J=2.5e-3, phi=fixed(0.0), w=fixed(0.0))
    starter_bearing = BearingFriction(tau_pos=[[0, 0.3], [400, 1.0]])
    pinion = IdealGear(ratio=12.0)
    freewheel = OneWayClutch(
        fn_max=1.0,
        f_normalized=0.0,
        w_rel=fixed(0.0),
        start_forward=fixed(False),
        stuck=fixed(False),
    )
    crankshaft = Inertia(J=0.18, phi=fixed(math.pi / 2))
    friction = BearingFriction(tau_pos=[[0, 22], [10, 15], [100, 18], [600, 40]], peak=1.3)
    cylinders = Cylinders(bore=0.084, stroke=0.09, rod=0.15, compression=10.5)
    fired = boolean(start=fixed(False), doc="True from the first combustion on")
    cranking = boolean(start=fixed(True), doc="True until the starter is switched off permanently")

    def equations(self) -> Iterable[Any]:
        yield self.starter >> self.armature >> self.starter_bearing >> self.pinion
        yield self.pinion >> self.freewheel >> self.crankshaft >> self.friction
        yield self.friction.flange_b >> self.cylinders.flange
        w = self.crankshaft.w
        ready = self.crankshaft.phi > self.search
        yield when(ready & (w > self.w_fire), self.fired == True)  # noqa: E712
        yield when(w > self.w_release, self.cranking == False)  # noqa: E712
        yield self.starter.on == self.cranking & (time > self.t_key)
        wanted = minimum(maximum(self.gain * (self.w_idle - w), 0), self.richness)
        yield self.cylinders.fuel == where(self.fired, wanted, 0)
