"""The derivative of the period map from variational equations along the run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.floquet import Leg
from drivetrain.analysis.cycles.period_map import MapDerivative
from drivetrain.compiler.report import state_names
from drivetrain.simulation.cycles.deviations.event_maps import EventMap, EventMaps
from drivetrain.simulation.cycles.deviations.flow import Flow, FlowAlong
from drivetrain.simulation.cycles.deviations.free_motions import FreeMotions
from drivetrain.simulation.cycles.period_runs import Passage, PeriodRuns, RowParts
from drivetrain.simulation.runs.prepared_model import PreparedModel

__all__ = ["Variational"]

Floats = NDArray[np.float64]


class Variational:
    """Derivatives of the period map of a model by variational equations.

    Parameters
    ----------
    prepared : PreparedModel
        The model, without loops over rows.
    weights : mapping of int to float
        How parameters change with the one that is followed; empty if none is.

    Attributes
    ----------
    events : EventMaps
        Maps of deviations at events.
    weights : mapping
        As given.
    """

    def __init__(self, prepared: PreparedModel, weights: dict[int, float]) -> None:
        t = prepared.translation
        self.events = EventMaps(t, RowParts.of(prepared), weights)
        self._flow = Flow(t, weights)
        self._names = state_names(t)
        self.weights = weights

    def flow(self, runs: PeriodRuns, passage: Passage, sizes: Floats) -> FlowAlong:
        """Return the transitions between the events of a run."""
        return self._flow.along(runs, passage, sizes)

    def begins(
        self, runs: PeriodRuns, passage: Passage, sizes: Floats
    ) -> tuple[list[Floats], list[Floats]]:
        """Return the velocity, and what locks hold, at the beginning of each stretch of a run.

        The last velocity is that at the end of the run.
        """
        rows = np.array([passage.first, *(pair[1] for pair in passage.events), passage.last])
        found = self.events.code.at(runs.solver, rows)
        velocities = [value[self.events.rates] / sizes for value in found.values]
        held = [
            self.events.held(row, slopes, sizes)
            for row, slopes in zip(rows, found.by_states, strict=True)
        ]
        return velocities, held

    def free(
        self, runs: PeriodRuns, passage: Passage, sizes: Floats, flow: FlowAlong,
        events: Sequence[EventMap] = (),
    ) -> FreeMotions:  # fmt: skip
        """Return the motions along a run that nothing resists."""
        conditions = self.events.code.at(runs.solver, passage.first[None, :])
        rows = [conditions.by_states[0, self.events.crossings] * sizes]
        rows += [event.surface[None, :] * sizes for event in events]
        jumps = [event.jump * sizes / sizes[:, None] for event in events]
        return FreeMotions.of(flow.samples, np.concatenate(rows), jumps, self._names)

    def derivative(self, runs: PeriodRuns, passage: Passage, sizes: Floats) -> MapDerivative:
        """Return the derivative of the period map at a run.

        Raises
        ------
        NotVariationalError
            If the variational equations say nothing there; the message is the reason.
        """
        n, period = len(sizes), passage.end - passage.start
        events = [self.events.at(runs.solver, pair, sizes, period) for pair in passage.events]
        flow = self.flow(runs, passage, sizes)
        velocities, held = self.begins(runs, passage, sizes)
        legs, shift = [], np.zeros(flow.stretches[0].shape[0] - n)
        moved = np.append(np.zeros(n), np.ones(len(shift)))
        for k, stretch in enumerate(flow.stretches):
            whole = stretch
            if k < len(events):
                whole = _scaled(events[k].matrix, sizes)[: len(stretch), : len(stretch)] @ stretch
            legs.append(Leg(whole[:n, :n], held[k], velocities[k]))
            moved = whole @ moved
        free = self.free(runs, passage, sizes, flow, events)
        timed = flow.timed or any(event.timed for event in events)
        return MapDerivative(
            legs, moved[:n], velocities[-1], free.turning, free.neutral, free.names, not timed
        )


def _scaled(matrix: Floats, sizes: Floats) -> Floats:
    units = np.append(sizes, 1.0)
    found: Floats = matrix * units / units[:, None]
    return found
