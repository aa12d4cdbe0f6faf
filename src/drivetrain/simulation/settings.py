"""Settings of a run: time span, tolerance, method, output points."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, ulp
from typing import Any

from drivetrain.errors import ParameterError, UsageError, nearest, shown
from drivetrain.kernel.binding import METHODS, Method
from drivetrain.kernel.sundials import require_sundials
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.component import Component, Experiment
from drivetrain.modeling.model import Model
from drivetrain.simulation.output_times import OutputTimes, check_interval, output_times_of

__all__ = ["Settings", "experiment_of", "settings_of"]

_DEFAULT_POINTS = 500
_FARTHEST = 1e15  # s
_LEAST_BITS = 1e6  # minimum number of instants in a run
_FINEST_TOLERANCE = 1e-14


@dataclass(frozen=True)
class Settings:
    """Requested settings of a run; times in s. Output times take the place of the interval."""

    start_time: float
    stop_time: float
    tolerance: float
    interval: float
    solver: Method
    output_times: OutputTimes | None = None

    @property
    def output_points(self) -> float:
        """Number of output points, not counting events."""
        if self.output_times is not None:
            return len(self.output_times)
        return (self.stop_time - self.start_time) / self.interval


def settings_of(
    model: Component,
    start_time: float | None,
    stop_time: float | None,
    tolerance: float | None,
    solver: str,
    interval: float | None,
    output_times: Any = None,
) -> Settings:
    """Return the settings of a run; defaults are those of the model's `experiment`.

    Raises
    ------
    UsageError
        If such a run is impossible.
    """
    wanted = experiment_of(model)
    if not isinstance(wanted, Experiment):
        raise UsageError(f"experiment = {wanted!r}: write experiment = Experiment(stop_time=…)")
    start = _number("start_time", wanted.start_time if start_time is None else start_time)
    stop = _number("stop_time", wanted.stop_time if stop_time is None else stop_time)
    accuracy = _number("tolerance", wanted.tolerance if tolerance is None else tolerance, "1")
    if interval is not None and output_times is not None:
        raise UsageError(
            f"interval={shown(interval)} and output_times={shown(output_times)}: give one of them"
        )
    step = wanted.interval if interval is None else interval
    step = step if step is None else _number("interval", step)
    _check_times(start, stop, step)
    if not _FINEST_TOLERANCE <= accuracy <= 0.1:
        raise UsageError(
            f"tolerance={accuracy:g}: choose one between {_FINEST_TOLERANCE:g} and 0.1"
        )
    if not isinstance(solver, str) or solver not in METHODS:
        raise UsageError(
            f"solver={solver!r}: choose one of {', '.join(METHODS)}{nearest(solver, METHODS)}"
        )
    require_sundials(solver)
    if output_times is not None:
        points = output_times_of(output_times, start, stop)
        return Settings(start, stop, accuracy, inf, solver, points)
    if step is None:
        step = (stop - start) / _DEFAULT_POINTS or 1.0
    return Settings(start, stop, accuracy, step, solver)


def experiment_of(model: Component) -> Any:
    """Return the default settings: of a model, or those that an FMU by itself suggests."""
    if isinstance(model, Model):
        return model.experiment
    return getattr(type(model), "own_experiment", Experiment())


def _number(name: str, value: Any, unit: str = "s") -> float:
    try:
        return checked_number(value, name, unit)
    except ParameterError:
        raise UsageError(f"{name}={shown(value)}: give a number") from None


def _check_times(start: float, stop: float, step: float | None) -> None:
    """Reject an invalid time span or output grid."""
    for name, time in (("start_time", start), ("stop_time", stop)):
        if not isfinite(time):
            raise UsageError(f"{name}={time:g}: give a finite time")
    span, farthest = stop - start, max(abs(start), abs(stop))
    if not span >= 0:
        raise UsageError(f"{_shown_span(start, stop)}: the run has to end after its start")
    if farthest > _FARTHEST or 0 < span < _LEAST_BITS * ulp(farthest):
        raise UsageError(
            f"{_shown_span(start, stop)}: numbers of this size leave too few instants between "
            "them; shift the times towards zero"
        )
    if step is not None:
        check_interval(step, span)


def _shown_span(start: float, stop: float) -> str:
    return f"start_time={start:.17g}, stop_time={stop:.17g}"
