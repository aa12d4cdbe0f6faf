"""Translate what a modifier says of a parameter of a part beside its value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.syntax.values import number_of
from drivetrain.modelica.translation.members.assumed import warn_of_start
from drivetrain.modelica.translation.members.given import Given, GivenValue
from drivetrain.modelica.translation.python_code import (
    call,
    constant,
    member_of_self,
)
from drivetrain.modeling.members import REQUIRED, Parameter

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["BoundOfParameter", "bound_checks", "with_attributes"]

_WITHOUT_EFFECT: Final = frozenset(("displayUnit", "quantity", "nominal"))
_SIDES: Final = {"min": (ast.GtE(), "below its minimum"), "max": (ast.LtE(), "above its maximum")}


@dataclass(frozen=True, eq=False)
class BoundOfParameter:
    """A bound that the class around gives to a parameter of a part.

    Parameters
    ----------
    path : str
        The parameter as Python calls it, ``part.k``.
    side : {"min", "max"}
        Which bound it is.
    bound : GivenValue
        Its value.
    """

    path: str
    side: str
    bound: GivenValue


def with_attributes(
    context: ClassContext, member: str, one: Given, declared: Any, path: str
) -> Given:
    """Return what is said of a parameter, with its start as its value if it has none.

    Parameters
    ----------
    context : ClassContext
        The class around the part.
    member : str
        The parameter.
    one : Given
        What is said of it.
    declared : Parameter
        The parameter in Python.
    path : str
        What it is called from the class around on; empty if it is not read there.

    Raises
    ------
    ModelicaError
        If an attribute is not supported, or a bound is violated.
    """
    for key, each in one.inside.items():
        if key in _WITHOUT_EFFECT or key == "start":
            continue
        if each.value is None or key not in ("min", "max", "unit") or not _is_number(declared):
            raise _refusal(each, f"'{key}' of the parameter '{member}' is not supported here")
        if key == "unit":
            _check_unit(context, member, each, declared)
        elif not _is_held(one, key, each):
            if not path or declared.structural or declared.vector:
                raise _refusal(
                    each,
                    f"the bound of '{member}' is supported for a single number of a single part, "
                    "or where both are numbers",
                )
            context.parameter_bounds.append(BoundOfParameter(path, key, each.value))
    start = one.attribute("start")
    is_missing = isinstance(declared, Parameter) and declared.default is REQUIRED
    if one.value is not None or start is None or not is_missing:
        return one
    warn_of_start(start.where, f"'{member}'", print_expression(start.expression))
    return replace(one, value=start)


def _is_number(declared: Any) -> bool:
    return isinstance(declared, Parameter) and not isinstance(declared.default, str)


def _check_unit(context: ClassContext, member: str, each: Given, declared: Parameter) -> None:
    """Refuse another unit than the one that the class of the part says."""
    assert each.value is not None
    made = context.value(each.value)
    if not isinstance(made, ast.Constant) or made.value not in (declared.unit, ""):
        raise _refusal(
            each, f"'{member}' is declared in {declared.unit}: its unit cannot be changed here"
        )


def _is_held(one: Given, side: str, each: Given) -> bool:
    """Return whether a number keeps a bound that is one as well; refuse it if it does not."""
    assert each.value is not None
    bound, value = number_of(each.value.expression), None
    if one.value is not None:
        value = number_of(one.value.expression)
    if bound is None or value is None:
        return False
    if (value < bound) if side == "min" else (value > bound):
        raise _refusal(one, f"{value:g} is {_SIDES[side][1]} {bound:g}")
    return True


def bound_checks(context: ClassContext, expressions: ExpressionTranslator) -> Iterator[ast.stmt]:
    """Yield ``ensure(part.k <= bound, …)`` for the bounds that parameters of parts are given.

    Parameters
    ----------
    context : ClassContext
        The class.
    expressions : ExpressionTranslator
        For equations of the class.
    """
    for one in context.parameter_bounds:
        with context.refusals.noted():
            target = member_of_self(one.path)
            operator, told = _SIDES[one.side]
            text = print_expression(one.bound.expression)
            limit = expressions.in_scope(one.bound.scope).translate(one.bound.expression)
            condition = ast.Compare(target, [operator], [limit])
            message = constant(f"{one.path} is {told} {text}")
            made = ast.Expr(ast.Yield(call(context.names.function("ensure"), [condition, message])))
            context.numbers_fit = True
            yield context.at(one.bound.position, made, one.bound.scope)


def _refusal(one: Given, message: str) -> Exception:
    return one.scope.source.mistake(one.position, message)
