"""Requested state priorities (`state_select`), and whether they can be met.

A variable can be a state only if its derivative exists. Where nothing else needs the derivative,
the constraint that determines the variable is differentiated once more than necessary.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph import components
from drivetrain.compiler.structure.diagnostics import (
    contradicting_states,
    describe_equation,
    impossible_state,
    lost_state,
)
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.compiler.structure.state_choice import StateChoice
from drivetrain.errors import StructureError
from drivetrain.modeling.expression import walk

__all__ = ["grant"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_ALWAYS, _BEFORE_ALL = 2, 3
"""Levels of `state_select`; the last one is internal."""

_SMOOTH = frozenset(("const", "par", "slot", "time", "add", "sub", "neg", "mul", "div"))
_SMOOTH |= frozenset(("sin", "cos", "tanh", "exp"))
"""Operations that may be differentiated once more."""


@dataclass(frozen=True, eq=False)
class _Wishes:
    """Chain members requested as states, each once.

    Attributes
    ----------
    variable : int array, shape (wishes,)
        A variable that requests it.
    chain, order : int array, shape (wishes,)
        The chain member.
    level : int array, shape (wishes,)
        Priority: 1 for "prefer", 2 for "always".
    """

    variable: Ints
    chain: Ints
    order: Ints
    level: Ints

    @classmethod
    def of(cls, aliased: Aliased, select: NDArray[np.int8]) -> _Wishes:
        variable = np.flatnonzero((select > 0) & (aliased.chain >= 0))
        chain, order = aliased.chain[variable], aliased.order[variable]
        level = select[variable].astype(np.int64)
        place = np.lexsort((variable, -level, order, chain))
        repeated = np.zeros(len(place), dtype=bool)
        repeated[1:] = (np.diff(chain[place]) == 0) & (np.diff(order[place]) == 0)
        kept = place[~repeated]
        return cls(variable[kept], chain[kept], order[kept], level[kept])

    def take(self, rows: Bools) -> _Wishes:
        return _Wishes(self.variable[rows], self.chain[rows], self.order[rows], self.level[rows])

    def granted(self, reduced: Reduced) -> Bools:
        """Mark those that are states."""
        is_below = self.order < reduced.d[self.chain]
        member = reduced.member(self.chain, np.where(is_below, self.order, 0))
        return is_below & reduced.is_state[member]


def grant(choice: StateChoice, flat: Flat, aliased: Aliased, values: Values) -> Reduced:
    """Select states according to the requests.

    Parameters
    ----------
    choice : StateChoice
        Equations from which they are selected.
    flat, aliased, values
        The model.

    Returns
    -------
    Reduced
        With the preferred variables that are not states. Otherwise unused derivatives are present
        only for those that are.

    Raises
    ------
    StructureError
        If a variable must be a state (``state_select="always"``) but cannot be; or if there is no
        valid choice at all.
    """
    _refuse_unmoved(flat, aliased, values)
    wishes = _Wishes.of(aliased, values.select)
    reduced = _raised(choice, wishes, values.select)
    unmet = wishes.take(~wishes.granted(reduced))
    # Reinitialised variables are refused with a message of their own.
    anew = np.isin(unmet.chain, aliased.chain[choice.anew]).any()
    if (unmet.level == _ALWAYS).any() and not anew:
        raise _refused(choice, flat, values, wishes, reduced)
    if not choice.prefer_speeds:
        _refuse_lost(choice, flat, aliased, wishes, reduced)
    return replace(reduced, unmet=unmet.variable)


def _raised(choice: StateChoice, wishes: _Wishes, select: NDArray[np.int8]) -> Reduced:
    """Return a choice whose chains have the derivatives needed by requests, if that helps."""
    least = choice.least
    orders = _orders(choice, wishes.take(wishes.order >= least[wishes.chain]))
    if (orders > least).any() and not _rough(choice, orders).any():
        reduced = choice.attempt(orders, select)
        if (wishes.granted(reduced) & ~_varying(choice, reduced)[wishes.chain]).all():
            return reduced
    plain = choice.attempt(least, select)
    unmet = wishes.take(~wishes.granted(plain))
    orders = _orders(choice, unmet)
    while (orders > least).any():
        in_vain = _rough(choice, orders)
        if not in_vain.any():
            reduced = choice.attempt(orders, select)
            useful = unmet.granted(reduced) & ~_varying(choice, reduced)[unmet.chain]
            in_vain = orders > least
            in_vain[unmet.chain[useful]] = False
            if not in_vain.any():
                return reduced
        orders = np.where(in_vain, least, orders)
    return plain


def _rough(choice: StateChoice, orders: Ints) -> Bools:
    """Mark the chains that must not be differentiated up to the given order.

    Discontinuous equations, or those with discontinuous derivatives, are not differentiated once
    more for a request.
    """
    more = choice.times(orders) > choice.times(choice.least)
    rough = np.concatenate([np.full(g.n_rows, not _is_smooth(g)) for g in choice.real]) & more
    found = np.zeros(len(orders), dtype=bool)
    if rough.any():
        equation, chain, _ = choice.entries
        tie = more[equation]
        part = components(len(orders) + len(more), chain[tie], equation[tie] + len(orders))
        found = np.isin(part[: len(orders)], part[len(orders) :][rough])
    return found & (orders > choice.least)


def _is_smooth(group: Group) -> bool:
    """Return whether equations have all derivatives, whatever the modes are."""
    moving = not (group.discrete >= 0).any()
    return moving and all(node.op in _SMOOTH for node in walk(group.template.residual))


def _orders(choice: StateChoice, unmet: _Wishes) -> Ints:
    """Return the order up to which each chain must be known for the requests to be met.

    That is at least up to the derivative of the requested state. Where a constraint determines it
    from quantities with derivatives of their own, it replaces one of these as a state if it is
    differentiated as often as they are.
    """
    least, (equation, chain, order) = choice.least, choice.entries
    found = least.copy()
    if not len(unmet.chain):
        return found
    np.maximum.at(found, unmet.chain, unmet.order + 1)
    wished = np.zeros(len(least), dtype=bool)
    wished[unmet.chain] = True
    spare = np.zeros(int(equation.max(initial=-1)) + 1, dtype=np.int64)
    np.maximum.at(spare, equation, least[chain] - order)
    own = wished[chain]
    np.maximum.at(found, chain[own], order[own] + spare[equation[own]])
    return found


def _varying(choice: StateChoice, reduced: Reduced) -> Bools:
    """Mark the chains in constraints whose factors depend on the motion, and so may vanish."""
    equation, chain, order = choice.entries
    leading = (reduced.c[equation] > 0) & (order == reduced.d[chain] - reduced.c[equation])
    varies = np.zeros(len(reduced.c), dtype=bool)
    varies[equation[leading & np.isnan(choice.coefficient)]] = True
    found = np.zeros(len(reduced.d), dtype=bool)
    found[chain[leading & varies[equation]]] = True
    return found


def _refuse_unmoved(flat: Flat, aliased: Aliased, values: Values) -> None:
    """Refuse requested states that change at events only, or not at all."""
    for number in np.flatnonzero((values.select == _ALWAYS) & (aliased.chain < 0)).tolist():
        why = "is zero at all times" if aliased.is_zero[number] else "changes at events only"
        raise impossible_state(flat, number, f"it {why}, so it has no derivative")


def _refused(
    choice: StateChoice, flat: Flat, values: Values, wishes: _Wishes, reduced: Reduced
) -> StructureError:
    """Explain why the first variable that must be a state is not one."""
    must = wishes.take(wishes.level == _ALWAYS)
    lost = int(np.flatnonzero(~must.granted(reduced))[0])
    variable = int(must.variable[lost])
    select = values.select.copy()
    # If a derivative is not a state, neither is the quantity of which it is the derivative.
    select[must.variable[must.chain == must.chain[lost]]] = _BEFORE_ALL
    other = must.granted(_raised(choice, wishes, select))
    rivals = must.take(must.granted(reduced) & ~other)
    if other[lost] and len(rivals.chain):
        return contradicting_states(flat, [variable, *rivals.variable.tolist()])
    (equation,) = np.flatnonzero(reduced.chain_of_equation == must.chain[lost]).tolist()
    why = "it follows from others at every instant"
    return impossible_state(flat, variable, why, describe_equation(flat, choice.real, equation))


def _refuse_lost(
    choice: StateChoice, flat: Flat, aliased: Aliased, wishes: _Wishes, reduced: Reduced
) -> None:
    """Refuse states that some mode determines: the motion would be unknown in that mode."""
    lost = choice.lost_in(reduced)
    if lost is None:
        return
    mode, chains = lost
    condition = variable_name(flat.root, int(aliased.discrete_representative[mode]))
    asked = wishes.variable[(wishes.level == _ALWAYS) & chains[wishes.chain] & (wishes.order > 0)]
    speeds = np.flatnonzero(chains[aliased.chain] & (aliased.chain >= 0) & (aliased.order == 1))
    raise lost_state(flat, int([*asked, *speeds][0]), condition)
