"""Translate what is given to a part into keyword arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from drivetrain.errors import nearest
from drivetrain.modelica.library import class_that_stands_for
from drivetrain.modelica.translation.given import Given, GivenValue, merged
from drivetrain.modelica.translation.member_kinds import PartClass, part_of_library
from drivetrain.modelica.translation.python_code import call, constant, name, sequence
from drivetrain.modelica.translation.records import record_given
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.expression import BOOLEAN
from drivetrain.modeling.members import Variable

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["ModifierTranslator"]

_OF_VARIABLE: Final = frozenset(
    ("start", "fixed", "min", "max", "nominal", "unit", "displayUnit", "quantity", "stateSelect")
)
_OF_START: Final = {"nominal": "nominal", "stateSelect": "state_select"}
_SHOWN_ONLY: Final = frozenset(("displayUnit", "quantity"))


class ModifierTranslator:
    """Translates what a declaration gives to a part.

    Parameters
    ----------
    context : ClassContext
        The class around the part.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def arguments(self, of: PartClass, given: Given) -> dict[str, ast.expr]:
        """Return keyword arguments for a part.

        Raises
        ------
        ModelicaError
            If there is no such member, or a modifier is of a kind that is not supported.
        """
        found: dict[str, ast.expr] = {}
        for member, one in given.inside.items():
            for key, value in self._argument(of, member, one):
                if key in found:
                    raise _refusal(one, f"'{member}' is given twice")
                found[key] = value
        return found | self._of_lengths(of, given, found)

    def _of_lengths(
        self, of: PartClass, given: Given, found: dict[str, ast.expr]
    ) -> dict[str, ast.expr]:
        """Return ones for a member whose number alone is given: ``Sum(nin = 3)``."""
        made: dict[str, ast.expr] = {}
        for member, ours in of.lengths.items():
            one = given.inside.get(member)
            if one is None or one.value is None:
                continue
            count = self._context.value(one.value)
            known = count.value if isinstance(count, ast.Constant) else None
            if ours not in found and isinstance(known, int):
                made[ours] = sequence([constant(1.0)] * known)
            elif ours not in found:
                raise _refusal(one, f"give {of.title} '{ours}' as well, of this length")
            elif isinstance(values := found[ours], ast.List) and known != len(values.elts):
                raise _refusal(one, f"'{ours}' has {len(values.elts)} values")
        return made

    def start(self, member: str, one: Given, declared: Variable) -> ast.expr | None:
        """Return ``fixed(…)`` or ``guess(…)`` for ``v(start = …, fixed = …)``.

        Raises
        ------
        ModelicaError
            If an attribute is not supported.
        """
        if one.value is not None:
            raise _refusal(one, f"'{member}' is a variable of the part: an equation determines it")
        start: ast.expr | None = None
        named: dict[str, ast.expr] = {}
        is_fixed = False
        for attribute, each in one.inside.items():
            if attribute in _SHOWN_ONLY:
                continue
            if each.value is None:
                raise _refusal(each, f"this modifier of '{member}' says nothing")
            if attribute == "start":
                start = self._context.value(each.value)
            elif attribute == "fixed":
                is_fixed = self._boolean(each.value)
                if declared.is_fixed and not is_fixed:
                    raise _refusal(each, f"the start of '{member}' is fixed by the part itself")
            elif attribute in _OF_START:
                named[_OF_START[attribute]] = self._context.value(each.value)
            else:
                raise _unknown_attribute(attribute, each, member)
        start = start or _declared_start(member, one, declared)
        function = self._context.names.function("fixed" if is_fixed else "guess")
        return call(function, [start], named)

    def _argument(self, of: PartClass, member: str, one: Given) -> Iterator[tuple[str, ast.expr]]:
        if one.redeclared is not None:
            raise _refusal(one, f"redeclare inside a {of.title} is not supported")
        if member in of.given:
            merged(member, one, of.given[member])  # refuses to change what is final
        if member in of.without_effect:
            return
        if member in of.fixed_values:
            self._check_fixed_value(of, member, one)
            return
        if member in of.lengths:
            return  # how many there are, of what is given itself
        ours = of.modifiers.get(member) if one.value is not None else None
        ours = ours or of.members.get(member)
        if ours is None:
            raise _refusal(one, f"{of.title} has no '{member}'{nearest(member, of.members)}")
        yield ours, self._value(of, ours, member, one)

    def _check_fixed_value(self, of: PartClass, member: str, one: Given) -> None:
        allowed = of.fixed_values[member]
        value = None if one.value is None else self._context.value(one.value)
        if not isinstance(value, ast.Constant) or value.value != allowed:
            raise _refusal(one, f"'{member}' of {of.title} can only be {allowed!r} here")

    def _value(self, of: PartClass, ours: str, member: str, one: Given) -> ast.expr:
        declared = of.python.declarations().get(ours)
        if isinstance(declared, Variable) and not declared.is_input:
            made = self.start(member, one, declared)
            assert made is not None
            return made
        if isinstance(declared, Component):
            return self._inside(declared, member, one)
        if getattr(declared, "final", False):
            raise _refusal(one, f"'{member}' of {of.title} cannot be changed: it is a constant")
        if isinstance(declared, Connector):
            raise _refusal(one, f"the connector '{member}' of {of.title} cannot be given values")
        if one.inside and not isinstance(declared, Variable):
            self._check_attributes(member, one)
        if one.value is None:
            raise _refusal(one, f"'{member}' is given no value")
        if getattr(declared, "structural", False):
            with self._context.changing_equations():
                return self._context.value(one.value)
        return self._context.value(one.value)

    def _check_attributes(self, member: str, one: Given) -> None:
        if not _SHOWN_ONLY.issuperset(one.inside):
            raise _refusal(one, f"attributes of the parameter '{member}' are not supported")

    def _inside(self, declared: Component, member: str, one: Given) -> ast.expr:
        """Return values of a part of the part: ``inertia=dict(w=fixed(3))``."""
        of = self._class_of(type(declared))
        if of is not None and one.value is not None:
            one = record_given(self._context.lookup, one, of)
        if of is None:
            raise _refusal(one, f"parts of '{member}' cannot be set here")
        return call(name("dict"), [], self.arguments(of, one))

    def _class_of(self, python: type[Any]) -> PartClass | None:
        known = class_that_stands_for(python)
        return part_of_library(known) if known else self._context.own_class(python)

    def _boolean(self, given: GivenValue) -> bool:
        value = self._context.value(given)
        if not isinstance(value, ast.Constant) or not isinstance(value.value, bool):
            raise given.scope.source.mistake(
                given.position, "'fixed' is true or false here, no expression"
            )
        return value.value


def _declared_start(member: str, one: Given, declared: Variable) -> ast.expr:
    """Return the start value that the class declares, for a modifier that gives none."""
    if declared.start is None:
        return constant(False if declared.kind == BOOLEAN else 0.0)
    if not isinstance(declared.start, (bool, int, float)):
        raise _refusal(
            one,
            f"'{member}' starts at '{declared.start}' of the part, which is not supported "
            f"together with other modifiers yet: give '{member}' a 'start' as well",
        )
    return constant(declared.start)


def _unknown_attribute(attribute: str, each: Given, member: str) -> Exception:
    if attribute in _OF_VARIABLE:
        return _refusal(each, f"'{attribute}' of a variable of a part cannot be changed here")
    hint = nearest(attribute, _OF_VARIABLE)
    return _refusal(each, f"'{member}' has no attribute '{attribute}'{hint}")


def _refusal(one: Given, message: str) -> Exception:
    return one.scope.source.mistake(one.position, message)
