"""Derivatives of outcomes from the sensitivities of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan
from typing import Any

import numpy as np

from drivetrain.errors import UsageError
from drivetrain.gradients.agreement import SAME, SMALL, in_words
from drivetrain.gradients.changes import change_of, has_change, is_integral
from drivetrain.gradients.gradient import Gradient
from drivetrain.gradients.parameters import Varied
from drivetrain.gradients.runs import Span
from drivetrain.gradients.sensitivities import (
    NoDerivative,
    Sensitivities,
    carried_along,
    looser_run,
)
from drivetrain.gradients.slopes import Slope, absent
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.output_times import output_times_of
from drivetrain.simulation.settings import Settings

__all__ = ["by_sensitivities"]


def by_sensitivities(
    compiled: CompiledModel,
    outcomes: Sequence[Outcome],
    varied: Sequence[Varied],
    settings: Settings,
    span: Span,
    given: Mapping[str, Any],
) -> Gradient:
    """Return derivatives of outcomes from one run, and from a looser one that has to agree.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    outcomes : sequence of Outcome
        What is differentiated.
    varied : sequence of Varied
        The parameters.
    settings : Settings
        Usual settings of the model.
    span : Span
        Time span and tolerance.
    given : mapping
        Values in force.

    Raises
    ------
    UsageError
        If an outcome is one of those that only differences differentiate.
    NotCoveredError
        If the model or a parameter is not covered.
    """
    _refuse_others(outcomes)
    asked = [t for one in outcomes for t in one.output_times]
    inside = [t for t in asked if span.start_time <= t <= span.stop_time]
    points = output_times_of(np.unique([*inside, span.stop_time]), span.start_time, span.stop_time)
    names = [one.name for one in varied]
    tight = replace(settings, tolerance=span.tolerance, interval=np.inf, output_times=points)
    integrals = any(map(is_integral, outcomes))
    carried = carried_along(compiled, tight, names, given, integrals)
    run = Sensitivities(carried, names)
    other = Sensitivities(looser_run(carried, tight), names)
    readings = [one.of(run.result) for one in outcomes]
    slopes = []
    for one, reading in zip(outcomes, readings, strict=True):
        if reading.value != reading.value:
            slopes.append([absent(reading.why)] * len(varied))
            continue
        pairs = zip(change_of(one, run).tolist(), _beside(one, other, len(varied)), strict=True)
        noise = [SMALL * abs(reading.value) / (abs(p.value) or 1.0) for p in varied]
        slopes.append(
            [
                _slope(*pair, small, end)
                for pair, small, end in zip(pairs, noise, run.ends, strict=True)
            ]
        )
    units = [unit for one in outcomes for unit in one.units(run.result.layout)]
    values = np.array([reading.value for reading in readings])
    names = [one.name for one in outcomes]
    return Gradient(compiled.title, names, units, values, list(varied), slopes, 2)


def _refuse_others(outcomes: Sequence[Outcome]) -> None:
    others = [one.name for one in outcomes if not has_change(one)]
    if others:
        raise UsageError(
            f"{', '.join(others)}: sensitivities give derivatives of values and of instants of "
            'events, not of these; choose method="differences"'
        )


def _beside(outcome: Outcome, run: Sensitivities, count: int) -> list[float]:
    """Return the derivatives of a run with a looser tolerance; NaN if it has no such outcome."""
    value = outcome.of(run.result).value
    found: list[float] = change_of(outcome, run).tolist() if value == value else [nan] * count
    return found


def _slope(value: float, looser: float, small: float, end: NoDerivative | None) -> Slope:
    """Return a derivative, unless there is none or it depends on the tolerance."""
    if value != value:
        return Slope(nan, "undefined", reason=str(end or "an event is just at this instant"))
    apart = abs(value - looser)
    if not apart <= SAME * max(abs(value), abs(looser)) + small:
        return Slope(nan, "undefined", reason=in_words(value, looser))
    return Slope(value + 0.0)
