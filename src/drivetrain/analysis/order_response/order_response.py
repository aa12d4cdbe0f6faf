"""Response to excitation by orders, over the speed of a shaft."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.limits import Checks, Limit, ShaftLimits
from drivetrain.analysis.limits.barred_range import merged
from drivetrain.analysis.order_response.output_orders import OutputOrders, chosen
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["OrderResponse"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]


@dataclass(frozen=True, eq=False, repr=False)
class OrderResponse(Presented):
    """Response of several outputs to excitation by orders.

    At every speed the linear model of the steady state there answers each order:
    ``X_o = G(i o Omega) T_o``, summed over all sources with their phases.

    Attributes
    ----------
    model : str
        Name of the model.
    shaft : str
        The reference shaft.
    speeds : float array, shape (n_speeds,)
        Its speeds, rad/s, ascending.
    outputs : tuple of str
        Names of the outputs.
    """

    model: str
    shaft: str
    speeds: Floats = field(repr=False)
    outputs: tuple[str, ...] = field(repr=False)
    found: tuple[OutputOrders, ...] = field(repr=False)
    remarks: tuple[str, ...] = field(default=(), repr=False)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        low, high = self.speeds[0] * 30 / np.pi, self.speeds[-1] * 30 / np.pi
        return (
            f"response of {self.model} to {len(self.orders)} orders of {self.shaft}, "
            f"{low:.5g} to {high:.5g} rpm"
        )

    @property
    def orders(self) -> Floats:
        """Orders that are excited."""
        return self.found[0].orders

    def __len__(self) -> int:
        """Return the number of outputs."""
        return len(self.found)

    def __iter__(self) -> Iterator[OutputOrders]:
        """Iterate over the outputs."""
        return iter(self.found)

    def __getitem__(self, name: str) -> OutputOrders:
        """Return the response of one output.

        Raises
        ------
        UsageError
            If there is no such output.
        """
        return self.found[chosen(name, list(self.outputs))]

    @explained
    def check(
        self, limits: Mapping[str, Limit | ShaftLimits] | Limit | ShaftLimits, **options: Any
    ) -> Checks:
        """Hold half ranges against limits.

        Parameters
        ----------
        limits : mapping of str to Limit or ShaftLimits
            Limits by output; one limit counts for all outputs.
        **options
            As for :func:`drivetrain.analysis.limits.check`.
        """
        if isinstance(limits, Limit | ShaftLimits):
            limits = dict.fromkeys(self.outputs, limits)
        if not isinstance(limits, Mapping) or not limits:
            raise UsageError(f"limits={shown(limits)}: give limits by output")
        checks = tuple(self[name].check(limit, **options) for name, limit in limits.items())
        return Checks(checks, merged(one for some in checks for one in some.barred))

    def notes(self) -> list[str]:
        """Return the remarks."""
        return list(self.remarks)

    def to_pandas(self) -> pd.DataFrame:
        """Return means, half ranges and amplitudes of all outputs over the speed."""
        import pandas as pd

        return pd.concat({one.name: one.to_pandas() for one in self.found}, axis=1)

    def shown_table(self) -> pd.DataFrame:
        """Return a line for each output: the largest half range, and the order behind it."""
        import pandas as pd

        return pd.DataFrame(
            [_line(one) for one in self.found], index=pd.Index(self.outputs, name="output")
        )

    @explained
    def plot(
        self, *names: str, path: str | Path | None = None, title: str | None = None,
        speed_unit: str | None = None,
    ) -> Figure:  # fmt: skip
        """Draw half ranges and orders of outputs over the speed, one panel each.

        Parameters
        ----------
        *names : str
            Outputs; all by default.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        speed_unit : str, optional
            Unit of the speed, such as ``"rpm"``.
        """
        some = tuple(self[name] for name in names) or self.found
        figure: Figure = drawn(
            "order_responses", self, some, path=path, title=title, speed_unit=speed_unit
        )
        return figure


def _line(one: OutputOrders) -> dict[str, Any]:
    peak = one.peak() if one.revolutions is not None else None
    strongest = [one.peak(number) for number in one.orders]
    best = max(range(len(strongest)), key=lambda k: strongest[k].amplitude)
    return {
        "unit": one.unit,
        "largest half range": peak.amplitude if peak else np.nan,
        "at [rpm]": peak.speed * 30 / np.pi if peak else np.nan,
        "strongest order": float(one.orders[best]),
        "its amplitude": strongest[best].amplitude,
        "at speed [rpm]": strongest[best].speed * 30 / np.pi,
    }
