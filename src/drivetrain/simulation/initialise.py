"""Initialise: start values of all states from what the model demands and proposes.

``fixed(v)`` is a condition, ``guess(v)`` (or a start value) a hint, initial equations are
conditions too. The conditions are solved by Newton's method on the states; states that no
condition determines take their hints. Every evaluation solves the first event as well, so that
the modes of friction elements belong to the motion found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.interpret import Environment, evaluate
from drivetrain.compiler.names import component_path, variable_name
from drivetrain.compiler.report import state_names
from drivetrain.compiler.translate import Translation
from drivetrain.compiler.values import Values
from drivetrain.errors import InitialisationError
from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling.expression import Expr

__all__ = ["InitialReport", "InitialValue", "discrete_starts", "initialise"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AGREE = 1e-9
_MAX_ITERATIONS = 30


class InitialValue(NamedTuple):
    """One line of the report: what was asked of a variable, what it got, and by which rule."""

    name: str
    asked: float
    reached: float
    rule: str


@dataclass(frozen=True)
class InitialReport:
    """How the start values came about, variable by variable."""

    values: tuple[InitialValue, ...] = ()

    def __str__(self) -> str:
        width = max((len(v.name) for v in self.values), default=4)
        lines = [f"{'variable':<{width}}  {'asked':>12}  {'reached':>12}  rule"]
        for v in self.values:
            asked = "" if np.isnan(v.asked) else f"{v.asked:.6g}"
            lines.append(f"{v.name:<{width}}  {asked:>12}  {v.reached:>12.6g}  {v.rule}")
        return "\n".join(lines)


@dataclass
class _Condition:
    """Something demanded at the start: a residual over a row of values."""

    name: str
    residual: Callable[[Floats, Floats], float]
    scale: float
    asked: float = np.nan
    column: int = -1
    rule: str = "fixed"


@dataclass
class _Work:
    """States under construction and what has been said about them."""

    x: Floats
    settled: dict[int, str] = field(default_factory=dict)
    report: list[InitialValue] = field(default_factory=list)


def discrete_starts(translation: Translation, values: Values) -> Floats:
    """Return the values of the discrete quantities before the first instant."""
    aliased = translation.aliased
    start = np.zeros(len(aliased.discrete_representative))
    at = np.flatnonzero(aliased.discrete >= 0)
    at = at[np.argsort(values.is_fixed[at], kind="stable")]
    known = at[(values.start[at] != 0) | values.is_fixed[at]]
    start[aliased.discrete[known]] = np.nan_to_num(values.start[known])
    return start


def initialise(
    translation: Translation, values: Values, solver: Solver, time: float
) -> tuple[Floats, InitialReport]:
    """Find consistent start values.

    Returns
    -------
    x : float array
        States.
    report : InitialReport
        Asked, reached, rule for every condition and every state.

    Raises
    ------
    InitialisationError
        If conditions contradict each other or no solution is found; names them.
    """
    work = _Work(_hints(translation, values))
    conditions = [*_fixed_conditions(translation, values, work), *_equations(translation, values)]
    pre = discrete_starts(translation, values)

    def row(x: Floats) -> tuple[Floats, Floats]:
        result, xdot, status = solver.probe(time, x, pre)
        if status not in (Status.DONE, Status.MORE):
            raise _probe_failed(status, work)
        return result, xdot

    if conditions:
        _solve(translation, conditions, work, row)
    return work.x, _report(translation, values, conditions, work, row)


def _hints(translation: Translation, values: Values) -> Floats:
    """Return start values of the states: demanded ones before given ones before zero."""
    x = np.zeros(len(translation.lowered.states))
    aliased = translation.aliased
    column = translation.column - 2
    at = np.flatnonzero((aliased.chain >= 0) & (column < len(x)) & ~np.isnan(values.start))
    at = at[np.argsort(values.is_fixed[at], kind="stable")]
    x[column[at]] = aliased.sign[at] * values.start[at]
    return x


def _fixed_conditions(translation: Translation, values: Values, work: _Work) -> list[_Condition]:
    """Settle states that are demanded themselves; return the other demands."""
    aliased, root = translation.aliased, translation.flat.root
    conditions: dict[int, _Condition] = {}
    seen: dict[int, tuple[str, float]] = {}
    n_states = len(work.x)
    for number in np.flatnonzero(values.is_fixed & (aliased.discrete < 0)).tolist():
        name, asked = variable_name(root, number), float(values.start[number])
        asked = 0.0 if np.isnan(asked) else asked
        column, value = int(translation.column[number]), float(aliased.sign[number]) * asked
        if column < 0:
            _demand_zero(name, asked)
            continue
        if column in seen:
            _agree(seen[column], name, value, asked)
            continue
        seen[column] = name, value
        if column - 2 < n_states:
            work.x[column - 2] = value
            work.settled[column - 2] = name
        else:
            conditions[column] = _value_condition(name, column, value, asked)
    return list(conditions.values())


def _value_condition(name: str, column: int, value: float, asked: float) -> _Condition:
    def residual(row: Floats, xdot: Floats) -> float:
        return float(row[column]) - value

    return _Condition(name, residual, max(abs(value), 1.0), asked, column)


def _demand_zero(name: str, asked: float) -> None:
    if asked != 0:
        raise InitialisationError(
            f"{name} = fixed({asked:g}) contradicts the model: {name} is held at zero by a rigid "
            "connection to the ground. Remove the demand, or the connection"
        )


def _agree(first: tuple[str, float], name: str, value: float, asked: float) -> None:
    other, reached = first
    if abs(value - reached) > _AGREE * max(1.0, abs(value), abs(reached)):
        raise InitialisationError(
            f"{name} = fixed({asked:g}) contradicts {other} = fixed({reached:g}): both are "
            "the same quantity, since the parts are rigidly connected. Keep one of them"
        )


def _equations(translation: Translation, values: Values) -> Iterable[_Condition]:
    """Turn initial equations into conditions."""
    flat = translation.flat
    for equations in flat.initial_equations:
        one, traced = equations.instances, equations.traced
        for k in range(len(one.variable)):
            path = component_path(flat.root, int(one.variable[k]), one.trace)
            label = f"{path}: {traced}" if path else str(traced)
            yield _Condition(
                label, _residual(translation, values, traced, one, k), 1.0, rule="initial equation"
            )


def _residual(
    translation: Translation, values: Values, traced: Any, one: Any, k: int
) -> Callable[[Floats, Floats], float]:
    difference = Expr("sub", (traced.lhs, traced.rhs))
    first, parameter, table = int(one.variable[k]), int(one.parameter[k]), int(one.table[k])

    def residual(row: Floats, xdot: Floats) -> float:
        def variable(value: tuple[int, int]) -> float:
            return _value(translation, row, xdot, first + value[0], value[1])

        def look_up(slot: int, x: Any, derivative: int) -> Any:
            packed = values.tables[values.table_offset[table + slot] :]
            return evaluate_table(packed, np.atleast_1d(x), derivative)[0]

        env = Environment(
            {
                "var": variable,
                "par": lambda slot: values.parameter[parameter + slot],
                "pre": lambda slot: _value(translation, row, xdot, first + slot, 0),
            },
            look_up,
            time=row[0],
            initial=True,
        )
        return float(evaluate(difference, env))

    return residual


def _value(t: Translation, row: Floats, xdot: Floats, variable: int, extra: int) -> float:
    """Return a variable (or its derivative) from a row of values."""
    aliased: Aliased = t.aliased
    if aliased.is_zero[variable]:
        return 0.0
    sign = float(aliased.sign[variable])
    if aliased.discrete[variable] >= 0:
        return sign * float(row[t.column[variable]])
    order = int(aliased.order[variable]) + extra
    member = t.lowered.member_number(int(aliased.chain[variable]), order)
    states = t.lowered.states
    place = int(np.searchsorted(states, member))
    if place < len(states) and states[place] == member:
        return sign * float(row[2 + place])
    below = int(np.searchsorted(states, member - 1))
    if extra and below < len(states) and states[below] == member - 1:
        return sign * float(xdot[below])
    at = int(np.searchsorted(t.recorded, member))
    first = 2 + len(states) + len(t.lowered.quadrature_rates) + len(t.lowered.discrete)
    return sign * float(row[first + at])


# -- solving ------------------------------------------------------------------------------------


def _solve(
    translation: Translation,
    conditions: list[_Condition],
    work: _Work,
    row: Callable[[Floats], tuple[Floats, Floats]],
) -> None:
    """Move free states until all conditions hold."""
    scale = np.array([c.scale for c in conditions])
    chosen: list[int] | None = None
    best = np.inf
    for _ in range(_MAX_ITERATIONS):
        r = _residuals(conditions, *row(work.x)) / scale
        size = float(np.abs(r).max())
        if not np.isfinite(size):
            break
        if size <= 1e-14 or (size >= best and best <= 1e-9):
            return
        best = min(best, size)
        jacobian = _jacobian(conditions, work, row, r, scale)
        if chosen is None:
            chosen = _choose(translation, conditions, jacobian, work, r)
        if not chosen:
            break
        step = np.linalg.lstsq(jacobian[:, chosen], -r, rcond=1e-10)[0]
        work.x[chosen] += step
    r = _residuals(conditions, *row(work.x)) / scale
    if not np.abs(r).max() <= _AGREE:
        raise _no_solution(conditions, r * scale, work)


def _residuals(conditions: list[_Condition], row: Floats, xdot: Floats) -> Floats:
    return np.array([c.residual(row, xdot) for c in conditions])


def _jacobian(
    conditions: list[_Condition],
    work: _Work,
    row: Callable[[Floats], tuple[Floats, Floats]],
    r: Floats,
    scale: Floats,
) -> Floats:
    """Differences; the steps are powers of two, so that linear conditions are exact."""
    jacobian = np.zeros((len(conditions), len(work.x)))
    for k in range(len(work.x)):
        step = 2.0**-10 * 2.0 ** np.ceil(np.log2(max(abs(work.x[k]), 1.0)))
        moved = work.x.copy()
        moved[k] += step
        jacobian[:, k] = (_residuals(conditions, *row(moved)) / scale - r) / step
    jacobian[np.abs(jacobian) < 1e-11] = 0.0
    return jacobian


def _choose(
    translation: Translation, conditions: list[_Condition], jacobian: Floats, work: _Work, r: Floats
) -> list[int]:
    """Choose the states to move: independent columns, unsettled ones only."""
    free = [k for k in range(len(work.x)) if k not in work.settled]
    chosen: list[int] = []
    rank = 0
    for k in free:
        trial = [*chosen, k]
        if np.linalg.matrix_rank(jacobian[:, trial], tol=1e-9) > rank:
            chosen, rank = trial, rank + 1
    if rank < len(conditions):
        _check_dependent(conditions, jacobian, chosen, work, r)
    return chosen


def _check_dependent(
    conditions: list[_Condition], jacobian: Floats, chosen: list[int], work: _Work, r: Floats
) -> None:
    """Accept conditions that follow from others; refuse those that contradict them."""
    reduced = jacobian[:, chosen]
    step = np.linalg.lstsq(reduced, -r, rcond=1e-10)[0] if chosen else np.zeros(0)
    left = r + (reduced @ step if chosen else 0.0)
    worst = int(np.argmax(np.abs(left)))
    if abs(left[worst]) <= _AGREE:
        return
    null = _left_null(reduced, worst)
    involved = [k for k in range(len(conditions)) if abs(null[k]) > 1e-9]
    names = [conditions[k].name for k in involved]
    sensitivity = null @ jacobian
    states = [name for k, name in work.settled.items() if abs(sensitivity[k]) > 1e-9]
    everyone = [*states, *names]
    raise InitialisationError(
        "start values contradict each other: "
        f"{_shown(conditions, involved, work, states)} cannot hold together, because rigid "
        f"couplings tie {' and '.join(everyone)} to each other. Keep as many of them as there are "
        "independent motions, for instance only the first"
    )


def _left_null(matrix: Floats, worst: int) -> Floats:
    """Return a combination of rows that vanishes, with row `worst` in it."""
    unit = np.zeros(len(matrix))
    unit[worst] = 1.0
    if not matrix.size:
        return unit
    basis, singular, _ = np.linalg.svd(matrix)
    rank = int(np.count_nonzero(singular > 1e-10 * max(singular.max(initial=0), 1.0)))
    kernel = basis[:, rank:]
    return np.asarray(kernel @ (kernel.T @ unit))


def _shown(
    conditions: list[_Condition], involved: list[int], work: _Work, states: list[str]
) -> str:
    parts = [f"{name} = fixed({work.x[k]:g})" for k, name in work.settled.items() if name in states]
    for k in involved:
        c = conditions[k]
        parts.append(c.name if np.isnan(c.asked) else f"{c.name} = fixed({c.asked:g})")
    return ", ".join(parts)


def _no_solution(conditions: list[_Condition], r: Floats, work: _Work) -> InitialisationError:
    lines = [
        f"    {c.name}: missed by {value:.3g}"
        for c, value in zip(conditions, r, strict=True)
        if not abs(value) <= _AGREE * c.scale
    ]
    return InitialisationError(
        "no start values were found that fulfil these conditions:\n"
        + "\n".join(lines[:10])
        + "\n  Give better guesses for the states, or take back a condition"
    )


def _probe_failed(status: Status, work: _Work) -> InitialisationError:
    return InitialisationError(f"the first instant could not be solved: {status.sentence}")


def _report(
    translation: Translation,
    values: Values,
    conditions: list[_Condition],
    work: _Work,
    row: Callable[[Floats], tuple[Floats, Floats]],
) -> InitialReport:
    lines = [
        InitialValue(name, float(work.x[k]), float(work.x[k]), "fixed")
        for k, name in work.settled.items()
    ]
    if conditions:
        reached, xdot = row(work.x)
        for c in conditions:
            value = float(reached[c.column]) if c.column >= 0 else c.residual(reached, xdot)
            lines.append(InitialValue(c.name, c.asked, value, c.rule))
    hinted = _hints(translation, values)
    for k, name in enumerate(state_names(translation)):
        if k in work.settled:
            continue
        moved = work.x[k] != hinted[k]
        rule = "follows from the conditions" if moved else "start value taken"
        lines.append(InitialValue(name, float(hinted[k]), float(work.x[k]), rule))
    return InitialReport(tuple(lines))
