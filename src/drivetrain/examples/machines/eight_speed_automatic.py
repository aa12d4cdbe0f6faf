"""An automatic gearbox shifts through its eight gears."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, Final

from drivetrain.blocks import Ramp
from drivetrain.modeling import (
    BooleanOutput,
    Component,
    Experiment,
    Expr,
    Model,
    RealInput,
    RealOutput,
    fixed,
    integer,
    parameter,
    pre,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import (
    Brake,
    Clutch,
    IdealGear,
    IdealPlanetary,
    Inertia,
    SpringDamper,
    Torque,
)
from drivetrain.translational import Vehicle

__all__ = ["EightSpeedAutomatic"]

CLOSED: Final = {
    "A": (0, 1, 2, 7, 8),
    "B": (1, 2, 3, 4, 5),
    "C": (0, 1, 3, 5, 6, 7),
    "D": (4, 5, 6, 7, 8),
    "E": (2, 3, 4, 6, 8),
}
"""Gears in which each element is closed; gear 0 is the one before the launch."""


def _one_of(gear: Expr, gears: tuple[int, ...]) -> Expr:
    return reduce(or_, (gear == number for number in gears))


class ShiftControl(Component):
    """Shifts up at a given speed: one element closes while another opens."""

    w_shift = parameter(270.0, unit="rad/s", doc="Speed at which to shift up")
    launch_time = parameter(1.5, unit="s", doc="Closing time at the launch")
    shift_time = parameter(0.4, unit="s", doc="Closing time in a shift")
    release = parameter(0.6, min=0, max=1, doc="Opening time over closing time")
    pause = parameter(1.0, unit="s", doc="Minimum time between two shifts")
    w = RealInput("rad/s", doc="Speed of the input shaft")
    pressure = RealOutput(size=len(CLOSED), doc="Normal force over its maximum, for each element")
    shifting = BooleanOutput(doc="True from the start of a shift to its end")
    gear = integer(start=fixed(1), doc="Gear, the new one during a shift")
    since = variable("s", start=fixed(0.0), doc="Start of the last shift")

    def equations(self) -> Iterable[Any]:
        yield when(
            (self.w > self.w_shift) & (time > pre(self.since) + self.pause) & (pre(self.gear) < 8),
            self.gear == pre(self.gear) + 1,
            self.since == time,
        )
        duration = where(self.gear == 1, self.launch_time, self.shift_time)
        closing = self._ramp(duration)
        opening = 1 - self._ramp(self.release * duration)
        yield self.shifting == (self.gear > 1) & (time < self.since + duration)
        for pressure, gears in zip(self.pressure, CLOSED.values(), strict=True):
            now, before = _one_of(self.gear, gears), _one_of(self.gear - 1, gears)
            yield pressure == where(now, where(before, 1.0, closing), where(before, opening, 0.0))

    def _ramp(self, duration: Expr) -> Expr:
        """Return a ramp from 0 to 1 after the start of a shift."""
        passed = time - self.since
        return where(time < self.since + duration, passed / duration, 1.0)


class EightSpeedAutomatic(Model):
    """Car whose automatic gearbox of four planetary sets shifts through its eight gears.

    Look at `input.w`, `output.w` and `control.gear`: the input speed drops at each shift while the
    output speed keeps rising. `speed_ratio` rises in eight steps. Two brakes and three clutches
    select the gears; three of the five are closed in each gear, and each shift opens one and closes
    one. The car is launched on `brake_b`, which slides until the output has come up to speed.

    The layout is that of a well-known gearbox for longitudinal engines [1]_, with the tooth numbers
    of its smaller version, which give the ratios 4.714, 3.143, 2.106, 1.667, 1.285, 1.000, 0.839
    and 0.667. Inertias, friction and car are typical.

    References
    ----------
    .. [1] H. Scherer, M. Bek, S. Kilian, "ZF new 8-speed automatic transmission 8HP70: basic
       design and hybridization", SAE Technical Paper 2009-01-0510, 2009.
    """

    experiment = Experiment(stop_time=30.0, interval=0.01)

    tau_engine = parameter(300.0, unit="N.m", doc="Torque of the engine at full throttle")
    intervention = parameter(0.5, doc="Fraction of the torque that remains during a shift")

    engine = Torque()
    throttle = Ramp(height=0.6, duration=2.0, offset=0.4)
    input = Inertia(J=0.25, phi=fixed(0.0), w=fixed(100.0))
    set1 = IdealPlanetary(ratio=96 / 48)
    set2 = IdealPlanetary(ratio=96 / 48)
    set3 = IdealPlanetary(ratio=96 / 60)
    set4 = IdealPlanetary(ratio=104 / 28)
    suns12 = Inertia(J=0.01, phi=fixed(0.0), w=fixed(0.0))
    ring1 = Inertia(J=0.01)
    ring2_sun3 = Inertia(J=0.01)
    carrier1_ring4 = Inertia(J=0.02)
    ring3_sun4 = Inertia(J=0.01)
    carrier3 = Inertia(J=0.01)
    output = Inertia(J=0.05, phi=fixed(0.0), w=fixed(0.0))
    brake_a = Brake(mu_pos=[[0, 0.13], [100, 0.12], [200, 0.12]], cgeo=0.8, fn_max=6e3)
    brake_b = Brake(mu_pos=[[0, 0.13], [100, 0.12], [200, 0.12]], cgeo=0.8, fn_max=10e3)
    clutch_c = Clutch(
        mu_pos=[[0, 0.13], [100, 0.12], [200, 0.12]],
        cgeo=0.8,
        fn_max=6e3,
        phi_rel=fixed(0.0),
        w_rel=fixed(0.0),
    )
    clutch_d = Clutch(mu_pos=[[0, 0.13], [100, 0.12], [200, 0.12]], cgeo=0.8, fn_max=6e3)
    clutch_e = Clutch(mu_pos=[[0, 0.13], [100, 0.12], [200, 0.12]], cgeo=0.8, fn_max=6e3)
    control = ShiftControl()
    final_drive = IdealGear(ratio=3.15)
    half_shafts = SpringDamper(c=12e3, d=400.0, phi_rel=fixed(0.0), w_rel=fixed(0.0))
    vehicle = Vehicle(m=1800.0, J=4.0, R=0.32, A=2.2, Cd=0.28, cr_constant=0.012)

    speed_ratio = RealOutput(doc="Speed of the output over speed of the input")

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.input >> self.set2.carrier
        yield from self.connect_sets()
        yield from self.connect_elements()
        yield self.output >> self.final_drive >> self.half_shafts >> self.vehicle.flange_r
        yield self.control.w == self.input.w
        part = where(self.control.shifting, self.intervention, 1.0)
        yield self.engine.tau == part * self.throttle.y * self.tau_engine
        yield self.speed_ratio == self.output.w / self.input.w

    def connect_sets(self) -> Iterable[Any]:
        """Yield the connections that hold in all gears."""
        yield self.set1.sun >> self.suns12.flange_a
        yield self.set2.sun >> self.suns12.flange_a
        yield self.set1.ring >> self.ring1.flange_a
        yield self.set2.ring >> self.ring2_sun3 >> self.set3.sun
        yield self.set1.carrier >> self.carrier1_ring4 >> self.set4.ring
        yield self.set3.ring >> self.ring3_sun4 >> self.set4.sun
        yield self.set3.carrier >> self.carrier3.flange_a
        yield self.set4.carrier >> self.output.flange_a

    def connect_elements(self) -> Iterable[Any]:
        """Yield the connections of brakes and clutches, and their actuation."""
        yield self.suns12 >> self.brake_a
        yield self.ring1 >> self.brake_b
        yield self.input >> self.clutch_c >> self.ring3_sun4
        yield self.carrier3 >> self.clutch_d >> self.output
        yield self.ring2_sun3 >> self.clutch_e >> self.ring3_sun4
        pressed: tuple[Brake | Clutch, ...] = (
            self.brake_a,
            self.brake_b,
            self.clutch_c,
            self.clutch_d,
            self.clutch_e,
        )
        for pressure, element in zip(self.control.pressure, pressed, strict=True):
            yield pressure >> element.f_normalized
