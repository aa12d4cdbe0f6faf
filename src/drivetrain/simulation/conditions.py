"""What is demanded and proposed of the start of a run, as conditions on a row of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.interpret import Environment, evaluate
from drivetrain.compiler.names import component_path, variable_name
from drivetrain.compiler.translate import Translation
from drivetrain.compiler.values import Values
from drivetrain.errors import InitialisationError
from drivetrain.kernel.tables import evaluate_table
from drivetrain.modeling.expression import Expr

__all__ = [
    "AGREE",
    "Condition",
    "Work",
    "discrete_starts",
    "fixed_conditions",
    "hints",
    "initial_equations",
    "loop_guesses",
    "proposals",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

AGREE = 1e-9
"""Relative difference up to which two demands say the same."""


@dataclass
class Condition:
    """Something demanded at the start: a residual over a row of values."""

    name: str
    residual: Callable[[Floats, Floats], float]
    scale: float
    asked: float = np.nan
    column: int = -1
    rule: str = "fixed"


@dataclass
class Work:
    """States under construction and what has been said about them."""

    x: Floats
    settled: dict[int, str] = field(default_factory=dict)
    rules: dict[int, str] = field(default_factory=dict)


def discrete_starts(translation: Translation, values: Values) -> Floats:
    """Return the values of the discrete quantities before the first instant."""
    aliased = translation.aliased
    start = np.zeros(len(aliased.discrete_representative))
    at = np.flatnonzero(aliased.discrete >= 0)
    at = at[np.argsort(values.is_fixed[at], kind="stable")]
    known = at[(values.start[at] != 0) | values.is_fixed[at]]
    start[aliased.discrete[known]] = np.nan_to_num(values.start[known])
    return start


def loop_guesses(translation: Translation, values: Values) -> Floats:
    """Return the first content of the kernel's memory.

    First come guesses for the unknowns of the algebraic loops (their start values, else 0), then
    room for unknowns that batches store.
    """
    t, aliased = translation, translation.aliased
    guess = np.zeros(t.reduced.n_members)
    at = np.flatnonzero((aliased.chain >= 0) & ~np.isnan(values.start))
    at = at[np.lexsort((values.is_fixed[at], values.start[at] != 0))]
    member = t.reduced.member(aliased.chain[at], aliased.order[at])
    guess[member] = aliased.sign[at] * values.start[at]
    unknowns = [m for loop in t.lowered.loops for m in loop.tearing]
    memory = np.zeros(int(t.kernel.struct.n_memory))
    memory[: len(unknowns)] = guess[np.array(unknowns, dtype=np.int64)]
    return memory


def hints(translation: Translation, values: Values) -> Floats:
    """Return start values of the states: demanded, then given, then declared ones, else zero."""
    x = np.zeros(len(translation.lowered.states))
    aliased = translation.aliased
    column = translation.column - 2
    at = np.flatnonzero((aliased.chain >= 0) & (column < len(x)) & ~np.isnan(values.start))
    at = at[np.lexsort((values.is_given[at], values.is_fixed[at]))]
    x[column[at]] = aliased.sign[at] * values.start[at]
    return x


def fixed_conditions(translation: Translation, values: Values, work: Work) -> list[Condition]:
    """Settle states that are demanded themselves; return the other demands."""
    aliased, root = translation.aliased, translation.flat.root
    conditions: dict[int, Condition] = {}
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


def _value_condition(
    name: str, column: int, value: float, asked: float, rule: str = "fixed"
) -> Condition:
    def residual(row: Floats, xdot: Floats) -> float:
        return float(row[column]) - value

    return Condition(name, residual, max(abs(value), 1.0), asked, column, rule)


def _demand_zero(name: str, asked: float) -> None:
    if asked != 0:
        raise InitialisationError(
            f"{name} = fixed({asked:g}) contradicts the model: {name} is held at zero by a rigid "
            "connection to the ground. Remove the demand, or the connection"
        )


def _agree(first: tuple[str, float], name: str, value: float, asked: float) -> None:
    other, reached = first
    if abs(value - reached) > AGREE * max(1.0, abs(value), abs(reached)):
        raise InitialisationError(
            f"{name} = fixed({asked:g}) contradicts {other} = fixed({reached:g}): both are "
            "the same quantity, since the parts are rigidly connected. Keep one of them"
        )


def initial_equations(translation: Translation, values: Values) -> Iterable[Condition]:
    """Turn initial equations into conditions."""
    flat = translation.flat
    for equations in flat.initial_equations:
        one, traced = equations.instances, equations.traced
        for k in range(len(one.variable)):
            path = component_path(flat.root, int(one.variable[k]), one.trace)
            label = f"{path}: {traced}" if path else str(traced)
            yield Condition(
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


def proposals(translation: Translation, values: Values, work: Work) -> list[Condition]:
    """Return what is proposed for the motions that nothing demands, best first.

    Guesses of the user come first, then start values that the states' own classes give. Last,
    shafts are at rest at zero angle, even where a clutch's relative speed is the state.
    """
    n = len(work.x)
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
    if not _open_questions(t, values, work, guessed & ~is_state, is_state & has_start):
        return []
    found = []
    for group, rule in ((guessed, "guess"), (declared, "start value"), (resting, "at rest")):
        for number in np.flatnonzero(group).tolist():
            asked = float(np.nan_to_num(values.start[number]))
            value = float(aliased.sign[number]) * asked
            name = variable_name(t.flat.root, number)
            found.append(_value_condition(name, int(t.column[number]), value, asked, rule))
    return found


def _open_questions(t: Translation, values: Values, work: Work, guessed: Any, hinted: Any) -> bool:
    """Tell whether start values of the states alone would miss what is proposed."""
    if guessed.any():
        return True
    open_states = np.ones(len(work.x), dtype=bool)
    open_states[t.column[hinted] - 2] = False
    open_states[list(work.settled)] = False
    relative = np.zeros(len(work.x), dtype=bool)
    wanted = (t.column >= 2) & (t.column - 2 < len(work.x)) & (values.select > 0)
    relative[t.column[wanted] - 2] = True
    return bool((open_states & relative).any())
