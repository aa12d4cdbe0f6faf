"""Runs whose events never end, and runs that grow without bound: what is said, what is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import Model, edition2002, simulate
from drivetrain.blocks import Asin, Hysteresis, Ramp, Sine
from drivetrain.errors import DrivetrainError, SimulationError
from drivetrain.modeling import (
    boolean,
    constant,
    der,
    ensure,
    fixed,
    integer,
    parameter,
    pre,
    reinit,
    variable,
    when,
    where,
)
from drivetrain.rotational import (
    BearingFriction,
    ConstantTorque,
    Inertia,
    LossyGear,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.simulation.verification.residuals import residuals

SECOND = constant(1.0, "s")


def failure(model: Any, **settings: Any) -> tuple[str, Result]:
    with pytest.raises(SimulationError) as caught:
        simulate(model, **settings)
    result = caught.value.result
    assert isinstance(result, Result)
    assert result.status is RunStatus.FAILED
    return str(caught.value), result


class Root(Model):
    """At the start the slope of `u` over `x` is infinite."""

    x = variable(start=fixed(0.0))
    u = variable()

    def equations(self) -> Iterable[Any]:
        yield self.u**3 + self.u * self.x == self.x
        yield SECOND * der(self.x) == 1.0 - self.u


def test_a_loop_whose_slopes_are_not_known_is_named() -> None:
    message, _ = failure(Root(), solver="rodas", stop_time=1.0)
    assert "They are to determine u:" in message
    assert "x == u ** 3 + u * x" in message


class Ball(Model):
    """Bounces on the floor."""

    e = parameter(0.7)
    h = variable("m", start=fixed(1.0))
    v = variable("m/s", start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.h)
        yield der(self.v) == constant(-9.81, "m/s2")
        yield when(self.h < 0, reinit(self.v, -self.e * pre(self.v)))


class Court(Model):
    ball = Ball(e=0.5)

    def equations(self) -> Iterable[Any]:
        return ()


class Relay(Model):
    """Drives x towards 0, always at full power."""

    x = variable(start=fixed(1.0))
    up = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        yield self.up == (self.x < 0)
        yield SECOND * der(self.x) == where(self.up, 1, -1)


class Servo(Model):
    """Drives a mass to x = 0, always at full power, against dry friction without stiction."""

    x = variable(start=fixed(1.0))
    v = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.v == SECOND * der(self.x)
        friction = where(self.v > 0, 1, -1)
        yield SECOND * der(self.v) == where(self.x > 0, -2, 2) - friction


class Counter(Model):
    """Counts itself up once x has passed 0.5."""

    x = variable(start=fixed(0.0))
    n = integer(start=fixed(0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == 1
        yield self.n == where(self.x > 0.5, pre(self.n) + 1, 0)


class Liar(Model):
    """Contradicts itself once x has passed 0.5."""

    x = variable(start=fixed(0.0))
    on = boolean(start=fixed(False))
    mode = integer(start=fixed(0), labels={0: "open", 1: "shut"})

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == 1
        yield self.on == (self.x > 0.5) & ~pre(self.on)
        yield self.mode == where(self.on, 1, 0)


class Growth(Model):
    """Grows in proportion to a power of itself."""

    power = parameter(1.0, structural=True)
    x = variable(start=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == 100 * self.x**self.power


class Decay(Model):
    """Has no derivative beyond x = 0."""

    x = variable(start=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == -(self.x**0.5)


def test_a_ball_that_bounces_endlessly_is_told():
    message, result = failure(Court(), stop_time=5.0)
    end = np.sqrt(2 / 9.81) * 1.5 / 0.5
    assert "ever shorter intervals" in message
    assert "by a factor of 0.5 at last" in message
    told = re.search(r"accumulate at t = (\S+) s", message)
    assert told
    assert float(told[1]) == pytest.approx(end, abs=1e-6)
    assert "ball.h < 0, with ball.h = " in message
    assert result.time[-1] == pytest.approx(end, abs=1e-4)
    assert result["ball.h"].min() > -1e-12


class OldGear(Model):
    """A gear of 2002, whose teeth do not stick: at standstill the driving side alternates."""

    swing = Sine(amplitude=1.0, f=1.0)
    motor = Torque()
    fast = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    gear = edition2002.Gear(ratio=2.0, eta=0.5, friction_pos=[[0, 1.0]], c=1e4, d=10.0, b=0.01)
    slow = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    load = ConstantTorque(tau_constant=-5.0)

    def equations(self) -> Iterable[Any]:
        yield self.swing.y >> self.motor.tau
        yield self.motor >> self.fast >> self.gear >> self.slow
        yield self.load.flange >> self.slow.flange_b


class OldGearOnItself(Model):
    """Its spring is just too weak to move the gear, and too strong for the bearing to hold it."""

    disc = Inertia(J=4.401, w=fixed(1.0))
    gear = edition2002.Gear(
        ratio=-0.8654, eta=0.2528, friction_pos=[[0.0, 0.24], [30.0, 1.0]], c=2387.0, d=0.07
    )

    def equations(self) -> Iterable[Any]:
        yield self.disc.flange_b >> self.gear.flange_a
        yield self.disc.flange_b >> self.gear.flange_b


class HeavyShaft(Model):
    """A bearing of 2002 with a peak holds a heavy shaft up to its limit at rest."""

    ramp = Ramp(height=10.0, duration=1.0)
    motor = Torque()
    shaft = Inertia(J=100.0, phi=fixed(0.0), w=fixed(0.0))
    bearing = edition2002.BearingFriction(tau_pos=[[0, 1.0]], peak=2.0)

    def equations(self) -> Iterable[Any]:
        yield self.ramp.y >> self.motor.tau
        yield self.motor >> self.shaft >> self.bearing


def test_a_heavy_shaft_breaks_away_at_the_limit_at_rest():
    result = simulate(HeavyShaft(), stop_time=2.0)
    assert result.events.times("bearing.mode", after="forward") == pytest.approx([0.2], abs=1e-10)


class Braked(Model):
    """Two equal discs, a gear between them that turns forward, and a torque that brakes one."""

    gear = LossyGear(ratio=1.0)
    ramp = Ramp(height=-3.0, duration=1.0)
    motor = Torque()
    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    right = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.ramp.y >> self.motor.tau
        yield self.motor >> self.left >> self.gear >> self.right


class BrakedOldGear(Braked):
    """Half the braking torque less half the loss reaches the gear: it is gone at 1 or at 2 N.m."""

    gear = edition2002.LossyGear(loss_table=[[0, 1, 1, 1.0, 2.0]])


class BrakedGearWithoutLossesInTeeth(Braked):
    gear = LossyGear(ratio=1.0, loss_table=[[0, 1, 1, 1.0, 2.0]])


class BrakedGear(Braked):
    gear = LossyGear(ratio=1.0, loss_table=[[0, 0.9, 0.8, 1.0, 2.0]])


@pytest.mark.parametrize(
    ("model", "time", "judged", "advice"),
    [
        (BrakedOldGear(), 1 / 3, "gear.flange_a.tau >= 0", "if tau_bf2 is larger, neither drives"),
        (BrakedGearWithoutLossesInTeeth(), 0.0, "gear.tau_eta >= 0", "have to be equal"),
    ],
)
def test_a_bearing_torque_that_jumps_with_the_driving_side_is_told(
    model: Model, time: float, judged: str, advice: str
):
    """Whichever side drives, half of the jump of 1 N.m says that it is the other one."""
    message, result = failure(model, stop_time=1.0)
    assert f"{judged}; it decides gear.tau_a_pos" in message
    assert "taken as false, true by 0.5: " in message
    assert re.search(r"taken as true, false by \d.\d*e-10: ", message)
    assert "gear there: mode = forward, " in message
    assert advice in message
    assert result.time[-1] == pytest.approx(time, abs=1e-6)


def test_a_bearing_torque_that_passes_with_the_teeth_has_modes_for_every_torque():
    compiled = drivetrain.compile(BrakedGear())
    result = compiled.simulate(stop_time=1.0)
    assert not result["gear.tau_a_pos"].all()
    assert residuals(compiled, result).worst < 1e-9


class MasslessBearing(Model):
    """A turning disc twists a shaft against a bearing whose friction falls by 0.5 N.m.s/rad."""

    d = parameter(unit="N.m.s/rad")
    disc = Inertia(J=1e9, phi=fixed(0.0), w=fixed(1.0))
    shaft = SpringDamper(c=10.0, d=d, phi_rel=fixed(0.0))
    bearing = BearingFriction(tau_pos=[[0, 1.0], [1, 0.5], [2, 0.5]])

    def equations(self) -> Iterable[Any]:
        yield self.disc >> self.shaft >> self.bearing


def test_friction_that_falls_at_a_shaft_without_inertia_is_told():
    """Its speed would have to jump; with more damping than the friction falls it does not."""
    message, result = failure(MasslessBearing(d=0.4), stop_time=1.0)
    assert "Modes toggle without time passing" in message
    assert "it decides bearing.start_forward" in message
    assert "bearing: there is no inertia at one side" in message
    assert result.time[-1] == pytest.approx((1.0 - 0.4) / 10.0, abs=1e-6)


def test_friction_that_falls_by_less_than_the_damping_lets_a_shaft_without_inertia_start():
    result = simulate(MasslessBearing(d=0.6), stop_time=0.045, tolerance=1e-9)
    # 1 - w / 2 = 10 (1 - w) (t - t0) + 0.6 (1 - w) + ..., that is (0.6 - 0.5) w' + 10 w = 10.
    since = result.time[-1] - (1.0 - 0.6) / 10.0
    assert result["bearing.w"][-1] == pytest.approx(1.0 - np.exp(-10.0 / 0.1 * since), rel=1e-6)


def test_chattering_teeth_are_told_with_their_torques():
    message, result = failure(OldGear(), stop_time=3.0)
    assert "Modes toggle without time passing" in message
    assert "gear.gear_efficiency.P >= 0, with gear.gear_efficiency.P = " in message
    assert "it decides gear.gear_efficiency.driving_a" in message
    assert "gear.gear_efficiency.driving_a: true → false" in message
    assert "gear.gear_efficiency there: flange_a.tau = " in message
    assert "gear.gear_efficiency: it has no mode for rest" in message
    assert "gear.bearing_friction: " not in message
    assert 0.2 < result.time[-1] < 0.3


def test_teeth_that_neither_stick_nor_slide_are_told():
    """They go through the noise of two conditions in 2 ns, and would for hours."""
    message, result = failure(OldGearOnItself(), stop_time=1.0)
    assert "Modes toggle without time passing" in message
    assert "gear.gear_efficiency.P >= 0, with gear.gear_efficiency.P = " in message
    assert "gear.gear_efficiency.driving_a: false → true" in message
    assert len(result.events) < 50_000


def test_a_relay_that_chatters_is_told():
    message, result = failure(Relay(), stop_time=2.0)
    assert "1001 events follow each other" in message
    assert "up: true → false" in message
    assert "up: false → true" in message
    assert "x < 0, with x = " in message
    assert result.time[-1] == pytest.approx(1.0)


def test_a_servo_that_chatters_at_its_goal_is_told():
    """It comes to x = 0 in finite time, and events go on within the rounding noise of x."""
    message, result = failure(Servo(), stop_time=100.0, tolerance=1e-9)
    assert "Modes toggle" in message
    assert "x > 0" in message
    assert result.time[-1] < 5
    assert abs(result["x"][-1]) < 1e-9


def test_a_variable_that_runs_away_at_an_event_is_told():
    message, result = failure(Counter(), stop_time=1.0)
    assert "pass 200: n: 199 → 200" in message
    assert result.time[-1] == pytest.approx(0.5)


def test_passes_that_repeat_are_printed():
    message, result = failure(Liar(), stop_time=1.0)
    assert "repeat, in 2 passes" in message
    assert "on: false → true, mode: open → shut" in message
    assert "on: true → false, mode: shut → open" in message
    assert result.time[-1] == pytest.approx(0.5)


class WrongWay(Model):
    """A hysteresis whose limits are exchanged."""

    wave = Sine(amplitude=2.0, f=1.0)
    switch = Hysteresis(u_low=1.0, u_high=0.0)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.switch.u


def test_an_assertion_that_explains_a_cycle_is_told():
    with pytest.raises(DrivetrainError) as caught:
        simulate(WrongWay(), stop_time=1.0)
    message = str(caught.value)
    assert "switch: u_high has to be above u_low" in message


class Odd(Model):
    """Denies itself while x is above its limit, which is above what is asserted."""

    x = variable(start=fixed(0.0))
    on = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == 1
        yield self.on == (self.x > 0.5) & ~pre(self.on)
        yield ensure(~(self.x > 0.5), "x is too large")


def test_an_assertion_violated_in_a_cycle_is_told_with_it():
    message, _ = failure(Odd(), stop_time=1.0)
    assert "x is too large" in message
    assert "on: false → true" in message


@pytest.mark.parametrize(("power", "end"), [(1.0, 7.0), (2.0, 0.01)])
def test_growth_ends_with_the_last_good_point(power: float, end: float):
    message, result = failure(Growth(power=power), stop_time=20.0)
    assert "Variable concerned: x, last " in message
    assert result.time[-1] == pytest.approx(end, rel=0.02)
    assert result["x"][-1] > 1e12
    assert np.isfinite(result.rows).all()
    assert f"{result['x'][-1]:.9g}" in message


def test_an_undefined_derivative_ends_with_the_last_good_point():
    message, result = failure(Decay(), stop_time=4.0)
    assert "Variable concerned: x" in message
    assert result.time[-1] == pytest.approx(2.0, abs=1e-3)
    assert 0 <= result["x"][-1] < 1e-6


class Crank(Model):
    """A torque from an angle that is computed from a rising sine; 1 is passed at 0.25 s."""

    sine = Ramp(height=2.0, duration=1.0, offset=0.5)
    angle = Asin()
    motor = Torque()
    disc = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.angle.u
        yield self.motor.tau == self.angle.y * constant(1.0, "N.m")
        yield self.motor >> self.disc


def test_the_assertion_that_tells_what_is_undefined_is_told():
    message, result = failure(Crank(), stop_time=1.0)
    assert "became infinite or undefined" in message
    assert "angle: the input is outside -1 … 1" in message
    assert result.time[-1] == pytest.approx(0.25)
