"""Runs of very many events need constant time and memory for each; 10^7 of them with --long."""

from __future__ import annotations

import gc
import os
import sys
import weakref
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, fixed
from drivetrain import compile as compile_model
from drivetrain.blocks import Hysteresis, SampleTrigger
from drivetrain.modeling import constant, der, variable, where
from drivetrain.rotational import Brake, ConstantTorque, Inertia
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result

LONG = bool(os.environ.get("DRIVETRAIN_LONG"))
STATM = Path("/proc/self/statm")
PARTS = 10
LOST = 4.0  # bytes per event that may be lost to the allocator
NOISE = 2e6  # bytes

pytestmark = pytest.mark.skipif(not STATM.exists(), reason="no /proc to read the memory from")


class Relay(Model):
    """A level that a relay drives up and down: an event every two seconds."""

    level = variable("1", start=fixed(0.0))
    relay = Hysteresis(u_low=-1.0, u_high=1.0)

    def equations(self) -> Iterable[Any]:
        yield constant(1.0, "s") * der(self.level) == where(self.relay.y, -1.0, 1.0)
        yield self.relay.u == self.level


class Clock(Model):
    """A clock that ticks every two seconds."""

    level = variable("1", start=fixed(0.0))
    clock = SampleTrigger(period=2.0)

    def equations(self) -> Iterable[Any]:
        yield constant(1.0, "s") * der(self.level) == where(self.clock.y, 1.0, 0.0)


class Rub(Model):
    """A brake that grips and slips in turn: an event about every two seconds."""

    relay = Relay()
    motor = ConstantTorque(tau_constant=1.0)
    disc = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    brake = Brake(fn_max=4.0, mu_pos=[[0, 0.5]])

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.disc >> self.brake
        yield self.brake.f_normalized == where(self.relay.level > 0.0, 1.0, 0.0)


def memory() -> float:
    """Memory that this process occupies, bytes."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def watched(compiled: CompiledModel, n_events: int) -> tuple[Result, np.ndarray]:
    """Run; return the result, and fraction, memory and time at the end of each tenth of the run."""
    marks: list[tuple[float, float, float]] = []

    def progress(fraction: float, _: float) -> None:
        if fraction * PARTS >= len(marks):
            marks.append((fraction, memory(), process_time()))

    stop = 2.0 * n_events
    result = compiled.simulate(stop_time=stop, interval=stop, progress=progress)
    return result, np.array(marks)


@pytest.mark.parametrize("kind", [Relay, Clock, Rub])
def test_memory_grows_by_the_rows_alone(kind: type[Model]) -> None:
    n_events = 10_000_000 if LONG else 100_000
    compiled = compile_model(kind())
    watched(compiled, 20_000)
    result, marks = watched(compiled, n_events)
    passed = result.stats.state_events + result.stats.time_events
    assert passed >= n_events - 1
    between = passed * (marks[-1, 0] - marks[2, 0])
    growth, rows = (marks[-1, 1] - marks[2, 1]) / between, result.rows.nbytes / passed
    assert growth <= rows + LOST + NOISE / between, f"{growth:.1f} bytes per event, rows {rows:.1f}"
    if LONG:
        assert memory() - marks[-1, 1] <= 0.1 * result.rows.nbytes
        check_time_and_log(result, marks, f"{kind.__name__}: {growth:.1f} bytes (rows {rows:.0f})")


def test_a_result_that_nobody_needs_lets_go_of_what_was_recorded() -> None:
    model = Model("disc")
    model.add(disc=Inertia(J=1.0, w=fixed(1.0)))
    compiled = compile_model(model)
    compiled.simulate(stop_time=1.0)
    gc.disable()
    try:
        result = compiled.simulate(stop_time=1.0)
        recorded = [weakref.ref(result.rows), weakref.ref(result.start)]
        del result
        assert [it() for it in recorded] == [None, None]
    finally:
        gc.enable()


def check_time_and_log(result: Result, marks: np.ndarray, text: str) -> None:
    """The last events take as long as the first, and the log of them all fits into memory."""
    lasted = np.diff(marks[:, 2]) / np.diff(marks[:, 0])
    before = memory()
    told = len(result.events)
    log = (memory() - before) / told
    print(f"\n{text} for each of {told} events, {log:.0f} more for the log; seconds per 1e7: "
          f"{', '.join(f'{t:.1f}' for t in lasted)}", file=sys.stderr)  # fmt: skip
    assert np.median(lasted[-3:]) <= 1.5 * np.median(lasted[:3])
    assert log <= 200.0
