"""Settle values of a class that read parameters of its parts, once the parts have slots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from drivetrain.errors import ModelError
from drivetrain.modeling.expression import Expr, as_expr, walk
from drivetrain.modeling.members import VariableRef
from drivetrain.modeling.members.part_members import reads_parts
from drivetrain.modeling.tracing.slots import OwnVariable, OwnVector, Trace
from drivetrain.modeling.tracing.structural import is_decided

__all__ = ["settle_values"]


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
        if reads_parts(default) or any(map(is_decided, walk(default))):
            computed = replace(own, settled=as_expr(resolve(default)))
            traced.parameters[k] = traced.members[own.name] = computed
    made: dict[int, OwnVariable] = {}
    for k, variable in enumerate(traced.variables):
        start = variable.start
        if isinstance(start, Expr) and reads_parts(start):
            settled = _of_parameters(variable.name, start, as_expr(resolve(start)))
            traced.variables[k] = made[variable.slot] = replace(variable, settled=settled)
    if made:
        for name, member in traced.members.items():
            traced.members[name] = _replaced(member, made)


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
