"""Numbers by which runs are compared: end, extremes, events, energy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from drivetrain.errors import ResultError
from drivetrain.simulation.results.result import Result

__all__ = ["exact_values", "key_numbers", "told_events"]

_MOST_EVENTS = 400
_MOST_LOSSES = 12


def key_numbers(result: Result | None, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return lines of a table: what, value, unit.

    Parameters
    ----------
    result : Result or None
        A run; none has no lines.
    names : sequence of str
        Variables of which the end and the extremes are told.
    """
    if result is None:
        return []
    lines = [_line("points", len(result.time), ""), _line("events", len(result.events), "")]
    lines += _energy(result)
    for name in (name for name in names if name in result and len(result.time)):
        values = np.asarray(result[name], dtype=float)
        unit = result.units[name]
        lines.append(_line(f"{name}, end", float(values[-1]), unit))
        lines.append(_line(f"{name}, least", float(values.min()), unit))
        lines.append(_line(f"{name}, greatest", float(values.max()), unit))
    return lines


def _energy(result: Result) -> list[dict[str, Any]]:
    try:
        audit = result.energy
    except ResultError:
        return []
    if not len(result.time):
        return []
    losses = {part: float(values[-1]) for part, values in audit.dissipated_by.items()}
    largest = sorted(losses, key=lambda part: -losses[part])[:_MOST_LOSSES]
    return [
        _line("energy supplied", float(audit.supplied[-1]), "J"),
        _line("energy dissipated", float(audit.dissipated[-1]), "J"),
        *(_line(f"dissipated by {part}", losses[part], "J") for part in largest if losses[part]),
    ]


def _line(what: str, value: float, unit: str) -> dict[str, Any]:
    known = value if abs(value) < float("inf") else None
    return {"what": what, "value": known, "unit": "" if unit == "1" else unit}


def exact_values(result: Result | None, instant: float, names: Sequence[str]) -> dict[str, float]:
    """Return values at an instant, as exact as the run; nothing if it is outside the run.

    Parameters
    ----------
    result : Result or None
        A run.
    instant : float
        Time, s.
    names : sequence of str
        Variables; those that the run does not have are left out.
    """
    known = [] if result is None else [name for name in names if name in result]
    if result is None or not known or not result.time[0] <= instant <= result.time[-1]:
        return {}
    found = result.at(instant, *known)  # all at once: the run is made again for it
    values: dict[str, Any] = {known[0]: found} if len(known) == 1 else found
    return {name: float(value) for name, value in values.items()}


def told_events(result: Result | None) -> dict[str, Any]:
    """Return the events at which something changed that is worth telling.

    Parameters
    ----------
    result : Result or None
        A run.

    Returns
    -------
    dict
        ``lines`` with time and text; of a very long list the first ones, and how many there are in
        all as ``count``.
    """
    if result is None:
        return {"lines": [], "count": 0}
    telling = result.events.telling
    lines = [
        {"time": event.time, "text": event.text().partition(" s  ")[2]}
        for event in telling[:_MOST_EVENTS]
    ]
    return {"lines": lines, "count": len(telling)}
