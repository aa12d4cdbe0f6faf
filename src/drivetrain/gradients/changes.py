"""How outcomes follow from the sensitivities of a run."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.gradients.sensitivities import Sensitivities
from drivetrain.simulation.outcomes.energy import Dissipated, OverTheRun, Supplied
from drivetrain.simulation.outcomes.events import Nth, TimeIn
from drivetrain.simulation.outcomes.naming import Renamed
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.outcomes.values import At, Final
from drivetrain.simulation.sensitivities.coverage import NotCoveredError

__all__ = ["change_of", "has_change", "is_integral"]

Floats = NDArray[np.float64]


def has_change(outcome: Outcome) -> bool:
    """Tell whether the derivatives of an outcome follow from sensitivities.

    Parameters
    ----------
    outcome : Outcome
        The outcome.
    """
    return type(_own(outcome)) in _CHANGES


def change_of(outcome: Outcome, run: Sensitivities) -> Floats:
    """Return the derivatives of an outcome that the run has, by each parameter.

    Parameters
    ----------
    outcome : Outcome
        One that follows from sensitivities.
    run : Sensitivities
        The run.
    """
    own = _own(outcome)
    return _CHANGES[type(own)](own, run)


def is_integral(outcome: Outcome) -> bool:
    """Tell whether an outcome is an integral of powers over the run.

    Parameters
    ----------
    outcome : Outcome
        The outcome.
    """
    return isinstance(_own(outcome), OverTheRun)


def _own(outcome: Outcome) -> Outcome:
    while isinstance(outcome, Renamed):
        outcome = outcome.outcome
    return outcome


def _final(outcome: Final, run: Sensitivities) -> Floats:
    return run.final(outcome.variable)


def _at(outcome: At, run: Sensitivities) -> Floats:
    before = outcome.side == "before"
    row = int(np.searchsorted(run.time, outcome.time, side="left" if before else "right"))
    found: Floats = run[outcome.variable][row if before else row - 1].copy()
    for event in run.events:
        if event.time == outcome.time:  # with other parameters the instant is on its other side
            found[event.by != 0.0] = nan
    return found


def _instant(outcome: Nth, run: Sensitivities) -> Floats:
    time = outcome.of(run.result).value
    if time == run.time[0]:
        return np.zeros(len(run.parameters))
    return run.shift(time)


def _time_in(outcome: TimeIn, run: Sensitivities) -> Floats:
    is_in = outcome.holds(run.result)
    moves = np.zeros((len(run.time), len(run.parameters)))
    for event in run.events:
        moves[run.time == event.time] = event.by
    return np.asarray(np.diff(moves, axis=0)[is_in].sum(axis=0))


def _over_the_run(outcome: OverTheRun, run: Sensitivities) -> Floats:
    columns = outcome.columns(run.translation)
    if columns is None:
        raise NotCoveredError(f"{outcome.name}, which contains losses in impacts")
    return run.energy(columns)


_CHANGES: dict[type[Outcome], Callable[[Any, Sensitivities], Floats]] = {
    Final: _final,
    At: _at,
    Nth: _instant,
    TimeIn: _time_in,
    Dissipated: _over_the_run,
    Supplied: _over_the_run,
}
