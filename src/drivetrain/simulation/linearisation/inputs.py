"""Add inputs to a model: torques, forces and heat flows at its flanges and ports.

Each input is a small source, zero at the operating point, that is connected in addition to what is
there. Its flow is a parameter, with respect to which the model is differentiated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from typing import Any, NamedTuple

from drivetrain.errors import AnalysisError, NameLookupError, nearest
from drivetrain.modeling.component import Component
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.members import parameter
from drivetrain.modeling.model import Model
from drivetrain.modeling.tracing.slots import OwnConnector, Sub
from drivetrain.modeling.tracing.trace import Trace, trace

__all__ = ["Input", "with_inputs"]

_SOURCE = "input_{}_of_the_linear_model"
_ENTRIES = ("flange_a", "flange", "port_a", "port", "flange_b", "port_b")
_STEP = re.compile(r"([^.\[\]]+)(?:\[(\d+)\])?(?:\.|$)")


class Input(NamedTuple):
    """An input of a linear model.

    Attributes
    ----------
    name : str
        Name as requested.
    unit : str
        Unit of the flow.
    parameter : str
        Name of the parameter that stands for it.
    """

    name: str
    unit: str
    parameter: str


class _End(NamedTuple):
    """A connector of a model: its path from the top, and its class."""

    path: tuple[tuple[str, int | None], ...]
    kind: type[Connector]

    def of(self, top: Any) -> Any:
        """Return the connector, seen from the equations of the model."""
        for name, index in self.path:
            top = getattr(top, name) if index is None else getattr(top, name)[index]
        return top


def with_inputs(model: Component, names: Iterable[str]) -> tuple[Component, list[Input]]:
    """Return a model with a source at each of some flanges.

    Parameters
    ----------
    model : Component
        The model, which is left as it is.
    names : iterable of str
        Names of flanges or ports, or of components; of these it is the first flange.

    Raises
    ------
    NameLookupError
        If there is nothing of that name; the nearest one is suggested.
    AnalysisError
        If there is no flange at which something could act.
    """
    root = trace(model)
    ends = {name: _end(root, name) for name in names}
    if not ends:
        return model, []
    sources = [_source(end.kind) for end in ends.values()]
    inputs = [
        Input(name, unit, f"{_SOURCE.format(k)}.flow")
        for k, (name, (_, unit)) in enumerate(zip(ends, sources, strict=True))
    ]
    parts = {_SOURCE.format(k): kind() for k, (kind, _) in enumerate(sources)}
    return _extended(model, parts, list(ends.values())), inputs


def _end(root: Trace, name: str) -> _End:
    """Return the connector that a name stands for."""
    here, path, done = root, [], 0
    for step in _STEP.finditer(name):
        member = here.members.get(step[1])
        if step.start() != done or not isinstance(member, (Sub, OwnConnector)):
            break
        path.append((step[1], None if step[2] is None else int(step[2])))
        done = step.end()
        if isinstance(member, OwnConnector):
            if done == len(name):
                return _End(tuple(path), type(member.declaration))
            break
        here = member.trace
    if done < len(name) or not path:
        known = [m for m, found in here.members.items() if isinstance(found, (Sub, OwnConnector))]
        wrong = name[done:]
        raise NameLookupError(
            f"there is no part or flange {name!r} to act on{nearest(wrong, known)}; "
            f"{here.title} has {', '.join(known) or 'none'}"
        )
    return _first_flange(here, name, path)


def _first_flange(klass: Trace, name: str, path: list[tuple[str, int | None]]) -> _End:
    for entry in _ENTRIES:
        member = klass.members.get(entry)
        if isinstance(member, OwnConnector):
            return _End((*path, (entry, None)), type(member.declaration))
    raise AnalysisError(
        f"{name!r} ({klass.title}) has no flange on which a torque or force could act: name a part "
        "with a flange, or one of its connectors"
    )


def _source(kind: type[Connector]) -> tuple[type[Component], str]:
    """Return a class of sources for a connector class, and the unit of their flow."""
    flows = [variable for variable in kind.variables() if variable.is_flow]
    if len(flows) != 1:
        raise AnalysisError(f"{kind.__name__} has {len(flows)} flow variables, not one")
    (own,) = flows

    def equations(self: Any) -> Iterable[Any]:
        yield getattr(self.end, own.name) == -self.flow

    body = {
        "__doc__": "Source of an input of a linear model.",
        "end": kind(),
        "flow": parameter(0.0, unit=own.unit, doc="Flow into the model"),
        "equations": equations,
    }
    return type("LinearInput", (Component,), body), own.unit


def _extended(model: Component, parts: dict[str, Component], ends: list[_End]) -> Component:
    """Return a model with more parts, each of which is connected to one end."""
    if type(model) is Model:
        more = copy(model)
        more.add(**parts)
        for name, end in zip(parts, ends, strict=True):
            more.connect(getattr(more, name).end >> end.of(more))
        return more
    base = type(model)

    def equations(self: Any) -> Iterable[Any]:
        for name, end in zip(parts, ends, strict=True):
            yield getattr(self, name).end >> end.of(self)

    body = {**parts, "equations": equations, "__doc__": base.__doc__}
    made: Component = object.__new__(type(base.__name__, (base,), body))
    vars(made).update(vars(model))
    return made
