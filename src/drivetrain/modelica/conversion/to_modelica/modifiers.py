"""Write what parts are given as modifiers of Modelica."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from drivetrain.errors import ModelicaError
from drivetrain.modelica.conversion.to_modelica.expressions import Named, expression
from drivetrain.modelica.conversion.to_modelica.library_names import (
    literal_of,
    member_name,
    modelica_class,
)
from drivetrain.modelica.conversion.to_modelica.names import identifier, reference
from drivetrain.modelica.syntax import nodes
from drivetrain.modeling import Component
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import DECLARED, Parameter, StartValue, TableParameter, Variable

__all__ = ["modification", "modifiers", "start_modifiers", "value_of"]


def modifiers(
    part: Component, given: Mapping[str, Any], named: Named
) -> Iterator[nodes.Modification]:
    """Yield the modifiers of a part.

    Parameters
    ----------
    part : Component
        The part.
    given : mapping
        Member → what it is given.
    named : callable
        What the parameters of the class around it are called.

    Raises
    ------
    ModelicaError
        If a value has no counterpart in Modelica.
    """
    of = modelica_class(type(part))
    for ours, value in given.items():
        member = type(part).declarations()[ours]
        is_structural = isinstance(member, Parameter) and member.structural
        if isinstance(member, Variable) and member.is_input and not _is_start(value):
            continue  # an equation of the class around it
        if of is None and is_structural:
            continue  # the class is written for this value
        text = member_name(of, ours) if of is not None else identifier(ours)
        is_each = part._count is not None and not _is_several(value, member)
        if isinstance(member, Component) and isinstance(value, Mapping):
            inner = tuple(modifiers(member, value, named))
            yield _modification(text, inner, None, is_each=is_each)
        elif isinstance(value, StartValue):
            inner = tuple(start_modifiers(value, named, each=part._count is not None))
            yield _modification(text, inner, None, is_each=False)
        else:
            made = value_of(value, member, named, is_array=part._count is not None)
            yield _modification(text, None, made, is_each=is_each)


def _is_start(value: Any) -> bool:
    return isinstance(value, StartValue)


def _is_several(value: Any, member: Any) -> bool:
    """Return whether each element of an array gets a value of its own."""
    if isinstance(value, Expr) or isinstance(member, TableParameter):
        return False
    return np.ndim(value) > (isinstance(member, Parameter) and bool(member.vector))


def start_modifiers(
    start: StartValue, named: Named, *, each: bool = False
) -> Iterator[nodes.Modification]:
    """Yield ``start``, ``fixed`` and so on of a start value."""
    if start.value is not None and start.value is not DECLARED:
        several = each and np.ndim(start.value) > 0
        value = _array(start.value, named) if several else expression(_plain(start.value), named)
        yield modification("start", value, is_each=each and not several)
    if start.is_fixed:
        yield modification("fixed", nodes.Boolean(value=True), is_each=each)
    if start.nominal is not None:
        yield modification("nominal", expression(start.nominal, named), is_each=each)
    for key, bound in (("min", start.minimum), ("max", start.maximum)):
        if bound is not None:
            yield modification(key, expression(bound, named), is_each=each)
    if start.state_select is not None:
        choice = reference(f"StateSelect.{start.state_select}")
        yield modification("stateSelect", choice, is_each=each)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def value_of(value: Any, member: Any, named: Named, *, is_array: bool = False) -> nodes.Expression:
    """Return a value of a parameter.

    Parameters
    ----------
    value : object
        A number, an expression, a quantity, a choice, a list or a table.
    member : Parameter, TableParameter or Variable
        What gets it.
    named : callable
        What parameters are called.
    is_array : bool
        Whether it belongs to an array of parts.

    Raises
    ------
    ModelicaError
        If it has no counterpart in Modelica.
    """
    choices = getattr(member, "choices", None)
    if isinstance(value, str) and choices:
        return reference(literal_of(value, choices))
    if isinstance(member, TableParameter):
        return _table(value, named)
    if callable(value) and not isinstance(value, Expr):
        raise ModelicaError(f"'{member.name}' is given a function of Python")
    if isinstance(member, (Parameter, Variable)):
        value = to_si(value, member.unit, member.name)
    if np.ndim(value) and not isinstance(value, Expr):
        return _array(value, named)
    return expression(_plain(value), named)


def _table(value: Any, named: Named) -> nodes.Expression:
    if isinstance(value, Expr):
        return named(value)
    if not isinstance(value, (list, tuple, np.ndarray)):
        raise ModelicaError(f"a table of the type {type(value).__name__} is data of Python")
    rows = tuple(tuple(expression(_plain(one), named) for one in row) for row in value)
    return nodes.Matrix(rows)


def _array(value: Any, named: Named) -> nodes.Expression:
    if np.ndim(value) == 2:
        return _table(value, named)
    return nodes.ArrayConstructor(tuple(expression(_plain(one), named) for one in value))


def modification(
    text: str, value: nodes.Expression, *, is_each: bool = False
) -> nodes.Modification:
    """Return ``text = value``."""
    return _modification(text, None, value, is_each=is_each)


def _modification(
    text: str,
    inner: tuple[nodes.Argument, ...] | None,
    value: nodes.Expression | None,
    *,
    is_each: bool,
) -> nodes.Modification:
    return nodes.Modification(reference(text), inner, value, is_each)
