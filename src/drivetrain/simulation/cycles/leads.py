"""Runs that lead to a cycle: from the start of a model, or from a result."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import AnalysisError, UsageError
from drivetrain.simulation.cycles.asked import USUAL_PERIODS, Guess, Period
from drivetrain.simulation.cycles.beginnings import after_result, after_start
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import refuse_start_values, restart_of, values_of
from drivetrain.simulation.runs.saved_instant import SavedInstant
from drivetrain.simulation.settings import Settings

__all__ = ["Lead", "Leads"]

_LARGEST = 400
"""States of a model up to which periods are linearised."""


class Lead(NamedTuple):
    """A run that leads to a cycle.

    Attributes
    ----------
    prepared : PreparedModel
        The model, without loops over rows.
    values : Values
        Its parameters.
    given : mapping
        Those of them that were given.
    at : SavedInstant
        Where the run has ended.
    span : float
        How long it was, s.
    tolerance : float
        Relative tolerance of the runs to come.
    """

    prepared: PreparedModel
    values: Values
    given: Mapping[str, Any]
    at: SavedInstant
    span: float
    tolerance: float


class Leads:
    """Makes the runs that lead to cycles of a model.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        self._prepared = prepared

    def to(self, settings: Settings, period: Period, guess: Guess) -> Lead:
        """Return the run that leads to a cycle.

        Parameters
        ----------
        settings : Settings
            Start, usual end and tolerance.
        period : Period
            Length of the cycle.
        guess : Guess
            What leads to it.

        Raises
        ------
        AnalysisError, UsageError, InitialisationError, SimulationError
            If there is no such run.
        """
        if guess.initial is not None:
            return self._after_result(settings, guess)
        prepared = self._admitting(guess.parameters)
        values = values_of(prepared, guess.parameters)
        span = settings.stop_time - settings.start_time
        periods = USUAL_PERIODS if guess.periods is None else guess.periods
        if period.seconds is not None:
            span = period.seconds * max(periods, 1)
        elif guess.periods:
            raise UsageError(
                f"guess={guess.periods}: without a period in s there is no telling how long that "
                "many periods are; leave it out, or give a result"
            )
        stop = settings.start_time + (span if periods else 0.0)
        until = Settings(settings.start_time, stop, settings.tolerance, inf, "auto")
        at = after_start(prepared, until, values)
        return Lead(prepared, values, guess.parameters, at, span, settings.tolerance)

    def _after_result(self, settings: Settings, guess: Guess) -> Lead:
        """Return the same for a result."""
        restart = restart_of(guess.initial, self._prepared)
        refuse_start_values(guess.parameters, "a cycle that is sought from a result")
        earlier = restart.origin.parameters or {}
        prepared = self._admitting(earlier)
        given = {**earlier, **guess.parameters}
        values = values_of(prepared, given)
        span = restart.time - restart.origin.settings.start_time
        at = after_result(prepared, restart)
        return Lead(prepared, values, given, at, span, settings.tolerance)

    def _admitting(self, parameters: Mapping[str, Any]) -> PreparedModel:
        """Return the model, without loops over rows, in a form that is valid for parameters."""
        t = self._prepared.translation
        if len(t.lowered.states) > _LARGEST:
            raise AnalysisError(
                f"{self._prepared.title} has {len(t.lowered.states)} states; cycles are found for "
                f"models of up to {_LARGEST}: leave out what does not take part, or use fewer discs"
            )
        other: dict[str, Any] = {}
        if parameters and not t.guards.admits(t.parameter_updates.values(parameters)):
            other["overrides"] = parameters
        looped = bool(t.program.rows or t.program.blocks)
        if other:
            return self._prepared.variant(**other, **({"loops": False} if looped else {}))
        return self._prepared.without_loops() if looped else self._prepared
