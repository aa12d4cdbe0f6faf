"""The nonlinear response of a machine: amplitudes of its cycles over a parameter, around folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.floquet import Multipliers
from drivetrain.analysis.cycles.folds import Turn
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, UsageError, nearest, shown

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Fold", "NonlinearResponse", "ResponsePoint", "StabilityChange"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Complexes = NDArray[np.complex128]

DOUBLING, SWINGING, CROSSING = "period doubling", "Neimark–Sacker", "branching"
"""How stability is lost."""
_NEAR = 0.15
"""Arc length within which a multiplier passes 1 because of a fold."""


@dataclass(frozen=True, eq=False)
class ResponsePoint:
    """A cycle of a branch.

    Attributes
    ----------
    parameter, period : float
        Value of the parameter, and length of the period, s.
    slope : float
        How the parameter changes along the branch, in ranges per arc length.
    arc : float
        Arc length from the beginning.
    multipliers : Multipliers
        Floquet multipliers.
    half_range : float array, shape (n_outputs,)
        Half the range of each output.
    harmonics : complex array, shape (n_orders, n_outputs)
        Complex amplitudes: the mean, then those of orders 1, 2, …
    derivative, reason : str
        How the multipliers were found, and why not otherwise.
    """

    parameter: float
    period: float
    slope: float
    arc: float
    multipliers: Multipliers
    half_range: Floats
    harmonics: Complexes
    derivative: str = "variational"
    reason: str = ""


@dataclass(frozen=True)
class Fold:
    """Where a branch turns back: two cycles meet there, and beyond it there are none nearby.

    Attributes
    ----------
    parameter : float
        Value of the parameter.
    half_range : dict of str to float
        Half the range of each output.
    before : int
        Number of the point just before it.
    """

    parameter: float
    half_range: dict[str, float] = field(default_factory=dict)
    before: int = 0


@dataclass(frozen=True)
class StabilityChange:
    """Where a branch becomes stable or unstable, and another branch begins.

    Attributes
    ----------
    parameter : float
        Value of the parameter, from the multipliers of the two points about it.
    half_range : dict of str to float
        Half the range of each output.
    before : int
        Number of the point just before it.
    kind : str
        ``"period doubling"`` where a multiplier passes -1: beyond it every other period differs;
        ``"Neimark–Sacker"`` where a pair of complex ones leaves the unit circle: beyond it another
        motion swings along; ``"branching"`` where one passes 1 without a fold.
    """

    parameter: float
    half_range: dict[str, float]
    before: int
    kind: str


class NonlinearResponse(Presented):
    """Cycles of a machine over a parameter, such as the frequency or the amplitude of a source.

    Points are those of one branch, in order; where it folds, the parameter turns back.

    Parameters
    ----------
    name : str
        Name of the model.
    parameter, unit : str
        The parameter, and its unit.
    outputs, units : sequence of str
        Names and units of the outputs.
    points : sequence of ResponsePoint
        The cycles.
    ended : str
        Why the branch has ended before the parameter left its range; empty if it did.

    Attributes
    ----------
    name, ended : str
        As given.
    points : list of ResponsePoint
        As given.
    """

    def __init__(
        self, name: str, parameter: str, unit: str, outputs: Sequence[str], units: Sequence[str],
        points: Sequence[ResponsePoint], ended: str = "",
    ) -> None:  # fmt: skip
        self.name, self.ended = name, ended
        self.parameter_name, self.parameter_unit = parameter, unit
        self.outputs, self.units = tuple(outputs), tuple(units)
        self.points = list(points)

    @property
    def title(self) -> str:
        """What it is, in one line."""
        first, last = self.parameter.min(), self.parameter.max()
        return (
            f"{len(self)} cycles of {self.name} over {self.parameter_name}, {first:.6g} to "
            f"{last:.6g}{_with_space(self.parameter_unit)}"
        )

    def __len__(self) -> int:
        """Return the number of points."""
        return len(self.points)

    # -- values --------------------------------------------------------------------------------

    @property
    def parameter(self) -> Floats:
        """Value of the parameter at each point."""
        return np.array([point.parameter for point in self.points])

    @property
    def period(self) -> Floats:
        """Length of the period at each point, s."""
        return np.array([point.period for point in self.points])

    @property
    def is_stable(self) -> Bools:
        """Which of the cycles are stable."""
        return np.array([point.multipliers.is_stable for point in self.points], dtype=bool)

    @property
    def largest_multiplier(self) -> Floats:
        """Largest magnitude of the multipliers that decide about the stability."""
        return np.array([point.multipliers.largest for point in self.points])

    def _place(self, name: object) -> int:
        if isinstance(name, str) and name in self.outputs:
            return self.outputs.index(name)
        raise NameLookupError(
            f"this response has no output {name!r}{nearest(str(name), self.outputs)}; name it as "
            "outputs=[…]"
        )

    @explained
    def half_range(self, name: str) -> Floats:
        """Return half the range of an output at each point.

        Parameters
        ----------
        name : str
            The output.
        """
        place = self._place(name)
        return np.array([point.half_range[place] for point in self.points])

    @explained
    def harmonic(self, name: str, *, order: int = 1) -> Complexes:
        """Return the complex amplitude of one order of an output at each point.

        Parameters
        ----------
        name : str
            The output.
        order : int
            0 for the mean, 1 for the first harmonic, …

        Raises
        ------
        UsageError
            If the order was not computed.
        """
        place, most = self._place(name), len(self.points[0].harmonics) - 1
        if not isinstance(order, (int, np.integer)) or not 0 <= order <= most:
            raise UsageError(f"order={shown(order)}: this response has the orders 0 to {most}")
        return np.array([point.harmonics[order, place] for point in self.points])

    @explained
    def gain(self, source: str, name: str) -> Complexes:
        """Return the ratio of first harmonics: the describing function of the machine.

        Parameters
        ----------
        source, name : str
            The outputs that are cause and effect, such as ``"torque.tau"`` and ``"mass.phi"``.
        """
        cause = self.harmonic(source)
        found: Complexes = self.harmonic(name) / np.where(cause == 0, np.nan, cause)
        return found

    @cached_property
    def folds(self) -> list[Fold]:
        """Where the branch turns back."""
        slopes = np.array([point.slope for point in self.points])
        turns = np.flatnonzero(slopes[:-1] * slopes[1:] < 0)
        return [self._fold(int(k)) for k in turns]

    def _fold(self, place: int) -> Fold:
        """Return the fold between two points, from the cubic that their slopes determine."""
        one, other = self.points[place : place + 2]
        length = other.arc - one.arc
        turn = Turn(one.parameter, other.parameter, one.slope * length, other.slope * length)
        ranges = one.half_range + turn.part * (other.half_range - one.half_range)
        named = dict(zip(self.outputs, ranges.tolist(), strict=True))
        return Fold(turn.value(turn.part), named, place)

    @cached_property
    def changes(self) -> list[StabilityChange]:
        """Where stability changes other than at a fold."""
        stable = self.is_stable
        places = np.flatnonzero(stable[:-1] != stable[1:]).tolist()
        return [change for k in places if not self._is_fold(change := self._change(k))]

    def _is_fold(self, change: StabilityChange) -> bool:
        """Tell whether a change of stability is that of a fold nearby."""
        arc = self.points[change.before].arc
        away = [abs(self.points[fold.before].arc - arc) for fold in self.folds]
        return change.kind == CROSSING and min(away, default=np.inf) <= _NEAR

    def _change(self, place: int) -> StabilityChange:
        """Return the change of stability between two points."""
        one, other = self.points[place : place + 2]
        unstable = other if one.multipliers.is_stable else one
        beyond = [point.multipliers.largest - 1.0 for point in (one, other)]
        part = min(max(beyond[0] / (beyond[0] - beyond[1]), 0.0), 1.0)
        value = one.parameter + part * (other.parameter - one.parameter)
        ranges = one.half_range + part * (other.half_range - one.half_range)
        named = dict(zip(self.outputs, ranges.tolist(), strict=True))
        return StabilityChange(float(value), named, place, _how(unstable.multipliers.values))

    # -- presentation --------------------------------------------------------------------------

    def to_pandas(self) -> pd.DataFrame:
        """Return a table, one row per point."""
        import pandas as pd

        columns: dict[str, Any] = {
            f"{self.parameter_name} [{self.parameter_unit}]": self.parameter,
            "period [s]": self.period,
            "stable": self.is_stable,
            "largest multiplier": self.largest_multiplier,
        }
        for name, unit in zip(self.outputs, self.units, strict=True):
            columns[f"half range of {name} [{unit}]"] = self.half_range(name)
            columns[f"first harmonic of {name} [{unit}]"] = np.abs(self.harmonic(name))
        return pd.DataFrame(columns, index=pd.RangeIndex(len(self), name="point"))

    def notes(self) -> list[str]:
        """Return folds, where stability changes, and why the branch has ended."""
        unit = _with_space(self.parameter_unit)
        lines = [f"fold: {self.parameter_name} = {fold.parameter:.6g}{unit}" for fold in self.folds]
        lines += [
            f"{change.kind}: {self.parameter_name} about {change.parameter:.4g}{unit}"
            for change in self.changes
        ]
        others = {point.reason for point in self.points if point.reason}
        lines += [
            f"some multipliers from differences of runs: {reason}" for reason in sorted(others)
        ]
        if self.ended:
            lines.append(f"ended: {self.ended}")
        return lines

    @explained
    def plot(self, *names: str, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw half ranges and first harmonics over the parameter, one panel per output.

        Stable cycles are solid lines, unstable ones dashed; folds and other changes of the
        stability are marked.

        Parameters
        ----------
        *names : str
            Outputs; all of them by default.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        places = [self._place(name) for name in names]
        some = [self.outputs[place] for place in places] or list(self.outputs)
        return drawn("plot_nonlinear_response", self, some, path=path, title=title)


def _with_space(unit: str) -> str:
    return "" if unit in ("", "1") else f" {unit}"


def _how(values: Complexes) -> str:
    """Return how a cycle has lost its stability, from its multipliers."""
    worst = values[int(np.abs(values).argmax())]
    if abs(worst.imag) > 0:
        return SWINGING
    return DOUBLING if worst.real < 0 else CROSSING
