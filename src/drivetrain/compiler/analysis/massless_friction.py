"""Find friction elements whose relative speed has no inertia behind it.

While such an element slides, its torque is given and nothing determines its acceleration: an
algebraic loop becomes singular. The element is then replaced by the variant that it offers for this
case, in which the relative speed follows from the balance of torques. Where a source prescribes the
speed, the equation that locks the element contains no unknown of the loop: another variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph.rank import column_basis, dependent_rows
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import LargeBlock, Program
from drivetrain.compiler.structure.causalization import Block, Ordered
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.kernel.description.blocks import SparseBlock
from drivetrain.modeling.tracing.trace import TracedHold

__all__ = ["massless_parts"]

Floats = NDArray[np.float64]

_SINGULAR = 1e-12
_INVOLVED = 1e-9


def massless_parts(
    flat: Flat,
    aliased: Aliased,
    reduced: Reduced,
    ordered: Ordered,
    lowered: Lowered,
    values: Values,
) -> dict[str, Mapping[str, Any]]:
    """Return the parts that need their massless variant: path → structural parameters."""
    found: dict[str, Mapping[str, Any]] = {}
    prescribed, massless = _offers(flat, "prescribed"), _offers(flat, "massless")
    held = frozenset(
        int(number)
        for one, hold, _ in prescribed
        for number in aliased.discrete[one.variable + hold.condition]
    )
    for loop, block in _loops(lowered, values) if prescribed or massless else ():
        for row in loop.empty_residuals(held):
            part = _owner(prescribed, _stated_by(reduced, ordered, block.residual[row]))
            # Another lock of the same motion empties the row too: test with this one alone.
            if part is not None and loop.is_empty(row, part.locked(aliased)):
                found |= part.variant(flat)
        stating = [_owner(massless, _stated_by(reduced, ordered, e)) for e in block.residual]
        parts = {row: part for row, part in enumerate(stating) if part is not None}
        for row in loop.free({row: part.locked(aliased) for row, part in parts.items()}):
            found |= parts[row].variant(flat)
    return found


def _stated_by(reduced: Reduced, ordered: Ordered, equation: int) -> int:
    """Return the first variable of the part that contains an equation; -1 for connections."""
    group = reduced.groups[int(ordered.group_of[equation])]
    if group.source is None:
        return -1
    return int(group.source.instances.variable[group.origin[ordered.row_of[equation]]])


class _Part(NamedTuple):
    """A part that offers a variant: one row of the instances of its class."""

    instances: Instances
    row: int
    hold: TracedHold
    changes: Mapping[str, Any]

    def locked(self, aliased: Aliased) -> frozenset[int]:
        """Return the discrete quantity that is true while the part is locked."""
        number = self.instances.variable[[self.row]] + self.hold.condition
        return frozenset(aliased.discrete[number].tolist())

    def variant(self, flat: Flat) -> dict[str, Mapping[str, Any]]:
        """Return the path of the part and its variant."""
        first = int(self.instances.variable[self.row])
        path = component_path(flat.root, first, self.instances.trace)
        return {_without_indices(path): self.changes}


_Offers = list[tuple[Instances, TracedHold, Mapping[str, Any]]]


def _offers(flat: Flat, case: str) -> _Offers:
    return [
        (one, hold, getattr(hold, case))
        for one in flat.instances
        for hold in one.trace.holds
        if getattr(hold, case)
    ]


def _owner(offers: _Offers, variable: int) -> _Part | None:
    """Return the part with this variable, if it offers a variant; None for a negative number."""
    for one, hold, changes in offers:
        inside = (one.variable <= variable) & (variable < one.variable + one.trace.n_variables)
        for row in np.flatnonzero(inside).tolist():
            return _Part(one, row, hold, changes)
    return None


class _Torn(NamedTuple):
    """A linear loop with a dense matrix over its torn unknowns."""

    program: Program
    values: Values
    solve: int

    def matrix(self, locked: frozenset[int], rows: Sequence[int] | None = None) -> Floats:
        """Return the matrix, or some rows, in a mode; entries that depend on the motion are NaN."""
        n = self.program.values[self.solve][0]
        rows = range(n) if rows is None else rows
        entries = [e for row in rows for e in self.program.args[self.solve][row * n :][:n]]
        found = _Numbers(self.program, self.values, locked).evaluate(entries)
        return np.array([found[e] for e in entries], dtype=float).reshape(len(rows), n)

    def empty_residuals(self, locked: frozenset[int]) -> list[int]:
        """Return the residuals without unknowns in a mode."""
        empty: list[int] = np.flatnonzero(~self.matrix(locked).any(axis=1)).tolist()
        return empty

    def is_empty(self, row: int, locked: frozenset[int]) -> bool:
        """Return whether a residual has no unknown in a mode."""
        return not self.matrix(locked, [row]).any()

    def free(self, residuals: Mapping[int, frozenset[int]]) -> list[int]:
        """Return the residuals of what is indeterminate while everything slides.

        Each is given with the elements that must be locked for it to depend on the motion.
        """
        matrix = self.matrix(frozenset())
        if not np.isfinite(matrix).all():
            return []
        scale = np.abs(matrix).max(axis=1, keepdims=True)
        _, size, right = np.linalg.svd(matrix / np.where(scale > 0, scale, 1.0))
        kernel = right[size <= _SINGULAR * max(float(size.max()), 1.0)]
        return [
            row
            for row, locked in residuals.items()
            if len(kernel) and _acts(self.matrix(locked, [row])[0], kernel)
        ]


def _acts(row: Floats, kernel: Floats) -> bool:
    """Return whether a solution of the homogeneous system acts on a residual."""
    size = float(np.abs(row).max())
    return size > 0 and bool(np.abs(kernel @ (row / size)).max() > _INVOLVED)


@dataclass(eq=False)
class _Large:
    """A linear loop with a sparse matrix over all its unknowns."""

    program: Program
    values: Values
    block: LargeBlock

    def entries(self) -> Floats:
        """Return the entries of the matrix while everything slides; NaN as for `_Numbers`."""
        nodes = self.block.entries
        found = _Numbers(self.program, self.values, frozenset()).evaluate(nodes)
        return np.array([found[node] for node in nodes], dtype=float)

    def empty_residuals(self, locked: frozenset[int]) -> list[int]:
        """Return the residuals on which no torn unknown acts in a mode."""
        following = _Following(self, _Numbers(self.program, self.values, locked))
        return [row for row in range(self.block.shape.torn.size) if not following.residual(row)]

    def is_empty(self, row: int, locked: frozenset[int]) -> bool:
        """Return whether no torn unknown acts on a residual in a mode; evaluate only its steps."""
        return not _Following(self, _Numbers(self.program, self.values, locked)).residual(row)

    @cached_property
    def terms(self) -> list[list[tuple[int, int]]]:
        """Nodes of the entries of each row, and their columns."""
        shape = self.block.shape
        found: list[list[tuple[int, int]]] = [[] for _ in range(shape.n)]
        columns = np.repeat(np.arange(shape.n), np.diff(shape.pointers)).tolist()
        for row, column, node in zip(shape.rows.tolist(), columns, self.block.entries, strict=True):
            found[row].append((node, column))
        return found

    def free(self, residuals: Mapping[int, frozenset[int]]) -> list[int]:
        """Return the residuals of what is indeterminate while everything slides."""
        shape, values = self.block.shape, self.entries()
        if not np.isfinite(values).all() or SparseBlock(shape).rank(values) == shape.n:
            return []
        scale = np.zeros(shape.n)
        np.maximum.at(scale, shape.rows, np.abs(values))
        values = values / np.where(scale > 0, scale, 1.0)[shape.rows]
        columns = np.repeat(np.arange(shape.n), np.diff(shape.pointers))
        # Unknowns in a solution of the homogeneous system: dependent columns.
        basis = column_basis(shape.n, columns, shape.rows, values, np.arange(shape.n))
        unmatched = np.setdiff1d(np.arange(shape.n), basis.pivot_row)
        involved = dependent_rows(basis, unmatched, shape.n)
        return [row for row, locked in residuals.items() if self._acts(row, locked, involved)]

    def _acts(self, row: int, locked: frozenset[int], unknowns: NDArray[np.bool_]) -> bool:
        """Return whether one of these unknowns acts on a residual in a mode."""
        nodes = [node for node, column in self.terms[row] if unknowns[column]]
        found = _Numbers(self.program, self.values, locked).evaluate(nodes)
        return any(found[node] != 0 for node in nodes)


class _Following:
    """Evaluates the steps of a large loop in a mode, for arbitrary values of its torn unknowns.

    A residual that stays zero contains none of them. Only the steps that a residual needs are
    evaluated: usually few, while a loop may have thousands.
    """

    def __init__(self, loop: _Large, numbers: _Numbers) -> None:
        self._terms, self._numbers = loop.terms, numbers
        torn = np.random.default_rng(0).uniform(1.0, 2.0, loop.block.shape.torn.size)
        self._unknowns: dict[int, float] = dict(enumerate(torn.tolist()))

    def residual(self, row: int) -> float:
        """Return the value of a residual for the torn unknowns."""
        terms = self._live(row)
        for step in self._needed(terms):
            own, others = 0.0, 0.0
            for value, column in self._live(step):
                if column == step:
                    own = value
                else:
                    others += value * self._unknowns[column]
            self._unknowns[step] = -others / own if own else np.nan
        return sum(value * self._unknowns[column] for value, column in terms)

    def _needed(self, terms: list[tuple[float, int]]) -> list[int]:
        """Return the steps needed for the unknowns of some terms, in order."""
        waiting, needed = [column for _, column in terms], set[int]()
        while waiting:
            column = waiting.pop()
            if column not in self._unknowns and column not in needed:
                needed.add(column)
                waiting += [other for _, other in self._live(column)]
        return sorted(needed)

    def _live(self, row: int) -> list[tuple[float, int]]:
        """Return the non-zero terms of a row: values and columns."""
        terms = self._terms[row]
        found = self._numbers.evaluate([node for node, _ in terms])
        return [(float(found[node]), column) for node, column in terms if found[node] != 0]


def _loops(lowered: Lowered, values: Values) -> Iterator[tuple[_Torn | _Large, Block]]:
    """Yield the linear loops, and their equations."""
    program = lowered.program
    for number, op in enumerate(program.ops):
        if op == "solve":
            yield _Torn(program, values, number), lowered.loops[program.values[number][2]]
    for block in program.blocks:
        yield _Large(program, values, block), lowered.loops[block.loop]


def _without_indices(path: str) -> str:
    return ".".join(part.split("[")[0] for part in path.split("."))


class _Numbers:
    """Evaluates nodes while the discrete quantities in `locked` are one and all others zero."""

    def __init__(self, program: Program, values: Values, locked: frozenset[int]) -> None:
        self.program, self.values, self.locked = program, values, locked
        self._found: dict[int, Any] = {}

    def evaluate(self, roots: Sequence[int]) -> dict[int, Any]:
        """Return the values of nodes, and others; values that depend on the motion are NaN."""
        found = self._found
        new = [root for root in roots if root not in found]
        for number in topological(self.program, new, discrete_known=True, known=found):
            if number not in found:
                args = [found[a] for a in self.program.args[number]]
                found[number] = self._node(number, args)
        return found

    def _node(self, number: int, args: list[Any]) -> Any:
        op, value = self.program.ops[number], self.program.values[number]
        if op == "const":
            return value
        if op == "p":
            return self.values.parameter[value]
        if op == "z":
            return float(value in self.locked)
        if op in ("rel", "trel", "pre", "sample", "initial"):
            return 0.0
        if op == "where":
            return args[1] if args[0] else args[2]
        if op in _SIMPLE:
            with np.errstate(all="ignore"):
                return _SIMPLE[op](*args)
        return np.nan


_SIMPLE: dict[str, Any] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "neg": np.negative,
    "abs": np.abs,
    "le": np.less_equal,
    "not": np.logical_not,
    "and": np.logical_and,
    "or": np.logical_or,
    "member": lambda *args: np.nan,
}
