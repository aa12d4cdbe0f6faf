"""What a caller asks for, checked before anything runs: period, phase, guess, parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from drivetrain.compiler.frontend.qualified_names import (
    find_parameter,
    find_variable,
    parameter_names,
    part_paths,
)
from drivetrain.compiler.frontend.values import check_parameters, parameter_declaration
from drivetrain.compiler.translation import Translation
from drivetrain.errors import (
    AnalysisError,
    NameLookupError,
    ParameterError,
    SimulationError,
    UsageError,
    nearest,
    shown,
)
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.expression import REAL
from drivetrain.simulation.cycles.variables import continuous
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

__all__ = [
    "USUAL_PERIODS",
    "Asked",
    "AskedBranch",
    "Guess",
    "Period",
    "Phase",
    "guess_of",
    "period_of",
    "phase_of",
    "range_of",
    "real_parameter",
    "texts",
    "varying",
    "whole",
]

USUAL_PERIODS = 20
"""Periods that are run before a cycle is sought."""


class Asked(NamedTuple):
    """What a caller asks for, unchecked; see :meth:`CompiledModel.cycle`."""

    period: Any
    phase: Any
    guess: Any
    parameters: Mapping[str, Any] | None
    tolerance: Any


class AskedBranch(NamedTuple):
    """What a caller asks for to follow a cycle; see :meth:`CompiledModel.cycles`."""

    parameter: Any
    between: Any
    outputs: Any
    harmonics: Any
    most: Any


@dataclass(frozen=True)
class Period:
    """The length of a cycle.

    Attributes
    ----------
    seconds : float or None
        Its length, or an estimate, s.
    shaft : str
        Angle whose revolutions it is counted by; empty: none.
    turns : float
        Number of revolutions.
    """

    seconds: float | None = None
    shaft: str = ""
    turns: float = 1.0


@dataclass(frozen=True)
class Phase:
    """Where a cycle begins: a variable, and its value there; None: wherever the guess is."""

    name: str = ""
    value: float = 0.0


@dataclass(frozen=True)
class Guess:
    """What leads to the cycle.

    Attributes
    ----------
    initial : Result, (Result, float) or None
        A result, and an instant of it.
    periods : int or None
        Number of periods to run from the start; None: as usual.
    parameters : mapping
        Parameters, with start values.
    """

    initial: Any
    periods: int | None
    parameters: Mapping[str, Any]


def period_of(given: Any, t: Translation, layout: Layout) -> Period:
    """Return a period that was given in seconds or revolutions.

    Raises
    ------
    UsageError, AnalysisError, NameLookupError
        If it is none of these.
    """
    if given is None:
        return Period()
    if isinstance(given, tuple):
        if len(given) != 2:
            raise UsageError(
                f"period={shown(given)}: for revolutions give a shaft and their number, such as "
                "('flywheel', 2)"
            )
        return Period(None, _angle(given[0], t, layout), _turns(given[1]))
    if isinstance(given, str) and (named := _named(given, t)):
        return Period(None, _angle(named, t, layout))
    try:
        seconds = checked_number(given, "period", "s")
    except ParameterError:
        raise UsageError(
            f"period={shown(given)}: give a time in s, or a shaft of which one revolution is the "
            "period, such as 'flywheel'"
        ) from None
    if not (np.isfinite(seconds) and seconds > 0):
        raise UsageError(f"period={seconds:g}: give a time above 0 s")
    return Period(seconds)


def _named(given: str, t: Translation) -> str:
    root = t.flat.root
    known = find_variable(root, given) is not None or given in part_paths(root)
    return given if known else ""


def _angle(given: Any, t: Translation, layout: Layout) -> str:
    """Return the angle that a variable or a part stands for."""
    if not isinstance(given, str):
        raise UsageError(f"period: {shown(given)} is no name; give a shaft, such as 'flywheel'")
    name = given
    if find_variable(t.flat.root, given) is None:
        name = f"{given}.phi"
        if find_variable(t.flat.root, name) is None:
            known = [*part_paths(t.flat.root)]
            raise NameLookupError(
                f"period: there is no shaft {given!r}{nearest(given, known)}; give a part with an "
                "angle phi, or an angle"
            )
    found = continuous(name, t, layout, "period")
    if layout.units[layout.position(found)] != "rad":
        raise UsageError(
            f"period: {found} is in {layout.units[layout.position(found)]}; revolutions are those "
            "of an angle, in rad"
        )
    return found


def _turns(given: Any) -> float:
    try:
        turns = checked_number(given, "period", "1")
    except ParameterError:
        turns = 0.0
    if not (np.isfinite(turns) and turns > 0):
        raise UsageError(f"period: {shown(given)} revolutions; give a number above 0")
    return turns


def range_of(given: Any, unit: str) -> tuple[float, float]:
    """Return the range over which a parameter is followed.

    Raises
    ------
    UsageError
        If it is not two different numbers.
    """
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise UsageError(f"between={shown(given)}: give the ends of the range, (first, last)")
    first, last = (checked_number(end, "between", unit) for end in given)
    if not (np.isfinite([first, last]).all() and first != last):
        raise UsageError(f"between=({first:g}, {last:g}): give two different numbers")
    return first, last


def whole(given: Any, label: str, least: int, most: float = inf) -> int:
    """Return a whole number.

    Raises
    ------
    UsageError
        If it is none, or out of its range.
    """
    is_whole = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    if not is_whole or not least <= given <= most:
        asked = f"of at least {least}" if most == inf else f"from {least} to {most:g}"
        raise UsageError(f"{label}={shown(given)}: give a whole number {asked}")
    return int(given)


def phase_of(given: Any, t: Translation, layout: Layout) -> Phase | None:
    """Return where a cycle is to begin; None if that was not said.

    Raises
    ------
    UsageError, AnalysisError, NameLookupError
        If it is no variable, or no variable and its value.
    """
    if given is None:
        return None
    name, value = given if isinstance(given, tuple) and len(given) == 2 else (given, 0.0)
    if not isinstance(name, str):
        raise UsageError(
            f"phase={shown(given)}: give a variable that is zero where the cycle begins, such as "
            "'mass.w', or a variable and its value, ('mass.phi', 0.1)"
        )
    found = continuous(name, t, layout, "phase")
    unit = layout.units[layout.position(found)]
    return Phase(found, checked_number(value, f"phase of {found}", unit))


def guess_of(given: Any, parameters: Mapping[str, Any] | None) -> Guess:
    """Return what leads to a cycle.

    Raises
    ------
    UsageError
        If it is neither a result nor start values nor a number of periods.
    """
    known = check_parameters(parameters)
    if given is None:
        return Guess(None, None, known)
    if isinstance(given, (Result, tuple)):
        return Guess(given, None, known)
    if isinstance(given, Mapping):
        starts = {f"{name}.start": value for name, value in given.items()}
        return Guess(None, 0, {**known, **starts})
    whole = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    if not whole or given < 0:
        raise UsageError(
            f"guess={shown(given)}: give a result, start values by name such as "
            "{'mass.w': 1.0}, or the number of periods to run from the start"
        )
    return Guess(None, int(given), known)


def varying(given: Any, ends: tuple[float, float]) -> Callable[[float], float] | None:
    """Return the period, s, as a function of a parameter; None if it is no function.

    Raises
    ------
    UsageError
        If it is no time at the ends of the range.
    """
    if not callable(given):
        return None
    try:
        for end in ends:
            seconds(given, end)
    except SimulationError as error:
        raise UsageError(f"{error}: give a function of the parameter that returns a time") from None
    return partial(seconds, given)


def seconds(period: Callable[[float], float], value: float) -> float:
    """Return the period for a value of the parameter, s.

    Raises
    ------
    SimulationError
        If that is no time, as beyond the range of the parameter.
    """
    found = checked_number(period(value), "period", "s")
    if not (np.isfinite(found) and found > 0):
        raise SimulationError(f"period({value:g}) = {found:g}, which is no time above 0 s")
    return found


def real_parameter(t: Translation, name: Any) -> int:
    """Return the number of a parameter that can be varied by a little.

    Raises
    ------
    NameLookupError, AnalysisError
        If there is none of this name, or it is no such parameter.
    """
    number = find_parameter(t.flat.root, name) if isinstance(name, str) else None
    if number is None:
        known = parameter_names(t.flat.root)
        raise NameLookupError(f"the model has no parameter {name!r}{nearest(str(name), known)}")
    declaration = parameter_declaration(t.flat, number)
    if declaration.kind != REAL or declaration.final:
        raise AnalysisError(
            f"{name} cannot be followed: it is computed, or no real number; give a parameter that "
            "can be set to any number"
        )
    return number


def texts(names: Any) -> tuple[str, ...]:
    """Return names of outputs.

    Raises
    ------
    UsageError
        If they are no names, or there are none.
    """
    if isinstance(names, str):
        return (names,)
    found = tuple(names) if isinstance(names, Iterable) else ()
    if not found or not all(isinstance(name, str) for name in found):
        raise UsageError(
            f"outputs={shown(names)}: give the names of variables, such as ['mass.phi']"
        )
    return found
