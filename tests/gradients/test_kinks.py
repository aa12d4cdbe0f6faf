"""No gradient without truth: kinks, grazing, simultaneous events, jumps, other equations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Sine, Step
from drivetrain.errors import AnalysisWarning
from drivetrain.gradients import at, final, first, maximum
from drivetrain.modeling import Experiment, Model, constant, fixed, parameter, time, where
from drivetrain.rotational import BearingFriction, Brake, Inertia, Torque
from tests.gradients.machines import Falling, LockUp, TwoSteps

NM = constant(1.0, "N.m")
quiet = pytest.mark.filterwarnings("ignore::drivetrain.errors.AnalysisWarning")


class Held(Model):
    """A wheel that its bearing holds as long as the motor has no more than 2 N·m."""

    experiment = Experiment(stop_time=1.0)

    motor = Torque()
    push = Step(height=2.0, start_time=0.0)
    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    bearing = BearingFriction(tau_pos=[[0, 2.0]])

    def equations(self) -> Iterable[Any]:
        yield self.push.y >> self.motor.tau
        yield self.motor >> self.wheel >> self.bearing


@quiet
def test_a_torque_that_just_does_not_move_a_wheel() -> None:
    """Below 2 N·m it stands; above it turns with (τ − 2)/J."""
    slopes = dt.gradient(Held(), final("wheel.w"), "push.height")
    slope = slopes["final(wheel.w)", "push.height"]
    assert slope.status == "kink"
    assert slope.left == pytest.approx(0.0, abs=1e-12)
    assert slope.right == pytest.approx(1.0, rel=1e-6)
    assert slope.value in (slope.left, slope.right)
    assert slope.event is not None
    assert "bearing" in slope.event.text()
    assert slope.event.time == pytest.approx(0.0, abs=1e-9)


def test_a_kink_is_said_aloud() -> None:
    with pytest.warns(AnalysisWarning, match=r"final\(wheel\.w\) by push\.height: kink"):
        slopes = dt.gradient(Held(), final("wheel.w"), "push.height")
    assert not slopes.is_smooth
    assert "kink" in str(slopes)
    assert "from above" in slopes.notes()[0]


@quiet
def test_a_difference_across_a_kink_is_no_derivative() -> None:
    """At 2.0001 N·m a step of 2·10⁻⁴ crosses the kink: the plain difference would be 0.75."""
    slopes = dt.gradient(Held(), final("wheel.w"), "push.height", given={"push.height": 2.0001})
    slope = slopes["final(wheel.w)", "push.height"]
    assert slope.value == pytest.approx(1.0, rel=1e-6)
    assert "events change nearby" in slope.reason
    assert slope.event is not None
    assert "bearing" in slope.event.text()


@quiet
def test_what_happens_before_an_event_does_not_feel_it() -> None:
    slopes = dt.gradient(
        TwoSteps(), [at("wheel1.w", 0.2), at("wheel1.w", 0.25)], "first.start_time"
    )
    assert [row[0].status for row in slopes.slopes] == ["smooth", "kink"]
    assert slopes.slopes[1][0].left == pytest.approx(-3.0, rel=1e-6)
    assert slopes.slopes[1][0].right == pytest.approx(0.0, abs=1e-9)


def test_simultaneous_events_of_strangers_do_no_harm() -> None:
    slopes = dt.gradient(TwoSteps(), [final("wheel1.w"), final("wheel2.w")], "first.start_time")
    assert slopes.values[:, 0] == pytest.approx([-3.0, 0.0], abs=1e-6)
    assert slopes.is_smooth
    assert "events change nearby" in slopes.notes()[0]


class Touching(Model):
    """A sine that just reaches the level 1, and a wheel that is driven from then on."""

    experiment = Experiment(stop_time=1.0)

    wave = Sine(amplitude=1.0, f=1.0)
    level = parameter(1.0, doc="Level that counts")
    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    motor = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.motor.tau == where(self.wave.y > self.level, NM, 0 * NM)
        yield self.motor >> self.wheel


@quiet
def test_an_event_that_just_happens_has_no_derivative() -> None:
    """Above the level the time is √(8(A − 1))/2π: its slope is infinite where it begins."""
    slopes = dt.gradient(Touching(), final("wheel.w"), "wave.amplitude")
    slope = slopes["final(wheel.w)", "wave.amplitude"]
    assert slope.status == "undefined"
    assert "infinitely fast" in slope.reason
    assert np.isnan(slope.value)
    assert slope.event is not None
    assert slope.event.time == pytest.approx(0.25, abs=0.01)


@quiet
def test_an_event_that_hardly_happens_has_none_either() -> None:
    """One step above the level the slope exists, but changes within the step."""
    slopes = dt.gradient(
        Touching(), final("wheel.w"), "wave.amplitude", given={"wave.amplitude": 1.00012}
    )
    assert slopes["final(wheel.w)", "wave.amplitude"].status == "undefined"


def test_well_above_the_level_the_slope_is_that_of_the_formula() -> None:
    """The time above the level is (π − 2 asin(1/A)) / 2πf."""
    amplitude = 1.1
    slopes = dt.gradient(
        Touching(), final("wheel.w"), "wave.amplitude", given={"wave.amplitude": amplitude}
    )
    expected = 1 / (np.pi * amplitude**2 * np.sqrt(1 - 1 / amplitude**2))
    assert slopes.values[0, 0] == pytest.approx(expected, rel=1e-6)


class Switch(Model):
    """A wheel that gets a kick if it is fast enough at an instant."""

    experiment = Experiment(stop_time=1.0)

    torque = parameter(2.0, unit="N.m", doc="Torque from the beginning")
    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    motor = Torque()

    def equations(self) -> Iterable[Any]:
        fast = (time >= constant(0.5, "s")) & (self.wheel.w > constant(1.0, "rad/s"))
        yield self.motor.tau == self.torque + where(fast, 5 * NM, 0 * NM)
        yield self.motor >> self.wheel


@quiet
def test_events_whose_order_matters_are_named() -> None:
    """At 2 N·m the speed is 1 rad/s just at 0.5 s."""
    slopes = dt.gradient(Switch(), final("wheel.w"), "torque")
    slope = slopes["final(wheel.w)", "torque"]
    assert slope.status in ("kink", "undefined")
    assert slope.left != pytest.approx(slope.right, rel=0.1)
    assert slope.event is not None
    assert slope.event.time == pytest.approx(0.5, abs=1e-3)


class Sorted(Model):
    """A wheel that is braked for good if its brake closes before the motor starts."""

    experiment = Experiment(stop_time=1.0)

    motor = Torque()
    push = Step(height=1.0, start_time=0.4)
    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    brake = Brake(mu_pos=[[0, 1.0]], fn_max=2.5)
    close = Step(height=1.0, start_time=0.0)

    def equations(self) -> Iterable[Any]:
        yield self.push.y >> self.motor.tau
        yield self.close.y >> self.brake.f_normalized
        yield self.motor >> self.wheel >> self.brake


@quiet
def test_a_wheel_that_stops_just_when_it_is_pushed() -> None:
    """It stops at 0.4 s; pushed a little earlier it is still moving, so it stops later."""
    slopes = dt.gradient(Sorted(), first("brake.mode", "stuck"), "push.start_time")
    slope = slopes.slopes[0][0]
    assert slope.status in ("kink", "undefined")
    assert slope.left == pytest.approx(-1.0 / 1.5, rel=1e-3)
    assert slope.right == pytest.approx(0.0, abs=1e-6)


@quiet
def test_an_outcome_that_jumps_has_no_derivative() -> None:
    """Just reaching the level starts the motor for good, with a certain delay: the speed jumps."""

    class Latched(Model):
        experiment = Experiment(stop_time=1.0)
        low = parameter(0.2, unit="rad/s")
        wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(low))
        motor = Torque()

        def equations(self) -> Iterable[Any]:
            yield self.motor.tau == where(self.low > constant(0.2, "rad/s"), NM, 0 * NM)
            yield self.motor >> self.wheel

    slopes = dt.gradient(Latched(), final("wheel.w"), "low")
    slope = slopes["final(wheel.w)", "low"]
    assert slope.status == "undefined"
    assert np.isnan(slope.value)
    assert "jump" in slope.reason


@quiet
def test_another_highest_point_is_a_kink() -> None:
    """Two steps of the same height: the highest speed is that of either wheel."""

    class Waves(Model):
        experiment = Experiment(stop_time=1.0)
        one = Sine(amplitude=1.0, f=2.0)
        rise = parameter(0.0, unit="1/s")
        total = dt.modeling.RealOutput("1", doc="Sum")

        def equations(self) -> Iterable[Any]:
            yield self.total == self.one.y + self.rise * (time - constant(0.375, "s"))

    slopes = dt.gradient(Waves(), maximum("total"), "rise", scale={"rise": 1.0})
    slope = slopes["maximum(total)", "rise"]
    assert slope.status == "kink"
    assert sorted([slope.left, slope.right]) == pytest.approx([-0.25, 0.25], abs=1e-4)


@quiet
def test_an_event_that_does_not_happen_is_told() -> None:
    slopes = dt.gradient(
        LockUp(), first("clutch.mode", "stuck"), "engine.J", given={"clutch.fn_max": 1.0}
    )
    slope = slopes.slopes[0][0]
    assert slope.status == "absent"
    assert slope.reason == "clutch.mode did not change to stuck"


def test_at_a_bound_the_derivative_is_one_sided() -> None:
    """A blow without loss: with e greater than 1 it would gain."""
    slopes = dt.gradient(Falling(), final("lever.w"), "stop_.e", given={"stop_.e": 1.0})
    slope = slopes.slopes[0][0]
    assert slope.status == "one-sided"
    assert slope.value == slope.left == pytest.approx(2.0, rel=1e-6)
    assert np.isnan(slope.right)
    assert "bound" in slopes.notes()[0]


@quiet
def test_where_the_equations_change_there_is_none() -> None:
    """Without a brake the model is another one; the derivative from above is told."""
    slopes = dt.gradient(LockUp(), final("load.w"), "brake.d", given={"brake.d": 0.0},
                         scale={"brake.d": 0.4})  # fmt: skip
    slope = slopes.slopes[0][0]
    assert slope.status == "undefined"
    assert "other equations" in slope.reason
    inside = dt.gradient(LockUp(), final("load.w"), "brake.d", given={"brake.d": 1e-4})
    assert slope.right == pytest.approx(inside.values[0, 0], rel=2e-3)


@quiet
def test_bounces_that_shrink_to_nothing_have_no_slope() -> None:
    """Near the instant at which the blows accumulate any change of height adds or removes some."""
    slopes = dt.gradient(Falling(), final("lever.w"), "height", stop_time=3.9995)
    assert slopes.slopes[0][0].status == "undefined"
    assert "jumps" in slopes.slopes[0][0].reason
