"""Structural values: parameters that decide which equations there are, known before tracing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from drivetrain.errors import (
    ParameterError,
)
from drivetrain.modeling.component import Component
from drivetrain.modeling.expression import BOOLEAN, INTEGER, Expr
from drivetrain.modeling.given import checked_value
from drivetrain.modeling.members import (
    REQUIRED,
    Parameter,
)

__all__ = ["size_key", "structural", "structural_values"]


def structural_values(component: Component, outer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of all structural parameters of a component.

    Parameters
    ----------
    component : Component
        The declaration with its modifiers.
    outer : mapping
        Structural values of the enclosing class.
    """
    values: dict[str, Any] = {}
    given = component._modifiers
    parameters = {
        name: member
        for name, member in type(component).declarations().items()
        if isinstance(member, Parameter)
    }
    for name, member in parameters.items():
        if member.vector:
            value, known = (given[name], outer) if name in given else (member.default, values)
            values[size_key(name)] = _vector_size(value, known, name)
    for name, member in parameters.items():
        if not member.structural:
            continue
        if name in given:
            value = structural(given[name], outer, name)
            _checkstructural(component, member, value)
            values[name] = _immutable(value)
        elif member.default is REQUIRED:
            raise ParameterError(f"{type(component).__name__}: give a value for {name!r}")
        else:
            values[name] = _immutable(structural(member.default, values, name))
    return values


def _checkstructural(component: Component, member: Parameter, value: Any) -> None:
    label = f"{type(component).__name__}({member.name}=…): {member.name}"
    if member.choices is not None:
        if value not in member.choices:
            raise ParameterError(f"{label}={value!r}: give one of {member.choices}")
    elif member.kind in (BOOLEAN, INTEGER):
        checked_value(value, member.kind, label)


def _immutable(value: Any) -> Any:
    """Turn lists and arrays into tuples, so that equal values are found to be equal."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(map(_immutable, value)) if isinstance(value, (list, tuple)) else value


def size_key(name: str) -> str:
    """Return under which structural name the length of a vector parameter is kept."""
    return f"{name}.size"


def _vector_size(value: Any, outer: Mapping[str, Any], name: str) -> int:
    if isinstance(value, Expr):
        is_vector = value.op == "decl" and getattr(value.value, "vector", False)
        size = outer.get(size_key(value.value.name)) if is_vector else 1
        if size is None:
            raise ParameterError(f"{name!r} needs a list of numbers or a vector parameter")
        return int(size)
    if value is REQUIRED:
        raise ParameterError(f"give a list of numbers for {name!r}")
    return int(np.size(value))


def structural(value: Any, known: Mapping[str, Any], name: str) -> Any:
    """Evaluate a Python value or an expression of structural parameters."""
    if not isinstance(value, Expr):
        return value
    if value.op == "decl":
        declaration = value.value
        if declaration.name in known:
            return known[declaration.name]
        raise ParameterError(
            f"{name!r} changes the equations, so it can depend on structural parameters only; "
            f"{declaration.name!r} is not structural"
        )
    if value.op == "const":
        return value.value
    if value.op == "length":
        return _vector_size(value.args[0], known, name)
    if value.op == "computed":
        return value.value(*(structural(arg, known, name) for arg in value.args))
    if value.op not in _STRUCTURAL_OPERATIONS:
        raise ParameterError(
            f"{name!r} changes the equations and is computed before they exist; {value.op!r} in "
            f"'{value}' is not known there: use {', '.join(_STRUCTURAL_OPERATIONS)}"
        )
    operands = [structural(arg, known, name) for arg in value.args]
    return _STRUCTURAL_OPERATIONS[value.op](*operands)


_STRUCTURAL_OPERATIONS: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "not": lambda a: not a,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "where": lambda c, a, b: a if c else b,
    "max": max,
    "min": min,
}
