"""Ctrl-C at a run: it ends soon, and what was computed until then is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from tests.fuzzing import within

from drivetrain import Model
from drivetrain import compile as compile_model
from drivetrain.errors import SimulationError, SimulationInterrupted
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.first import First
from drivetrain.modeling import constant, der, fixed, variable
from drivetrain.simulation import kernel_solver
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.ensembles.batch import BatchOfRuns
from drivetrain.simulation.results.result import RunStatus
from drivetrain.simulation.runs import run as run_module
from drivetrain.simulation.runs.interrupts import Interrupts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")


@pytest.fixture(autouse=True)
def heeds_interrupts() -> Iterator[None]:
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.signal(signal.SIGINT, usual) is signal.default_int_handler


@pytest.fixture
def clutches() -> CompiledModel:
    return compile_model(CoupledClutches())


def interrupt(*_: Any) -> None:
    signal.raise_signal(signal.SIGINT)


def stopped(run: Callable[[], Any]) -> Any:
    """Return the partial result of what is interrupted."""
    with pytest.raises(SimulationInterrupted) as caught:
        run()
    result = caught.value.result
    assert str(caught.value) == result.message or len(result) == len(result.interrupted)
    return result


def signal_after(seconds: float) -> threading.Timer:
    """Press Ctrl-C in a while."""
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_a_loop_of_runs_ends(clutches: CompiledModel) -> None:
    """The eighth run is not begun as if nothing had happened."""
    begun: list[int] = []

    def loop() -> None:
        for number in range(8):
            begun.append(number)
            clutches.simulate(stop_time=1e5, interval=10.0)

    timer = signal_after(0.3)
    with within(60), pytest.raises(KeyboardInterrupt) as caught:
        loop()
    timer.join()
    assert begun == [0]
    assert isinstance(caught.value, SimulationInterrupted)
    assert 0.0 < caught.value.result.time[-1] < 1e5
    assert caught.value.result.status is RunStatus.INTERRUPTED


SCRIPT = """
import drivetrain as dt
model = dt.compile(dt.examples.find("CoupledClutches")())
for number in range(8):
    print(number, flush=True)
    try:
        model.simulate(stop_time=1e5, interval=10.0)
    except Exception:
        continue
"""


def test_ctrl_c_ends_a_script() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    script = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert script.stdout is not None
    begun = script.stdout.readline()
    time.sleep(0.3)
    script.send_signal(signal.SIGINT)
    rest, said = script.communicate(timeout=60)
    assert (begun, rest) == ("0\n", "")
    assert script.returncode != 0
    assert said.splitlines()[-1].startswith(
        "drivetrain.errors.SimulationInterrupted: stopped by the user at t = "
    )


def test_a_loop_that_passes_over_errors_ends_too(clutches: CompiledModel) -> None:
    def progress(*_: float) -> None:
        raise KeyboardInterrupt

    begun: list[int] = []

    def loop() -> None:
        for number in range(8):
            begun.append(number)
            with suppress(Exception):
                clutches.simulate(progress=progress)

    with pytest.raises(KeyboardInterrupt):
        loop()
    assert begun == [0]


class Escaping(Model):
    """A speed that escapes to infinity at t = 1 s."""

    w = variable("1", start=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.w) == self.w**2 / constant(1.0, "s")


def test_a_run_that_fails_when_it_is_interrupted_ends_the_loop_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its message is that of the failure."""

    def closing_rows(*_: Any) -> list[Any]:
        interrupt()
        return []

    monkeypatch.setattr(run_module, "closing_rows", closing_rows)
    with pytest.raises(SimulationInterrupted) as caught:
        compile_model(Escaping()).simulate(stop_time=2.0)
    assert caught.value.result.status is RunStatus.FAILED
    assert isinstance(caught.value.__cause__, SimulationError)
    assert str(caught.value) == str(caught.value.__cause__)


@pytest.mark.parametrize("solver", ["auto", "cvode"])
def test_slow_steps_are_left_between_two_of_them(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch, solver: str
) -> None:
    """As though each step took a tenth of a second: nothing is recorded that is not kept."""
    if solver == "cvode":
        pytest.importorskip("sksundae")
    whole = clutches.simulate(solver=solver)
    monkeypatch.setattr(kernel_solver, "SECONDS_UNTIL_HEEDED", 0.0)
    slow = compile_model(CoupledClutches())
    told: list[float] = []

    def progress(_: float, reached: float) -> None:
        told.append(reached)
        if reached > 0.5:
            interrupt()

    part = stopped(lambda: slow.simulate(progress=progress, solver=solver))
    assert part.status is RunStatus.INTERRUPTED
    assert part.message == f"stopped by the user at t = {part.time[-1]:g} s"
    assert len(told) > 3
    assert told == sorted(told)
    assert 0.5 < part.time[-1] == told[-1] < 1.0
    assert part.rows.tobytes() == whole.rows[: len(part.time)].tobytes()
    assert part.stats.steps < whole.stats.steps
    assert part.stats.output_points == len(part.time)
    assert [e.time for e in part.events] == [e.time for e in whole.events if e.time <= told[-1]]


def test_slices_of_a_run_fill_the_same_memory(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = clutches.simulate()
    monkeypatch.setattr(kernel_solver, "SECONDS_UNTIL_HEEDED", 0.0)
    many = compile_model(CoupledClutches()).simulate()
    assert many.rows.tobytes() == whole.rows.tobytes()
    assert many.stats.steps == whole.stats.steps


@pytest.mark.parametrize("late", ["find_ill_conditioning", "Result"])
def test_an_interrupt_after_the_last_step_loses_nothing(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    whole = clutches.simulate()
    usual = getattr(run_module, late)

    def interrupted(*args: Any, **keywords: Any) -> Any:
        if not calls:
            interrupt()
        calls.append(late)
        return usual(*args, **keywords)

    calls: list[str] = []
    monkeypatch.setattr(run_module, late, interrupted)
    result = stopped(clutches.simulate)
    assert result.status is RunStatus.INTERRUPTED
    assert result.message == "stopped by the user at t = 1.5 s, its end"
    assert result.rows.tobytes() == whole.rows.tobytes()


def test_who_handles_interrupts_is_left_to_do_so(clutches: CompiledModel) -> None:
    """Their exception ends the run, too."""

    def own(*_: Any) -> None:
        raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, own)
    try:
        result = stopped(lambda: clutches.simulate(progress=interrupt))
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, usual)
    assert result.status is RunStatus.INTERRUPTED


def test_a_run_within_a_run_is_ended_with_it(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_solver, "SECONDS_UNTIL_HEEDED", 0.0)
    inner: list[Any] = []

    def progress(*_: float) -> None:
        try:
            clutches.simulate(progress=interrupt)
        except SimulationInterrupted as stop:
            inner.append(stop.result)

    outer = stopped(lambda: clutches.simulate(progress=progress))
    assert [result.status for result in inner] == [RunStatus.INTERRUPTED]
    assert outer.status is RunStatus.INTERRUPTED
    assert outer.time[-1] < 1.5


def test_the_third_interrupt_is_not_waited_with() -> None:
    with Interrupts() as interrupts:
        interrupt()
        interrupt()
        assert interrupts.noted
        with pytest.raises(KeyboardInterrupt):
            interrupt()


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_ensemble_keeps_the_runs_that_are_over(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """The stop time of the 30th run is that of the others; it is there that Ctrl-C is pressed."""
    given = {"J1.J": np.linspace(0.5, 1.5, 400)}
    whole = clutches.ensemble(given)
    assert (whole.status, whole.message) == (RunStatus.DONE, "")
    usual = BatchOfRuns.outcomes

    def outcomes(self: BatchOfRuns, runs: range) -> Any:
        if 30 in runs:
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)
            assert self.stopped.wait(30)
        return usual(self, runs)

    monkeypatch.setattr(BatchOfRuns, "outcomes", outcomes)
    part = stopped(lambda: clutches.ensemble(given, threads=threads))
    over = sorted(set(range(400)).difference(part.interrupted))
    assert part.status is RunStatus.INTERRUPTED
    assert part.message == f"stopped by the user when {len(over)} of 400 runs were over"
    assert repr(part).endswith(f"400 runs, 0 failed, {400 - len(over)} interrupted>")
    assert part.failed == []
    assert 0 < len(over) < 200
    for run in over:
        assert part.rows[run].tobytes() == whole.rows[run].tobytes()
        assert part[run].status is RunStatus.DONE
    assert part[399].status is part[-1].status is RunStatus.INTERRUPTED
    assert part.messages[399] == "not run: stopped by the user before"
    assert np.isnan(part.final("J1.w")[399])
    np.testing.assert_array_equal(part.final("J1.w")[over], whole.final("J1.w")[over])


@pytest.mark.parametrize(
    ("model", "given"),
    [(CoupledClutches, {"J1.J": [1.0, 2.0]}), (First, {"J_motor": [0.1, 0.0]})],
)
def test_runs_under_way_are_kept_as_far_as_they_came(model: Any, given: Any) -> None:
    """The second one of the other model has a structure of its own."""
    compiled = compile_model(model())
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    with within(60):
        many = stopped(lambda: compiled.ensemble(given, stop_time=1e6, threads=2))
    assert many.interrupted == (0, 1)
    for run in many:
        assert run.status is RunStatus.INTERRUPTED
        assert run.message == f"stopped by the user at t = {run.time[-1]:g} s"
