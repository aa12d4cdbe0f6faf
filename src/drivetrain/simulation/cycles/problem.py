"""The period of a machine that is to repeat, as a system of equations.

The unknowns are the states at the beginning, as far as they are free: neither along what locks hold
nor along rotations that nothing resists. The length of the period can be unknown as well, and so
can a parameter. Each trial goes on where the one before has ended, one period later, so that modes,
counters and clocks are those of a machine that runs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.period_map import Coordinates, MapDerivative
from drivetrain.analysis.cycles.shooting import corrections
from drivetrain.analysis.cycles.tangents import complement
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError
from drivetrain.simulation.cycles.anchors import TURN, Anchor, Revolutions
from drivetrain.simulation.cycles.deviations.derivative import Derivatives
from drivetrain.simulation.cycles.deviations.differences import Variation
from drivetrain.simulation.cycles.held_values import HeldValues
from drivetrain.simulation.cycles.parameter import Followed
from drivetrain.simulation.cycles.period_runs import Passage, PeriodRuns
from drivetrain.simulation.linearisation.state_signals import signals_of_members
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.runs.saved_instant import Placed, SavedInstant

__all__ = ["CyclePoint", "CycleProblem", "CycleTrial"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_GRID = 64
"""Points of a period at which magnitudes are read."""
_LEAST = 1e-3
"""Least magnitude of a state, relative to its nominal value."""
_ANGLES = ("rad",)
_SAME_RATE = 1e-6
"""Difference of two rates that counts as none, relative to their usual magnitude."""
_SAME_PHASE = 1e-12
"""Difference of two phases that counts as none."""
_MISSED = 10.0
"""Tolerances by which a condition may be missed."""
_ROUNDS, _MOST = 4, 0.1
"""Corrections of the period alone, and their largest part of it."""
_KNOWN = 1e-8
"""Singular value below which a direction is not determined, relative to the largest."""
_EXACT = 0.1
"""Part of the tolerances of a run to which its ends are brought together."""


@dataclass(frozen=True, eq=False)
class CyclePoint:
    """Where a trial begins.

    Attributes
    ----------
    at : SavedInstant
        The instant, and the memory of the motion before it.
    states, discrete : float array
        Values there.
    period : float
        Length of the trial, s.
    parameter : float
        Value of the parameter that is followed.
    travelled : float array
        Changes of the unknowns since the prediction, in their sizes; empty at first.
    """

    at: SavedInstant
    states: Floats
    discrete: Floats
    period: float
    parameter: float
    travelled: Floats


@dataclass(frozen=True, eq=False)
class CycleTrial:
    """A run over one period, and the gap between its ends."""

    problem: CycleProblem
    point: CyclePoint
    runs: PeriodRuns
    passage: Passage
    known: list[tuple[Floats, MapDerivative]] = field(default_factory=list, repr=False)
    turns: list[Floats] = field(default_factory=list, repr=False)
    measured: list[Floats] = field(default_factory=list, repr=False)

    @property
    def period(self) -> float:
        """Length of the period, s."""
        return self.point.period

    @property
    def sizes(self) -> Floats:
        """Magnitudes of the unknown values."""
        return self.problem.sizes

    @property
    def advance(self) -> Floats:
        """By how much states and held values advance in the period."""
        return self.problem.unknowns(self.passage.last) - self.problem.unknowns(self.passage.first)

    @property
    def shift(self) -> Floats:
        """The part of it that is allowed: whole turns, and rotations that nothing resists."""
        return self.problem.shift(self)

    @property
    def residual(self) -> Floats:
        """The rest, which vanishes in a cycle."""
        return self.advance - self.shift

    @property
    def gap(self) -> float:
        """Size of the gap, in sizes of the values."""
        missed = [abs(miss) for miss in self.problem.anchor.misses(self)]
        return float(max([*np.abs(self.residual / self.sizes), *missed], default=0.0))

    @property
    def error(self) -> float:
        """The same, in parts of what the runs resolve."""
        rtol = self.runs.settings.tolerance
        missed = [abs(miss) / (_MISSED * rtol) for miss in self.problem.anchor.misses(self)]
        within = self.problem.resolution(self)
        return float(max([*np.abs(self.residual / within), *missed], default=0.0)) / _EXACT

    @property
    def derivative(self) -> MapDerivative:
        """The derivative of the period map, in the present sizes of the values."""
        known = self.known
        if not known or known[0][0] is not self.problem.sizes:
            known[:] = [(self.problem.sizes, self.problem.derivative_at(self))]
        return known[0][1]


class CycleProblem:
    """Equations for a cycle of a model.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    runs : PeriodRuns
        Its runs with the parameters at the start.
    held : HeldValues
        What it keeps besides its states.
    derivatives : Derivatives
        Derivatives of its period map.
    anchor : Anchor
        What fixes the period and the beginning.
    followed : Followed, optional
        Parameter that the cycle is followed over.
    """

    def __init__(
        self, translation: Translation, runs: PeriodRuns, held: HeldValues,
        derivatives: Derivatives, anchor: Anchor, followed: Followed | None = None,
    ) -> None:  # fmt: skip
        self.translation, self.runs, self.held = translation, runs, held
        self.derivatives, self.anchor, self.followed = derivatives, anchor, followed
        self.n = len(translation.lowered.states)
        self.delayed = bool(translation.program.delays)
        self.signals = signals_of_members(translation, translation.lowered.states)
        angle = [unit in _ANGLES for unit in self.signals.units]
        self._is_angle = np.array(angle, dtype=bool)
        self._nominal = runs.scales.atol / runs.scales.rtol
        self._made: tuple[float, PeriodRuns] | None = None
        self.arc: Floats | None = None
        self.reason = ""
        self.unknown: Ints = np.empty(0, dtype=np.int64)
        self.sizes: Floats = np.empty(0)
        self.turning: Floats | None = None

    # -- trials --------------------------------------------------------------------------------

    def runs_at(self, parameter: float) -> PeriodRuns:
        """Return the runs for a value of the parameter that is followed."""
        if self.followed is None:
            return self.runs
        if self._made is None or self._made[0] != parameter:
            runs = self.runs.with_values(self.followed.values(parameter))
            self._made = parameter, runs
        return self._made[1]

    def trial(self, point: CyclePoint) -> CycleTrial:
        """Return the run from a point."""
        runs = self.runs_at(point.parameter)
        begin = Placed(point.at, point.states, point.discrete)
        passage = runs.passage(begin, point.at.time + point.period)
        trial = CycleTrial(self, point, runs, passage)
        if self.turning is None:
            self.adopt(trial)
            self._check_time(trial)
        return trial

    def adopt(self, trial: CycleTrial) -> None:
        """Take magnitudes and free motions from a trial."""
        if self.arc is None or self.turning is None:
            self.unknown = np.union1d(self.unknown, self.held.unknown(trial.passage))
            count = self.n + len(self.unknown)
            if not trial.measured or len(trial.measured[0]) != count:
                trial.measured[:] = [self._magnitudes(trial)]
            if not np.array_equal(trial.measured[0], self.sizes):
                self.sizes = trial.measured[0]
        self.turning = np.zeros((len(self.sizes), 0))
        self.turning = trial.derivative.turning

    def _magnitudes(self, trial: CycleTrial) -> Floats:
        """Return half the range of each value over the period, but not too little."""
        begin, passage = trial.passage.start, trial.passage
        instants = begin + trial.period * (np.arange(_GRID) + 0.5) / _GRID
        rows = trial.runs.rows(passage.point, passage.end, instants)
        events = passage.events.reshape(-1, passage.events.shape[2])
        values = np.array(
            [self.unknowns(row) for row in (*rows, *events, passage.first, passage.last)]
        )
        half = 0.5 * (values.max(axis=0) - values.min(axis=0))
        held = np.maximum(np.abs(values[:, self.n :]).max(axis=0), 1.0)
        sizes: Floats = np.maximum(half, _LEAST * np.append(self._nominal, held))
        return sizes

    def names(self) -> list[str]:
        """Return the names of the values that are solved for."""
        return [*self.signals.names, *(self.held.name(k) for k in self.unknown.tolist())]

    def units(self) -> list[str]:
        """Return their units."""
        return [*self.signals.units, *(self.held.unit(k) for k in self.unknown.tolist())]

    def _check_time(self, trial: CycleTrial) -> None:
        """Refuse to find the period of something that is driven from outside.

        Raises
        ------
        AnalysisError
            If the period is unknown though rates or events depend on time.
        """
        autonomous = trial.derivative.autonomous or isinstance(self.anchor, Revolutions)
        if self.anchor.finds_period and not autonomous:
            raise AnalysisError(
                "the period was to be found, but the motion is driven by something that depends on "
                "time: give its period, as period=…, without a phase"
            )

    def unknowns(self, row: Floats) -> Floats:
        """Return the states of a row, and held values that are solved for."""
        parts = self.runs.parts
        found: Floats = np.append(row[parts.states], row[parts.discrete][self.unknown])
        return found

    def resolution(self, trial: CycleTrial) -> Floats:
        """Return what the runs resolve of each value."""
        scales, values = trial.runs.scales, np.abs(self.unknowns(trial.passage.last))
        states = scales.atol + scales.rtol * np.minimum(values[: self.n], scales.size_limit)
        others = scales.rtol * np.maximum(values[self.n :], self.sizes[self.n :])
        return np.concatenate([states, others])

    def derivative_at(self, trial: CycleTrial) -> MapDerivative:
        """Return the derivative of the period map at a trial."""
        variation = None if self.followed is None else self._variation(trial, self.followed)
        return self.derivatives.of(
            trial.runs, trial.passage, self.sizes, self.unknown, variation, self.reason
        )

    def _variation(self, trial: CycleTrial, followed: Followed) -> Variation:
        """Return how the parameter that is followed changes a trial."""
        n, first = self.n, self.unknowns(trial.passage.first)

        def displaced(change: float) -> Passage:
            parameter = trial.point.parameter + change
            period = trial.period if followed.period is None else followed.period(parameter)
            at, count = self._later(trial, parameter, period)
            values, discrete = first + count * trial.shift, at.row[self.runs.parts.discrete].copy()
            discrete[self.unknown] = values[n:]
            begin = Placed(at, values[:n], discrete)
            return self.runs_at(parameter).passage(begin, at.time + period)

        longer = followed.period_slope(trial.point.parameter)
        later = longer * trial.passage.start / trial.period
        return Variation(displaced, followed.size, not followed.is_linear, longer, later)

    def sound(self, trial: CycleTrial) -> MapDerivative:
        """Return the derivative at a cycle, after a check against two runs beside it."""
        self.adopt(trial)
        derivative = trial.derivative
        if derivative.reason or self.derivatives.agrees(
            derivative, trial.runs, trial.passage, self.sizes
        ):
            return derivative
        reason, self.reason = self.reason, "they differ from those of two runs beside the cycle"
        try:
            return self.derivative_at(trial)
        finally:
            self.reason = reason

    # -- what may advance ----------------------------------------------------------------------

    def shift(self, trial: CycleTrial) -> Floats:
        """Return the advance that is allowed."""
        assert self.turning is not None
        advance, n = trial.advance, self.n
        shift = np.append(self._turns(trial), np.zeros(len(advance) - n))
        shift[n:] = self.held.shift(self.unknown, advance[n:], trial.period)
        rest = (advance - shift) / self.sizes
        return shift + self.sizes * (self.turning @ (self.turning.T @ rest))

    def _turns(self, trial: CycleTrial) -> Floats:
        """Return the whole turns by which angles advance."""
        if not trial.turns:
            trial.turns.append(self._cyclic(trial))
            if isinstance(self.anchor, Revolutions):
                self._gear(trial, self.anchor, trial.turns[0])
        return trial.turns[0]

    def _cyclic(self, trial: CycleTrial) -> Floats:
        """Return the whole turns by which angles advance and after which all rates are the same.

        A transient may move the twist of a spring by more than a turn, too.
        """
        advance = trial.advance[: self.n]
        whole = np.where(self._is_angle, TURN * np.rint(advance / TURN), 0.0)
        single = np.diag(whole)[whole != 0.0]
        if not len(single) or self._repeats(trial, whole[None, :])[0]:
            return whole
        return np.asarray(single[self._repeats(trial, single)].sum(axis=0))

    def _repeats(self, trial: CycleTrial, turns: Floats) -> NDArray[np.bool_]:
        """Tell after which turns of angles, one period later, the rates of the start are found."""
        parts, passage = self.runs.parts, trial.passage
        rows = np.tile(passage.first, (1 + len(turns), 1))
        rows[1:, TIME_COLUMN] += trial.period
        rows[1:, parts.states] += turns
        rows[1:, parts.discrete] += self.held.counted(passage)
        rates = self.derivatives.rates(trial.runs, rows)
        usual = self.sizes[: self.n] / trial.period + np.abs(rates[0])
        return np.asarray((np.abs(rates[1:] - rates[0]) <= _SAME_RATE * usual).all(axis=1))

    def _gear(self, trial: CycleTrial, anchor: Revolutions, shift: Floats) -> None:
        """Let the only angle that turns with a shaft advance by what belongs to its revolutions."""
        slopes = anchor.angle.at(trial.runs.solver, trial.passage.first).slopes
        part = slopes * trial.advance[: self.n] / (TURN * anchor.turns)
        turns = np.flatnonzero(self._is_angle & (part > 0.5))
        if len(turns) == 1:
            geared, state = shift.copy(), int(turns[0])
            geared[state] = TURN * anchor.turns / slopes[state]
            if self._repeats(trial, geared[None, :])[0]:
                shift[:] = geared

    # -- Newton's method -----------------------------------------------------------------------

    def correction(self, trial: CycleTrial) -> Floats:
        """Return by how much the unknowns have to change, in their sizes."""
        self.adopt(trial)
        coordinates, matrix, misses = self.equations(trial)
        found = corrections(matrix, -misses)
        return self._expanded(coordinates, found)

    def equations(self, trial: CycleTrial) -> tuple[Coordinates, Floats, Floats]:
        """Return the linearised equations, and by how much they are missed.

        The unknowns are the coordinates of the beginning, then the period, if it is unknown, then
        the parameter, if it is followed along an arc.
        """
        derivative = trial.derivative
        fixed = np.concatenate([derivative.legs[0].held, derivative.turning.T])
        coordinates = Coordinates(complement(fixed, len(self.sizes)), self.sizes)
        basis = coordinates.basis
        columns = [basis.T @ (derivative.matrix - np.eye(len(basis))) @ basis]
        conditions = self.anchor.conditions(trial, derivative)
        shape = (len(conditions), basis.shape[1])
        rows = [np.array([one.by_states @ basis for one in conditions]).reshape(shape)]
        if self.anchor.finds_period:
            columns.append((basis.T @ derivative.velocity * trial.period)[:, None])
            rows.append(np.array([[one.by_period] for one in conditions]).reshape(-1, 1))
        if self.arc is not None and self.followed is not None:
            columns.append((basis.T @ derivative.by_parameter * self.followed.size)[:, None])
            slopes = [[one.by_parameter * self.followed.size] for one in conditions]
            rows.append(np.array(slopes).reshape(-1, 1))
        matrix = np.concatenate([np.hstack(columns), np.hstack(rows)])
        misses = [coordinates.of(trial.residual), np.array([one.miss for one in conditions])]
        if self.arc is not None:
            matrix = np.concatenate([matrix, self._along(basis)[None, :]])
            travelled = trial.point.travelled
            misses.append(np.array([self.arc @ travelled if len(travelled) else 0.0]))
        return coordinates, matrix, np.concatenate(misses)

    def _along(self, basis: Floats) -> Floats:
        """Return the direction of the arc in the unknowns."""
        assert self.arc is not None
        parts = [basis.T @ self.arc[:-2]]
        if self.anchor.finds_period:
            parts.append(self.arc[-2:-1])
        return np.concatenate([*parts, self.arc[-1:]])

    def _expanded(self, coordinates: Coordinates, found: Floats) -> Floats:
        """Return a change of the unknowns as one of all values, the period and the parameter."""
        m = coordinates.basis.shape[1]
        change = np.zeros(len(self.sizes) + 2)
        change[:-2] = coordinates.basis @ found[:m]
        if self.anchor.finds_period:
            change[-2] = found[m]
        if self.arc is not None:
            change[-1] = found[-1]
        return change

    def tangent(self, trial: CycleTrial, before: Floats | None) -> Floats:
        """Return the direction in which the cycle moves with the parameter, of length 1.

        Parameters
        ----------
        trial : CycleTrial
            The cycle.
        before : float array, optional
            A direction that it should continue, as far as it is not determined: there are families
            of cycles for one value of the parameter. By default the parameter grows.
        """
        self.arc = np.zeros(len(self.sizes) + 2)
        coordinates, matrix, _ = self.equations(trial)
        _, singular, right = np.linalg.svd(matrix[:-1])
        rank = min(int((singular > _KNOWN * singular.max(initial=0.0)).sum()), len(right) - 1)
        space = np.array([self._expanded(coordinates, one) for one in right[rank:]])
        wanted = before
        if before is None or len(before) != len(self.sizes) + 2:
            wanted = np.zeros(len(self.sizes) + 2)
            wanted[-1] = 1.0 if before is None else before[-1]
        found = space.T @ (space @ wanted)
        if not np.linalg.norm(found):
            found = space[-1]
        return found / np.linalg.norm(found)

    def moved(self, trial: CycleTrial, change: Floats) -> CyclePoint:
        """Return the point at which the next trial begins."""
        period = float(trial.period * (1.0 + change[-2]))
        parameter = trial.point.parameter
        if self.followed is not None:
            parameter += self.followed.size * change[-1]
            if self.followed.period is not None:
                period = self.followed.period(parameter)
        at, count = self._later(trial, parameter, period)
        values = self.unknowns(trial.passage.first) + count * trial.shift + self.sizes * change[:-2]
        discrete = at.row[self.runs.parts.discrete].copy()
        discrete[self.unknown] = values[self.n :]
        travelled = trial.point.travelled + change if len(trial.point.travelled) else change
        return CyclePoint(at, values[: self.n], discrete, period, parameter, travelled)

    def _later(
        self, trial: CycleTrial, parameter: float, period: float
    ) -> tuple[SavedInstant, int]:
        """Return where the next trial begins, at the same phase, and how many periods later."""
        after = trial.passage.after
        if self.followed is None or self.followed.period is None:
            return after, 1
        begun = trial.passage.start / trial.period
        count = int(np.ceil(after.time / period - begun - _SAME_PHASE))
        time = (begun + count) * period
        if abs(time - after.time) <= _SAME_PHASE * period:
            return after, count
        parts = self.runs.parts
        point = Placed(after, after.row[parts.states], after.row[parts.discrete])
        return self.runs_at(parameter).moved(point, time, period), count

    def closest(self, point: CyclePoint) -> CyclePoint:
        """Return a point with the period after which its motion comes closest to it again.

        Of a family of cycles this finds the one through the point, to which nothing else leads.
        """
        for _ in range(_ROUNDS):
            trial = self.trial(point)
            along = self.derivatives.velocity(trial.runs, trial.passage, self.sizes)
            size = float(along @ along)
            if not size:
                return point
            back = float(along @ (trial.residual / self.sizes)) / size
            change = float(np.clip(-back, -_MOST * point.period, _MOST * point.period))
            point = replace(point, period=float(point.period + change))
        return point

    def started(self, at: SavedInstant, period: float, parameter: float = 0.0) -> CyclePoint:
        """Return the point of a saved instant itself."""
        parts = self.runs.parts
        return CyclePoint(
            at, at.row[parts.states], at.row[parts.discrete], period, parameter, np.zeros(0)
        )

    def fresh(self, trial: CycleTrial) -> CyclePoint:
        """Return where a converged trial goes on, with nothing travelled."""
        point = self.moved(trial, np.zeros(len(self.sizes) + 2))
        return replace(point, travelled=np.zeros(len(self.sizes) + 2))
