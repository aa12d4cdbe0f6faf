"""Machine code of a compiled model: soon there, and quicker once it is run again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.compiler.codegen import llvm as emit
from drivetrain.errors import DrivetrainError
from drivetrain.examples.coupled_clutches import CoupledClutches


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much the code generator was asked to optimise, one entry per call."""
    made: list[int] = []
    generate = emit._machine_code

    def write_down(ir: str, level: int, processor: tuple[str, str] = emit._ANY) -> object:
        made.append(level)
        return generate(ir, level, processor)

    monkeypatch.setattr(emit, "_machine_code", write_down)
    return made


def test_optimised_code_comes_when_runs_took_as_long_and_has_the_same_bits(
    levels: list[int], monkeypatch: pytest.MonkeyPatch
):
    compiled = compile_model(CoupledClutches())
    first = compiled.simulate()
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 1.0)
    compiled.simulate()
    assert levels == [0]
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 0.0)
    second, third = compiled.simulate(), compiled.simulate()
    assert levels == [0, 2]
    assert first.rows.tobytes() == second.rows.tobytes() == third.rows.tobytes()
    assert first["J1.w"].tobytes() == second["J1.w"].tobytes()  # the first code is still there


def test_runs_side_by_side_make_it_once(levels: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 0.0)
    compiled = compile_model(CoupledClutches())
    with ThreadPoolExecutor(3) as pool:
        rows = list(pool.map(lambda _: compiled.simulate().rows.tobytes(), range(6)))
    assert levels == [0, 2]
    assert len(set(rows)) == 1


def test_a_run_does_not_wait_for_code_that_another_thread_generates(
    levels: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 0.0)
    compiled = compile_model(CoupledClutches())
    compiled.prepared.has_run(1.0)
    with compiled.prepared._lock, ThreadPoolExecutor(1) as pool:
        pool.submit(compiled.simulate).result(60)
        assert levels == [0]
    compiled.simulate()
    assert levels == [0, 2]


@pytest.mark.parametrize("threads", [1, 3])
def test_many_runs_get_optimised_code_once_those_to_come_gain_by_it(
    levels: list[int], monkeypatch: pytest.MonkeyPatch, threads: int
):
    given = {"clutch1.peak": np.linspace(1.0, 1.5, 40)}
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 1.0)
    usual = compile_model(CoupledClutches()).ensemble(given, stop_time=0.5)
    assert levels == [0]
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 1e-12)
    compiled = compile_model(CoupledClutches())
    quick = compiled.ensemble(given, stop_time=0.5, threads=threads)
    assert levels == [0, 0, 2]
    assert [rows.tobytes() for rows in quick.rows] == [rows.tobytes() for rows in usual.rows]
    assert quick.messages == usual.messages


def test_the_last_runs_of_an_ensemble_wait_for_no_code(
    levels: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 1e-12)
    compiled = compile_model(CoupledClutches())
    compiled.ensemble({"clutch1.peak": [1.1, 1.2]}, stop_time=0.1)
    assert levels == [0]
    compiled.ensemble({"clutch1.peak": [1.1, 1.2]}, stop_time=0.1)  # those before took long enough
    assert levels == [0, 2]


@pytest.mark.parametrize(
    ("given", "threads"),
    [
        ({"clutch1.peek": [1.1]}, 1),
        ({"J1.J": [-1.0]}, 1),
        ({"J1.J": [[1.0]]}, 1),
        ({"J1.J": [1.0]}, 0),
    ],
)
def test_what_is_asked_for_is_checked_before_code_is_made(
    levels: list[int], monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], threads: int
):
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 1e-12)
    compiled = compile_model(CoupledClutches())
    compiled.simulate(stop_time=0.1)
    with pytest.raises(DrivetrainError):
        compiled.ensemble(given, stop_time=0.1, threads=threads)
    assert levels == [0]


def test_the_jacobian_is_made_once(levels: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(emit, "_SECONDS_PER_CHARACTER", 0.0)
    compiled = compile_model(CoupledClutches())
    first = compiled.simulate(solver="rodas", stop_time=0.1)
    second = compiled.simulate(solver="rodas", stop_time=0.1)
    assert levels == [0, 0, 2]
    assert first.rows.tobytes() == second.rows.tobytes()


def test_long_loops_are_optimised_at_once(levels: list[int], monkeypatch: pytest.MonkeyPatch):
    from tests.behaviour.size.test_long_shaft import LongShaft

    monkeypatch.setattr(emit, "_LONG", 100)
    compiled = compile_model(LongShaft(n=50))
    assert levels == [2]
    assert compiled.translation.optimised() is compiled.translation
