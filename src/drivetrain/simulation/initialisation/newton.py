"""Solve for consistent initial states by Newton's method.

``fixed(v)`` is a condition, ``guess(v)`` (or a start value) a preference; initial equations are
conditions too. The conditions are solved by Newton's method for the states; states that no
condition determines take their preferred values. Every evaluation also solves the first event, so
that the modes of friction elements belong to the motion found.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import InitialisationError
from drivetrain.kernel.binding import Solver, Status
from drivetrain.linear_algebra import least_squares, matrix_product, size_of
from drivetrain.simulation.diagnostics.failures import explain
from drivetrain.simulation.initialisation.conditions import (
    AGREE,
    Conditions,
    StartValues,
    initial_equations,
)
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.initialisation.sparse_elimination import linear_start
from drivetrain.simulation.results.start_report import StartReport

__all__ = [
    "Row",
    "initialise",
    "with_equations",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_MAX_ITERATIONS = 30
_MANY = 100
"""Number of states from which on elimination is tried first: finite differences evaluate the
first instant once per state."""
_PARALLEL = 1e-9
"""Directions whose independent part is smaller, relative to them, count as the same."""
_TIE = 1e-6
"""States whose influence differs by less, relative to it, are equivalent; the first is taken."""
_UNSOLVED = 1e-9
"""Part of the terms of a linear condition that may be left of it after a step."""
_ROUNDING = 2.0**-40
"""Fraction of the terms of a condition that its residual may amount to."""


@dataclass(eq=False)
class _Work:
    """States in progress, and which variable determines each."""

    translation: Translation
    x: Floats
    settled: Ints
    size: Floats
    rules: dict[int, str] = field(default_factory=dict)
    redundant: frozenset[int] = frozenset()
    solved: frozenset[int] | None = None

    @property
    def free(self) -> Ints:
        """States not yet determined."""
        return np.flatnonzero(self.settled < 0)

    def name(self, state: int) -> str:
        """Return the name of the variable that determines a state."""
        return variable_name(self.translation.flat.root, int(self.settled[state]))

    def reached(self, said: StartValues, held: Conditions, proposed: Conditions) -> Reached:
        """Return the present start, and the preferred values that could not be met."""
        missed = np.flatnonzero(~np.isin(said.proposed.variable, proposed.variable))
        return Reached(
            self.x,
            said,
            held,
            self.settled,
            self.rules,
            self.redundant,
            self.solved,
            said.proposed.take(missed),
        )


@dataclass(frozen=True)
class Row:
    """Values and derivatives at the first instant as a function of the states.

    Raises InitialisationError if the first instant has no solution.

    Attributes
    ----------
    translation : Translation
        The model.
    said : StartValues
        Its start values.
    solver : Solver
        Solves the first instant.
    time : float
        The first instant, s.
    """

    translation: Translation
    said: StartValues
    solver: Solver
    time: float

    def __call__(self, x: Floats) -> tuple[Floats, Floats]:
        """Return values and derivatives."""
        return self._solved(*self.solver.probe(self.time, x, self.said.discrete))

    def beside(self, x: Floats) -> tuple[Floats, Floats]:
        """Return them near the last evaluated states, for finite differences.

        The modes there are not searched for: where sweeps do not settle them, those of the last
        evaluated states are kept. A difference across modes that took a search would be
        meaningless, and there would be one search for each state.
        """
        return self._solved(*self.solver.probe_nearby(self.time, x, self.said.discrete))

    def _solved(self, row: Floats, xdot: Floats, status: Status) -> tuple[Floats, Floats]:
        if status not in (Status.DONE, Status.MORE):
            what = "the first instant could not be solved"
            raise InitialisationError(
                explain(self.translation, self.solver, status, what=what, row=row)
            )
        return row, xdot


def with_equations(conditions: Conditions, translation: Translation, values: Values) -> Conditions:
    """Return conditions with the initial equations of the model."""
    if not translation.flat.initial_equations:
        return conditions
    return replace(conditions, equations=tuple(initial_equations(translation, values)))


def initialise(translation: Translation, values: Values, said: StartValues, row: Row) -> Reached:
    """Find consistent start values.

    Parameters
    ----------
    translation : Translation
        The model.
    values : Values
        Its parameters.
    said : StartValues
        Its start values.
    row : callable
        The first instant as a function of the states.

    Raises
    ------
    InitialisationError
        If conditions contradict each other or no solution is found; the message names them.
    """
    held = with_equations(said.demanded, translation, values)
    proposed = said.proposed
    work = _Work(translation, said.x.copy(), said.settled.copy(), said.sizes.of_state)
    at_once = _at_once(held, proposed, work, values, row)
    if at_once is not None:
        return work.reached(said, at_once, proposed)
    while True:
        work = _Work(translation, said.x.copy(), said.settled.copy(), said.sizes.of_state)
        taken, failure = _attempt(held, proposed, work, row)
        if failure is None:
            return work.reached(said, held.joined(taken), proposed)
        if not len(proposed):
            break
        # a preference must not prevent a start
        proposed = _without_missed(proposed, taken, work, row)
    reached, there = work.reached(said, held, said.proposed), _tried(row, work.x)
    failure.start = StartReport(lambda: reached.report(translation, values, there))
    raise failure


def _attempt(
    held: Conditions, proposed: Conditions, work: _Work, row: Row
) -> tuple[Conditions, InitialisationError | None]:
    """Solve the conditions and the accepted preferences; return the latter."""
    taken = proposed.take([])
    try:
        taken = _accepted(held, proposed, work, row)
        if len(held) + len(taken):
            _solve(held.joined(taken), work, row)
        else:
            row(work.x)
    except InitialisationError as error:
        return taken, error
    return taken, None


def _without_missed(proposed: Conditions, taken: Conditions, work: _Work, row: Row) -> Conditions:
    """Return the preferences without those accepted but not met; none if there are no such ones."""
    there = _tried(row, work.x)
    if there is None:
        return proposed.take([])
    missed = taken.variable[~(np.abs(taken.residuals(*there)) <= AGREE)]
    kept = ~np.isin(proposed.variable, missed) & bool(len(missed))
    return proposed.take(np.flatnonzero(kept))


def _tried(row: Row, x: Floats) -> tuple[Floats, Floats] | None:
    """Return the values at an unsuccessful start, if there are any."""
    try:
        return row(x)
    except InitialisationError:
        return None


def _at_once(
    demanded: Conditions, proposed: Conditions, work: _Work, values: Values, row: Row
) -> Conditions | None:
    """Find the start of a large model without finite differences, if its motions are linear sums.

    Returns the fixed values, and the accepted preferred values of variables other than states; None
    if that did not succeed.
    """
    if len(work.x) <= _MANY or demanded.equations:
        return None
    if not len(proposed) and _holds(demanded, _tried(row, work.x)):
        return None  # there is nothing to solve for
    found = linear_start(work.translation, values, work.x, work.settled, demanded, proposed)
    if found is None:
        return None
    accepted = proposed.take(found.accepted)
    is_state = accepted.column - 2 < len(work.x)
    held = demanded.joined(accepted.take(np.flatnonzero(~is_state)))
    if not _holds(held, _tried(row, found.x)):
        return None
    work.x[:], work.redundant = found.x, found.redundant
    for k in np.flatnonzero(is_state).tolist():
        state = int(accepted.column[k]) - 2
        work.settled[state], work.rules[state] = accepted.variable[k], accepted.rule[k]
    return held


def _holds(conditions: Conditions, there: tuple[Floats, Floats] | None) -> bool:
    """Tell whether conditions hold at the values of an instant, if there are any."""
    return there is not None and bool(
        np.abs(conditions.residuals(*there)).max(initial=0.0) <= AGREE
    )


def _accepted(demanded: Conditions, proposed: Conditions, work: _Work, row: Row) -> Conditions:
    """Accept preferences as long as they are independent of what is already determined.

    States named by a preference are set at once; the other preferences are returned.
    """
    free = work.free
    if not (len(proposed) and len(free)):
        return proposed.take([])
    accepted: list[int] = []
    basis = _Basis(len(free))
    for gradient in _jacobian(demanded, work, row):
        basis.take(gradient[free], size_of(gradient))
    if basis.complete:
        return proposed.take(accepted)
    for k, gradient in enumerate(_jacobian(proposed, work, row)):
        if not basis.take(gradient[free], size_of(gradient)):
            continue
        state = int(proposed.column[k]) - 2
        if state < len(work.x):
            work.x[state] = proposed.value[k]
            work.settled[state] = proposed.variable[k]
            work.rules[state] = proposed.rule[k]
        else:
            accepted.append(k)
    return proposed.take(accepted)


class _Basis:
    """Directions already determined (Gram-Schmidt)."""

    def __init__(self, size: int) -> None:
        self._rows = np.zeros((size, size))
        self._count = 0

    @property
    def complete(self) -> bool:
        """Tell whether no direction is left."""
        return self._count == len(self._rows)

    def take(self, direction: Floats, size: float) -> bool:
        """Add a direction if it is new; what is small compared with `size` is rounding."""
        if size == 0 or self.complete:
            return False
        taken, rest = self._rows[: self._count], direction / size
        for _ in range(2):
            rest = rest - matrix_product(taken.T, matrix_product(taken, rest))
        left = size_of(rest)
        if left < _PARALLEL:
            return False
        self._rows[self._count] = rest / left
        self._count += 1
        return True


# -- solving ------------------------------------------------------------------------------------


def _solve(conditions: Conditions, work: _Work, row: Row) -> None:
    """Move free states until all conditions hold."""
    chosen: list[int] | None = None
    best = np.inf
    for _ in range(_MAX_ITERATIONS):
        r = conditions.residuals(*row(work.x))
        size = float(np.abs(r).max())
        if not np.isfinite(size):
            break
        if size <= 1e-14 or (size >= best and best <= AGREE):
            return
        best = min(best, size)
        jacobian = _jacobian(conditions, work, row)
        if chosen is None:
            chosen = _choose(conditions, jacobian, work, r)
            work.solved = frozenset(chosen)
        if not chosen:
            break
        work.x[chosen] += _step(jacobian[:, chosen], r) * work.size[chosen]
    r = conditions.residuals(*row(work.x))
    if not np.abs(r).max() <= AGREE:
        _judge(conditions, r, work, row)


def _step(jacobian: Floats, r: Floats) -> Floats:
    """Return the step after which linear conditions hold.

    Beside a condition of a large slope, such as that of an energy in J, others may look dependent:
    where one of them is left as it is, all are brought to slopes of one size.
    """
    step = least_squares(jacobian, -r)
    left = np.abs(matrix_product(jacobian, step) + r)
    terms = matrix_product(np.abs(jacobian), np.abs(step)) + np.abs(r)
    slopes = np.linalg.norm(jacobian, axis=1)
    rounding = _ROUNDING * slopes * np.abs(step).max(initial=0.0)
    if (left <= _UNSOLVED * terms + rounding).all():
        return step
    scale = 2.0 ** np.round(np.log2(np.where(slopes > 0, slopes, 1.0)))
    return least_squares(jacobian / scale[:, np.newaxis], -r / scale)


def _judge(conditions: Conditions, r: Floats, work: _Work, row: Row) -> None:
    """Reject conditions with residuals above the rounding of their terms."""
    limit = np.full(len(r), AGREE)
    if np.isfinite(r).all():
        limit += _rounding_of(_jacobian(conditions, work, row), work)
    if not (np.abs(r) <= limit).all():
        raise _no_solution(conditions, r, limit, work)


def _rounding_of(jacobian: Floats, work: _Work) -> Floats:
    """Return the effect of rounding of the states on each condition."""
    return _ROUNDING * matrix_product(np.abs(jacobian), np.abs(work.x / work.size))


def _jacobian(conditions: Conditions, work: _Work, row: Row) -> Floats:
    """Return finite differences with respect to states in units of their sizes.

    The steps are powers of two, so that linear conditions are exact. Infinite values have no slope;
    the first instant rejects them.
    """
    x, size = work.x, work.size
    r = conditions.residuals(*row(x))
    jacobian = np.zeros((len(conditions), len(x)))
    with np.errstate(invalid="ignore"):
        for k in range(len(x)):
            jacobian[:, k] = _slope(conditions, x, k, size[k], row, r) * size[k]
    jacobian[np.abs(jacobian) < 1e-11] = 0.0
    return jacobian


def _slope(conditions: Conditions, x: Floats, k: int, size: float, row: Row, r: Floats) -> Floats:
    """Return the slopes over one state; if no modes are consistent on one side, from the other."""
    step = 2.0**-10 * 2.0 ** np.ceil(np.log2(max(abs(x[k]), size)))
    moved = x.copy()
    try:
        moved[k] = x[k] + step
        return np.asarray((conditions.residuals(*row.beside(moved)) - r) / step)
    except InitialisationError:
        moved[k] = x[k] - step
        return np.asarray((r - conditions.residuals(*row.beside(moved))) / step)


def _choose(conditions: Conditions, jacobian: Floats, work: _Work, r: Floats) -> list[int]:
    """Choose the states to move: independent columns, undetermined ones only.

    The most influential ones come first: a filter at rest is brought there by its own state, not by
    that of the sensor before it.
    """
    free, chosen = work.free, list[int]()
    rest = jacobian[:, free]
    least = _PARALLEL * np.linalg.norm(rest, axis=0)
    while len(chosen) < len(conditions):
        left = np.linalg.norm(rest, axis=0)
        left[left <= least] = 0.0
        if not left.any():
            break
        at = int(np.argmax(left >= (1.0 - _TIE) * left.max()))
        chosen.append(int(free[at]))
        direction = rest[:, at] / left[at]
        rest = rest - np.outer(direction, matrix_product(rest.T, direction))
    chosen.sort()
    if len(chosen) < len(conditions):
        _check_dependent(conditions, jacobian, chosen, work, r)
    return chosen


def _check_dependent(
    conditions: Conditions, jacobian: Floats, chosen: list[int], work: _Work, r: Floats
) -> None:
    """Accept conditions that follow from others; reject those that contradict them."""
    reduced = jacobian[:, chosen]
    step = least_squares(reduced, -r) if chosen else np.zeros(0)
    left = r + (matrix_product(reduced, step) if chosen else 0.0)
    excess = np.abs(left) - _rounding_of(jacobian, work)
    worst = int(np.argmax(excess))
    if excess[worst] > AGREE:
        raise _contradiction(conditions, jacobian, chosen, work, r, worst)
    basis = _Basis(len(chosen))
    work.redundant = frozenset(
        k for k, gradient in enumerate(reduced) if not basis.take(gradient, size_of(jacobian[k]))
    )


def _contradiction(
    conditions: Conditions,
    jacobian: Floats,
    chosen: list[int],
    work: _Work,
    r: Floats,
    worst: int,
) -> InitialisationError:
    """Report which fixed values are incompatible, and what the others imply for one of them."""
    null = _left_null(jacobian[:, chosen], worst)
    involved = np.flatnonzero(np.abs(null) > 1e-9).tolist()
    sensitive = np.abs(null @ jacobian) > 1e-9
    states = np.flatnonzero(sensitive & (work.settled >= 0)).tolist()
    others = [k for k in involved if k != worst]
    missed = _missed_without(jacobian[:, chosen], r, others, worst) * conditions.scale[worst]
    last, asked = conditions.name(work.translation, worst), conditions.asked_of(worst)
    if np.isnan(asked):
        sides = f"the two sides of '{last}'" if others or states else "its two sides"
        but = f"{sides} differ by {abs(missed):.6g}"
    else:
        sign = float(work.translation.aliased.sign[conditions.variable[worst]])
        but = f"{last} is {asked + sign * missed:.6g}"
    if not states and not others:
        what = _shown(conditions, involved, work, states)
        return InitialisationError(
            f"{what} contradicts the model: whatever the start, {but}.\n  Sources, rigid "
            "connections or a balance of torques determine it: remove this demand, or what "
            "determines it."
        )
    return InitialisationError(
        f"start values contradict each other: {_shown(conditions, involved, work, states)} cannot "
        f"hold together.\n  With all the others, {but}: the parts in between tie them together. "
        "Keep as many demands as there are independent motions."
    )


def _missed_without(reduced: Floats, r: Floats, others: list[int], worst: int) -> float:
    """Return the residual of a condition if others hold."""
    if not others or not reduced.size:
        return float(r[worst])
    step = least_squares(reduced[others], -r[others])
    return float(r[worst] + matrix_product(reduced[[worst]], step)[0])


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


def _shown(conditions: Conditions, involved: list[int], work: _Work, states: list[int]) -> str:
    parts = [f"{work.name(k)} = fixed({work.x[k]:g})" for k in states]
    for k in involved:
        asked = conditions.asked_of(k)
        name = conditions.name(work.translation, k)
        parts.append(name if np.isnan(asked) else f"{name} = fixed({asked:g})")
    return ", ".join(parts)


def _no_solution(
    conditions: Conditions, r: Floats, limit: Floats, work: _Work
) -> InitialisationError:
    missed = np.flatnonzero(~(np.abs(r) <= limit))[:10]
    lines = [
        f"    {conditions.name(work.translation, k)}: missed by {r[k] * conditions.scale[k]:.3g}"
        for k in missed.tolist()
    ]
    return InitialisationError(
        "no start values were found that fulfil these conditions:\n"
        + "\n".join(lines)
        + "\n  Give better guesses for the states, or take back a condition"
    )
