"""A periodic motion of a machine, and whether it is stable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.floquet import Multipliers
from drivetrain.analysis.cycles.waveform import Waveform
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, UsageError, shown

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Cycle", "CycleFacts", "Trajectory"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_USUAL = 20
"""Orders of harmonics by default."""


class Trajectory(Protocol):
    """The result of a run over one period."""

    @property
    def time(self) -> Floats:
        """Instants of its rows, s."""

    @property
    def units(self) -> Mapping[str, str]:
        """Units of its variables."""

    def match(self, *patterns: str) -> list[str]:
        """Return the names that fit names or patterns."""

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a trajectory."""


class CycleFacts:
    """What is known about a cycle besides its trajectory.

    Parameters
    ----------
    name : str
        Name of the model.
    period : float
        Length of the period, s.
    multipliers : Multipliers
        Factors by which deviations grow.
    residual : mapping of str to float
        Difference of the ends of the period, by state.
    iterations : int
        Number of corrections.
    derivative, reason : str
        How the multipliers were found, and why not otherwise.
    waveform : Waveform
        Where the trajectory is sampled.
    contacts : mapping of str to tuple of str
        States that each contact passes through.
    revolutions : tuple of str and float, optional
        Shaft that the period is counted by, and how often it turns.
    """

    def __init__(
        self, name: str, period: float, multipliers: Multipliers, residual: Mapping[str, float],
        iterations: int, derivative: str, reason: str, waveform: Waveform,
        contacts: Mapping[str, tuple[str, ...]], revolutions: tuple[str, float] | None = None,
    ) -> None:  # fmt: skip
        self.name, self.period, self.multipliers = name, period, multipliers
        self.residual, self.iterations = dict(residual), iterations
        self.derivative, self.reason, self.waveform = derivative, reason, waveform
        self.contacts, self.revolutions = dict(contacts), revolutions


class Cycle(Presented):
    """A periodic motion of a machine.

    Parameters
    ----------
    facts : CycleFacts
        What is known about it.
    result : Result
        One period of it.

    Attributes
    ----------
    result : Result
        Exactly one period, with all variables and events. Its rows are dense enough for integrals
        over the period, see :meth:`harmonics`.
    """

    def __init__(self, facts: CycleFacts, result: Any) -> None:
        self._facts, self.result = facts, result

    # -- values --------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"{self.stability} cycle of {self._facts.name}, period {self.period:.9g} s"

    @property
    def period(self) -> float:
        """Length of the period, s."""
        return self._facts.period

    @property
    def omega(self) -> float:
        """Angular frequency of the cycle, rad/s."""
        return 2 * np.pi / self.period

    @property
    def multipliers(self) -> Complexes:
        """Floquet multipliers: factors by which deviations grow within a period, largest first.

        A lock that closes within the period leaves one that is exactly 0. Those that are 1 for a
        known reason follow at the end: rotations that nothing resists, see :attr:`free`, and the
        shift in time of a cycle that nothing drives.
        """
        return self._facts.multipliers.all

    @property
    def free(self) -> tuple[str, ...]:
        """Motions that nothing resists, each with a multiplier of 1: the states they move."""
        return self._facts.multipliers.free

    @property
    def is_autonomous(self) -> bool:
        """Whether nothing drives the cycle from outside: then one multiplier is 1."""
        return self._facts.multipliers.phase

    @property
    def stability(self) -> str:
        """``"stable"``, ``"neutral"``, ``"unstable"``, or ``"undecided"``."""
        if not self._facts.multipliers.complete:
            return "undecided"
        return "neutral" if self.is_neutral else "stable" if self.is_stable else "unstable"

    @property
    def is_stable(self) -> bool:
        """Whether all deviations fade, those that are neutral for a known reason aside."""
        return self._facts.multipliers.is_stable

    @property
    def is_neutral(self) -> bool:
        """Whether the slowest deviation neither grows nor fades, as in a family of cycles."""
        return self._facts.multipliers.is_neutral

    @property
    def residual(self) -> dict[str, float]:
        """Difference of the two ends of the period, by state."""
        return dict(self._facts.residual)

    @property
    def iterations(self) -> int:
        """Number of corrections by Newton's method."""
        return self._facts.iterations

    @property
    def derivative(self) -> str:
        """How the multipliers were found: ``"variational"`` or ``"differences"``."""
        return self._facts.derivative

    @property
    def reason(self) -> str:
        """Why the derivative was made of differences of runs; empty if it was not."""
        return self._facts.reason

    @property
    def contacts(self) -> dict[str, tuple[str, ...]]:
        """States that each contact passes through, in order."""
        return dict(self._facts.contacts)

    # -- signals -------------------------------------------------------------------------------

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """Rows of the result at the nodes of the waveform."""
        times = np.asarray(self.result.time)
        found = np.searchsorted(times, self._facts.waveform.times)
        if found.max(initial=0) >= len(times) or not np.array_equal(
            times[found], self._facts.waveform.times
        ):
            raise AnalysisError("the result of this cycle has other rows than it was made with")
        return found

    def _signal(self, name: str) -> Floats:
        return np.asarray(self.result[name], dtype=float)

    @explained
    def harmonics(self, name: str, *, count: int = _USUAL) -> Complexes:
        """Return the complex amplitudes of a variable by order of the cycle.

        They are integrals over the pieces between events, so that jumps and kinks leave no error
        behind. Where a signal jumps, they fall only with the order, and their sum does not converge
        there.

        Parameters
        ----------
        name : str
            The variable.
        count : int
            Highest order.

        Returns
        -------
        complex array, shape (count + 1,)
            The mean, then the peak amplitudes of orders 1, 2, …: the variable is the real part of
            the sum of ``X[k] * exp(i k omega t)``, with the time `t` of the result.

        Raises
        ------
        NameLookupError
            If there is no such variable.
        UsageError
            If the order is higher than the rows of the result resolve.
        """
        waveform = self._facts.waveform
        if not isinstance(count, (int, np.integer)) or count < 0:
            raise UsageError(f"count={shown(count)}: give the highest order, 0, 1, 2, …")
        if count > waveform.highest:
            raise UsageError(
                f"count={count}: the rows of this cycle resolve orders up to {waveform.highest}"
            )
        return waveform.harmonics(self._signal(name)[self._rows], int(count))

    @explained
    def half_range(self, name: str) -> float:
        """Return half the difference of the greatest and the least value of a variable.

        Parameters
        ----------
        name : str
            The variable.
        """
        values = self._signal(name)
        at_nodes = values[self._rows][:, None]
        least, most = self._facts.waveform.extremes(at_nodes, values[:, None])
        return 0.5 * float(most[0] - least[0])

    @explained
    def mean(self, name: str) -> float:
        """Return the mean value of a variable over the period.

        Parameters
        ----------
        name : str
            The variable.
        """
        return float(self.harmonics(name, count=0)[0].real)

    # -- presentation --------------------------------------------------------------------------

    def to_pandas(self) -> pd.DataFrame:
        """Return the multipliers as a table, with what is known about each."""
        import pandas as pd

        values = self.multipliers
        table = {
            "multiplier": values,
            "magnitude": np.abs(values),
            "angle [deg]": np.degrees(np.angle(values)),
            "what": self._kinds(),
        }
        return pd.DataFrame(table, index=pd.Index(np.arange(1, len(values) + 1), name="number"))

    def _kinds(self) -> list[str]:
        kinds = [_kind(value) for value in self._facts.multipliers.values.tolist()]
        kinds += [f"free: {moved}" for moved in self.free]
        return kinds + ["shift in time"] * self.is_autonomous

    def notes(self) -> list[str]:
        """Return how it was found, and what its contacts do."""
        facts = self._facts
        lines = [
            f"contact: {name} = {' → '.join(states)}" for name, states in facts.contacts.items()
        ]
        if facts.revolutions:
            shaft, turns = facts.revolutions
            lines.append(
                f"period: {turns:g} {'revolution' if turns == 1 else 'revolutions'} of {shaft}"
            )
        worst = max(facts.residual, key=lambda name: abs(facts.residual[name]), default="")
        gap = f", largest gap {abs(facts.residual[worst]):.2g} ({worst})" if worst else ""
        lines.append(f"found in {facts.iterations} corrections{gap}")
        how = (
            "variational equations" if facts.derivative == "variational" else "differences of runs"
        )
        lines.append(f"multipliers from {how}{f': {facts.reason}' if facts.reason else ''}")
        if not facts.multipliers.complete:
            lines.append(
                "undecided: delayed signals remember more than the states; the multipliers are "
                "those of deviations of the states alone"
            )
        if self.is_neutral:
            lines.append("neutral: one of a family of cycles, or where stability changes")
        return lines

    @explained
    def plot(self, *names: str, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw variables over the period, and the multipliers about the unit circle.

        Parameters
        ----------
        *names : str
            Variables: names, or patterns with ``*`` and ``?``; the multipliers alone if there are
            none.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_cycle", self, names, path=path, title=title)


def _kind(value: complex) -> str:
    if value == 0:
        return "lost at an event"
    if abs(value.imag) > 0:
        return "swings"
    return "alternates" if value.real < 0 else "creeps"


def visited(labels: Sequence[str]) -> tuple[str, ...]:
    """Return labels without immediate repetitions."""
    kept = [label for k, label in enumerate(labels) if not k or label != labels[k - 1]]
    return tuple(kept)
