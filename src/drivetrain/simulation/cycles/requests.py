"""Requests for cycles of a compiled model, checked before anything runs."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.cycle import Cycle, CycleFacts, visited
from drivetrain.analysis.cycles.floquet import Multipliers, multipliers
from drivetrain.analysis.cycles.nonlinear_response import NonlinearResponse
from drivetrain.analysis.cycles.waveform import RESOLVED
from drivetrain.compiler.frontend.values import check_parameters, parameter_declaration
from drivetrain.modeling.component import Component
from drivetrain.simulation.cycles.anchors import Revolutions
from drivetrain.simulation.cycles.asked import (
    Asked,
    AskedBranch,
    Period,
    guess_of,
    period_of,
    phase_of,
    range_of,
    real_parameter,
    texts,
    varying,
    whole,
)
from drivetrain.simulation.cycles.branch import Branch
from drivetrain.simulation.cycles.deviations.variational import Variational
from drivetrain.simulation.cycles.leads import Lead, Leads
from drivetrain.simulation.cycles.parameter import Followed
from drivetrain.simulation.cycles.sampling import waveform_of
from drivetrain.simulation.cycles.search import Found, Search, solved
from drivetrain.simulation.linearisation.contact_states import ContactStates
from drivetrain.simulation.output_times import OutputTimes
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.run import run_placed
from drivetrain.simulation.runs.saved_instant import Placed
from drivetrain.simulation.settings import Settings, settings_of

__all__ = ["CycleRequests"]

Floats = NDArray[np.float64]

_MOST_KNOWN = 4
"""Variational equations that are kept."""


class CycleRequests:
    """Cycles of a compiled model.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        self._prepared = prepared
        self._leads = Leads(prepared)
        self._known: dict[Any, Variational] = {}

    def cycle(self, model: Component, asked: Asked) -> Cycle:
        """Return a cycle; see :meth:`CompiledModel.cycle`."""
        t, layout = self._prepared.translation, self._prepared.layout
        length, where = period_of(asked.period, t, layout), phase_of(asked.phase, t, layout)
        guess = guess_of(asked.guess, asked.parameters)
        settings = settings_of(model, None, None, asked.tolerance, "auto", None)
        lead = self._leads.to(settings, length, guess)
        search = Search(lead, self._variational(lead.prepared, {}))
        return self._made(lead, search.find(length, where))

    def cycles(self, model: Component, asked: Asked, follow: AskedBranch) -> NonlinearResponse:
        """Follow a cycle over a parameter; see :meth:`CompiledModel.cycles`."""
        t, layout = self._prepared.translation, self._prepared.layout
        number = real_parameter(t, follow.parameter)
        ends = range_of(follow.between, parameter_declaration(t.flat, number).unit)
        names = layout.match(*texts(follow.outputs))
        orders = whole(follow.harmonics, "harmonics", 1, RESOLVED)
        most = whole(follow.most, "most", 2)
        where, varies = phase_of(asked.phase, t, layout), varying(asked.period, ends)
        length = Period(varies(ends[0])) if varies else period_of(asked.period, t, layout)
        given = {**check_parameters(asked.parameters), follow.parameter: ends[0]}
        settings = settings_of(model, None, None, asked.tolerance, "auto", None)
        lead = self._leads.to(settings, length, guess_of(asked.guess, given))
        followed = Followed.of(lead, follow.parameter, number, ends, varies)
        search = Search(lead, self._variational(lead.prepared, followed.weights), followed)
        problem, at, about = search.problem(length, where)
        start, _ = solved(problem, problem.started(at, about, ends[0]))
        branch = Branch(problem, ends, names, orders)
        points, ended = branch.follow(start, most)
        units = [layout.units[layout.position(name)] for name in names]
        title = self._prepared.title
        return NonlinearResponse(
            title, follow.parameter, followed.unit, names, units, points, ended
        )

    def _variational(self, prepared: PreparedModel, weights: dict[int, float]) -> Variational:
        """Return the variational equations of a model; the latest few are kept."""
        key = prepared, tuple(weights.items())
        if key not in self._known:
            while len(self._known) >= _MOST_KNOWN:
                self._known.pop(next(iter(self._known)), None)
            self._known[key] = Variational(prepared, weights)
        return self._known[key]

    # -- results -------------------------------------------------------------------------------

    def _made(self, lead: Lead, found: Found) -> Cycle:
        """Return a cycle with its result."""
        trial, derivative = found.trial, found.derivative
        problem, passage = trial.problem, trial.passage
        waveform = waveform_of(trial)
        known = multipliers(derivative.legs, derivative.neutral, derivative.autonomous)
        placed = Placed(
            trial.point.at, trial.point.states, trial.point.discrete,
            lead.prepared is not self._prepared,
        )  # fmt: skip
        settings = Settings(
            passage.start, passage.end, trial.runs.settings.tolerance, inf, "auto",
            OutputTimes(waveform.times),
        )  # fmt: skip
        result = run_placed(lead.prepared, settings, lead.values, lead.given, placed)
        anchor = problem.anchor
        turned = anchor if isinstance(anchor, Revolutions) else None
        facts = CycleFacts(
            self._prepared.title,
            trial.period,
            Multipliers(known, derivative.free, derivative.autonomous, not problem.delayed),
            dict(zip(problem.names(), trial.residual.tolist(), strict=True)),
            found.iterations,
            derivative.kind,
            derivative.reason,
            waveform,
            self._contacts(passage.first, passage.events),
            (turned.angle.name, abs(turned.turns)) if turned else None,
        )
        return Cycle(facts, result)

    def _contacts(self, first: Floats, events: Floats) -> dict[str, tuple[str, ...]]:
        """Return the states that each contact passes through."""
        states = ContactStates(self._prepared.layout)
        rows = [first, *(pair[1] for pair in events)]
        seen = [dict(states.at(row)) for row in rows]
        return {name: visited([one[name] for one in seen]) for name in seen[0]}
