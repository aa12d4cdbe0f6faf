"""Reduce: index reduction by differentiation, and the choice of states.

Pryce's Σ-method tells how often each equation is differentiated; dummy derivatives decide which
members of the derivative chains stay states.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.diagnose import (
    EFFORTS,
    check_meaning,
    dependent,
    describe_equation,
    describe_row,
    jammed,
    jumping,
    singular,
    uncounted,
    vacuous,
)
from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.graph import (
    FIRM,
    Offsets,
    StructuralSingularity,
    dummies_follow,
    offsets,
    select_dummies,
)
from drivetrain.compiler.impulses import keep_speeds
from drivetrain.compiler.inertias import Entries, inertias, tied
from drivetrain.compiler.jam import find_jam
from drivetrain.compiler.jumps import find_jump
from drivetrain.compiler.state_wishes import grant
from drivetrain.compiler.system import Group, concatenated, parametric_values
from drivetrain.compiler.vacuous import find_vacuous
from drivetrain.compiler.values import Values
from drivetrain.errors import StructureError
from drivetrain.modeling.component import Experiment
from drivetrain.modeling.expression import REAL, Expr, walk
from drivetrain.modeling.trace import Trace

__all__ = [
    "Reduced",
    "StateChoice",
    "check_branches",
    "check_jumps",
    "efforts",
    "entries",
    "factor_values",
    "motions",
    "rates_in",
    "reduce",
]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_MOTIONS = ("rad", "m")
"""Units of what a rigid coupling ties together."""
_IDLE = 0.25
"""Smaller than any other difference between wishes."""
_DETERMINED = -4 * FIRM
"""Wish for a speed that some mode determines: below whatever else might be asked for."""


@dataclass(frozen=True, eq=False)
class Reduced:
    """A system of index one: every unknown has an equation that contains it undifferentiated.

    Attributes
    ----------
    groups : list of Group
        All real equations, differentiated as often as needed.
    assignments : list of Group
        Equations of discrete variables.
    first : int array, shape (chains + 1,)
        Number of the first member of each chain: member = first[chain] + order.
    is_state : bool array, shape (members,)
        Which members are states.
    c, d : int array
        Offsets of equations and chains.
    constraints : int
        How many equations had to be differentiated.
    unit : int array, shape (chains,)
        A number for the unit of each chain.
    chain_of_equation : int array
        The chain whose highest derivative belongs to each equation.
    unmet : int array
        Variables that are preferred as states and are none.
    """

    groups: list[Group]
    assignments: list[Group]
    first: Ints
    is_state: Bools
    c: Ints
    d: Ints
    constraints: int
    unit: Ints
    chain_of_equation: Ints
    unmet: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    @property
    def n_members(self) -> int:
        """Number of chain members, states included."""
        return int(self.first[-1])

    def member(self, chain: Ints, order: Ints) -> Ints:
        """Return member numbers."""
        return self.first[chain] + order


def reduce(
    flat: Flat,
    aliased: Aliased,
    groups: list[Group],
    values: Values,
    prefer_speeds: bool = True,
) -> Reduced:
    """Differentiate what has to be differentiated and pick the states.

    Parameters
    ----------
    flat, aliased, groups, values
        What the passes before made.
    prefer_speeds : bool
        Whether all speeds may be states. Beside a friction element without inertia only those may
        that inertias have or constraints give: locked, the element ties the others to each other;
        sliding, the torques do.

    Raises
    ------
    StructureError
        If equations and unknowns do not fit; the message names components.
    """
    check_meaning(flat, aliased, groups, values)
    choice = StateChoice.of(flat, aliased, groups, values, prefer_speeds)
    reduced = grant(choice, flat, aliased, values)
    if reduced.c.any():
        moving, (equation, chain, _) = motions(flat, aliased), choice.entries
        jam = find_jam(
            choice.real, values, aliased, moving, reduced.c, equation, chain, choice.coefficient
        )
        if jam is not None:
            raise jammed(flat, aliased, choice.real, jam)
    uncounted(flat, aliased, reduced.assignments)
    return reduced


@dataclass(frozen=True, eq=False)
class StateChoice:
    """The equations that states are chosen from, and the choice.

    Attributes
    ----------
    flat, aliased, values
        The model.
    real, assignments : list of Group
        Its real equations; those of discrete variables.
    entries : Entries
        Which chain occurs in which real equation, differentiated how often.
    coefficient : float array
        Their factors.
    least : int array, shape (chains,)
        The highest order of each chain that somebody reads.
    anew : int array
        The variables in motion that events set to another value.
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
        """Return the choice that a model leaves; arguments as for `reduce`."""
        real = [g for g in groups if not _assigns(g)]
        equation, chain, order, coefficient = entries(real, values)
        return cls(
            flat, aliased, values, real, [g for g in groups if _assigns(g)],
            Entries(equation, chain, order), coefficient,
            _least(flat, aliased, equation, chain, order), _set_anew(flat, aliased), prefer_speeds,
        )  # fmt: skip

    def attempt(self, least: Ints, select: NDArray[np.int8]) -> Reduced:
        """Differentiate until chains are known up to given orders, and pick the states.

        Raises
        ------
        StructureError
            If that cannot be.
        """
        flat, aliased = self.flat, self.aliased
        found = self._offsets(least)
        unit = _units(flat, aliased)
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
        """Return how much each chain member is wanted as a state.

        What is `raised` for the sake of a member has to keep its derivatives as states, too.
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
        """Mark the chains whose speeds no constraint gives by those of inertias."""
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
        """Tell whether the speeds that are no states follow while a discrete quantity is true."""
        mode = np.zeros(len(self.aliased.discrete_representative))
        mode[number] = 1.0
        equation, chain, order, factor = entries(self.real, self.values, mode)
        c, d = reduced.c, reduced.d
        below = reduced.first[chain] + d[chain] - 1
        used = (c[equation] > 0) & (order == d[chain] - c[equation])
        used &= (d[chain] > 0) & ~reduced.is_state[below]
        return dummies_follow(c > 0, equation[used], chain[used], factor[used], len(d))


def motions(flat: Flat, aliased: Aliased) -> Bools:
    """Mark the derivative chains that begin with an angle or a position.

    Parameters
    ----------
    flat, aliased
        The model.
    """
    return _chains(flat, aliased, _MOTIONS)


def efforts(flat: Flat, aliased: Aliased) -> Bools:
    """Mark the derivative chains that begin with a torque or a force.

    Parameters
    ----------
    flat, aliased
        The model.
    """
    return _chains(flat, aliased, EFFORTS)


def _chains(flat: Flat, aliased: Aliased, units: tuple[str, ...]) -> Bools:
    found = np.zeros(len(aliased.least), dtype=bool)
    for one in flat.instances:
        slots = [v.slot for v in one.trace.variables if v.declaration.unit in units]
        number = (one.variable[:, None] + np.array(slots, dtype=np.int64)).ravel()
        number = number[(aliased.chain[number] >= 0) & (aliased.order[number] == 0)]
        found[aliased.chain[number]] = True
    return found


def _units(flat: Flat, aliased: Aliased) -> Ints:
    """Return a number for the unit of each chain."""
    units: dict[str, int] = {"": 0}
    found = np.zeros(len(aliased.least), dtype=np.int64)
    for one in flat.instances:
        for v in one.trace.variables:
            number = one.variable + v.slot
            number = number[(aliased.chain[number] >= 0) & (aliased.order[number] == 0)]
            found[aliased.chain[number]] = units.setdefault(v.declaration.unit, len(units))
    return found


def check_jumps(
    flat: Flat, aliased: Aliased, groups: list[Group], reduced: Reduced, values: Values
) -> None:
    """Refuse signals that jump although a motion follows them exactly.

    Raises
    ------
    StructureError
        At the first of them, with instant and size. What lies before the start that the model asks
        for is no matter.
    """
    if not reduced.constraints:
        return
    start = getattr(flat.top, "experiment", Experiment()).start_time
    moving = np.append(motions(flat, aliased), False)
    for first, group in concatenated([g for g in groups if not _assigns(g)]):
        here, times = group, reduced.c[first : first + group.n_rows]
        for level in range(1, int(times.max(initial=0)) + 1):
            follows = moving[here.chain].any(axis=1) if here.chain.size else np.False_
            keep = np.flatnonzero((times >= level) & follows)
            here, times = here.take(keep), times[keep]
            jump = find_jump(here, values, start)
            if jump is not None:
                raise jumping(describe_row(flat, here, jump.row), jump, level)
            here = here.derivative()


def check_branches(flat: Flat, aliased: Aliased, groups: list[Group]) -> None:
    """Refuse equations that say nothing in some branch.

    Raises
    ------
    StructureError
        The message names them, or the flanges that are open.
    """
    real = [group for group in groups if not _assigns(group)]
    found = find_vacuous(real)
    if len(found):
        raise vacuous(flat, aliased, real, found.tolist())


def _assigns(group: Group) -> bool:
    """Tell whether a group determines discrete variables."""
    if group.template.kind != REAL:
        return True
    return group.source is not None and group.source.traced.assigns


def entries(
    groups: list[Group], values: Values, discrete: Floats | None = None
) -> tuple[Ints, Ints, Ints, Floats]:
    """List (equation, chain, order, factor) of all continuous quantities in all equations."""
    parts: list[tuple[Ints, Ints, Ints, Floats]] = []
    for first, group in concatenated(groups):
        rows = np.arange(first, first + group.n_rows)
        for place, lag in sorted(group.template.lags.items()):
            live = np.flatnonzero(group.chain[:, place] >= 0)
            if len(live):
                factor = factor_values(group, place, values, discrete)[live] if not lag else np.nan
                order = group.order[live, place] - lag
                factor = np.broadcast_to(factor, order.shape)
                parts.append((rows[live], group.chain[live, place], order, factor))
    if not parts:
        none = np.empty(0, dtype=np.int64)
        return none, none, none, np.empty(0)
    equation, chain, order, factor = (np.concatenate(column) for column in zip(*parts, strict=True))
    return equation, chain, order, factor


def factor_values(
    group: Group, place: int, values: Values, discrete: Floats | None = None
) -> Floats:
    """Return d residual / d quantity of a slot, NaN where it depends on the motion.

    Modes are taken as "sliding" (every discrete quantity false or zero, tables flat) unless their
    values are given: a factor that is there only while something is locked must not decide what a
    state is.
    """
    sensitivity = group.template.sensitivity(place)
    factor = parametric_values(sensitivity, group, values.parameter, discrete)
    return factor * group.sign[:, place]


def _least(flat: Flat, aliased: Aliased, equation: Ints, chain: Ints, order: Ints) -> Ints:
    """Return the highest order of each chain that somebody reads: equations, names, energy."""
    least = aliased.least.copy()
    np.maximum.at(least, chain, order)
    for one in flat.instances:
        for slot, extra in _rates_of(one.trace):
            number = one.variable + slot
            number = number[aliased.chain[number] >= 0]
            np.maximum.at(least, aliased.chain[number], aliased.order[number] + extra)
    return least


def _rates_of(klass: Trace) -> list[tuple[int, int]]:
    """Return (slot, order) of the derivatives in statements other than equations."""
    statements = [*klass.monitors.values(), *(a.condition for a in klass.assertions)]
    statements += [side for r in klass.reinits for side in (r.fire, r.value)]
    statements += [side for one in klass.initial_equations for side in (one.lhs, one.rhs)]
    return rates_in(*statements)


def rates_in(*expressions: Expr) -> list[tuple[int, int]]:
    """Return (slot, order) of the derivatives in expressions of a class."""
    nodes = (node for e in expressions for node in walk(e))
    return sorted({node.value for node in nodes if node.op == "var" and node.value[1]})


def _priorities(
    aliased: Aliased,
    values: Values,
    select: NDArray[np.int8],
    found: Offsets,
    anew: Ints,
    free: Bools | None,
) -> Floats:
    """Return how much each chain member is wanted as a state.

    What events set anew has to be one. What the user says counts most else, then demanded start
    values, then whether an equation of motion gives the highest derivative (rather than a
    constraint). Of the chains marked `free` no speed is to be a state, wherever start values are
    given: some mode determines it.
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
    """Wish a little less for what occurs in one equation only, its definition.

    How far a clutch has slipped matters to nobody; the twist of a spring beside it does, and would
    lose its digits as a difference of the angles of shafts.
    """
    values = entries.order == 0
    occurs = np.bincount(entries.chain[values], minlength=len(priority))
    priority[(occurs <= 1) & (priority[:, 0] >= FIRM / 2), 0] -= _IDLE


def _set_anew(flat: Flat, aliased: Aliased) -> Ints:
    """Return the variables in motion that events set to another value."""
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
