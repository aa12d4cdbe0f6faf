"""Orders of a signal in windows along a run: the waterfall."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.half_range import HalfRange
from drivetrain.analysis.order_analysis.order_track import OrderTrack
from drivetrain.analysis.order_analysis.resolution import Resolution
from drivetrain.analysis.order_analysis.spans import Spans
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import DrivetrainError, UsageError, shown
from drivetrain.modeling.argument_values import check_flags, checked_number

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["OrderMap"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_SURE = 0.01
"""Change of an amplitude, relative to the largest of its window, up to which it is reliable."""
_ROUNDING = 1e-12
"""Amplitudes that are rounding, relative to the largest value of the signal."""
_NOTHING = 1e-9
"""Amplitudes that are nothing beside the largest one."""
_NEAR = 1e-9
"""Difference of orders, in steps of the resolution, that counts as none."""
_APART = 0.5
"""Orders nearer than this to a stronger one belong to it."""
_SHOWN = 10


@dataclass(frozen=True, eq=False, repr=False)
class OrderMap(Presented):
    """Orders of a signal over the angle of a shaft, in windows along a run.

    Amplitude and phase are those of ``x = Re(X exp(i o theta))``: the amplitude is the peak of the
    harmonic, and the phase that at the zero of the angle ``theta``.

    Attributes
    ----------
    model : str
        Name of the model.
    signal, unit : str
        Name of the signal, and its unit.
    shaft : str
        Name of the angle.
    resolution : Resolution
        Windows and orders that were asked for.
    spans : Spans
        The windows.
    complex_amplitudes : complex array, shape (n_windows, n_orders)
        ``X``, in the unit of the signal; the mean for order 0.
    errors : float array, shape (n_windows, n_orders)
        How far amplitudes change if they are computed from seven of fifteen values per cell; their
        own errors are much smaller.
    known_up_to : float array, shape (n_windows,)
        Highest order that the data contain; infinite where values are exact.
    half_range : HalfRange
        Half range of the signal in each revolution.
    left_out : tuple of tuple of float
        Spans of time, s, in which the shaft does not turn steadily, or not for a whole window.
    """

    model: str
    signal: str
    unit: str
    shaft: str
    resolution: Resolution
    spans: Spans = field(repr=False)
    complex_amplitudes: Complexes = field(repr=False)
    errors: Floats = field(repr=False)
    known_up_to: Floats = field(repr=False)
    half_range: HalfRange = field(repr=False)
    left_out: tuple[tuple[float, float], ...] = ()

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"orders of {self.signal} over {self.shaft} in {self.model}"

    @property
    def times(self) -> Floats:
        """Middles of the windows, s."""
        return self.spans.times

    @property
    def speeds(self) -> Floats:
        """Mean speeds of the shaft in them, rad/s; negative if the angle falls."""
        return self.spans.speeds

    @property
    def orders(self) -> Floats:
        """The orders, from 0 (the mean), in steps of 1 / revolutions."""
        return self.resolution.orders

    @property
    def amplitudes(self) -> Floats:
        """Peaks of the harmonics, shape (n_windows, n_orders); the magnitude of the mean first."""
        return np.abs(self.complex_amplitudes)

    @property
    def reliable_up_to(self) -> Floats:
        """Highest reliable order of each window; NaN if not even the mean is reliable.

        Up to it no amplitude changes by more than one percent of the largest one if it is computed
        from fewer values (see `errors`), and the data contain all orders.
        """
        size = self.amplitudes[:, 1:].max(axis=1, initial=0.0)
        floor = _ROUNDING * (self.amplitudes[:, 0] + size)
        sure = self.errors <= np.maximum(_SURE * size, floor)[:, None]
        count = np.where(sure.all(axis=1), sure.shape[1], sure.argmin(axis=1))
        found = np.where(count > 0, self.orders[count - 1], np.nan)
        return np.minimum(found, self.known_up_to)

    @property
    def highest_reliable(self) -> float:
        """Highest order that is reliable in all windows, or NaN, see :attr:`reliable_up_to`."""
        return float(self.reliable_up_to.min())

    @explained
    def order(self, number: float) -> OrderTrack:
        """Return one order in all windows.

        Parameters
        ----------
        number : float
            The order, a multiple of 1 / revolutions; 0 for the mean.

        Returns
        -------
        OrderTrack
            Amplitude and phase, over speed if that grows or falls steadily, otherwise over time.

        Raises
        ------
        UsageError
            If the windows do not resolve the order, or it is higher than the highest one.
        """
        k = self._index(number)
        return OrderTrack(
            float(self.orders[k]),
            self.signal,
            self.unit,
            self.shaft,
            self.complex_amplitudes[:, k],
            self.errors[:, k],
            self.spans,
            self.spans.usual_axis,
        )

    def _index(self, number: Any) -> int:
        """Return the place of an order."""
        try:
            asked = checked_number(number, "order", "1")
        except DrivetrainError:
            asked = np.nan
        if not np.isfinite(asked):
            raise UsageError(f"order({shown(number)}): give an order, as a number")
        place = asked * self.resolution.revolutions
        if not -_NEAR <= place <= len(self.orders) - 1 + _NEAR:
            raise UsageError(
                f"order({asked:g}): this map has orders from 0 to {self.orders[-1]:g}; ask for "
                f"more, orders(…, highest={max(np.ceil(asked), 1):g})"
            )
        if abs(place - round(place)) > _NEAR * max(abs(place), 1.0):
            low, high = (some / self.resolution.revolutions for some in _sides(place))
            raise UsageError(
                f"order({asked:g}): windows of {self.resolution.length_text} resolve "
                f"orders in steps of 1/{self.resolution.revolutions}; take {low:g} or {high:g}, "
                "or other revolutions=…"
            )
        return round(place)

    @explained
    def strongest(self, count: int = 5) -> list[float]:
        """Return the strongest orders, those with the largest amplitudes first.

        An order is among them if in some window no other one within half an order is larger; of two
        such orders less than half an order apart the stronger one is taken. The mean is left out.

        Parameters
        ----------
        count : int
            How many of them at most.
        """
        try:
            most = checked_number(count, "count", "1", "integer")
        except DrivetrainError:
            raise UsageError(f"strongest({shown(count)}): give a whole number") from None
        largest = self._standing_out.max(axis=0)
        least = _NOTHING * float(self.amplitudes.max())
        found: list[float] = []
        for k in np.argsort(-largest, kind="stable").tolist():
            order = float(self.orders[k])
            if len(found) >= most or not largest[k] > least:
                break
            if all(abs(order - other) >= _APART for other in found):
                found.append(order)
        return found

    @property
    def _standing_out(self) -> Floats:
        """Amplitudes that are largest within half an order in their window, else zero."""
        amplitudes = self.amplitudes
        amplitudes[:, 0] = 0.0
        reach = max(ceil(_APART * self.resolution.revolutions), 1)
        beside = np.pad(amplitudes, ((0, 0), (reach, reach)))
        around = sliding_window_view(beside, 2 * reach + 1, axis=1).max(axis=2)
        return np.where(amplitudes >= around, amplitudes, 0.0)

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row per window and order."""
        import pandas as pd

        count = len(self.orders)
        columns = {
            "time [s]": np.repeat(self.times, count),
            "speed [rad/s]": np.repeat(self.speeds, count),
            "order": np.tile(self.orders, len(self.spans)),
            f"amplitude [{self.unit}]": self.amplitudes.ravel(),
            "phase [rad]": np.angle(self.complex_amplitudes).ravel(),
        }
        return pd.DataFrame(columns).set_index("order")

    def shown_table(self) -> pd.DataFrame:
        """Return the mean and the strongest orders, each in the window where it stands out most.

        The mean, order 0, has its sign and no phase.
        """
        import pandas as pd

        orders = [0.0, *self.strongest(_SHOWN)]
        standing_out = self._standing_out
        standing_out[:, 0] = self.amplitudes[:, 0]
        columns = [self._index(order) for order in orders]
        windows = standing_out[:, columns].argmax(axis=0)
        found = self.complex_amplitudes[windows, columns]
        is_mean = np.array(orders) == 0.0
        table = {
            f"amplitude [{self.unit}]": np.where(is_mean, found.real, np.abs(found)),
            "phase [rad]": np.where(is_mean, np.nan, np.angle(found)),
            "time [s]": self.times[windows],
            "speed [rad/s]": self.speeds[windows],
        }
        return pd.DataFrame(table, index=pd.Index(orders, name="order"))

    def notes(self) -> list[str]:
        """Return what windows there are, up to which order they are reliable, what is left out."""
        own, spans = self.resolution, self.spans
        lines = [
            f"{len(spans)} {own.window} window{'s' * (len(spans) != 1)} of {own.length_text}, from "
            f"{spans.begins[0]:.6g} s to {spans.ends[-1]:.6g} s",
            self._reliability(),
        ]
        if self.left_out:
            told = ", ".join(f"{begin:.6g} s … {end:.6g} s" for begin, end in self.left_out)
            lines.append(
                f"left out, where {self.shaft} stands still, turns back, or makes fewer "
                f"revolutions than a window has: {told}"
            )
        return lines

    def _reliability(self) -> str:
        """Say up to which order amplitudes are reliable, and what to do about it."""
        top, known = self.orders[-1], self.reliable_up_to
        if (known >= top).all():
            return f"reliable up to order {top:g}, the highest"
        part = f"in {int((known < top).sum())} of {len(known)} windows" * bool((known >= top).any())
        told = f"order {self.highest_reliable:g}" if (known >= 0).all() else "no order at all"
        return f"reliable up to {told} of {top:g} {part}".rstrip() + (
            ": the signal has waves or jumps that are short beside those of the highest order; "
            "for more, ask for a higher one, highest=…"
            if np.isinf(self.known_up_to).all()
            else ": the data have too few points per revolution"
        )

    @explained
    def plot(
        self,
        *,
        over: str | None = None,
        path: str | Path | None = None,
        title: str | None = None,
        unit: str | None = None,
        speed_unit: str | None = None,
        logarithmic: bool = False,
    ) -> Figure:
        """Draw the map: amplitudes as colours over order and speed, or time.

        Parameters
        ----------
        over : str, optional
            ``"time"``, ``"speed"``, or the name of a variable of the run; by default the speed if
            that grows or falls steadily, otherwise the time.
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        title : str, optional
            Title; what it is by default.
        unit : str, optional
            Unit of the signal; by default that of ``dt.display_units``, else SI.
        speed_unit : str, optional
            Unit of speeds, ``"rpm"``.
        logarithmic : bool
            Whether equal steps of colour are equal factors, over three decades: it shows weak
            orders beside strong ones.

        Returns
        -------
        matplotlib.figure.Figure
            The figure. The strongest orders are labelled; the mean, order 0, has no colour.

        Raises
        ------
        UsageError
            If what it is to be drawn over neither grows nor falls steadily.
        """
        check_flags("plot", logarithmic=logarithmic)
        options: Any = {"path": path, "title": title, "unit": unit, "speed_unit": speed_unit}
        options["logarithmic"] = logarithmic
        figure: Figure = drawn("order_map", self, self.spans.axis(over), **options)
        return figure

    @explained
    def plot_orders(
        self,
        *numbers: float,
        over: str | None = None,
        path: str | Path | None = None,
        title: str | None = None,
        unit: str | None = None,
        speed_unit: str | None = None,
    ) -> Figure:
        """Draw the amplitudes of some orders as lines, and the half range of the whole signal.

        Parameters
        ----------
        *numbers : float
            The orders; the five strongest ones if none is given.
        over : str, optional
            As for :meth:`plot`.
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
            The figure: orders as thin lines, the half range as a bold one.
        """
        axis = self.spans.axis(over)
        tracks = [self.order(number) for number in numbers or sorted(self.strongest())]
        options: Any = {"path": path, "title": title, "unit": unit, "speed_unit": speed_unit}
        figure: Figure = drawn("order_lines", self, tracks, axis, **options)
        return figure


def _sides(place: float) -> tuple[int, int]:
    """Return the whole numbers around another one."""
    return int(np.floor(place)), int(np.ceil(place))
