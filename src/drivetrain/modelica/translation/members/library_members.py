"""Declare members anew that a class inherits from the library, where it gives them values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from drivetrain.errors import nearest
from drivetrain.modelica import library
from drivetrain.modelica.translation.members.class_members import LibraryBase
from drivetrain.modelica.translation.members.given import Given
from drivetrain.modelica.translation.python_code import call, constant
from drivetrain.modelica.translation.structure.modifiers import ModifierTranslator
from drivetrain.modeling.members import Parameter, Signal, Variable

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["LibraryMemberTranslator"]

_BOUNDS: Final = (("minimum", "min"), ("maximum", "max"))


class LibraryMemberTranslator:
    """Translates ``extends Inertia(J = 2)`` for members of the library's class.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context
        self._modifiers = ModifierTranslator(context)

    def translate(self, base: LibraryBase) -> dict[str, tuple[Given, ast.expr]]:
        """Return the members that are declared anew: name here → what was given, declaration.

        Raises
        ------
        ModelicaError
            If there is no such member, or it cannot be changed here.
        """
        of = self._context.library_class(base.full_name, base.given.position)
        found: dict[str, tuple[Given, ast.expr]] = {}
        for member, given in base.given.inside.items():
            if member in of.without_effect:
                continue
            ours = of.members.get(member)
            declared = of.load().declarations().get(ours) if ours else None
            if ours is None or declared is None:
                hint = nearest(member, of.members)
                raise _refusal(given, f"{of.modelica_name} has no '{member}'{hint}")
            found[ours] = given, self._declaration(of, member, declared, given)
        return found

    def _declaration(
        self, of: library.LibraryClass, member: str, declared: Any, given: Given
    ) -> ast.expr:
        named = {"doc": constant(declared.doc)} if getattr(declared, "doc", "") else {}
        if isinstance(declared, Parameter):
            return self._parameter(member, declared, given, named)
        if isinstance(declared, Variable):
            return self._variable(member, declared, given, named)
        raise _refusal(
            given, f"'{member}' of {of.modelica_name} cannot be changed by 'extends' yet"
        )

    def _parameter(
        self, member: str, declared: Parameter, given: Given, named: dict[str, ast.expr]
    ) -> ast.expr:
        if declared.final or given.value is None:
            why = "is final" if declared.final else "is given no value"
            raise _refusal(given, f"'{member}' {why}")
        if declared.unit != "1":
            named["unit"] = constant(declared.unit)
        for key, ours in _BOUNDS:
            bound = getattr(declared, key)
            if isinstance(bound, (int, float)):
                named[ours] = constant(bound)
        for key in ("nonzero", "structural"):
            if getattr(declared, key):
                named[key] = constant(value=True)
        if given.value.is_final:
            named["final"] = constant(value=True)
        if declared.choices is not None:
            choices = [constant(one) for one in declared.choices]
            named["choices"] = ast.Tuple(choices, ast.Load())
        if declared.kind != "real" and not isinstance(declared.default, (bool, str)):
            named["kind"] = constant(declared.kind)
        if declared.structural:
            with self._context.changing_equations():
                value = self._context.value(given.value)
        else:
            value = self._context.value(given.value)
        return call(self._context.names.function("parameter"), [value], named)

    def _variable(
        self, member: str, declared: Variable, given: Given, named: dict[str, ast.expr]
    ) -> ast.expr:
        start = self._modifiers.start(member, given, declared)
        assert start is not None
        named["start"] = start
        if declared.unit != "1":
            named["unit"] = constant(declared.unit)
        if isinstance(declared, Signal):
            return call(self._context.names.function(type(declared).__name__), [], named)
        function = "variable" if declared.kind == "real" else declared.kind
        return call(self._context.names.function(function), [], named)


def _refusal(one: Given, message: str) -> Exception:
    return one.scope.source.mistake(one.position, message)
