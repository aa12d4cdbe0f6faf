"""Settle default values that are known only when the parts of a class are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from drivetrain.errors import ParameterError
from drivetrain.modeling.expression import Expr, as_expr, walk
from drivetrain.modeling.members.part_members import reads_around
from drivetrain.modeling.tracing.slots import OwnParameter, Trace
from drivetrain.modeling.tracing.structural import is_decided, size_key

__all__ = ["is_copied", "settle_defaults"]


def is_copied(default: Any) -> bool:
    """Return whether the elements of a vector are those of another vector of the class."""
    return isinstance(default, Expr) and not _is_settled_later(default)


def settle_defaults(trace: Trace, resolve: Callable[[Any], Any]) -> None:
    """Resolve defaults that read parameters of parts, or what structural parameters decide.

    Parameters
    ----------
    trace : Trace
        The class, all of whose members are declared.
    resolve : callable
        Replaces declarations by references, and computes what is computed.

    Raises
    ------
    ParameterError
        If a vector gets another number of values than it has elements.
    """
    done: dict[int, Any] = {}
    for k, own in enumerate(trace.parameters):
        if own.like is not None:
            continue
        default = own.declaration.default
        if isinstance(default, (list, tuple)) and own.index is not None:
            default = default[own.index] if own.index < len(default) else None
            if _is_settled_later(default):
                _put(trace, k, replace(own, settled=as_expr(resolve(default))))
        elif _is_settled_later(default):
            if id(default) not in done:
                done[id(default)] = resolve(default)
            value = _element(done[id(default)], own, trace)
            _put(trace, k, replace(own, settled=as_expr(value)))


def _is_settled_later(default: Any) -> bool:
    if not isinstance(default, Expr):
        return False
    return reads_around(default) or any(map(is_decided, walk(default)))


def _element(value: Any, own: OwnParameter, trace: Trace) -> Any:
    """Return what an element of a vector gets; a single value goes to all."""
    if own.index is None or not isinstance(value, (list, tuple)):
        return value
    count = trace.structural[size_key(own.declaration.name)]
    if len(value) != count:
        raise ParameterError(
            f"{own.declaration.name}: {len(value)} values; it has {count} elements"
        )
    return value[own.index]


def _put(trace: Trace, number: int, own: OwnParameter) -> None:
    """Put a parameter, or an element of a vector, in the place of the one of its slot."""
    trace.parameters[number] = own
    name = own.declaration.name
    if own.index is None:
        trace.members[own.name] = own
        return
    vector = trace.members[name]
    elements = tuple(own if one.slot == own.slot else one for one in vector.elements)
    trace.members[name] = replace(vector, elements=elements)
