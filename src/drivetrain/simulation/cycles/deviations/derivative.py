"""The derivative of the period map of a machine: variational if possible, else by differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.floquet import Leg
from drivetrain.analysis.cycles.period_map import MapDerivative
from drivetrain.analysis.cycles.tangents import complement
from drivetrain.errors import SimulationError
from drivetrain.simulation.cycles.deviations.differences import Differences, Variation
from drivetrain.simulation.cycles.deviations.fallback import NotVariationalError
from drivetrain.simulation.cycles.deviations.free_motions import FreeMotions
from drivetrain.simulation.cycles.deviations.variational import Variational
from drivetrain.simulation.cycles.held_values import HeldValues
from drivetrain.simulation.cycles.period_runs import Passage, PeriodRuns
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, SCHEDULED

__all__ = ["Derivatives"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NOISE = 1e-4
"""Deviation that is none, in sizes of the states: differences of runs resolve no more."""
_AGREE = 1e-3
"""Difference of two derivatives along one direction that is more than an error of differences."""


class Derivatives:
    """Derivatives of the period map of a model.

    Parameters
    ----------
    variational : Variational
        Its variational equations.
    held : HeldValues
        What it keeps besides its states.
    delayed : bool
        Whether it contains delays.
    """

    def __init__(self, variational: Variational, held: HeldValues, delayed: bool) -> None:
        self._variational, self._held = variational, held
        self._obstacle = "a delayed signal is no state" if delayed else ""

    def of(
        self, runs: PeriodRuns, passage: Passage, sizes: Floats, unknown: Ints,
        variation: Variation | None = None, reason: str = "",
    ) -> MapDerivative:  # fmt: skip
        """Return the derivative at a run.

        Parameters
        ----------
        runs : PeriodRuns
            Makes runs like it.
        passage : Passage
            The run.
        sizes : float array, shape (n + n_unknown,)
            Magnitudes of the states, and of the values that events hold.
        unknown : int array
            Numbers of these values.
        variation : Variation, optional
            How the parameter that is followed is varied.
        reason : str
            Why differences are wanted; by default only where variational equations say nothing.
        """
        if len(unknown):
            names = ", ".join(self._held.name(k) for k in unknown.tolist())
            reason = reason or f"values that events hold follow from the motion: {names}"
        reason = reason or self._obstacle
        if not reason:
            try:
                found = self._variational.derivative(runs, passage, sizes)
                return (
                    found
                    if variation is None
                    else self._varied(found, variation, Differences(runs, passage, sizes, unknown))
                )
            except NotVariationalError as error:
                reason = str(error)
        return self._by_differences(runs, passage, sizes, unknown, variation, reason)

    @staticmethod
    def _varied(
        derivative: MapDerivative, variation: Variation, differences: Differences
    ) -> MapDerivative:
        """Return a derivative in which the parameter moves the ends of the period as well."""
        if variation.is_needed:
            return replace(derivative, by_parameter=differences.by_parameter(variation))
        ends = variation.later + variation.longer
        begins = derivative.matrix @ derivative.legs[0].velocity
        moved = derivative.velocity * ends - begins * variation.later
        return replace(derivative, by_parameter=derivative.by_parameter + moved)

    def rates(self, runs: PeriodRuns, rows: Floats) -> Floats:
        """Return the rates of the states at rows, shape (n_rows, n)."""
        events = self._variational.events
        return events.code.at(runs.solver, rows).values[:, events.rates]

    def velocity(self, runs: PeriodRuns, passage: Passage, sizes: Floats) -> Floats:
        """Return the rates of the unknown values at the end of a run, in their sizes."""
        n = len(passage.point.states)
        found = self._variational.begins(runs, passage, sizes[:n])[0][-1]
        return np.append(found, np.zeros(len(sizes) - n))

    def _by_differences(
        self, runs: PeriodRuns, passage: Passage, sizes: Floats, unknown: Ints,
        variation: Variation | None, reason: str,
    ) -> MapDerivative:  # fmt: skip
        more = len(unknown)
        n = len(sizes) - more
        velocities, held = self._variational.begins(runs, passage, sizes[:n])
        begin, end = (np.append(velocities[k], np.zeros(more)) for k in (0, -1))
        locked = np.hstack([held[0], np.zeros((len(held[0]), more))])
        free, timed = self._free(runs, passage, sizes[:n])
        turning, neutral = (
            np.vstack([one, np.zeros((more, one.shape[1]))]) for one in (free.turning, free.neutral)
        )
        differences = Differences(runs, passage, sizes, unknown)
        matrix = differences.matrix(locked, turning)
        by_parameter = np.zeros(n + more)
        if variation is not None:
            by_parameter = differences.by_parameter(variation)
        legs = [Leg(matrix, locked, begin)]
        return MapDerivative(
            legs, by_parameter, end, turning, neutral, free.names, not timed, reason
        )

    def _free(self, runs: PeriodRuns, passage: Passage, sizes: Floats) -> tuple[FreeMotions, bool]:
        """Return what nothing resists, and whether something depends on time."""
        flow = self._variational.flow(runs, passage, sizes)
        free = self._variational.free(runs, passage, sizes, flow)
        flags = passage.events[:, 1, FLAG_COLUMN] if len(passage.events) else np.empty(0)
        return free, flow.timed or bool((flags >= SCHEDULED).any())

    def agrees(
        self, derivative: MapDerivative, runs: PeriodRuns, passage: Passage, sizes: Floats
    ) -> bool:
        """Tell whether a variational derivative is that of two runs beside the one at hand."""
        random = np.random.default_rng(0)
        left = np.concatenate([derivative.legs[0].held, derivative.turning.T])
        basis = complement(left, len(sizes))
        if not basis.shape[1]:
            return True
        direction = basis @ random.choice([-1.0, 1.0], basis.shape[1])
        none = np.empty(0, dtype=np.int64)
        try:
            found = Differences(runs, passage, sizes, none).along(direction)
        except SimulationError:
            return True
        expected = derivative.matrix @ direction
        largest = max(np.abs(expected).max(), np.abs(found).max())
        return bool(np.abs(found - expected).max() <= _AGREE * largest + _NOISE)
