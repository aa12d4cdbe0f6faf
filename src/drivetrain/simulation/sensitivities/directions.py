"""How all parameters, and the start values that are asked for, change with some parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.parameter_updates import Consequences
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import InitialisationError
from drivetrain.simulation.initialisation.conditions import StartValues
from drivetrain.simulation.initialisation.start import Starts
from drivetrain.simulation.sensitivities.beside import Beside, Pair, kinked, quotient
from drivetrain.simulation.sensitivities.named import Named

__all__ = ["Asked", "Directions", "asked_of", "imposed_discretes", "latched_discretes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_BENT = "a value that follows from it changes otherwise above it than below it"
_WHOLE = 1e-9


@dataclass(frozen=True, eq=False)
class Directions:
    """Changes with each parameter, per its unit.

    Attributes
    ----------
    numbers : list of int
        Parameters of the program that change.
    parameters : float array, shape (n_numbers, n_directions)
        Their changes.
    sizes : float array, shape (n_directions,)
        Usual size of a change in each direction.
    start : float array, shape (n_states, n_directions)
        Changes of the states before the initial event; NaN where there is none.
    latched : int array
        Numbers of the discrete reals that events set.
    start_latched : float array, shape (n_latched, n_directions)
        Their changes before the initial event.
    trouble : list of str
        Why there is none, by direction; empty texts elsewhere.
    """

    numbers: list[int]
    parameters: Floats
    sizes: Floats
    start: Floats
    latched: Ints
    start_latched: Floats
    trouble: list[str]


@dataclass(frozen=True, eq=False)
class Asked:
    """What changes with one parameter before anything is solved for.

    Attributes
    ----------
    parameters : float array, shape (n_parameters,)
        All parameters.
    states, demanded, proposed, discrete : float array
        Start values: of states, of other variables that are fixed or preferred, of discrete ones.
    trouble : str
        Why there is no derivative; empty if there is one.
    compares : bool
        Whether other start values count beside it, so that starts have to be compared.
    """

    parameters: Floats
    states: Floats
    demanded: Floats
    proposed: Floats
    discrete: Floats
    trouble: str = ""
    compares: bool = False


def latched_discretes(t: Translation) -> Ints:
    """Return the numbers of the discrete reals that events set, not only on trial."""
    reals = ~t.whole_discretes
    reals[imposed_discretes(t)] = False
    return np.flatnonzero(reals)


def imposed_discretes(t: Translation) -> Ints:
    """Return the numbers of the discrete reals that the kernel imposes on trial."""
    pushes = {lock.push for lock in t.holds if lock.push >= 0}
    return np.array(sorted(pushes | set(t.kernel.given_loads)), dtype=np.int64)


def asked_of(
    t: Translation,
    starts: Starts,
    beside: Beside,
    values: Values,
    said: StartValues,
    wanted: Sequence[Named],
    given: Mapping[str, Any],
) -> list[Asked]:
    """Return what changes with each parameter.

    Parameters
    ----------
    t : Translation
        The model.
    starts : Starts
        Start values of its runs.
    beside : Beside
        Values on both sides of a parameter.
    values : Values
        Values of the run.
    said : StartValues
        Its start values.
    wanted : sequence of Named
        The parameters.
    given : mapping
        Values that differ from the model's own.

    Raises
    ------
    NotCoveredError
        If a parameter changes a table, a clock or the equations.
    """
    found = []
    for one in wanted:
        names = (one.name, *(name for name in given if name != one.name))
        follow = t.parameter_updates.of(names)
        number = find_parameter(t.flat.root, one.name)
        if follow is None or number is None:
            found.append(_by_sides(starts, beside.pair(one), values, said))
        else:
            found.append(_by_rules(t, beside, follow, number, values, said, one, given))
    return found


def _by_rules(
    t: Translation,
    beside: Beside,
    follow: Consequences,
    number: int,
    values: Values,
    said: StartValues,
    one: Named,
    given: Mapping[str, Any],
) -> Asked:
    """Return what changes with a parameter on which no start value depends."""
    slopes = follow.slopes(number, values.parameter)
    trouble = ""
    if t.program.samples or (t.guards.in_zero_factors & (slopes != 0.0)).any():
        beside.pair(one)  # refuses what is not covered
    if not follow.alone:
        pair = beside.pair(one)
        bent = pair.both and kinked(pair.upper.parameter, values.parameter, pair.lower.parameter)
        trouble = _BENT if bent or not np.isfinite(slopes).all() else ""
    return Asked(
        slopes,
        np.zeros(len(said.x)),
        np.zeros(len(said.demanded)),
        np.zeros(len(said.proposed)),
        np.zeros(len(said.discrete)),
        trouble,
    )


def _by_sides(starts: Starts, pair: Pair, values: Values, said: StartValues) -> Asked:
    """Return what changes with a start value, or a parameter on which some depend."""
    own = _values_of(values, said)
    try:
        sides = [starts.said(one) for one in (pair.upper, pair.lower)]
    except InitialisationError as error:
        return _asked([np.full(len(part), np.nan) for part in own], str(error))
    compares = not all(_alike(side, said) for side in sides)
    above, below = _values_of(pair.upper, sides[0]), _values_of(pair.lower, sides[1])
    slopes = [
        _rounded(quotient(upper, lower, pair.width))
        if upper.shape == lower.shape == middle.shape
        else np.full(len(middle), np.nan)
        for upper, middle, lower in zip(above, own, below, strict=True)
    ]
    bent = pair.both and not compares and any(map(kinked, above, own, below))
    return _asked(slopes, _BENT if bent else "", compares)


def _asked(parts: Sequence[Floats], trouble: str, compares: bool = False) -> Asked:
    parameters, states, demanded, proposed, discrete = parts
    return Asked(parameters, states, demanded, proposed, discrete, trouble, compares)


def _values_of(values: Values, said: StartValues) -> tuple[Floats, ...]:
    return values.parameter, said.x, said.demanded.value, said.proposed.value, said.discrete


def _alike(one: StartValues, other: StartValues) -> bool:
    """Return whether the same variables are fixed, and the same ones preferred."""
    return (
        np.array_equal(one.settled, other.settled)
        and np.array_equal(one.demanded.variable, other.demanded.variable)
        and np.array_equal(one.proposed.variable, other.proposed.variable)
    )


def _rounded(slopes: Floats) -> Floats:
    """Return slopes of values that are copied without the rounding of differences."""
    whole = np.round(slopes)
    return np.where(np.abs(slopes - whole) < _WHOLE * (np.abs(whole) == 1.0), whole, slopes)
