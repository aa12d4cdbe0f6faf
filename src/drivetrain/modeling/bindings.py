"""Bindings: what is given to a component, sorted by the slots that it fills."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from drivetrain.errors import DrivetrainError, ModelError, ParameterError, shown
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, as_expr, constant, walk
from drivetrain.modeling.given import checked_value
from drivetrain.modeling.members import (
    Disabled,
    StartValue,
    TableRef,
    VariableRef,
    VectorRef,
)
from drivetrain.modeling.slots import (
    Binding,
    OwnParameter,
    OwnTable,
    OwnVariable,
    OwnVector,
    StartBinding,
    Sub,
)
from drivetrain.modeling.units import to_si

__all__ = ["BoundModifiers", "bind_modifiers", "in_unit_of"]


@dataclass(frozen=True, eq=False)
class BoundModifiers:
    """Modifiers of a component, sorted by what they give a value to."""

    parameters: list[Binding]
    tables: list[Binding]
    starts: list[StartBinding]
    inputs: list[tuple[str, Any]]


def bind_modifiers(sub: Sub, component: Component, resolve: Any) -> BoundModifiers:
    """Sort a component's modifiers into bindings of slots of the enclosing class.

    Parameters
    ----------
    sub : Sub
        Where the component's slots start.
    component : Component
        The declaration with its modifiers.
    resolve : callable
        Replaces declarations of the enclosing class by references.
    """
    bound = BoundModifiers([], [], [], [])
    where = component._created
    for name, given in component._modifiers.items():
        try:
            _bind_one(sub, name, given, resolve, where, bound)
        except DrivetrainError as error:
            raise type(error)(f"{error} [{where}]") from error
    return bound


def _bind_one(
    sub: Sub, name: str, given: Any, resolve: Any, where: SourceLine, bound: BoundModifiers
) -> None:
    """Sort in one modifier."""
    inner, member = sub.trace, sub.trace.members.get(name)
    if name in inner.structural:
        return
    label = f"{sub.name}.{name}" if sub.name else name
    if isinstance(member, OwnVector):
        _bind_vector(sub, member, given, resolve, label, where, bound)
    elif isinstance(member, OwnParameter):
        value = _constant(_resolved(given, resolve, label), label)
        slots = sub.parameter_start + member.slot + sub.indices() * inner.n_parameters
        for some, one in _dealt(slots, value, label):
            one = to_si(one, member.declaration.unit, label)
            one = checked_value(one, member.declaration.kind, label, member.declaration.unit)
            bound.parameters.append(Binding(some, one, where, label, member.declaration.unit))
    elif isinstance(member, OwnTable):
        slots = sub.table_start + member.slot + sub.indices() * inner.n_tables
        rows = _resolved(given, resolve, label)
        if isinstance(rows, Expr) and not isinstance(rows, TableRef):
            raise ParameterError(
                f"{label}={rows}: give rows of numbers, [[x1, y1], [x2, y2]], or a table parameter"
            )
        wanted = member.declaration.columns
        if isinstance(rows, TableRef) and rows.declaration.columns != wanted:
            raise ParameterError(
                f"{label}={rows}: a table with {wanted} columns is needed, '{rows}' has "
                f"{rows.declaration.columns}"
            )
        bound.tables.append(Binding(slots, rows, where, label))
    elif isinstance(member, OwnVariable) and isinstance(given, StartValue):
        value = _constant(_resolved(given.value, resolve, label), f"start of {label}")
        start = replace(given, value=_start_value(value, label))
        slots = sub.variable_start + member.slot + sub.indices() * inner.n_variables
        bound.starts.append(StartBinding(slots, start, where, label, member.declaration.unit))
    elif isinstance(member, OwnVariable) and member.is_input:
        bound.inputs.append((name, _resolved(given, resolve, label)))
    elif isinstance(member, OwnVariable):
        value = shown(_plain(given))
        raise ParameterError(
            f"{label}={shown(given)}: {name!r} is a variable; say fixed({value}) for a "
            f"start value that must hold, or guess({value}) for a hint"
        )
    elif isinstance(member, Disabled):
        raise member.inside(label).refusal()


def _plain(given: Any) -> Any:
    """Return start values without what says of each of them how it is meant."""
    if isinstance(given, (list, tuple)):
        return [_plain(one) for one in given]
    return given.value if isinstance(given, StartValue) else given


def _resolved(value: Any, resolve: Any, label: str) -> Any:
    try:
        return resolve(value)
    except ModelError as error:
        raise type(error)(f"{label}={value}: {error}") from error


def _constant(value: Any, label: str) -> Any:
    """Return what is known before a run; refuse expressions of variables."""
    if isinstance(value, Expr):
        for node in walk(value):
            if node.op in ("var", "pre", "time"):
                raise ParameterError(
                    f"{label}={value}: '{node}' varies during a run, but this value is needed "
                    "before: use numbers and parameters only"
                )
    return value


def in_unit_of(signal: VariableRef, value: Any) -> Expr:
    """Return what an input is bound to: a bare number counts in the unit of the signal."""
    if isinstance(value, Expr):
        return value
    number = to_si(value, signal.declaration.unit, signal.name)
    number = checked_value(number, signal.kind, signal.name, signal.declaration.unit)
    if np.isnan(number):
        raise ParameterError(f"{signal.name} is not a number (NaN): give a finite value")
    if signal.kind == REAL:
        return constant(number, signal.declaration.unit)
    return as_expr(bool(number) if signal.kind == BOOLEAN else int(number))


def _bind_vector(
    sub: Sub,
    member: OwnVector,
    given: Any,
    resolve: Any,
    label: str,
    where: SourceLine,
    bound: BoundModifiers,
) -> None:
    """Bind the elements of a vector one by one."""
    inner, start = sub.trace, given if isinstance(given, StartValue) else None
    whole = _resolved(start.value if start else given, resolve, label)
    scalar = not isinstance(whole, VectorRef) and _dimensions(whole) == 0
    values = [whole] * len(member.elements) if scalar else list(whole)
    if len(values) != len(member.elements):
        raise ParameterError(f"{label}: {len(values)} values for {len(member.elements)} elements")
    if any(not isinstance(value, Expr) and _dimensions(value) for value in values):
        raise ParameterError(
            f"{label}={shown(given)}: give one number for each element, or one for all"
        )
    for own, value in zip(member.elements, values, strict=True):
        name = f"{label}[{own.index}]"
        if isinstance(own, OwnParameter):
            slots = sub.parameter_start + own.slot + sub.indices() * inner.n_parameters
            value = to_si(value, own.declaration.unit, name)
            value = checked_value(value, own.declaration.kind, name, own.declaration.unit)
            value = _constant(value, name)
            bound.parameters.append(Binding(slots, value, where, name, own.declaration.unit))
        elif start:
            slots = sub.variable_start + own.slot + sub.indices() * inner.n_variables
            fresh = replace(start, value=value)
            bound.starts.append(StartBinding(slots, fresh, where, name, own.declaration.unit))
        elif own.is_input:
            raise ParameterError(f"{label}: connect the elements of a vector input one by one")
        else:
            raise ParameterError(f"{label}={shown(given)}: say fixed(…) or guess(…)")


def _dimensions(value: Any) -> int:
    """Return 0 for one value, 1 for several in a row, more for what is neither."""
    try:
        return np.ndim(value)
    except ValueError:  # ragged
        return 2


def _dealt(slots: Any, value: Any, label: str) -> Iterable[tuple[Any, Any]]:
    """Deal a vector out to the elements of an array; one value is for all of them."""
    if not isinstance(value, VectorRef):
        return [(slots, value)]
    if len(value) == 1:
        return [(slots, value[0])]
    if len(value) != np.size(slots):
        raise ParameterError(f"{label}: {len(value)} values for {np.size(slots)} components")
    return list(zip(np.atleast_1d(slots).tolist(), value, strict=True))


def _start_value(value: Any, label: str) -> Any:
    kind = BOOLEAN if _dimensions(value) < 2 and np.asarray(value).dtype.kind == "b" else REAL
    return checked_value(value, kind, f"start of {label}")
