"""Start values that were found, and the lines of the report on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import own_variable, variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.report import state_names, state_variables
from drivetrain.compiler.translation import Translation
from drivetrain.simulation.initialisation.conditions import AGREE, Conditions, StartValues
from drivetrain.simulation.initialisation.nominal_sizes import start_scales
from drivetrain.simulation.results.start_report import StartLine
from drivetrain.simulation.results.variable_names import mode_variables

__all__ = ["Reached", "requested_lines"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Reached:
    """Start values that satisfy the conditions, and how they were determined.

    Attributes
    ----------
    x : float array
        States.
    said : StartValues
        The requested start values.
    held : Conditions
        Fixed values, and accepted preferred values of variables other than states.
    settled : int array
        Index of the variable whose start value each state has, -1 for a state that was solved for
        or keeps its own.
    rules : dict
        State → rule, for those determined by a preferred value.
    redundant : set of int
        Active conditions that follow from the others.
    solved : set of int or None
        States determined by the conditions; None if the preferred values satisfied them at once.
    missed : Conditions, optional
        Preferred values of variables other than states that cannot be met.
    """

    x: Floats
    said: StartValues
    held: Conditions
    settled: Ints
    rules: dict[int, str]
    redundant: frozenset[int] = frozenset()
    solved: frozenset[int] | None = None
    missed: Conditions | None = None

    def report(
        self, translation: Translation, values: Values, there: tuple[Floats, Floats] | None
    ) -> list[StartLine]:
        """Return the lines of the report, from the values and derivatives at the start, if any."""
        return _lines(translation, values, self, there)


def requested_lines(translation: Translation, values: Values) -> list[StartLine]:
    """Return the fixed values, if no start was found."""
    return list(_demands(translation, values, None, set()))


def _lines(
    translation: Translation,
    values: Values,
    found: Reached,
    there: tuple[Floats, Floats] | None,
) -> list[StartLine]:
    held, n_asked = found.held, len(found.held.variable)
    row = there[0] if there else _states_only(translation, found.x)
    follows = {int(held.variable[k]) for k in found.redundant if k < n_asked}
    lines = list(_demands(translation, values, row, follows))
    lines += _equations(translation, found, there)
    for state, rule in found.rules.items():
        number = int(found.settled[state])
        value = float(translation.aliased.sign[number]) * float(found.x[state])
        lines.append(_line(translation, number, value, value, rule))
    for k in range(n_asked):
        number = int(held.variable[k])
        if not values.is_fixed[number]:
            reached = _reached(translation, number, row)
            lines.append(_line(translation, number, float(held.asked[k]), reached, held.rule_of(k)))
    lines += _missed(translation, found.missed, row)
    lines += _states(translation, values, found)
    return [*lines, *_modes(translation, values, row)]


def _missed(t: Translation, missed: Conditions | None, row: Floats) -> Iterator[StartLine]:
    """Yield the preferred values that were given up."""
    for k in range(len(missed) if missed else 0):
        assert missed
        number = int(missed.variable[k])
        asked, reached = float(missed.asked[k]), _reached(t, number, row)
        if not abs(reached - asked) <= AGREE * float(missed.scale[k]):
            yield _line(t, number, asked, reached, f"{missed.rule_of(k)}, out of reach")


def _states_only(t: Translation, x: Floats) -> Floats:
    """Return a row of values in which only the states are known."""
    row = np.full(max(int(t.column.max(initial=0)) + 1, 2 + len(x)), np.nan)
    row[2 : 2 + len(x)] = x
    return row


def _line(t: Translation, number: int, asked: float, reached: float, rule: str) -> StartLine:
    unit = own_variable(t.flat.root, number).declaration.unit
    return StartLine(variable_name(t.flat.root, number), asked, reached, rule, unit)


def _reached(t: Translation, number: int, row: Floats | None) -> float:
    """Return the value of a variable in a row of values; NaN without a row."""
    return np.nan if row is None else float(t.value_in(number, row))


def _demands(
    t: Translation, values: Values, row: Floats | None, follows: set[int]
) -> Iterator[StartLine]:
    """Yield all variables with a fixed start, including duplicates."""
    first: dict[int, str] = {}
    size = start_scales(t, values).of_variable
    for number in np.flatnonzero(values.is_fixed & (t.aliased.discrete < 0)).tolist():
        asked = float(np.nan_to_num(values.start[number]))
        line = _line(t, number, asked, _reached(t, number, row), "fixed")
        column = int(t.column[number])
        other = first.setdefault(column, line.name)
        if column < 0:
            line = line._replace(rule="fixed, held at zero by the ground anyway")
        elif other != line.name:
            line = line._replace(rule=f"fixed, is the same as {other}")
        elif number in follows:
            line = line._replace(rule="fixed, follows from the others")
        if abs(line.reached - asked) > AGREE * max(float(size[number]), abs(asked)):
            line = line._replace(rule=f"{line.rule}: NOT REACHED")
        yield line


def _equations(
    t: Translation, found: Reached, there: tuple[Floats, Floats] | None
) -> Iterator[StartLine]:
    n_asked = len(found.held.variable)
    for k in range(n_asked, len(found.held)):
        rule = "initial equation"
        if k in found.redundant:
            rule += ", follows from the others"
        if there is not None:
            missed = found.held.reached(k, *there)
            if not abs(missed) <= AGREE:
                rule += f": NOT FULFILLED, its sides differ by {missed:.3g}"
        yield StartLine(found.held.name(t, k), np.nan, np.nan, rule)


def _states(t: Translation, values: Values, found: Reached) -> Iterator[StartLine]:
    """Yield the states that no start value determines."""
    given = np.zeros(len(found.x), dtype=bool)
    column = t.column - 2
    named = (t.aliased.chain >= 0) & (column >= 0) & (column < len(found.x))
    given[column[named & ~np.isnan(values.start)]] = True
    for k, (name, number) in enumerate(zip(state_names(t), state_variables(t), strict=True)):
        if found.settled[k] >= 0:
            continue
        unit = own_variable(t.flat.root, number).declaration.unit if number >= 0 else "1"
        hint, value = float(found.said.x[k]), float(found.x[k])
        if value != hint or k in (found.solved or ()):
            rule = "follows from the conditions"
        elif given[k]:
            rule = "start value taken"
        elif len(found.held) and found.solved is None:
            rule = "zero, which fits the conditions"
        else:
            rule = "zero, as nothing asks for another value"
        yield StartLine(name, hint if given[k] else np.nan, value, rule, unit)


def _modes(t: Translation, values: Values, row: Floats | None) -> Iterator[StartLine]:
    """Yield the modes of elements by name, or whether they are locked if they have no mode."""
    for one in t.flat.instances:
        for own in mode_variables(one.trace):
            words = own.declaration.labels or {0: "false", 1: "true"}
            for number in (one.variable + own.slot).tolist():
                asked = float(values.start[number]) if values.is_given[number] else np.nan
                line = _line(t, number, asked, _reached(t, number, row), "at the first instant")
                known = not np.isnan(line.reached)
                yield line._replace(label=words.get(int(line.reached), "") if known else "")
