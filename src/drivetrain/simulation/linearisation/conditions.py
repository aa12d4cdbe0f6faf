"""Conditions under which a linear model holds, from the relations and branches of the program.

Between events all relations keep their values, so that each has a function which tells how far it
is from the other one: for a locked friction element its limit less its load, for a sliding one its
speed. Branches without an event (minimum, absolute value, corners of tables) have one, too. Only
those count on which the motion depends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.analysis.linear.model_parts import Conditions
from drivetrain.compiler.frontend.qualified_names import table_names
from drivetrain.compiler.jacobian.active_switches import Switches, active_switches
from drivetrain.compiler.jacobian.equation_slopes import Point
from drivetrain.compiler.jacobian.node_slopes import NodeSlopes
from drivetrain.compiler.pipeline import discontinuities_of
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError
from drivetrain.kernel.tables import corners_around
from drivetrain.simulation.diagnostics.relations import LENGTHY, Relations
from drivetrain.simulation.results.row_layout import component_of
from drivetrain.simulation.slopes.slopes import Rows
from drivetrain.simulation.slopes.system_slopes import SystemAtRow

__all__ = ["conditions_of"]

Floats = NDArray[np.float64]

_ROUNDING = 1e-11
"""Value of a function, relative to the terms that cancel in it, that is zero."""
_LONG = 80
"""Letters of a condition from which it only lists what it compares."""


class _Condition(NamedTuple):
    """A function that is positive while a condition holds: ``sign * (node - offset)``.

    Attributes
    ----------
    node : int
        Node of the function.
    sign, offset : float
        Its sign, and the value at which it changes.
    relation : int
        Number of the relation; -1 for a branch without an event.
    what : str
        What is special about that value, in words.
    table : int
        Number of the table whose corner it is; -1 for none.
    """

    node: int
    sign: float
    offset: float = 0.0
    relation: int = -1
    what: str = ""
    table: int = -1


def conditions_of(t: Translation, at: SystemAtRow, mixed: Callable[[Rows], Rows]) -> Conditions:
    """Return the conditions under which a linear model holds.

    Parameters
    ----------
    t : Translation
        The model with its inputs.
    at : SystemAtRow
        Slopes at the operating point.
    mixed : callable
        Returns slopes with respect to inputs from those with respect to their parameters.
    """
    nodes = NodeSlopes(t.lowered, at.point)
    moving = [(one, s) for one in _found(t, at.point, nodes) if (s := nodes.slopes(one.node))]
    by_members, by_parameters = _matrices([one for one, _ in moving], [s for _, s in moving], at)
    by_inputs = by_members @ at.by_inputs + by_parameters[:, at.source.parameters]
    values = np.array([one.sign * (nodes.value(one.node) - one.offset) for one, _ in moving])
    sizes = abs(by_members) @ np.abs(at.point.members)
    sizes = sizes + abs(by_parameters) @ np.abs(at.point.values.parameter)
    values[np.abs(values) <= _ROUNDING * sizes] = 0.0
    rows = mixed(Rows(values, (by_members @ at.by_states).tocsr(), by_inputs))
    moves = abs(rows.by_states).sum(axis=1) + abs(rows.by_inputs).sum(axis=1) > 0
    acting = np.flatnonzero(moves & (values >= 0))
    told = _Told(t, at.point, nodes, [moving[k][0] for k in acting.tolist()])
    return Conditions(
        _Texts(told.part, len(acting)), _Texts(told.name, len(acting)),
        rows.values[acting], rows.by_states[acting], rows.by_inputs[acting],
    )  # fmt: skip


def _matrices(
    found: Sequence[_Condition], slopes: Sequence[Mapping[int, float]], at: SystemAtRow
) -> tuple[Any, Any]:
    """Return the slopes with respect to chain members and to parameters."""
    entries = [
        (row, key, one.sign * slope)
        for row, (one, own) in enumerate(zip(found, slopes, strict=True))
        for key, slope in own.items()
    ]
    members = [entry for entry in entries if entry[1] >= 0]
    parameters = [(row, ~key, slope) for row, key, slope in entries if key < 0]
    n, sizes = len(found), (len(at.point.members), len(at.point.values.parameter))
    made = [_sparse(some, (n, k)) for some, k in zip((members, parameters), sizes, strict=True)]
    return made[0], made[1]


def _sparse(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> sparse.csr_array:
    row, column, value = (list(one) for one in zip(*entries, strict=True)) if entries else [[]] * 3
    return sparse.coo_array((value, (row, column)), shape=shape).tocsr()


def _found(t: Translation, point: Point, nodes: NodeSlopes) -> Iterator[_Condition]:
    """Yield the conditions on which the motion depends."""
    lowered, program = t.lowered, t.program
    roots = [*lowered.rates, *(fire for _, fire, _ in lowered.reinits)]
    roots += [meets for _, meets, _ in lowered.impacts]
    switches = active_switches(lowered, roots, nodes.value)
    if switches.rows:
        count = sum(program.rows[number].count for number in switches.rows)
        raise AnalysisError(
            f"{t.flat.root.title}: {count} parts have a law with corners (an absolute value, a "
            "minimum, a table …) that is computed in a loop, within which corners are not located; "
            "up to 256 parts of one kind are examined"
        )
    for number in sorted(switches.relations):
        holds = bool(point.relations[number])
        crossing = _in_force(program.relations[number].crossing, t, nodes)
        yield _Condition(crossing, 1.0 if holds else -1.0, relation=number)
    for node in sorted(switches.branches):
        yield from _of_branch(node, t, point, nodes)
    yield from _in_loops(t, point, nodes, switches)


def _in_force(node: int, t: Translation, nodes: NodeSlopes) -> int:
    """Return the branch of a choice that is taken."""
    program = t.program
    while program.ops[node] == "where":
        condition, one, other = program.args[node]
        node = one if nodes.value(condition) else other
    return node


def _of_branch(node: int, t: Translation, point: Point, nodes: NodeSlopes) -> Iterator[_Condition]:
    """Yield the conditions of a node that changes its branch without an event."""
    program = t.program
    op, args = program.ops[node], program.args[node]
    if op == "table":
        yield from _of_table(int(program.values[node][0]), args[0], point, nodes)
    elif op in ("floor", "ceil", "mod"):
        of = program.div(*args) if op == "mod" else args[0]
        below = float(np.floor(nodes.value(of)))
        yield from _between(of, below, below + 1.0, "a step")
    else:
        of = args[0] if op in ("abs", "sign") else program.sub(*args)
        yield _Condition(of, 1.0 if nodes.value(of) >= 0 else -1.0)


def _of_table(table: int, argument: int, point: Point, nodes: NodeSlopes) -> Iterator[_Condition]:
    packed = point.values.tables[point.values.table_offset[table] :]
    below, above = corners_around(packed, float(nodes.value(argument)))
    for one in _between(argument, below, above, "a corner of"):
        yield one._replace(table=table)


def _between(node: int, below: float, above: float, what: str) -> Iterator[_Condition]:
    if np.isfinite(below):
        yield _Condition(node, 1.0, float(below), what=what)
    if np.isfinite(above):
        yield _Condition(node, -1.0, float(above), what=what)


def _in_loops(
    t: Translation, point: Point, nodes: NodeSlopes, switches: Switches
) -> Iterator[_Condition]:
    """Yield the conditions of branches within nonlinear loops."""
    if not switches.loops:
        return
    bends = discontinuities_of(t.lowered, point.values)
    inside = {place for loop in switches.loops for place in bends.inside.get(loop, {}).values()}
    for node in sorted(node for node, place in bends.place.items() if place in inside):
        if _is_in_force(bends.crossings[bends.place[node]], t, nodes):
            yield from _of_branch(node, t, point, nodes)


def _is_in_force(crossing: int, t: Translation, nodes: NodeSlopes) -> bool:
    """Return whether a switching function counts; otherwise it is NaN."""
    node = _in_force(crossing, t, nodes)
    return not (t.program.ops[node] == "const" and np.isnan(t.program.values[node]))


class _Told:
    """Parts and names of conditions, made when they are asked for."""

    def __init__(
        self, t: Translation, point: Point, nodes: NodeSlopes, found: Sequence[_Condition]
    ) -> None:
        self._program, self._nodes, self._found = t.program, nodes, found
        self._root = t.flat.root
        self._relations = Relations(t, point.values.parameter)

    def part(self, place: int) -> str:
        """Return the path of the element."""
        one = self._found[place]
        if one.relation >= 0:
            return self._relations.owner(one.relation)
        if one.table >= 0:
            return component_of(self._table(one.table))
        return self._relations.part_of(self._chosen(one.node))

    def name(self, place: int) -> str:
        """Return what becomes true when the function passes zero."""
        one = self._found[place]
        left, right, sign = self._sides(one)
        near, what = self.part(place), one.what
        if one.table >= 0:
            what = f"{what} {self._table(one.table)}"
        told = (self._relations.expression(side, near) for side in (left, right))
        text = f" {'<' if sign > 0 else '>'} ".join(told)
        if len(text) > _LONG:
            named = self._relations.names(self._program.sub(left, right), near)
            text = f"{LENGTHY} {', '.join(named)}"
        return f"{text} ({what})" if what else text

    def _table(self, number: int) -> str:
        names = self._tables
        return next(n for n, (first, columns) in names.items() if 0 <= number - first < columns)

    @cached_property
    def _tables(self) -> dict[str, tuple[int, int]]:
        return table_names(self._root)

    def _sides(self, one: _Condition) -> tuple[int, int, float]:
        """Return two expressions, of which the first is larger while the sign is positive."""
        program, node = self._program, self._chosen(one.node)
        if not one.what and program.ops[node] == "sub":
            return (*program.args[node], one.sign)  # type: ignore[return-value]
        if program.ops[node] == "neg":
            return program.args[node][0], program.const(-one.offset), -one.sign
        return node, program.const(one.offset), one.sign

    def _chosen(self, node: int) -> int:
        """Return an expression with the branches that are taken."""
        program, member = self._program, self._nodes.member(node)
        if not program.args[node]:
            return node
        if member >= 0:
            named = program.node("member", (), member)
            program.definitions.setdefault(named, node)
            return named
        if program.ops[node] == "where":
            condition, one, other = program.args[node]
            return self._chosen(one if self._nodes.value(condition) else other)
        args = tuple(map(self._chosen, program.args[node]))
        return program.node(program.ops[node], args, program.values[node], program.kinds[node])


class _Texts(Sequence[str]):
    """Texts made on demand."""

    def __init__(self, text: Callable[[int], str], count: int) -> None:
        self._text, self._count = text, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [self._text(k) for k in range(*place.indices(self._count))]
        return self._text(range(self._count)[place])
