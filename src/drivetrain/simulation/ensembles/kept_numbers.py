"""Numbers that an ensemble keeps of each run: energies, counters, statistics, own functions.

They are computed right after a run, from its complete result, so that its rows need not be kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from math import isinf, nan
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.results.energy_audit import Energy
from drivetrain.simulation.results.result import Result, Statistics
from drivetrain.simulation.results.row_layout import Layout, is_pattern, wildcard

__all__ = ["KeptNumbers"]

Floats = NDArray[np.float64]
Number = Callable[[Result], Any]

_TOTALS: Final = ("supplied", "dissipated", "stored")
_BY_PART: Final = ("supplied_by", "dissipated_by", "stored_by")
_COUNTERS: Final = tuple(one.name for one in fields(Statistics) if not one.name.endswith("_time"))
_OVER_TIME: Final[dict[str, Callable[[Floats, Floats], float]]] = {
    "min": lambda _, values: float(values.min()),
    "max": lambda _, values: float(values.max()),
    "peak": lambda _, values: float(np.abs(values).max()),
    "mean": lambda time, values: _mean(time, values),
    "rms": lambda time, values: float(np.sqrt(_mean(time, values**2))),
}
"""Statistics of a signal over the recorded points."""
_STATISTIC: Final = re.compile(r"(\w+)\((.+)\)")
_FORMS: Final = (
    "give 'energy', 'energy.dissipated', 'energy.dissipated_by.clutch*', 'stats.steps', "
    "'max(shaft.tau)', 'final(load.w)', outcomes such as first('clutch.mode', 'stuck'), or by "
    "name a function of a result"
)


class KeptNumbers:
    """The numbers to keep of each run.

    Parameters
    ----------
    asked : sequence of str and Outcome, or mapping of str to these or to callables
        What to keep, see :meth:`CompiledModel.ensemble`.
    layout : Layout
        Layout of the runs.
    parts : Energy
        Energy audit of a run without points, for the names of the parts.
    interval : float
        Distance of output points, s; infinite if only events are recorded.

    Raises
    ------
    UsageError
        If something is not understood, or needs output points.
    NameLookupError
        If a signal, part or counter does not exist.
    """

    def __init__(self, asked: Any, layout: Layout, parts: Energy, interval: float) -> None:
        self._layout, self._parts, self._interval = layout, parts, interval
        self._functions: dict[str, Number] = {}
        if isinstance(asked, str):
            asked = [asked]
        if isinstance(asked, Mapping):
            for name, what in asked.items():
                self._add_named(name, what)
        elif isinstance(asked, Sequence) and all(isinstance(one, str | Outcome) for one in asked):
            for one in asked:
                if isinstance(one, Outcome):
                    self._add_outcome(one.name, one)
                else:
                    self._functions.update(self._of(one))
        else:
            raise UsageError(f"keep={shown(asked)}: {_FORMS}")

    @property
    def names(self) -> list[str]:
        """Names of the numbers."""
        return list(self._functions)

    def of(self, result: Result, run: int) -> Floats:
        """Return the numbers of one run.

        Raises
        ------
        UsageError
            If a function does not return a number.
        """
        found = np.full(len(self._functions), nan)
        for k, (name, function) in enumerate(self._functions.items()):
            try:
                value = function(result)
            except Exception as error:
                error.add_note(f"raised by keep={name!r} for run {run} of the ensemble")
                raise
            try:
                found[k] = float(value)
            except (TypeError, ValueError) as error:
                raise UsageError(
                    f"keep={name!r}: the function returned {shown(value)} for run {run}; it has to "
                    "return one number"
                ) from error
        return found

    def _add_named(self, name: object, what: object) -> None:
        if not isinstance(name, str):
            raise UsageError(f"keep: {shown(name)} is no name; give texts")
        if isinstance(what, Outcome):
            self._add_outcome(name, what)
            return
        if callable(what):
            self._functions[name] = what
            return
        if not isinstance(what, str):
            raise UsageError(f"keep={{{name!r}: {shown(what)}}}: {_FORMS}")
        found = self._of(what)
        if len(found) != 1:
            raise UsageError(
                f"keep={{{name!r}: {what!r}}} are {len(found)} numbers: name one, or give a list"
            )
        self._functions[name] = next(iter(found.values()))

    def _add_outcome(self, name: str, outcome: Outcome) -> None:
        outcome.units(self._layout)
        if outcome.needs_points:
            self._check_points(repr(outcome))
        for place, label in enumerate(outcome.components):
            self._functions[f"{name}.{label}" if label else name] = _recorded(outcome, place)

    def _check_points(self, asked: str) -> None:
        if isinf(self._interval):
            raise UsageError(
                f"keep={asked} needs output points between the events: give interval=… as well"
            )

    def _of(self, text: str) -> dict[str, Number]:
        """Return the numbers that a text stands for, by name."""
        head, _, rest = text.partition(".")
        if head == "energy":
            return self._energies(text, rest)
        if head == "stats":
            return _counters(text, rest)
        match = _STATISTIC.fullmatch(text)
        if match:
            return self._statistics(text, *match.groups())
        raise UsageError(f"keep={text!r} is not understood: {_FORMS}")

    def _energies(self, text: str, rest: str) -> dict[str, Number]:
        kind, _, part = rest.partition(".")
        if not rest:
            totals = {f"energy.{one}": _total(one) for one in _TOTALS}
            return {**totals, "energy.relative_error": lambda result: result.energy.relative_error}
        if rest == "relative_error":
            return {text: lambda result: result.energy.relative_error}
        if rest in _TOTALS:
            return {text: _total(rest)}
        if kind not in _BY_PART or not part:
            known = [*_TOTALS, "relative_error", *(f"{one}.PART" for one in _BY_PART)]
            raise NameLookupError(
                f"keep={text!r}: there is no such energy{nearest(kind, known)}; there are "
                f"{', '.join(known)}"
            )
        known = list(getattr(self._parts, kind))
        fit = [name for name in known if wildcard(part).fullmatch(name)]
        if not fit:
            hint = nearest(part, known) or f"; there are {shown(known)}"
            raise NameLookupError(f"keep={text!r}: no such part has this energy{hint}")
        return {f"energy.{kind}.{name}": _by_part(kind, name) for name in fit}

    def _statistics(self, text: str, statistic: str, pattern: str) -> dict[str, Number]:
        if statistic != "final" and statistic not in _OVER_TIME:
            known = [*_OVER_TIME, "final"]
            raise UsageError(
                f"keep={text!r}: there is no statistic {statistic!r}{nearest(statistic, known)}; "
                f"there are {', '.join(known)}"
            )
        if statistic != "final":
            self._check_points(repr(text))
        names = self._layout.match(pattern)
        return {f"{statistic}({name})": _statistic(statistic, name) for name in names}


def _total(kind: str) -> Number:
    return lambda result: getattr(result.energy, kind)[-1]


def _by_part(kind: str, name: str) -> Number:
    return lambda result: getattr(result.energy, kind)[name][-1]


def _counters(text: str, rest: str) -> dict[str, Number]:
    names = [one for one in _COUNTERS if wildcard(rest or "*").fullmatch(one)]
    if not names:
        hint = "" if is_pattern(rest) else nearest(rest, _COUNTERS)
        raise NameLookupError(
            f"keep={text!r}: there is no such counter{hint}; there are {', '.join(_COUNTERS)}"
        )
    return {f"stats.{name}": _counter(name) for name in names}


def _counter(name: str) -> Number:
    return lambda result: getattr(result.stats, name)


def _statistic(statistic: str, name: str) -> Number:
    if statistic == "final":
        return lambda result: result.final[name]
    function = _OVER_TIME[statistic]
    return lambda result: function(result.time, result[name].astype(float))


def _recorded(outcome: Outcome, place: int) -> Number:
    return lambda result: outcome.recorded(result)[place]


def _mean(time: Floats, values: Floats) -> float:
    """Return the mean over the time, by the trapezoidal rule."""
    span = time[-1] - time[0]
    if not span > 0:
        return float(values.mean())
    return float(np.sum(np.diff(time) * (values[1:] + values[:-1]) / 2) / span)
