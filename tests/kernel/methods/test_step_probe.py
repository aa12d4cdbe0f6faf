"""The step probe finds what is planted, says nothing of right runs and leaves no trace in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.kernel.batch_runs import Series, SeriesStart
from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.step_probe import ALARM, StepProbe

Floats = npt.NDArray[np.float64]
Make = Callable[..., KernelModel]

GEARED = {"n_x": 2, "n_y": 2, "pair_value": [2], "pair_rate": [3]}
UNNOTICED = {"n_x": 1, "n_y": 2, "pair_value": [1], "pair_rate": [2]}
FOLLOWER = {"n_x": 1, "n_q": 1, "jac_ptr": [0, 1], "jac_row": [0]}
CALM = 20.0
"""Ratio that no right run here comes near to."""


def probed(run: Any, *args: Any, **settings: Any) -> StepProbe:
    """Probe of a run that reaches its end."""
    _, status, solver = run(*args, **settings)
    assert status is Status.DONE
    return solver.step_probe()


def test_the_speed_follows_its_acceleration(make_model: Make, run: Any) -> None:
    found = probed(run, make_model("geared", **GEARED), [1, 0], parameters=[3, 1], stop_time=60)
    assert found.steps >= 2
    assert found.ratio < CALM
    assert found.refined == 0


@pytest.mark.parametrize("factor", [0.0, 0.99, 1.01, -1.0])
def test_a_wrong_acceleration_is_found(make_model: Make, run: Any, factor: float) -> None:
    model = make_model("geared", **GEARED)
    found = probed(run, model, [1, 0], parameters=[3, factor], stop_time=20)
    assert found.ratio > ALARM
    assert (found.state, found.pair) == (None, 0)
    assert 0 <= found.begin < found.end <= 20
    exact = [(1 + 0.1 * np.cos(3 * t)) * -3 * np.sin(3 * t) for t in (found.begin, found.end)]
    assert found.change == pytest.approx(exact[1] - exact[0], abs=1e-4)
    assert found.integral == pytest.approx(factor * found.change, abs=1e-4)
    missed = abs(found.change - found.integral)
    assert found.ratio == pytest.approx(missed / found.allowed, rel=1e-6)


def test_a_jump_that_the_rates_have_not_noticed_is_found(make_model: Make, run: Any) -> None:
    settings = {"stop_time": 10.0, "max_step": 0.02}
    model = make_model("unnoticed", **UNNOTICED)
    right = probed(run, model, [0], parameters=[99, 1], **settings)
    found = probed(run, model, [0], parameters=[5, 1], **settings)
    assert right.ratio < CALM
    assert found.ratio > ALARM
    assert (found.state, found.pair) == (0, None)
    assert found.begin > 4.9
    assert found.integral / found.change == pytest.approx(2.0)


@pytest.mark.parametrize("rate", [1.0, 1e3, 1e6, 1e9])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-7, 1e-10])
def test_a_fast_mode_is_no_fault(make_model: Make, run: Any, rate: float, tolerance: float) -> None:
    model = make_model("follower", **FOLLOWER)
    settings = {"stop_time": 60.0, "max_step": 0.2, "atol": tolerance, "rtol": tolerance}
    found = probed(run, model, [1], parameters=[rate], **settings)
    assert found.steps >= 2
    assert found.ratio < CALM


@pytest.mark.parametrize("frequency", [1.0, 30.0, 300.0])
def test_bends_are_no_fault(make_model: Make, run: Any, frequency: float) -> None:
    made = make_model("bending", n_x=1, switching_counts=[False])
    found = probed(run, made, [0], parameters=[1, frequency], stop_time=10.0)
    assert found.steps >= 4
    assert found.ratio < CALM


def test_steps_behind_a_handful_of_kinks_are_all_probed(make_model: Make, run: Any) -> None:
    """One kink at pi within 4 s, and three within 10 s: their number is that of further probes."""
    made = make_model("bending", n_x=1, switching_counts=[False])
    settings = {"max_step": 0.1, "parameters": [1, 1]}
    few = probed(run, made, [0], stop_time=3.0, **settings)
    more = probed(run, made, [0], stop_time=3.2, **settings)
    assert more.steps == few.steps + 1


def test_probes_are_few(make_model: Make, run: Any) -> None:
    """Of a long run next to no step is probed, and the last ones as well as the first."""
    model = make_model("geared", **GEARED)
    _, _, solver = run(model, [1, 0], parameters=[3, 1], stop_time=1000, max_step=0.01)
    steps = solver.stats.steps
    assert steps >= 100_000
    assert steps / 256 < solver.step_probe().steps < steps / 64


def test_nothing_is_said_before_a_run_and_anew_after_another(make_model: Make) -> None:
    nothing = StepProbe(0, 0, 0.0, None, None, *5 * (0.0,))
    settings = {"start_time": 0.0, "stop_time": 5.0, "interval": 1.0, "parameters": [3.0, 0.0]}
    with Solver(make_model("geared", **GEARED), **settings) as solver:
        assert solver.step_probe() == nothing
        solver.initialise([1, 0])
        solver.advance()
        first = solver.step_probe()
        assert first.ratio > ALARM
        solver.initialise([1, 0])
        assert solver.step_probe() == nothing
        solver.advance()
        assert solver.step_probe() == first


def test_long_rows_are_not_probed(make_model: Make, run: Any) -> None:
    model = make_model("geared", **(GEARED | {"n_y": 1 << 17}))
    assert probed(run, model, [1, 0], parameters=[3, 0], interval=1.0).steps == 0


BALL = ("ball", {"n_x": 2, "n_z": 1, "strict": [True], "reinit_state": [1]}, [1, 0], [0])
WAVE = ("wave", {"n_x": 1, "n_z": 1, "strict": [True]}, [0], [0])
RUNS = [
    (*BALL, [9.81, 0.8], "auto"),
    (*WAVE, [7.0, 0.5], "auto"),
    ("geared", GEARED, [1, 0], [], [3, 0], "bs5"),
    ("bending", {"n_x": 1, "switching_counts": [False]}, [0], [], [1, 30], "bs5"),
    ("follower", FOLLOWER, [1], [], [1e6], "auto"),
    ("follower", FOLLOWER, [1], [], [1e6], "rodas"),
]


@pytest.mark.parametrize("case", RUNS, ids=lambda case: f"{case[0]}-{case[-1]}")
def test_the_run_is_the_same_without(make_model: Make, run: Any, case: Any) -> None:
    name, sizes, x0, pre0, parameters, method = case
    model = make_model(name, **sizes)
    with_probes, without = (
        run(model, x0, pre0, parameters=parameters, method=method, step_probes=probes)
        for probes in (True, False)
    )
    np.testing.assert_array_equal(with_probes[0], without[0])
    assert with_probes[2].stats == without[2].stats
    assert with_probes[2].step_probe().steps > 0
    assert without[2].step_probe().steps == 0


@pytest.mark.parametrize(
    "name",
    ["CoupledClutches", "Backlash", "LossyGearDemo2", "machines.ServoAxis", "machines.EngineStart"],
)
@pytest.mark.parametrize("method", ["auto", "rodas"])
def test_examples_are_the_same_without(
    monkeypatch: pytest.MonkeyPatch, name: str, method: Any
) -> None:
    """Loops that are solved from a guess, delays and modes take nothing over from a probe."""
    model = examples.find(name)()
    e = model.experiment
    results = []
    for probes in (True, False):
        maker = partial(Solver, step_probes=probes)
        monkeypatch.setattr("drivetrain.simulation.kernel_solver.Solver", maker)
        result = dt.simulate(model, stop_time=e.stop_time, interval=e.interval, solver=method)
        results.append(result)
    one, other = results
    np.testing.assert_array_equal(one.rows, other.rows)
    assert one.stats.rhs_evaluations == other.stats.rhs_evaluations


def test_runs_of_a_series_say_what_their_own_solvers_do(make_model: Make, run: Any) -> None:
    model = make_model("geared", **GEARED)
    sets = np.array([[3.0, 1.0], [3.0, 0.5], [5.0, 1.0]])
    settings: dict[str, Any] = {"start_time": 0.0, "stop_time": 10.0, "interval": 1.0}
    start = SeriesStart(
        np.array([1.0, 0.0]), np.empty(0), np.empty(0, np.int64), np.empty(0), np.empty(0)
    )
    none = np.empty((len(sets), 0))
    with Solver(model, parameters=sets[0], **settings) as like:
        series = Series(
            like, parameters=sets, sample_start=none, sample_interval=none, delay_longest=none,
            start=start,
        )  # fmt: skip
    assert (series.probes.quantity == -1).all()
    _, left = series.advance(10_000, 10_000_000)
    assert left is None
    for parameters, record in zip(sets, series.probes, strict=True):
        _, _, solver = run(model, [1, 0], parameters=parameters, **settings)
        assert StepProbe.of(record, model.n_rates) == solver.step_probe()
    assert (series.probes.ratio > ALARM).tolist() == [False, True, False]
