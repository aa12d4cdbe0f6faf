"""Massless: find friction elements whose relative speed has no inertia behind it.

While such an element slides, its torque is given and nothing says what its acceleration is: an
algebraic loop becomes singular. The element is then taken in the variant that it offers for this
case, in which the relative speed follows from the balance of torques. Where a source prescribes the
speed, the equation that locks the element contains no unknown of the loop: another variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.dependencies import topological
from drivetrain.compiler.flatten import Flat, Instances
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.names import component_path
from drivetrain.compiler.order import Block, Ordered
from drivetrain.compiler.program import Program
from drivetrain.compiler.reduce import Reduced
from drivetrain.compiler.values import Values
from drivetrain.modeling.trace import TracedHold

__all__ = ["massless_parts"]

Floats = NDArray[np.float64]

_SINGULAR = 1e-12
_LARGEST = 400
"""Size of a loop from which on it is left as it is."""


def massless_parts(
    flat: Flat,
    aliased: Aliased,
    reduced: Reduced,
    ordered: Ordered,
    lowered: Lowered,
    values: Values,
) -> dict[str, Mapping[str, Any]]:
    """Return the parts to be taken in their massless variant: path → structural parameters."""
    found: dict[str, Mapping[str, Any]] = {}
    prescribed, massless = _offers(flat, "prescribed"), _offers(flat, "massless")
    held = frozenset(
        int(number)
        for one, hold, _ in prescribed
        for number in aliased.discrete[one.variable + hold.condition]
    )
    for solve, block in _loops(lowered) if prescribed or massless else ():
        for row in np.flatnonzero(~_matrix(lowered, values, solve, held).any(axis=1)).tolist():
            part = _owner(prescribed, _stated_by(reduced, ordered, block.residual[row]))
            # Another lock of the same motion empties the row too: look at this one alone.
            if part is not None:
                alone = _matrix(lowered, values, solve, part.locked(aliased))
                found |= {} if alone[row].any() else part.variant(flat)
        for k in _free(_matrix(lowered, values, solve, frozenset())):
            chain = int(np.searchsorted(lowered.first, block.tearing[k], side="right") - 1)
            part = _owner(massless, int(aliased.representative[chain]))
            found |= part.variant(flat) if part is not None else {}
    return found


def _stated_by(reduced: Reduced, ordered: Ordered, equation: int) -> int:
    """Return the first variable of the part that states an equation; -1 for connections."""
    group = reduced.groups[int(ordered.group_of[equation])]
    if group.source is None:
        return -1
    return int(group.source.instances.variable[group.origin[ordered.row_of[equation]]])


class _Part(NamedTuple):
    """A part that offers a variant: one row of its class's instances."""

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
    """Return the part that offers a variant and has a variable; none for a negative number."""
    for one, hold, changes in offers:
        inside = (one.variable <= variable) & (variable < one.variable + one.trace.n_variables)
        for row in np.flatnonzero(inside).tolist():
            return _Part(one, row, hold, changes)
    return None


def _loops(lowered: Lowered) -> Iterator[tuple[int, Block]]:
    """Yield the loops that are not too large: number of the node that solves, equations."""
    program = lowered.program
    for number, op in enumerate(program.ops):
        if op == "solve" and program.values[number][0] <= _LARGEST:
            yield number, lowered.loops[program.values[number][2]]


def _matrix(lowered: Lowered, values: Values, solve: int, locked: frozenset[int]) -> Floats:
    """Return the matrix of a loop in a mode; what depends on the motion is NaN."""
    n = lowered.program.values[solve][0]
    entries = lowered.program.args[solve][: n * n]
    found = _Numbers(lowered.program, values, locked).evaluate(entries)
    return np.array([found[e] for e in entries], dtype=float).reshape(n, n)


def _without_indices(path: str) -> str:
    return ".".join(part.split("[")[0] for part in path.split("."))


def _free(matrix: Floats) -> list[int]:
    """Return the unknowns in the kernel of a matrix: nothing determines them."""
    if not np.isfinite(matrix).all():
        return []
    scale = np.abs(matrix).max(axis=1, keepdims=True)
    _, size, right = np.linalg.svd(matrix / np.where(scale > 0, scale, 1.0))
    kernel = right[size <= _SINGULAR * max(float(size.max()), 1.0)]
    involved: list[int] = np.flatnonzero(np.abs(kernel).max(axis=0, initial=0.0) > 1e-9).tolist()
    return involved


class _Numbers:
    """Evaluates nodes while the discrete quantities in `locked` are one and all others zero."""

    def __init__(self, program: Program, values: Values, locked: frozenset[int]) -> None:
        self.program, self.values, self.locked = program, values, locked

    def evaluate(self, roots: tuple[int, ...]) -> dict[int, Any]:
        """Return the values of nodes; what depends on the motion is NaN."""
        found: dict[int, Any] = {}
        for number in topological(self.program, roots, discrete_known=True):
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
