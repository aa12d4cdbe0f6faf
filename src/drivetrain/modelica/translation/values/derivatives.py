"""Derivatives of expressions by time: ``der(m*v)`` is ``der(m)*v + m*der(v)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.values.function_values import name_varies
from drivetrain.modelica.translation.values.ranks import rank_of

if TYPE_CHECKING:
    from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

__all__ = ["derivative"]

Node: TypeAlias = nodes.Expression
Outer: TypeAlias = Callable[["_Maker", Node], Node]

_OF_MATH: Final = "Modelica.Math."


def derivative(e: Node, expressions: ExpressionTranslator) -> Node:
    """Return the derivative of an expression by time, as text would have it.

    Parameters
    ----------
    e : Expression
        What is differentiated; a name stays ``der(name)``.
    expressions : ExpressionTranslator
        Knows what its names mean.

    Raises
    ------
    ModelicaError
        If no rule is known for something in it.
    """
    return _Derivatives(expressions, e).or_zero(e)


class _Maker:
    """Makes pieces of text at one place."""

    def __init__(self, position: int) -> None:
        self._position = position

    def number(self, text: str) -> Node:
        return nodes.Number(text, position=self._position)

    def binary(self, operator: str, left: Node, right: Node) -> Node:
        return nodes.Binary(operator, left, right, position=self._position)

    def negative(self, e: Node) -> Node:
        return nodes.Unary("-", e, position=self._position)

    def call(self, function: str, *arguments: Node) -> Node:
        of = nodes.Reference((nodes.NamePart(function),), position=self._position)
        return nodes.Call(of, arguments, position=self._position)

    def square(self, e: Node) -> Node:
        return self.binary("^", e, self.number("2"))


def _inverse(make: _Maker, e: Node) -> Node:
    return make.binary("/", make.number("1"), e)


_OUTER: Final[Mapping[str, Outer]] = {
    "sin": lambda make, u: make.call("cos", u),
    "cos": lambda make, u: make.negative(make.call("sin", u)),
    "tan": lambda make, u: _inverse(make, make.square(make.call("cos", u))),
    "exp": lambda make, u: make.call("exp", u),
    "log": _inverse,
    "sqrt": lambda make, u: make.binary("/", make.number("0.5"), make.call("sqrt", u)),
    "sinh": lambda make, u: make.call("cosh", u),
    "cosh": lambda make, u: make.call("sinh", u),
    "tanh": lambda make, u: _inverse(make, make.square(make.call("cosh", u))),
    "atan": lambda make, u: _inverse(make, make.binary("+", make.number("1"), make.square(u))),
}
"""Function of one number → its derivative."""


class _Derivatives:
    """Derivatives of the pieces of one expression; ``None`` is zero.

    Attributes
    ----------
    whole : Expression
        What is differentiated, for messages.
    """

    def __init__(self, expressions: ExpressionTranslator, whole: Node) -> None:
        self._expressions = expressions
        self.whole = whole
        self._make = _Maker(whole.position)

    def of(self, e: Node) -> Node | None:
        """Return the derivative of a piece."""
        if isinstance(e, nodes.Number):
            return None
        if isinstance(e, nodes.Reference):
            return self._of_name(e)
        if isinstance(e, nodes.Unary) and e.operator in ("-", "+", ".-", ".+"):
            inner = self.of(e.operand)
            return self._make.negative(inner) if inner and "-" in e.operator else inner
        if isinstance(e, nodes.Binary):
            return self._of_binary(e)
        if isinstance(e, nodes.Conditional):
            return self._of_branches(e)
        if isinstance(e, nodes.Call):
            return self._of_call(e)
        if isinstance(e, nodes.ArrayConstructor):
            return self._of_array(e)
        raise self._refusal(e)

    def or_zero(self, e: Node) -> Node:
        """Return the derivative of a piece, zero as a number."""
        found = self.of(e)
        if found is None and rank_of(e, self._expressions):
            raise self._refusal(e)
        return self._make.number("0") if found is None else found

    def _of_name(self, e: nodes.Reference) -> Node | None:
        if str(e) == "time":
            return self._make.number("1")
        is_fixed = name_varies(e, self._expressions) is False
        return None if is_fixed else self._make.call("der", e)

    def _of_binary(self, e: nodes.Binary) -> Node | None:
        operator = e.operator.lstrip(".")
        if operator in ("+", "-"):
            return self._sum(operator, self.of(e.left), self.of(e.right))
        if operator == "*":
            left, right = self.of(e.left), self.of(e.right)
            return self._sum("+", self._product(e, left, e.right), self._product(e, e.left, right))
        if operator == "/":
            return self._of_quotient(e)
        if operator == "^":
            return self._of_power(e)
        raise self._refusal(e)

    def _product(self, e: nodes.Binary, left: Node | None, right: Node | None) -> Node | None:
        if left is None or right is None:
            return None
        return self._make.binary(e.operator, left, right)

    def _sum(self, operator: str, left: Node | None, right: Node | None) -> Node | None:
        if right is None:
            return left
        if left is None:
            return right if operator == "+" else self._make.negative(right)
        return self._make.binary(operator, left, right)

    def _of_quotient(self, e: nodes.Binary) -> Node | None:
        make, above, below = self._make, self.of(e.left), self.of(e.right)
        first = None if above is None else make.binary(e.operator, above, e.right)
        if below is None:
            return first
        square = make.binary("*", e.right, e.right)
        if rank_of(e.right, self._expressions):
            raise self._refusal(e)
        second = make.binary("/", make.binary("*", e.left, below), square)
        return self._sum("-", first, second)

    def _of_power(self, e: nodes.Binary) -> Node | None:
        make, base = self._make, self.of(e.left)
        if self.of(e.right) is not None or rank_of(e.left, self._expressions):
            raise self._refusal(e)
        if base is None:
            return None
        if isinstance(e.right, nodes.Number):
            less = make.number(repr(float(e.right.text) - 1.0))
        else:
            less = make.binary("-", e.right, make.number("1"))
        power = make.binary("*", e.right, make.binary("^", e.left, less))
        return make.binary("*", power, base)

    def _of_array(self, e: nodes.ArrayConstructor) -> Node | None:
        if all(self.of(one) is None for one in e.elements):
            return None
        parts = tuple(self.or_zero(one) for one in e.elements)
        return nodes.ArrayConstructor(parts, position=e.position)

    def _of_branches(self, e: nodes.Conditional) -> Node:
        branches = tuple((test, self.or_zero(value)) for test, value in e.branches)
        return nodes.Conditional(branches, self.or_zero(e.otherwise), position=e.position)

    def _of_call(self, e: nodes.Call) -> Node | None:
        make, function = self._make, str(e.function).removeprefix(_OF_MATH)
        if len(e.arguments) != 1 or e.named:
            raise self._refusal(e)
        (argument,) = e.arguments
        if function == "der":
            return make.call("der", e)
        if function not in (*_OUTER, "sum", "noEvent"):
            raise self._refusal(e)
        inner = self.of(argument)
        if inner is None:
            return None
        if function not in _OUTER:
            return make.call(function, inner)
        if rank_of(argument, self._expressions):
            raise self._refusal(e)
        return make.binary("*", _OUTER[function](make, argument), inner)

    def _refusal(self, e: Node) -> Exception:
        whole, piece = print_expression(self.whole), print_expression(e)
        inside = "" if piece == whole else f": no derivative of '{piece}' is known"
        return self._expressions.refusal(
            e.position,
            f"der({whole}){inside}: give the expression a variable of its own, v = {whole}, and "
            "write der(v)",
        )
