"""A run that carries sensitivities along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drivetrain.kernel.binding import Solver, Status
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.origin import Origin
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.run import Run, finished_run
from drivetrain.simulation.sensitivities.beginning import Beginning
from drivetrain.simulation.sensitivities.carried import Carried
from drivetrain.simulation.sensitivities.code import carrier_of, code_for
from drivetrain.simulation.sensitivities.coverage import NotCoveredError, check_model
from drivetrain.simulation.sensitivities.named import Named
from drivetrain.simulation.settings import Settings

__all__ = ["Carried", "run_with_sensitivities"]


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
    origin = Origin(settings, dict(given), None, prepared.base.translation)
    run = _SensitiveRun(prepared, settings, values, None, None, origin)
    run.wanted, run.given, run.integrals = wanted, given, integrals
    result = finished_run(run)
    return run.carried(result)


class _SensitiveRun(Run):
    """One run of a prepared model, with sensitivities."""

    wanted: Sequence[Named]
    given: Mapping[str, Any]
    integrals: bool

    def carried(self, result: Result) -> Carried:
        """Return what was found."""
        if len(self._found.relations) != len(result.time):
            raise NotCoveredError(f"{result.model} ends its run itself")
        return Carried(result, self._solver, self.translation, self._directions, self._found)

    def _initialised(self, solver: Solver) -> Status:
        self._solver = solver
        beginning = Beginning(
            self.prepared, self.settings, solver, self.values, self.given, self.integrals
        )
        self._directions = beginning.directions(self.said, self.reached, self.there, self.wanted)
        code = code_for(self.translation, solver, self._directions)
        self._carrier = carrier_of(self.translation, solver, code, self._directions)
        status = super()._initialised(solver)
        if not status.failed:
            beginning.refuse_limits(self._carrier, self.wanted, self._directions.trouble)
        return status

    def _finished(self, solver: Solver, status: Status) -> Result:
        result = super()._finished(solver, status)
        self._found = self._carrier.found()
        return result
