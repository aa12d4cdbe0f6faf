"""Equations that run as loops, many rows at a time, held against the equations as written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Result
from drivetrain.blocks import Sine
from drivetrain.compiler.codegen import llvm as emit
from drivetrain.compiler.codegen.loop_fusion import fused
from drivetrain.compiler.codegen.memory_layout import step_of, storage
from drivetrain.compiler.codegen.printer import Copy, Output, pieces
from drivetrain.compiler.pipeline import translate
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import Program, Rows
from drivetrain.compiler.translation import Translation
from drivetrain.modeling import (
    Component,
    Model,
    ceil,
    constant,
    der,
    exp,
    fixed,
    floor,
    maximum,
    minimum,
    mod,
    no_event,
    parameter,
    sign,
    sqrt,
    time,
    variable,
    where,
)
from drivetrain.rotational import Inertia, SpringDamper, Torque
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.verification.residuals import residuals

SECOND = constant(1.0, "s")
COUNTS = (24, 29, 32)
LENGTHS = (26, 29, 34)


class Cell(Component):
    """Every operation that can run in vectors, and one that cannot."""

    rate = parameter(unit="1/s")
    mirrored = parameter(False, kind="boolean")
    x = variable(start=fixed(0.3))
    choice = variable()
    steps = variable()
    folded = variable()
    wave = variable()
    late = variable()

    def equations(self) -> Iterable[Any]:
        inner = no_event(self.x > 0.2)
        outer = no_event((self.x < 0.25) | (self.x >= 0.6))
        yield der(self.x) == -self.rate * (self.x - where(self.mirrored, 0.1, 0.0))
        yield self.choice == where(
            inner & ~outer, minimum(self.x, 0.5), maximum(-self.x, self.rate * SECOND)
        )
        yield self.steps == floor(7 * self.x) + ceil(5 * self.x) + sign(self.x - 0.4)
        yield self.folded == mod(9 * self.x, 0.7) - sqrt(abs(self.x)) / (1 + self.x**2)
        yield self.wave == exp(-self.x) + self.late
        yield self.late == self.x - time / SECOND


class Shaft(Model):
    """Inertias on springs: sums along the shaft, ends that differ from the middle, losses."""

    n = parameter(24, structural=True, kind="integer")
    wave = Sine(amplitude=5.0, f=2.0)
    drive = Torque()
    disc: Any = Inertia.array(n, J=0.5, phi=fixed(0.0), w=fixed(0.0))
    link: Any = SpringDamper.array(n - 1, c=500.0, d=0.3)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.drive.tau
        yield self.drive >> self.disc[0]
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def cells(n: int) -> Model:
    class Cells(Model):
        """Cells that differ in their parameters."""

        cell: Any = Cell.array(n, rate=np.linspace(0.5, 2.0, n), mirrored=np.arange(n) % 3 == 0)

    return Cells()


def run(
    model: Model, optimise: bool = True, tolerance: float = 1e-8
) -> tuple[CompiledModel, Result]:
    compiled = CompiledModel(model)
    if optimise:
        compiled.prepared.translation = compiled.translation.optimised()
    assert compiled.translation.program.rows
    return compiled, compiled.simulate(stop_time=1.0, tolerance=tolerance, interval=0.02)


@pytest.mark.parametrize("n", COUNTS)
def test_vectors_follow_the_equations(n: int):
    compiled, result = run(cells(n))
    assert residuals(compiled, result).worst <= 1e-12
    slow, quick = result["cell[0].x"], result[f"cell[{n - 1}].x"]
    assert np.abs(slow - quick).max() > 0.01


@pytest.mark.parametrize("n", LENGTHS)
def test_sums_along_a_shaft(n: int):
    compiled, result = run(Shaft(n=n), tolerance=1e-10)
    assert residuals(compiled, result).worst <= 1e-12
    assert result.energy.relative_error < 1e-9
    assert result.energy.dissipated[-1] > 1e-3


@pytest.mark.parametrize("n", LENGTHS)
def test_loops_change_nothing_but_rounding(n: int):
    loops = run(Shaft(n=n))[1]
    plain = CompiledModel(Shaft(n=n))
    plain.prepared.translation = translate(plain.model, loops=False)
    straight = plain.simulate(stop_time=1.0, tolerance=1e-8, interval=0.02, solver="bs5")
    for name in loops.names:
        np.testing.assert_allclose(loops[name], straight[name], rtol=1e-9, atol=1e-9)


def test_a_longer_row_makes_no_longer_program():
    """Every equation that can run as a loop does so, the first of them too."""
    programs = [CompiledModel(Shaft(n=n)).translation.program for n in (40, 60)]
    short, long = (sum(op != "load" for op in program.ops) for program in programs)
    assert short == long


STIFFNESS = {
    "equal": np.full(33, 400.0), "first": np.r_[300.0, np.full(32, 500.0)],
    "last": np.r_[np.full(32, 500.0), 700.0], "all": np.linspace(300.0, 700.0, 33),
}  # fmt: skip


@pytest.mark.parametrize("which", STIFFNESS)
def test_parameters_equal_in_all_rows_of_a_run(which: str, monkeypatch: pytest.MonkeyPatch):
    """They are read once, in the next run row by row again; the bits do not show it."""
    compiled, _ = run(Shaft(n=34))
    values = {f"link[{i}].c": c for i, c in enumerate(STIFFNESS[which].tolist())}

    def simulate() -> Result:
        return compiled.simulate(parameters=values, stop_time=1.0, tolerance=1e-8, interval=0.02)

    result, given = simulate(), Translation.parameters_of

    def row_by_row(self: Translation, parameters: Any) -> Any:
        parameters = given(self, parameters)
        masks = parameters[self.program.masks :].view(np.int64)
        assert len(masks)
        assert 0 in masks
        masks[:] = -1
        return parameters

    torque = 0.3 * result["link[32].w_rel"] + STIFFNESS[which][32] * result["link[32].phi_rel"]
    np.testing.assert_allclose(result["link[32].tau"], torque, rtol=1e-12, atol=1e-12)
    monkeypatch.setattr(Translation, "parameters_of", row_by_row)
    assert simulate().rows.tobytes() == result.rows.tobytes()


@pytest.mark.parametrize("model", [cells(29), Shaft(n=29)], ids=["cells", "shaft"])
def test_same_bits_on_every_processor(model: Model, monkeypatch: pytest.MonkeyPatch):
    here = run(model)[1].rows
    assert run(model, optimise=False)[1].rows.tobytes() == here.tobytes()
    monkeypatch.setattr(emit, "_processor", lambda: ("", ""))
    assert run(model)[1].rows.tobytes() == here.tobytes()


def test_what_a_loop_does_not_read_is_not_computed_for_it():
    program = CompiledModel(Shaft(n=30)).translation.program
    batches = [rows for rows in program.rows if rows.target is not None]
    for rows in batches:
        read = {rows.body.values[n] for n, op in enumerate(rows.body.ops) if op == "in"}
        assert rows.columns.keys() <= read
    sums = [r for r in batches if np.isin(_stored(r), r.target).any()]
    assert len(sums) == 2  # absolute angles and absolute speeds
    assert all(len(r.columns) == 2 for r in sums)


def _stored(rows: Rows) -> np.ndarray:
    found = [numbers for kind, numbers in rows.columns.values() if kind == "s"]
    return np.concatenate([np.empty(0, dtype=np.int64), *found])


def _rows(target: Any, **columns: Any) -> Rows:
    read = {k: ("s", np.array(numbers)) for k, numbers in enumerate(columns.values())}
    return Rows(Program(), 0, len(target), read, {}, [], np.array(target))


def test_neighbours_of_a_batch_stand_beside_it():
    program = Program(rows=[_rows([4, 6, 8]), _rows([5, 7, 9], left=[2, 4, 6], right=[4, 6, 8])])
    place, size = storage(program, 10)
    assert step_of(place[[2, 4, 6, 8]]) == 1
    assert len(set(place[place >= 0].tolist())) == (place >= 0).sum()
    assert place.max() < size
    assert place[[0, 1, 3]].tolist() == [-1, -1, -1]


def test_a_place_is_given_once():
    program = Program(rows=[_rows([4, 6, 8]), _rows([5, 7, 9], a=[2, 4, 6], b=[3, 4, 6])])
    place, _ = storage(program, 10)
    assert place[2] != place[3]


def test_neighbours_are_copied_at_once():
    up, down = np.arange(100, 150), np.arange(80, 30, -1)
    found = list(pieces(np.arange(103), np.concatenate([down, up, [7, 9, 8]])))
    assert [(len(at), alike) for at, alike in found] == [(50, False), (50, True), (3, False)]


def test_everything_is_copied_once():
    rng = np.random.default_rng(3)
    for n in (0, 1, 2, 33, 400):
        for places in (np.arange(n), rng.permutation(n), np.arange(n)[::-1]):
            for read in (np.arange(n) + 5, rng.permutation(n), np.roll(np.arange(n), n // 3)):
                found = list(pieces(places, read))
                copied = np.concatenate([np.empty(0, dtype=np.int64), *(at for at, _ in found)])
                assert sorted(copied.tolist()) == list(range(n))
                for at, alike in found:
                    assert not alike or step_of(places[at]) == step_of(read[at]) == 1


@pytest.mark.parametrize(
    ("numbers", "step"), [([3, 5, 7], 2), ([3, 2, 1], -1), ([3, 4, 6], None), ([7], 0)]
)
def test_step(numbers: list[int], step: int | None):
    assert step_of(np.array(numbers)) == step


def _batch(target: Any, columns: dict[int, Any], op: str, *args: int) -> Rows:
    """A body of one operation on columns."""
    body = Program()
    result = body.node(op, tuple(body.node("in", (), k) for k in args))
    read = {k: ("s", np.array(numbers)) for k, numbers in columns.items()}
    return Rows(body, result, 3, read, {}, [], None if target is None else np.array(target))


def _written(*rows: Rows) -> tuple[Program, list[int]]:
    """A program that runs these rows, each after all before."""
    program, nodes = Program(rows=list(rows), place=np.arange(20)), list[int]()
    for k, one in enumerate(rows):
        op = "total" if one.target is None else "batch"
        nodes.append(program.node(op, tuple(nodes), k))
    return program, nodes


def test_what_only_loops_read_is_computed_in_them():
    program, nodes = _written(
        _batch([0, 1, 2], {0: [10, 11, 12]}, "mul", 0, 0),
        _batch([3, 4, 5], {0: [2, 1, 0], 1: [10, 11, 12]}, "sub", 0, 1),
        _batch(None, {0: [3, 4, 5]}, "neg", 0),
    )
    result, _ = fused(program, [Output("xdot", 0, nodes[2])], True)
    assert result.args[nodes[2]] == ()
    (total,) = (result.rows[result.values[nodes[2]]],)
    assert [total.body.ops[n] for n in topological(total.body, [total.result], True)] == [
        "in", "mul", "in", "sub", "neg",
    ]  # fmt: skip
    assert sorted(numbers.tolist() for _, numbers in total.columns.values()) == [
        [10, 11, 12], [12, 11, 10],
    ]  # fmt: skip
    assert program.args[nodes[2]] == tuple(nodes[:2])


@pytest.mark.parametrize("why", ["copied", "loaded", "mixed", "dear"])
def test_what_is_read_elsewhere_stays(why: str):
    first = _batch([0, 1, 2], {0: [10, 11, 12]}, "div" if why == "dear" else "mul", 0, 0)
    column = [0, 1, 13] if why == "mixed" else [0, 1, 2]
    program, nodes = _written(first, _batch(None, {0: column}, "neg", 0))
    outputs: list[Output | Copy] = [Output("xdot", 0, nodes[1])]
    if why == "loaded":
        outputs.append(Output("y", 0, program.node("load", (nodes[0],), 1)))
    if why == "copied":
        outputs.append(Copy("y", np.array([0]), "s", np.array([2]), (nodes[0],)))
    lean, left = fused(program, outputs, True)
    assert lean.args[nodes[1]] == (nodes[0],)
    assert left == outputs
    assert lean.rows[0].to is None


def test_what_nothing_but_a_copy_reads_is_stored_at_once():
    program, nodes = _written(
        _batch([0, 1, 2], {0: [10, 11, 12]}, "mul", 0, 0),
        _batch([3, 4, 5], {0: [10, 11, 12]}, "neg", 0),
        _batch([6, 7, 8], {0: [3, 4, 5]}, "div", 0, 0),
    )
    roots = tuple(nodes)
    both = Copy("y", np.arange(6) + 20, "s", np.array([2, 1, 0, 6, 7, 3]), roots)
    lean, (left,) = fused(program, [both], True)
    assert lean.rows[0].to is not None
    assert lean.rows[0].to[0] == "y"
    assert lean.rows[0].to[1].tolist() == [22, 21, 20]
    assert [rows.to for rows in lean.rows[1:]] == [None, None]  # read by a loop; not all copied
    assert isinstance(left, Copy)
    assert (left.places.tolist(), left.source.tolist(), left.roots) == (
        [23, 24, 25],
        [6, 7, 3],
        roots,
    )
    assert program.rows[0].to is None


@pytest.mark.parametrize("discrete_known", [False, True])
def test_sums_along_a_shaft_go_at_once_to_where_they_are_wanted(discrete_known: bool):
    program, (node,) = _written(_batch([0, 1, 2], {0: [10, 11, 12], 1: [13, 0, 1]}, "add", 0, 1))
    copy = Copy("y", np.array([7, 6, 5]), "s", np.array([0, 1, 2]), (node,))
    lean, (left,) = fused(program, [copy], discrete_known)
    if discrete_known:  # derivatives are also computed in tiles, which hand sums on in memory
        assert lean.rows[0].to is None
        return
    assert lean.rows[0].to is not None
    assert lean.rows[0].to[1].tolist() == [7, 6, 5]
    assert isinstance(left, Copy)
    assert len(left.places) == 0


@pytest.mark.parametrize("reads", [[13, 1, 2], [13, 0, 2], [0, 0, 1]])
def test_rows_that_read_others_than_the_one_before_need_memory(reads: list[int]):
    program, (node,) = _written(_batch([0, 1, 2], {0: [10, 11, 12], 1: reads}, "add", 0, 1))
    copy = Copy("y", np.arange(3), "s", np.arange(3), (node,))
    lean, _ = fused(program, [copy], False)
    assert lean.rows[0].to is None


@pytest.mark.parametrize("n", [*LENGTHS, 40, 41])
def test_sums_stored_at_once_are_those_of_the_relative_angles(n: int):
    _, result = run(Shaft(n=n))
    names = [f"disc[{k}].phi" for k in range(n)]
    angle = result.to_numpy(*names)
    apart = result.to_numpy(*(f"link[{k}].phi_rel" for k in range(n - 1)))
    assert np.abs(np.diff(angle, axis=1) - apart).max() < 1e-13
    assert np.array_equal(angle, np.column_stack([result[name] for name in names]))


def test_what_two_copies_read_is_stored_for_both():
    program, (node,) = _written(_batch([0, 1, 2], {0: [10, 11, 12]}, "mul", 0, 0))
    copies = [Copy(a, np.arange(3), "s", np.arange(3), (node,)) for a in ("xdot", "y")]
    lean, left = fused(program, copies, True)
    assert lean.rows[0].to is None
    assert [len(copy.places) for copy in left if isinstance(copy, Copy)] == [3, 3]


def test_derivatives_leave_out_what_they_do_not_show():
    machine = CompiledModel(Shaft(n=30)).translation.machine.ir
    ode, full = machine[: machine.index("@full(")], machine[machine.index("@full(") :]
    assert ode.count(".head:") < full.count(".head:") - 4


@pytest.mark.parametrize(
    ("wanted", "count", "marked"), [((2,), 3, True), ((1, 2), 3, False), ((1,), 2, True)]
)
def test_sums_of_which_one_is_read_end_there(wanted: tuple[int, ...], count: int, marked: bool):
    program, (node,) = _written(_batch([0, 1, 2], {0: [10, 11, 12], 1: [13, 0, 1]}, "add", 0, 1))
    loads = [program.node("load", (node,), member) for member in wanted]
    lean, _ = fused(program, [Output("xdot", k, one) for k, one in enumerate(loads)], True)
    assert lean.rows[0].only_last is marked
    assert lean.rows[0].count == count
    assert not program.rows[0].only_last


def test_sums_along_a_shaft_are_not_stored_for_their_last():
    machine = CompiledModel(Shaft(n=34)).translation.machine.ir
    assert ".before" in machine.split("@full(")[1]
    ode = machine.split("@full(")[0]
    assert ".before" not in ode
    assert ".acc" in ode


def test_translation_takes_nothing_out_of_a_loop_one_by_one():
    program = translate(Shaft(n=300)).program
    assert program.ops.count("load") < 20
