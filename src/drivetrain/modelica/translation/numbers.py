"""Translate declarations of parameters and constants."""

from __future__ import annotations

import ast
from typing import Final

from drivetrain.modelica import library
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.expressions import ExpressionTranslator
from drivetrain.modelica.translation.python_code import call, constant

__all__ = ["NumberTranslator"]

_KINDS: Final = frozenset(("Real", "Integer", "Boolean"))
_SHOWN_ONLY: Final = frozenset(("displayUnit", "quantity", "start", "nominal"))


class NumberTranslator:
    """Translates declarations of numbers.

    Parameters
    ----------
    context : ClassContext
        The class that declares them.
    expressions : ExpressionTranslator
        For their values.
    """

    def __init__(self, context: ClassContext, expressions: ExpressionTranslator) -> None:
        self._context, self._expressions = context, expressions

    def translate(
        self, one: nodes.Component, kind: str, facts: library.TypeFacts | None
    ) -> ast.expr:
        """Return the declaration of a number.

        Parameters
        ----------
        one : Component
            Its declaration.
        kind : str
            Its type: ``Real``, ``Integer`` …
        facts : TypeFacts, optional
            What a type of the library says of it.

        Raises
        ------
        ModelicaError
            If it is not supported.
        """
        if one.variability not in ("parameter", "constant") or kind not in _KINDS:
            what = f"the {kind} variable" if kind in _KINDS else f"the {kind}"
            raise self._context.mistake(
                one.position, f"{what} '{one.name}' is not supported yet: only parameters are"
            )
        named = {"doc": constant(one.description)} if one.description else {}
        named |= self._attributes(one, facts)
        if kind != "Real":
            named["kind"] = constant(kind.lower())
        elif "unit" not in named:
            raise self._context.mistake(
                one.position,
                f"'{one.name}' is a Real without a unit, which is not supported yet: give it a "
                'type of Modelica.Units.SI, or (unit = "1") for a plain number',
            )
        arguments = [] if one.value is None else [self._expressions.translate(one.value)]
        return call(self._context.names.function("parameter"), arguments, named)

    def _attributes(
        self, one: nodes.Component, facts: library.TypeFacts | None
    ) -> dict[str, ast.expr]:
        named: dict[str, ast.expr] = {}
        if facts is not None:
            named["unit"] = constant(facts.unit)
            if facts.minimum is not None:
                named["min"] = constant(facts.minimum)
            if facts.maximum is not None:
                named["max"] = constant(facts.maximum)
        for each in one.arguments or ():
            key = str(each.name) if isinstance(each, nodes.Modification) else ""
            if not isinstance(each, nodes.Modification) or each.value is None:
                raise self._context.unknown_modifier(each, one)
            if key in ("unit", "min", "max"):
                named[key] = self._expressions.translate(each.value)
            elif key not in _SHOWN_ONLY:
                raise self._context.mistake(
                    each.position, f"'{key}' of a parameter is not supported"
                )
        return named
