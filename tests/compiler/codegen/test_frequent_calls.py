"""The faster code remembers values between calls; it gives the same bits."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from tests.oracles.random_models.models import random_recipe

from drivetrain import CompiledModel, Model, examples
from drivetrain import compile as compile_model
from drivetrain.compiler.codegen.merged_calls import merge_calls
from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.compiler.program.settled_values import settled_values
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import (
    constant,
    der,
    fixed,
    integer,
    parameter,
    pre,
    sin,
    time,
    variable,
    when,
    where,
)

FEW = (
    "CoupledClutches", "HeatLosses", "LossyGearDemo2", "machines.EngineStart",
    "machines.EightSpeedAutomatic", "machines.DualClutchLaunch", "redundancy.BrakesAtGear",
)  # fmt: skip


def _quick(compiled: CompiledModel) -> CompiledModel:
    compiled.prepared.make_ready(often=True)
    assert compiled.translation.machine.is_optimised
    return compiled


def _same_bits(name: str) -> None:
    compiled = compile_model(examples.find(name)())
    plain = compiled.simulate()
    quick = _quick(compiled).simulate()
    assert quick.rows.tobytes() == plain.rows.tobytes()
    assert str(quick.events) == str(plain.events)


@pytest.mark.parametrize("name", FEW)
def test_the_same_bits(name: str):
    _same_bits(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(examples.names()) - set(FEW)))
def test_the_same_bits_of_all_examples(name: str):
    _same_bits(name)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", [337, *range(6)])
def test_the_same_bits_of_random_models(seed: int):
    try:
        compiled = CompiledModel(random_recipe(seed).model())
        plain = compiled.simulate(stop_time=1.0)
    except DrivetrainError:
        return  # some have no motion
    assert _quick(compiled).simulate(stop_time=1.0).rows.tobytes() == plain.rows.tobytes()


def _leaves() -> tuple[Program, int, int, int, int]:
    program = Program()
    leaves = (("x", "r"), ("p", "r"), ("time", "r"), ("z", BOOL))
    return (
        program,
        *(program.node(op, (), None if op == "time" else 0, kind) for op, kind in leaves),
    )


def test_what_follows_from_modes_is_held_between_events():
    program, x, p, _, z = _leaves()
    inner = program.where(z, p, program.const(1.0))
    outer = program.div(inner, program.const(3.0))
    settled = settled_values(program, [program.mul(outer, x)], {}, {})
    assert settled == ([outer], [], [z], {})


def test_a_costly_function_of_time_is_computed_once_per_instant():
    program, x, p, time, z = _leaves()
    mode = program.where(z, p, program.const(1.0))
    wave = program.mul(mode, program.node("sin", (program.mul(p, time),)))
    settled = settled_values(program, [program.mul(wave, x)], {}, {})
    assert settled == ([mode], [wave], [z], {})


def test_a_cheap_function_of_time_is_computed_where_it_is_needed():
    program, x, p, time, _ = _leaves()
    settled = settled_values(program, [program.mul(program.mul(p, time), x)], {}, {})
    assert settled == ([], [], [], {})


def test_what_stays_on_a_branch_of_the_kernel_is_not_remembered():
    program, x, p, _, z = _leaves()
    size = program.node("abs", (program.where(z, p, program.const(1.0)),))
    settled = settled_values(program, [program.mul(size, x)], {}, {size})
    assert size not in settled.held


def test_a_matrix_of_modes_stands_where_the_kernel_reads_it():
    program, x, p, _, z = _leaves()
    entry = program.where(z, p, program.const(1.0))
    system = program.node("solve", (entry, x), (1, 0, 0, 0, 0, -1, -1))
    settled = settled_values(program, [program.node("get", (system,), 0)], {}, {})
    assert settled.matrices == {system: (entry,)}
    moving = program.node("solve", (x, entry), (1, 0, 0, 0, 0, -1, -1))
    assert settled_values(program, [program.node("get", (moving,), 0)], {}, {}).matrices == {}


def test_two_calls_of_a_function_become_one():
    program = Program()
    x, rel = program.node("x", (), 0), program.node("rel", (), 0, BOOL)
    table = (0, 0)
    there, back = (
        program.node("table", (x,), table),
        program.node("table", (program.neg(x),), table),
    )
    chosen = program.node("where", (rel, there, program.neg(back)))
    merged = merge_calls(program, [chosen], {})
    condition, first, second = merged.args[chosen]
    assert condition == rel
    assert merged.ops[first] == "table"
    assert merged.args[second] == (first,)
    assert merged.ops[merged.args[first][0]] == "where"
    assert merge_calls(program, [chosen, there], {}).args[chosen] == program.args[chosen]
    assert merge_calls(program, [chosen], {back: 0}).args[chosen] == program.args[chosen]


SECOND = constant(1.0, "s")


class Switched(Model):
    """Rates that follow from parameters, from a mode that changes, and from time."""

    gain = parameter(2.0)
    instant = parameter(0.4)
    x = variable(start=fixed(0.0), unit="1")
    stage = integer(start=fixed(1))

    def equations(self) -> Iterable[Any]:
        yield when(self.x > self.instant, self.stage == pre(self.stage) + 1)
        rate = where(self.stage > 1, self.gain / 3.0, 1.0) + sin(self.gain * time / SECOND)
        yield SECOND * der(self.x) == rate


def _set_on_the_way(compiled: CompiledModel) -> list[float]:
    """Return values of x before and after a parameter is set, and those of a copy made before."""
    simulation = compiled.start()
    simulation.step(until=0.7)
    other = copy(simulation)
    simulation.set({"gain": 0.5})
    simulation.step(until=1.0)
    other.step(until=1.0)
    return [simulation.get("x"), simulation.get("stage"), other.get("x")]


def test_parameters_set_on_the_way_discard_what_is_remembered():
    compiled = compile_model(Switched())
    plain = _set_on_the_way(compiled)
    assert plain[0] != plain[2]
    assert _set_on_the_way(_quick(compiled)) == plain


def test_the_state_of_a_simulation_fits_faster_code(tmp_path: Path):
    compiled = compile_model(Switched())
    simulation = compiled.start()
    simulation.step(until=0.2)
    state = simulation.save(tmp_path / "state.sim")
    simulation.step(until=1.0)
    again = _quick(compiled).start()
    again.load(state)
    again.step(until=1.0)
    assert again.get("x") == simulation.get("x")
