"""Derivatives of what an experiment shows, from the sensitivities of its run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.channel import Channel
from drivetrain.calibration.experiment import Experiment, Single, places
from drivetrain.errors import DrivetrainError
from drivetrain.gradients.agreement import SAME, SMALL, in_words
from drivetrain.gradients.changes import change_of, has_change
from drivetrain.gradients.sensitivities import Sensitivities, carried_along, looser_run
from drivetrain.simulation.outcomes.energy import OfEnergy
from drivetrain.simulation.outcomes.naming import Renamed
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.sensitivities.carried import Carried
from drivetrain.simulation.sensitivities.coverage import NotCoveredError
from drivetrain.simulation.settings import Settings, settings_of

__all__ = ["Slopes", "slopes_of"]

Floats = NDArray[np.float64]

_AT_AN_EVENT = "a sample is just at an event that moves"


class Slopes(NamedTuple):
    """Derivatives of what an experiment shows.

    Attributes
    ----------
    values : float array, shape (n,)
        Signals at the samples, column by column, then the outcomes.
    by : dict of str to float array, shape (n,)
        Their derivatives by each parameter for which they exist.
    reasons : dict of str to str
        Why there are none by the others.
    """

    values: Floats
    by: dict[str, Floats]
    reasons: dict[str, str]


def slopes_of(experiment: Experiment, parameters: Mapping[str, float]) -> Slopes:
    """Return derivatives from one run, and from a looser one that has to agree.

    Parameters
    ----------
    experiment : Experiment
        The experiment.
    parameters : mapping of str to float
        Values of the parameters that are sought: it is differentiated by each of them.
    """
    nothing = np.full(len(experiment), np.nan)
    others = [one.outcome.name for one in experiment.singles if not _follows(one.outcome)]
    if others:
        reason = f"sensitivities give no derivatives of {', '.join(others)}"
        return Slopes(nothing, {}, dict.fromkeys(parameters, reason))
    reasons = _refused(experiment, parameters)
    names = [name for name in parameters if name not in reasons]
    if not names:
        return Slopes(nothing, {}, reasons)
    tight = _settings(experiment)
    try:
        carried = _carried(experiment, tight, names, parameters)
        experiment.runs += 1
        run, other = (Sensitivities(one, names) for one in (carried, looser_run(carried, tight)))
    except DrivetrainError as error:
        reason = str(error).partition("\n")[0]
        return Slopes(nothing, {}, {**dict.fromkeys(names, reason), **reasons})
    values, slopes = _read(experiment, run)
    _, beside = _read(experiment, other)
    by = {}
    for k, name in enumerate(names):
        noise = SMALL / (abs(parameters[name]) or 1.0)
        reason = _doubt(experiment, run, k, slopes[:, k], beside[:, k], noise * values)
        if reason:
            reasons[name] = reason
        else:
            by[name] = slopes[:, k]
    return Slopes(values, by, reasons)


def _follows(outcome: Outcome) -> bool:
    """Return whether an outcome follows from values and instants alone."""
    own = outcome
    while isinstance(own, Renamed):
        own = own.outcome
    return has_change(outcome) and not isinstance(own, OfEnergy)


def _settings(experiment: Experiment) -> Settings:
    span, model = experiment.span, experiment.compiled.model
    asked = span.start_time, span.stop_time, span.tolerance, "auto", None, experiment.instants
    return replace(settings_of(model, *asked), interval=inf)


def _carried(
    experiment: Experiment,
    settings: Settings,
    names: Sequence[str],
    parameters: Mapping[str, float],
) -> Carried:
    given = {**experiment.given, **parameters}
    experiment.runs += 1
    return carried_along(experiment.compiled, settings, names, given)


def _refused(experiment: Experiment, parameters: Mapping[str, float]) -> dict[str, str]:
    """Return why sensitivities do not cover a parameter; found once for each of them."""
    known = experiment.refused
    unknown = [name for name in parameters if name not in known]
    if unknown:
        short = replace(_settings(experiment), output_times=None)
        for name in unknown:
            try:
                _carried(experiment, short, [name], parameters)
            except NotCoveredError as error:
                known[name] = str(error)
            except DrivetrainError:
                return {}  # another point may tell
            else:
                known[name] = ""
    return {name: known[name] for name in parameters if known[name]}


def _read(experiment: Experiment, run: Sensitivities) -> tuple[Floats, Floats]:
    """Return what a run shows, and its derivatives; NaN where there is none."""
    values, slopes = [], []
    for channel in experiment.channels:
        found = _of_channel(channel, run)
        values.append(found[0])
        slopes.append(found[1])
    for single in experiment.singles:
        value, by = _of_single(single, run, experiment.span.stop_time)
        values.append(np.array([value]))
        slopes.append(by[np.newaxis])
    return np.concatenate(values), np.concatenate(slopes)


def _of_channel(channel: Channel, run: Sensitivities) -> tuple[Floats, Floats]:
    name, count = channel.sensor.signal, len(run.parameters)
    place = places(run.time, channel.time)
    if place is None:
        return np.full(len(channel), np.nan), np.full((len(channel), count), np.nan)
    values = np.asarray(run.result[name], dtype=float)[place]
    slopes = run[name][place].copy()
    for event in run.events:
        at_event = run.time[place] == event.time
        slopes[np.ix_(at_event, event.by != 0.0)] = np.nan
    return values, slopes


def _of_single(single: Single, run: Sensitivities, stop_time: float) -> tuple[float, Floats]:
    """Return an outcome; one that does not occur counts as the end of the run."""
    value = single.outcome.of(run.result).value
    if value != value:
        return stop_time, np.zeros(len(run.parameters))
    return value, change_of(single.outcome, run)


def _doubt(
    experiment: Experiment,
    run: Sensitivities,
    k: int,
    slopes: Floats,
    looser: Floats,
    noise: Floats,
) -> str:
    """Return why derivatives by a parameter are not believed; empty if they are."""
    if not np.isfinite(slopes).all():
        return str(run.ends[k] or _AT_AN_EVENT)
    begin = 0
    for count in [*map(len, experiment.channels), *([1] * len(experiment.singles))]:
        part = slice(begin, begin + count)
        begin += count
        apart = np.abs(slopes[part] - looser[part])
        size = np.abs(slopes[part]).max(initial=0.0)
        allowed = SAME * size + np.abs(noise[part]).max(initial=0.0)
        if not (apart <= allowed).all():
            worst = int(np.argmax(np.where(np.isnan(apart), np.inf, apart)))
            return in_words(float(slopes[part][worst]), float(looser[part][worst]))
    return ""
