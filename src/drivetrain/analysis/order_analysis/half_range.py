"""Half range of a signal in each revolution of a shaft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.panels import Panels
from drivetrain.analysis.order_analysis.quadrature import interpolation
from drivetrain.analysis.order_analysis.spans import Axis, Spans
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["HalfRange", "half_ranges"]

Floats = NDArray[np.float64]

_POINTS = 65
"""Points per panel at which the polynomial through the nodes is read."""
_BEYOND = 0.1
"""Part of the range of the nodes by which it may exceed them: more is not known from the nodes."""


@dataclass(frozen=True, eq=False, repr=False)
class HalfRange(Presented):
    """Half the difference of the largest and the least value in each revolution.

    It is what all orders together amount to, with their phases.

    Attributes
    ----------
    signal, unit : str
        Name of the signal, and its unit.
    shaft : str
        Name of the angle that tells the revolutions.
    values : float array, shape (n_revolutions,)
        Half ranges, in that unit.
    spans : Spans
        The revolutions.
    along : Axis
        What they are told over.
    """

    signal: str
    unit: str
    shaft: str
    values: Floats
    spans: Spans
    along: Axis = field(repr=False)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = len(self.values)
        return f"half range of {self.signal} in {count} revolutions of {self.shaft}"

    @property
    def times(self) -> Floats:
        """Middles of the revolutions, s."""
        return self.spans.times

    @property
    def speeds(self) -> Floats:
        """Mean speeds of the shaft in them, rad/s."""
        return self.spans.speeds

    @explained
    def over(self, name: str) -> HalfRange:
        """Return the same, told over something else.

        Parameters
        ----------
        name : str
            ``"time"``, ``"speed"``, or the name of a variable of the run, of which the means over
            the angle of each revolution are taken.
        """
        return replace(self, along=self.spans.axis(name))

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row per revolution."""
        import pandas as pd

        columns = {
            "time [s]": self.times,
            "speed [rad/s]": self.speeds,
            self.along.header: self.along.values,
            f"half_range [{self.unit}]": self.values,
        }
        return pd.DataFrame(columns).set_index(self.along.header)

    def notes(self) -> list[str]:
        """Return where it is largest."""
        k = int(self.values.argmax())
        where = f"at {self.times[k]:.6g} s and {self.speeds[k]:.6g} rad/s"
        return [f"largest: {self.values[k]:.6g} {self.unit} {where}"]

    @explained
    def plot(
        self,
        *,
        path: str | Path | None = None,
        title: str | None = None,
        unit: str | None = None,
        speed_unit: str | None = None,
    ) -> Figure:
        """Draw the half range over time, speed, or what :meth:`over` has chosen.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        title : str, optional
            Title; what it is by default.
        unit : str, optional
            Unit of the signal; by default that of ``dt.display_units``, else SI.
        speed_unit : str, optional
            Unit of speeds, ``"rpm"``.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.
        """
        options: Any = {"path": path, "title": title, "unit": unit, "speed_unit": speed_unit}
        figure: Figure = drawn("half_range", self, **options)
        return figure


def half_ranges(parts: Sequence[tuple[Panels, Floats]]) -> Floats:
    """Return half the difference of the largest and the least value in each revolution.

    Between the nodes values are those of the polynomial through the nodes of the panel.

    Parameters
    ----------
    parts : sequence of tuple of Panels and float array
        Stretches, and the values at their nodes, shape (n_panels, 15).
    """
    found = []
    for panels, values in parts:
        turns = panels.count // panels.per_turn
        begins = np.searchsorted(panels.cell, panels.per_turn * np.arange(turns + 1))
        least, largest = _extremes(values[: begins[-1]])
        largest = np.maximum.reduceat(largest, begins[:-1])
        least = np.minimum.reduceat(least, begins[:-1])
        found.append((largest - least) / 2)
    return np.concatenate(found)


def _extremes(values: Floats) -> tuple[Floats, Floats]:
    """Return the least and the largest value of each panel."""
    between = values @ interpolation(np.linspace(-1.0, 1.0, _POINTS))
    least, largest = values.min(axis=1), values.max(axis=1)
    beyond = _BEYOND * (largest - least)
    low = np.clip(between.min(axis=1), least - beyond, least)
    high = np.clip(between.max(axis=1), largest, largest + beyond)
    return low, high
