"""Initialise: start values of all states from what the model demands and proposes.

``fixed(v)`` is a condition, ``guess(v)`` (or a start value) a hint, initial equations are
conditions too. The conditions are solved by Newton's method on the states; states that no
condition determines take their hints. Every evaluation solves the first event as well, so that
the modes of friction elements belong to the motion found.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.report import state_names
from drivetrain.compiler.translate import Translation
from drivetrain.compiler.values import Values
from drivetrain.errors import InitialisationError
from drivetrain.kernel.binding import Solver, Status
from drivetrain.simulation.conditions import (
    AGREE,
    Condition,
    Work,
    discrete_starts,
    fixed_conditions,
    hints,
    initial_equations,
    proposals,
)
from drivetrain.simulation.failures import explain

__all__ = ["InitialReport", "InitialValue", "initialise"]

Floats = NDArray[np.float64]
Row: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]

_MAX_ITERATIONS = 30


class InitialValue(NamedTuple):
    """One line of the report: what was asked of a variable, what it got, and by which rule."""

    name: str
    asked: float
    reached: float
    rule: str


class InitialReport:
    """How the start values came about, variable by variable.

    Parameters
    ----------
    collect : callable
        Returns the lines; called when they are first read.
    """

    def __init__(self, collect: Callable[[], list[InitialValue]] = list) -> None:
        self._collect = collect

    @cached_property
    def values(self) -> tuple[InitialValue, ...]:
        """One line for every condition and every state."""
        return tuple(self._collect())

    def __str__(self) -> str:
        width = max((len(v.name) for v in self.values), default=4)
        lines = [f"{'variable':<{width}}  {'asked':>12}  {'reached':>12}  rule"]
        for v in self.values:
            asked = "" if np.isnan(v.asked) else f"{v.asked:.6g}"
            lines.append(f"{v.name:<{width}}  {asked:>12}  {v.reached:>12.6g}  {v.rule}")
        return "\n".join(lines)


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
    work = Work(hints(translation, values))
    demanded = [
        *fixed_conditions(translation, values, work),
        *initial_equations(translation, values),
    ]
    proposed = proposals(translation, values, work)
    pre = discrete_starts(translation, values)

    def row(x: Floats) -> tuple[Floats, Floats]:
        result, xdot, status = solver.probe(time, x, pre)
        if status not in (Status.DONE, Status.MORE):
            what = "the first instant could not be solved"
            raise InitialisationError(explain(translation, status, solver.failure, what))
        return result, xdot

    conditions = [*demanded, *_accepted(demanded, proposed, work, row)]
    if conditions:
        _solve(conditions, work, row)
    reached = row(work.x) if conditions else (work.x, work.x)
    return work.x, InitialReport(lambda: _lines(translation, values, conditions, work, reached))


def _accepted(
    demanded: list[Condition], proposed: list[Condition], work: Work, row: Row
) -> list[Condition]:
    """Take proposals as long as they are independent of what is settled already.

    States that a proposal names are settled on the spot; the others are returned.
    """
    if not proposed:
        return []
    everything = [*demanded, *proposed]
    jacobian = _jacobian(everything, work, row)
    basis = _Basis(len(work.x))
    for k in work.settled:
        basis.take(np.eye(len(work.x))[k])
    for k in range(len(demanded)):
        basis.take(jacobian[k])
    accepted = []
    for condition, gradient in zip(proposed, jacobian[len(demanded) :], strict=True):
        if not basis.take(gradient):
            continue
        state = condition.column - 2
        if state < len(work.x):
            work.x[state] += -condition.residual(*row(work.x))
            work.settled[state] = condition.name
            work.rules[state] = condition.rule
        else:
            accepted.append(condition)
    return accepted


class _Basis:
    """Directions in the space of states that are spoken for (Gram–Schmidt)."""

    def __init__(self, size: int) -> None:
        self._rows = np.zeros((0, size))

    def take(self, gradient: Floats) -> bool:
        """Take a direction if it is new; tell whether it was."""
        size = float(np.linalg.norm(gradient))
        if size == 0 or len(self._rows) == len(gradient):
            return False
        rest = gradient / size
        for _ in range(2):
            rest = rest - self._rows.T @ (self._rows @ rest)
        left = float(np.linalg.norm(rest))
        if left < 1e-9:
            return False
        self._rows = np.vstack([self._rows, rest / left])
        return True


# -- solving ------------------------------------------------------------------------------------


def _solve(conditions: list[Condition], work: Work, row: Row) -> None:
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
        jacobian = _jacobian(conditions, work, row)
        if chosen is None:
            chosen = _choose(conditions, jacobian, work, r)
        if not chosen:
            break
        step = np.linalg.lstsq(jacobian[:, chosen], -r, rcond=1e-10)[0]
        work.x[chosen] += step
    r = _residuals(conditions, *row(work.x)) / scale
    if not np.abs(r).max() <= AGREE:
        raise _no_solution(conditions, r * scale, work)


def _residuals(conditions: list[Condition], row: Floats, xdot: Floats) -> Floats:
    return np.array([c.residual(row, xdot) for c in conditions])


def _jacobian(conditions: list[Condition], work: Work, row: Row) -> Floats:
    """Differences; the steps are powers of two, so that linear conditions are exact."""
    scale = np.array([c.scale for c in conditions])
    r = _residuals(conditions, *row(work.x)) / scale
    jacobian = np.zeros((len(conditions), len(work.x)))
    for k in range(len(work.x)):
        step = 2.0**-10 * 2.0 ** np.ceil(np.log2(max(abs(work.x[k]), 1.0)))
        moved = work.x.copy()
        moved[k] += step
        jacobian[:, k] = (_residuals(conditions, *row(moved)) / scale - r) / step
    jacobian[np.abs(jacobian) < 1e-11] = 0.0
    return jacobian


def _choose(conditions: list[Condition], jacobian: Floats, work: Work, r: Floats) -> list[int]:
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
    conditions: list[Condition], jacobian: Floats, chosen: list[int], work: Work, r: Floats
) -> None:
    """Accept conditions that follow from others; refuse those that contradict them."""
    reduced = jacobian[:, chosen]
    step = np.linalg.lstsq(reduced, -r, rcond=1e-10)[0] if chosen else np.zeros(0)
    left = r + (reduced @ step if chosen else 0.0)
    worst = int(np.argmax(np.abs(left)))
    if abs(left[worst]) <= AGREE:
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


def _shown(conditions: list[Condition], involved: list[int], work: Work, states: list[str]) -> str:
    parts = [f"{name} = fixed({work.x[k]:g})" for k, name in work.settled.items() if name in states]
    for k in involved:
        c = conditions[k]
        parts.append(c.name if np.isnan(c.asked) else f"{c.name} = fixed({c.asked:g})")
    return ", ".join(parts)


def _no_solution(conditions: list[Condition], r: Floats, work: Work) -> InitialisationError:
    lines = [
        f"    {c.name}: missed by {value:.3g}"
        for c, value in zip(conditions, r, strict=True)
        if not abs(value) <= AGREE * c.scale
    ]
    return InitialisationError(
        "no start values were found that fulfil these conditions:\n"
        + "\n".join(lines[:10])
        + "\n  Give better guesses for the states, or take back a condition"
    )


def _lines(
    translation: Translation,
    values: Values,
    conditions: list[Condition],
    work: Work,
    reached: tuple[Floats, Floats],
) -> list[InitialValue]:
    lines = [
        InitialValue(name, float(work.x[k]), float(work.x[k]), work.rules.get(k, "fixed"))
        for k, name in work.settled.items()
    ]
    for c in conditions:
        value = float(reached[0][c.column]) if c.column >= 0 else c.residual(*reached)
        lines.append(InitialValue(c.name, c.asked, value, c.rule))
    hinted = hints(translation, values)
    for k, name in enumerate(state_names(translation)):
        if k in work.settled:
            continue
        moved = work.x[k] != hinted[k]
        rule = "follows from the conditions" if moved else "start value taken"
        lines.append(InitialValue(name, float(hinted[k]), float(work.x[k]), rule))
    return lines
