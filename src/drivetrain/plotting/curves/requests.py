"""What a plot was asked for: names and groups of names, units, a window, a second scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from drivetrain.errors import NameLookupError, ResultError, nearest, shown
from drivetrain.modeling.quantities.display import display_units
from drivetrain.patterns import wildcard
from drivetrain.plotting.curves.curve import Curve
from drivetrain.plotting.curves.panels import Panel, sorted_into_panels
from drivetrain.plotting.data import known_names
from drivetrain.simulation.results.run_views.windows import window_of
from drivetrain.simulation.results.shown_units import shown_units

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["Asked", "Run", "panels_asked"]


@dataclass(frozen=True)
class Run:
    """One run of a plot.

    Parameters
    ----------
    label : str
        Its label; empty if it is the only one.
    result : Result
        The run.
    is_data : bool
        Whether it is a table of measured data, which may lack some of the names.
    """

    label: str
    result: Result
    is_data: bool = False


@dataclass(frozen=True)
class Asked:
    """What was asked for.

    Parameters
    ----------
    names : sequence of str or sequence of str
        Names and patterns; those in a list form one axes.
    x : str, optional
        Variable over which to draw.
    right : str or sequence of str
        Names and patterns on a second scale.
    start, stop : float or quantity, optional
        Window of time, s.
    unit : str or mapping, optional
        Units.
    bins : int
        Number of parts of the time in which curves over it have their extremes only; 0 for all
        points.
    """

    names: Sequence[Any]
    x: str | None = None
    right: Any = ()
    start: Any = None
    stop: Any = None
    unit: Any = None
    bins: int = 0


def panels_asked(runs: Sequence[Run], asked: Asked) -> list[Panel]:
    """Return what is drawn of runs, sorted into axes.

    Parameters
    ----------
    runs : sequence of Run
        The runs.
    asked : Asked
        What was asked for.

    Raises
    ------
    NameLookupError, UnitError
        If a variable does not exist, or a unit does not fit.
    ResultError
        If a group is empty, the window lies outside the runs, or a scale would have several units.
    """
    alone = [name for name in asked.names if not _is_group(name)]
    groups = [tuple(name) for name in asked.names if _is_group(name)]
    if any(not group for group in groups):
        raise ResultError("an empty list of names is no group: name its variables")
    window = _window(runs, asked)
    made = [_curves(runs, names, asked, window) for names in (alone, *groups)]
    right = _on_the_right(made, asked.right)
    made = _in_units(made, asked.unit)
    panels = sorted_into_panels(made[0], made[1:], right)
    by_unit, by_hand = panels[: len(panels) - len(groups)], panels[len(panels) - len(groups) :]
    return _in_order(asked.names, by_unit, by_hand)


def _in_order(
    names: Sequence[Any], by_unit: Sequence[Panel], by_hand: Sequence[Panel]
) -> list[Panel]:
    """Return all axes in the order in which they were asked for."""
    left, groups = list(by_unit), iter(by_hand)
    found: list[Panel] = []
    for name in names:
        if _is_group(name):
            found.append(next(groups))
            continue
        fits = wildcard(name).fullmatch
        now = [panel for panel in left if any(fits(curve.name) for curve in panel.left.curves)]
        left = [panel for panel in left if panel not in now]
        found += now
    return found + left


def _is_group(name: Any) -> bool:
    return isinstance(name, (list, tuple))


def _curves(
    runs: Sequence[Run], names: Sequence[str], asked: Asked, window: tuple[float, float] | None
) -> list[Curve]:
    """Return the signals that fit some names, variable by variable, then run by run."""
    if not names:
        return []
    matched = [
        run.result.match(*(known_names(run.result, names) if run.is_data else names))
        for run in runs
    ]
    over = [_over(run, asked.x, window) for run in runs]
    bins = asked.bins if asked.x is None else 0
    return [
        Curve(_label(run, name), run.result, name, window=window, over=horizontal, bins=bins)
        for name in dict.fromkeys(name for found in matched for name in found)
        for run, found, horizontal in zip(runs, matched, over, strict=True)
        if name in found
    ]


def _label(run: Run, name: str) -> str:
    return f"{name}, {run.label}" if run.label else name


def _over(run: Run, x: Any, window: tuple[float, float] | None) -> Curve | None:
    """Return what is drawn on the horizontal axis; None for the time."""
    if x is None:
        return None
    if not isinstance(x, str):
        raise NameLookupError(f"x={shown(x)}: give the name of one variable")
    (name,) = run.result.match(x) if x in run.result else (x,)
    run.result[name]  # refuses what is no variable, and patterns
    return Curve(_label(run, name), run.result, name, window=window)


def _window(runs: Sequence[Run], asked: Asked) -> tuple[float, float] | None:
    """Return the window, which lies within the longest of the runs; None for all there is."""
    if asked.start is None and asked.stop is None:
        return None
    ends = [time[[0, -1]] for time in (run.result.time for run in runs) if len(time)]
    span = np.array([min(e[0] for e in ends), max(e[1] for e in ends)]) if ends else np.empty(0)
    return window_of(span, asked.start, asked.stop)


def _on_the_right(made: Iterable[Sequence[Curve]], right: Any) -> frozenset[str]:
    """Return the names of the variables on the second scale."""
    known = dict.fromkeys(curve.name for curves in made for curve in curves)
    patterns = [right] if isinstance(right, str) else right
    if not isinstance(patterns, Sequence) or not all(isinstance(one, str) for one in patterns):
        raise NameLookupError(f"right={shown(right)}: give names or patterns of drawn variables")
    return frozenset(name for one in patterns for name in _fitting(known, one))


def _fitting(known: Mapping[str, None], pattern: str) -> Iterator[str]:
    found = [name for name in known if wildcard(pattern).fullmatch(name)]
    if not found:
        hint = nearest(pattern, known) or f"; there are {shown(list(known))}"
        raise NameLookupError(f"right={pattern!r}: no variable of this name is drawn{hint}")
    yield from found


def _in_units(made: Sequence[Sequence[Curve]], unit: Any) -> list[list[Curve]]:
    """Return the curves with the units in which they are drawn."""
    every = [curve for curves in made for curve in curves]
    every += [curve.over for curve in every if curve.over is not None]
    declared = {one.name: one.result.units[one.name] for one in every if one.kind == "real"}
    units = shown_units(declared, unit, display_units)

    def in_unit(curve: Curve) -> Curve:
        over = curve.over and replace(curve.over, shown=units.get(curve.over.name, ""))
        return replace(curve, shown=units.get(curve.name, ""), over=over)

    return [list(map(in_unit, curves)) for curves in made]
