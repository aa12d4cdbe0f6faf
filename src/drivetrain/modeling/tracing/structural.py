"""Structural parameters, which decide what equations there are; evaluated before tracing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from operator import gt, lt
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

import numpy as np

from drivetrain.errors import DrivetrainError, ParameterError, shown
from drivetrain.modeling.argument_values import checked_number, checked_value, is_one_of
from drivetrain.modeling.columnwise_conversion import signal_rows
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.expression import BOOLEAN, INTEGER, Expr, as_expr, walk
from drivetrain.modeling.members import (
    REQUIRED,
    Parameter,
)
from drivetrain.modeling.members.part_members import PartMember
from drivetrain.modeling.members.scopes import is_outer
from drivetrain.modeling.quantities.columns import is_frame

__all__ = [
    "StructuralValues",
    "computed_with",
    "decided",
    "how_many",
    "is_decided",
    "is_known",
    "is_on",
    "size_key",
    "structural",
    "structural_values",
]

_MOST = 100_000_000
_PACKAGE: Final = str(Path(__file__).parents[2])


class StructuralValues(dict[str, Any]):
    """Values of structural parameters, by name, and the class that has them."""

    def __init__(self, cls: type[Component], values: Mapping[str, Any] | None = None) -> None:
        super().__init__(values or {})
        self.cls = cls

    def inside(self, value: PartMember) -> Mapping[str, Any]:
        """Return the structural values of the part from which a member is read."""
        inner: StructuralValues = self
        for name in value.name.split(".")[:-1]:
            inner = structural_values(inner.cls.declarations()[name], inner)
        return inner


def structural_values(component: Component, outer: Mapping[str, Any]) -> StructuralValues:
    """Return the values of all structural parameters of a component.

    Parameters
    ----------
    component : Component
        The declaration with its modifiers.
    outer : mapping
        Structural values of the enclosing class.
    """
    above = _given_above(component, outer)
    values = StructuralValues(type(component))
    values.update({key: value for key, value in above.items() if "." in key})
    values.update({key: one for key, one in _inside(component, outer) if key not in above})
    given = {key: one for key, one in component._modifiers.items() if key not in above}
    parameters = {
        name: member
        for name, member in type(component).declarations().items()
        if isinstance(member, Parameter) and not is_outer(member)
    }
    for name, member in parameters.items():
        if member.vector and size_key(name) not in values:
            value, known = (given[name], outer) if name in given else (member.default, values)
            if _has_size(member) and _is_sized_later(value):
                continue
            value = to_si(value, member.unit, f"{type(component).__name__}({name}=…)")
            values[size_key(name)] = _vector_size(value, known, name, member.size is not None)
    for name, member in _in_order(parameters, given):
        if name in above:
            values[name] = _immutable(_checkstructural(component, member, above[name]))
        elif name in given:
            label = f"{type(component).__name__}({name}=…)"
            value = structural(_plain(given[name], member, label), outer, name)
            if isinstance(value, Iterator):
                raise ParameterError(f"{name}={shown(value)}: can be read only once; give a list")
            values[name] = _immutable(_checkstructural(component, member, value))
        elif member.default is REQUIRED:
            raise ParameterError(f"{type(component).__name__}: give a value for {name!r}")
        else:
            values[name] = _immutable(structural(member.default, values, name))
    for name, member in parameters.items():
        if member.vector and _has_size(member) and size_key(name) not in values:
            values[size_key(name)] = how_many(member.size, values, name, "elements")
    for name, member in parameters.items():
        if member.structural:
            _check_bounds(component, member, values)
        if member.size is not None:
            found = (values[size_key(name)],) if member.vector else np.shape(values[name])
            _check_size(component, member, found, values)
    return values


def _has_size(member: Parameter) -> bool:
    """Return whether a vector is declared with a number of elements."""
    return member.size is not None and not isinstance(member.size, tuple)


def _is_sized_later(value: Any) -> bool:
    """Return whether a vector has as many values as it declares: they are computed, or in rows."""
    if isinstance(value, PartMember):
        return value.is_of_array
    if isinstance(value, (list, tuple, np.ndarray)):
        return any(isinstance(one, (list, tuple, np.ndarray)) for one in value)
    return isinstance(value, Expr) and value.op == "computed"


def _given_above(component: Component, outer: Mapping[str, Any]) -> dict[str, Any]:
    """Return structural values of a part that are given where the class around it is used."""
    prefix = f"{vars(component).get('_declared_as')}."
    return {key.removeprefix(prefix): one for key, one in outer.items() if key.startswith(prefix)}


def _inside(component: Component, outer: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield structural values that are given to parts of a component: ``B(data=dict(n=3))``."""
    declared = type(component).declarations()
    for name, given in component._modifiers.items():
        part = declared.get(name)
        if isinstance(part, Component) and isinstance(given, Mapping):
            for path, value in _nested(part, given, outer):
                yield f"{name}.{path}", value


def _nested(
    part: Component, given: Mapping[Any, Any], outer: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    for name, value in given.items():
        member = type(part).declarations().get(name)
        label = f"{type(part).__name__}({name}=…)"
        if isinstance(member, Component) and isinstance(value, Mapping):
            for path, inner in _nested(member, value, outer):
                yield f"{name}.{path}", inner
        elif isinstance(member, Parameter) and member.structural:
            yield name, _immutable(structural(_plain(value, member, label), outer, name))
        elif (
            isinstance(member, Parameter)
            and member.vector
            and not (_has_size(member) and _is_sized_later(value))
        ):
            plain = to_si(value, member.unit, label)
            yield size_key(name), _vector_size(plain, outer, name, member.size is not None)


def _check_size(
    component: Component, member: Parameter, found: tuple[int, ...], values: Mapping[str, Any]
) -> None:
    """Refuse values that are not as many as the declaration says."""
    sizes = member.size if isinstance(member.size, tuple) else (member.size,)
    label = f"{type(component).__name__}({member.name}=…)"
    wanted = [None if one is None else how_many(one, values, label, "elements") for one in sizes]
    if found == (0,) and wanted[0] in (None, 0):  # no rows: their length cannot be seen
        return
    if len(wanted) == len(found) and all(
        one in (None, there) for one, there in zip(wanted, found, strict=True)
    ):
        return
    told = " × ".join("any number" if one is None else str(one) for one in wanted)
    raise ParameterError(
        f"{label}: {' × '.join(map(str, found)) or 'one'} values; '{member.name}' has {told}"
    )


def _in_order(
    parameters: Mapping[str, Parameter], given: Mapping[str, Any]
) -> Iterator[tuple[str, Parameter]]:
    """Yield structural parameters, each behind those that its default is computed from.

    A default that a derived class declares anew stands at the place that the base gave it.
    """
    done: set[str] = set()

    def visit(name: str) -> Iterator[tuple[str, Parameter]]:
        member = parameters[name]
        if name in done or not member.structural:
            return
        done.add(name)
        if name not in given and isinstance(member.default, Expr):
            for leaf in walk(member.default):
                if isinstance(leaf, Parameter) and leaf.name in parameters:
                    yield from visit(leaf.name)
        yield name, member

    for name in parameters:
        yield from visit(name)


def _plain(given: Any, member: Parameter, label: str) -> Any:
    """Return a value with its quantities as numbers; a text that is meant as such is unchanged."""
    if is_frame(given) and isinstance(member.default, tuple) and member.unit == "1":
        return signal_rows(given, label)
    is_text = isinstance(given, (str, PathLike))
    if is_text and member.unit == "1" and not isinstance(member.default, (float, int, tuple)):
        return given
    return to_si(given, member.unit, label)


def _checkstructural(component: Component, member: Parameter, value: Any) -> Any:
    """Return a structural value if it is of the kind of its default and within its bounds."""
    label = f"{type(component).__name__}({member.name}=…): {member.name}"
    if member.choices is not None:
        if not is_one_of(value, member.choices):
            raise ParameterError(f"{label}={shown(value)}: give one of {member.choices}")
    elif member.kind in (BOOLEAN, INTEGER):
        value = _one(value, member.kind, label)
    elif isinstance(member.default, str):
        value = _text(value, label)
    elif isinstance(member.default, (float, int, tuple)):
        value = _numbers(value, member, label)
    return value


def _check_bounds(component: Component, member: Parameter, values: Mapping[str, Any]) -> None:
    """Refuse a structural value, given or not, some number of which is outside its bounds."""
    label = f"{type(component).__name__}({member.name}=…)"
    value = values[member.name]
    for bound, outside, side in (
        (member.minimum, lt, "below its minimum"),
        (member.maximum, gt, "above its maximum"),
    ):
        if bound is None:
            continue
        limit = structural(bound, values, f"bound of {member.name}")
        if np.any(outside(np.asarray(value), limit)):
            told = f" ({member.doc})" if member.doc else ""
            text = f"{label}: {member.name}={shown(value)} is {side} {limit}{told}"
            raise ParameterError(text)


def _one(value: Any, kind: str, label: str) -> Any:
    """Return one truth value or integer as a Python object."""
    number = checked_number(value, label, "1", kind)
    return bool(number) if kind == BOOLEAN else int(number)


def _text(value: Any, label: str) -> str:
    if not isinstance(value, (str, PathLike)):
        raise ParameterError(f"{label}={shown(value)}: give a text in quotes")
    return str(fspath(value))


def _numbers(value: Any, member: Parameter, label: str) -> Any:
    """Return one number, or nested lists of numbers."""
    default = member.default
    numbers = np.asarray(checked_value(value, label, member.unit))
    if default == () and not numbers.size and numbers.ndim:
        return []  # as if it were left out
    scalar = isinstance(default, tuple) and not numbers.ndim
    other = isinstance(default, tuple) and default and numbers.ndim != np.ndim(default)
    if (not numbers.size and member.size is None) or scalar or other:
        form = "[1, 2]" if np.ndim(default) == 1 and default else "[[1, 2], [3, 4]]"
        raise ParameterError(
            f"{label}={shown(value)}: give numbers ({member.doc}) in the form {form}, at least one "
            "row and all rows of one length"
        )
    if not np.isfinite(numbers).all():
        raise ParameterError(f"{label}={shown(value)}: give finite numbers")
    return numbers.tolist()


def _immutable(value: Any) -> Any:
    """Turn lists and arrays into tuples, so that equal values compare equal."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(map(_immutable, value)) if isinstance(value, (list, tuple)) else value


def size_key(name: str) -> str:
    """Return the structural name under which the length of a vector parameter is stored."""
    return f"{name}.size"


def _vector_size(
    value: Any, outer: Mapping[str, Any], name: str, may_be_empty: bool = False
) -> int:
    if isinstance(value, PartMember) and getattr(value.member, "vector", False):
        return int(_values_inside(value, outer)[size_key(value.member.name)])
    if isinstance(value, Expr):
        is_vector = value.op == "decl" and getattr(value.value, "vector", False)
        size = outer.get(size_key(value.value.name)) if is_vector else 1
        if size is None:
            raise ParameterError(f"{name!r} needs a list of numbers or a vector parameter")
        return int(size)
    if value is REQUIRED:
        raise ParameterError(f"give a list of numbers for {name!r}")
    try:
        shape = np.shape(value)
    except ValueError:
        shape = (0, 0)
    if len(shape) > 1 or (0 in shape and not may_be_empty):
        raise ParameterError(
            f"{name}={shown(value)}: give a number, or a list of at least one number"
        )
    return int(np.prod(shape))


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
            f"'{declaration}' is not structural"
        )
    if isinstance(value, PartMember):
        return _of_part(value, known, name)
    if value.op == "const":
        return value.value
    if value.op == "length":
        return _vector_size(value.args[0], known, name)
    if value.op == "computed":
        return _computed(value, [structural(arg, known, name) for arg in value.args], name)
    if value.op not in _STRUCTURAL_OPERATIONS:
        raise ParameterError(
            f"{name!r} changes the equations and is computed before they exist; {value.op!r} in "
            f"'{value}' is not known there: use {', '.join(_STRUCTURAL_OPERATIONS)}"
        )
    operands = [structural(arg, known, name) for arg in value.args]
    return _STRUCTURAL_OPERATIONS[value.op](*operands)


def is_decided(value: Expr) -> bool:
    """Return whether structural parameters alone decide a value: a choice, a computed value."""
    is_comparison = value.op in ("eq", "ne")
    return value.op == "computed" or (
        is_comparison and any(isinstance(arg.value, str) for arg in value.args if not arg.args)
    )


def is_known(value: Any, known: Mapping[str, Any]) -> bool:
    """Return whether a value follows from structural parameters alone."""
    if not isinstance(value, Expr):
        return True
    if value.op == "decl":
        return value.value.name in known
    if isinstance(value, PartMember):
        return isinstance(value.member, Parameter) and value.member.structural
    return all(is_known(arg, known) for arg in value.args)


def computed_with(function: Any, arguments: list[Any], name: str) -> Any:
    """Return what a function makes of values; tell where it stands if it fails.

    Raises
    ------
    ParameterError
        If the function fails.
    """
    return _computed(Expr("computed", (), function), arguments, name)


def decided(value: Any, known: Mapping[str, Any], name: str) -> Any:
    """Return a value with what structural parameters alone decide in it put in."""
    if not isinstance(value, Expr) or not any(map(is_decided, walk(value))):
        return value
    if is_decided(value):
        if not is_known(value, known):
            return value
        return as_expr(structural(value, known, name))
    args = tuple(decided(arg, known, name) for arg in value.args)
    return Expr(value.op, args, value.value, value.kind)


def _computed(value: Expr, arguments: list[Any], name: str) -> Any:
    """Return what a function makes of structural values; tell where it stands if it fails."""
    function: Any = value.value
    try:
        return function(*arguments)
    except (DrivetrainError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        code = getattr(function, "__code__", None)
        if isinstance(error, DrivetrainError) and code and code.co_filename.startswith(_PACKAGE):
            raise  # a function of a component says itself what is wrong
        where = f" [{SourceLine(code.co_filename, code.co_firstlineno)}]" if code else ""
        raise ParameterError(f"{name!r} cannot be computed: {error}{where}") from error


def _of_part(value: PartMember, known: Mapping[str, Any], name: str) -> Any:
    """Return a structural value of another part of the same class."""
    if is_outer(value.parts[0]):
        raise ParameterError(
            f"{name!r} changes the equations and is computed before they exist; '{value}' is that "
            "of an outer part, which is not known then"
        )
    inner = _values_inside(value, known)
    member = value.member
    if isinstance(member, Parameter) and member.vector:
        raise ParameterError(f"{name!r} takes one value; '{value}' has several")
    if not isinstance(member, Parameter) or member.name not in inner:
        raise ParameterError(
            f"{name!r} changes the equations, so it can depend on structural parameters only; "
            f"'{value}' is not structural"
        )
    found = inner[member.name]
    for count in reversed(_counts(value, known, name)):  # the same for all parts of an array
        found = (found,) * count
    return found


def _counts(value: PartMember, known: Mapping[str, Any], name: str) -> list[int]:
    """Return how many parts there are in the arrays that lead to a member, outer ones first."""
    found: list[int] = []
    for k, part in enumerate(value.parts):
        if part._count is None:
            continue
        around = _values_inside(PartMember(value.parts[:k], value.member), known) if k else known
        of = part._count if isinstance(part._count, tuple) else (part._count,)
        found += [how_many(one, around, name, "components") for one in of]
    return found


def _values_inside(value: PartMember, known: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the structural values of the part from which a member is read."""
    if isinstance(known, StructuralValues):  # a derived class may have put another part there
        return known.inside(value)
    inner = known
    for part in value.parts:
        inner = structural_values(part, inner)
    return inner


def is_on(enabled: Any, known: Mapping[str, Any], name: str) -> bool:
    """Return whether a conditional member exists.

    Raises
    ------
    ParameterError
        If its condition is neither True nor False.
    """
    return bool(_one(structural(enabled, known, name), BOOLEAN, f"{name} (enabled)"))


def how_many(count: Any, known: Mapping[str, Any], name: str, what: str) -> int:
    """Return the number of elements of a vector or of components of an array.

    Raises
    ------
    ParameterError
        If it is not an integer, negative, or larger than any memory.
    """
    number: int = _one(structural(count, known, name), INTEGER, f"{name} (count)")
    if not 0 <= number <= _MOST:
        raise ParameterError(f"{name}: an array of {number} {what}; give a count from 0 to {_MOST}")
    return number


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
    "floor": math.floor,
    "abs": abs,
}
