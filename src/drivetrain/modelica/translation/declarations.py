"""Translate the declarations of a class, in the order in which Python needs them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import LibraryName, Predefined
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.expressions import ExpressionTranslator
from drivetrain.modelica.translation.numbers import NumberTranslator, number_type
from drivetrain.modelica.translation.parts import PartTranslator
from drivetrain.modelica.translation.python_code import constant, python_name

__all__ = ["DeclarationTranslator"]


class DeclarationTranslator:
    """Translates the declarations of a class.

    Parameters
    ----------
    context : ClassContext
        The class.
    expressions : ExpressionTranslator
        For values in its body.
    """

    def __init__(self, context: ClassContext, expressions: ExpressionTranslator) -> None:
        self._context = context
        self._numbers = NumberTranslator(context, expressions)
        self._parts = PartTranslator(context, expressions)
        self._made: dict[str, ast.Assign] = {}
        self._needs: dict[str, set[str]] = {}

    def translate(self) -> list[ast.stmt]:
        """Return the declarations; what one reads stands before it."""
        made, needs = self._made, self._needs
        self._refuse_doubles()
        for one in self._context.components():
            self._context.used, self._context.is_computed = set(), False
            with self._context.refusals.noted():
                value = self._declaration(one)
                key = python_name(one.name)
                assign = ast.Assign([ast.Name(key, ast.Store())], value)
                made[key] = self._context.at(one.position, assign)
                needs[key] = set(self._context.used)
                if self._context.is_computed:
                    self._context.structural.add(key)
        return [made[key] for key in self._sorted(needs) if key in made]

    def _refuse_doubles(self) -> None:
        """Refuse components that would take each other's place."""
        seen: dict[str, str] = {}
        for one in self._context.components():
            key = python_name(one.name)
            if key in seen:
                same = "twice" if seen[key] == one.name else f"beside '{seen[key]}', too like it"
                self._context.refuse(one.position, f"'{one.name}' is declared {same}")
            seen[key] = one.name

    def mark_structural(self) -> None:
        """Make parameters structural that change equations, and those that they follow from."""
        made, needs = self._made, self._needs
        left = [*self._context.structural]
        seen: set[str] = set()
        while left:
            key = left.pop()
            if key in seen or key not in made:
                continue
            seen.add(key)
            left += needs[key]
            value = made[key].value
            if isinstance(value, ast.Call) and _is_parameter(value):
                value.keywords.append(ast.keyword("structural", constant(value=True)))

    def _sorted(self, needs: dict[str, set[str]]) -> Iterable[str]:
        """Return names such that what a declaration reads stands before it."""
        try:
            return list(TopologicalSorter(needs).static_order())
        except CycleError as error:
            names = " → ".join(error.args[1])
            position = self._context.stored.definition.position
            self._context.refuse(position, f"values depend on each other: {names}")
            return []

    def _declaration(self, one: nodes.Component) -> ast.expr:
        kind = self._context.lookup.class_of(one.type, self._context.stored)
        number = number_type(self._context, kind)
        if number is not None:
            return self._numbers.translate(one, number)
        self._check_prefixes(one)
        if isinstance(kind, Predefined):
            raise self._context.mistake(
                one.position, f"the {kind.name} '{one.name}' is not supported"
            )
        if isinstance(kind, LibraryName):
            if library.find_enumeration(kind.full_name) is not None:
                raise self._context.mistake(
                    one.position, "parameters of an enumeration are not supported"
                )
            of = self._context.library_class(kind.full_name, one.type.position)
            return self._parts.of_library(one, of)
        return self._parts.of_own_class(one, kind)

    def _check_prefixes(self, one: nodes.Component) -> None:
        found = [word for word in (one.flow, one.causality) if word]
        found += ["inner"] * one.prefixes.is_inner + ["outer"] * one.prefixes.is_outer
        found += ["replaceable"] * one.prefixes.is_replaceable
        found += ["array"] * bool(one.sizes or one.type_sizes)
        if found:
            raise self._context.mistake(
                one.position, f"the {found[0]} '{one.name}' is not supported yet"
            )


def _is_parameter(made: ast.Call) -> bool:
    return isinstance(made.func, ast.Attribute) and made.func.attr == "parameter"
