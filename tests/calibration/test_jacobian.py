"""Fits whose residuals are differentiated by sensitivities, beside those by differences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.calibration import Measured, Sensor, Unknown, problem
from drivetrain.errors import AnalysisWarning, UsageError
from drivetrain.gradients import dissipated, first
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import Damper, Fixed, Inertia, Torque
from tests.calibration.bench import BOTH, SIGMA, TRUTH, bench, record, true_run

TIMES = np.linspace(0.02, 2.0, 40)
BOUNDS = {"clutch.fn_max": (20.0, 80.0), "engine.J": (0.1, 0.4), "brake.d": (0.1, 1.0)}


def both(data: Any, **more: Any) -> tuple[np.ndarray, np.ndarray, dt.calibration.Problem]:
    """Return the derivatives of both methods at the first values, and the latter problem."""
    given = {"observe": BOTH, "sigma": SIGMA, **more}
    by_runs = problem(bench(), data, **given)
    carried = problem(bench(), data, jacobian="sensitivities", **given)
    return by_runs.jacobian(by_runs.start), carried.jacobian(carried.start), carried


def test_a_fit_ends_at_the_same_estimates_with_the_same_covariance() -> None:
    data = record(true_run(), TIMES)
    one, other = (
        dt.fit(bench(), data, observe=BOTH, vary=BOUNDS, sigma=SIGMA, jacobian=method)
        for method in ("differences", "sensitivities")
    )
    assert other.x == pytest.approx(one.x, rel=1e-7)
    assert other.uncertainty.covariance == pytest.approx(one.uncertainty.covariance, rel=1e-5)
    assert not other.problem.by_differences
    assert other.problem.runs < one.problem.runs


def test_sensors_priors_and_instants() -> None:
    observe = {"n_in": Sensor("engine.w", gain="gain"), "n_out": Sensor("load.w", offset="drift")}
    vary = {
        "clutch.fn_max": Unknown(40.0, prior=(41.0, 2.0)), "brake.d": 0.4,
        "gain": 1.05, "drift": Unknown(0.3),
    }  # fmt: skip
    outcomes = {first("clutch.mode", "stuck"): (0.385, 0.002)}
    by_runs, carried, made = both(
        record(true_run(), TIMES), observe=observe, vary=vary, outcomes=outcomes
    )
    assert carried == pytest.approx(by_runs, rel=1e-4, abs=1e-5 * np.abs(by_runs).max())
    assert carried[-1].tolist() == [0.5, 0.0, 0.0, 0.0]
    assert not made.by_differences


def test_values_of_several_experiments() -> None:
    data = {
        name: Measured(record(true_run(**{"clutch.fn_max": force}), TIMES), observe=BOTH)
        for name, force in (("weak", 35.0), ("strong", 50.0))
    }
    vary = {"clutch.fn_max": Unknown(40.0, separate=True), "engine.J": 0.2}
    by_runs, carried, _ = both(data, observe=None, vary=vary)
    assert carried == pytest.approx(by_runs, rel=1e-4, abs=1e-5 * np.abs(by_runs).max())
    assert (carried[:80, 1] == 0.0).all()


class Pushed(Model):
    """A braked wheel that is pushed from an instant on."""

    experiment = Experiment(stop_time=1.0)

    push = Step(height=2.0, start_time=0.5)
    motor = Torque()
    wheel = Inertia(J=1.0, phi=fixed(0), w=fixed(1.0))
    brake = Damper(d=0.4)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.push.y >> self.motor.tau
        yield self.motor >> self.wheel >> self.brake >> self.ground


def test_where_there_is_no_sensitivity_differences_take_its_place() -> None:
    """A sample just at an event is on either side of it if the event moves."""
    compiled = dt.compile(Pushed())
    data = compiled.simulate(interval=0.125).to_pandas("motor.flange.tau", "wheel.w")
    given: dict[str, Any] = {
        "observe": {"wheel.w": "wheel.w"}, "sigma": 0.01,
        "vary": {"push.start_time": 0.5, "wheel.J": 1.1},
    }  # fmt: skip
    made = problem(compiled, data, jacobian="sensitivities", **given)
    expected = problem(compiled, data, **given).jacobian(made.start)
    found = made.jacobian(made.start)
    assert found[:, 0].tolist() == expected[:, 0].tolist()
    assert found[:, 1] == pytest.approx(expected[:, 1], rel=1e-5, abs=1e-6)
    assert list(made.by_differences) == ["push.start_time"]
    assert "just at an event" in made.by_differences["push.start_time"]
    with pytest.warns(AnalysisWarning, match=r"push\.start_time is differentiated by differences"):
        fit = dt.fit(compiled, data, jacobian="sensitivities", **given)
    assert fit["wheel.J"].value == pytest.approx(1.0, rel=1e-6)
    assert "push.start_time is differentiated by differences" in str(fit)


def test_outcomes_without_sensitivities() -> None:
    vary = {"clutch.fn_max": 40.0}
    outcomes = {dissipated("clutch"): (700.0, 10.0)}
    by_runs, carried, made = both(record(true_run(), TIMES), vary=vary, outcomes=outcomes)
    assert carried.tolist() == by_runs.tolist()
    assert "dissipated(clutch)" in made.by_differences["clutch.fn_max"]


def test_a_parameter_that_changes_a_clock_is_refused_alone() -> None:
    compiled = dt.compile(dt.examples.find("machines.ServoAxis")())
    times = np.linspace(0.21, 0.22, 5)
    data = pd.DataFrame({"t": times, "motor.w": compiled.simulate().at(times, "motor.w")})
    made = problem(
        compiled, data, observe={"motor.w": "motor.w"}, sigma=0.1, jacobian="sensitivities",
        vary={"set_point.period": 10.0, "motor.J": 4e-4},
    )  # fmt: skip
    made.jacobian(made.start)
    assert list(made.by_differences) == ["set_point.period"]
    assert "clock" in made.by_differences["set_point.period"]


def test_other_methods_are_refused() -> None:
    with pytest.raises(UsageError, match="sensitivities"):
        problem(bench(), record(true_run(), TIMES), observe=BOTH, vary=TRUTH, jacobian="exact")
