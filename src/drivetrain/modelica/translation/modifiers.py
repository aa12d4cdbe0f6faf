"""Translate modifiers of parts that are classes of this package."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from drivetrain.errors import nearest
from drivetrain.modelica.library import LibraryClass, find_class
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.python_code import call, constant, name
from drivetrain.modeling.expression import BOOLEAN
from drivetrain.modeling.members import Variable

if TYPE_CHECKING:
    from drivetrain.modelica.packages.stored_class import StoredClass
    from drivetrain.modelica.translation.expressions import ExpressionTranslator

__all__ = ["ModifierTranslator"]

_OF_VARIABLE: Final = frozenset(
    ("start", "fixed", "min", "max", "nominal", "unit", "displayUnit", "quantity", "stateSelect")
)
_OF_START: Final = {"nominal": "nominal", "stateSelect": "state_select"}
_SHOWN_ONLY: Final = frozenset(("displayUnit", "quantity"))


class ModifierTranslator:
    """Translates what a declaration says of a part.

    Parameters
    ----------
    expressions : ExpressionTranslator
        For values, which belong to the class around the part.
    scope : StoredClass
        That class.
    """

    def __init__(self, expressions: ExpressionTranslator, scope: StoredClass) -> None:
        self._expressions, self._scope = expressions, scope

    def arguments(
        self, of: LibraryClass, modifiers: Iterable[nodes.Argument]
    ) -> dict[str, ast.expr]:
        """Return keyword arguments for a part.

        Raises
        ------
        ModelicaError
            If there is no such member, or a modifier is of a kind that is not supported.
        """
        found: dict[str, ast.expr] = {}
        for one in modifiers:
            if isinstance(one, nodes.Redeclaration):
                raise self._refusal(one.position, f"redeclare inside a {of.name} is not supported")
            for key, value in self._argument(of, one):
                if key in found:
                    raise self._refusal(one.position, f"'{one.name}' is given twice")
                found[key] = value
        return found

    def _argument(
        self, of: LibraryClass, one: nodes.Modification
    ) -> Iterable[tuple[str, ast.expr]]:
        member, *inner = (part.name for part in one.name.parts)
        if inner:  # a.b = 2 means a(b = 2)
            rest = nodes.Reference(one.name.parts[1:], position=one.name.position)
            below = nodes.Modification(rest, one.arguments, one.value, position=one.position)
            one = nodes.Modification(
                nodes.Reference(one.name.parts[:1], position=one.name.position), (below,),
                position=one.position,
            )  # fmt: skip
        if member in of.without_effect:
            return
        if member in of.fixed_values:
            self._check_fixed_value(of, member, one)
            return
        ours = of.modifiers.get(member) if one.value is not None else None
        ours = ours or of.members.get(member)
        if ours is None:
            hint = nearest(member, of.members)
            raise self._refusal(
                one.position, f"{of.modelica_name or of.name} has no '{member}'{hint}"
            )
        yield ours, self._value(of, ours, one)

    def _check_fixed_value(self, of: LibraryClass, member: str, one: nodes.Modification) -> None:
        allowed = of.fixed_values[member]
        value = None if one.value is None else self._expressions.translate(one.value)
        if not isinstance(value, ast.Constant) or value.value != allowed:
            raise self._refusal(
                one.position, f"'{member}' of {of.modelica_name} can only be {allowed!r} here"
            )

    def _value(self, of: LibraryClass, ours: str, one: nodes.Modification) -> ast.expr:
        declared = of.load().declarations().get(ours)
        if isinstance(declared, Variable) and not declared.is_input:
            return self._start(one, declared)
        if one.arguments and not isinstance(declared, Variable):
            if one.value is None and declared is not None:
                return self._inside(of, ours, one)
            if not all(_is_shown_only(each) for each in one.arguments):
                raise self._refusal(
                    one.position, f"attributes of the parameter '{one.name}' are not supported"
                )
        if one.value is None:
            raise self._refusal(one.position, f"'{one.name}' is given no value")
        return self._expressions.translate(one.value)

    def _inside(self, of: LibraryClass, ours: str, one: nodes.Modification) -> ast.expr:
        """Return modifiers of a part of the part: ``inertia=dict(w=fixed(3))``."""
        part = type(of.load().declarations()[ours])
        known = _as_library_class(part)
        if known is None:
            raise self._refusal(one.position, f"parts of '{one.name}' cannot be set here")
        return call(name("dict"), [], self.arguments(known, one.arguments or ()))

    def _start(self, one: nodes.Modification, declared: Variable) -> ast.expr:
        """Return ``fixed(…)`` or ``guess(…)`` for ``v(start = …, fixed = …)``."""
        if one.value is not None:
            raise self._refusal(
                one.position, f"'{one.name}' is a variable of the part: an equation determines it"
            )
        start: ast.expr | None = None
        named: dict[str, ast.expr] = {}
        is_fixed = False
        for each in one.arguments or ():
            attribute = _attribute(each)
            if attribute in _SHOWN_ONLY:
                continue
            if not isinstance(each, nodes.Modification) or each.value is None:
                raise self._refusal(each.position, f"this modifier of '{one.name}' says nothing")
            value = self._expressions.translate(each.value)
            if attribute == "start":
                start = value
            elif attribute == "fixed":
                is_fixed = self._boolean(value, each)
                if declared.is_fixed and not is_fixed:
                    raise self._refusal(
                        each.position, f"the start of '{one.name}' is fixed by the part itself"
                    )
            elif attribute in _OF_START:
                named[_OF_START[attribute]] = value
            else:
                raise self._unknown_attribute(each, one)
        start = start or self._declared_start(one, declared)
        return call(self._expressions.function("fixed" if is_fixed else "guess"), [start], named)

    def _declared_start(self, one: nodes.Modification, declared: Variable) -> ast.expr:
        """Return the start value that the library declares, for a modifier that gives none."""
        if declared.start is None:
            return constant(False if declared.kind == BOOLEAN else 0.0)
        if not isinstance(declared.start, (bool, int, float)):
            raise self._refusal(
                one.position,
                f"'{one.name}' starts at '{declared.start}' of the part, which is not supported "
                f"together with other modifiers yet: give '{one.name}' a 'start' as well",
            )
        return constant(declared.start)

    def _unknown_attribute(self, each: nodes.Modification, of: nodes.Modification) -> Exception:
        attribute = str(each.name)
        if attribute in _OF_VARIABLE:
            return self._refusal(
                each.position, f"'{attribute}' of a variable of a part cannot be changed here"
            )
        hint = nearest(attribute, _OF_VARIABLE)
        return self._refusal(each.position, f"'{of.name}' has no attribute '{attribute}'{hint}")

    def _boolean(self, value: ast.expr, one: nodes.Modification) -> bool:
        if not isinstance(value, ast.Constant) or not isinstance(value.value, bool):
            raise self._refusal(one.position, "'fixed' is true or false here, no expression")
        return value.value

    def _refusal(self, position: int, message: str) -> Exception:
        return self._scope.source.mistake(position, message)


def _attribute(one: nodes.Argument) -> str:
    return str(one.name) if isinstance(one, nodes.Modification) else ""


def _is_shown_only(one: nodes.Argument) -> bool:
    return _attribute(one) in _SHOWN_ONLY


def _as_library_class(part: type) -> LibraryClass | None:
    from drivetrain.modelica.library import known_classes

    for full in known_classes():
        found = find_class(full)
        if found is not None and found.name == part.__name__ and found.load() is part:
            return found
    return None
