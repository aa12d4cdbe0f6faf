"""A run that carries sensitivities along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.jacobian.derivatives import Derivatives
from drivetrain.compiler.jacobian.run_slopes import (
    Changes,
    RunSlopes,
    columns_of,
    run_slopes,
)
from drivetrain.compiler.program.discontinuities import with_slopes
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.sensitivity import CarriedSensitivities, Carrier, RunCode, SlopeCode
from drivetrain.kernel.tables import bending
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.origin import Origin
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.run import Run, finished_run
from drivetrain.simulation.sensitivities.coverage import NotCoveredError, check_model
from drivetrain.simulation.sensitivities.directions import (
    Directions,
    Named,
    directions_of,
    imposed_discretes,
)
from drivetrain.simulation.settings import Settings

__all__ = ["Carried", "run_with_sensitivities"]

Floats = NDArray[np.float64]

_MOST_KNOWN = 16


@dataclass(frozen=True, eq=False)
class Carried:
    """What is known of a run with sensitivities.

    Attributes
    ----------
    result : Result
        The run itself.
    solver : Solver
        Its solver, closed.
    translation : Translation
        Its model.
    directions : Directions
        How parameters and initial states change.
    found : CarriedSensitivities
        What the kernel has found.
    """

    result: Result
    solver: Solver
    translation: Translation
    directions: Directions
    found: CarriedSensitivities


def run_with_sensitivities(
    prepared: PreparedModel,
    settings: Settings,
    wanted: Sequence[Named],
    given: Mapping[str, Any],
) -> Carried:
    """Run a model and carry its sensitivities along.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Requested settings.
    wanted : sequence of Named
        The parameters.
    given : mapping
        Values of parameters that differ from those of the model.

    Raises
    ------
    NotCoveredError
        If the model, or a parameter, is not covered.
    SimulationError, InitialisationError
        If the run fails.
    """
    prepared.make_ready()
    check_model(prepared.translation)
    if settings.solver not in ("auto", "bs5", "dopri5", "rodas"):
        raise NotCoveredError(f"solver={settings.solver!r}")
    values = prepared.translation.values
    if given:
        values = prepared.translation.parameter_updates.values(given)
        if not prepared.translation.guards.admits(values):
            prepared = prepared.variant(overrides=given)
            check_model(prepared.translation)
    origin = Origin(settings, dict(given), None, prepared.base.translation)
    run = _SensitiveRun(prepared, settings, values, None, None, origin)
    run.wanted, run.given = wanted, given
    result = finished_run(run)
    return run.carried(result)


class _SensitiveRun(Run):
    """One run of a prepared model, with sensitivities."""

    wanted: Sequence[Named]
    given: Mapping[str, Any]

    def carried(self, result: Result) -> Carried:
        """Return what was found."""
        if len(self._found.relations) != len(result.time):
            raise NotCoveredError(f"{result.model} ends its run itself")
        return Carried(result, self._solver, self.translation, self._directions, self._found)

    def _start(self, solver: Solver) -> Status:
        status = super()._start(solver)
        if status.failed:
            return status
        self._solver = solver
        self._directions = directions_of(
            self.prepared, self.settings, solver, self.wanted, self.given
        )
        changes = changes_of(self.translation, solver, self._directions)
        code = slopes_for(self.translation, changes)
        self._carrier = carrier_of(self.translation, solver, code, changes, self._directions)
        return status

    def _finished(self, solver: Solver, status: Status) -> Result:
        result = super()._finished(solver, status)
        self._found = self._carrier.found()
        return result


def changes_of(t: Translation, solver: Solver, directions: Directions) -> Changes:
    """Return the layout of the changes along a run."""
    n = len(t.lowered.states)
    numbers, latched = tuple(directions.numbers), tuple(directions.latched.tolist())
    return Changes(n, n, len(solver.parameters), numbers, directions.parameters, latched)


def slopes_for(t: Translation, changes: Changes) -> RunSlopes:
    """Return machine code for slopes along runs, made once for what changes.

    Parameters
    ----------
    t : Translation
        The model.
    changes : Changes
        What changes.
    """
    known, key = t.known_slopes, changes.key
    if key not in known:
        bent = frozenset(np.flatnonzero(bending(t.values.tables, t.values.table_offset)).tolist())
        while len(known) >= _MOST_KNOWN:
            known.pop(next(iter(known)))
        known[key] = run_slopes(
            t.lowered, t.machine.constants, lambda: with_slopes(t.program, t.bends, bent),
            [lock.member for lock in t.holds], changes,
        )  # fmt: skip
    return known[key]


def carrier_of(
    t: Translation, solver: Solver, slopes: RunSlopes, changes: Changes, directions: Directions
) -> Carrier:
    """Attach sensitivities to a run.

    Parameters
    ----------
    t : Translation
        The model.
    solver : Solver
        Solver of the run, initialised.
    slopes : RunSlopes
        Machine code.
    changes : Changes
        What it was made for.
    directions : Directions
        How parameters and initial states change.
    """
    code = RunCode(
        _code(slopes.rates, changes), slopes.tangent, _code(slopes.crossings, changes),
        _code(slopes.events, changes), _code(slopes.latches, changes),
        _code(slopes.switches, changes), slopes.engine,
    )  # fmt: skip
    return Carrier(
        solver,
        code,
        directions.parameters,
        directions.sizes,
        directions.start,
        directions.latched,
        directions.start_latched,
        imposed_discretes(t),
    )


def _code(code: Derivatives, changes: Changes) -> SlopeCode:
    column = columns_of(code, changes)
    return SlopeCode(code.address, code.n_values, code.row, column, code.n_values, code.engine)
