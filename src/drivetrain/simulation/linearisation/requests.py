"""Requests for linear models, checked before anything runs; what they need is made once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.compiler.frontend.values import Values, check_parameters
from drivetrain.compiler.program.dataflow import topological
from drivetrain.errors import AnalysisError, UsageError, nearest, shown
from drivetrain.simulation.linearisation.inputs import Input, resolved
from drivetrain.simulation.linearisation.linearisation import Linearisation, PointFacts
from drivetrain.simulation.linearisation.operating_point import Starter, reached
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["LinearRequests", "Where"]

_SIDES = ("after", "before")
_MOST = 8
"""Sets of inputs and outputs whose code is kept."""


class Where(NamedTuple):
    """Where a model is to be linearised.

    Attributes
    ----------
    settings : Settings
        Settings of the run.
    at : str, float or mapping
        As for :func:`drivetrain.linearise`.
    side : str
        Side of an event.
    parameters : mapping, optional
        Values other than the model's own.
    """

    settings: Settings
    at: Any
    side: str
    parameters: Mapping[str, Any] | None


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

    def model(self, where: Where, inputs: Iterable[str], outputs: Iterable[str]) -> LinearModel:
        """Return the linear model at an operating point."""
        if where.side not in _SIDES:
            hint = nearest(str(where.side), _SIDES)
            raise UsageError(f"side={shown(where.side)}: choose one of {', '.join(_SIDES)}{hint}")
        prepared, values = self._values(where.parameters)
        starter = self._starter if prepared is self._prepared else Starter(prepared)
        made = self._made(prepared, _texts("inputs", inputs), _texts("outputs", outputs))
        if where.at == "start":
            point = starter.start(where.settings, values)
            return made.model(made.carried(point, where.settings), PointFacts("start"), point.row)
        instant = float(where.at)
        before = where.side == "before"
        with reached(prepared, where.settings, values, instant, before) as point:
            return made.model(made.carried(point, where.settings), PointFacts("instant"), point.row)

    def _values(self, parameters: Mapping[str, Any] | None) -> tuple[PreparedModel, Values]:
        """Return the values of a run, and the model in a form that is valid for them."""
        prepared = self._prepared
        t = prepared.translation
        given = check_parameters(parameters)
        if not given:
            return prepared, t.values
        values = t.parameter_updates.values(given)
        if t.guards.admits(values):
            return prepared, values
        prepared = prepared.variant(overrides=given)
        return prepared, prepared.translation.values

    def _made(
        self, prepared: PreparedModel, inputs: tuple[str, ...], outputs: tuple[str, ...]
    ) -> Linearisation:
        key = prepared, inputs, outputs
        if key not in self._known:
            _check_continuous(prepared)
            while len(self._known) >= _MOST:
                self._known.pop(next(iter(self._known)), None)
            t, layout = prepared.translation, prepared.layout
            found: tuple[Input, ...] = resolved(inputs, t, layout)
            self._known[key] = Linearisation(prepared, found, _real(layout, outputs))
        return self._known[key]


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


def _check_continuous(prepared: PreparedModel) -> None:
    """Refuse parts without a linear model in continuous time."""
    lowered = prepared.translation.lowered
    program = lowered.program
    if program.delays:
        raise AnalysisError(
            f"{prepared.title} contains delays: a delayed signal has no state, and a linear model "
            "of the rest would leave it out; replace the delay by a block with states, such as "
            "PadeDelay"
        )
    for node in lowered.discrete:
        operations = {program.ops[k] for k in topological(program, [node], discrete_known=True)}
        if {"sample", "x"} <= operations:
            raise AnalysisError(
                f"{prepared.title} contains a clocked part (sample) that reads what moves: what "
                "changes at ticks only has no linear model in continuous time; replace it by a "
                "continuous one"
            )
