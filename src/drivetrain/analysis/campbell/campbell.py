"""Campbell diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.campbell.operating import OperatingRange
from drivetrain.analysis.campbell.order_lines import OrderLine
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.tracks.mode_tracks import ModeTracks
from drivetrain.calls import explained

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Campbell", "CriticalSpeed", "CriticalSpeeds"]

Floats = NDArray[np.float64]

_RPM = 30 / np.pi
_NEAR = 0.1
"""Margin below which a critical speed is close to an operating speed, as in API 617 and 684."""


class CriticalSpeed(NamedTuple):
    """An order meets an eigenmode.

    Attributes
    ----------
    number : int
        Number in table and picture, from 1, by speed.
    mode : int
        Number of the track.
    part : str
        Part with most elastic energy in it.
    shaft : str
        Shaft that the order belongs to.
    order : float
        The order.
    speed : float
        Speed of the reference shaft, rad/s.
    omega : float
        Angular frequency, rad/s.
    damping : float
        Damping ratio of the eigenmode there.
    vector_sum : float
        Modulus of the sum of the excitations of this order, each times the shape where it acts;
        the largest product of a single one is 1. NaN without an excitation.
    """

    number: int
    mode: int
    part: str
    shaft: str
    order: float
    speed: float
    omega: float
    damping: float
    vector_sum: float


@dataclass(frozen=True, eq=False, repr=False)
class CriticalSpeeds(Presented, Sequence[CriticalSpeed]):
    """Critical speeds in ascending order.

    Attributes
    ----------
    model, shaft : str
        Name of the model, and of the reference shaft.
    speeds : tuple of CriticalSpeed
        The critical speeds.
    operating : tuple of OperatingRange
        Speeds at which the machine is operated.
    """

    model: str
    shaft: str
    speeds: tuple[CriticalSpeed, ...]
    operating: tuple[OperatingRange, ...]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.speeds)

    def __getitem__(self, place: Any) -> Any:
        """Return one by its place, from 0, or some."""
        return self.speeds[place]

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = len(self)
        return f"{count} critical speed{'s' * (count != 1)} of {self.model}, speed of {self.shaft}"

    def margins(self, critical: CriticalSpeed) -> dict[str, float]:
        """Return the margins of a critical speed to all operating ranges, by their names."""
        return {_named(one): one.margin(critical.speed) for one in self.operating}

    def to_pandas(self) -> pd.DataFrame:
        """Return a line for each critical speed."""
        import pandas as pd

        columns: dict[str, Any] = {
            "mode": [one.mode for one in self],
            "part": [one.part for one in self],
            "order": [one.order for one in self],
        }
        if any(one.shaft != self.shaft for one in self):
            columns["of shaft"] = [one.shaft for one in self]
        columns |= {
            "speed [rad/s]": [one.speed for one in self],
            "speed [rpm]": [one.speed * _RPM for one in self],
            "frequency [Hz]": [one.omega / (2 * np.pi) for one in self],
            "damping ratio": [one.damping for one in self],
        }
        if not all(np.isnan(one.vector_sum) for one in self):
            columns["vector sum"] = [one.vector_sum for one in self]
        for place, near in enumerate(self.operating):
            columns[f"margin to {_named(near)} [%]"] = [
                100 * self.operating[place].margin(one.speed) for one in self
            ]
        return pd.DataFrame(columns, index=pd.Index([one.number for one in self], name="number"))

    def notes(self) -> list[str]:
        """Return which critical speeds are close to operating speeds."""
        close = [
            str(one.number)
            for one in self
            if any(abs(near.margin(one.speed)) < _NEAR for near in self.operating)
        ]
        if not self.operating:
            return []
        if not close:
            return ["all critical speeds are 10 % or more from the operating speeds"]
        return [f"closer than 10 % to operating speeds: {', '.join(close)}"]


@dataclass(frozen=True, eq=False, repr=False)
class Campbell(Presented):
    """Eigenmodes over the speed of a shaft, and the orders that meet them.

    Attributes
    ----------
    model, shaft : str
        Name of the model, and of the reference shaft.
    tracks : ModeTracks
        Eigenmodes in the steady state at each speed.
    lines : tuple of OrderLine
        The orders.
    critical : CriticalSpeeds
        Where they meet.
    operating : tuple of OperatingRange
        Speeds at which the machine is operated.
    remarks : tuple of str
        What a reader has to know.
    """

    model: str
    shaft: str
    tracks: ModeTracks
    lines: tuple[OrderLine, ...] = field(repr=False)
    critical: CriticalSpeeds
    operating: tuple[OperatingRange, ...] = field(repr=False)
    remarks: tuple[str, ...] = field(default=(), repr=False)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        low, high = self.speeds[[0, -1]] * _RPM
        return (
            f"Campbell diagram of {self.model}: {self.tracks.eigenvalue.shape[1]} eigenmodes, "
            f"{len(self.lines)} orders, {low:.5g} to {high:.5g} rpm of {self.shaft}"
        )

    @property
    def speeds(self) -> Floats:
        """Speeds of the reference shaft, rad/s."""
        return self.tracks.values

    def notes(self) -> list[str]:
        """Return notes on critical speeds, tracks and the operating points."""
        return [*self.critical.notes(), *self.tracks.notes(), *self.remarks]

    def to_pandas(self) -> pd.DataFrame:
        """Return frequencies and damping ratios of the eigenmodes over the speed."""
        return self.tracks.to_pandas()

    def shown_table(self) -> pd.DataFrame:
        """Return the critical speeds."""
        return self.critical.to_pandas()

    @explained
    def plot(
        self, *, path: str | Path | None = None, title: str | None = None, speed: str = "rpm",
        frequency: str = "Hz", highest: float | None = None,
    ) -> Figure:  # fmt: skip
        """Draw frequencies over the speed, with order lines and numbered critical speeds.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        speed, frequency : str
            Units of the axes, such as ``"rad/s"``.
        highest : float, optional
            Highest frequency that is shown, in that unit.
        """
        figure: Figure = drawn(
            "campbell", self, path=path, title=title, speed=speed, frequency=frequency,
            highest=highest,
        )  # fmt: skip
        return figure


def _named(one: OperatingRange) -> str:
    """Return the name of an operating range, or its ends in rpm."""
    if one.name:
        return one.name
    low, high = one.low * _RPM, one.high * _RPM
    return f"{low:.5g} rpm" if low == high else f"{low:.5g}…{high:.5g} rpm"
