"""Orders of one output over the speed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.excitation.extremes import half_range_of
from drivetrain.analysis.limits import Check, Limit, ShaftLimits, check
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, UsageError, nearest, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.units import dimension

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["OutputOrders", "ResponsePeak"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_SAME = 1e-9


class ResponsePeak(NamedTuple):
    """Where a response is largest.

    Attributes
    ----------
    amplitude : float
        Amplitude or half range, in the unit of the output.
    speed : float
        Speed of the shaft, rad/s.
    """

    amplitude: float
    speed: float


@dataclass(frozen=True, eq=False, repr=False)
class OutputOrders(Presented):
    """Response of one output: ``x(theta) = mean + Re sum X_o exp(i o theta)`` at every speed.

    Attributes
    ----------
    name, unit : str
        The output.
    shaft : str
        The reference shaft, whose angle is ``theta``.
    speeds : float array, shape (n_speeds,)
        Its speeds, rad/s, ascending.
    orders : float array, shape (n_orders,)
        Orders of that shaft, ascending.
    complex_amplitudes : complex array, shape (n_speeds, n_orders)
        ``X_o`` in the unit of the output; peak values.
    mean : float array, shape (n_speeds,)
        The output in the steady state without vibration.
    revolutions : int or None
        Revolutions after which all orders repeat; None if they do not.
    remarks : tuple of str
        Notes on the excitation.
    """

    name: str
    unit: str
    shaft: str
    speeds: Floats = field(repr=False)
    orders: Floats = field(repr=False)
    complex_amplitudes: Complexes = field(repr=False)
    mean: Floats = field(repr=False)
    revolutions: int | None = None
    remarks: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return (
            f"{self.name} in {self.unit}: {len(self.orders)} orders of {self.shaft} at "
            f"{len(self.speeds)} speeds"
        )

    @property
    def amplitudes(self) -> Floats:
        """Amplitudes of all orders, shape (n_speeds, n_orders)."""
        return np.abs(self.complex_amplitudes)

    @explained
    def order(self, number: float) -> Complexes:
        """Return the complex amplitudes of an order over the speed.

        Parameters
        ----------
        number : float
            The order.

        Raises
        ------
        AnalysisError
            If nothing excites this order.
        """
        asked = checked_number(number, "order", "1")
        found = np.flatnonzero(np.abs(self.orders - asked) <= _SAME * max(asked, 1.0))
        if not len(found):
            known = ", ".join(f"{one:g}" for one in self.orders)
            raise AnalysisError(f"{self.name}: nothing excites order {asked:g}, but {known}")
        return np.asarray(self.complex_amplitudes[:, found[0]])

    @cached_property
    def half_range(self) -> Floats:
        """Half the range, (largest − smallest) / 2, of the synthesis at each speed.

        Phases count, so it is at most :attr:`upper_bound`; rules for shafts mean this value.

        Raises
        ------
        AnalysisError
            If the orders have no common period.
        """
        if self.revolutions is None:
            raise AnalysisError(
                f"{self.name}: the orders do not repeat, so there is no cycle to take the range "
                "of; take upper_bound, which they come close to, or fewer orders"
            )
        rows = self.complex_amplitudes
        return np.array([half_range_of(self.orders, row, self.revolutions) for row in rows])

    @property
    def upper_bound(self) -> Floats:
        """Sum of all amplitudes at each speed, which overstates the half range."""
        return np.asarray(self.amplitudes.sum(axis=1))

    @explained
    def peak(self, order: float | None = None) -> ResponsePeak:
        """Return the largest amplitude of an order, or the largest half range.

        Parameters
        ----------
        order : float, optional
            The order; the half range of all of them by default.
        """
        values = self.half_range if order is None else np.abs(self.order(order))
        place = int(values.argmax())
        return ResponsePeak(float(values[place]), float(self.speeds[place]))

    @explained
    def synthesis(self, speed: float, angle: Floats | None = None) -> Floats:
        """Return the output over the angle of the shaft: mean and all orders.

        Parameters
        ----------
        speed : float
            One of the speeds, rad/s; the nearest one is taken if it is within 1 %.
        angle : float array, optional
            Angles, rad; 720 of a cycle by default.

        Raises
        ------
        UsageError
            If no speed is near.
        """
        asked = checked_number(speed, "speed", "rad/s")
        place = int(np.abs(self.speeds - asked).argmin())
        if abs(self.speeds[place] - asked) > 0.01 * abs(asked):
            raise UsageError(
                f"speed={asked:g} rad/s: the response was computed from {self.speeds[0]:g} to "
                f"{self.speeds[-1]:g} rad/s; the nearest of its speeds is {self.speeds[place]:g}"
            )
        cycle = 2 * np.pi * (self.revolutions or 1)
        angles = np.linspace(0, cycle, 720, endpoint=False) if angle is None else np.asarray(angle)
        waves = np.exp(1j * np.outer(angles, self.orders))
        return np.asarray(self.mean[place] + (waves @ self.complex_amplitudes[place]).real)

    @explained
    def check(self, limits: Limit | ShaftLimits, **options: Any) -> Check:
        """Hold the half range against a limit.

        Parameters
        ----------
        limits : Limit or ShaftLimits
            The limit, such as :func:`drivetrain.analysis.limits.iacs_m68` returns for a shaft,
            which makes a stress of a torque.
        **options
            As for :func:`drivetrain.analysis.limits.check`: ``criticals``, ``tachometer``,
            ``misfiring``.

        Raises
        ------
        UsageError
            If the output has another unit than the limit.
        """
        options.setdefault("name", self.name)
        if isinstance(limits, ShaftLimits):
            self._check_unit("N.m", "limits of a shaft need its torque")
            return check(limits, self.speeds, torque=self.half_range, **options)
        unit = getattr(limits, "unit", self.unit)
        self._check_unit(unit, "the limit has another unit")
        return check(limits, self.speeds, self.half_range, **options)

    def _check_unit(self, unit: str, why: str) -> None:
        if dimension(self.unit) != dimension(unit):
            raise UsageError(f"check of {self.name} in {self.unit}: {why}, {unit}")

    def notes(self) -> list[str]:
        """Return the largest half range, and the remarks."""
        told = list(self.remarks)
        if self.revolutions is not None:
            peak = self.peak()
            told.insert(
                0,
                f"largest half range {peak.amplitude:.6g} {self.unit} at {peak.speed:.6g} rad/s",
            )
        return told

    def to_pandas(self) -> pd.DataFrame:
        """Return mean, half range, upper bound and amplitudes over the speed."""
        import pandas as pd

        columns = {f"mean [{self.unit}]": self.mean}
        if self.revolutions is not None:
            columns[f"half range [{self.unit}]"] = self.half_range
        columns[f"upper bound [{self.unit}]"] = self.upper_bound
        for number, values in zip(self.orders, self.amplitudes.T, strict=True):
            columns[f"order {number:g} [{self.unit}]"] = values
        return pd.DataFrame(columns, index=pd.Index(self.speeds, name="speed [rad/s]"))

    def shown_table(self) -> pd.DataFrame:
        """Return a line for each order: its largest amplitude and where it is."""
        import pandas as pd

        peaks = [self.peak(number) for number in self.orders]
        columns = {
            f"largest amplitude [{self.unit}]": [one.amplitude for one in peaks],
            "at speed [rad/s]": [one.speed for one in peaks],
            "at speed [rpm]": [one.speed * 30 / np.pi for one in peaks],
        }
        return pd.DataFrame(columns, index=pd.Index(self.orders, name="order"))

    @explained
    def plot(
        self, *, limits: Limit | ShaftLimits | None = None, path: str | Path | None = None,
        title: str | None = None, unit: str | None = None, speed_unit: str | None = None,
    ) -> Figure:  # fmt: skip
        """Draw amplitudes and half range over the speed.

        Parameters
        ----------
        limits : Limit or ShaftLimits, optional
            Also draw limits, and hatch barred ranges; torques are then shown as stresses.
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        title : str, optional
            Title.
        unit, speed_unit : str, optional
            Units of the picture, such as ``"kN.m"`` and ``"rpm"``.
        """
        figure: Figure = drawn(
            "order_response", self, limits=limits, path=path, title=title, unit=unit,
            speed_unit=speed_unit,
        )  # fmt: skip
        return figure


def chosen(name: str, names: list[str]) -> int:
    """Return the place of an output.

    Raises
    ------
    UsageError
        If there is none of this name.
    """
    if isinstance(name, str) and name in names:
        return names.index(name)
    raise UsageError(f"the response has no output {shown(name)}{nearest(str(name), names)}")
