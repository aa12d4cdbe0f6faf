"""Values between the points of a run: those it would have recorded there, to the last bit."""

from __future__ import annotations

import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from tests.compiled_examples import compiled_example
from tests.fuzzing import within

from drivetrain import Model, examples, simulate
from drivetrain import compile as compile_model
from drivetrain.errors import ResultError, SimulationError, SimulationInterrupted, UsageError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.first import First
from drivetrain.modeling import (
    constant,
    delay,
    der,
    ensure,
    fixed,
    no_event,
    terminate,
    time,
    variable,
)
from drivetrain.rotational import Inertia, SpringDamper
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.simulation.results.row_layout import RowFlag
from drivetrain.simulation.runs.repetition import Repetition
from drivetrain.simulation.settings import settings_of

FLAG = 1
QUICK = {"CoupledClutches", "Backlash", "contacts.Ratchet", "machines.EngineStart"}
SIDES: Any = ("left", "right")


@pytest.fixture(scope="module")
def clutches() -> CompiledModel:
    return compile_model(CoupledClutches())


def instants_of(result: Result, count: int) -> Any:
    """Return random instants in random order, half of them at or very near events."""
    rng = np.random.default_rng(20)
    first, last = result.time[[0, -1]]
    events = np.unique(result.time[result.rows[:, FLAG] != RowFlag.REGULAR])
    chosen = rng.choice(events, count // 2)
    chosen += rng.choice([0.0, 1e-12, -1e-12, 1e-7, -1e-7], len(chosen)) * (last - first)
    chosen[::10] = np.nextafter(chosen[::10], np.inf)
    anywhere = rng.uniform(first, last, count - len(chosen))
    return rng.permutation(np.clip(np.append(chosen, anywhere), first, last))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in examples.names()
    ],
)
def test_at_1000_instants_they_are_those_of_a_run_with_these_points(name: str) -> None:
    model = compiled_example(name)
    usual = model.simulate()
    times = instants_of(usual, 1000)
    sorted_times = np.unique(times)
    given = model.simulate(output_times=sorted_times)
    for side in SIDES:
        found, expected = usual.at(times, side=side), given.at(times, side=side)
        assert list(found) == list(usual.names)
        for variable_name, values in found.items():
            assert values.tobytes() == expected[variable_name].tobytes(), variable_name
    assert usual.resample(output_times=sorted_times).rows.tobytes() == given.rows.tobytes()
    step = (usual.time[-1] - usual.time[0]) / 333.3
    regular, resampled = model.simulate(interval=step), usual.resample(step)
    assert resampled.rows.tobytes() == regular.rows.tobytes()
    assert list(map(str, resampled.events)) == list(map(str, regular.events))
    assert resampled.energy.relative_error == regular.energy.relative_error
    assert resampled.stats.output_points == len(regular.time)


class Swing(Model):
    """Two equal masses on a spring, which swing against each other: w = cos(20 t)."""

    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    spring = SpringDamper(c=200.0, d=0.0)
    right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(-1.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.spring >> self.right


def test_they_are_as_exact_as_the_run() -> None:
    """Lines between 50 points per second are not, by a factor of 10 000."""
    result = simulate(Swing(), stop_time=1.0, interval=0.02, tolerance=1e-8)
    times = np.random.default_rng(4).uniform(0.0, 1.0, 1000)
    exact = np.cos(20.0 * times)
    assert abs(result.at(times, "left.w") - exact).max() < 1e-6
    assert abs(result["left.w"] - np.cos(20.0 * result.time)).max() < 1e-6
    assert abs(result.at(times, "left.w", method="linear") - exact).max() > 1e-2


def test_they_differ_from_a_much_finer_run_by_no_more_than_the_points_do() -> None:
    model = compile_model(CoupledClutches())
    usual = model.simulate(tolerance=1e-6)
    times = np.random.default_rng(5).uniform(0.0, 1.5, 1000)
    fine = model.simulate(tolerance=1e-11, output_times=np.unique(np.append(times, usual.time)))

    def error(instants: Any) -> float:
        speeds = usual.at(instants, "J*.w"), fine.at(instants, "J*.w")
        return max(float(abs(speeds[0][name] - speeds[1][name]).max()) for name in speeds[0])

    assert error(times) <= 1.01 * error(usual.time)
    assert error(times) < 1e-5


def test_at_an_event_the_side_counts(clutches: CompiledModel) -> None:
    result = clutches.simulate()
    instant = result.events.times("clutch3.mode", after="stuck")[0]
    assert result.at(instant, "clutch3.locked", side="left") != result.at(instant, "clutch3.locked")
    beside = np.array([np.nextafter(instant, 0.0), instant, np.nextafter(instant, 2.0)])
    assert result.at(beside, "clutch3.locked").all()
    assert not result.at(beside, "clutch3.locked", side="left").any()
    apart = [instant - 1e-13, instant + 1e-13]
    for side in SIDES:
        assert result.at(apart, "clutch3.locked", side=side).tolist() == [False, True]


class Escaping(Model):
    """A number that escapes to infinity at t = 1 s: x = 1 / (1 - t), with a delayed copy."""

    x = variable("1", start=fixed(1.0))
    late = variable("1")

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == self.x**2 / constant(1.0, "s")
        yield self.late == delay(self.x, 0.125)


class Ending(Model):
    """A number that follows the time until t = 0.7 s."""

    x = variable("s", start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == 1.0
        yield terminate(time >= constant(0.7, "s"), "enough")


def test_of_a_run_that_failed() -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(Escaping(), stop_time=2.0, tolerance=1e-9)
    failed: Any = caught.value.result
    times = np.linspace(0.2, 0.9, 77)
    both = failed.at(times, "x", "late")
    np.testing.assert_allclose(both["x"], 1 / (1 - times), rtol=1e-6)
    np.testing.assert_allclose(both["late"], 1 / (1.125 - times), rtol=1e-6)
    assert failed.at(failed.time[-1], "x") == failed["x"][-1]
    resampled = failed.resample(0.1)
    assert resampled.status is RunStatus.FAILED
    assert resampled.time[-1] == failed.time[-1]


class Peaking(Model):
    """A number that exceeds its limit only while one cannot tell: x = sin(t) at its peak."""

    x = variable("1", start=fixed(0.0))
    rate = variable("1", start=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == self.rate / constant(1.0, "s")
        yield der(self.rate) == -self.x / constant(1.0, "s")
        yield ensure(no_event(self.x < 1.0 - 1e-9), "too far")


def test_an_instant_at_which_an_assertion_is_violated() -> None:
    """The steps have passed it by."""
    settings: dict[str, Any] = {"stop_time": 3.0, "tolerance": 1e-9, "interval": np.inf}
    result = simulate(Peaking(), **settings)
    assert result.at([1.5, 1.6], "x") == pytest.approx(np.sin([1.5, 1.6]))
    with pytest.raises(ResultError, match=r"(?s)with an output point at .* too far"):
        result.at([1.0, np.pi / 2, 2.0], "x")


def test_of_a_run_that_the_model_has_ended() -> None:
    result = simulate(Ending(), stop_time=2.0)
    assert result.time[-1] == pytest.approx(0.7)
    np.testing.assert_allclose(result.at([0.123, 0.699, 0.456], "x"), [0.123, 0.699, 0.456])
    both = result.at([0.123, result.time[-1]], "x")
    np.testing.assert_allclose(both, [0.123, 0.7])
    assert result.resample(10.0).time[-1] == result.time[-1]
    with pytest.raises(ResultError, match=r"t = 0\.8 s lies outside of the run \(0 s … 0\.7 s\)"):
        result.at(0.8, "x")
    with pytest.raises(UsageError, match=r"output_times\[0\] = 0\.8 s lies outside of the run"):
        result.resample(output_times=[0.8])


def test_of_an_interrupted_run_only_what_was_computed_is_made_again(
    clutches: CompiledModel,
) -> None:
    def progress(*_: float) -> None:
        raise KeyboardInterrupt

    def part(**points: Any) -> Any:
        with pytest.raises(SimulationInterrupted) as caught:
            clutches.simulate(stop_time=1e5, progress=progress, **points)
        return caught.value.result

    usual, given = part(interval=1.0), part(output_times=[1.2345])
    with within(20):
        assert usual.at(1.2345, "J1.w") == given["J1.w"][given.time == 1.2345][0]
        assert usual.resample(0.5).time[-1] == usual.time[-1] < 1e5


def test_of_a_run_with_equations_of_its_own() -> None:
    """Without inertia of the motor the model is translated anew."""
    model, given = compile_model(First()), {"J_motor": 0.0}
    result = model.simulate(parameters=given)
    times = np.random.default_rng(6).uniform(0.0, 1.0, 20)
    expected = model.simulate(parameters=given, output_times=np.sort(times))
    for name, values in result.at(times).items():
        assert values.tobytes() == expected.at(times, name).tobytes()


def test_parameters_and_start_values_are_those_of_the_run(clutches: CompiledModel) -> None:
    given = {"J1.J": 1.5, "clutch1.peak": 1.2, "J1.w.start": 12.0}
    result = clutches.simulate(parameters=given, tolerance=1e-4, solver="rodas")
    expected = clutches.simulate(
        parameters=given, tolerance=1e-4, solver="rodas", output_times=[0.7654]
    )
    clutches.simulate(parameters={"J1.J": 3.0})
    assert result.at(0.7654, "J1.w") == expected.at(0.7654, "J1.w")


def test_the_run_is_made_again_once_for_the_same_instants(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    usual = Repetition.__call__

    def counted(self: Repetition, instants: Any) -> Recording:
        calls.append(len(instants))
        return usual(self, instants)

    monkeypatch.setattr(Repetition, "__call__", counted)
    result = clutches.simulate()
    times = [0.12345, 0.2, 0.34567]
    result.at(0.2, "J1.w")
    result.at(result.time[::-1], "J1.w")
    assert not calls
    first = result.at(times, "J1.w")
    assert calls == [2]
    assert result.at(times, "J1.w", "J2.w")["J1.w"].tobytes() == first.tobytes()
    assert result.at(0.34567, "J1.w", side="left") == first[2]
    assert calls == [2]
    for t in (0.2, 0.12345, result.time[700], 0.2, 0.34567):
        result.at(t, "J1.w")
    assert calls == [2]
    for t in (0.77777, 0.12345, 0.66666, 0.77777, 0.34567):
        result.at(t, "J1.w")
    assert calls == [2, 1, 1]


def test_a_copy_has_no_model_and_says_so(clutches: CompiledModel) -> None:
    result = clutches.simulate()
    result.at(0.12345, "J1.w")
    copy: Result = pickle.loads(pickle.dumps(result))
    assert copy.at([0.0, 0.4, 1.5], "J1.w").tobytes() == (
        result.at([0.0, 0.4, 1.5], "J1.w").tobytes()
    )
    for ask in (lambda: copy.at([0.0, 0.12345], "J1.w"), lambda: copy.resample(0.01)):
        with pytest.raises(ResultError, match=r"CoupledClutches comes without its model .*linear'"):
            ask()
    assert copy.at(0.12345, "J1.w", method="linear") == pytest.approx(
        result.at(0.12345, "J1.w"), rel=1e-4
    )


def test_another_run_than_the_recorded_one_is_noticed(clutches: CompiledModel) -> None:
    result, other = clutches.simulate(), clutches.simulate(parameters={"J1.J": 1.1})
    result._repeat = other._repeat
    with pytest.raises(ResultError, match=r"made again .* and its events were others"):
        result.at(0.4567, "J1.w")


def test_of_the_runs_of_an_ensemble() -> None:
    model = compile_model(First())
    many = model.ensemble({"J_motor": [0.1, 0.0, 0.2]})
    alone = model.simulate(parameters={"J_motor": 0.2}, output_times=[0.321])
    for name, value in many[-1].at(0.321).items():
        assert value == alone.at(0.321, name)
    with pytest.raises(ResultError, match=r"run 1 of the ensemble .* has equations of its own"):
        many[1].at(0.321, "inertia1.w")
    copy = pickle.loads(pickle.dumps(many))
    with pytest.raises(ResultError, match="comes without its model"):
        copy[2].at(0.321, "inertia1.w")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
def test_while_the_run_is_made_again_ctrl_c_ends_it() -> None:
    model = compile_model(Swing())
    settings = settings_of(model.model, 0.0, 1e6, None, "auto", None)
    again = Repetition(model.prepared, settings, model.translation.values)
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    try:
        with within(60), pytest.raises(KeyboardInterrupt):
            again(np.array([9e5]))
    finally:
        timer.join()
        signal.signal(signal.SIGINT, usual)


RESAMPLED: dict[str, tuple[Callable[[Result], object], str]] = {
    "nothing": (lambda result: result.resample(), "give either interval or output_times="),
    "both": (lambda result: result.resample(0.1, output_times=[0.2]), "give either interval or"),
    "a list": (lambda result: result.resample([0.1, 0.2]), "instants are given as output_times="),
    "backwards": (lambda result: result.resample(-1.0), "has to be positive"),
    "too many": (lambda result: result.resample(1e-12), "choose a longer interval"),
}


@pytest.mark.parametrize("what", RESAMPLED)
def test_grids_that_make_no_sense_are_refused(clutches: CompiledModel, what: str) -> None:
    resample, message = RESAMPLED[what]
    with pytest.raises(UsageError, match=message):
        resample(clutches.simulate())


def test_a_resampled_result_is_complete(clutches: CompiledModel) -> None:
    result = clutches.simulate()
    result.rows  # noqa: B018 - all rows are completed from now on
    coarse = result.resample(0.25)
    assert coarse.rows.tobytes() == clutches.simulate(interval=0.25).rows.tobytes()
    assert isinstance(coarse.settings, dict)
    assert coarse.settings["interval"] == 0.25
    assert coarse.check is result.check
    assert str(coarse.start) == str(result.start)
    assert coarse.parameters == result.parameters
    assert coarse.at(0.4321, "J1.w") == result.at(0.4321, "J1.w")
    assert len(result.resample(np.inf).time) == 20
