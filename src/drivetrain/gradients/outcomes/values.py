"""Values of variables: at the end, and at an instant."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import ParameterError, UsageError, shown
from drivetrain.gradients.outcomes.outcome import Outcome, Reading
from drivetrain.gradients.sensitivities import Sensitivities
from drivetrain.modeling.argument_values import checked_number
from drivetrain.simulation.results.result import Result

__all__ = ["at", "checked_name", "final"]


def checked_name(name: Any, what: str) -> str:
    """Return the name of a variable or part.

    Parameters
    ----------
    name : str
        What the user gave.
    what : str
        The function that it was given to, for the message.

    Raises
    ------
    UsageError
        If it is no text.
    """
    if not isinstance(name, str) or not name:
        raise UsageError(f"{what}({shown(name)}): give the dotted name of a variable, 'load.w'")
    return name


def _size(result: Result, variable: str) -> float:
    """Return the largest absolute value at the recorded points."""
    return float(np.abs(result[variable].astype(float)).max())


@dataclass(frozen=True)
class _Final(Outcome):
    variable: str
    has_change = True

    @property
    def name(self) -> str:
        return f"final({self.variable})"

    @property
    def variables(self) -> tuple[str, ...]:
        return (self.variable,)

    def unit(self, result: Result) -> str:
        return result.units[self.variable]

    def of(self, result: Result) -> Reading:
        return Reading(float(result.final[self.variable]), size=_size(result, self.variable))

    def change(self, run: Sensitivities) -> NDArray[np.float64]:
        return run.final(self.variable)


@dataclass(frozen=True)
class _At(Outcome):
    variable: str
    time: float
    has_change = True

    @property
    def name(self) -> str:
        return f"at({self.variable}, {self.time:g} s)"

    @property
    def output_times(self) -> tuple[float, ...]:  # type: ignore[override]
        return (self.time,)

    @property
    def variables(self) -> tuple[str, ...]:
        return (self.variable,)

    def unit(self, result: Result) -> str:
        return result.units[self.variable]

    def of(self, result: Result) -> Reading:
        if self.time > result.time[-1]:
            return Reading(nan, why=f"the run ended at {result.time[-1]:g} s")
        instants = result.events.times()
        before, after = (np.searchsorted(instants, self.time, side=s) for s in ("left", "right"))
        value = float(result.at(self.time, self.variable))
        place = int(before), int(after)
        return Reading(value, place, self.time, _size(result, self.variable))

    def change(self, run: Sensitivities) -> NDArray[np.float64]:
        row = int(np.searchsorted(run.time, self.time, side="right")) - 1
        found: NDArray[np.float64] = run[self.variable][row].copy()
        for event in run.events:
            if event.time == self.time:  # the value of either side, a little later or earlier
                found[event.by != 0.0] = nan
        return found


@explained
def final(variable: str) -> Outcome:
    """Value of a variable at the end of the run.

    Parameters
    ----------
    variable : str
        Dotted name.

    Examples
    --------
    >>> final("load.w").name
    'final(load.w)'
    """
    return _Final(checked_name(variable, "final"))


@explained
def at(variable: str, time: float) -> Outcome:
    """Value of a variable at an instant; just after it, if there is an event.

    Parameters
    ----------
    variable : str
        Dotted name.
    time : float or quantity
        The instant, s.

    Examples
    --------
    >>> at("J1.w", 0.5).name
    'at(J1.w, 0.5 s)'
    """
    try:
        instant = checked_number(time, "time", "s")
    except ParameterError:
        raise UsageError(f"at(…, {shown(time)}): give an instant in s") from None
    if not np.isfinite(instant):
        raise UsageError(f"at(…, {instant:g}): give a finite instant, s")
    return _At(checked_name(variable, "at"), instant)
