"""Translate declarations of parts: of the library's classes, and of classes of one's own."""

from __future__ import annotations

import ast
import warnings

from drivetrain import modeling
from drivetrain.errors import ModelWarning
from drivetrain.modelica import library
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.expressions import ExpressionTranslator
from drivetrain.modelica.translation.modifiers import ModifierTranslator
from drivetrain.modelica.translation.python_code import call, constant, names_in, python_name

__all__ = ["PartTranslator"]


class PartTranslator:
    """Translates declarations of parts.

    Parameters
    ----------
    context : ClassContext
        The class that declares them.
    expressions : ExpressionTranslator
        For what they are given.
    """

    def __init__(self, context: ClassContext, expressions: ExpressionTranslator) -> None:
        self._context, self._expressions = context, expressions
        self._modifiers = ModifierTranslator(expressions, context.stored)

    def of_library(self, one: nodes.Component, of: library.LibraryClass) -> ast.expr:
        """Return the declaration of a part whose class stands for one of the library.

        Raises
        ------
        ModelicaError
            If the part or what it is given is not supported.
        """
        if not issubclass(of.load(), modeling.Component):
            raise self._context.mistake(
                one.position,
                f"the connector '{one.name}' is not supported yet: connect the parts directly",
            )
        self._warn_of_difference(of, one.type.position)
        arguments = {key: constant(value) for key, value in of.defaults.items()}
        arguments |= self._modifiers.arguments(of, one.arguments or ())
        if one.value is not None:
            raise self._context.mistake(one.position, f"'{one.name}' is a part, which has no value")
        declared = of.load().declarations()
        for key, value in arguments.items():
            if getattr(declared.get(key), "structural", False):
                self._context.structural |= names_in(value)
        arguments |= self._condition(one)
        return call(self._context.names.of(of.name, of.load()), [], arguments)

    def of_own_class(self, one: nodes.Component, stored: StoredClass) -> ast.expr:
        """Return the declaration of a part of another Modelica class.

        Raises
        ------
        ModelicaError
            If the part or what it is given is not supported.
        """
        made = self._context.translate(stored)
        declared = made.declarations()
        named: dict[str, ast.expr] = {}
        for each in one.arguments or ():
            if not isinstance(each, nodes.Modification) or each.arguments or each.value is None:
                raise self._context.unknown_modifier(each, one)
            key = python_name(str(each.name))
            if key not in declared:
                raise self._context.mistake(
                    each.position, f"{stored.full_name} has no '{each.name}'"
                )
            named[key] = self._expressions.translate(each.value)
            if getattr(declared[key], "structural", False):
                self._context.structural |= names_in(named[key])
        named |= self._condition(one)
        return call(self._context.names.of(stored.name, made), [], named)

    def _condition(self, one: nodes.Component) -> dict[str, ast.expr]:
        if one.condition is None:
            return {}
        condition = self._expressions.translate(one.condition)
        self._context.structural |= names_in(condition)
        return {"enabled": condition}

    def _warn_of_difference(self, of: library.LibraryClass, position: int) -> None:
        if of.difference:
            place = self._context.stored.where(position)
            warnings.warn(
                f"{place}: {of.modelica_name}: {of.difference}", ModelWarning, stacklevel=2
            )
