"""Layout of a recorded row: the columns of states, discrete values and variables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.graph import distinct
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.structure.occurrences import rates_in
from drivetrain.compiler.structure.reduced_system import Reduced

__all__ = ["FIRST_VALUE", "columns_of", "derivative_columns", "member_columns", "recorded_members"]

Ints = NDArray[np.int64]
FIRST_VALUE = 2
"""Columns of a recorded row before the values: time and flag."""


def recorded_members(flat: Flat, aliased: Aliased, reduced: Reduced, program: Program) -> Ints:
    """Return the members that rows contain in addition to the states, in storage order.

    These are the members that have a name, or that only initial equations use.
    """
    named = aliased.chain >= 0
    member = reduced.member(aliased.chain[named], aliased.order[named])
    member = np.concatenate([member, *_read_at_start(flat, aliased, reduced)])
    found = distinct(member[~reduced.is_state[member]], reduced.n_members)
    return np.asarray(found[np.argsort(program.place[found], kind="stable")])


def _read_at_start(flat: Flat, aliased: Aliased, reduced: Reduced) -> Iterator[Ints]:
    """Yield the members that are derivatives in initial equations, except those of states."""
    for equations in flat.initial_equations:
        for slot, extra in rates_in(equations.traced.lhs, equations.traced.rhs):
            number = equations.instances.variable + slot
            number = number[aliased.chain[number] >= 0]
            member = reduced.member(aliased.chain[number], aliased.order[number] + extra)
            yield member[~reduced.is_state[member - 1]]


def member_columns(reduced: Reduced, lowered: Lowered, recorded: Ints) -> Ints:
    """Return the column of a row that contains each chain member, -1 for none.

    Parameters
    ----------
    reduced, lowered
        Results of the preceding passes.
    recorded : int array
        Members that rows contain behind states, quadratures and discrete values.
    """
    n_states, n_quadratures = len(lowered.states), len(lowered.quadrature_rates)
    first_other = FIRST_VALUE + n_states + n_quadratures + len(lowered.discrete)
    place = np.full(reduced.n_members, -1, dtype=np.int64)
    place[lowered.states] = FIRST_VALUE + np.arange(n_states)
    place[recorded] = first_other + np.arange(len(recorded))
    return place


def derivative_columns(reduced: Reduced, member_column: Ints) -> tuple[Ints, Ints]:
    """Return the columns of members with recorded derivatives, and of these derivatives.

    States are left out: their rates are these derivatives.

    Parameters
    ----------
    reduced : Reduced
        Chains and states.
    member_column : int array
        Column of a row that contains each chain member, -1 for none.
    """
    recorded = member_column >= 0
    paired = recorded[:-1] & recorded[1:] & ~reduced.is_state[:-1]
    paired[reduced.first[1:-1] - 1] = False  # the last member of a chain has no derivative
    members = np.flatnonzero(paired)
    return member_column[members], member_column[members + 1]


def columns_of(aliased: Aliased, reduced: Reduced, lowered: Lowered, member_column: Ints) -> Ints:
    """Return the column of a row that contains each variable, -1 for variables always zero.

    Parameters
    ----------
    aliased, reduced, lowered
        Results of the preceding passes.
    member_column : int array
        The same for each chain member.
    """
    first_discrete = FIRST_VALUE + len(lowered.states) + len(lowered.quadrature_rates)
    column = np.full(len(aliased.chain), -1, dtype=np.int64)
    named = aliased.chain >= 0
    column[named] = member_column[reduced.member(aliased.chain[named], aliased.order[named])]
    discrete = aliased.discrete >= 0
    column[discrete] = first_discrete + aliased.discrete[discrete]
    return column
