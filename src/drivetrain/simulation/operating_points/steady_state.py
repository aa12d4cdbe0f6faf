"""Find steady states: everything turns evenly, and nothing else changes.

A relative equilibrium is sought by Newton's method: the derivatives of all states vanish, but those
of angles that can turn freely. Contacts are decided at every iterate as at an event. Where a speed
is given, an input is adjusted until it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.operating_point import Held, Requested
from drivetrain.analysis.matrices import dense
from drivetrain.analysis.modes.reduction import reduction_of, without_effect
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.errors import (
    AnalysisError,
    DrivetrainError,
    InitialisationError,
    SimulationError,
)
from drivetrain.simulation.linearisation.linearisation import Linearisation, PointFacts
from drivetrain.simulation.operating_points.beginnings import Beginning
from drivetrain.simulation.operating_points.shaft_cycle import ShaftCycle
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.slopes.held_motions import held_at
from drivetrain.simulation.slopes.point_solver import PointSolver
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.slopes import Rows, Slopes

__all__ = ["SteadyPoint", "SteadyState", "found_near"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOST_ITERATIONS = 60
_REACHED = 1e-9
"""Remaining rates, in nominal values per second, and speeds, that count as none …"""
_ROUNDING = 1e-10
"""… or this fraction of their terms."""
_SHOWN = 1e-3
"""Part of the largest remaining rate below which messages leave others out."""
_LEAST_STEP = 2.0**-12
_LEAST_PART = 2.0**-7
"""Smallest part of the way from one speed to another."""


@dataclass(frozen=True, eq=False)
class SteadyPoint:
    """A steady state.

    Attributes
    ----------
    reached : Reached
        The point.
    facts : PointFacts
        What was asked and adjusted.
    slopes : Slopes
        Derivatives there.
    rows : list of float array
        Rows at the positions over which it is averaged; one if it is not.
    """

    reached: Reached
    facts: PointFacts
    slopes: Slopes
    rows: list[Floats]


class _UnevenError(AnalysisError):
    """Nothing turns evenly, wherever the search begins."""


class SteadyState:
    """The search for a steady state.

    Parameters
    ----------
    made : Linearisation
        The model, with what is adjusted among its inputs.
    settings : Settings
        Settings of the run.
    speeds : dict of int to float
        Prescribed speeds by the number of the variable.
    adjusted : list of int
        Inputs that are adjusted, as many as speeds.
    cycle : ShaftCycle or None
        Cycle over which the model is averaged.
    """

    def __init__(
        self, made: Linearisation, settings: Settings, speeds: dict[int, float],
        adjusted: list[int], cycle: ShaftCycle | None = None,
    ) -> None:  # fmt: skip
        self._made, self.settings = made, settings
        self._speeds, self._adjusted = speeds, [*adjusted, *made.delays.places]
        self._steered = len(adjusted)
        self._cycle, self._points = cycle, PointSolver(made.translation)
        self._own = made.translation.values.parameter
        self._n = len(made.translation.lowered.states)

    def find(
        self, start: Reached, time: float | None = None, *, gradually: bool = False
    ) -> SteadyPoint:
        """Return the steady state near a point of the model with its inputs.

        Parameters
        ----------
        start : Reached
            The point.
        time : float, optional
            Instant at which sources stay; that of the point by default.
        gradually : bool
            Whether the speeds at the point are changed to the prescribed ones in several steps.

        Raises
        ------
        AnalysisError
            If none was found; the message names what still changes.
        """
        self._own = start.values.parameter.copy()
        row = start.row.copy()
        row[0] = row[0] if time is None else time
        target = np.array([*self._speeds.values(), *(0.0 for _ in self._made.delays.places)])
        point = self._point(row, np.zeros(len(self._adjusted)), start, target)
        return self._result(self._approached(point) if gradually else self._converged(point))

    def _converged(self, point: _Iterate) -> _Iterate:
        """Return the steady state at the speeds that an iterate aims at."""
        for _ in range(_MOST_ITERATIONS):
            if point.size <= 1.0:
                return point
            point = self._better(point)
        raise self._not_found(point)

    def _approached(self, point: _Iterate) -> _Iterate:
        """Return the steady state at the prescribed speeds, by way of others."""
        target, own = point.target, point.speeds
        point = self._converged(self._moved(point, own))
        part, step = 0.0, 0.5
        while part < 1.0:
            step = min(step, 1.0 - part)
            try:
                aim = own + (part + step) * (target - own)
                point = self._converged(self._moved(point, aim))
            except AnalysisError:
                step /= 2
                if step < _LEAST_PART:
                    raise
            else:
                part, step = part + step, 2 * step
        return point

    def _moved(self, point: _Iterate, target: Floats) -> _Iterate:
        """Return an iterate that aims at other speeds."""
        return self._point(point.reached.row, point.adjusted, point.reached, target)

    # -- points --------------------------------------------------------------------------------

    def _point(self, row: Floats, adjusted: Floats, like: Reached, target: Floats) -> _Iterate:
        """Return an iterate: the point itself, its derivatives, and the speeds it aims at."""
        values = self._with(adjusted, like)
        solver = self._made.solver(values, self.settings)
        first = self._points.row(solver, row, row[self._points.states])
        rows = [first]
        source = self._made.source
        slopes: Slopes = source.at(solver, first, values)
        if self._cycle is not None:
            slopes, rows = self._cycle.averaged(Reached(solver, first, values), slopes)
        reached = Reached(solver, first, values)
        return _Iterate(self, reached, adjusted, slopes, rows, target)

    def _with(self, adjusted: Floats, like: Reached) -> Any:
        parameters = like.values.parameter.copy()
        for place, value in zip(self._adjusted, adjusted.tolist(), strict=True):
            number = self._made.columns.number(place)
            parameters[number] = self._own[number] + value
        return replace(like.values, parameter=parameters)

    def turned(self, point: SteadyPoint, angles: Floats) -> list[Floats]:
        """Return rows of a steady state when the shaft has turned by some angles, rad."""
        assert self._cycle is not None
        return self._cycle.turned(point.reached, point.slopes, angles)

    # -- iteration -----------------------------------------------------------------------------

    def _better(self, point: _Iterate) -> _Iterate:
        """Return a better iterate along the step of Newton's method."""
        step = point.step()
        states, adjusted = step[: self._n], step[self._n :][: len(self._adjusted)]
        part, failure = 1.0, None
        while part >= _LEAST_STEP:
            row = point.reached.row.copy()
            row[self._points.states] += part * states
            try:
                change = point.adjusted + part * adjusted
                found = self._point(row, change, point.reached, point.target)
            except AnalysisError as error:
                failure, part = error, part / 2
                continue
            if found.distance < point.distance * (1 - part / 10):
                return found
            part /= 2
        raise failure or self._not_found(point)

    def _not_found(self, point: _Iterate) -> AnalysisError:
        told = f"no steady state was found near this point of {self._made.base.title}"
        if point.turns and self._cycle is None:
            return _UnevenError(
                f"{told}: {', '.join(point.changing())}; torques depend on the angle, so that "
                "nothing turns evenly: average over the cycle of a shaft, average=…"
            )
        return AnalysisError(
            f"{told}: {', '.join(point.changing())}; give a speed with speed={{…}}, begin nearer "
            "with time=…, or linearise at an instant"
        )

    def _result(self, point: _Iterate) -> SteadyPoint:
        held = [
            Held(*self._made.columns.described(place), float(self._own[number]) + change)
            for place, number, change in self._changes(point)
        ]
        revolutions = 0.0 if self._cycle is None else self._cycle.revolutions
        if len(self._made.delays):
            self._made.delays.check_still(point.slopes, point.reached.values.parameter)
        facts = PointFacts("steady", self._requested(point), held, revolutions)
        return SteadyPoint(point.reached, facts, point.slopes, point.rows)

    def _changes(self, point: _Iterate) -> Iterator[tuple[int, int, float]]:
        """Yield adjusted inputs, the parameters that stand for them, and their changes."""
        for place, change in zip(
            self._adjusted[: self._steered], point.adjusted[: self._steered].tolist(), strict=True
        ):
            yield place, self._made.columns.number(place), change

    def _requested(self, point: _Iterate) -> list[Requested]:
        numbers = np.array(list(self._speeds), dtype=np.int64)
        values = point.slopes.variables(numbers).values if len(numbers) else numbers
        names = self._made.names_of(numbers)
        return [
            Requested(name, unit, asked, float(value))
            for (name, unit), asked, value in zip(names, self._speeds.values(), values, strict=True)
        ]

    def given(self, adjusted: Floats) -> Floats:
        """Return the values of the adjusted inputs."""
        numbers = [self._made.columns.number(place) for place in self._adjusted]
        return self._own[numbers] + adjusted

    @property
    def numbers(self) -> Ints:
        """Numbers of the variables whose speeds are prescribed."""
        return np.array(list(self._speeds), dtype=np.int64)

    def delayed(self, reached: Reached) -> Floats:
        """Return the values of delays at a point."""
        delays, parameters = self._made.delays, reached.values.parameter
        return delays.values(parameters) if len(delays) else np.empty(0)

    @property
    def columns(self) -> list[int]:
        """Inputs that are adjusted."""
        return self._adjusted

    @property
    def made(self) -> Linearisation:
        """The model."""
        return self._made


def found_near(search: SteadyState, beginnings: Iterable[Beginning]) -> SteadyPoint:
    """Return the steady state near the first of several points near which there is one.

    Sources stay as they are at the first point.

    Parameters
    ----------
    search : SteadyState
        The search.
    beginnings : iterable of callable
        Return points of the model without its inputs.

    Raises
    ------
    AnalysisError, SimulationError, InitialisationError
        If none was found; the message is that of the first search.
    """
    failures: list[DrivetrainError] = []
    points: list[Reached] = []
    for begin in beginnings:
        try:
            points.append(search.made.carried(begin(), search.settings))
            return search.find(points[-1], float(points[0].row[0]))
        except _UnevenError as failure:
            raise AnalysisError(str(failure)) from None
        except (AnalysisError, InitialisationError, SimulationError) as failure:
            failures.append(failure)
    for point in points[-1:] if len(search.numbers) else ():
        with suppress(AnalysisError):
            return search.find(point, float(points[0].row[0]), gradually=True)
    raise failures[0]


class _Iterate:
    """A point of the iteration, and what is not yet steady there."""

    def __init__(
        self, search: SteadyState, reached: Reached, adjusted: Floats, slopes: Slopes,
        rows: Sequence[Floats], target: Floats,
    ) -> None:  # fmt: skip
        self._search, self.reached, self.adjusted = search, reached, adjusted
        self.slopes, self.rows, self.target = slopes, list(rows), target
        made = search.made
        mixed: Rows = made.columns.mixed(slopes.rates, reached.values.parameter)
        self._matrix, self._inputs = dense(mixed.by_states), dense(mixed.by_inputs)
        self._rates = np.asarray(mixed.values)
        self._nominal = made.system.nominal(reached.values)
        held, _ = held_at(made.translation, reached.row)
        self._locks = dense(slopes.locks.by_states[held]) if len(held) else self._matrix[:0]
        self._speed = self._wanted_rows(made, search)
        closed = self._closed(made)
        reduction = reduction_of(closed, self._locks, self._nominal)
        self._turning = without_effect(closed, reduction.free)
        self.rest = self._rest()
        self.size = float(np.abs(self.rest / self._allowed()).max(initial=0.0))
        self.distance = float(np.linalg.norm(self.rest))

    def _wanted_rows(self, made: Linearisation, search: SteadyState) -> Rows:
        """Return the speeds that are prescribed, then what delays are to have as their values."""
        n, m = len(self._rates), self._inputs.shape[1]
        found = [Rows(np.empty(0), np.empty((0, n)), np.empty((0, m)))]
        parameters = self.reached.values.parameter
        if len(search.numbers):
            found.append(made.columns.mixed(self.slopes.variables(search.numbers), parameters))
        if len(made.delays):
            found.append(made.delays.missed(self.slopes, parameters))
        by_states, by_inputs = [
            np.vstack([dense(matrix) for matrix in some])
            for some in ([one.by_states for one in found], [one.by_inputs for one in found])
        ]
        return Rows(np.concatenate([one.values for one in found]), by_states, by_inputs)

    def _closed(self, made: Linearisation) -> Floats:
        """Return the state matrix with every delay closed: its value is its argument."""
        places = made.delays.places
        if not places:
            return self._matrix
        n = len(self._speed.values) - len(places)
        loop = self._speed.by_inputs[n:, places]
        followed = np.linalg.lstsq(loop, -self._speed.by_states[n:])[0]
        return np.asarray(self._matrix + self._inputs[:, places] @ followed)

    def _rest(self) -> Floats:
        """Return what is not yet steady: rates in nominal values per second, missed speeds."""
        turning = self._turning / self._nominal[:, None]
        rates = self._rates / self._nominal
        if turning.shape[1]:
            rates = rates - turning @ np.linalg.lstsq(turning, rates, rcond=None)[0]
        missed = self._speed.values - self.target
        delayed = self._search.delayed(self.reached)
        sizes = np.concatenate([self.target[: len(missed) - len(delayed)], delayed])
        scale = np.maximum(np.abs(sizes), 1.0)
        return np.concatenate([rates, missed / scale])

    def _allowed(self) -> Floats:
        """Return what counts as steady."""
        states = self.reached.row[FIRST_VALUE : FIRST_VALUE + len(self._rates)]
        columns = self._search.columns
        added = np.abs(self._inputs[:, columns]) @ np.abs(self._search.given(self.adjusted))
        terms = (np.abs(self._matrix) @ np.abs(states) + added) / self._nominal
        missed = np.zeros(len(self.rest) - len(terms))
        return np.asarray(_REACHED + _ROUNDING * np.concatenate([terms, missed]))

    @property
    def speeds(self) -> Floats:
        """Speeds that are prescribed, as they are here."""
        return self._speed.values

    def step(self) -> Floats:
        """Return the step of Newton's method: states, adjusted inputs, speeds of free shafts."""
        n, k = len(self._rates), self._turning.shape[1]
        chosen = self._inputs[:, self._search.columns]
        m = chosen.shape[1]
        wanted = self._speed.by_inputs[:, self._search.columns]
        scale = self._nominal[:, None]
        whole = np.block(
            [
                [self._matrix / scale, chosen / scale, -self._turning / scale],
                [self._speed.by_states, wanted, np.zeros((len(wanted), k))],
                [self._locks, np.zeros((len(self._locks), m + k))],
                [self._turning.T / scale.T, np.zeros((k, m + k))],
            ]
        )
        missed = self.target - self._speed.values
        right = np.concatenate(
            [-self._rates / self._nominal, missed, np.zeros(len(self._locks) + k)]
        )
        sizes = np.concatenate([self._nominal, self._sizes(chosen), np.ones(k)])
        found = np.linalg.lstsq(whole * sizes, right, rcond=1e-13)[0]
        return np.asarray(found * sizes)[: n + m]

    def _sizes(self, columns: Floats) -> Floats:
        """Return typical sizes of the inputs: what changes a rate by its nominal value."""
        effect = np.abs(columns / self._nominal[:, None]).max(axis=0, initial=0.0)
        return 1.0 / np.where(effect > 0, effect, 1.0)

    @property
    def turns(self) -> bool:
        """Whether what changes most is an angle or a position."""
        n = len(self._rates)
        units = self._search.made.state_signals.units
        return bool(n) and units[int(np.argmax(np.abs(self.rest[:n])))] in ("rad", "m")

    def changing(self) -> list[str]:
        """Return what changes most, in words."""
        n = len(self._rates)
        names = list(self._search.made.state_signals)
        order = np.argsort(-np.abs(self.rest[:n]))[:3]
        found = [
            f"{names[k]} still changes by {self._rates[k]:.3g} per second"
            for k in order
            if abs(self.rest[k]) > _SHOWN * np.abs(self.rest[:n]).max()
        ]
        missed = self._speed.values - self.target
        found += [f"a speed is missed by {one:.3g}" for one in missed if abs(one) > 1e-6]
        return found
