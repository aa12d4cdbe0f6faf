"""Report on a start: requested and actual value of each variable, and the rule applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.markup import table
from drivetrain.simulation.results.constant_callback import ConstantCallback

__all__ = ["StartLine", "StartReport"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SHOWN = 60
_HEAD = ("variable", "requested", "reached", "unit", "rule")
_ROUNDING = 1e-15
"""Magnitude up to which a value is shown as zero."""


class StartLine(NamedTuple):
    """One line of the report.

    Attributes
    ----------
    name : str
        A variable, or an initial equation.
    requested, reached : float
        Its requested and actual value; NaN if nothing was requested, or no value was found.
    rule : str
        Reason for this value.
    unit : str
        Unit of the variable.
    label : str
        Name of the value, if it is a mode.
    """

    name: str
    requested: float
    reached: float
    rule: str
    unit: str = "1"
    label: str = ""

    def __str__(self) -> str:
        """Return ``"J1.w = 10 rad/s (fixed)"``."""
        name, _, reached, unit, rule = _cells(self)
        value = " ".join(filter(None, (reached, unit if not self.label else "")))
        return f"{name} = {value} ({rule})" if value else f"{name} ({rule})"


class StartReport:
    """How each start value was determined; ``print(result.start)`` shows it.

    First come the conditions (``fixed`` start values and initial equations), then the values used
    for motions that no condition determines, then states that follow, then the modes of friction
    elements and clutches at the first instant.

    Parameters
    ----------
    collect : callable
        Returns the lines; called on first access.
    """

    def __init__(self, collect: Callable[[], Sequence[StartLine]] = list) -> None:
        self._collect = collect

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the lines without the run that they describe."""
        return StartReport, (ConstantCallback(self.lines),)

    @cached_property
    def lines(self) -> tuple[StartLine, ...]:
        """One line for every condition, state and mode."""
        return tuple(self._collect())

    def __str__(self) -> str:
        """Return a table."""
        rows = [_HEAD, *map(_cells, self.lines[:_SHOWN])]
        widths = [max(len(row[k]) for row in rows) for k in range(4)]
        texts = [
            f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  "
            f"{row[3]:<{widths[3]}}  {row[4]}"
            for row in rows
        ]
        more = len(self.lines) - _SHOWN
        return "\n".join([*texts, f"… and {more} more"] if more > 0 else texts)

    def __repr__(self) -> str:
        """Return the number of lines and the table."""
        return f"<start report of {len(self.lines)} lines>\n{self}"

    def _repr_html_(self) -> str:
        """Return the table for notebooks."""
        rows = list(map(_cells, self.lines[:_SHOWN]))
        more = len(self.lines) - _SHOWN
        rows += [(f"… and {more} more", "", "", "", "")] if more > 0 else []
        return table(rows, _HEAD, "start", numbers=(1, 2))


def _cells(line: StartLine) -> tuple[str, str, str, str, str]:
    unit = "" if line.unit == "1" else line.unit
    return line.name, _number(line.requested), line.label or _number(line.reached), unit, line.rule


def _number(value: float) -> str:
    if np.isnan(value):
        return ""
    return f"{value:.6g}" if abs(value) > _ROUNDING else "0"
