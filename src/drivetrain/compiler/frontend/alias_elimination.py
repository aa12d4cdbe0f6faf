"""Eliminate aliases: one number for all names of a quantity, and derivative chains.

Removes ``a == b``, ``a == -b`` and ``a == 0``, and folds ``w == der(phi)`` so that `w` becomes the
member of order 1 of the chain of `phi`. Two names of the derivative of one quantity are aliases
too, and so are the last two terms of a sum whose other terms turn out to be zero; so merging is
repeated until nothing new is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.template import Slots, Template
from drivetrain.compiler.frontend.flatten import Equations, Flat
from drivetrain.compiler.graph import SignedComponents, distinct, signed_components
from drivetrain.errors import StructureError
from drivetrain.modeling.expression import REAL, Expr

__all__ = ["Aliased", "Remaining", "alias"]

Ints = NDArray[np.int64]
Signs = NDArray[np.int8]
Bools = NDArray[np.bool_]
_NONE = np.empty(0, dtype=np.int64)


class Remaining(NamedTuple):
    """Rows of an equation that alias elimination leaves to be solved."""

    equations: Equations
    rows: Ints


@dataclass(frozen=True, eq=False)
class Aliased:
    """The quantity that each variable is a name of.

    A continuous variable is ``sign * member`` where the member is derivative `order` of `chain`;
    a discrete one is ``sign`` times number `discrete`; a zero one is neither.

    Attributes
    ----------
    chain, order, discrete : int array, shape (variables,)
        -1 where it does not apply.
    sign : int8 array, shape (variables,)
        +1 or -1.
    is_zero : bool array, shape (variables,)
        Always zero.
    representative : int array, shape (chains,)
        A variable that is the chain's member of order 0.
    discrete_representative : int array, shape (discrete,)
        A variable behind each discrete number.
    least : int array, shape (chains,)
        Highest order that has a name.
    remaining : list of Remaining
        Equations still to be solved.
    flow_rows : list of int array
        Rows of each of the flow balances still to be solved.
    """

    chain: Ints
    order: Ints
    discrete: Ints
    sign: Signs
    is_zero: Bools
    representative: Ints
    discrete_representative: Ints
    least: Ints
    remaining: list[Remaining]
    flow_rows: list[Ints]


class _Shape(NamedTuple):
    """Content of an equation that only defines an alias: kind, two places, sign."""

    kind: str
    first: int
    second: int
    sign: int


def alias(flat: Flat) -> Aliased:
    """Assign a number to every quantity of a flat model."""
    edges = _Edges(flat)
    merged = _merge(flat.n_variables, edges)
    discrete = np.zeros(flat.n_variables, dtype=bool)
    discrete[merged.representative[_discrete_variables(flat)]] = True
    chains = _Chains(merged, edges, discrete)
    return _number(flat, merged, chains, edges, discrete)


def _shape(template: Template, slots: Slots) -> _Shape | None:
    """Recognise alias equations; the result is cached with the template."""
    cache = template._cache
    if "shape" not in cache:
        cache["shape"] = _recognise(template, slots)
    shape: _Shape | None = cache["shape"]
    return shape


def _recognise(template: Template, slots: Slots) -> _Shape | None:
    lhs, rhs = template.lhs, template.rhs
    for one, other in ((lhs, rhs), (rhs, lhs)):
        if _is_zero(other) and one.kind == REAL:
            return _sum_shape(one, slots)
        left, right = _signed_slot(one), _signed_slot(other)
        if left and right and (left[1] == 1 or right[1] == 1):
            return _pair(left, right, slots)
    return None


def _sum_shape(e: Expr, slots: Slots) -> _Shape | None:
    """Recognise ``a == 0``, ``a + b == 0``, ``a - b == 0``."""
    single = _signed_slot(e)
    if single:
        place = single[0]
        return _Shape("zero", place, -1, 1) if slots.variables[place][1] == 0 else None
    if e.op in ("add", "sub"):
        left, right = _signed_slot(e.args[0]), _signed_slot(e.args[1])
        if left and right:
            flip = -1 if e.op == "add" else 1
            return _pair(left, (right[0], right[1] * flip), slots)
    return None


def _is_zero(e: Expr) -> bool:
    return e.op == "const" and e.kind != "boolean" and e.value == 0


def _signed_slot(e: Expr) -> tuple[int, int] | None:
    if e.op == "slot":
        return e.value, 1
    if e.op == "neg" and e.args[0].op == "slot":
        return e.args[0].value, -1
    return None


def _pair(left: tuple[int, int], right: tuple[int, int], slots: Slots) -> _Shape | None:
    (a, sign_a), (b, sign_b) = left, right
    order_a, order_b = slots.variables[a][1], slots.variables[b][1]
    if order_a == order_b == 0:
        return _Shape("equal", a, b, sign_a * sign_b)
    if (order_a, order_b) == (0, 1):
        return _Shape("der", a, b, sign_a * sign_b)
    if (order_a, order_b) == (1, 0):
        return _Shape("der", b, a, sign_a * sign_b)
    return None


def _unit_sum(template: Template, slots: Slots) -> tuple[int, ...] | None:
    """Return the signs of the slots if the equation reads ``± a ± b ± c … == 0``."""
    cache = template._cache
    if "unit sum" not in cache:
        signs: dict[int, int] = {}
        plain = (
            template.kind == REAL
            and _terms(template.residual, 1, signs)
            and all(order == 0 for _, order in slots.variables)
        )
        cache["unit sum"] = tuple(signs[k] for k in range(template.n_slots)) if plain else None
    result: tuple[int, ...] | None = cache["unit sum"]
    return result


def _terms(e: Expr, sign: int, signs: dict[int, int]) -> bool:
    if e.op == "slot":
        repeated = e.value in signs
        signs[e.value] = sign
        return e.kind == REAL and not repeated
    if e.op == "neg":
        return _terms(e.args[0], -sign, signs)
    if e.op in ("add", "sub"):
        second = sign if e.op == "add" else -sign
        return _terms(e.args[0], sign, signs) and _terms(e.args[1], second, signs)
    return False


class _Sums:
    """Equations ``sum(sign * variable) == 0``, one per row, that may become aliases."""

    def __init__(self, variable: Ints, sign: Signs) -> None:
        self.variable = variable
        self.sign = sign
        self.active = np.ones(len(variable), dtype=bool)

    def shortened(self, merged: SignedComponents) -> tuple[Ints, Ints, Signs, Ints]:
        """Deactivate rows with at most two non-zero terms; return their aliases and zeros."""
        live = ~merged.is_zero[self.variable]
        count = live.sum(axis=1)
        pairs = np.flatnonzero(self.active & (count == 2))
        first = live[pairs].argmax(axis=1)
        last = live.shape[1] - 1 - live[pairs][:, ::-1].argmax(axis=1)
        a, b = self.variable[pairs, first], self.variable[pairs, last]
        sign = -self.sign[pairs, first] * self.sign[pairs, last]
        fresh = merged.representative[a] != merged.representative[b]
        pairs, a, b, sign = pairs[fresh], a[fresh], b[fresh], sign[fresh]
        single = np.flatnonzero(self.active & (count == 1))
        zero = self.variable[single, live[single].argmax(axis=1)]
        self.active[pairs] = self.active[single] = False
        return a, b, sign.astype(np.int8), zero


class _Edges:
    """Alias equations of the whole model as arrays, and all other equations."""

    def __init__(self, flat: Flat) -> None:
        n_pairs = len(flat.equal_a)
        equal_a, equal_b = [flat.equal_a, flat.opposite_a], [flat.equal_b, flat.opposite_b]
        sign = [np.ones(n_pairs, dtype=np.int8), flat.opposite_sign]
        zero = [flat.zero]
        der: list[tuple[Ints, Ints, int, Equations]] = []
        self.remaining: list[Remaining] = []
        self.sums: list[tuple[Equations, _Sums]] = []
        for equations in flat.equations:
            shape = _shape(equations.template, equations.slots)
            start = equations.instances.variable
            if shape is None:
                self._keep(equations, start)
                continue
            first = start + equations.slots.variables[shape.first][0]
            if shape.kind == "equal" and shape.first == shape.second and shape.sign > 0:
                raise StructureError(
                    f"'{equations.traced}' says nothing: its two sides are the same "
                    f"[{equations.traced.where}]. Write what determines it, or remove it."
                )
            if shape.kind == "zero":
                zero.append(first)
                continue
            second = start + equations.slots.variables[shape.second][0]
            if shape.kind == "der":
                der.append((first, second, shape.sign, equations))
            else:
                equal_a.append(first)
                equal_b.append(second)
                sign.append(np.full(len(first), shape.sign, dtype=np.int8))
        self.equal_a, self.equal_b = np.concatenate(equal_a), np.concatenate(equal_b)
        self.sign = np.concatenate(sign)
        self.zero = np.concatenate(zero)
        self._collect_derivatives(der)
        self.flow_sums = [_Sums(sums.variable, sums.sign) for sums in flat.flow_sums]

    def _keep(self, equations: Equations, start: Ints) -> None:
        rows = np.arange(len(start))
        signs = _unit_sum(equations.template, equations.slots)
        if signs is None:
            self.remaining.append(Remaining(equations, rows))
            return
        slots = np.array([slot for slot, _ in equations.slots.variables], dtype=np.int64)
        sign = np.broadcast_to(np.array(signs, dtype=np.int8), (len(start), len(slots)))
        self.sums.append((equations, _Sums(start[:, None] + slots, sign)))

    def shortened(self, merged: SignedComponents) -> tuple[Ints, Ints, Signs, Ints]:
        """Remove the sums with at most two non-zero terms; return their aliases and zeros."""
        parts = [sums.shortened(merged) for sums in [*(s for _, s in self.sums), *self.flow_sums]]
        if not parts:
            return _NONE, _NONE, _NONE.astype(np.int8), _NONE
        a, b, sign, zero = (np.concatenate(column) for column in zip(*parts, strict=True))
        return a, b, sign, zero

    def left(self) -> list[Remaining]:
        """Return the equations that are not aliases."""
        kept = [Remaining(equations, np.flatnonzero(s.active)) for equations, s in self.sums]
        return self.remaining + [r for r in kept if len(r.rows)]

    def _collect_derivatives(self, der: list[tuple[Ints, Ints, int, Equations]]) -> None:
        self.rate = np.concatenate([_NONE, *(d[0] for d in der)])
        self.base = np.concatenate([_NONE, *(d[1] for d in der)])
        self.der_sign = np.concatenate([_NONE, *(np.full(len(d[0]), d[2]) for d in der)]).astype(
            np.int8
        )
        self.der_source = [d[3] for d in der]
        self.der_owner = np.concatenate(
            [_NONE, *(np.full(len(d[0]), k) for k, d in enumerate(der))]
        ).astype(np.int64)
        self.der_row = np.concatenate([_NONE, *(np.arange(len(d[0])) for d in der)])


def _merge(n: int, edges: _Edges) -> SignedComponents:
    """Merge equal quantities; derivatives of one quantity are equal too."""
    a, b, sign, zero = edges.equal_a, edges.equal_b, edges.sign, edges.zero
    while True:
        merged = signed_components(n, a, b, sign, zero)
        rate, base, relative = _rates(merged, edges)
        order = np.argsort(base, kind="stable")
        order = order[rate[order] != base[order]]  # der(x) == -x says no second name of der(x)
        rate, base, relative = rate[order], base[order], relative[order]
        same = (base[1:] == base[:-1]) & (rate[1:] != rate[:-1])
        still = merged.is_zero[base] & ~merged.is_zero[rate]
        more_a, more_b, more_sign, more_zero = edges.shortened(merged)
        if not (same.any() or still.any() or len(more_a) or len(more_zero)):
            return merged
        here = np.flatnonzero(same)
        a = np.concatenate([a, rate[here], more_a])
        b = np.concatenate([b, rate[here + 1], more_b])
        pairs = relative[here] * relative[here + 1]
        sign = np.concatenate([sign, pairs, more_sign]).astype(np.int8)
        zero = np.concatenate([zero, rate[still], more_zero])


def _rates(merged: SignedComponents, edges: _Edges) -> tuple[Ints, Ints, Signs]:
    """Return representatives with ``rate == sign * der(base)``."""
    rate = merged.representative[edges.rate]
    base = merged.representative[edges.base]
    sign = edges.der_sign * merged.sign[edges.rate] * merged.sign[edges.base]
    return rate, base, sign


class _Chains:
    """Derivative chains over representatives: which one is the derivative of which."""

    def __init__(self, merged: SignedComponents, edges: _Edges, discrete: Bools) -> None:
        n = len(merged.representative)
        rate, base, sign = _rates(merged, edges)
        live = ~merged.is_zero[base] & ~discrete[base] & ~discrete[rate]
        self.parent = np.full(n, -1, dtype=np.int64)
        self.sign_to_parent = np.ones(n, dtype=np.int8)
        absorbed = merged.is_zero[base] & merged.is_zero[rate]
        usable = np.flatnonzero(live & ~merged.is_zero[rate] & (rate != base))
        order = usable[np.lexsort((base[usable], rate[usable]))]
        chosen = order[np.diff(rate[order], prepend=-1) > 0]
        self.parent[rate[chosen]] = base[chosen]
        self.sign_to_parent[rate[chosen]] = sign[chosen]
        self._break_cycles()
        folded = (self.parent[rate] == base) & (rate != base)
        self.leftover = np.flatnonzero(~(folded | absorbed))

    def _break_cycles(self) -> None:
        """Cut ``x == der(y), y == der(x)``: a cycle without a root begins a chain of its own."""
        self.order = np.where(self.parent < 0, 0, -1)
        while True:
            pending = np.flatnonzero(self.order < 0)
            if not len(pending):
                return
            reached = pending[self.order[self.parent[pending]] >= 0]
            if len(reached):
                self.order[reached] = self.order[self.parent[reached]] + 1
            else:
                self.parent[pending[0]] = -1
                self.order[pending[0]] = 0


def _number(
    flat: Flat, merged: SignedComponents, chains: _Chains, edges: _Edges, class_discrete: Bools
) -> Aliased:
    n = flat.n_variables
    rep = merged.representative
    is_rep = rep == np.arange(n)
    is_zero = merged.is_zero & ~class_discrete[rep]
    continuous = is_rep & ~class_discrete & ~merged.is_zero
    root, root_sign = _roots(chains)
    heads = np.flatnonzero(continuous & (chains.parent < 0))
    number = np.full(n, -1, dtype=np.int64)
    number[heads] = np.arange(len(heads))
    discrete_heads = np.flatnonzero(is_rep & class_discrete)
    discrete_number = np.full(n, -1, dtype=np.int64)
    discrete_number[discrete_heads] = np.arange(len(discrete_heads))
    chain = np.where(class_discrete[rep] | is_zero, -1, number[root[rep]])
    order = np.where(chain >= 0, chains.order[rep], -1)
    sign = (merged.sign * np.where(chain >= 0, root_sign[rep], 1)).astype(np.int8)
    least = np.zeros(len(heads), dtype=np.int64)
    np.maximum.at(least, chain[chain >= 0], order[chain >= 0])
    return Aliased(
        chain, order, discrete_number[rep], sign, is_zero, heads, discrete_heads, least,
        edges.left() + _leftover(edges, chains.leftover),
        [np.flatnonzero(sums.active) for sums in edges.flow_sums],
    )  # fmt: skip


def _roots(chains: _Chains) -> tuple[Ints, Signs]:
    """Follow each chain to its first member, multiplying signs."""
    root = np.arange(len(chains.parent))
    sign = np.ones(len(root), dtype=np.int8)
    for level in range(1, int(chains.order.max(initial=0)) + 1):
        at = np.flatnonzero(chains.order == level)
        parent = chains.parent[at]
        root[at] = root[parent]
        sign[at] = chains.sign_to_parent[at] * sign[parent]
    return root, sign


def _discrete_variables(flat: Flat) -> Bools:
    discrete = np.zeros(flat.n_variables, dtype=bool)
    for one in flat.instances:
        slots = [v.slot for v in one.trace.variables if v.declaration.kind != REAL]
        slots += sorted(one.trace.discrete)
        if slots:
            discrete[one.variable[:, None] + np.array(slots)] = True
    return discrete


def _leftover(edges: _Edges, which: Ints) -> list[Remaining]:
    owners = edges.der_owner[which]
    return [
        Remaining(edges.der_source[owner], edges.der_row[which[owners == owner]])
        for owner in distinct(owners, len(edges.der_source)).tolist()
    ]
