"""Times and tolerance of all runs of a study, and what is recorded of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf, isinf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UsageError
from drivetrain.modeling.component import Component
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.output_times import grid_of
from drivetrain.simulation.settings import settings_of

__all__ = ["RunSettings", "settings_for"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RunSettings:
    """Times and tolerance of all runs.

    Attributes
    ----------
    start_time, stop_time : float
        Time span, s.
    tolerance : float
        Relative error tolerance.
    interval : float
        Distance of output points, s; infinite if none are needed between the events.
    instants : tuple of float
        Further instants that outcomes read, s.
    keep : tuple of str
        Variables whose trajectories are kept at the output points.
    """

    start_time: float
    stop_time: float
    tolerance: float
    interval: float
    instants: tuple[float, ...] = ()
    keep: tuple[str, ...] = ()

    @property
    def grid(self) -> Floats:
        """Output points of trajectories, s."""
        if isinf(self.interval):
            return np.array([self.start_time, self.stop_time])
        _, points = grid_of(self.interval, self.start_time, self.stop_time)
        return np.unique(np.concatenate([[self.start_time], points, [self.stop_time]]))

    def of_simulate(self) -> dict[str, Any]:
        """Return the arguments of a run."""
        given: dict[str, Any] = {
            "start_time": self.start_time, "stop_time": self.stop_time, "tolerance": self.tolerance
        }  # fmt: skip
        if self.instants or self.keep:
            grid = np.empty(0) if isinf(self.interval) else self.grid
            points = np.unique(np.concatenate([grid, self.instants]))
            return {**given, "output_times": points}
        return {**given, "interval": self.interval}

    def told(self) -> dict[str, Any]:
        """Return the settings as they are written to the manifest of a study."""
        return {
            "start_time": self.start_time,
            "stop_time": self.stop_time,
            "tolerance": self.tolerance,
            "interval": None if isinf(self.interval) else self.interval,
            "instants": list(self.instants),
            "keep": list(self.keep),
        }

    def with_tolerance(self, tolerance: float) -> RunSettings:
        """Return the same settings with another tolerance."""
        return replace(self, tolerance=tolerance)


def settings_for(
    model: Component,
    outcomes: Iterable[Outcome],
    keep: tuple[str, ...],
    asked: Mapping[str, Any],
) -> RunSettings:
    """Return the settings of the runs of a study.

    Parameters
    ----------
    model : Component
        The model, whose `experiment` has the defaults.
    outcomes : iterable of Outcome
        What is kept of each run; decides whether output points are needed.
    keep : tuple of str
        Variables whose trajectories are kept.
    asked : mapping
        Given times, tolerance and interval; None where nothing was given.

    Raises
    ------
    UsageError
        If such runs are impossible, or an instant is outside of them.
    """
    outcomes = list(outcomes)
    needs_points = bool(keep) or any(one.needs_points for one in outcomes)
    if asked["interval"] is not None and not needs_points:
        raise UsageError(
            f"interval={asked['interval']}: nothing in record= or keep= is read between the events"
        )
    if needs_points and asked["interval"] == inf:
        read = next((repr(one) for one in outcomes if one.needs_points), f"keep={list(keep)}")
        raise UsageError(f"interval=inf: {read} is read at output points between the events")
    found = settings_of(
        model, asked["start_time"], asked["stop_time"], asked["tolerance"], "auto",
        asked["interval"] if needs_points else inf,
    )  # fmt: skip
    instants = sorted({instant for one in outcomes for instant in one.output_times})
    for one in outcomes:
        for instant in one.output_times:
            if not found.start_time <= instant <= found.stop_time:
                raise UsageError(
                    f"{one!r}: t = {instant:g} s lies outside of the runs "
                    f"({found.start_time:g} s … {found.stop_time:g} s)"
                )
    return RunSettings(
        found.start_time, found.stop_time, found.tolerance, found.interval, tuple(instants), keep
    )
