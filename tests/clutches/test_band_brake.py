"""Band brakes hold more in one direction: both limits, the instants of break-away, the lever."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import Any

import numpy as np
import pytest

from drivetrain import Result, simulate
from drivetrain.clutches import BandBrake
from drivetrain.errors import SimulationError
from drivetrain.modeling import Model, constant, fixed, maximum, parameter, time
from drivetrain.rotational import Fixed, Inertia, Speed, SpringDamper, Torque

MU, THETA, R, F = 0.3, 4.0, 0.2, 100.0
RATIO = exp(MU * THETA)
FORWARD, BACKWARD = F * R * (RATIO - 1), F * R * (1 - 1 / RATIO)
RAMP = 20.0
SIZES: dict[str, Any] = {"radius": R, "theta": THETA, "mu_pos": [[0, MU]], "f_max": F}


class Ramped(Model):
    """A torque that grows with time, on a drum in a closed brake."""

    slope = parameter(RAMP, unit="N.m/s")
    torque = Torque()
    drum = Inertia(J=0.1, phi=fixed(0.0), w=fixed(0.0))
    brake = BandBrake(**SIZES, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.drum >> self.brake
        yield self.torque.tau == self.slope * time


def ramped(**brake: Any) -> Model:
    members = {"brake": BandBrake(**{**SIZES, "f_normalized": 1.0, **brake})}
    made: Model = type("Ramped", (Ramped,), members)()
    return made


def break_away(model: Model, slope: float, stop: float = 4.0) -> Result:
    return simulate(model, stop_time=stop, parameters={"slope": slope})


def instant(result: Result, mode: str) -> float:
    label = {"forward": 1, "backward": -1}[mode]
    return float(result.time[np.argmax(result["brake.mode"] == label)])


def test_torques_of_the_plain_brake() -> None:
    result = break_away(Ramped(), RAMP)
    assert result.final["brake.tau_forward"] == pytest.approx(46.4023, abs=5e-5)
    assert result.final["brake.tau_backward"] == pytest.approx(13.9761, abs=5e-5)
    assert result.final["brake.tau_forward"] == pytest.approx(FORWARD, rel=1e-14)
    assert result.final["brake.tau_backward"] == pytest.approx(BACKWARD, rel=1e-14)


@pytest.mark.parametrize(
    ("slope", "mode", "when", "torque"),
    [(RAMP, "forward", 2.320117, FORWARD), (-RAMP, "backward", 0.698806, -BACKWARD)],
)
def test_it_breaks_away_at_its_limits(slope: float, mode: str, when: float, torque: float) -> None:
    result = break_away(Ramped(), slope)
    assert instant(result, mode) == pytest.approx(when, abs=5e-7)
    assert instant(result, mode) == pytest.approx(torque / slope, rel=1e-6)
    stuck = result.time < 0.999 * torque / slope
    np.testing.assert_array_equal(result["drum.w"][stuck], 0.0)
    np.testing.assert_allclose(result["brake.tau"][stuck], slope * result.time[stuck], atol=1e-12)
    # J dw/dt = slope t - torque from then on
    gone = result.final["drum.w"] * 0.1 / (slope * (4.0 - torque / slope) ** 2 / 2)
    assert gone == pytest.approx(1.0, rel=1e-6)
    assert result.final["brake.tau"] == pytest.approx(torque, rel=1e-14)


@pytest.mark.parametrize("peak", [1.0, 1.3])
@pytest.mark.parametrize("arms", [(0.05, 0.4), (-0.1, 0.2), (-0.4, 0.0), (-0.4, -0.05)])
def test_a_differential_band(arms: tuple[float, float], peak: float) -> None:
    a, b = arms
    length = 0.5
    model = ramped(lever=length, arm_taut=a, arm_slack=b, peak=peak)
    ratio = exp(MU * peak * THETA)
    limits = F * length * R * (ratio - 1) * np.array([1 / (b - a * ratio), 1 / (b * ratio - a)])
    sliding = F * length * R * (RATIO - 1) * np.array([1 / (b - a * RATIO), 1 / (b * RATIO - a)])
    for slope, mode, held, slid in zip(
        (30.0, -30.0), ("forward", "backward"), limits, sliding, strict=True
    ):
        result = break_away(model, slope, 1.1 * held / 30.0)
        assert instant(result, mode) == pytest.approx(held / 30.0, rel=1e-6)
        assert abs(result.final["brake.tau"]) == pytest.approx(slid, rel=1e-12)


@pytest.mark.parametrize("arms", [(0.31, 1.0), (0.5, 1.0), (-1.0, -0.31), (1.0 / RATIO, 1.0)])
def test_a_band_that_locks_itself_is_refused_by_name(arms: tuple[float, float]) -> None:
    model = ramped(arm_taut=arms[0], arm_slack=arms[1])
    with pytest.raises(SimulationError, match=r"brake: the band locks itself .*OneWayClutch"):
        simulate(model, stop_time=0.1)


def test_an_open_brake_is_free_and_a_closed_one_stops_the_drum() -> None:
    """The drum runs down from 10 rad/s in J w / T_p after the brake has closed at 0.5 s."""

    class Stopping(Model):
        drum = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
        brake = BandBrake(**SIZES)

        def equations(self) -> Iterable[Any]:
            yield self.drum >> self.brake
            yield self.brake.f_normalized == (time - 0.5 * constant(1.0, "s")) / constant(1.0, "s")

    result = simulate(Stopping(), stop_time=2.0, tolerance=1e-10)
    free = result.time <= 0.5
    np.testing.assert_array_equal(result["drum.w"][free], 10.0)
    np.testing.assert_array_equal(result["brake.tau"][free], 0.0)
    # The force grows with time: T_p (t - 0.5)^2 / 2 = 10
    stopped = 0.5 + (2 * 10.0 / FORWARD) ** 0.5
    assert float(result.time[np.argmax(result["brake.mode"] == 0)]) == pytest.approx(stopped)
    assert result.final["drum.w"] == 0.0


@pytest.mark.parametrize(("speed", "torque"), [(2.0, FORWARD), (-2.0, -BACKWARD)])
def test_a_source_that_prescribes_the_speed(speed: float, torque: float) -> None:
    class Driven(Model):
        source = Speed(exact=True)
        brake = BandBrake(**SIZES, f_normalized=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.source >> self.brake
            late = maximum(time / constant(1.0, "s") - 0.05, 0)
            yield self.source.w_ref == speed * constant(1.0, "rad/s") * late

    result = simulate(Driven(), stop_time=0.1)
    at_rest = result["brake.w"] == 0.0
    assert at_rest.any()
    np.testing.assert_array_equal(result["brake.tau"][at_rest], 0.0)
    assert result.final["brake.tau"] == pytest.approx(torque, rel=1e-14)


@pytest.mark.parametrize(("slope", "torque"), [(RAMP, FORWARD), (-RAMP, -BACKWARD)])
def test_a_drum_without_inertia(slope: float, torque: float) -> None:
    """A damped spring alone drives the drum: it sticks up to the same limits."""

    class Massless(Model):
        motor = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
        shaft = SpringDamper(c=1e3, d=20.0)
        brake = BandBrake(**SIZES, f_normalized=1.0)
        holder = SpringDamper(c=10.0, d=1.0)
        ground = Fixed()
        torque = Torque()

        def equations(self) -> Iterable[Any]:
            yield self.torque >> self.motor >> self.shaft >> self.brake
            yield self.ground >> self.holder >> self.motor
            yield self.torque.tau == slope * constant(1.0, "N.m/s") * time

    result = simulate(Massless(), stop_time=4.0, tolerance=1e-9)
    mode = "forward" if slope > 0 else "backward"
    assert abs(result["brake.tau"][result["brake.mode"] == 0]).max() <= abs(torque) * (1 + 1e-9)
    begins = result["brake.tau"][np.argmax(result["brake.mode"] == {"forward": 1}.get(mode, -1))]
    assert begins == pytest.approx(torque, rel=1e-9)
