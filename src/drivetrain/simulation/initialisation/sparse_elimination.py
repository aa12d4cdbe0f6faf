"""Initial conditions of large models with linear kinematics, by sparse elimination.

The start of a long shaft involves hundreds of angles and speeds that are not states: each is the
previous one plus a twist. Expressed in states every one of them would involve most states;
expressed as they are computed they stay sparse, and one elimination shows which preferred values
can be accepted, the best first, and what follows from them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from drivetrain.compiler.analysis.linear_forms import Form, LinearForms
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph.rank import column_basis
from drivetrain.compiler.translation import Translation
from drivetrain.errors import DrivetrainError
from drivetrain.kernel.sparse import SparseLU
from drivetrain.simulation.initialisation.conditions import Conditions

__all__ = ["LinearStart", "linear_start"]

_ROUNDING = 1e-15
"""States that change by less than this, relative to the largest quantity, keep their value."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class _System(NamedTuple):
    """Quantities and the equations between them: sums of factors times quantities are constant."""

    numbers: Ints
    row: Ints
    column: Ints
    factor: Floats
    constant: Floats


class LinearStart(NamedTuple):
    """States that satisfy the conditions.

    Attributes
    ----------
    x : float array
        States.
    accepted : list of int
        Accepted preferred values, including those of states.
    redundant : frozenset of int
        Fixed values that follow from the others.
    """

    x: Floats
    accepted: list[int]
    redundant: frozenset[int]


def linear_start(
    translation: Translation,
    values: Values,
    x: Floats,
    settled: Ints,
    demanded: Conditions,
    proposed: Conditions,
) -> LinearStart | None:
    """Satisfy fixed values, and preferred ones as far as they are independent of earlier ones.

    Parameters
    ----------
    translation, values
        The model and its parameters.
    x : float array
        States as fixed, or at their present values if not specified.
    settled : int array
        Variable that fixes a state, -1: none.
    demanded, proposed : Conditions
        Conditions on variables only; they are accepted in this order.

    Returns
    -------
    LinearStart or None
        None if a quantity is not a sum of others.
    """
    n_states = len(x)
    wanted = [_elements(translation, c, n_states) for c in (demanded, proposed)]
    system = _definitions(translation, values, np.concatenate(wanted))
    if system is None:
        return None
    place = np.full(n_states + len(translation.lowered.members.batch), -1)
    place[system.numbers] = np.arange(len(system.numbers))
    demands, proposals = (place[elements] for elements in wanted)
    is_settled = np.zeros(len(system.numbers), dtype=bool)
    is_settled[:n_states] = settled >= 0
    follows = _following(system, n_states, is_settled, demands, proposals)
    first = _first_of(proposals)
    value = np.concatenate([x, np.zeros(len(system.numbers) - n_states)])
    value[proposals[first]] = proposed.value[first]
    value[demands[::-1]] = demanded.value[::-1]
    value[is_settled] = x[settled >= 0]
    solved = _solved(system, follows, value)
    if solved is None:
        return None
    spoken_for = follows | is_settled
    spoken_for[demands] = True
    accepted: list[int] = first[~spoken_for[proposals[first]]].tolist()
    redundant = frozenset(np.flatnonzero(follows[demands]).tolist())
    moved = np.abs(solved[:n_states] - x) > _ROUNDING * np.abs(solved).max()
    states = np.where(moved, solved[:n_states], x)
    return LinearStart(states, accepted, redundant)


def _following(
    system: _System, n_states: int, is_settled: Bools, demands: Ints, proposals: Ints
) -> Bools:
    """Mark the quantities that follow from the others.

    One quantity of each equation does. They are chosen starting with the least important ones:
    those not asked for, states at their present values, preferred values from the last to the
    first, fixed values. So the remaining ones are the first that are independent.
    """
    rank = np.zeros(len(system.numbers), dtype=np.int64)
    rank[:n_states] = 1 + np.arange(n_states)
    asked = np.concatenate([proposals[::-1], demands[::-1]])
    rank[asked] = 1 + n_states + np.arange(len(asked))
    rank[is_settled] = 1 + n_states + len(asked)
    order = np.empty(len(rank), dtype=np.int64)
    order[np.argsort(rank, kind="stable")] = np.arange(len(rank))
    n_rows = len(system.constant)
    basis = column_basis(n_rows, system.row, system.column, system.factor, order)
    follows = np.zeros(len(rank), dtype=bool)
    follows[basis.column] = True
    return follows


def _elements(t: Translation, conditions: Conditions, n_states: int) -> Ints:
    """Return indices of the quantities in conditions: states, then members."""
    variable = conditions.variable
    member = t.lowered.first[t.aliased.chain[variable]] + t.aliased.order[variable]
    state = t.lowered.members.state_number[member]
    return np.asarray(np.where(state >= 0, state, n_states + member))


def _first_of(elements: Ints) -> Ints:
    """Return where each element occurs first."""
    return np.sort(np.unique(elements, return_index=True)[1])


def _definitions(t: Translation, values: Values, wanted: Ints) -> _System | None:
    """Return all quantities that are required, states first; None if one is not a sum."""
    n_states = len(t.lowered.states)
    forms = LinearForms(t.lowered, t.parameters_of(values.parameter))
    found: dict[int, Form] = {}
    waiting = [number for number in wanted.tolist() if number >= n_states]
    while waiting:
        number = waiting.pop()
        if number in found:
            continue
        form = forms.definition(number - n_states)
        if form is None:
            return None
        found[number] = form
        waiting += [other for other in form[1] if other >= n_states and other not in found]
    place = {number: n_states + k for k, number in enumerate(found)}
    entries = [(k, n_states + k, 1.0) for k in range(len(found))]
    for k, (_, factors) in enumerate(found.values()):
        entries += [(k, place.get(other, other), -factor) for other, factor in factors.items()]
    row, column, factor = np.array(entries).reshape(-1, 3).T
    return _System(
        np.concatenate([np.arange(n_states), np.array(list(found), dtype=np.int64)]),
        row.astype(np.int64),
        column.astype(np.int64),
        factor,
        np.array([constant for constant, _ in found.values()]),
    )


def _solved(system: _System, follows: Bools, value: Floats) -> Floats | None:
    """Return all values, some of which follow from the others; None if that cannot be solved."""
    n = len(system.constant)
    if not n:
        return value
    unknown = follows[system.column]
    known = ~unknown
    given = system.factor[known] * value[system.column[known]]
    right = system.constant - np.bincount(system.row[known], given, n)
    number = np.cumsum(follows) - 1
    place = (system.row[unknown], number[system.column[unknown]])
    matrix = csc_array((system.factor[unknown], place), shape=(n, n))
    factors = SparseLU(matrix.indptr, matrix.indices)
    try:
        factors.factor(matrix.data)
    except DrivetrainError:
        return None
    solved = value.copy()
    solved[follows] = factors.solve(right)
    return solved
