"""Keep a simulation in step with the clock on the wall."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter, sleep

__all__ = ["Pace", "Pacing"]

_AWAKE = 0.0005
"""Time before an instant from which on the clock is watched instead of sleeping, s."""


@dataclass(frozen=True)
class Pace:
    """How well a simulation has kept up with the clock.

    Attributes
    ----------
    steps : int
        Steps so far.
    overruns : int
        Those that ended later than the clock allowed.
    worst, mean : float
        Largest lateness and mean lateness of all steps, s of the clock.
    busy : float
        Part of the time in which the simulation did not wait.
    """

    steps: int = 0
    overruns: int = 0
    worst: float = 0.0
    mean: float = 0.0
    busy: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.steps} steps, {self.overruns} overruns; late by {self.mean:.2g} s on average, "
            f"{self.worst:.2g} s at worst; busy {self.busy:.1%} of the time"
        )


class Pacing:
    """Waits until the clock on the wall has reached the time of a simulation.

    After an overrun nothing is made up for: the time that was lost is lost, and the next step is
    due one step later.

    Parameters
    ----------
    rate : float
        Simulated seconds per second of the clock.
    """

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._steps = self._overruns = 0
        self._worst = self._total = self._waited = 0.0
        self._begin: float | None = None
        self._due = 0.0

    def begin(self) -> None:
        """Note the beginning of a step; the first one starts the clock."""
        if self._begin is None:
            self._begin = self._due = perf_counter()

    def end(self, step: float) -> None:
        """Wait until a step of this length is over.

        Parameters
        ----------
        step : float
            Simulated time, s.
        """
        self._due += step / self.rate
        now = perf_counter()
        self._steps += 1
        late = now - self._due
        if late > 0:
            self._overruns += 1
            self._worst = max(self._worst, late)
            self._total += late
            self._due = now
            return
        if -late > _AWAKE:
            sleep(-late - _AWAKE)
        while perf_counter() < self._due:
            pass
        self._waited -= late

    @property
    def pace(self) -> Pace:
        """How well it has gone so far."""
        if not self._steps or self._begin is None:
            return Pace()
        passed = max(perf_counter() - self._begin, 1e-12)
        busy = max(0.0, 1.0 - self._waited / passed)
        return Pace(self._steps, self._overruns, self._worst, self._total / self._steps, busy)
