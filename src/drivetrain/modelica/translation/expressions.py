"""Translate expressions of parameters."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember, LibraryName
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.syntax.values import number_of
from drivetrain.modelica.translation.python_code import call, constant, name, sequence

if TYPE_CHECKING:
    from drivetrain.errors import ModelicaError
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.packages.stored_class import StoredClass

__all__ = ["ExpressionTranslator"]

_OPERATORS: Final[Mapping[str, ast.operator]] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "^": ast.Pow(),
    ".+": ast.Add(), ".-": ast.Sub(), ".*": ast.Mult(), "./": ast.Div(), ".^": ast.Pow(),
    "and": ast.BitAnd(), "or": ast.BitOr(),
}  # fmt: skip
_RELATIONS: Final[Mapping[str, ast.cmpop]] = {
    "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(), "==": ast.Eq(),
    "<>": ast.NotEq(),
}  # fmt: skip
_BUILT_IN: Final = frozenset(
    ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log",
     "log10", "sqrt", "abs", "sign", "min", "max")
)  # fmt: skip
"""Functions of the language itself that a parameter may be computed with."""


class ExpressionTranslator:
    """Translates expressions that stand in a class.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    scope : StoredClass
        The class in which the expressions stand.
    own : callable
        What a component of the class is in Python; it refuses those that have no value there.
    function : callable
        What a function of the modeling language is called where the expression stands.
    """

    def __init__(
        self,
        lookup: Lookup,
        scope: StoredClass,
        own: Callable[[FoundComponent | LibraryMember, nodes.Reference, StoredClass], ast.expr],
        function: Callable[[str], ast.expr],
    ) -> None:
        self._lookup, self._scope, self._own, self.function = lookup, scope, own, function

    def translate(self, e: nodes.Expression) -> ast.expr:
        """Return the Python for an expression.

        Raises
        ------
        ModelicaError
            If it is of a kind that is not supported here, or a name has no meaning.
        """
        made = self._made(e)
        made.lineno = made.end_lineno = self._scope.source.line(e.position)
        made.col_offset = made.end_col_offset = 0
        return made

    def in_scope(self, scope: StoredClass) -> ExpressionTranslator:
        """Return a translator for expressions in the text of another class: a base, a modifier."""
        if scope is self._scope:
            return self
        return ExpressionTranslator(self._lookup, scope, self._own, self.function)

    def refusal(self, position: int, message: str) -> ModelicaError:
        """Return an error at a place of the class."""
        return self._scope.source.mistake(position, message)

    def _made(self, e: nodes.Expression) -> ast.expr:
        if isinstance(e, nodes.Number):
            return constant(e.value)
        if isinstance(e, (nodes.String, nodes.Boolean)):
            return constant(e.value)
        if isinstance(e, nodes.Reference):
            return self._reference(e)
        if isinstance(e, nodes.Unary):
            return self._unary(e)
        if isinstance(e, nodes.Binary):
            return self._binary(e)
        if isinstance(e, nodes.Conditional):
            return self._conditional(e)
        if isinstance(e, nodes.Call):
            return self._call(e)
        if isinstance(e, nodes.ArrayConstructor):
            return sequence([self.translate(one) for one in e.elements])
        if isinstance(e, nodes.Matrix):
            return sequence([sequence([self.translate(one) for one in row]) for row in e.rows])
        raise self.refusal(e.position, f"'{print_expression(e)}' is not supported here yet")

    def _unary(self, e: nodes.Unary) -> ast.expr:
        operand = self.translate(e.operand)
        if e.operator == "not":
            return ast.UnaryOp(ast.Invert(), operand)
        return operand if e.operator in ("+", ".+") else ast.UnaryOp(ast.USub(), operand)

    def _binary(self, e: nodes.Binary) -> ast.expr:
        left, right = self.translate(e.left), self.translate(e.right)
        if e.operator in _RELATIONS:
            return ast.Compare(left, [_RELATIONS[e.operator]], [right])
        return ast.BinOp(left, _OPERATORS[e.operator], right)

    def _conditional(self, e: nodes.Conditional) -> ast.expr:
        made = self.translate(e.otherwise)
        for condition, value in reversed(e.branches):
            made = call(
                self.function("where"), [self.translate(condition), self.translate(value), made]
            )
        return made

    def _call(self, e: nodes.Call) -> ast.expr:
        if e.named:
            raise self.refusal(e.position, f"{e.function}: arguments by name are not supported yet")
        arguments = [self.translate(one) for one in e.arguments]
        full = str(e.function)
        if full not in _BUILT_IN:
            full = self._lookup.class_of(e.function, self._scope).full_name
        conversion = library.find_conversion(full)
        if conversion is not None:
            return self._converted(e, conversion)
        ours = library.find_function(full)
        if ours is None:
            hint = library.unsupported_function(full)
            raise self.refusal(
                e.position,
                f"the function {full} is not supported{f': {hint}' if hint else ''}",
            )
        if ours == "abs":
            return call(name("abs"), arguments)
        return call(self.function(ours), arguments)

    def _converted(self, e: nodes.Call, conversion: library.Conversion) -> ast.expr:
        """Return a number that is given in another unit, in its SI unit."""
        number = number_of(e.arguments[0]) if len(e.arguments) == 1 else None
        if number is None or not str(e.function.parts[-1].name).startswith("from_"):
            raise self.refusal(e.position, f"{e.function} is supported for numbers in other units")
        value = constant(number * conversion.factor + conversion.offset)
        return call(self.function("constant"), [value, constant(conversion.unit)])

    def _reference(self, e: nodes.Reference) -> ast.expr:
        if str(e) == "time":
            return self.function("time")
        found = self._lookup.meaning(e, self._scope)
        if isinstance(found, (FoundComponent, LibraryMember)):
            return self._own(found, e, self._scope)
        if isinstance(found, LibraryName):
            return self._of_library(found, e)
        raise self.refusal(e.position, f"'{e}' is a class; a value is expected here")

    def _of_library(self, found: LibraryName, e: nodes.Reference) -> ast.expr:
        literal: Any = library.find_enumeration_literal(found.full_name)
        if literal is not None:
            return constant(literal)
        facts = library.constant_facts(found.full_name)
        if facts is None:
            raise self.refusal(e.position, f"no value of '{found.full_name}' is known here")
        if facts.unit in ("", "1", "rad") or not math.isfinite(facts.value):
            return constant(facts.value)
        return call(self.function("constant"), [constant(facts.value), constant(facts.unit)])
