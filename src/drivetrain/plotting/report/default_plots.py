"""What a report draws if nothing was named."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.simulation.results.row_layout import CONSTANT, component_of

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["default_plots"]

_SPEEDS, _LOADS = ("rad/s", "m/s"), ("N.m", "N")
_MOST_LINES = 8
_MANY_NAMES = 4000


def default_plots(result: Result) -> list[list[str]]:
    """Return groups of names: the model's own variables, speeds, loads of parts with modes.

    Speeds and loads are told by their units. Of variables that are the same, the first one is
    drawn; what is constant is left out.

    Parameters
    ----------
    result : Result
        The run.
    """
    layout = result.layout
    names = list(islice(layout.names, _MANY_NAMES))
    real = [name for name in names if layout.kinds[layout.position(name)] == "real"]
    own = [name for name in real if not component_of(name)]
    direct = [name for name in real if name.count(".") == 1 and "[" not in name]
    groups = _by_unit(result, own)
    groups += [_varying(result, (n for n in direct if result.units[n] == u)) for u in _SPEEDS]
    loads = _transmitted(result, names, direct)
    groups += [_varying(result, (n for n in loads if result.units[n] == u)) for u in _LOADS]
    found = [group for group in groups if group]
    return found or [group for group in [_varying(result, real)[:1]] if group]


def _transmitted(result: Result, names: Iterable[str], direct: Iterable[str]) -> list[str]:
    """Return the variables of parts with modes that are those of one of their flanges."""
    layout = result.layout
    acting = {component_of(name) for name in layout.modes}
    at_flanges = {
        (component_of(component_of(name)), int(layout.column[layout.position(name)]))
        for name in names
        if component_of(component_of(name)) in acting
    }
    return [
        name
        for name in direct
        if (component_of(name), int(layout.column[layout.position(name)])) in at_flanges
    ]


def _by_unit(result: Result, names: Iterable[str]) -> list[list[str]]:
    units: dict[str, list[str]] = {}
    for name in names:
        units.setdefault(result.units[name], []).append(name)
    return [_varying(result, group) for group in units.values()]


def _varying(result: Result, names: Iterable[str]) -> list[str]:
    """Return the first variables that change during the run, each column once."""
    layout, columns = result.layout, set[int]()
    found: list[str] = []
    for name in names:
        column = int(layout.column[layout.position(name)])
        if column == CONSTANT or column in columns or len(found) == _MOST_LINES:
            continue
        columns.add(column)
        if np.ptp(result[name]) > 0:
            found.append(name)
    return found
