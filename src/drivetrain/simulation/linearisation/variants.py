"""Variants of a model with inputs: sources at flanges, and signals to which something is added.

Each input is a small part that adds nothing at the operating point. What it adds is a parameter,
with respect to which the model is differentiated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, NamedTuple

from drivetrain.compiler.frontend.open_delays import OpenDelay
from drivetrain.compiler.frontend.openings import Opening
from drivetrain.modeling.component import Component
from drivetrain.modeling.functions import motion
from drivetrain.modeling.members import parameter, variable
from drivetrain.modeling.model import Model
from drivetrain.simulation.linearisation.inputs import (
    DelayInput,
    End,
    FlangeInput,
    Input,
    SignalInput,
)

__all__ = ["RATES", "Addition", "Variant", "with_inputs"]

_PART = "input_{}_of_the_linear_model"
RATES = ("value", "rate", "second")
"""Parameters of what is added: value, and derivatives. A prescribed motion needs these, and so does
a torque where no inertia is: it moves dampers at once, of which a relative speed may be a state."""
_PER = ("", "/s", "/s2")


class Addition(NamedTuple):
    """What an input adds.

    Attributes
    ----------
    input : int
        Number of the input.
    name : str
        Its name; of a derivative, ``der(…)``.
    unit : str
        Unit.
    parameter : str
        The parameter that stands for it.
    order : int
        How often the input is differentiated.
    """

    input: int
    name: str
    unit: str
    parameter: str
    order: int


class Variant(NamedTuple):
    """A model with inputs.

    Attributes
    ----------
    model : Component
        The model; the numbers of its own variables and parameters are unchanged.
    openings : tuple of Opening
        Signals to be opened.
    delays : tuple of OpenDelay
        Delays to be opened.
    additions : list of Addition
        What its inputs add.
    """

    model: Component
    openings: tuple[Opening, ...]
    delays: tuple[OpenDelay, ...]
    additions: list[Addition]


def with_inputs(model: Component, inputs: Sequence[Input]) -> Variant:
    """Return a variant of a model with inputs at flanges and signals; others need none.

    Parameters
    ----------
    model : Component
        The model, which is left as it is.
    inputs : sequence of Input
        Its inputs.
    """
    parts: dict[str, Component] = {}
    ends: dict[str, End] = {}
    openings: list[Opening] = []
    delays: list[OpenDelay] = []
    additions: list[Addition] = []
    for k, one in enumerate(inputs):
        part = _PART.format(k)
        if isinstance(one, FlangeInput):
            parts[part], ends[part] = _source(one), one.end
        elif isinstance(one, SignalInput):
            parts[part] = _adder(one.unit)
            openings.append(Opening(one.name, f"{part}.before", f"{part}.added"))
        elif isinstance(one, DelayInput):
            parts[part] = _delayed(one.unit)
            delays.append(_open_delay(one, part))
        if part in parts:
            additions += _of(k, one, part)
    made = _extended(model, parts, ends) if parts else model
    return Variant(made, tuple(openings), tuple(delays), additions)


def _of(number: int, one: Input, part: str) -> list[Addition]:
    names = (one.name, f"der({one.name})", f"der({one.name}, 2)")
    units = [f"{one.unit}{per}" for per in _PER]
    return [
        Addition(number, name, unit, f"{part}.{rate}", order)
        for order, (name, unit, rate) in enumerate(zip(names, units, RATES, strict=True))
    ]


def _source(one: FlangeInput) -> Component:
    """Return a source for a connector."""
    (own,) = (v for v in one.end.kind.variables() if v.is_flow)

    def equations(self: Any) -> Iterable[Any]:
        yield getattr(self.end, own.name) == -motion(self.value, self.rate, self.second)

    body = {
        "__doc__": "Source of an input of a linear model.",
        "end": one.end.kind(),
        **_rates(own.unit),
        "equations": equations,
    }
    made: Component = type("LinearInput", (Component,), body)()
    return made


def _adder(unit: str) -> Component:
    """Return what is added to a signal."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.added == motion(self.value, self.rate, self.second)

    body = {
        "__doc__": "What is added to an opened signal of a linear model.",
        "before": variable(unit, doc="Value before"),
        "added": variable(unit, doc="What is added to it"),
        **_rates(unit),
        "equations": equations,
    }
    made: Component = type("LinearInput", (Component,), body)()
    return made


def _delayed(unit: str) -> Component:
    """Return what stands for a delay: its argument, its value and its time."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.delayed == motion(self.value, self.rate, self.second)

    body = {
        "__doc__": "What stands for a delay in a linear model.",
        "argument": variable(unit, doc="What is delayed"),
        "delayed": variable(unit, doc="Its past value"),
        "lag": variable("s", doc="By how much it is delayed"),
        **_rates(unit),
        "equations": equations,
    }
    made: Component = type("LinearInput", (Component,), body)()
    return made


def _open_delay(one: DelayInput, part: str) -> OpenDelay:
    return OpenDelay(one.place, f"{part}.argument", f"{part}.delayed", f"{part}.lag")


def _rates(unit: str) -> dict[str, Any]:
    """Return parameters for what is added, and for its derivatives."""
    docs = ("Value", "First derivative", "Second derivative")
    return {
        name: parameter(0.0, unit=f"{unit}{per}", doc=doc)
        for name, per, doc in zip(RATES, _PER, docs, strict=True)
    }


def _extended(model: Component, parts: dict[str, Component], ends: dict[str, End]) -> Component:
    """Return a model with more parts, some of which are connected to an end."""
    if type(model) is Model:
        more = copy(model)
        more.add(**parts)
        for name, end in ends.items():
            more.connect(getattr(more, name).end >> _connector(end, more))
        return more
    base = type(model)

    def equations(self: Any) -> Iterable[Any]:
        for name, end in ends.items():
            yield getattr(self, name).end >> _connector(end, self)

    body = {**parts, "equations": equations, "__doc__": base.__doc__}
    made: Component = object.__new__(type(base.__name__, (base,), body))
    vars(made).update(vars(model))
    return made


def _connector(end: End, top: Any) -> Any:
    """Return a connector, seen from the equations of the model."""
    for name, index in end.path:
        top = getattr(top, name) if index is None else getattr(top, name)[index]
    return top
