"""Brakes: how they stop, hold and break away."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from tests.closed_forms.building import REST, build, turning

from drivetrain import simulate
from drivetrain.blocks import Constant, Ramp, Sine, Step
from drivetrain.modeling import Model
from drivetrain.rotational import BearingFriction, Brake, Inertia, Torque


def braked(signal: Any, start: dict[str, Any], J: float = 2.0, **brake: Any) -> Model:
    """A mass on a brake of 10 N·m, driven by a torque signal."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.signal.y >> self.motor.tau
        yield self.motor >> self.mass >> self.brake

    given = {"fn_max": 20.0, "f_normalized": 1.0, **brake}
    return build(
        equations, signal=signal, motor=Torque(), mass=Inertia(J=J, **start), brake=Brake(**given)
    )


@pytest.mark.parametrize("w0", [6.0, -6.0])
def test_stopping_time(w0: float):
    result = simulate(braked(Constant(k=0.0), turning(w0)), stop_time=2.0)
    stopped = [e.time for e in result.events.of("brake") if e.time > 0]
    assert stopped[0] == pytest.approx(2.0 * abs(w0) / 10.0, rel=0, abs=1e-15)
    still = result.time > stopped[0]
    assert np.all(result["mass.w"][still] == 0.0)
    assert np.all(result["mass.phi"][still] == result["mass.phi"][-1])
    assert result["mass.phi"][-1] == pytest.approx(math.copysign(w0**2 * 2.0 / 20.0, w0), rel=1e-9)
    assert result.energy.dissipated[-1] == pytest.approx(w0**2, rel=1e-9)


@pytest.mark.parametrize("peak", [1.0, 1.2, 1.5])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_breaking_away_under_a_rising_torque(peak: float, sign: float):
    """At peak·T0 the mass starts with the acceleration (peak - 1)·T0/J."""
    ramp = Ramp(height=sign * 40.0, duration=4.0)
    result = simulate(braked(ramp, REST, peak=peak), stop_time=2.0)
    begin = peak * 10.0 / 10.0
    moving = np.flatnonzero(result["mass.a"] * sign > 0)
    first = int(moving[0])
    assert result.time[first] == pytest.approx(begin, rel=1e-10, abs=2e-3 if peak == 1.0 else 0.0)
    jump = (peak - 1.0) * 10.0 / 2.0
    if peak > 1.0:
        assert sign * result["mass.a"][first] == pytest.approx(jump, rel=1e-10)
        assert result["mass.a"][first - 1] == 0.0
    after = result.time > begin
    t = result.time[after] - begin
    expected = jump * t + 10.0 * t**2 / 4
    np.testing.assert_allclose(sign * result["mass.w"][after], expected, rtol=1e-7, atol=1e-9)
    assert result["brake.mode"][-1] == sign


def test_stick_and_slip_under_a_sine_torque():
    """A mass that sticks between slides: break-away and stop against the solved motion."""
    amplitude, omega, T0, J = 15.0, 2 * math.pi, 10.0, 2.0
    model = braked(Sine(amplitude=amplitude, f=1.0), REST)
    result = simulate(model, stop_time=2.1, tolerance=1e-11)
    begin = math.asin(T0 / amplitude) / omega

    def speed(t: float) -> float:
        swing = amplitude / omega * (math.cos(omega * begin) - math.cos(omega * t))
        return (swing - T0 * (t - begin)) / J

    end = brentq(speed, 0.3, 0.6, xtol=1e-15)
    mode_changes = [(e.time, c.after) for e in result.events for c in e.changes
                    if c.name == "brake.mode" and e.time > 0]  # fmt: skip
    times = [t for t, _ in mode_changes]
    assert [m for _, m in mode_changes] == [1, 0, -1, 0, 1, 0, -1, 0]
    # One half-wave later the same happens backwards.
    np.testing.assert_allclose(times[1::2], end + 0.5 * np.arange(4), rtol=1e-9)
    np.testing.assert_allclose(times[0::2], begin + 0.5 * np.arange(4), atol=1e-4)
    stuck = result["brake.locked"]
    assert np.all(result["mass.w"][stuck] == 0.0)


def test_released_brake_lets_go():
    """A stuck mass under a torque below the limit starts when the pressure drops below it."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.drive.y >> self.motor.tau
        yield self.pressure.y >> self.brake.f_normalized
        yield self.motor >> self.mass >> self.brake

    model = build(
        equations,
        drive=Constant(k=4.0),
        motor=Torque(),
        mass=Inertia(J=1.0, **REST),
        brake=Brake(fn_max=20.0),
        pressure=Ramp(height=-1.0, duration=1.0, offset=1.0),
    )
    result = simulate(model, stop_time=1.5, tolerance=1e-9)
    # 10 (1 - t) = 4 at t = 0.6; then a = 4 - 10 (1 - t), and 4 once the brake is free.
    t = result.time
    w = np.where(t <= 0.6, 0.0, np.where(t <= 1.0, 5 * (t - 0.6) ** 2, 0.8 + 4 * (t - 1.0)))
    np.testing.assert_allclose(result["mass.w"], w, atol=1e-8)
    assert result["brake.mode"][-1] == 2


def test_braking_against_a_step_of_torque():
    """Forward, through zero and on backwards in one go: the torque turns by 2·T0."""
    result = simulate(
        braked(Step(height=-50.0, start_time=0.1), turning(6.0)), stop_time=1.0, tolerance=1e-8
    )
    stop = 0.1 + (6.0 - 0.5) / 30.0
    t = result.time
    w = np.where(t <= 0.1, 6 - 5 * t, np.where(t <= stop, 5.5 - 30 * (t - 0.1), -20 * (t - stop)))
    np.testing.assert_allclose(result["mass.w"], w, atol=1e-8)


def test_bearing_slows_an_inertia_down():
    """J w' = -(a + b w) in a bearing whose friction rises with the speed."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.mass >> self.bearing

    model = build(
        equations,
        mass=Inertia(J=2.0, **turning(10.0)),
        bearing=BearingFriction(tau_pos=[[0, 3.0], [20, 13.0]]),
    )
    result = simulate(model, stop_time=12.0, tolerance=1e-11)
    a, b, J = 3.0, 0.5, 2.0
    stop = J / b * math.log(1 + b * 10.0 / a)
    assert result.events.of("bearing")[-1].time == pytest.approx(stop, rel=1e-10)
    moving = result.time < stop
    expected = (10.0 + a / b) * np.exp(-b / J * result.time) - a / b
    np.testing.assert_allclose(result["mass.w"][moving], expected[moving], atol=1e-9)
