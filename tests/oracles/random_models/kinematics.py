"""What ties the motions at the connectors of a component rigidly together.

Found from its equations without knowing the class: those that are affine are taken as a linear
system in which `der` is a multiplication with a number; combinations that contain potentials of
the connectors only are constraints, as of a gear, a rod, or a prescribed motion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Flat, flatten
from drivetrain.compiler.frontend.qualified_names import own_variable
from drivetrain.compiler.frontend.values import Values, evaluate_values
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling import Model, constant
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL
from tests.oracles.random_models.parts import Part

__all__ = ["independent", "rigid_rows"]

Floats = NDArray[np.float64]

_RATE = 1.37
"""What `der` multiplies with."""
_ROUNDING = 1e-8


def rigid_rows(part: Part) -> Floats:
    """Return the constraints of a component: a matrix, one column per enabled connector.

    A motion at the connectors is possible if the matrix times it is zero (or what a signal says).
    """
    if not part.connectors:
        return np.zeros((0, 0))
    flat = flatten(_alone(part))
    values = evaluate_values(flat)
    potentials, flows = [], set()
    for own in flat.root.connectors:
        declared = list(enumerate(type(own.declaration).variables()))
        potentials += [own.slot + k for k, v in declared if v.is_potential][:1]
        flows |= {own.slot + k for k, v in declared if v.is_flow}
    system = np.array([*_equations(flat, values), *_connections(flat, flows)])
    if not potentials or not len(system):
        return np.zeros((0, len(potentials)))
    system /= np.maximum(np.abs(system).max(axis=1, keepdims=True), 1e-300)
    others = np.setdiff1d(np.arange(flat.n_variables), potentials)
    inner = _left_null_space(system[:, others])
    return independent(inner @ system[:, potentials])


def independent(rows: Floats) -> Floats:
    """Return as many independent rows as there are."""
    if not rows.size:
        return rows
    _, size, basis = np.linalg.svd(rows)
    kept: Floats = basis[: int((size > _ROUNDING * max(1.0, size[0])).sum())]
    return kept


def _left_null_space(matrix: Floats) -> Floats:
    left, size, _ = np.linalg.svd(matrix)
    rank = int((size > _ROUNDING * max(size[0], 1e-300)).sum()) if len(size) else 0
    return np.asarray(left[:, rank:].T)


def _alone(part: Part) -> Model:
    """Return a model of the component alone, whose connectors lead outside."""
    outside = {f"outside_{one.name}": type(one.declaration)() for one in part.connectors}

    def equations(this: Any) -> Iterable[Any]:
        for one in part.connectors:
            yield getattr(this, f"outside_{one.name}") >> getattr(this.part, one.name)
        for one in part.inputs:
            member = getattr(this.part, one.declaration.name)
            for k in one.index or ():
                member = member[k]
            kind = one.declaration.kind
            yield member == _given(kind, one.declaration.unit)

    made: Model = type("Alone", (Model,), {**outside, "part": part.made, "equations": equations})()
    return made


def _given(kind: str, unit: str) -> Any:
    return {BOOLEAN: True, INTEGER: 1}.get(kind, constant(0.5, unit))


def _equations(flat: Flat, values: Values) -> Iterator[Floats]:
    """Yield the coefficients of the affine equations."""
    n = flat.n_variables
    rng = np.random.default_rng(1)
    base = rng.uniform(0.3, 0.9, (2, 1, n))
    moved = np.concatenate([base, base + np.eye(n)], axis=1).reshape(-1, n)
    for number in range(n):
        if own_variable(flat.root, number).declaration.kind in (BOOLEAN, INTEGER):
            moved[:, number] = 0.0
    for equations in flat.equations:
        if equations.traced.lhs.kind != REAL:
            continue
        one = equations.instances
        for k in range(len(one.variable)):
            env = _environment(moved, values, *(int(start[k]) for start in one[1:4]))
            with np.errstate(all="ignore"):
                sides = (evaluate(s, env) for s in (equations.traced.lhs, equations.traced.rhs))
                left, right = (np.asarray(side, dtype=float) for side in sides)
                found = np.broadcast_to(left - right, (2 * (n + 1),)).reshape(2, n + 1)
                slope = found[:, 1:] - found[:, :1]
            size = np.abs(found).max()
            if np.isfinite(size) and np.abs(slope[0] - slope[1]).max() <= 1e-9 * (1.0 + size):
                yield slope[0]


def _environment(
    moved: Floats, values: Values, variable: int, parameter: int, table: int
) -> Environment:
    def look_up(slot: int, x: Any, derivative: int) -> Any:
        packed = values.tables[values.table_offset[table + slot] :]
        return evaluate_table(packed, np.atleast_1d(np.asarray(x, float)), derivative)

    leaf: dict[str, Any] = {
        "var": lambda value: moved[:, variable + value[0]] * _RATE ** value[1],
        "pre": lambda slot: moved[:, variable + slot],
        "par": lambda slot: values.parameter[parameter + slot],
    }
    return Environment(leaf, look_up, time=0.5)


def _connections(flat: Flat, flows: set[int]) -> Iterator[Floats]:
    """Yield what the connections say; what flows in from outside is not known."""

    def row(**at: Any) -> Floats:
        made = np.zeros(flat.n_variables)
        np.add.at(made, at["numbers"], at["factors"])
        return made

    for a, b in zip(flat.equal_a, flat.equal_b, strict=True):
        yield row(numbers=[a, b], factors=[1.0, -1.0])
    for a, b, sign in zip(flat.opposite_a, flat.opposite_b, flat.opposite_sign, strict=True):
        yield row(numbers=[a, b], factors=[1.0, -float(sign)])
    for a in flat.zero:
        if int(a) not in flows:
            yield row(numbers=[a], factors=[1.0])
    for sums in flat.flow_sums:
        for numbers, signs in zip(sums.variable, sums.sign, strict=True):
            yield row(numbers=numbers, factors=signs.astype(float))
