"""Requests for linear models: instant, side, inputs and outputs, checked before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from drivetrain.analysis.linear_model import LinearModel, Signals
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import check_parameters
from drivetrain.compiler.program.dataflow import topological
from drivetrain.errors import AnalysisError, UsageError, nearest, shown
from drivetrain.simulation.linearisation.inputs import Input, with_inputs
from drivetrain.simulation.linearisation.linearise import linearised
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["LinearRequests"]

_SIDES = ("after", "before")
_MOST = 8


class LinearRequests:
    """Linear models of a compiled model; variants with inputs are translated once.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        self._prepared = prepared
        self._known: dict[tuple[str, ...], tuple[PreparedModel, list[Input]]] = {}

    def model(
        self,
        settings: Settings,
        at: float,
        side: str,
        inputs: Iterable[str],
        outputs: Iterable[str],
        parameters: Mapping[str, Any] | None,
    ) -> LinearModel:
        """Return the linear model at an instant."""
        if side not in _SIDES:
            raise UsageError(
                f"side={shown(side)}: choose one of {', '.join(_SIDES)}{nearest(str(side), _SIDES)}"
            )
        check_parameters(parameters)
        prepared, added = self._with(_texts("inputs", inputs))
        t = prepared.translation
        _check_continuous(prepared)
        values = t.values
        if parameters:
            values = t.parameter_updates.values(parameters)
            if not t.guards.admits(values):
                prepared = prepared.variant(overrides=parameters, loops=False)
                t = prepared.translation
        numbers = [find_parameter(t.flat.root, one.parameter) for one in added]
        names = _real_outputs(self._prepared.layout, _texts("outputs", outputs), t)
        signals = Signals(tuple(one.name for one in added), tuple(one.unit for one in added))
        known = [number for number in numbers if number is not None]
        return linearised(prepared, settings, values, signals, known, names, at, side == "before")

    def _with(self, names: tuple[str, ...]) -> tuple[PreparedModel, list[Input]]:
        """Return the model with these inputs, in the form that can be differentiated."""
        if names not in self._known:
            while len(self._known) >= _MOST:
                self._known.pop(next(iter(self._known)), None)
            built, added = with_inputs(self._prepared.built, names)
            plain = self._prepared if not added else PreparedModel(self._prepared.model, built)
            program = plain.translation.program
            unrolled = plain.without_loops() if program.rows or program.blocks else plain
            self._known[names] = unrolled, added
        return self._known[names]


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


def _real_outputs(layout: Layout, patterns: tuple[str, ...], t: Any) -> list[str]:
    """Return the continuous variables that fit; a name without pattern must be one."""
    names = layout.match(*patterns)
    return [
        name for name in names if layout.kinds[layout.position(name)] == "real" or name in patterns
    ]


def _check_continuous(prepared: PreparedModel) -> None:
    """Refuse parts without a linear model in continuous time."""
    lowered = prepared.translation.lowered
    program = lowered.program
    if program.delays:
        raise AnalysisError(
            f"{prepared.title} contains delays: a delayed signal has no state, and a linear model "
            "of the rest would leave it out; replace the delay by a block with states"
        )
    for node in lowered.discrete:
        operations = {program.ops[k] for k in topological(program, [node], discrete_known=True)}
        if {"sample", "x"} <= operations:
            raise AnalysisError(
                f"{prepared.title} contains a clocked part (sample) that reads what moves: what "
                "changes at ticks only has no linear model in continuous time; replace it by a "
                "continuous one"
            )
