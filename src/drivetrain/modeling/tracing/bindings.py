"""Bind the modifiers of a component to the slots of its members."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from drivetrain.errors import DrivetrainError, ModelError, ParameterError, nearest, shown
from drivetrain.modeling.argument_values import checked_number, checked_value, dimensions
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, as_expr, constant, walk
from drivetrain.modeling.members import (
    DECLARED,
    Disabled,
    StartValue,
    TableRef,
    VariableRef,
    VectorRef,
    checked_bound,
    checked_nominal,
    checked_start,
    what_to_set,
)
from drivetrain.modeling.tracing.slots import (
    Binding,
    OwnConnector,
    OwnParameter,
    OwnTable,
    OwnVariable,
    OwnVector,
    StartBinding,
    Sub,
    Trace,
)

__all__ = ["BoundModifiers", "bind_modifiers", "in_unit_of"]


@dataclass(frozen=True, eq=False)
class _Place:
    """A component whose members are modified: its trace, and its first slots.

    An array, or a part of one, has a first slot for each of its components.
    """

    name: str
    trace: Trace
    variables: Any
    parameters: Any
    tables: Any

    @classmethod
    def of(cls, sub: Sub) -> _Place:
        """Return the place of a part of the class that is traced."""
        zero = _Place("", sub.trace, 0, 0, 0)
        return zero.of_part(sub)

    def of_part(self, sub: Sub) -> _Place:
        """Return the place of a part of this component."""
        inner, index = sub.trace, sub.indices()
        return _Place(
            self.path(sub.name),
            inner,
            _combined(self.variables, sub.variable_start + index * inner.n_variables),
            _combined(self.parameters, sub.parameter_start + index * inner.n_parameters),
            _combined(self.tables, sub.table_start + index * inner.n_tables),
        )

    def path(self, name: str) -> str:
        """Return the path of a member."""
        return f"{self.name}.{name}" if self.name else name


def _combined(outer: Any, inner: Any) -> Any:
    """Return the sums of all first slots of two levels."""
    if np.ndim(outer) and np.ndim(inner):
        return np.add.outer(outer, inner).ravel()
    return outer + inner


@dataclass(frozen=True, eq=False)
class BoundModifiers:
    """Modifiers of a component, sorted by the kind of their targets."""

    parameters: list[Binding]
    tables: list[Binding]
    starts: list[StartBinding]
    inputs: list[tuple[str, Any]]


def bind_modifiers(sub: Sub, component: Component, resolve: Any) -> BoundModifiers:
    """Sort the modifiers of a component into bindings of slots of the enclosing class.

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
            if name not in sub.trace.structural:
                _bind_one(_Place.of(sub), name, given, resolve, where, bound)
        except DrivetrainError as error:
            raise type(error)(f"{error} [{where}]") from error
    return bound


def _bind_one(
    place: _Place, name: str, given: Any, resolve: Any, where: SourceLine, bound: BoundModifiers
) -> None:
    """Bind one modifier."""
    member = place.trace.members.get(name)
    label = place.path(name)
    if isinstance(member, Sub) and isinstance(given, Mapping):
        inside = place.of_part(member)
        for one, value in given.items():
            if one in inside.trace.structural and one != "enabled":
                continue  # its equations are made for this value
            _check_nested(inside, one, value)
            _bind_one(inside, one, value, resolve, where, bound)
    elif isinstance(member, OwnVector):
        _bind_vector(place, member, given, resolve, label, where, bound)
    elif isinstance(member, OwnParameter):
        unit, kind = member.declaration.unit, member.declaration.kind
        plain = to_si(given, unit, label)
        value = _constant(_resolved(plain, resolve, label), label)
        for some, one in _dealt(place.parameters + member.slot, value, label):
            one = checked_value(one, label, unit, kind)
            bound.parameters.append(Binding(some, one, where, label, unit))
    elif isinstance(member, OwnTable):
        rows = _table(member, _resolved(given, resolve, label), label)
        bound.tables.append(Binding(place.tables + member.slot, rows, where, label))
    elif isinstance(member, OwnVariable) and isinstance(given, StartValue):
        unit, slots = member.declaration.unit, place.variables + member.slot
        stated = given.value
        if stated is not DECLARED:
            stated = to_si(stated, unit, f"start of {label}")
        value = _resolved(stated, resolve, label)
        for some, one in _dealt(slots, value, label):
            start = _start(member, replace(given, value=one), resolve, label)
            bound.starts.append(StartBinding(some, start, where, label, unit))
    elif isinstance(member, OwnVariable) and member.is_input:
        plain = to_si(given, member.declaration.unit, label)
        bound.inputs.append((name, _resolved(plain, resolve, label)))
    elif isinstance(member, OwnVariable):
        value = shown(_plain(given))
        raise ParameterError(
            f"{label}={shown(given)}: {name!r} is a variable; say fixed({value}) for a "
            f"start value that must hold, or guess({value}) for a hint"
        )
    elif isinstance(member, Disabled):
        raise member.inside(label).refusal()


def _check_nested(place: _Place, name: Any, given: Any) -> None:
    """Refuse what can be decided only in the class that contains a part."""
    klass, label = place.trace, place.path(str(name))
    member = klass.members.get(name)
    if name == "enabled":
        raise ParameterError(
            f"{label}={shown(given)}: {name!r} changes the equations, so it is given in the class "
            f"of which '{place.name}' is a part; only start values and other parameters can be "
            "given from outside"
        )
    if name not in klass.members:
        raise ParameterError(
            f"{label}={shown(given)}: '{place.name}' ({klass.title}) has no member {name!r}"
            f"{nearest(str(name), klass.members)}; it has {', '.join(klass.members) or 'none'}"
        )
    is_input = isinstance(member, OwnVariable) and member.is_input
    if is_input and not isinstance(given, StartValue):
        raise ParameterError(
            f"{label}={shown(given)}: the input {name!r} of '{place.name}' gets its value inside "
            "the class of which this is a part: it has one source only"
        )
    if isinstance(member, OwnParameter) and member.declaration.final:
        raise ParameterError(f"{label}={shown(given)}: {name!r} {what_to_set(member.declaration)}")
    if isinstance(member, (OwnConnector, Sub)) and not (
        isinstance(member, Sub) and isinstance(given, Mapping)
    ):
        raise ParameterError(f"{label}={shown(given)}: {name!r} is a part, not a parameter")


def _table(member: OwnTable, rows: Any, label: str) -> Any:
    """Return the given rows of a table as numbers, or the table to which it is bound."""
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
    return member.declaration.plain_rows(rows, label)


def _start(member: OwnVariable, given: StartValue, resolve: Any, label: str) -> StartValue:
    """Return a start value, with its attributes, as numbers in the unit of the variable."""
    declaration = member.declaration
    unit, told = declaration.unit, f"start of {label}"
    more = _attributes(given, resolve, label, unit)
    if given.value is DECLARED:
        return replace(given, **more)
    value = _resolved(to_si(given.value, unit, told), resolve, label)
    value = checked_start(_constant(value, told), told, unit, declaration.kind)
    return replace(given, value=value, **more)


def _attributes(given: StartValue, resolve: Any, label: str, unit: str) -> dict[str, Any]:
    """Return typical size and bounds in the unit of the variable."""
    found: dict[str, Any] = {"nominal": checked_nominal(given.nominal, f"nominal of {label}", unit)}
    for key, bound in (("min", given.minimum), ("max", given.maximum)):
        told = f"{key} of {label}"
        value = _resolved(to_si(bound, unit, told), resolve, told)
        found[f"{key}imum"] = checked_bound(_constant(value, told), told, unit)
    return found


def _plain(given: Any) -> Any:
    """Return start values without their markers for fixed and guess."""
    if isinstance(given, (list, tuple)):
        return [_plain(one) for one in given]
    return given.value if isinstance(given, StartValue) else given


def _resolved(value: Any, resolve: Any, label: str) -> Any:
    try:
        return resolve(value)
    except ModelError as error:
        raise type(error)(f"{label}={value}: {error}") from error


def _constant(value: Any, label: str) -> Any:
    """Return a value known before a run; refuse expressions of variables."""
    if isinstance(value, Expr):
        for node in walk(value):
            if node.op in ("var", "pre", "time"):
                raise ParameterError(
                    f"{label}={value}: '{node}' varies during a run, but this value is needed "
                    "before: use numbers and parameters only"
                )
    return value


def in_unit_of(signal: VariableRef, value: Any) -> Expr:
    """Return the value to which an input is bound: a plain number is in the unit of the signal."""
    if isinstance(value, Expr):
        return value
    number = checked_number(value, signal.name, signal.declaration.unit, signal.kind)
    if np.isnan(number):
        raise ParameterError(f"{signal.name} is not a number (NaN): give a finite value")
    if signal.kind == REAL:
        return constant(number, signal.declaration.unit)
    return as_expr(bool(number) if signal.kind == BOOLEAN else int(number))


def _elements(member: OwnVector) -> Iterator[Any]:
    """Yield the variables or parameters of a vector or a matrix, row by row."""
    for one in member.elements:
        if isinstance(one, OwnVector):
            yield from _elements(one)
        else:
            yield one


def _values(member: OwnVector, given: Any, label: str) -> Iterator[Any]:
    """Yield a value for each element."""
    if len(given) != len(member.elements):
        raise ParameterError(f"{label}: {len(given)} values for {len(member.elements)} elements")
    for one, value in zip(member.elements, given, strict=True):
        if not isinstance(one, OwnVector):
            yield value
        elif isinstance(value, (list, tuple, np.ndarray)):
            yield from _values(one, value, one.name)
        else:
            raise ParameterError(f"{label}={shown(given)}: give a list for each row, or one number")


def _bind_vector(
    place: _Place,
    member: OwnVector,
    given: Any,
    resolve: Any,
    label: str,
    where: SourceLine,
    bound: BoundModifiers,
) -> None:
    """Bind the elements of a vector one by one."""
    start = given if isinstance(given, StartValue) else None
    elements = list(_elements(member))
    kinds = {(own.declaration.unit, own.declaration.kind) for own in elements}
    unit, kind = kinds.pop() if kinds else ("1", REAL)
    plain = start.value if start else given
    plain = plain if plain is DECLARED else to_si(plain, unit, label)
    whole = _resolved(plain, resolve, label)
    scalar = not isinstance(whole, VectorRef) and dimensions(whole) == 0
    values = [whole] * len(elements) if scalar else list(_values(member, whole, label))
    if any(not isinstance(value, Expr) and dimensions(value) for value in values):
        raise ParameterError(
            f"{label}={shown(given)}: give one number for each element, or one for all"
        )
    for own, value in zip(elements, values, strict=True):
        name = label + own.name.removeprefix(member.name)
        if isinstance(own, OwnParameter):
            slots = place.parameters + own.slot
            value = _constant(checked_value(value, name, unit, kind), name)
            bound.parameters.append(Binding(slots, value, where, name, unit))
        elif start:
            slots = place.variables + own.slot
            fresh = _start(own, replace(start, value=value), resolve, name)
            bound.starts.append(StartBinding(slots, fresh, where, name, unit))
        elif own.is_input:
            raise ParameterError(f"{label}: connect the elements of a vector input one by one")
        else:
            raise ParameterError(f"{label}={shown(given)}: say fixed(…) or guess(…)")


def _dealt(slots: Any, value: Any, label: str) -> Iterable[tuple[Any, Any]]:
    """Distribute a vector over the elements of an array; a single value applies to all of them."""
    mixed = isinstance(value, (list, tuple)) and any(isinstance(one, Expr) for one in value)
    if not isinstance(value, VectorRef) and not mixed:
        return [(slots, value)]
    if len(value) == 1:
        return [(slots, value[0])]
    if len(value) != np.size(slots):
        raise ParameterError(f"{label}: {len(value)} values for {np.size(slots)} components")
    return list(zip(np.atleast_1d(slots).tolist(), value, strict=True))
