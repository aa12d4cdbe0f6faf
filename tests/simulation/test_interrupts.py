"""Ctrl-C at a run: it ends soon, and what was computed until then is kept."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from drivetrain import compile as compile_model
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.simulation import run as run_module
from drivetrain.simulation import solver as solver_module
from drivetrain.simulation.interrupts import Interrupts
from drivetrain.simulation.result import RunStatus
from drivetrain.simulation.run import CompiledModel

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


@pytest.mark.parametrize("solver", ["auto", "cvode"])
def test_slow_steps_are_left_between_two_of_them(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch, solver: str
) -> None:
    """As though each step took a tenth of a second: nothing is recorded that is not kept."""
    if solver == "cvode":
        pytest.importorskip("sksundae")
    whole = clutches.simulate(solver=solver)
    monkeypatch.setattr(solver_module, "SECONDS_UNTIL_HEEDED", 0.0)
    slow = compile_model(CoupledClutches())
    told: list[float] = []

    def progress(_: float, time: float) -> None:
        told.append(time)
        if time > 0.5:
            interrupt()

    part = slow.simulate(progress=progress, solver=solver)
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
    monkeypatch.setattr(solver_module, "SECONDS_UNTIL_HEEDED", 0.0)
    many = compile_model(CoupledClutches()).simulate()
    assert many.rows.tobytes() == whole.rows.tobytes()
    assert many.stats.steps == whole.stats.steps


@pytest.mark.parametrize("late", ["find_misfit", "Result"])
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
    result = clutches.simulate()
    assert result.status is RunStatus.INTERRUPTED
    assert result.message == "stopped by the user at t = 1.5 s, its end"
    assert result.rows.tobytes() == whole.rows.tobytes()


def test_who_handles_interrupts_is_left_to_do_so(clutches: CompiledModel) -> None:
    """Their exception ends the run, too."""

    def own(*_: Any) -> None:
        raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, own)
    try:
        result = clutches.simulate(progress=interrupt)
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, usual)
    assert result.status is RunStatus.INTERRUPTED


def test_a_run_within_a_run_is_ended_with_it(
    clutches: CompiledModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver_module, "SECONDS_UNTIL_HEEDED", 0.0)
    inner: list[Any] = []
    outer = clutches.simulate(
        progress=lambda *_: inner.append(clutches.simulate(progress=interrupt))
    )
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
