"""One experiment: the runs that stand for it, evaluated at the measured instants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import positive
from drivetrain.calibration.channel import Channel, channels_of, tables_of
from drivetrain.calibration.measured import Measured
from drivetrain.compiler.frontend.qualified_names import parameter_names, table_names
from drivetrain.compiler.frontend.values import check_parameters
from drivetrain.errors import ParameterError, TableError, UsageError, nearest, shown
from drivetrain.gradients.differentiate import span_of
from drivetrain.gradients.parameters import value_of
from drivetrain.gradients.runs import Point, Span, Start
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.quantities.columns import is_frame
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.ensembles.ensemble import Ensemble
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.settings import settings_of

__all__ = ["Experiment", "Modelled", "Single", "experiment_of"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_SAME = 64
"""Last bits within which two instants are one."""
_QUICK = 0.05
"""Seconds: less work is not worth other threads."""


class Single(NamedTuple):
    """A number that was measured once.

    Attributes
    ----------
    outcome : Outcome
        What it is.
    value, sigma : float
        What was measured, and its standard deviation.
    """

    outcome: Outcome
    value: float
    sigma: float


class Modelled(NamedTuple):
    """What runs say at the measured instants.

    Attributes
    ----------
    values : float array, shape (n_runs, n)
        Signals at the samples, column by column, then the outcomes; NaN if a run failed.
    messages : list of str
        Why runs failed; empty for the others.
    absent : int
        Number of outcomes that did not occur in runs that did not fail.
    """

    values: Floats
    messages: list[str]
    absent: int


@dataclass(eq=False)
class Experiment:
    """Makes the runs of an experiment.

    Attributes
    ----------
    name : str
        Its name.
    compiled : CompiledModel
        The model.
    channels : list of Channel
        Measured columns.
    singles : list of Single
        Numbers that were measured once.
    given : dict
        Values of parameters.
    span : Span
        Time span and tolerance.
    timing : float
        Standard deviation of the instants of the samples, s.
    refused : dict of str to str
        Why sensitivities do not cover a parameter, as far as it was tried; empty if they do.
    """

    name: str
    compiled: CompiledModel
    channels: list[Channel]
    singles: list[Single]
    given: dict[str, Any]
    span: Span
    timing: float = 0.0
    threads: int | None = None
    runs: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    _seconds: float = 0.0

    @property
    def label(self) -> str:
        """Its name, or what it is called if there is no other."""
        return self.name or "data"

    @property
    def signals(self) -> list[str]:
        """Observed variables, each once."""
        return list(dict.fromkeys(channel.sensor.signal for channel in self.channels))

    def __len__(self) -> int:
        """Return the number of measured numbers."""
        return sum(map(len, self.channels)) + len(self.singles)

    def modelled(self, columns: Mapping[str, Floats], count: int) -> Modelled:
        """Return what runs say.

        Parameters
        ----------
        columns : mapping of str to float array
            Values of parameters by name, one for each run.
        count : int
            Number of runs.
        """
        first, again = _distinct(columns, count)
        picked = {name: values[first] for name, values in columns.items()}
        values, messages, absent = self._runs(picked, len(first))
        return Modelled(values[again], [messages[k] for k in again], absent)

    def _runs(self, columns: Mapping[str, Floats], count: int) -> tuple[Floats, list[str], int]:
        """Return values, messages, and the number of outcomes that did not occur."""
        try:
            many = self._ensemble(columns, count)
            messages, places_of = [""] * count, list(range(count))
        except ParameterError:
            allowed, messages = self._allowed(columns, count)
            places_of = np.flatnonzero(allowed).tolist()
            if not places_of:
                return np.full((count, len(self)), np.nan), messages, 0
            many = self._ensemble({k: v[allowed] for k, v in columns.items()}, len(places_of))
        values, absent = np.full((count, len(self)), np.nan), 0
        for run, place in enumerate(places_of):
            values[place], messages[place], missing = self._read(many, run)
            absent += missing
        return values, messages, absent

    def result(self, parameters: Mapping[str, float], interval: float | None = None) -> Result:
        """Return a run as a result of its own.

        Parameters
        ----------
        parameters : mapping of str to float
            Values of the parameters that are sought.
        interval : float, optional
            Distance of output points, s.
        """
        times = None if interval is not None else np.union1d(self.span.points, self.instants)
        return self.compiled.simulate(
            start_time=self.span.start_time, stop_time=self.span.stop_time,
            tolerance=self.span.tolerance, output_times=times, interval=interval,
            parameters={**self.given, **parameters},
        )  # fmt: skip

    def paths(self, columns: Mapping[str, Floats], count: int) -> list[Point]:
        """Return start and events of runs.

        Parameters
        ----------
        columns : mapping of str to float array
            Values of parameters by name, one for each run.
        count : int
            Number of runs.
        """
        many = self._ensemble(columns, count)
        results = [many[k] for k in range(len(many))]
        return [Point((), one.events, Start.of(one), one.message) for one in results]

    @property
    def instants(self) -> Floats:
        """All measured instants within the run, s."""
        times = [channel.time for channel in self.channels]
        single = [t for one in self.singles for t in one.outcome.output_times]
        return np.unique(np.concatenate([*times, single, [self.span.stop_time]]))

    def _ensemble(self, columns: Mapping[str, Floats], count: int) -> Ensemble:
        """Make runs; few short ones on one thread, since others would only be waited for."""
        tables = {k: [v] * count if _is_table(v) else v for k, v in self.given.items()}
        quick = self._seconds * count < _QUICK
        begin = perf_counter()
        points = self.instants
        if any(one.outcome.needs_points for one in self.singles):
            points = np.union1d(points, self.span.points)
        if self.timing:
            points = np.union1d(points, self._shifted())
        many = self.compiled.ensemble(
            {**tables, **columns} or _anything(self.compiled),
            start_time=self.span.start_time, stop_time=self.span.stop_time,
            tolerance=self.span.tolerance, output_times=points, record=self._record,
            threads=1 if quick and self.threads is None else self.threads,
        )  # fmt: skip
        self._seconds = (perf_counter() - begin) / count
        self.runs += count
        return many

    def _shifted(self) -> Floats:
        """Return instants as far from the samples as their instants may be wrong."""
        inside = np.concatenate([channel.time for channel in self.channels] or [np.empty(0)])
        both = np.concatenate([inside - self.timing, inside + self.timing])
        return np.asarray(np.clip(both, self.span.start_time, self.span.stop_time))

    @property
    def _record(self) -> list[str] | None:
        needed = self.signals
        for one in self.singles:
            if one.outcome.variables is None:
                return None
            needed = [*needed, *one.outcome.variables]
        return needed or None

    def _allowed(self, columns: Mapping[str, Floats], count: int) -> tuple[Bools, list[str]]:
        """Return which values are within the bounds of the parameters."""
        updates, messages = self.compiled.translation.parameter_updates, [""] * count
        plain = {k: v for k, v in self.given.items() if not _is_table(v)}
        for run in range(count):
            try:
                updates.values({**plain, **{name: float(v[run]) for name, v in columns.items()}})
            except ParameterError as error:
                messages[run] = str(error)
        return np.array([not text for text in messages]), messages

    def _read(self, many: Ensemble, run: int) -> tuple[Floats, str, int]:
        """Return what a run says, why it failed, and how many outcomes did not occur."""
        nothing = np.full(len(self), np.nan)
        if many.messages[run]:
            return nothing, many.messages[run], 0
        signals = self._at_instants(many, run)
        if signals is None:
            end = many.rows[run][-1, 0] if len(many.rows[run]) else np.nan
            return nothing, f"the run ended at {end:g} s, before the last sample", 0
        found, absent = [], 0
        result = many[run] if self.singles else None
        for one in self.singles:
            assert result is not None
            reading = one.outcome.of(result)
            value, is_absent = reading.value, reading.value != reading.value
            absent += is_absent
            if is_absent and one.outcome.units(result.layout) != ("s",):
                return nothing, f"{one.outcome.name}: {reading.why}", 0
            found.append(self.span.stop_time if is_absent else value)
        return np.concatenate([signals, found]), "", absent

    def _at_instants(self, many: Ensemble, run: int) -> Floats | None:
        """Return the signals at the samples, just after an event; None if the run ended before."""
        if not self.channels:
            return np.empty(0)
        rows, names = many.rows[run], [channel.sensor.signal for channel in self.channels]
        found = []
        for channel, name in zip(self.channels, names, strict=True):
            place = places(rows[:, 0], channel.time)
            if place is None:
                return None
            position = many.layout.position(name)
            found.append(many.layout.values(rows[place], position).astype(float))
        return np.concatenate(found)

    def steepness(self, parameters: Mapping[str, float]) -> list[Floats]:
        """Return by how much the signals change within the uncertainty of the instants.

        Parameters
        ----------
        parameters : mapping of str to float
            Values of the parameters that are sought.
        """
        columns = {name: np.array([value]) for name, value in parameters.items()}
        many = self._ensemble(columns, 1)
        rows, found = many.rows[0], []
        for channel in self.channels:
            begin, end = self.span.start_time, self.span.stop_time
            both = []
            for shift in (-self.timing, self.timing):
                place = places(rows[:, 0], np.clip(channel.time + shift, begin, end))
                position = many.layout.position(channel.sensor.signal)
                both.append(np.zeros(len(channel)) if place is None else
                            many.layout.values(rows[place], position).astype(float))  # fmt: skip
            found.append(np.abs(both[1] - both[0]) / 2)
        return found


def places(time: Floats, instants: Floats) -> NDArray[np.int64] | None:
    """Return the last row at each instant; None if one has not been recorded.

    Parameters
    ----------
    time : float array
        Instants of the rows, s.
    instants : float array
        Instants that are sought, s; an event a few last bits apart is at the same instant.
    """
    if not len(time):
        return None
    near = _SAME * np.spacing(np.abs(instants))
    place = np.searchsorted(time, instants + near, side="right") - 1
    if (place < 0).any() or (time[place] < instants - near).any():
        return None
    return np.asarray(place, dtype=np.int64)


def _distinct(columns: Mapping[str, Floats], count: int) -> tuple[list[int], list[int]]:
    """Return the runs that differ, and for each run the one that is like it."""
    known: dict[bytes, int] = {}
    first: list[int] = []
    again = []
    table = np.column_stack([*columns.values()]) if columns else np.zeros((count, 0))
    for run, row in enumerate(np.ascontiguousarray(table, dtype=float)):
        key = row.tobytes()
        if key not in known:
            known[key] = len(first)
            first.append(run)
        again.append(known[key])
    return first, again


def _anything(compiled: CompiledModel) -> dict[str, float]:
    """Return some parameter with its own value: an ensemble has to be given one."""
    translation = compiled.translation
    for name in parameter_names(translation.flat.root):
        try:
            return {name: value_of(translation, translation.values, name)}
        except (UsageError, ParameterError):
            continue
    raise UsageError(f"{compiled.title} has no parameter that could be varied")


def _is_table(value: Any) -> bool:
    return is_frame(value) or np.ndim(getattr(value, "magnitude", value)) > 0


def experiment_of(
    measured: Measured, compiled: CompiledModel, tolerance: float | None, threads: int | None
) -> Experiment:
    """Return an experiment with all of its data checked.

    Parameters
    ----------
    measured : Measured
        What the user gave.
    compiled : CompiledModel
        The model.
    tolerance : float or None
        Relative tolerance of the runs.
    threads : int or None
        Number of runs side by side.

    Raises
    ------
    UsageError
        If there is nothing measured, or it lies outside the run.
    """
    channels = channels_of(measured, compiled.layout)
    singles = _singles(measured.outcomes, compiled.layout)
    if not channels and not singles:
        raise UsageError(f"{measured!r}: there is nothing that was measured; give data or outcomes")
    timing = 0.0 if measured.timing is None else positive(measured.timing, "timing", "s")
    span = _span(measured, compiled, channels, singles, tolerance)
    _check_inside(channels, span)
    given = {**check_parameters(measured.parameters), **_inputs(measured, compiled)}
    return Experiment(measured.name, compiled, channels, singles, given, span, timing, threads)


def with_noise(experiment: Experiment, added: Sequence[Floats]) -> Experiment:
    """Return an experiment whose samples are less certain.

    Parameters
    ----------
    experiment : Experiment
        As it was measured.
    added : sequence of float array
        Further standard deviations, by column.
    """
    channels = [
        replace(channel, sigma=np.hypot(channel.sigma, more))
        for channel, more in zip(experiment.channels, added, strict=True)
    ]
    return replace(experiment, channels=channels)


def _singles(given: Any, layout: Layout) -> list[Single]:
    if given is None:
        return []
    form = "give outcomes={first('clutch.mode', 'stuck'): (0.385, 0.002)}, value and deviation"
    if not isinstance(given, Mapping):
        raise UsageError(f"outcomes={shown(given)}: {form}")
    found = []
    for outcome, pair in given.items():
        if not isinstance(outcome, Outcome):
            raise UsageError(f"outcomes: {shown(outcome)} is none; {form}")
        if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
            raise UsageError(f"outcomes={{{outcome.name}: {shown(pair)}}}: {form}")
        outcome.check_single()
        (unit,) = outcome.units(layout)
        value, sigma = (checked_number(x, outcome.name, unit or "1") for x in pair)
        if not np.isfinite(value):
            raise UsageError(f"outcomes: {outcome.name} = {value:g} is no measured number")
        if not 0 < sigma < np.inf:
            raise UsageError(f"outcomes: the deviation of {outcome.name} has to be above 0")
        found.append(Single(outcome, value, sigma))
    return found


def _span(
    measured: Measured,
    compiled: CompiledModel,
    channels: Sequence[Channel],
    singles: Sequence[Single],
    tolerance: float | None,
) -> Span:
    """Return the time span of the runs: to the last sample, or to the usual end."""
    usual = settings_of(compiled.model, measured.start_time, None, tolerance, "auto", None)
    stop = measured.stop_time
    if stop is None and channels:
        last = max(float(channel.time[-1]) for channel in channels)
        stop = max(last, usual.stop_time) if singles else last
    settings = settings_of(compiled.model, measured.start_time, stop, tolerance, "auto", None)
    return span_of(settings, tolerance)


def _check_inside(channels: Sequence[Channel], span: Span) -> None:
    for channel in channels:
        outside = (channel.time < span.start_time) | (channel.time > span.stop_time)
        if outside.any():
            raise UsageError(
                f"column {channel.column!r} has a sample at t = {channel.time[outside][0]:g} s, "
                f"outside of the run ({span.start_time:g} s … {span.stop_time:g} s): leave it out, "
                "or give start_time= and stop_time="
            )


def _inputs(measured: Measured, compiled: CompiledModel) -> dict[str, Any]:
    """Return the tables of parts that follow the measurements."""
    names = measured.inputs or ()
    if isinstance(names, str):
        names = (names,)
    known = list(table_names(compiled.translation.flat.root))
    found: dict[str, Any] = {}
    for part in names:
        if f"{part}.table" not in known:
            parts = [name.removesuffix(".table") for name in known if name.endswith(".table")]
            raise UsageError(
                f"inputs: {shown(part)} is no part made by from_data{nearest(str(part), parts)}"
            )
        found[f"{part}.table"] = _table_for(measured, compiled, str(part))
    return found


def _table_for(measured: Measured, compiled: CompiledModel, part: str) -> Any:
    """Return the one of the tables that fits a part."""
    refusals = []
    for table in tables_of(measured.data, measured.time):
        try:
            compiled.translation.parameter_updates.values({f"{part}.table": table})
        except (TableError, ParameterError) as error:
            refusals.append(str(error))
        else:
            return table
    raise TableError(f"inputs={part!r}: {'; '.join(refusals) or 'there are no data'}")
