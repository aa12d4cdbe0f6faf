"""Sections of a report, as HTML; every text that comes from outside is escaped."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from drivetrain.errors import DrivetrainError
from drivetrain.markup import pairs, table
from drivetrain.plotting.report.figures import Figures
from drivetrain.plotting.timeline.figure import ROWS_PER_PAGE
from drivetrain.text_tables import number

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["Content", "sections_of"]

_MOST_EVENTS, _MOST_LINES = 300, 200

Section = tuple[str, str]
"""Heading and HTML."""


class Content:
    """What a report is made of.

    Parameters
    ----------
    result : Result
        The run.
    plots : sequence
        Names, or lists of names, one figure each.
    """

    def __init__(self, result: Result, plots: Sequence[Any]) -> None:
        self.result, self.plots = result, plots
        self.figures = Figures()


def sections_of(content: Content) -> Iterator[Section]:
    """Yield the sections of a report, those without content left out."""
    made = {
        "Diagram": _diagram,
        "What was run": _setting,
        "Key numbers": _numbers,
        "Warnings": _warnings,
        "Timeline": _timeline,
        "Energy": _energy,
        "Plots": _plots,
        "Start": _start,
        "Events": _events,
    }
    for heading, make in made.items():
        html = make(content)
        if html:
            yield heading, html


def _diagram(content: Content) -> str:
    """Return the diagram of the model, or why there is none."""
    description = content.result.description
    draw = description and getattr(description.component, "diagram", None)
    if not draw:
        return ""
    try:
        return content.figures.svg(draw().svg, f"Diagram of {content.result.model}")
    except DrivetrainError as error:
        return f"<p>The diagram could not be drawn: {escape(str(error))}</p>"


def _setting(content: Content) -> str:
    """Return versions, settings, and parameters that are not those of the model."""
    result = content.result
    told = [*_versions(), *_settings(result)]
    found = [pairs(told)]
    if result.description is not None:
        changed = [
            (one.name, _value(one.own), _value(one.given), "" if one.unit == "1" else one.unit)
            for one in islice(result.description.changed(), _MOST_LINES)
        ]
        head = ("parameter", "model", "run", "unit")
        title = "Parameters of the run that differ from those of the model"
        none = "<p>All parameters are those of the model.</p>"
        found.append(table(changed, head, title, (1, 2)) if changed else none)
    return "".join(found)


def _versions() -> list[tuple[str, str]]:
    """Return the versions of what made the run, as they are installed."""
    found = [("Python", platform.python_version())]
    for package in ("drivetrain", "numpy", "scipy", "llvmlite"):
        with suppress(PackageNotFoundError):
            found.append((package, version(package)))
    return found


def _settings(result: Result) -> list[tuple[str, str]]:
    settings = result.settings if isinstance(result.settings, Mapping) else {}
    units = {"start_time": " s", "stop_time": " s", "interval": " s"}
    return [
        (name.replace("_", " "), f"{_value(value)}{units.get(name, '')}")
        for name, value in settings.items()
        if value is not None
    ]


def _value(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return str(value.tolist())
    if isinstance(value, float):
        return number(value)
    return str(value)


def _numbers(content: Content) -> str:
    """Return the summary without wall times, which differ from run to run, and extremes."""
    result = content.result
    told = [line for line in result.summary_lines() if line[0] != "wall time"]
    names = dict.fromkeys(name for plot in content.plots for name in _names(result, plot))
    rows = []
    for name in names:
        if result.layout.kinds[result.layout.position(name)] == "real":
            values = result[name]
            three = (number(float(one)) for one in (values.min(), values.max(), values[-1]))
            rows.append((name, *three, result.units[name], result.descriptions[name]))
    head = ("variable", "least", "greatest", "at the end", "unit", "")
    return pairs(told) + (table(rows, head, numbers=(1, 2, 3)) if rows else "")


def _names(result: Result, plot: Any) -> list[str]:
    return result.match(*([plot] if isinstance(plot, str) else plot))


def _warnings(content: Content) -> str:
    """Return why the run ended early, and what its check found."""
    result = content.result
    found = [result.message] if result.message else []
    try:
        found += [str(finding) for finding in result.check.findings]
    except DrivetrainError as error:
        found.append(str(error))
    return "".join(f'<p class="warning">{escape(text)}</p>' for text in found)


def _timeline(content: Content) -> str:
    """Return the timeline of the parts with modes, page by page."""
    timeline = content.result.timeline()
    if not timeline.rows:
        return ""
    told = content.figures.figure(timeline.plot(), f"Timeline of {content.result.model}")
    more = len(timeline.rows) - ROWS_PER_PAGE
    return told + (f"<p>… and {more} more parts</p>" if more > 0 else "")


def _energy(content: Content) -> str:
    """Return audit and flow of energy, or why there is none."""
    found = []
    for make in (_audit, _flow):
        try:
            found.append(make(content))
        except DrivetrainError as error:
            found.append(f"<p>{escape(str(error))}</p>")
    return "".join(found)


def _audit(content: Content) -> str:
    html: str = content.result.energy._repr_html_()
    return html


def _flow(content: Content) -> str:
    flow = content.result.energy_flow()
    moves = any(part.size > 0 for part in flow)
    picture = content.figures.figure(flow.plot(), flow.title) if moves else ""
    return picture + flow._repr_html_()


def _plots(content: Content) -> str:
    """Return one figure per plot."""
    return "".join(content.figures.plot(content.result, plot) for plot in content.plots)


def _start(content: Content) -> str:
    """Return how the start values came about."""
    lines = content.result.start.lines
    if not lines:
        return ""
    rows = [str(line).rpartition(" (") for line in lines[:_MOST_LINES]]
    cells = [(value, rule.removesuffix(")")) for value, _, rule in rows]
    more = len(lines) - _MOST_LINES
    return table(cells, ("start value", "reason")) + (
        f"<p>… and {more} more</p>" if more > 0 else ""
    )


def _events(content: Content) -> str:
    """Return the events at which a mode changed."""
    events = content.result.events
    telling = events.telling
    rows = [str(event).split("  ", 1) for event in telling[:_MOST_EVENTS]]
    if not rows:
        return f"<p>{len(events)} events, none of them changed a mode.</p>" if len(events) else ""
    title = f"{len(events)} events, {len(telling)} of them changed a mode"
    more = len(telling) - _MOST_EVENTS
    return table(rows, ("instant", "change"), title) + (
        f"<p>… and {more} more</p>" if more > 0 else ""
    )
