"""Initial conditions: required (fixed) and preferred (guess), as residuals of a row of values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.qualified_names import component_path, variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import InitialisationError
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling.expression import Expr, walk
from drivetrain.simulation.initialisation.nominal_sizes import Sizes, start_scales
from drivetrain.simulation.kernel_solver import discrete_starts

__all__ = [
    "AGREE",
    "Conditions",
    "Equation",
    "StartValues",
    "equation_reads",
    "initial_equations",
    "start_values",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

AGREE = 1e-9
"""Relative difference up to which two requirements are identical."""
_NOBODY = -1


class Equation(NamedTuple):
    """An initial equation of one instance, over a row of values and the derivatives."""

    name: str
    difference: Expr
    variable: int
    """Its first variable,"""
    parameter: int
    """and parameter."""
    environment: Callable[[Floats, Floats], Environment]

    def residual(self, row: Floats, xdot: Floats) -> float:
        """Return the difference of its sides."""
        return float(evaluate(self.difference, self.environment(row, xdot)))


@dataclass(frozen=True, eq=False)
class Conditions:
    """Variables with prescribed initial values, followed by equations that should hold.

    Attributes
    ----------
    variable : int array
        Index of each variable.
    column : int array
        Column of the variable, or of its opposite, in a row of values.
    value : float array
        Prescribed value.
    asked : float array
        The same with the sign of the variable.
    rule : object array
        The reason, in words.
    size : float array
        Typical size of quantities of this kind.
    equations : tuple of Equation
        Equations, which follow after the variables.
    """

    variable: Ints
    column: Ints
    value: Floats
    asked: Floats
    rule: NDArray[np.object_]
    size: Floats
    equations: tuple[Equation, ...] = ()

    def __len__(self) -> int:
        """Return the number of variables and equations."""
        return len(self.variable) + len(self.equations)

    @cached_property
    def scale(self) -> Floats:
        """Scale by which residuals are judged."""
        return np.append(np.maximum(np.abs(self.value), self.size), np.ones(len(self.equations)))

    def residuals(self, row: Floats, xdot: Floats) -> Floats:
        """Return the residual of each condition, relative to its scale."""
        missed = row[self.column] - self.value
        if self.equations:
            missed = np.append(missed, [e.residual(row, xdot) for e in self.equations])
        return np.asarray(missed / self.scale)

    def joined(self, others: Conditions) -> Conditions:
        """Return the union of these conditions and others."""
        return Conditions(
            np.append(self.variable, others.variable),
            np.append(self.column, others.column),
            np.append(self.value, others.value),
            np.append(self.asked, others.asked),
            np.append(self.rule, others.rule),
            np.append(self.size, others.size),
            (*self.equations, *others.equations),
        )

    def take(self, chosen: Ints | list[int]) -> Conditions:
        """Return a selection of the variables."""
        at = np.asarray(chosen, dtype=np.int64)
        return Conditions(
            self.variable[at],
            self.column[at],
            self.value[at],
            self.asked[at],
            self.rule[at],
            self.size[at],
        )

    def name(self, translation: Translation, k: int) -> str:
        """Return the name of a variable, or the text of an equation."""
        if k < len(self.variable):
            return variable_name(translation.flat.root, int(self.variable[k]))
        return self.equations[k - len(self.variable)].name

    def asked_of(self, k: int) -> float:
        """Return the value prescribed for a variable; NaN for an equation."""
        return float(self.asked[k]) if k < len(self.variable) else np.nan

    def reached(self, k: int, row: Floats, xdot: Floats) -> float:
        """Return the value of a variable in a row, or the residual of an equation."""
        if k < len(self.variable):
            return float(row[self.column[k]])
        return self.equations[k - len(self.variable)].residual(row, xdot)

    def rule_of(self, k: int) -> str:
        """Return the reason for a condition."""
        return str(self.rule[k]) if k < len(self.variable) else "initial equation"


@dataclass(frozen=True, eq=False)
class StartValues:
    """Sorted start values; shared by all runs with the same ones.

    Attributes
    ----------
    x : float array
        States: fixed value, else preferred value, else zero.
    settled : int array
        Index of the variable that fixes each state, -1 if none does.
    demanded : Conditions
        Fixed values of other variables.
    proposed : Conditions
        Preferred values for motions that no fixed value determines, best first.
    discrete : float array
        Discrete variables before the first instant.
    sizes : Sizes
        Typical sizes of quantities.
    """

    x: Floats
    settled: Ints
    demanded: Conditions
    proposed: Conditions
    discrete: Floats
    sizes: Sizes


def start_values(translation: Translation, values: Values) -> StartValues:
    """Sort start values into fixed and preferred ones.

    Raises
    ------
    InitialisationError
        If fixed values contradict each other or the model; the message names them.
    """
    x = _hints(translation, values)
    sizes = start_scales(translation, values)
    settled, demanded = _demands(translation, values, x, sizes)
    moved = len(demanded) > 0 or bool(translation.flat.initial_equations)
    proposed = _proposals(translation, values, settled, moved, sizes)
    discrete = discrete_starts(translation, values)
    return StartValues(x, settled, demanded, proposed, discrete, sizes)


def _hints(translation: Translation, values: Values) -> Floats:
    """Return start values of the states: fixed, then given, then declared ones, else zero."""
    x = np.zeros(len(translation.lowered.states))
    aliased = translation.aliased
    column = translation.column - 2
    at = np.flatnonzero((aliased.chain >= 0) & (column < len(x)) & ~np.isnan(values.start))
    at = at[np.lexsort((values.is_given[at], values.is_fixed[at]))]
    x[column[at]] = aliased.sign[at] * values.start[at]
    return x


def _demands(
    translation: Translation, values: Values, x: Floats, sizes: Sizes
) -> tuple[Ints, Conditions]:
    """Set the states that are fixed directly; return by which variable, and other conditions."""
    number = np.flatnonzero(values.is_fixed & (translation.aliased.discrete < 0))
    found = _wishes(translation, values, number, "fixed", sizes)
    _check_zeros(translation, found)
    found = found.take(np.flatnonzero(found.column >= 0))
    _, first, same = np.unique(found.column, return_index=True, return_inverse=True)
    _check_agreement(translation, found, first[same])
    found = found.take(np.sort(first))
    is_state = found.column - 2 < len(x)
    states = found.take(np.flatnonzero(is_state))
    settled = np.full(len(x), _NOBODY)
    settled[states.column - 2] = states.variable
    x[states.column - 2] = states.value
    return settled, found.take(np.flatnonzero(~is_state))


def _wishes(
    translation: Translation, values: Values, number: Ints, rule: str, sizes: Sizes
) -> Conditions:
    """Return the start values of some variables as conditions."""
    start = values.start[number]
    asked = np.where(np.isnan(start), 0.0, start)
    return Conditions(
        number,
        translation.column[number],
        (translation.aliased.sign[number] * asked).astype(np.float64),
        asked,
        np.full(len(number), rule, dtype=object),
        sizes.of_variable[number],
    )


def _check_zeros(translation: Translation, demands: Conditions) -> None:
    for k in np.flatnonzero((demands.column < 0) & (demands.asked != 0)).tolist():
        name = demands.name(translation, k)
        raise InitialisationError(
            f"{name} = fixed({demands.asked[k]:g}) contradicts the model: {name} is held at zero "
            "by a rigid connection to the ground. Remove the demand, or the connection"
        )


def _check_agreement(translation: Translation, demands: Conditions, first: Ints) -> None:
    """Reject fixed values that differ from the first one for the same quantity."""
    value, before = demands.value, demands.value[first]
    limit = AGREE * np.maximum(demands.scale, np.abs(before))
    for k in np.flatnonzero(np.abs(value - before) > limit).tolist():
        name, other = (demands.name(translation, at) for at in (k, int(first[k])))
        raise InitialisationError(
            f"{name} = fixed({demands.asked[k]:g}) contradicts {other} = fixed({before[k]:g}): "
            "both are the same quantity, since the parts are rigidly connected. Keep one of them"
        )


def initial_equations(translation: Translation, values: Values) -> Iterator[Equation]:
    """Turn initial equations into conditions."""
    flat = translation.flat
    for equations in flat.initial_equations:
        one, traced = equations.instances, equations.traced
        for k in range(len(one.variable)):
            path = component_path(flat.root, int(one.variable[k]), one.trace)
            label = f"{path}: {traced}" if path else str(traced)
            first, parameter = int(one.variable[k]), int(one.parameter[k])
            around = _environment(translation, values, first, parameter, int(one.table[k]))
            yield Equation(label, Expr("sub", (traced.lhs, traced.rhs)), first, parameter, around)


def equation_reads(translation: Translation) -> tuple[Ints, Ints]:
    """Return the quantities that the initial equations read.

    Parameters
    ----------
    translation : Translation
        The model.

    Returns
    -------
    places : int array
        Columns of a complete row and of the derivatives that follow it.
    parameters : int array
        Parameter indices.
    """
    places: set[int] = set()
    parameters: set[int] = set()
    for equations in translation.flat.initial_equations:
        one, traced = equations.instances, equations.traced
        for node in (n for side in (traced.lhs, traced.rhs) for n in walk(side)):
            if node.op == "par":
                parameters.update((one.parameter + node.value).tolist())
            elif node.op in ("var", "pre"):
                slot, extra = node.value if node.op == "var" else (node.value, 0)
                found = [_place(translation, v, extra) for v in (one.variable + slot).tolist()]
                places.update(place for place in found if place is not None)
    return np.array(sorted(places), dtype=np.int64), np.array(sorted(parameters), dtype=np.int64)


def _environment(
    translation: Translation, values: Values, first: int, parameter: int, table: int
) -> Callable[[Floats, Floats], Environment]:
    """Return a function of a row and the derivatives that gives the leaves of an equation."""

    def look_up(slot: int, x: Any, derivative: int) -> Any:
        packed = values.tables[values.table_offset[table + slot] :]
        return evaluate_table(packed, np.atleast_1d(x), derivative)[0]

    def around(row: Floats, xdot: Floats) -> Environment:
        def variable(value: tuple[int, int]) -> float:
            return _value(translation, row, xdot, first + value[0], value[1])

        leaves: dict[str, Callable[[Any], Any]] = {
            "var": variable,
            "par": lambda slot: values.parameter[parameter + slot],
            "pre": lambda slot: variable((slot, 0)),
        }
        return Environment(leaves, look_up, time=row[0], initial=True)

    return around


def _value(t: Translation, row: Floats, xdot: Floats, variable: int, extra: int) -> float:
    """Return a variable (or its derivative) from a row of values."""
    place = _place(t, variable, extra)
    if place is None:
        return 0.0
    value = row[place] if place < len(row) else xdot[place - len(row)]
    return float(t.aliased.sign[variable]) * float(value)


def _place(t: Translation, variable: int, extra: int) -> int | None:
    """Return the position of a variable (or derivative) in a row followed by derivatives.

    None if it is always zero.
    """
    aliased: Aliased = t.aliased
    if aliased.is_zero[variable]:
        return None
    if aliased.discrete[variable] >= 0:
        return int(t.column[variable])
    order = int(aliased.order[variable]) + extra
    member = t.lowered.member_number(int(aliased.chain[variable]), order)
    state = t.lowered.members.state_number
    if extra and state[member - 1] >= 0 > state[member]:
        return t.kernel.row_length + int(state[member - 1])
    return int(t.member_column[member])


def _proposals(
    translation: Translation, values: Values, settled: Ints, moved: bool, sizes: Sizes
) -> Conditions:
    """Return preferred values for the motions that nothing fixes, best first.

    Guesses of the user come first, then start values given by the states' own classes. Last, shafts
    are at rest at zero angle, even where a clutch's relative speed is the state. Nothing is
    proposed if states at their start values satisfy this already. `moved` says that variables other
    than states are fixed, so that some states move.
    """
    n = len(settled)
    t, aliased = translation, translation.aliased
    named = (aliased.chain >= 0) & (t.column >= 0) & ~values.is_fixed
    has_start = ~np.isnan(values.start)
    is_state = named & (t.column - 2 < n)
    guessed = named & values.is_given
    declared = is_state & ~values.is_given & has_start
    below = np.zeros(len(named), dtype=bool)
    below[named] = aliased.order[named] < t.reduced.d[aliased.chain[named]]
    relative = np.zeros(int(t.column.max(initial=0)) + 1, dtype=bool)
    relative[t.column[named & (values.select > 0)]] = True
    resting = below & ~values.is_given & ~has_start & ~relative[t.column]
    disputed = guessed if moved else guessed & ~is_state
    if not _open_questions(t, values, settled, disputed, is_state & has_start):
        return _wishes(t, values, np.zeros(0, dtype=np.int64), "", sizes)
    first = _wishes(t, values, np.flatnonzero(guessed), "guess", sizes)
    second = _wishes(t, values, np.flatnonzero(declared), "start value", sizes)
    third = _wishes(t, values, np.flatnonzero(resting), "at rest", sizes)
    return first.joined(second).joined(third)


def _open_questions(
    t: Translation, values: Values, settled: Ints, guessed: Any, hinted: Any
) -> bool:
    """Tell whether start values of the states alone would violate preferred values."""
    if guessed.any():
        return True
    n = len(settled)
    open_states = settled == _NOBODY
    open_states[t.column[hinted] - 2] = False
    relative = np.zeros(n, dtype=bool)
    wanted = (t.column >= 2) & (t.column - 2 < n) & (values.select > 0)
    relative[t.column[wanted] - 2] = True
    return bool((open_states & relative).any())
