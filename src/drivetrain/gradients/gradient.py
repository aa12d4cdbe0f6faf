"""Derivatives of outcomes with respect to parameters, as a table."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.presentation import Presented
from drivetrain.calls import explained, outside
from drivetrain.errors import AnalysisWarning, NameLookupError, nearest, shown
from drivetrain.gradients.parameters import Varied
from drivetrain.gradients.slopes import Slope

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Gradient"]

Floats = NDArray[np.float64]

_QUIET = ("smooth", "one-sided")
_SAID = {
    "kink": "kink: one-sided",
    "undefined": "not differentiable here",
    "failed": "no derivative",
    "absent": "no such outcome",
    "one-sided": "one-sided",
    "smooth": "smooth",
}
_MOST_NOTES = 12


class Gradient(Presented):
    """Derivatives of outcomes with respect to parameters, with units, and how far they are ones.

    Parameters
    ----------
    model : str
        Name of the model.
    outcomes, outcome_units : sequence of str
        What is differentiated.
    at : float array
        Values of the outcomes.
    varied : sequence of Varied
        The parameters, their values, units and steps.
    slopes : sequence of sequence of Slope
        By outcome and parameter.
    runs : int
        Number of runs that were made.

    Attributes
    ----------
    model : str
        Name of the model.
    outcomes, parameters : tuple of str
        Names.
    outcome_units, parameter_units : tuple of str
        Units.
    at : float array, shape (n_outcomes,)
        Values of the outcomes at the parameters themselves.
    steps : float array, shape (n_parameters,)
        Changes of the parameters.
    values : float array, shape (n_outcomes, n_parameters)
        The derivatives; NaN where there is none.
    slopes : tuple of tuple of Slope
        Each with its status, both sides, and the event that makes a difference.
    runs : int
        Number of runs.
    """

    def __init__(
        self,
        model: str,
        outcomes: Sequence[str],
        outcome_units: Sequence[str],
        at: Floats,
        varied: Sequence[Varied],
        slopes: Sequence[Sequence[Slope]],
        runs: int,
    ) -> None:
        self.model, self.runs = model, runs
        self.outcomes, self.outcome_units = tuple(outcomes), tuple(outcome_units)
        self.parameters = tuple(one.name for one in varied)
        self.parameter_units = tuple(one.unit for one in varied)
        self.at = np.asarray(at, dtype=float)
        self.parameter_values = np.array([one.value for one in varied])
        self.steps = np.array([one.step for one in varied])
        self.slopes = tuple(map(tuple, slopes))
        self.values = np.array([[one.value for one in row] for row in slopes])
        self.values.setflags(write=False)
        self._warn()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Floats:
        """Return the derivatives as an array, outcomes by parameters."""
        return np.array(self.values, dtype=dtype)

    def __getitem__(self, names: tuple[str, str]) -> Slope:
        """Return one derivative: ``gradient["final(load.w)", "clutch.fn_max"]``."""
        if not isinstance(names, tuple) or len(names) != 2:
            raise NameLookupError(
                f"{names!r}: name an outcome and a parameter, as in "
                f"gradient[{self.outcomes[0]!r}, {self.parameters[0]!r}]"
            )
        row = _position(names[0], self.outcomes, "outcome")
        return self.slopes[row][_position(names[1], self.parameters, "parameter")]

    @property
    def title(self) -> str:
        """What it is, in one line."""
        rough = sum(one.status not in _QUIET for row in self.slopes for one in row)
        told = f", {rough} not smooth" if rough else ""
        size = f"{len(self.outcomes)} × {len(self.parameters)}"
        return f"Gradient of {self.model}: {size} derivatives by {self.runs} runs{told}"

    @property
    def is_smooth(self) -> bool:
        """Whether every derivative is one from both sides."""
        return all(one.status == "smooth" for row in self.slopes for one in row)

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with a row for each outcome and parameter.

        Returns
        -------
        DataFrame
            `value` with its `unit`; `relative`, the change in per cent by one per cent of the
            parameter; `status`; the derivatives from the left and from the right, if they were
            looked at; the `event` that makes a difference, its `time` in s, and the `reason`.
        """
        import pandas as pd

        rows = [
            self._row(j, i) for j in range(len(self.outcomes)) for i in range(len(self.parameters))
        ]
        pairs = [(outcome, name) for outcome in self.outcomes for name in self.parameters]
        index = pd.MultiIndex.from_tuples(pairs, names=["outcome", "parameter"])
        return pd.DataFrame(rows, index=index)

    def shown_table(self) -> pd.DataFrame:
        """Return the table that is printed."""
        return self.to_pandas()[["value", "unit", "relative", "status"]]

    @explained
    def notes(self) -> list[str]:
        """Return where a derivative is not smooth, and why."""
        lines = []
        for j, outcome in enumerate(self.outcomes):
            for i, name in enumerate(self.parameters):
                slope = self.slopes[j][i]
                if slope.status != "smooth" or slope.reason:
                    lines.append(f"{outcome} by {name}: {_told(slope)}")
        more = len(lines) - _MOST_NOTES
        return lines[:_MOST_NOTES] + [f"… and {more} more, see to_pandas()"] * (more > 0)

    def _row(self, j: int, i: int) -> dict[str, Any]:
        slope = self.slopes[j][i]
        value, parameter = self.at[j], self.parameter_values[i]
        return {
            "value": slope.value,
            "unit": _quotient(self.outcome_units[j], self.parameter_units[i]),
            "relative": slope.value * parameter / value if value else np.nan,
            "status": _SAID[slope.status],
            "left": slope.left,
            "right": slope.right,
            "time": np.nan if slope.event is None else slope.event.time,
            "event": "" if slope.event is None else _of_event(slope),
            "reason": slope.reason,
        }

    def _warn(self) -> None:
        """Say aloud that some derivatives are none."""
        rough = [
            f"{outcome} by {name}: {_told(slope)}"
            for outcome, row in zip(self.outcomes, self.slopes, strict=True)
            for name, slope in zip(self.parameters, row, strict=True)
            if slope.status not in _QUIET
        ]
        if rough:
            more = f" (and {len(rough) - 1} more)" if len(rough) > 1 else ""
            warnings.warn(AnalysisWarning(f"{rough[0]}{more}"), stacklevel=outside())


def _told(slope: Slope) -> str:
    """Say what is the matter with a derivative."""
    parts = [_SAID[slope.status]]
    if slope.reason:
        parts.append(slope.reason)
    if slope.event is not None:
        parts.append(_of_event(slope, time=True))
    if slope.status == "kink":
        parts.append(f"{slope.left:.6g} from below, {slope.right:.6g} from above")
    return "; ".join(parts)


def _of_event(slope: Slope, time: bool = False) -> str:
    """Say which event makes a difference."""
    assert slope.event is not None
    return slope.event.text() if time else slope.event.text().partition("  ")[2]


def _quotient(unit: str, by: str) -> str:
    """Return the unit of a derivative."""
    above = "" if unit in ("", "1") else unit
    if by in ("", "1"):
        return above or "1"
    below = f"({by})" if any(mark in by for mark in "./") else by
    if not above:
        return f"1/{below}"
    return f"({above})/{below}" if "/" in above else f"{above}/{below}"


def _position(name: Any, names: Sequence[str], what: str) -> int:
    if not isinstance(name, str) or name not in names:
        hint = nearest(str(name), names)
        raise NameLookupError(f"no {what} {shown(name)}{hint}; there are {', '.join(names)}")
    return names.index(name)
