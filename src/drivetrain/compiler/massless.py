"""Massless: find friction elements whose relative speed has no inertia behind it.

While such an element slides, its torque is given and nothing says what its acceleration is: an
algebraic loop becomes singular. The element is then taken in the variant that it offers for this
case, in which the relative speed follows from the balance of torques. Where a source prescribes the
speed, the loop is singular while the element is locked: another variant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.dependencies import topological
from drivetrain.compiler.flatten import Flat, Instances
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.names import component_path
from drivetrain.compiler.program import Program
from drivetrain.compiler.values import Values

__all__ = ["massless_parts"]

_SINGULAR = 1e-12


def massless_parts(
    flat: Flat, aliased: Aliased, lowered: Lowered, values: Values
) -> dict[str, Mapping[str, Any]]:
    """Return the parts to be taken in their massless variant: path → structural parameters."""
    found: dict[str, Mapping[str, Any]] = {}
    held = frozenset(
        int(number)
        for one in flat.instances
        for hold in one.trace.holds
        for number in aliased.discrete[one.variable + hold.condition]
    )
    if not held:
        return found
    for offers, locked in (
        (_offers(flat, "prescribed"), held),
        (_offers(flat, "massless"), frozenset[int]()),
    ):
        for member in _all_undetermined(lowered, values, locked):
            chain = int(np.searchsorted(lowered.first, member, side="right") - 1)
            found |= _owner(flat, offers, int(aliased.representative[chain]))
    return found


def _offers(flat: Flat, case: str) -> list[tuple[Instances, Mapping[str, Any]]]:
    return [
        (one, getattr(hold, case))
        for one in flat.instances
        for hold in one.trace.holds
        if getattr(hold, case)
    ]


def _all_undetermined(lowered: Lowered, values: Values, locked: frozenset[int]) -> list[int]:
    program = lowered.program
    return [
        member
        for number, op in enumerate(program.ops)
        if op == "solve"
        for member in _undetermined(program, number, lowered, values, locked)
    ]


def _owner(
    flat: Flat, offers: list[tuple[Instances, Mapping[str, Any]]], variable: int
) -> dict[str, Mapping[str, Any]]:
    for one, variant in offers:
        inside = (one.variable <= variable) & (variable < one.variable + one.trace.n_variables)
        for row in np.flatnonzero(inside):
            path = component_path(flat.root, int(one.variable[row]), one.trace)
            return {_without_indices(path): variant}
    return {}


def _without_indices(path: str) -> str:
    return ".".join(part.split("[")[0] for part in path.split("."))


def _undetermined(
    program: Program, solve: int, lowered: Lowered, values: Values, locked: frozenset[int]
) -> list[int]:
    """Return the unknowns of a loop that nothing determines in a mode.

    While everything slides these are the unknowns in the kernel of the matrix. While everything is
    locked they are those that no equation contains: parallel locks are in the kernel too, but act.
    """
    n, _, loop = program.values[solve]
    if n > 400:
        return []
    entries = program.args[solve][: n * n]
    number = _Numbers(program, values, locked).evaluate(entries)
    matrix = np.array([number[e] for e in entries], dtype=float).reshape(n, n)
    if not np.isfinite(matrix).all():
        return []
    members = lowered.loops[loop].tearing
    if locked:
        return [members[k] for k in np.flatnonzero(~matrix.any(axis=0))]
    scale = np.abs(matrix).max(axis=1, keepdims=True)
    _, size, right = np.linalg.svd(matrix / np.where(scale > 0, scale, 1.0))
    kernel = right[size <= _SINGULAR * max(float(size.max()), 1.0)]
    involved = np.abs(kernel).max(axis=0, initial=0.0) > 1e-9
    return [members[k] for k in np.flatnonzero(involved)]


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
    "not": np.logical_not,
    "and": np.logical_and,
    "or": np.logical_or,
    "member": lambda *args: np.nan,
}
