"""A run that carries sensitivities along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.binding import Solver, Status
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.origin import Origin
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.run import Run, finished_run
from drivetrain.simulation.sensitivities.beginning import Beginning
from drivetrain.simulation.sensitivities.carried import Carried, Outset, Task
from drivetrain.simulation.sensitivities.code import carrier_of, code_for
from drivetrain.simulation.sensitivities.coverage import NotCoveredError, check_model
from drivetrain.simulation.sensitivities.named import Named
from drivetrain.simulation.settings import Settings

__all__ = ["Carried", "run_again", "run_with_sensitivities"]

Floats = NDArray[np.float64]

_MOST_KNOWN = 16


def run_with_sensitivities(
    prepared: PreparedModel,
    settings: Settings,
    wanted: Sequence[Named],
    given: Mapping[str, Any],
    integrals: bool = False,
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
    integrals : bool
        Whether integrals of powers are differentiated as well; their changes follow the states.

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
    task = Task(prepared, values, given, wanted, integrals)
    if values is not prepared.translation.values:
        return _carried(task, settings, None)
    names = tuple(one.name for one in wanted)
    key = names, integrals, settings.start_time, settings.tolerance, settings.solver
    known = prepared.known_outsets
    carried = _carried(task, settings, known.get(key))
    while len(known) >= _MOST_KNOWN and key not in known:
        known.pop(next(iter(known)))
    known[key] = carried.outset
    return carried


def run_again(run: Carried, settings: Settings) -> Carried:
    """Make a run with sensitivities again with another tolerance, from the same start.

    Parameters
    ----------
    run : Carried
        The run.
    settings : Settings
        Its settings, up to the tolerance.

    Raises
    ------
    NotCoveredError, SimulationError
        As :func:`run_with_sensitivities`.
    """
    return _carried(run.task, settings, run.outset)


def _carried(task: Task, settings: Settings, outset: Outset | None) -> Carried:
    origin = Origin(settings, dict(task.given), None, task.prepared.base.translation)
    run = _SensitiveRun(task.prepared, settings, task.values, None, None, origin)
    run.task, run.outset = task, outset
    result = finished_run(run)
    return run.carried(result)


class _SensitiveRun(Run):
    """One run of a prepared model, with sensitivities, from a known start if there is one."""

    task: Task
    outset: Outset | None

    def carried(self, result: Result) -> Carried:
        """Return what was found."""
        assert self.outset is not None
        if len(self._found.relations) != len(result.time):
            raise NotCoveredError(f"{result.model} ends its run itself")
        return Carried(
            result,
            self._solver,
            self.translation,
            self.task,
            self.outset,
            self._trouble,
            self._found,
        )

    def _find_start(self, solver: Solver) -> tuple[Reached, tuple[Floats, Floats] | None]:
        if self.outset is not None:
            return self.outset.reached, self.outset.there
        return super()._find_start(solver)

    def _initialised(self, solver: Solver) -> Status:
        self._solver = solver
        beginning = Beginning(self.task, self.settings, solver)
        if self.outset is None:
            directions = beginning.directions(self.said, self.reached, self.there)
            self.outset = Outset(self.reached, self.there, directions)
        directions = self.outset.directions
        code = code_for(self.translation, solver, directions)
        self._carrier = carrier_of(self.translation, solver, code, directions)
        status = super()._initialised(solver)
        if not status.failed:
            self._trouble = beginning.refuse_limits(self._carrier, self.outset)
        return status

    def _finished(self, solver: Solver, status: Status) -> Result:
        result = super()._finished(solver, status)
        self._found = self._carrier.found()
        return result
