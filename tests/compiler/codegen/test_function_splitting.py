"""Long functions in parts: the same bits, however they are cut."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

from drivetrain import examples
from drivetrain.compiler.codegen import function_splitting as parts
from drivetrain.compiler.codegen.function_splitting import ORDER_ONLY, split
from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.modeling import Model, der, exp, fixed, sin, sqrt, variable, where
from drivetrain.simulation.compiled_model import CompiledModel

from .printer.test_row_loops import SECOND, Shaft


class Curved(Model):
    """Loops that are not linear, one beside the other, and jumps of their input."""

    x = variable(start=fixed(0.0))
    y = variable()
    z = variable()
    late = variable()

    def equations(self) -> Iterable[Any]:
        """Couple them."""
        pull = where(self.x > 0.5, 2.0, 1.0)
        yield der(self.x) == (pull + 0.1 * self.late - self.x) / SECOND
        yield self.y + exp(self.y) == self.x + 0.1 * self.z
        yield self.z + sin(self.z) == self.y
        yield self.late == sqrt(1 + self.z * self.z) - self.y / (2 + self.x)


MODELS = {
    "linear loops and modes": examples.find("CoupledClutches"),
    "nonlinear loop": Curved,
    "tables": examples.find("machines.EngineStart"),
    "rows": lambda: Shaft(n=29),
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize("optimise", [False, True])
def test_the_same_bits_however_they_are_cut(model, optimise, monkeypatch):
    made = []
    for length in (10**6, 5):
        monkeypatch.setattr(parts, "LENGTH", length)
        compiled = CompiledModel(model())
        if optimise:
            compiled.prepared.translation = compiled.translation.optimised()
        result = compiled.simulate(stop_time=1.0)
        calls = compiled.translation.machine.ir.count("call i32 @ode.")
        made.append((calls, result.rows.tobytes()))
    assert made[0][0] == 0
    assert made[1][0] > 2
    assert made[0][1] == made[1][1]


def test_the_jacobian_in_parts(monkeypatch):
    model = examples.find("CoupledClutches")
    made = []
    for length in (10**6, 5):
        monkeypatch.setattr(parts, "LENGTH", length)
        compiled = CompiledModel(model())
        made.append(compiled.simulate(stop_time=0.2, solver="rodas").rows.tobytes())
    assert made[0] == made[1]


def a_program() -> tuple[Program, list[int], list[int]]:
    """Return sums of a state and parameters, a solved loop, and its unknowns."""
    p = Program()
    x = p.node("x", (), 0)
    sums = [x]
    for k in range(60):
        sums.append(p.add(sums[-1], p.node("p", (), k)))
    solve = p.node("solve", (sums[20], sums[40], sums[30], sums[10], sums[5], sums[50]), (2, 0, 0))
    unknowns = [p.node("get", (solve,), k) for k in range(2)]
    above = p.node("gt", (sums[59], unknowns[1]), None, BOOL)
    return p, [sums[3], sums[60], p.where(above, unknowns[0], sums[2])], [solve, *unknowns]


def test_every_part_finds_what_it_reads(monkeypatch):
    monkeypatch.setattr(parts, "LENGTH", 9)
    program, roots, loop = a_program()
    found, _ = split(program, [(root,) for root in roots], True, ())
    assert len(found) > 5
    made: set[int] = set()
    places: dict[int, int] = {}
    for part in found:
        assert all(places[number] == place for number, place in part.given.items())
        here = set(part.given)
        for number in part.nodes:
            operands = [a for a in program.args[number] if program.ops[a] not in ("x", "p")]
            assert here.issuperset(operands)
            here.add(number)
        assert not made & set(part.nodes)
        made |= set(part.nodes)
        assert made.issuperset(part.passed)
        places |= part.passed
    assert len(set(places.values())) == len(places) < len(made)
    assert len({k for k, part in enumerate(found) if {*loop} & set(part.nodes)}) == 1
    assert max(len(part.nodes) for part in found) < 20
    assert sorted(k for part in found for k in part.stored) == [0, 1, 2]


def test_nothing_is_stored_before_the_last_point_of_failure(monkeypatch):
    monkeypatch.setattr(parts, "LENGTH", 9)
    program, roots, loop = a_program()
    found, _ = split(program, [(root,) for root in roots], True, ())
    failing = next(k for k, part in enumerate(found) if loop[0] in part.nodes)
    assert failing > 0
    assert not any(part.stored for part in found[:failing])


def test_what_is_early_is_stored_where_it_is_computed(monkeypatch):
    monkeypatch.setattr(parts, "LENGTH", 9)
    program, roots, loop = a_program()
    found, _ = split(program, [(root,) for root in roots], True, (), {0})
    first = next(k for k, part in enumerate(found) if part.stored)
    assert roots[0] in found[first].nodes
    assert found[first].stored == [0]
    failing = next(k for k, part in enumerate(found) if loop[0] in part.nodes)
    assert first < failing


@pytest.mark.parametrize("length", [9, 300])
def test_late_outputs_come_after_all_others_and_cannot_fail(monkeypatch, length):
    monkeypatch.setattr(parts, "LENGTH", length)
    program, roots, loop = a_program()
    wanted = [(root,) for root in [roots[1], roots[2], roots[0]]]
    found, count = split(program, wanted, True, (), late={0, 1})
    assert sorted(k for part in found[count:] for k in part.stored) == [0, 1]
    assert [k for part in found[:count] for k in part.stored] == [2]
    assert loop[0] in {number for part in found[:count] for number in part.nodes}
    made = [number for part in found for number in part.nodes]
    assert len(made) == len(set(made))
    assert roots[1] in {number for part in found[count:] for number in part.nodes}


def test_late_outputs_may_need_nothing_of_their_own():
    program, roots, _ = a_program()
    found, count = split(program, [(roots[1],), (roots[0],)], True, (), late={1})
    assert count == 1
    assert (found[1].nodes, found[1].stored, list(found[1].given)) == ([], [1], [roots[0]])


def test_of_batches_only_the_order_counts(monkeypatch):
    monkeypatch.setattr(parts, "LENGTH", 1)
    program = Program()
    batch = program.fresh("batch", (), 0)
    load = program.node("load", (batch,), 3)
    (first, second), _ = split(program, [(load,)], True, ())
    assert (first.nodes, second.nodes) == ([batch], [load])
    assert second.given == {batch: ORDER_ONLY}
    assert not first.passed


def test_a_short_function_stays_whole():
    program, roots, _ = a_program()
    (whole,), _ = split(program, [(root,) for root in roots], True, ())
    assert not whole.given
    assert not whole.passed
    assert all(a < b for a, b in pairwise(whole.nodes[:30]))
