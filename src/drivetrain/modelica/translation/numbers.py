"""Translate declarations of parameters and constants."""

from __future__ import annotations

import ast
import warnings
from typing import Final

from drivetrain.errors import ModelWarning
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.class_members import ClassMember
from drivetrain.modelica.translation.given import Given, merged
from drivetrain.modelica.translation.member_kinds import NumberType
from drivetrain.modelica.translation.python_code import call, constant

__all__ = ["NumberTranslator", "warn_of_start"]

_KINDS: Final = frozenset(("Real", "Integer", "Boolean"))
_SHOWN_ONLY: Final = frozenset(("displayUnit", "quantity", "nominal", "start"))


class NumberTranslator:
    """Translates declarations of numbers and texts.

    Parameters
    ----------
    context : ClassContext
        The class that declares them.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def translate(self, member: ClassMember, of: NumberType) -> ast.expr:
        """Return the declaration of a number.

        Parameters
        ----------
        member : ClassMember
            The component.
        of : NumberType
            Its type.

        Raises
        ------
        ModelicaError
            If it is not supported.
        """
        one = member.component
        if one.variability not in ("parameter", "constant") or (
            of.kind not in _KINDS | {"String", "enumeration"}
        ):
            what = f"the {of.kind} variable" if of.kind in _KINDS else f"the {of.kind}"
            raise _mistake(member, f"{what} '{one.name}' is not supported yet: only parameters are")
        named = {"doc": constant(one.description)} if one.description else {}
        given = merged(one.name, member.given, of.given) if of.given else member.given
        named |= self._attributes(member, of, given)
        if of.kind in ("String", "enumeration"):
            named |= _of_text(of)
        elif of.kind != "Real":
            named["kind"] = constant(of.kind.lower())
        elif "unit" not in named:
            raise _mistake(
                member,
                f"'{one.name}' is a Real without a unit, which is not supported yet: give it a "
                'type of Modelica.Units.SI, or (unit = "1") for a plain number',
            )
        if one.variability == "constant" or (given.value and given.value.is_final):
            named["final"] = constant(value=True)
        return call(self._context.names.function("parameter"), self._default(member, given), named)

    def _default(self, member: ClassMember, given: Given) -> list[ast.expr]:
        """Return the value; without one, the start value, as other tools do, and say so."""
        value = given.value or given.attribute("start")
        if value is None:
            return []
        if given.value is None:
            warn_of_start(
                member.owner.where(member.component.position),
                f"'{member.name}'",
                print_expression(value.expression),
            )
        return [self._context.value(value)]

    def _attributes(self, member: ClassMember, of: NumberType, given: Given) -> dict[str, ast.expr]:
        named: dict[str, ast.expr] = {}
        if of.facts is not None:
            named["unit"] = constant(of.facts.unit)
            if of.facts.minimum is not None:
                named["min"] = constant(of.facts.minimum)
            if of.facts.maximum is not None:
                named["max"] = constant(of.facts.maximum)
        for key, each in given.inside.items():
            if each.value is None:
                raise each.scope.source.mistake(
                    each.position, f"this modifier of '{member.name}' is not supported"
                )
            if key in ("unit", "min", "max"):
                named[key] = self._context.value(each.value)
            elif key not in _SHOWN_ONLY:
                raise each.scope.source.mistake(
                    each.position, f"'{key}' of a parameter is not supported"
                )
        return named


def warn_of_start(place: str, what: str, start: str) -> None:
    """Warn that a parameter without a value takes its start value."""
    warnings.warn(
        f"{place}: {what} has no value: its start, {start}, is taken", ModelWarning, stacklevel=2
    )


def _of_text(of: NumberType) -> dict[str, ast.expr]:
    """Return how a text that chooses is declared."""
    named = {"structural": constant(value=True)}
    if of.literals:
        choices = [constant(one) for one in of.literals.values()]
        named["choices"] = ast.Tuple(choices, ast.Load())
    return named


def _mistake(member: ClassMember, message: str) -> Exception:
    return member.owner.source.mistake(member.component.position, message)
