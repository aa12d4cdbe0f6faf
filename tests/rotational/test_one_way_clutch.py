"""Clutch with freewheel: it overruns, locks, and slips when torn open, as mechanics says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import Constant, Ramp
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import Inertia, OneWayClutch, Torque

J = 3.0


def bench(w_out: float, slope: float, pressed: float, peak: float = 1.0) -> Model:
    """Return two inertias `J` with the clutch between; a torque ``slope * t`` drives the second."""

    class Bench(Model):
        inside = Inertia(J=J, phi=fixed(0.0), w=fixed(0.0))
        clutch = OneWayClutch(fn_max=4.0, peak=peak)
        outside = Inertia(J=J, phi=fixed(0.0), w=fixed(w_out))
        torque = Torque()
        ramp = Ramp(height=slope, duration=1.0)
        force = Constant(k=pressed)

        def equations(self) -> Iterable[Any]:
            yield self.inside >> self.clutch >> self.outside >> self.torque
            yield self.ramp.y >> self.torque.tau
            yield self.force.y >> self.clutch.f_normalized

    return Bench()


def test_it_overruns_freely():
    result = simulate(bench(w_out=2.0, slope=0.0, pressed=0.0), stop_time=1.0)
    np.testing.assert_allclose(result["clutch.w_rel"], 2.0, rtol=1e-12)
    np.testing.assert_array_equal(result["clutch.tau"], 0.0)
    assert not result["clutch.stuck"][-1]


def test_the_freewheel_locks_when_caught_up():
    result = simulate(bench(w_out=0.5, slope=-6.0, pressed=0.0), stop_time=2.0, tolerance=1e-10)
    caught = 0.5**0.5  # 0.5 - 6 t² / (2 J) = 0
    locked = result.time > caught + 1e-9
    assert np.all(result["clutch.stuck"][locked])
    np.testing.assert_array_equal(result["clutch.w_rel"][locked], 0.0)
    np.testing.assert_allclose(result["clutch.tau"][-1], -6.0 / 2, rtol=1e-9)
    first = result.time[result["clutch.stuck"] > 0.5][0]
    assert first == pytest.approx(caught, abs=1e-9)


@pytest.mark.parametrize("peak", [1.0, 1.5])
def test_the_clutch_tears_open_at_its_peak(peak):
    result = simulate(bench(0.0, slope=10.0, pressed=1.0, peak=peak), stop_time=1.0, interval=1e-3)
    tau0 = 0.5 * 4.0
    torn = 2 * max(peak, 1 + 1e-4) * tau0 / 10.0
    first = result.time[result["clutch.stuck"] < 0.5][0]
    assert first == pytest.approx(torn, abs=1e-6)
    np.testing.assert_allclose(result["clutch.tau"][result.time > torn + 1e-6], tau0)


def test_the_released_clutch_has_the_friction_torque_zero():
    result = simulate(bench(0.0, slope=10.0, pressed=0.0), stop_time=0.5)
    assert result["clutch.w_rel"][-1] == pytest.approx(10 * 0.5**2 / 2 / J, rel=1e-3)
    assert result["clutch.tau"][-1] == 0.0


@pytest.mark.parametrize("inertia", [0.1, 1.0, 10.0, 1000.0])
def test_sliding_starts_whatever_the_inertia(inertia):
    model = bench(0.0, slope=10.0, pressed=1.0)
    parameters = {"inside.J": inertia, "outside.J": inertia}
    result = simulate(model, stop_time=1.0, parameters=parameters, tolerance=1e-9)
    torn = 2 * (1 + 1e-4) * 2.0 / 10.0
    t = 1.0 - torn
    relative = (5 * (1.0 - torn**2) - 2 * 2.0 * t) / inertia
    assert result["clutch.w_rel"][-1] == pytest.approx(relative, rel=1e-6)


def test_heat_is_what_slipping_loses():
    result = simulate(bench(2.0, 0.0, pressed=1.0), stop_time=2.0, tolerance=1e-9)
    assert result["clutch.stuck"][-1]
    lost = J * 2.0**2 / 2 - J * 1.0**2
    assert result.energy.dissipated[-1] == pytest.approx(lost, rel=1e-8)


@pytest.mark.parametrize("pull", [-5.0, 0.0, 5.0])
def test_a_start_against_the_freewheel_is_refused(pull):
    with pytest.raises(DrivetrainError, match="clutch: flange_b is slower than flange_a"):
        simulate(bench(w_out=-3.0, slope=pull, pressed=1.0), stop_time=0.1)


def test_the_event_log_tells_when_it_locks_and_nothing_of_how():
    result = simulate(bench(w_out=0.5, slope=-6.0, pressed=0.0), stop_time=2.0)
    told = [str(change) for event in result.events.telling for change in event.shown]
    assert told == ["clutch.locked: false → true"]
    assert "clutch.stuck: false → true" in result.events.text(detail=True)
