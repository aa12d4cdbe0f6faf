"""Friction other tools stumble over: reversing freewheels, brakes released at once, no state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, turning

from drivetrain import compile as compile_model
from drivetrain.blocks import Ramp, Sine, Step
from drivetrain.modeling import Model
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    IdealPlanetary,
    Inertia,
    LossyGear,
    OneWayClutch,
    Speed,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import residuals


def run(model: Model, **settings: Any) -> Result:
    """Run to the end; the model's own equations hold and the energy audit closes."""
    compiled = compile_model(model)
    result = compiled.simulate(**settings)
    assert residuals(compiled, result).worst <= 1e-9
    audit = result.energy
    assert np.abs(audit.balance).max() <= 1e-5 * max(np.abs(audit.supplied).max(), 1.0)
    return result


class Ratchet(Model):
    """A torque to and fro winds up a flywheel through a freewheel."""

    swing = Sine(amplitude=10.0, f=5.0)
    motor = Torque()
    rocker = Inertia(J=0.1, **REST)
    freewheel = OneWayClutch(fn_max=1e-6, f_normalized=1.0)
    flywheel = Inertia(J=1.0, **REST)

    def equations(self) -> Iterable[Any]:
        yield self.swing.y >> self.motor.tau
        yield self.motor >> self.rocker >> self.freewheel >> self.flywheel


class SpringyRatchet(Ratchet):
    """The same on a spring, against a bearing that slows the flywheel down all the time."""

    anchor = SpringDamper(c=2e3, d=1.0)
    ground = Inertia(J=50.0, **REST)
    bearing = BearingFriction(tau_pos=[[0, 0.5]])

    def equations(self) -> Iterable[Any]:
        yield self.rocker.flange_a >> self.anchor >> self.ground
        yield self.flywheel >> self.bearing


def test_a_freewheel_under_reversing_torque():
    """Both turn as one while pushed; the flywheel keeps its speed while the rocker swings back.

    Over a half-wave A / (π f J) of speed is won or lost: by both (1.1) forward, by the rocker (0.1)
    backward, which then has to catch up. The flywheel never slows down.
    """
    result = run(Ratchet(), stop_time=4.0, tolerance=1e-8)
    speed = result["flywheel.w"]
    assert np.diff(speed).min() >= -1e-6
    first = 10.0 / (np.pi * 5.0 * 1.1)
    assert result.at(0.1, "flywheel.w") == pytest.approx(first, rel=1e-6)
    assert result.at(0.1, "rocker.w") == pytest.approx(first, rel=1e-6)
    assert result["freewheel.w_rel"].min() >= -1e-9
    assert len(result.events.times("freewheel.locked", after="true")) >= 2
    assert len(result.events) < 500


def test_a_freewheel_that_toggles_on_springs():
    result = run(SpringyRatchet(), stop_time=4.0, tolerance=1e-8)
    assert result["freewheel.w_rel"].min() >= -1e-9
    assert len(result.events.times("freewheel.locked", after="true")) > 10
    assert len(result.events) < 5000


class ThreeBrakes(Model):
    """Sun, carrier and ring are held; a torque on the sun waits until all are released at once."""

    hold = Step(height=-1.0, offset=1.0, start_time=0.5)
    motor = Torque()
    load = Step(height=0.0, offset=6.0)
    sun = Inertia(J=1.0, **REST)
    carrier = Inertia(J=2.0, **REST)
    ring = Inertia(J=3.0)
    planetary = IdealPlanetary(ratio=2.0)
    sun_brake = Brake(fn_max=50.0)
    carrier_brake = Brake(fn_max=50.0)
    ring_brake = Brake(fn_max=50.0)

    def equations(self) -> Iterable[Any]:
        yield self.load.y >> self.motor.tau
        yield self.motor >> self.sun >> self.planetary.sun
        yield self.carrier.flange_b >> self.planetary.carrier
        yield self.ring.flange_b >> self.planetary.ring
        yield self.sun >> self.sun_brake
        yield self.carrier_brake >> self.carrier
        yield self.ring_brake >> self.ring
        for brake in (self.sun_brake, self.carrier_brake, self.ring_brake):
            yield self.hold.y >> brake.f_normalized


def test_three_brakes_released_in_one_instant():
    """The set starts with the accelerations of the free planetary gear.

    With ω_sun = 3 ω_c - 2 ω_r and a torque λ along (1, -3, 2): J a = τ - λ (1, -3, 2), so λ follows
    from a_s - 3 a_c + 2 a_r = 0.
    """
    result = run(ThreeBrakes(), stop_time=1.0, tolerance=1e-9)
    before, after = result.time < 0.5, result.time > 0.5
    for part in ("sun", "carrier", "ring"):
        assert not result[f"{part}.w"][before].any()
        assert not np.ptp(result[f"{part}.phi"][before])
    inertia, along = np.array([1.0, 2.0, 3.0]), np.array([1.0, -3.0, 2.0])
    torque = np.array([6.0, 0.0, 0.0])
    share = (along / inertia) @ torque / ((along / inertia) @ along)
    expected = (torque - share * along) / inertia
    for part, a in zip(("sun", "carrier", "ring"), expected, strict=True):
        np.testing.assert_allclose(result[f"{part}.w"][after], a * (result.time[after] - 0.5),
                                   rtol=1e-9, atol=1e-12)  # fmt: skip
        assert set(result.events.times(f"{part}_brake.mode", after="free")) == {0.5}


class NoStateOfItsOwn(Model):
    """A brake on a ring without inertia, whose speed follows from sun and carrier."""

    swing = Sine(amplitude=110.0, f=2.0)
    motor = Torque()
    sun = Inertia(J=0.5, **turning(20.0))
    carrier = Inertia(J=1.0, **turning(-4.0))
    planetary = IdealPlanetary(ratio=2.0)
    brake = Brake(fn_max=60.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.swing.y >> self.motor.tau
        yield self.motor >> self.sun >> self.planetary.sun
        yield self.planetary.carrier >> self.carrier
        yield self.planetary.ring >> self.brake


def test_friction_whose_speed_is_no_state():
    """It sticks and slips with every half-wave; at rest its speed is the rounding of the others."""
    result = run(NoStateOfItsOwn(), stop_time=3.0, tolerance=1e-8)
    events = result.events
    assert len(events.times("brake.mode", after="stuck")) >= 3
    assert len(events.times("brake.mode", before="stuck")) >= 3
    locked = result["brake.locked"]
    assert np.abs(result["brake.w"][locked]).max() <= 1e-13
    assert np.abs(result["brake.tau"][locked]).max() <= 30.0 * (1 + 1e-9)


class Pulled(Model):
    """A shaft at rest that a bearing holds and a clutch pulls, from the first instant on."""

    ramp = Ramp(height=4.0, duration=2.0)
    motor = Speed(exact=True)
    clutch = Clutch(mu_pos=[[0, 1.0]], fn_max=5.0, f_normalized=1.0)
    shaft = Inertia(J=0.5, **REST)
    bearing = BearingFriction(tau_pos=[[0, 1.0]])

    def equations(self) -> Iterable[Any]:
        yield self.ramp.y >> self.motor.w_ref
        yield self.motor >> self.clutch >> self.shaft >> self.bearing


class PulledThroughGear(Pulled):
    """The same with the losses of a gear instead of the bearing's."""

    bearing = LossyGear(ratio=1.0, loss_table=[[0, 1, 1, 1.0, 1.0]])
    wheel = Inertia(J=0.25, **REST)

    def equations(self) -> Iterable[Any]:
        yield self.bearing >> self.wheel


def pulled(base: type[Pulled], clutch: float, inertia: float) -> Model:
    """Return the model with a clutch that transmits up to `clutch`, N·m."""
    members = {
        "clutch": Clutch(mu_pos=[[0, 1.0]], fn_max=clutch, f_normalized=1.0),
        "shaft": Inertia(J=inertia, **REST),
    }
    made: Model = type(base.__name__, (base,), members)()
    return made


@pytest.mark.parametrize("clutch", [0.5, 1.5, 5.0])
@pytest.mark.parametrize("inertia", [0.25, 3.0])
def test_two_locks_that_cannot_hold_a_motion_that_begins_at_once(clutch: float, inertia: float):
    """The weaker one slips: the shaft stays, follows as fast as it is pulled, or goes along."""
    result = run(pulled(Pulled, clutch, inertia), stop_time=1.0)
    a = min(2.0, max(0.0, (clutch - 1.0) / inertia))
    np.testing.assert_allclose(result["shaft.w"], a * result.time, atol=1e-12)
    taken = inertia * a + 1.0 if a > 0 else min(clutch, 1.0)
    np.testing.assert_allclose(-result["clutch.tau"], taken, rtol=1e-9)


@pytest.mark.parametrize("clutch", [0.5, 1.5, 5.0])
def test_a_clutch_and_a_gear_that_cannot_hold_a_motion_that_begins_at_once(clutch: float):
    """The same through the losses of a gear, whose bearing takes 1 N·m."""
    result = run(pulled(PulledThroughGear, clutch, 0.5), stop_time=1.0)
    a = min(2.0, max(0.0, (clutch - 1.0) / 0.75))
    np.testing.assert_allclose(result["shaft.w"], a * result.time, atol=1e-12)


def test_two_locks_before_the_start_is_known():
    """On its way to the start a model may be at rest where locks cannot hold together.

    The filter of the source begins at the speed wanted, 2 rad/s; before that is known, it would
    have to accelerate what is locked. Then clutch and bearing slip, and the shaft follows with
    (5 - 1) / 0.5 rad/s² until it has caught up.
    """

    class Caught(Pulled):
        ramp = Ramp(height=4.0, duration=2.0, offset=2.0)
        motor = Speed(f_crit=1e3)

    result = run(Caught(), stop_time=1.0, tolerance=1e-8)
    meet = 2.0 / (8.0 - 2.0)
    slow = result.time < meet - 0.01
    np.testing.assert_allclose(result["shaft.w"][slow], 8.0 * result.time[slow], atol=1e-6)
    lag = 2.0 / (2 * np.pi * 1e3)  # of the filter, rad/s
    late = result.time > meet + 0.01
    np.testing.assert_allclose(
        result["shaft.w"][late], 2.0 + 2.0 * result.time[late] - lag, atol=1e-6
    )
