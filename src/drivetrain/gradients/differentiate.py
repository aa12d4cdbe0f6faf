"""Derivatives of outcomes with respect to parameters, by differences of runs of one ensemble."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from drivetrain.analysis.arguments import positive
from drivetrain.calls import explained
from drivetrain.compiler.frontend.values import check_parameters
from drivetrain.errors import AnalysisError, AnalysisWarning, UsageError, shown
from drivetrain.gradients.carried import by_sensitivities
from drivetrain.gradients.changes import has_change
from drivetrain.gradients.gradient import Gradient
from drivetrain.gradients.parameters import Varied, varied_parameters
from drivetrain.gradients.runs import Point, Runs, Span
from drivetrain.gradients.sides import FRACTIONS, Scale, side_of
from drivetrain.gradients.slopes import (
    Slope,
    absent,
    between_sides,
    central,
    despite_events,
    tiny_difference,
)
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.component import Component
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.outcomes.naming import named_outcomes
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.sensitivities.coverage import NotCoveredError
from drivetrain.simulation.settings import Settings, settings_of

__all__ = ["METHODS", "differentiated", "gradient", "span_of"]

METHODS = ("differences", "sensitivities", "auto")

_FINEST = 1e-12
_TIGHTER = 100
_POINTS = 500
_LARGEST_STEP = 0.1
_NEAR = 1e-3
"""Beside the time span: events this close may be the same."""

Ends = tuple[Point | None, Point | None]


@explained
def gradient(
    model: Component | CompiledModel,
    outcomes: Any,
    parameters: str | Sequence[str],
    *,
    step: float = 1e-4,
    scale: Mapping[str, Any] | None = None,
    given: Mapping[str, Any] | None = None,
    start_time: Number | None = None,
    stop_time: Number | None = None,
    tolerance: float | None = None,
    threads: int | None = None,
    method: str = "differences",
) -> Gradient:
    """Differentiate outcomes of a run with respect to parameters.

    By default this is done by central differences. All runs are made as one ensemble, with a
    tolerance a hundred times tighter than usual. Those on both sides of a parameter have to go
    through the same events as the run itself. Where they do not, each side is looked at on its own:
    at a kink the derivative is one-sided and says so; at an event that just happens, at
    simultaneous events whose order matters, where the outcome jumps or the equations change there
    is none.

    Parameters
    ----------
    model : Model or CompiledModel
        The model.
    outcomes : Outcome, callable, sequence of these, or mapping of str to these
        What is differentiated: :func:`~drivetrain.outcomes.final`, ``at``, ``first``,
        ``maximum``, ``dissipated`` …, or functions of a result that return a number or an array.
    parameters : str or sequence of str
        Real parameters by dotted name, or start values, ``"load.w.start"``.
    step : float
        Change of each parameter beside its value.
    scale : mapping of str to float, optional
        Sizes of usual changes, in place of the values; needed where a value is 0.
    given : mapping, optional
        Values at which the derivatives are taken, as `parameters` of :func:`drivetrain.simulate`.
    start_time, stop_time : float or quantity, optional
        As for :func:`drivetrain.simulate`.
    tolerance : float, optional
        Relative error tolerance of the runs; by default a hundredth of the usual one.
    threads : int, optional
        Number of runs side by side; the result does not depend on it.
    method : {"differences", "sensitivities", "auto"}
        How. Sensitivities are carried along with one run, see
        :func:`drivetrain.gradients.sensitivities`: that is faster and more exact, but they know
        nothing of what happens beside the parameters. So a kink is only noticed if the run itself
        goes through it. They give derivatives of values, of instants and of energies. ``"auto"``
        takes them where they exist for all outcomes and parameters, and otherwise differences.

    Returns
    -------
    Gradient
        Derivatives with units, and how far they are ones.

    Raises
    ------
    UsageError
        If an argument is invalid, a value is 0 without a scale, or one parameter follows from
        another, so that it would have no effect beside it.
    NameLookupError
        If there is no such parameter, variable or part.
    SimulationError, InitialisationError
        If the run itself fails.
    AnalysisError
        If it has no such outcomes, since it is one of other equations.

    Warns
    -----
    AnalysisWarning
        If a derivative is one-sided at a kink, or does not exist.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain.outcomes import first
    >>> clutches = dt.compile(dt.examples.find("CoupledClutches")())
    >>> locking = first("clutch1.mode", "stuck")
    >>> slopes = dt.gradient(clutches, locking, ["clutch1.fn_max", "J1.J"])
    >>> [f"{slope:.6f}" for slope in slopes.values[0]]
    ['-0.046523', '0.619292']
    """
    compiled = compiled_of(model)
    asked: tuple[Any, Any] = start_time, stop_time
    settings = settings_of(compiled.model, *asked, tolerance, "auto", None)
    values = dict(check_parameters(given))
    relative = positive(step, "step", "1")
    if relative > _LARGEST_STEP:
        raise UsageError(f"step={relative:g}: choose one up to {_LARGEST_STEP:g}")
    if method not in METHODS:
        raise UsageError(f"method={shown(method)}: choose one of {', '.join(METHODS)}")
    wanted = named_outcomes(outcomes)
    varied = varied_parameters(compiled.translation, parameters, values, relative, scale)
    span = span_of(settings, tolerance, threads)
    if method == "sensitivities":
        return by_sensitivities(compiled, wanted, varied, settings, span, values)
    if method == "auto" and all(map(has_change, wanted)):
        found = _if_complete(compiled, wanted, varied, settings, span, values)
        if found is not None:
            return found
    runs = Runs(compiled, wanted, span, values)
    return differentiated(compiled, wanted, varied, runs)


def _if_complete(
    compiled: CompiledModel,
    wanted: Sequence[Outcome],
    varied: Sequence[Varied],
    settings: Settings,
    span: Span,
    values: Mapping[str, Any],
) -> Gradient | None:
    """Return derivatives from sensitivities if all of them exist."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AnalysisWarning)
        try:
            found = by_sensitivities(compiled, wanted, varied, settings, span, values)
        except NotCoveredError:
            return None
    return found if found.is_smooth else None


def compiled_of(model: Any) -> CompiledModel:
    """Return a model that is compiled.

    Parameters
    ----------
    model : Model or CompiledModel
        What the user gave.

    Raises
    ------
    UsageError
        If it is neither.
    """
    if isinstance(model, CompiledModel):
        return model
    if not isinstance(model, Component):
        raise UsageError(f"{shown(model)} is no model: give a model, or dt.compile(model)")
    return CompiledModel(model)


def span_of(settings: Settings, tolerance: float | None, threads: int | None = None) -> Span:
    """Return time span and tolerance of runs that are compared with each other.

    Parameters
    ----------
    settings : Settings
        Usual settings of the model.
    tolerance : float or None
        What the user gave for the tolerance.
    threads : int, optional
        Number of runs side by side.
    """
    tight = settings.tolerance if tolerance is not None else settings.tolerance / _TIGHTER
    points = np.linspace(settings.start_time, settings.stop_time, _POINTS + 1)
    tight = max(tight, min(_FINEST, settings.tolerance))
    return Span(settings.start_time, settings.stop_time, tight, points, threads)


def differentiated(
    compiled: CompiledModel, outcomes: Sequence[Outcome], varied: Sequence[Varied], runs: Runs
) -> Gradient:
    """Return the derivatives.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    outcomes : sequence of Outcome
        What is differentiated.
    varied : sequence of Varied
        The parameters.
    runs : Runs
        Makes the runs.
    """
    result = runs.middle()
    labels: list[str] = []
    units: list[str] = []
    readings: list[Reading] = []
    for one in outcomes:
        found = one.readings(result)
        readings += found
        labels += one.labels(len(found))
        own = one.units(result.layout)
        units += own if len(own) == len(found) else [own[0]] * len(found)
    span, sizes = float(result.time[-1] - result.time[0]), [one.size for one in readings]
    work = _Differences(varied, runs, Scale(span, runs.tolerance, sizes))
    slopes = work.slopes()
    return Gradient(
        compiled.title, labels, units, work.middle.values, list(varied), slopes, runs.count
    )


class _Differences:
    """Differences of runs: first one step to both sides, then closer where events differ.

    Parameters
    ----------
    varied : sequence of Varied
        The parameters.
    runs : Runs
        Makes the runs.
    scale : Scale
        Length of the runs, and noise.
    """

    def __init__(self, varied: Sequence[Varied], runs: Runs, scale: Scale) -> None:
        self._varied, self._runs, self._scale = varied, runs, scale
        self._own = {one.name: one.value for one in varied}
        rows = [self._own]
        for one in varied:
            rows += [self._moved(one, s * one.step) for s, ok in _sides(one) if ok]
        points = iter(runs.points(rows))
        self.middle = next(points)
        if self.middle.message:
            raise AnalysisError(f"the run itself has no such outcomes: {self.middle.message}")
        self._ends: list[Ends] = []
        for one in varied:
            minus, plus = (next(points) if ok else None for _, ok in _sides(one))
            self._ends.append((minus, plus))

    def slopes(self) -> list[list[Slope]]:
        """Return the slopes, by outcome and parameter."""
        found: dict[tuple[int, int], Slope | None] = {}
        for j, reading in enumerate(self.middle.readings):
            for i, one in enumerate(self._varied):
                slope: Slope | None = absent(reading.why)
                if reading.value == reading.value:
                    slope = central(self.middle, self._ends[i], one.step, j, self._scale)
                found[j, i] = slope
        rough = sorted({i for (_, i), slope in found.items() if slope is None})
        nearer = self._nearer(rough)
        count = len(self.middle.readings)
        for (j, i), slope in found.items():
            found[j, i] = slope or self._looked_at(i, j, nearer[i])
        return [[found[j, i] or absent("") for i in range(len(self._varied))] for j in range(count)]

    def _moved(self, one: Varied, change: float) -> dict[str, float]:
        return {**self._own, one.name: one.value + change}

    def _nearer(self, rough: list[int]) -> dict[int, list[list[Point]]]:
        """Return runs at parts of the step on both sides of some parameters, as one ensemble."""
        asked = [
            (i, number, sign * fraction)
            for i in rough
            for number, (sign, ok) in enumerate(_sides(self._varied[i]))
            for fraction in FRACTIONS[:-1]
            if ok
        ]
        rows = [
            self._moved(self._varied[i], change * self._varied[i].step) for i, _, change in asked
        ]
        found: dict[int, list[list[Point]]] = {i: [[], []] for i in rough}
        for (i, number, _), point in zip(asked, self._runs.points(rows), strict=True):
            found[i][number].append(point)
        for i in rough:
            for points, end in zip(found[i], self._ends[i], strict=True):
                points += [] if end is None else [end]
        return found

    def _looked_at(self, i: int, j: int, points: list[list[Point]]) -> Slope:
        """Return a derivative from runs closer to the parameter."""
        step, ends = self._varied[i].step, self._ends[i]
        left, right = (
            side_of(self.middle, some, sign * step, j, self._scale)
            for some, sign in zip(points, (-1, 1), strict=True)
        )
        event, near = left.event or right.event, _NEAR * self._scale.span
        own = [e for e in self.middle.events if event and abs(e.time - event.time) < near]
        changes = max((len(e.changes) for e in own), default=0)
        tiny = tiny_difference(self.middle, ends, step, j, self._scale)
        found = between_sides(left, right, changes, tiny)
        if "dense" in (left.trouble, right.trouble):
            slope = despite_events(self.middle, points, step, j, self._scale)
            if slope == slope:
                return Slope(slope, reason="events flicker, the outcome does not", event=event)
        return found


def _sides(one: Varied) -> list[tuple[int, bool]]:
    """Return the signs of both sides, and whether each is within bounds."""
    return list(zip((-1, 1), one.sides, strict=True))
