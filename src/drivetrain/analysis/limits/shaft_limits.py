"""Limits of a shaft: for continuous operation, for passing through, and how to bar speeds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.analysis.limits.barred_range import BarredRange, BarringRule
from drivetrain.analysis.limits.limit import Limit
from drivetrain.analysis.limits.section import ShaftSection
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.modeling.argument_types import Number

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["ShaftLimits"]


@dataclass(frozen=True, eq=False, repr=False)
class ShaftLimits(Presented):
    """Permissible stresses of a shaft over the speed.

    Attributes
    ----------
    name : str
        The shaft and the rule.
    section : ShaftSection
        Its diameters.
    rated : float
        Rated speed ``n₀``, rad/s.
    continuous : Limit
        Stress for continuous operation, ``τ_C``.
    transient : Limit
        Stress for passing quickly through a barred range, ``τ_T``.
    barring : BarringRule
        How far barred ranges extend.
    remarks : tuple of str
        What a reader has to know: edition, caps, what lies outside of the rule.
    barring_remarks : tuple of str
        What is to be added where a range is barred.
    """

    name: str
    section: ShaftSection
    rated: float
    continuous: Limit
    transient: Limit
    barring: BarringRule
    remarks: tuple[str, ...]
    barring_remarks: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"{self.name}, {self.section}, rated {self.rated * 30 / np.pi:g} rpm"

    def notes(self) -> list[str]:
        """Return the remarks."""
        return list(self.remarks)

    def to_pandas(self) -> pd.DataFrame:
        """Return both limits over the ratio of speed to rated speed."""
        import pandas as pd

        high = self.continuous.speeds[1] / self.rated
        ratios = np.round(np.arange(0.0, min(high, 2.0) + 0.025, 0.05), 9)
        speed = np.minimum(ratios * self.rated, self.continuous.speeds[1])
        columns = {
            "speed [rpm]": speed * 30 / np.pi,
            "continuous [N/mm2]": self.continuous.at(speed) * 1e-6,
            "transient [N/mm2]": self.transient.at(speed) * 1e-6,
        }
        return pd.DataFrame(columns, index=pd.Index(speed / self.rated, name="ratio"))

    @explained
    def barred_range(self, critical: Number) -> BarredRange:
        """Return the range that the rule bars around a critical speed.

        Whether it may be barred at all is told by a check.

        Parameters
        ----------
        critical : number or quantity
            The critical speed, rad/s.
        """
        return self.barring.range_at(critical, self.rated)

    @explained
    def plot(self, *, path: str | Path | None = None) -> Figure:
        """Draw both limits over the speed.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        """
        figure: Figure = drawn("limit_curves", self, path=path)
        return figure
