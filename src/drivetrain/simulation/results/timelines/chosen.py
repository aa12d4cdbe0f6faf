"""Which variables a timeline shows, and which window of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from drivetrain.errors import NameLookupError, ResultError, nearest, shown
from drivetrain.patterns import is_pattern, wildcard
from drivetrain.simulation.results.row_layout import Layout, component_of
from drivetrain.simulation.results.run_views.recorded_run import RecordedRun
from drivetrain.simulation.results.run_views.windows import window_of
from drivetrain.simulation.results.timelines.spans import spans_of
from drivetrain.simulation.results.timelines.timeline import Timeline, TimelineRow

__all__ = ["timeline_of"]


def timeline_of(result: RecordedRun, names: Sequence[str], start: Any, stop: Any) -> Timeline:
    """Return the states of parts over time; see :meth:`Result.timeline`."""
    window = window_of(result.time, start, stop, result.model)
    layout, rows = result.event_source
    asked = _asked(layout, names) if names else _modes(layout)
    made = tuple(
        TimelineRow(
            name,
            component_of(name),
            layout.owners.get(name, ""),
            tuple(spans_of(layout, rows, name, window)),
            name in layout.modes or name in layout.labels,
        )
        for name in asked
    )
    changed = result.events.of(*asked)
    inside = (
        np.searchsorted(changed.times(), window[0]),
        np.searchsorted(changed.times(), window[1], side="right"),
    )
    return Timeline(result.model, *window, made, changed[slice(*inside)])


def _modes(layout: Layout) -> list[str]:
    """Return the variables that describe the state of their parts, in the order of declaration."""
    return sorted(layout.modes.union(layout.labels), key=layout.position)


def _asked(layout: Layout, names: Sequence[str]) -> list[str]:
    """Return the requested variables, each once, in the order requested."""
    modes = _modes(layout)
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(_one(layout, modes, name)))
    return list(found)


def _one(layout: Layout, modes: Sequence[str], asked: Any) -> list[str]:
    """Return what one name or pattern stands for: modes first, else other discrete variables."""
    if not isinstance(asked, str):
        raise NameLookupError(f"{shown(asked)} is not the name of a part or variable")
    if asked in layout.positions or asked in layout.aliases:
        return [_discrete(layout, layout.aliases.get(asked, asked))]
    fits = wildcard(asked).fullmatch
    found = [name for name in modes if fits(name) or fits(component_of(name))]
    found = found or [name for name in _all_discrete(layout) if is_pattern(asked) and fits(name)]
    if not found:
        known = [*dict.fromkeys(map(component_of, modes)), *_all_discrete(layout)]
        hint = nearest(asked, known) or f"; there are {shown(known)}"
        raise NameLookupError(f"no mode, Boolean or integer belongs to {asked!r}{hint}")
    return found


def _discrete(layout: Layout, name: str) -> str:
    """Return a name, refused if the variable is continuous."""
    if layout.kinds[layout.position(name)] == "real":
        raise ResultError(
            f"{name!r} is no mode, Boolean or integer: it has no spans; draw it with "
            f"result.plot({name!r})"
        )
    return name


def _all_discrete(layout: Layout) -> Iterator[str]:
    return (layout.names[k] for k in layout.discrete.tolist())
