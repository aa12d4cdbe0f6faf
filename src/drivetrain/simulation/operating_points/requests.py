"""Requests for linear models, checked before anything runs; what they need is made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.linear.linear_models import LinearModels
from drivetrain.compiler.frontend.open_delays import delays_of
from drivetrain.compiler.frontend.values import Values, check_parameters
from drivetrain.errors import AnalysisError, UsageError, nearest, shown
from drivetrain.modeling.argument_values import is_one_of
from drivetrain.simulation.diagnostics.discrete_reads import clocked_values
from drivetrain.simulation.diagnostics.idle_parameters import warn_of_idle_parameters
from drivetrain.simulation.diagnostics.relations import Relations
from drivetrain.simulation.linearisation.inputs import resolved
from drivetrain.simulation.linearisation.linearisation import Linearisation, PointFacts
from drivetrain.simulation.operating_points.balance import balance_of
from drivetrain.simulation.operating_points.beginnings import Beginnings
from drivetrain.simulation.operating_points.given_values import (
    checked_values,
    requested,
    with_given,
)
from drivetrain.simulation.operating_points.runs import Starter, reached, rows_at
from drivetrain.simulation.operating_points.shaft_cycle import ShaftCycle
from drivetrain.simulation.operating_points.steady_state import (
    SteadyPoint,
    SteadyState,
    found_near,
)
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import TIME_COLUMN, Layout
from drivetrain.simulation.runs.origin import Origin
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.slopes.reached import Reached

__all__ = ["LinearRequests", "Steady", "Where"]

Floats = NDArray[np.float64]

_SIDES = ("after", "before")
_POINTS = ("start", "steady")
_MOST = 8
"""Sets of inputs and outputs whose code is kept."""
_MOST_NAMED = 4
_SAME_INSTANT = 1e-12
"""Events this part of the time apart are at one instant: nothing moves between them."""


class Where(NamedTuple):
    """Where a model is to be linearised.

    Attributes
    ----------
    settings : Settings
        Settings of the run.
    at : str, float or mapping
        As for :func:`drivetrain.linearise`; instants are within the settings.
    side : str
        Side of an event.
    parameters : mapping, optional
        Values other than the model's own.
    time : float, optional
        Instant from which a steady state is sought.
    speed : mapping, optional
        Speeds in the steady state.
    balance : str, mapping or None
        What is adjusted to keep them.
    average : float
        Revolutions over which the steady state is averaged.
    """

    settings: Settings
    at: Any
    side: str = "after"
    parameters: Mapping[str, Any] | None = None
    time: float | None = None
    speed: Mapping[str, Any] | None = None
    balance: Any = "torque"
    average: float = 0.0


class Steady(NamedTuple):
    """A steady state.

    Attributes
    ----------
    made : Linearisation
        The model with its inputs.
    search : SteadyState
        How it was found.
    point : SteadyPoint
        The state.
    """

    made: Linearisation
    search: SteadyState
    point: SteadyPoint

    def model(self) -> LinearModel:
        """Return the linear model there."""
        point = self.point
        rows = point.rows if point.facts.revolutions else ()
        return self.made.model(point.reached, point.facts, None, point.slopes, rows)


class LinearRequests:
    """Linear models of a compiled model.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        self._prepared = prepared
        self._starter = Starter(prepared)
        self._known: dict[Any, Linearisation] = {}
        self._latest: Beginnings | None = None
        self._variants: list[PreparedModel] = []
        self._lock = Lock()

    def model(self, where: Where, inputs: Iterable[str], outputs: Iterable[str]) -> LinearModel:
        """Return the linear model at an operating point."""
        _check(where)
        if where.at == "steady":
            return self.steady(where, inputs, outputs).model()
        prepared, values = self._values(where.parameters)
        made = self._made(prepared, _texts("inputs", inputs), _texts("outputs", outputs))
        with self._reached(prepared, values, where) as (point, facts):
            return made.model(made.carried(point, where.settings), facts, point.row)

    def along(
        self, run: Result, instants: Floats, side: str, inputs: Iterable[str],
        outputs: Iterable[str],
    ) -> LinearModels:  # fmt: skip
        """Return the linear models at several instants of a run; see :meth:`Result.linearise`."""
        origin = run.origin
        if not isinstance(origin, Origin) or origin.before is not None:
            raise AnalysisError(
                f"this run of {run.model} continues another one: linearise along the first run, or "
                "run the model in one piece"
            )
        settings = origin.settings
        prepared, values = self._values(origin.parameters)
        _check_delays(prepared, "along a run")
        made = self._made(prepared, _texts("inputs", inputs), _texts("outputs", outputs))
        found: list[tuple[LinearModel, str]] = []
        with rows_at(prepared, settings, values, instants) as (solver, sides):
            for rows in _merged(sides):
                for row, label in _labelled(rows, side):
                    point = made.carried(Reached(solver, row, values), settings)
                    found.append((made.model(point, PointFacts("instant"), row), label))
        return LinearModels(tuple(one for one, _ in found), tuple(label for _, label in found))

    def steady(self, where: Where, inputs: Iterable[str], outputs: Iterable[str]) -> Steady:
        """Return the steady state that is asked for."""
        _check(where)
        prepared, values = self._values(where.parameters)
        if where.average:
            _check_delays(prepared, "within revolutions (leave out average, or average=0)")
        given = where.speed or {}
        speeds = checked_values(prepared.translation, given, "speed")
        balance = balance_of(where.balance, given)
        wanted = _texts("inputs", inputs), _texts("outputs", outputs)
        whole = self._made(prepared, *wanted, balance)
        made = whole.in_states_of_runs
        cycle = ShaftCycle(made, next(iter(speeds)), where.average) if where.average else None
        kept = speeds if balance else {}
        search = SteadyState(made, where.settings, kept, made.adjusted, cycle)
        begin = self._beginnings(prepared, values, where, speeds)
        point = found_near(search, begin.every())
        if cycle is None and whole is not made:
            at = point.reached
            slopes = whole.source.at(at.solver, at.row, at.values)
            return Steady(whole, search, replace(point, slopes=slopes))
        return Steady(made, search, point)

    def prepare(self, where: Where, inputs: Iterable[str], outputs: Iterable[str]) -> None:
        """Refuse names that do not exist before steady states are sought."""
        prepared, _ = self._values(where.parameters)
        checked_values(prepared.translation, where.speed or {}, "speed")
        balance = balance_of(where.balance, where.speed or {})
        self._made(prepared, _texts("inputs", inputs), _texts("outputs", outputs), balance)

    def speed(self, where: Where, name: str) -> float:
        """Return a speed where the search for a steady state begins."""
        prepared, values = self._values(where.parameters)
        made = self._made(prepared, (), (name,))
        begin = self._beginnings(prepared, values, where, {}).first()
        point = made.carried(begin, where.settings)
        return float(made.source.outputs(point.solver, [point.row], point.values)[0, 0])

    def _beginnings(
        self, prepared: PreparedModel, values: Values, where: Where, speeds: Mapping[int, float]
    ) -> Beginnings:
        """Return where a search begins; an instant that the latest one has reached is kept."""
        made = Beginnings(prepared, where.settings, values, speeds, where.time)
        latest = self._latest
        if latest is not None and latest.same(made):
            made = replace(made, _first=latest.first())
        self._latest = made
        return made

    @contextmanager
    def _reached(
        self, prepared: PreparedModel, values: Values, where: Where
    ) -> Iterator[tuple[Reached, PointFacts]]:
        """Reach an operating point that is not sought for: start, values or an instant."""
        settings = where.settings
        if isinstance(where.at, Mapping):
            yield self._given(prepared, values, settings, where.at)
        elif where.at == "start":
            starter = self._starter if prepared is self._prepared else Starter(prepared)
            yield starter.start(settings, values), PointFacts("start")
        else:
            _check_delays(prepared, f"at {float(where.at):g} s")
            before = where.side == "before"
            with reached(prepared, settings, values, float(where.at), before) as point:
                yield point, PointFacts("instant")

    def _given(
        self, prepared: PreparedModel, values: Values, settings: Settings, given: Mapping[str, Any]
    ) -> tuple[Reached, PointFacts]:
        """Return the start with given values."""
        t = prepared.translation
        asked = checked_values(t, given, "at")
        point = Starter(prepared).start(settings, with_given(t, values, asked))
        return point, PointFacts("values", requested(t, asked, point.solver.current))

    def _values(self, parameters: Mapping[str, Any] | None) -> tuple[PreparedModel, Values]:
        """Return the values of a run, and the model in a form that is valid for them."""
        prepared = self._prepared
        t = prepared.translation
        given = check_parameters(parameters)
        if not given:
            return prepared, t.values
        values = t.parameter_updates.values(given)
        warn_of_idle_parameters(t, given)
        if t.guards.admits(values):
            return prepared, values
        for other in list(self._variants):
            if other.translation.guards.admits(values):
                return other, values
        prepared = prepared.variant(overrides=given)
        with self._lock:
            self._variants = [*self._variants[1 - _MOST :], prepared]
        return prepared, prepared.translation.values

    def _made(
        self, prepared: PreparedModel, inputs: tuple[str, ...], outputs: tuple[str, ...],
        adjusted: tuple[str, ...] = (),
    ) -> Linearisation:  # fmt: skip
        key = prepared, inputs, outputs, adjusted
        with self._lock:
            if key not in self._known:
                _check_continuous(prepared)
                while len(self._known) >= _MOST:
                    self._known.pop(next(iter(self._known)), None)
                t, layout = prepared.translation, prepared.layout
                found = resolved(inputs, t, layout), resolved(adjusted, t, layout)
                wanted = _real(layout, outputs)
                self._known[key] = Linearisation(prepared, found[0], wanted, found[1])
            return self._known[key]


def _merged(sides: Sequence[tuple[Floats, ...]]) -> list[tuple[Floats, ...]]:
    """Return the sides of events; of those that rounding parts before the first, after the last."""
    found: list[tuple[Floats, ...]] = []
    for rows in sides:
        if found and len(rows) > 1 and len(found[-1]) > 1:
            before, now = found[-1][-1][TIME_COLUMN], rows[0][TIME_COLUMN]
            if now - before <= _SAME_INSTANT * abs(now):
                found[-1] = found[-1][0], rows[-1]
                continue
        found.append(rows)
    return found


def _labelled(rows: tuple[Floats, ...], side: str) -> list[tuple[Floats, str]]:
    """Return the wanted sides of an event, or the row at another instant."""
    if len(rows) == 1:
        return [(rows[0], "")]
    both = [(rows[0], "before"), (rows[1], "after")]
    return both if side == "both" else [one for one in both if one[1] == side]


def _check(where: Where) -> None:
    """Refuse what has no effect at the point that is asked for, and what is misspelt."""
    if not is_one_of(where.side, _SIDES):
        hint = nearest(str(where.side), _SIDES)
        raise UsageError(f"side={shown(where.side)}: choose one of {', '.join(_SIDES)}{hint}")
    if isinstance(where.at, str) and where.at not in _POINTS:
        raise UsageError(
            f"at={where.at!r}: give an instant in s, values by name, or one of "
            f"{', '.join(map(repr, _POINTS))}{nearest(where.at, _POINTS)}"
        )
    if where.at != "steady":
        given = {
            "time": where.time, "speed": where.speed, "average": where.average or None,
            "balance": None if where.balance == Where._field_defaults["balance"] else where.balance,
        }  # fmt: skip
        for name, value in given.items():
            if value is not None:
                raise UsageError(f"{name}={shown(value)}: this belongs to at='steady'")
    if isinstance(where.at, Mapping | str) and where.side == "before":
        raise UsageError("side='before': only an instant of a run has two sides; give at=…")
    if where.average and not where.speed:
        raise UsageError(
            f"average={where.average:g}: name the shaft by its speed, speed={{'flywheel.w': 4.4}}"
        )


def _texts(label: str, names: Iterable[str]) -> tuple[str, ...]:
    if isinstance(names, str):
        return (names,)
    try:
        found = tuple(names)
    except TypeError:
        raise UsageError(f"{label}={shown(names)}: give a list of names") from None
    for name in found:
        if not isinstance(name, str):
            raise UsageError(f"{label}: {shown(name)} is no name; give texts such as 'J1.w'")
    return found


def _real(layout: Layout, patterns: tuple[str, ...]) -> list[str]:
    """Return the continuous variables that fit; a name without pattern must be one."""
    if not patterns:
        return []
    kinds = {name: layout.kinds[layout.position(name)] for name in layout.match(*patterns)}
    for name in patterns:
        if kinds.get(name, "real") != "real":
            raise AnalysisError(
                f"{name} is {kinds[name]}, so it does not change by a little; a linear model shows "
                "it among its contacts, lin.point.contacts"
            )
    return [name for name, kind in kinds.items() if kind == "real"]


def _check_delays(prepared: PreparedModel, point: str) -> None:
    """Refuse points of models with delays at which the past is not that of a rest."""
    if prepared.translation.program.delays:
        listed = ", ".join(one.name for one in delays_of(prepared.translation.flat)[:_MOST_NAMED])
        raise AnalysisError(
            f"{prepared.title} contains delays ({listed}): {point} their values come from the "
            "past, and rows of a run do not tell them; linearise at 'start', 'steady' or given "
            "values, or replace the delays by blocks with states, such as PadeDelay"
        )


def _check_continuous(prepared: PreparedModel) -> None:
    """Refuse parts without a linear model in continuous time."""
    if foreign := prepared.translation.kernel.foreign:
        raise AnalysisError(
            f"{prepared.title}: '{foreign[0].part}' is computed by a program of its own (an FMU), "
            "of which there is no linear model; replace it by a part with equations"
        )
    if clocked := clocked_values(prepared.translation):
        names = Relations(prepared.translation, prepared.translation.values.parameter)
        listed = ", ".join(names.discrete_name(number) for number in clocked[:_MOST_NAMED])
        raise AnalysisError(
            f"{prepared.title}: {listed} is set from the motion at the ticks of a clock (sample), "
            "which has no linear model in continuous time; replace the clocked part by a "
            "continuous one, or find a periodic motion with compiled.cycle(…)"
        )
