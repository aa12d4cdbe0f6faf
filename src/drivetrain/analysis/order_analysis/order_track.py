"""One order of a signal along a run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.spans import Axis, Spans
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["OrderTrack", "Peak"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]


class Peak(NamedTuple):
    """Where an order is largest.

    Attributes
    ----------
    amplitude : float
        The amplitude of the window, in the unit of the signal.
    time : float
        Middle of the window, s.
    speed : float
        Mean speed of the shaft in it, rad/s.
    """

    amplitude: float
    time: float
    speed: float


@dataclass(frozen=True, eq=False, repr=False)
class OrderTrack(Presented):
    """Amplitude and phase of one order in all windows: ``x = Re(X exp(i o theta))``.

    Attributes
    ----------
    number : float
        The order.
    signal, unit : str
        Name of the signal, and its unit.
    shaft : str
        Name of the angle.
    complex_amplitude : complex array, shape (n_windows,)
        ``X``, in the unit of the signal.
    errors : float array, shape (n_windows,)
        How far amplitudes change if they are computed from fewer values.
    spans : Spans
        The windows.
    along : Axis
        What the order is told over.
    """

    number: float
    signal: str
    unit: str
    shaft: str
    complex_amplitude: Complexes
    errors: Floats = field(repr=False)
    spans: Spans = field(repr=False)
    along: Axis = field(repr=False)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"order {self.number:g} of {self.signal} over {self.shaft}"

    @property
    def times(self) -> Floats:
        """Middles of the windows, s."""
        return self.spans.times

    @property
    def speeds(self) -> Floats:
        """Mean speeds of the shaft in them, rad/s."""
        return self.spans.speeds

    @property
    def amplitude(self) -> Floats:
        """Peak of the harmonic, not its effective value and not its range."""
        return np.abs(self.complex_amplitude)

    @property
    def phase(self) -> Floats:
        """Phase, rad, from -pi to pi: of the harmonic where the angle of the shaft is zero."""
        return np.angle(self.complex_amplitude)

    @property
    def peak(self) -> Peak:
        """The window in which the order is largest."""
        k = int(self.amplitude.argmax())
        return Peak(float(self.amplitude[k]), float(self.times[k]), float(self.speeds[k]))

    @explained
    def over(self, name: str) -> OrderTrack:
        """Return the same order, told over something else.

        Parameters
        ----------
        name : str
            ``"time"``, ``"speed"``, or the name of a variable of the run (``"flywheel.w"``), of
            which the means over the angle of each window are taken.

        Raises
        ------
        NameLookupError
            If the run has no such variable.
        AnalysisError
            If the track was copied or unpickled, so that its run is not at hand.
        """
        return replace(self, along=self.spans.axis(name))

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row per window."""
        import pandas as pd

        columns = {
            "time [s]": self.times,
            "speed [rad/s]": self.speeds,
            self.along.header: self.along.values,
            f"amplitude [{self.unit}]": self.amplitude,
            "phase [rad]": self.phase,
        }
        return pd.DataFrame(columns).set_index(self.along.header)

    def notes(self) -> list[str]:
        """Return where the order is largest."""
        peak = self.peak
        where = f"at {peak.time:.6g} s and {peak.speed:.6g} rad/s"
        return [f"largest: {peak.amplitude:.6g} {self.unit} {where}"]

    @explained
    def plot(
        self,
        *,
        path: str | Path | None = None,
        title: str | None = None,
        unit: str | None = None,
        speed_unit: str | None = None,
    ) -> Figure:
        """Draw amplitude and phase over time, speed, or what :meth:`over` has chosen.

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
        figure: Figure = drawn("order_track", self, **options)
        return figure
