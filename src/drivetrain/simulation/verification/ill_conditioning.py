"""Detect models with magnitudes so far apart that rounding outweighs the small ones.

Where a light part is rigidly coupled to a very heavy one, its torques are differences of much
larger ones, and may be lost completely. Whether that is so is found by inserting the results into
the equations that they should satisfy. Few models are in doubt, and only these are checked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.equation_groups import Group, concatenated
from drivetrain.compiler.frontend.qualified_names import parameter_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.structure.diagnostics import describe_row
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.tables import evaluate_table, jumping
from drivetrain.modeling.expression import ORDERINGS, REAL, Expr, walk
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.verification.ambiguous_relations import Relation, least_difference
from drivetrain.simulation.verification.residuals import floored, magnitude

__all__ = ["IllConditioning", "far_apart", "find_ill_conditioning", "in_doubt"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_DECADES = 11.0
"""Inertias and ratios that differ by less leave rounding far below the relevant values."""
_LEAST, _MOST = sys.float_info.min, sys.float_info.max
_LEAST_MISFIT, _LARGEST_MISFIT = 1e-9, 1e-5
"""A residual of an equation larger than the tolerance, relative to its terms, is reported: below
the first limit it is rounding at any tolerance, above the second too large at any."""
_NOISE = 1e-8
"""A relation whose sides differ by less, relative to the larger, may be true or false."""
_TINY = 1e-9
"""The same, absolutely."""
_NEIGHBOURS = 1e-6
"""Relative to the largest terms of all equations: their mutual rounding errors."""
_LEAST_LOOKS = 20
"""At least this many of the rows, and both sides of all events, are checked; …"""
_NUMBERS = 1_000_000
"""… more as long as they contain fewer numbers."""
_PLAIN = frozenset((
    "slot", "const", "par", "pre", "time", "initial", "add", "sub", "mul", "div", "neg", "pow",
    "abs", "sqrt", "min", "max", "sin", "cos", "exp", "tanh", "where", "and", "or", "not", "eq",
    "ne", "tab", "table", *ORDERINGS,
))  # fmt: skip
"""Operations in equations that are checked: nothing that jumps without a relation."""
_INERTIAL = ("kg.m2", "kg")


class IllConditioning(NamedTuple):
    """First time at which results violate an equation, s, and the message."""

    time: float
    message: str


class _Sizes(NamedTuple):
    """Parameters whose magnitudes indicate whether there is doubt."""

    inertial: Ints
    kinematic: Ints


_SIZES: WeakKeyDictionary[object, _Sizes] = WeakKeyDictionary()
_DOUBTS: WeakKeyDictionary[Values, bool] = WeakKeyDictionary()


def in_doubt(translation: Translation, values: Values) -> bool:
    """Tell whether inertias, reflected through gear ratios, may be too far apart.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameters of a run.
    """
    doubt = _DOUBTS.get(values)
    if doubt is None:
        doubt = _DOUBTS[values] = bool(far_apart(translation, values.parameter))
    return doubt


def far_apart(translation: Translation, parameters: Floats) -> NDArray[np.bool_]:
    """Tell the same for one or several runs.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    parameters : float array, shape (n_parameters,) or (n_runs, n_parameters)
        Their parameters.

    Returns
    -------
    bool array, shape () or (n_runs,)
    """
    sizes = _sizes(translation)
    if len(sizes.inertial) < 2:
        return np.zeros(parameters.shape[:-1], dtype=bool)
    inertias = np.abs(parameters[..., sizes.inertial])
    ratios = np.abs(parameters[..., sizes.kinematic])
    present = inertias > 0
    heaviest = np.max(inertias, axis=-1, where=present, initial=_LEAST)
    lightest = np.min(inertias, axis=-1, where=present, initial=_MOST)
    through = np.abs(np.log10(np.where(ratios > 0, ratios, 1.0))).sum(axis=-1)
    decades = np.maximum(np.log10(heaviest) - np.log10(lightest), 0.0) + 2.0 * through
    return np.asarray(decades > _DECADES)


def _sizes(t: Translation) -> _Sizes:
    found = _SIZES.get(t.lowered)
    if found is None:
        found = _SIZES[t.lowered] = _Sizes(_inertial(t), _kinematic(t))
    return found


def _inertial(t: Translation) -> Ints:
    """Return the parameters that are inertias or masses."""
    numbers = [
        one.parameter + own.slot
        for one in t.flat.instances
        for own in one.trace.parameters
        if own.declaration.unit in _INERTIAL
    ]
    return np.concatenate([np.empty(0, dtype=np.int64), *numbers])


def _kinematic(t: Translation) -> Ints:
    """Return the parameters of rigid couplings: of the equations that had to be differentiated."""
    real = [group for group in t.groups if group not in t.reduced.assignments]
    numbers = [
        group.parameter[t.reduced.c[first : first + group.n_rows] > 0].ravel()
        for first, group in concatenated(real)
    ]
    return np.unique(np.concatenate([np.empty(0, dtype=np.int64), *numbers]))


def _is_plain(group: Group, values: Values) -> bool:
    if group.template.kind != REAL:
        return False
    if jumping(values.tables, values.table_offset[np.unique(group.table)]).any():
        return False
    return all(node.op in _PLAIN for node in walk(group.template.residual))


def find_ill_conditioning(
    translation: Translation,
    values: Values,
    rows: Floats,
    tolerance: float,
    complete: Callable[[Floats], Floats] | None = None,
) -> IllConditioning | None:
    """Check the results of a run against its equations; None if satisfied or not in doubt.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameters of the run.
    rows : float array
        All rows of the run.
    tolerance : float
        Tolerance of the run.
    complete : callable, optional
        Computes complete rows from short ones.
    """
    if not (len(rows) and in_doubt(translation, values)):
        return None
    rows = rows[_rows_in_doubt(translation, rows[:, TIME_COLUMN])]
    rows = rows if complete is None else complete(rows)
    checked = [
        _Checked(group, *_evaluated(translation, values, group, rows))
        for group in translation.reduced.groups
        if group.n_rows and _is_plain(group, values)
    ]
    if not checked:
        return None
    terms = [np.where(np.isfinite(one.size), one.size, 0.0).max(axis=1) for one in checked]
    largest = np.max(terms, axis=0, initial=0.0)[:, None]
    limit = min(max(tolerance, _LEAST_MISFIT), _LARGEST_MISFIT)
    places = [(place, one) for one in checked for place in one.worst(largest, limit)]
    if not places:
        return None
    (row, equation), one = min(places, key=lambda found: found[0][0])
    time = float(rows[row, TIME_COLUMN])
    told = _told(translation, values, one, row, equation)
    return IllConditioning(time, f"the run failed at t = {time:.9g} s: {told}")


class _Checked(NamedTuple):
    """Equations, their residuals and the magnitudes of their terms, row by row."""

    group: Group
    missed: Floats
    size: Floats

    def worst(self, largest: Floats, limit: float) -> list[tuple[int, int]]:
        """Return the first row and equation with a residual above rounding, if any."""
        with np.errstate(all="ignore"):
            scaled = np.abs(self.missed) / (floored(self.size) + _NEIGHBOURS * largest)
        return [(row, equation) for row, equation in np.argwhere(scaled > limit)[:1].tolist()]


def _evaluated(t: Translation, values: Values, group: Group, rows: Floats) -> tuple[Floats, Floats]:
    """Return residuals of equations and the magnitudes of their terms, row by row.

    Relations are frozen between events: where the sides are equal within noise, the best-fitting
    value counts.
    """
    shape = len(rows), group.n_rows
    env = Environment(
        {
            "slot": partial(_slot, t, group, rows),
            "par": lambda place: values.parameter[group.parameter[:, place]],
            "pre": partial(_previous, t, group, rows),
        },
        partial(_look_up, values, group),
        time=rows[:, TIME_COLUMN, None],
    )
    residual: Expr = group.template.residual

    def difference(relation: Relation) -> Floats:
        env.relation = relation
        return np.broadcast_to(np.asarray(evaluate(residual, env), dtype=float), shape)

    with np.errstate(all="ignore"):
        missed = least_difference(difference, partial(_is_noisy, env), _as_it_is)
        env.relation = None
        size = np.broadcast_to(np.asarray(magnitude(residual, env), dtype=float), shape)
    return missed, size


def _is_noisy(env: Environment, node: Expr, apart: Any) -> NDArray[np.bool_]:
    size = np.maximum(*(np.abs(np.asarray(evaluate(side, env), float)) for side in node.args))
    return np.asarray(np.abs(apart) <= _NOISE * size + _TINY)


def _as_it_is(node: Expr, apart: Any, truth: Any) -> Any:
    return truth


def _previous(t: Translation, group: Group, rows: Floats, place: int) -> Floats:
    """Return the previous values of discrete quantities: the present ones, as events have ended."""
    number = group.previous[:, place]
    found = rows[:, 2 + t.kernel.n_rates + np.where(number < 0, ~number, number)]
    return np.asarray(np.where(number < 0, -found, found))


def _look_up(values: Values, group: Group, place: int, x: Any, derivative: int) -> Floats:
    """Return the values of the tables at a place, for each equation its own."""
    at = np.asarray(x, dtype=float)
    at = np.broadcast_to(at, (max(at.shape[0], 1) if at.ndim else 1, group.n_rows))
    offset = values.table_offset[group.table[:, place]]
    found = [
        evaluate_table(values.tables[start:], at[:, k], derivative)
        for k, start in enumerate(offset.tolist())
    ]
    return np.stack(found, axis=1)


def _slot(t: Translation, group: Group, rows: Floats, place: int) -> Floats:
    """Return the values in rows of the quantities at a slot; NaN if they have no column."""
    chain, discrete = group.chain[:, place], group.discrete[:, place]
    member = t.reduced.member(np.maximum(chain, 0), np.where(chain >= 0, group.order[:, place], 0))
    first = 2 + t.kernel.n_rates
    column = np.where(chain >= 0, t.member_column[member], first + discrete)
    found = group.sign[:, place] * rows[:, np.maximum(column, 0)]
    return np.where(column < 0, np.nan, found)


def _rows_in_doubt(translation: Translation, time: Floats) -> Ints:
    """Return indices of rows to check: some, evenly spread, and both sides of all events."""
    looks = min(len(time), max(_LEAST_LOOKS, _NUMBERS // len(translation.column)))
    some = np.linspace(0, len(time) - 1, looks).astype(np.int64)
    left = np.flatnonzero(np.diff(time) == 0)
    return np.unique(np.concatenate([some, left, left + 1]))


def _told(t: Translation, values: Values, one: _Checked, row: int, equation: int) -> str:
    by, size = abs(one.missed[row, equation]), one.size[row, equation]
    lines = [
        "The numbers of this model are too far apart in size to be computed with.",
        f"Rounding leaves a gap of {by:.3g} between terms of size {size:.3g} in",
        f"  {describe_row(t.flat, one.group, equation)}",
        *_extremes(t, values),
        "Join light parts with their heavy neighbours, give them no inertia, or put an elastic "
        "part between them.",
    ]
    return "\n  ".join(lines)


def _extremes(t: Translation, values: Values) -> Iterator[str]:
    sizes = _sizes(t)
    present = sizes.inertial[values.parameter[sizes.inertial] != 0]
    order = present[np.argsort(np.abs(values.parameter[present]), kind="stable")]
    if len(order):
        least, most = (
            f"{parameter_name(t.flat.root, int(n))} = {values.parameter[n]:.4g}"
            for n in (order[0], order[-1])
        )
        yield f"The heaviest part has {most}, the lightest {least}."
    ratios = np.abs(values.parameter[sizes.kinematic])
    product = float(np.abs(np.log10(ratios[ratios > 0])).sum())
    if product > 2:
        yield f"The ratios of rigid couplings span {product:.0f} powers of ten together."
