"""State selection: Pryce's Σ-method for the offsets, dummy derivatives for the states.

The Σ-method finds how often each equation is differentiated; dummy derivatives decide which
members of the derivative chains remain states.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group, concatenated
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph import (
    FIRM,
    Offsets,
    StructuralSingularity,
    dummies_follow,
    offsets,
    select_dummies,
)
from drivetrain.compiler.structure.diagnostics import dependent, describe_equation, singular
from drivetrain.compiler.structure.impulses import keep_speeds
from drivetrain.compiler.structure.inertias import Entries, inertias, tied
from drivetrain.compiler.structure.occurrences import assigns, entries, rates_of, unit_numbers
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.errors import StructureError

__all__ = ["StateChoice"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_IDLE = 0.25
"""Smaller than any other difference between priorities."""
_DETERMINED = -4 * FIRM
"""Priority of a speed that some mode determines: below any other."""


@dataclass(frozen=True, eq=False)
class StateChoice:
    """The equations from which states are chosen, and the choice.

    Attributes
    ----------
    flat, aliased, values
        The model.
    real, assignments : list of Group
        Its real equations; those of discrete variables.
    entries : Entries
        Which chain occurs in which real equation, and how often it is differentiated there.
    coefficient : float array
        Their factors.
    least : int array, shape (chains,)
        The highest order of each chain that is used.
    anew : int array
        The motion variables that events reinitialise.
    prefer_speeds : bool
        As for `reduce`.
    """

    flat: Flat
    aliased: Aliased
    values: Values
    real: list[Group]
    assignments: list[Group]
    entries: Entries
    coefficient: Floats
    least: Ints
    anew: Ints
    prefer_speeds: bool

    @classmethod
    def of(
        cls, flat: Flat, aliased: Aliased, groups: list[Group], values: Values, prefer_speeds: bool
    ) -> StateChoice:
        """Return the choice for a model; arguments as for `reduce`."""
        real = [g for g in groups if not assigns(g)]
        equation, chain, order, coefficient = entries(real, values)
        return cls(
            flat, aliased, values, real, [g for g in groups if assigns(g)],
            Entries(equation, chain, order), coefficient,
            _least(flat, aliased, equation, chain, order), _set_anew(flat, aliased), prefer_speeds,
        )  # fmt: skip

    def attempt(self, least: Ints, select: NDArray[np.int8]) -> Reduced:
        """Differentiate until chains are known up to given orders, and select the states.

        Raises
        ------
        StructureError
            If this is impossible.
        """
        flat, aliased = self.flat, self.aliased
        found = self._offsets(least)
        unit = unit_numbers(flat, aliased)
        try:
            wish = self._wish(found, select, least > self.least)
            dummies = select_dummies(found.c, found.d, *self.entries, self.coefficient, wish, unit)
        except StructuralSingularity as finding:
            raise dependent(flat, aliased, self.real, self.values, finding) from finding
        first = np.concatenate([[0], np.cumsum(found.d + 1)]).astype(np.int64)
        return Reduced(
            _differentiated(flat, self.real, found.c), self.assignments, first,
            _states(first, found.d, dummies.chain, dummies.order), found.c, found.d,
            int(np.count_nonzero(found.c)), unit, found.chain_of_equation,
        )  # fmt: skip

    def times(self, least: Ints) -> Ints:
        """Return how often each equation is differentiated to know chains up to given orders."""
        times: Ints = self._offsets(least).c
        return times

    def _offsets(self, least: Ints) -> Offsets:
        n_equations, n_chains = sum(g.n_rows for g in self.real), len(self.aliased.least)
        try:
            return offsets(n_equations, n_chains, *self.entries, least)
        except StructuralSingularity as finding:
            raise singular(self.flat, self.aliased, self.real, self.values, finding) from finding

    def _wish(self, found: Offsets, select: NDArray[np.int8], raised: Bools) -> Floats:
        """Return the priority of each chain member as a state.

        A chain `raised` for the sake of a member must keep that member's derivatives as states,
        too.
        """
        flat, aliased, entries = self.flat, self.aliased, self.entries
        free = None if self.prefer_speeds else self._apart(found)
        wish = _priorities(aliased, self.values, select, found, self.anew, free)
        _prefer_what_acts(entries, wish)
        keep_speeds(flat, aliased, found, entries, self.anew, wish)
        kept = np.maximum.accumulate(wish[raised], axis=1)
        wish[raised] = np.where(wish[raised] > _DETERMINED, kept, _DETERMINED)
        return wish

    def _apart(self, found: Offsets) -> Bools:
        """Mark the chains whose speeds constraints do not derive from those of inertias."""
        inertial = inertias(self.flat, self.aliased, found, self.entries)
        return ~tied(found, self.entries, inertial)

    def lost_in(self, reduced: Reduced) -> tuple[int, Bools] | None:
        """Return a discrete quantity that, while true, determines states, and their chains."""
        found = Offsets(reduced.chain_of_equation, reduced.c, reduced.d)
        chains = self._apart(found) & (reduced.d > 1)
        chains[chains] = reduced.is_state[reduced.first[:-1][chains] + 1]
        if chains.any():
            involved = [group.discrete.ravel() for group in self.real]
            for number in np.unique(np.concatenate(involved)).tolist():
                if number >= 0 and not self._follows(reduced, number):
                    return int(number), chains
        return None

    def _follows(self, reduced: Reduced, number: int) -> bool:
        """Return whether the speeds that are not states are determined while a discrete is true."""
        mode = np.zeros(len(self.aliased.discrete_representative))
        mode[number] = 1.0
        equation, chain, order, factor = entries(self.real, self.values, mode)
        c, d = reduced.c, reduced.d
        below = reduced.first[chain] + d[chain] - 1
        used = (c[equation] > 0) & (order == d[chain] - c[equation])
        used &= (d[chain] > 0) & ~reduced.is_state[below]
        return dummies_follow(c > 0, equation[used], chain[used], factor[used], len(d))


def _least(flat: Flat, aliased: Aliased, equation: Ints, chain: Ints, order: Ints) -> Ints:
    """Return the highest order of each chain that is used by equations, names or energies."""
    least = aliased.least.copy()
    np.maximum.at(least, chain, order)
    for one in flat.instances:
        for slot, extra in rates_of(one.trace):
            number = one.variable + slot
            number = number[aliased.chain[number] >= 0]
            np.maximum.at(least, aliased.chain[number], aliased.order[number] + extra)
    return least


def _priorities(
    aliased: Aliased,
    values: Values,
    select: NDArray[np.int8],
    found: Offsets,
    anew: Ints,
    free: Bools | None,
) -> Floats:
    """Return the priority of each chain member as a state.

    Reinitialised variables must be states. Otherwise the user's choice counts most, then fixed
    start values, then whether an equation of motion (rather than a constraint) determines the
    highest derivative. Speeds of chains marked `free` are not to be states, wherever start values
    are given: some mode determines them.
    """
    max_order = int(found.d.max(initial=0))
    priority = np.zeros((len(aliased.least), max_order + 1))
    moved = np.zeros(len(aliased.least))
    moved[found.chain_of_equation[found.c == 0]] = 0.5
    at = np.flatnonzero((aliased.chain >= 0) & (select != 0))
    chain, order = aliased.chain[at], aliased.order[at]
    level = select[at].astype(float)
    np.maximum.at(priority, (chain, order), np.maximum(level, 0) * FIRM / 2)
    np.maximum.at(priority, (aliased.chain[anew], aliased.order[anew]), FIRM)
    avoid = np.zeros_like(priority)
    np.minimum.at(avoid, (chain, order), np.minimum(level, 0) * FIRM / 2)
    priority += np.where(priority > 0, 0, avoid)
    fixed = np.flatnonzero((aliased.chain >= 0) & values.is_fixed)
    started = np.zeros_like(priority)
    started[aliased.chain[fixed], aliased.order[fixed]] = 1
    wish = priority + started + moved[:, None]
    if free is not None:
        wish[free, 1:] = np.where(priority[free, 1:] >= FIRM, wish[free, 1:], _DETERMINED)
    return wish


def _prefer_what_acts(entries: Entries, priority: Floats) -> None:
    """Lower slightly the priority of what occurs only in one equation, its definition.

    The accumulated slip of a clutch affects nothing; the twist of a spring does, and would lose
    digits as a difference of the angles of shafts.
    """
    values = entries.order == 0
    occurs = np.bincount(entries.chain[values], minlength=len(priority))
    priority[(occurs <= 1) & (priority[:, 0] >= FIRM / 2), 0] -= _IDLE


def _set_anew(flat: Flat, aliased: Aliased) -> Ints:
    """Return the motion variables that events reinitialise."""
    found = [one.variable + r.slot for one in flat.instances for r in one.trace.reinits]
    anew: Ints = np.concatenate([np.zeros(0, dtype=np.int64), *found])
    return anew[aliased.chain[anew] >= 0]


def _states(first: Ints, d: Ints, chain: Ints, order: Ints) -> Bools:
    """Mark the states: members below the highest whose derivative is not a dummy."""
    is_state = np.ones(int(first[-1]), dtype=bool)
    is_state[first[:-1] + d] = False
    is_state[first[chain] + order - 1] = False
    return is_state


def _differentiated(flat: Flat, groups: list[Group], c: Ints) -> list[Group]:
    result = []
    for first, group in concatenated(groups):
        result.append(group)
        here, times, origin = group, c[first : first + group.n_rows], np.arange(group.n_rows)
        for level in range(1, int(times.max(initial=0)) + 1):
            keep = np.flatnonzero(times >= level)
            here, times = here.take(keep), times[keep]
            try:
                here = here.derivative()
            except StructureError as error:
                where = describe_equation(flat, groups, first + int(origin[keep[0]]))
                raise StructureError(f"{error}. The equation is\n    {where}") from error
            origin = origin[keep]
            result.append(here)
    return result
