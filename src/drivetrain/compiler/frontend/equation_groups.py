"""Group equations by template, as integer tables over merged quantities.

Slots of one row may turn out to be the same quantity, or always zero. Here that equality pattern
is part of a template's identity, since solving for a slot would be wrong otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.expressions.template import Template
from drivetrain.compiler.frontend.alias_elimination import Aliased, Remaining
from drivetrain.compiler.frontend.flatten import Equations, Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph import distinct
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import REAL, Expr

__all__ = [
    "Group",
    "alike_rows",
    "concatenated",
    "groups_of",
    "parametric_values",
    "residual_at_rest",
    "signed_numbers",
    "system",
]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Signs = NDArray[np.int8]

_CONTENTS = 2**20
"""With more possible contents than this, rows are distinguished by sorting."""
_ONE_BY_ONE = 16
"""Longest balance whose slots are added one by one. Longer sums are trees: otherwise the path from
the root of the expression to a slot, which passes follow, would be as long as the sum."""
_COMPARED = 16
"""Largest number of slots compared in pairs within a row; more are sorted."""


@dataclass(frozen=True, eq=False)
class Group:
    """Equations of one template, one row each.

    Attributes
    ----------
    template : Template
        The shape.
    chain, order : int array, shape (rows, slots)
        Chain and derivative order behind each slot; chain -1 for a discrete slot.
    discrete : int array, shape (rows, slots)
        Discrete number behind each slot, -1 for a continuous one.
    sign : int8 array, shape (rows, slots)
        Slot = sign times quantity.
    parameter, table, previous : int array
        Parameter, table and discrete (as ``pre``, see `signed_numbers`) numbers behind the other
        leaves.
    origin : int array, shape (rows,)
        Number of the equation's instance, for messages: row in `source`.
    source : Equations or None
        Origin of the equations; None for flow balances.
    flows : int
        Number of flows in each balance, 0 for other equations.
    """

    template: Template
    chain: Ints
    order: Ints
    discrete: Ints
    sign: Signs
    parameter: Ints
    table: Ints
    previous: Ints
    origin: Ints
    source: Equations | None
    flows: int = 0

    @property
    def n_rows(self) -> int:
        """Number of equations."""
        return len(self.origin)

    def take(self, rows: Any) -> Group:
        """Return some of the rows."""
        return Group(
            self.template, self.chain[rows], self.order[rows], self.discrete[rows],
            self.sign[rows], self.parameter[rows], self.table[rows], self.previous[rows],
            self.origin[rows], self.source, self.flows,
        )  # fmt: skip

    def derivative(self) -> Group:
        """Return the time derivatives of all rows."""
        template, places = self.template.derivative()
        columns = [place for place, _ in places]
        extra = np.array([more for _, more in places], dtype=np.int64)
        found = Group(
            template, self.chain[:, columns], self.order[:, columns] + extra,
            self.discrete[:, columns], self.sign[:, columns],
            self.parameter, self.table, self.previous, self.origin, self.source, self.flows,
        )  # fmt: skip
        return found._without_rates_of_discrete(extra)

    def _without_rates_of_discrete(self, extra: Ints) -> Group:
        """Return the same without rates of discrete quantities: these are zero between events."""
        none = (self.discrete >= 0).any(axis=0) & (extra > 0)
        if not none.any():
            return self
        target = np.where(none, -1, np.arange(len(none)))
        return _merge(self, np.concatenate([target, np.ones(len(none), dtype=np.int64)]))


def system(flat: Flat, aliased: Aliased, values: Values) -> list[Group]:
    """Return all remaining equations, flow balances last.

    Slots whose factor is identically zero (the acceleration of an inertia with J = 0) are removed:
    the equation does not depend on them.
    """
    return [part for group in groups(flat, aliased) for part in _without_absent(group, values)]


def groups(flat: Flat, aliased: Aliased) -> list[Group]:
    """Return all remaining equations with all their terms, whatever the values."""
    found = [g for remaining in aliased.remaining for g in groups_of(aliased, remaining)]
    for sums, rows in zip(flat.flow_sums, aliased.flow_rows, strict=True):
        if len(rows):
            found += _flow_groups(aliased, sums.variable[rows], sums.sign[rows], rows)
    return found


def factors(group: Group) -> Iterator[tuple[int, Expr]]:
    """Yield the slots whose factors depend on parameters, so may be zero, and these factors."""
    if group.template.kind == REAL:
        for place in sorted(group.template.free_slots):
            factor = group.template.sensitivity(place)
            if factor.op != "const" and symbolic.only_parameters(factor):
                yield place, factor


def _without_absent(group: Group, values: Values) -> list[Group]:
    masks = {
        place: parametric_values(factor, group, values.parameter) != 0
        for place, factor in factors(group)
    }
    if all(mask.all() for mask in masks.values()):
        return [group]
    n = group.chain.shape[1]
    target = np.tile(np.arange(n), (group.n_rows, 1))
    for place, mask in masks.items():
        target[~mask, place] = -1
    plain = np.ones(n, dtype=np.int64)
    return [
        _merge(group.take(rows), np.concatenate([target[rows[0]], plain]))
        for rows in alike_rows(target)
    ]


def parametric_values(
    e: Expr, group: Group, parameters: Floats, discrete: Floats | None = None
) -> Floats:
    """Evaluate an expression of parameters for every row of a group; NaN if it needs the motion.

    A sum that is only the rounding of its terms is zero.

    Parameters
    ----------
    e : Expr
        The expression.
    group : Group
        The group with its leaves.
    parameters : float array, shape (n_parameters,) or (n_runs, n_parameters)
        Values of the parameters, in one or several runs.
    discrete : float array, shape (n_discrete,), optional
        Values of the discrete quantities, by default all zero.

    Returns
    -------
    float array, shape (rows,) or (n_runs, rows)
    """
    shape = (*parameters.shape[:-1], group.n_rows)
    if symbolic.is_constant(e):
        return np.full(shape, float(e.value))

    def parameter(place: int) -> Floats:
        return np.asarray(parameters[..., group.parameter[:, place]])

    def slot(place: int) -> Floats:
        number = group.discrete[:, place]
        value = 0.0 if discrete is None else discrete[number]
        return np.where(number >= 0, value, np.nan)

    env = Environment(
        {"par": parameter, "slot": slot, "pre": lambda place: 0.0},
        table=lambda number, x, derivative: 0.0,
        time=np.nan,
        relation=lambda node, difference, truth: False,
    )
    done: dict[int, Any] = {}
    size = symbolic.size_of_terms(e)
    with np.errstate(all="ignore"):
        value = evaluate(e, env, done)
        if size is not None:
            is_rounding = np.abs(value) <= symbolic.ROUNDING * evaluate(size, env, done)
            value = np.where(is_rounding, 0.0, value)
    return np.broadcast_to(np.asarray(value, dtype=float), shape)


def residual_at_rest(group: Group, values: Values) -> Floats:
    """Return the residual of each equation with all its quantities zero; NaN: unknown."""
    env = Environment(
        {
            "par": lambda place: values.parameter[group.parameter[:, place]],
            "slot": lambda place: 0.0,
            "pre": lambda place: 0.0,
        },
        table=lambda number, x, derivative: np.nan,
        time=np.nan,
        relation=lambda node, difference, truth: False,
    )
    with np.errstate(all="ignore"):
        value = evaluate(group.template.residual, env)
    return np.broadcast_to(np.asarray(value, dtype=float), (group.n_rows,))


def groups_of(aliased: Aliased, remaining: Remaining) -> list[Group]:
    """Look up the quantities behind the slots of an equation and split its rows by pattern."""
    equations, rows = remaining
    one, slots = equations.instances, equations.slots
    start = one.variable[rows][:, None]
    variable = start + np.array([slot for slot, _ in slots.variables], dtype=np.int64)
    extra = np.array([order for _, order in slots.variables], dtype=np.int64)
    previous = signed_numbers(aliased, start + np.array(slots.previous, dtype=np.int64))
    parameter = one.parameter[rows][:, None] + np.array(slots.parameters, dtype=np.int64)
    table = one.table[rows][:, None] + np.array(slots.tables, dtype=np.int64)
    return _split(
        equations.template, aliased, variable, extra,
        np.ones(variable.shape, dtype=np.int8), parameter, table, previous, rows, equations,
    )  # fmt: skip


def signed_numbers(aliased: Aliased, variable: Ints) -> Ints:
    """Return the numbers of discrete quantities, complemented (~) for negated names."""
    number = aliased.discrete[variable]
    return np.where(aliased.sign[variable] < 0, ~number, number)


@cache
def _balance(size: int) -> Template:
    """``slot0 + slot1 + … == 0``."""
    zero = Expr("const", (), 0.0, REAL)
    total = _sum_of_slots(0, size)
    return Template(total, zero, size, "sum of flows == 0", SourceLine("connection", 0))


def _sum_of_slots(first: int, end: int) -> Expr:
    """Return a sum of slots: one by one if there are few, otherwise of two halves."""
    if end - first > _ONE_BY_ONE:
        middle = (first + end) // 2
        halves = _sum_of_slots(first, middle), _sum_of_slots(middle, end)
        return Expr("add", halves, None, REAL)
    total = Expr("slot", (), first, REAL)
    for place in range(first + 1, end):
        total = Expr("add", (total, Expr("slot", (), place, REAL)), None, REAL)
    return total


def _flow_groups(aliased: Aliased, variable: Ints, sign: Signs, rows: Ints) -> list[Group]:
    none = np.empty((len(rows), 0), dtype=np.int64)
    extra = np.zeros(variable.shape[1], dtype=np.int64)
    return _split(
        _balance(variable.shape[1]), aliased, variable, extra, sign, none, none, none, rows, None
    )


def _split(
    template: Template, aliased: Aliased, variable: Ints, extra: Ints, sign: Signs,
    parameter: Ints, table: Ints, previous: Ints, origin: Ints, source: Equations | None,
) -> list[Group]:  # fmt: skip
    chain = aliased.chain[variable]
    order = aliased.order[variable] + extra
    discrete = aliased.discrete[variable]
    sign = sign * aliased.sign[variable]
    whole = Group(
        template,
        chain,
        order,
        discrete,
        sign,
        parameter,
        table,
        previous,
        origin,
        source,
        variable.shape[1] if source is None else 0,
    )
    target, factor = _patterns(whole, aliased.is_zero[variable])
    if target is None:
        return [whole]
    # Rows of one group have the same discrete slots: these have no derivative.
    pattern = np.hstack([target, factor, discrete >= 0])
    return [_merge(whole.take(rows), pattern[rows[0]]) for rows in alike_rows(pattern)]


def _patterns(group: Group, zero: NDArray[np.bool_]) -> tuple[Any, Any]:
    """Return, for every slot, the first slot of the same quantity (-1: zero) and its sign."""
    n = group.chain.shape[1]
    code = (group.chain * 8 + group.order) * 2 + (group.discrete >= 0)
    code = np.where(group.discrete >= 0, -2 - group.discrete, code)
    code[zero] = np.iinfo(code.dtype).min  # zero slots belong to no chain and equal no other
    first = _first_alike(code)
    plain = first == np.arange(n)
    discrete = group.discrete >= 0
    if plain.all() and not zero.any() and (discrete == discrete[:1]).all():
        return None, None
    target = np.where(zero, -1, first)
    factor = group.sign * np.take_along_axis(group.sign, first, axis=1)
    return target, np.where(zero | plain, 1, factor)


def _first_alike(code: Ints) -> Ints:
    """Return, for every element of every row, the column of the first equal one."""
    n = code.shape[1]
    if n <= _COMPARED:
        same = code[:, :, None] == code[:, None, :]
        return np.asarray(same.argmax(axis=2))
    order = np.argsort(code, axis=1, kind="stable")
    ordered = np.take_along_axis(code, order, axis=1)
    begins = np.ones(code.shape, dtype=bool)
    begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    begin = np.maximum.accumulate(np.where(begins, np.arange(n), 0), axis=1)
    first = np.empty_like(order)
    np.put_along_axis(first, order, np.take_along_axis(order, begin, axis=1), axis=1)
    return first


def _merge(group: Group, key: Ints) -> Group:
    """Merge equal slots of rows that share one pattern."""
    n = group.chain.shape[1]
    target, factor = key[:n], key[n : 2 * n]
    kept = np.flatnonzero(target == np.arange(n))
    place = {int(old): new for new, old in enumerate(kept)}
    new_target = tuple(-1 if old < 0 else place[int(old)] for old in target)
    template = group.template.merged(new_target, tuple(int(f) for f in factor))
    return Group(
        template, group.chain[:, kept], group.order[:, kept], group.discrete[:, kept],
        group.sign[:, kept], group.parameter, group.table, group.previous, group.origin,
        group.source, group.flows,
    )  # fmt: skip


def alike_rows(table: Ints) -> Iterator[Ints]:
    """Yield the numbers of all rows with the same content, in the order of the contents.

    Parameters
    ----------
    table : int array, shape (rows, columns)
        Small numbers.
    """
    low = table.min(axis=0, initial=0)
    span = table.max(axis=0, initial=0) - low + 1
    if math.prod(span.tolist()) > _CONTENTS:
        _, code = np.unique(table, axis=0, return_inverse=True)
    else:
        code = np.zeros(len(table), dtype=np.int64)
        for column, least, size in zip(table.T, low.tolist(), span.tolist(), strict=True):
            code *= size
            code += column - least
    for content in distinct(code.reshape(-1), int(code.max(initial=-1)) + 1).tolist():
        yield np.flatnonzero(code.reshape(-1) == content)


def concatenated(groups: list[Group]) -> Iterator[tuple[int, Group]]:
    """Yield every group with the number of its first equation."""
    first = 0
    for group in groups:
        yield first, group
        first += group.n_rows
