"""Settle values of a class that read parameters of its parts, once the parts have slots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from drivetrain.errors import ModelError, ParameterError
from drivetrain.modeling.expression import Expr, as_expr, walk
from drivetrain.modeling.members import VariableRef, VectorRef
from drivetrain.modeling.members.part_members import reads_around
from drivetrain.modeling.tracing.slots import OwnVariable, OwnVector, Trace
from drivetrain.modeling.tracing.structural import is_decided, structural

__all__ = ["settle_values", "whole_start"]


def settle_values(traced: Trace, resolve: Callable[[Any], Any]) -> None:
    """Resolve what reads parameters of parts, and defaults that structural parameters decide.

    Parameters
    ----------
    traced : Trace
        The class, all of whose members are declared.
    resolve : callable
        Puts references to slots in the place of declarations.

    Raises
    ------
    ModelError
        If a start value reads a variable of a part.
    """
    for k, own in enumerate(traced.parameters):
        default = own.declaration.default
        if not isinstance(default, Expr) or own.like is not None:
            continue
        if reads_around(default) or any(map(is_decided, walk(default))):
            computed = replace(own, settled=as_expr(resolve(default)))
            traced.parameters[k] = traced.members[own.name] = computed
    made: dict[int, OwnVariable] = {}
    for k, variable in enumerate(traced.variables):
        start = variable.start
        if not isinstance(start, Expr):
            continue
        found = resolve(start) if reads_around(start) or _is_vector(start) else start
        if isinstance(found, VectorRef):
            found = _element(traced, variable, start, found)
        if found is not start:
            settled = _of_parameters(variable.name, start, as_expr(found))
            traced.variables[k] = made[variable.slot] = replace(variable, settled=settled)
    if made:
        for name, member in traced.members.items():
            traced.members[name] = _replaced(member, made)


def _is_vector(start: Expr) -> bool:
    """Return whether a start value is a whole vector of parameters."""
    return start.op == "decl" and bool(getattr(start, "vector", False))


def _element(traced: Trace, variable: OwnVariable, start: Expr, values: VectorRef) -> Any:
    """Return the start of an element of a vector that starts at a vector of parameters."""
    whole = traced.members.get(variable.name.partition("[")[0])
    sizes = len(values), len(whole.elements) if isinstance(whole, OwnVector) else 1
    if variable.index is None or len(variable.index) > 1 or sizes[0] != sizes[1]:
        raise ParameterError(
            f"{variable.name}: its start value, '{start}', is a vector of {sizes[0]} numbers; give "
            "one for each element"
        )
    return values[variable.index[0]]


def whole_start(start: Any, known: Mapping[str, Any], name: str) -> Any:
    """Return the start of a vector or a matrix, as numbers if structural parameters decide it.

    Parameters
    ----------
    start : object
        As it is declared.
    known : mapping
        Values of the structural parameters of the class.
    name : str
        The variable, for messages.
    """
    is_structural = isinstance(start, Expr) and (
        start.op == "computed" or (start.op == "decl" and getattr(start, "structural", False))
    )
    return structural(start, known, name) if is_structural else start


def _of_parameters(name: str, stated: Expr, start: Expr) -> Expr:
    """Return a start value that reads parameters only."""
    for node in walk(start):
        if isinstance(node, VariableRef):
            raise ModelError(
                f"{name}: its start value, '{stated}', reads the variable '{node}' of a part: a "
                "start follows from parameters; write an initial equation instead"
            )
    return start


def _replaced(member: Any, made: dict[int, OwnVariable]) -> Any:
    """Return a member with the variables in it that have a settled start."""
    if isinstance(member, OwnVariable):
        return made.get(member.slot, member)
    if isinstance(member, OwnVector):
        return OwnVector(member.name, tuple(_replaced(one, made) for one in member.elements))
    return member
