"""Inputs of a model that its environment drives while it runs.

An input is a polynomial of time whose coefficients are parameters: value, since when, rate, bend.
The environment changes them at instants of its own, so that between these the input and its
derivatives are known, and whatever follows from them in the compiler is the same as for a source in
the model. Integers and Booleans are parameters themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from drivetrain.compiler.frontend.open_inputs import start_of
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import REAL, Expr, constant
from drivetrain.modeling.functions import time
from drivetrain.modeling.members import Parameter, ParameterRef, VariableRef
from drivetrain.modeling.tracing.slots import OwnParameter, OwnVariable
from drivetrain.modeling.tracing.trace import Trace, TracedEquation

__all__ = ["InputSignal", "inputs_of", "with_driven_inputs"]

_NOWHERE = SourceLine("", 0)
_COEFFICIENTS = ("value", "since", "rate", "bend")


class InputSignal(NamedTuple):
    """An input of a model.

    Attributes
    ----------
    variable : int
        Its number.
    parameter : int
        Number of its value among the parameters; behind it come, of a real input, the instant from
        which its rate counts, s, its rate and its second derivative.
    kind : str
        Real, integer or Boolean.
    start : float
        Its value until it is set.
    """

    variable: int
    parameter: int
    kind: str
    start: float

    @property
    def parameters(self) -> range:
        """Numbers of all its parameters."""
        count = len(_COEFFICIENTS) if self.kind == REAL else 1
        return range(self.parameter, self.parameter + count)


def inputs_of(root: Trace) -> Iterator[InputSignal]:
    """Yield the inputs of a model, and the parameters that they are given by when driven.

    Parameters
    ----------
    root : Trace
        The model as it was traced.
    """
    first = root.n_parameters
    for own in root.variables:
        if own.is_input:
            one = InputSignal(own.slot, first, own.declaration.kind, start_of(own))
            yield one
            first += len(one.parameters)


def with_driven_inputs(root: Trace, inputs: tuple[InputSignal, ...]) -> Trace:
    """Return a model whose inputs are given by parameters.

    Parameters
    ----------
    root : Trace
        The model.
    inputs : tuple of InputSignal
        All of its inputs.
    """
    parameters, equations = list(root.parameters), list(root.equations)
    variables = {own.slot: own for own in root.variables}
    for one in inputs:
        own = variables[one.variable]
        made = list(_parameters(own, one))
        signal = VariableRef(own.slot, own.declaration, own.name, True)
        equations.append(TracedEquation(signal, _polynomial(made), _NOWHERE))
        parameters += made
    count = sum(len(one.parameters) for one in inputs)
    return replace(
        root,
        parameters=parameters,
        equations=equations,
        n_parameters=root.n_parameters + count,
    )


def _parameters(own: OwnVariable, one: InputSignal) -> Iterator[OwnParameter]:
    for slot, name in zip(one.parameters, _COEFFICIENTS, strict=False):
        start: float | int | bool = 0.0
        if name == "value":
            start = {REAL: float}.get(one.kind, int)(one.start)
        declaration = Parameter(
            start, one.kind, "1", None, None, False, False, False, None, False, f"{name} of input"
        )
        yield OwnParameter(f"{own.name}'{name}", slot, declaration)


def _polynomial(coefficients: list[OwnParameter]) -> Expr:
    value, *rates = (ParameterRef(own.slot, own.declaration, own.name) for own in coefficients)
    if not rates:
        return value
    since, rate, bend = rates
    passed = Expr("sub", (time, since))
    slope = Expr("add", (rate, Expr("mul", (passed, Expr("mul", (constant(0.5), bend))))))
    return Expr("add", (value, Expr("mul", (passed, slope))))
