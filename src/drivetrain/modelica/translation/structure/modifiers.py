"""Translate what is given to a part into keyword arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from drivetrain.errors import nearest
from drivetrain.modelica.library import class_that_stands_for
from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.search import calls_in, references_in
from drivetrain.modelica.translation.behaviour.fixed_starts import FixedStart
from drivetrain.modelica.translation.members.given import Given, GivenValue, merged
from drivetrain.modelica.translation.members.member_kinds import PartClass, part_of_library
from drivetrain.modelica.translation.members.records import record_given
from drivetrain.modelica.translation.members.varying_records import VaryingRecord
from drivetrain.modelica.translation.python_code import call, constant, name, python_name
from drivetrain.modelica.translation.structure.dealt_values import Level, dealt_value
from drivetrain.modelica.translation.structure.parameter_attributes import with_attributes
from drivetrain.modelica.translation.structure.state_selection import selected
from drivetrain.modelica.translation.values.built_in import ONLY_IN_EQUATIONS
from drivetrain.modelica.translation.values.files import missing_file
from drivetrain.modelica.translation.values.ranks import rank_of
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.expression import BOOLEAN, REAL
from drivetrain.modeling.members import Parameter, TableParameter, Variable

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["ModifierTranslator"]

_OF_VARIABLE: Final = frozenset(
    ("start", "fixed", "min", "max", "nominal", "unit", "displayUnit", "quantity", "stateSelect")
)
_OF_START: Final = {
    "nominal": "nominal", "stateSelect": "state_select", "min": "min", "max": "max",
}  # fmt: skip
_SHOWN_ONLY: Final = frozenset(("displayUnit", "quantity"))
_CONSTANT: Final = ("parameter", "constant")


class ModifierTranslator:
    """Translates what a declaration gives to a part.

    Parameters
    ----------
    context : ClassContext
        The class around the part.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def arguments(
        self, of: PartClass, given: Given, part: str = "", levels: tuple[Level, ...] = ()
    ) -> dict[str, ast.expr]:
        """Return keyword arguments for a part.

        Parameters
        ----------
        of : PartClass
            Its class.
        given : Given
            What is said of it.
        part : str
            Its name here: its inputs may have values that vary, which are equations.
        levels : tuple of Level
            The part, and those around it that are set together with it, outer ones first.

        Raises
        ------
        ModelicaError
            If there is no such member, or a modifier is of a kind that is not supported.
        """
        found: dict[str, ast.expr] = {}
        for member, one in given.inside.items():
            if part and self._is_record(of, member):
                one = self._record(of, member, one, part, levels)
                if not one:
                    continue
            if part and self._is_equation(of, member, one, levels):
                assert one.value is not None
                _check_beside_equation(member, one)
                ours = self._ours(of, member, one)
                rank = _rank(of.python.declarations().get(ours or ""))
                dealt = dealt_value(
                    one.value, rank, levels, member, self._context, is_equation=True
                )
                self._context.bindings.append((f"{part}.{ours}", dealt))
                continue
            is_array = any(level.sizes for level in levels)
            if is_array:
                self._check_each(of, member, one, levels)
            path = "" if is_array else part
            for key, value in self._argument(of, member, one, path, levels):
                if key in found:
                    raise _refusal(one, f"'{member}' is given twice")
                found[key] = value
        self._check_file(given, found)
        return found

    def _is_record(self, of: PartClass, member: str) -> bool:
        """Return whether a member is a record of variables."""
        declared = of.python.declarations().get(of.members.get(member, ""))
        if not isinstance(declared, Component):
            return False
        return isinstance(self._context.stored_of(type(declared)), VaryingRecord)

    def _record(
        self, of: PartClass, member: str, one: Given, part: str, levels: tuple[Level, ...]
    ) -> Given:
        """Note the values of a record of variables as equations; return what else is said."""
        known = of.given.get(member)
        path, left = f"{part}.{of.members[member]}", dict(one.inside)
        record = of.python.declarations()[of.members[member]]
        around = (*levels, Level(_sizes(record), self._context.stored))
        inside = type(record).declarations()
        values = [(path, one)]
        for key, inner in one.inside.items():
            if inner.value is not None:
                rank = _rank(inside.get(python_name(key)))
                value = dealt_value(inner.value, rank, around, key, self._context, is_equation=True)
                values.append((f"{path}.{python_name(key)}", replace(inner, value=value)))
                del left[key]
        for where, each in values:
            if each.value is None:
                continue
            if known is not None and (known.value is not None or _has_values(known)):
                raise _refusal(each, f"'{member}' gets its values in {of.title} already")
            self._context.bindings.append((where, each.value))
        return replace(one, value=None, inside=left, redeclared=None)

    def _check_file(self, given: Given, found: dict[str, ast.expr]) -> None:
        """Refuse a table on a file that is not there."""
        said, on_file = given.inside.get("fileName"), found.get("table_on_file")
        if said is None or said.value is None or not isinstance(on_file, ast.Constant):
            return
        text = said.value.expression
        path = found.get("file_name")
        if not isinstance(text, nodes.String) or not isinstance(path, ast.Constant):
            return
        if on_file.value and not Path(str(path.value)).is_file():
            lookup, value = self._context.lookup, said.value
            raise missing_file(lookup, text.value, value.scope, value.position)

    def start(
        self,
        member: str,
        one: Given,
        declared: Variable,
        path: str = "",
        levels: tuple[Level, ...] = (),
    ) -> ast.expr | None:
        """Return ``fixed(…)`` or ``guess(…)`` for ``v(start = …, fixed = …)``.

        Parameters
        ----------
        member : str
            Name of the variable.
        one : Given
            What is said of it.
        declared : Variable
            The variable.
        path : str
            What it is called in Python, from the class around on; empty if it cannot be read there.

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
                start = self._context.value(self._start_dealt(member, each.value, declared, levels))
            elif attribute == "fixed":
                is_fixed = self._is_fixed(one, each.value, declared, path)
            elif attribute in _OF_START:
                if isinstance(each.value.expression, nodes.Conditional):
                    raise _refusal(each, f"'{attribute}' of '{member}' depends on no condition")
                named[_OF_START[attribute]] = self._context.value(each.value)
            else:
                raise _unknown_attribute(attribute, each, member)
        start = start or self._declared_start(declared)
        is_free = "fixed" in one.inside and declared.is_fixed
        way = "fixed" if is_fixed else "free" if is_free else "guess"
        function = self._context.names.function(way)
        return call(function, [start], named)

    def _start_dealt(
        self, member: str, value: GivenValue, declared: Variable, levels: tuple[Level, ...]
    ) -> GivenValue:
        """Return start values, one for each part; the variable itself may be an array, too."""
        rank = _rank(declared)
        own = Level((None,) * rank, self._context.stored)
        if rank and value.is_each:  # one for all elements of the variable
            return dealt_value(
                replace(value, each=value.each[:-1]), 0, levels, f"{member}.start", self._context
            )
        return dealt_value(value, 0, (*levels, own), f"{member}.start", self._context)

    def _check_each(
        self, of: PartClass, member: str, one: Given, levels: tuple[Level, ...]
    ) -> None:
        """Refuse one vector for a vector in each part of a row: it might be meant for the row."""
        declared = of.python.declarations().get(of.members.get(member, ""))
        if one.value is None or not getattr(declared, "vector", False):
            return
        flags = (*(False,) * len(levels), *one.value.each)[-len(levels) :]
        is_same = all(flag for flag, level in zip(flags, levels, strict=True) if level.sizes)
        expressions = self._context.expressions.in_scope(one.value.scope)
        if not is_same and rank_of(one.value.expression, expressions) == 1:
            raise _refusal(
                one,
                f"'{member}' of {of.title} is a vector, and these are several parts in a row: say "
                f"'each {member} = …' for the same values in all of them",
            )

    def _dealt(
        self, of: PartClass, ours: str, member: str, value: GivenValue, levels: tuple[Level, ...]
    ) -> GivenValue:
        """Return a value as one for each part, where the parts are arrays."""
        declared = of.python.declarations().get(ours)
        return dealt_value(value, _rank(declared), levels, member, self._context)

    def _argument(
        self, of: PartClass, member: str, one: Given, part: str, levels: tuple[Level, ...]
    ) -> Iterator[tuple[str, ast.expr]]:
        if one.redeclared is not None:
            raise _refusal(one, f"redeclare inside a {of.title} is not supported")
        self._context.lookup.note(f"{of.title}.{member}", one.scope, one.position)
        if member in of.protected:
            place = of.protected[member]
            raise _refusal(one, f"'{member}' is protected in {of.title}, at {place}")
        if member in of.given:
            merged(member, one, of.given[member])  # refuses to change what is final
        if member in of.without_effect:
            return
        if member in of.fixed_values:
            self._check_fixed_value(of, member, one)
            return
        ours = self._ours(of, member, one)
        if ours is None:
            raise _refusal(one, f"{of.title} has no '{member}'{nearest(member, of.members)}")
        declared = of.python.declarations().get(ours)
        if one.inside and isinstance(declared, (Parameter, TableParameter)):
            path = f"{part}.{ours}" if part else ""
            one = with_attributes(self._context, member, one, declared, path)
            if one.value is None:
                return
        if isinstance(declared, Variable) and declared.is_input and one.value is not None:
            _check_beside_equation(member, one)
        if one.value is not None:
            one = replace(one, value=self._dealt(of, ours, member, one.value, levels))
        yield ours, self._value(of, ours, member, one, part, levels)

    def _ours(self, of: PartClass, member: str, one: Given) -> str | None:
        ours = of.modifiers.get(member) if one.value is not None else None
        return ours or of.members.get(member)

    def _is_equation(
        self, of: PartClass, member: str, one: Given, levels: tuple[Level, ...]
    ) -> bool:
        """Return whether a value of an input varies, or is taken from a part."""
        declared = of.python.declarations().get(self._ours(of, member, one) or "")
        if not isinstance(declared, Variable) or not declared.is_input or one.value is None:
            return False
        given = one.value
        if _rank(declared) or any(level.sizes for level in levels):
            return True
        if any(str(each.function) in ONLY_IN_EQUATIONS for each in calls_in(given.expression)):
            return True
        for e in references_in(given.expression):
            if str(e) == "time":
                continue
            found = self._context.lookup.meaning(e, given.scope)
            if isinstance(found, LibraryMember) or (
                isinstance(found, FoundComponent)
                and (len(e.parts) > 1 or found.component.variability not in _CONSTANT)
                and found.owner in self._context.members.ancestors
            ):
                return True
        return False

    def _check_fixed_value(self, of: PartClass, member: str, one: Given) -> None:
        allowed = of.fixed_values[member]
        value = None if one.value is None else self._context.value(one.value)
        if not isinstance(value, ast.Constant) or value.value != allowed:
            raise _refusal(one, f"'{member}' of {of.title} can only be {allowed!r} here")

    def _value(
        self,
        of: PartClass,
        ours: str,
        member: str,
        one: Given,
        part: str,
        levels: tuple[Level, ...],
    ) -> ast.expr:
        declared = of.python.declarations().get(ours)
        if isinstance(declared, Variable) and not declared.is_input:
            path = f"{part}.{ours}" if part else ""
            made = self.start(member, one, declared, path, levels)
            assert made is not None
            return made
        if isinstance(declared, Component):
            return self._inside(declared, member, one, levels)
        if getattr(declared, "final", False):
            raise _refusal(one, f"'{member}' of {of.title} cannot be changed: it is a constant")
        if isinstance(declared, Connector):
            raise _refusal(one, f"the connector '{member}' of {of.title} cannot be given values")
        if one.value is None:
            raise _refusal(one, f"'{member}' is given no value")
        expressions = self._context.expressions.in_scope(one.value.scope)
        is_early = isinstance(declared, TableParameter) or getattr(declared, "structural", False)
        e = one.value.expression
        if is_early and references_in(e) and rank_of(e, expressions):
            return expressions.computed(e)
        if isinstance(e, nodes.Conditional) and getattr(declared, "choices", None):
            return selected(self._context, one.value)
        if getattr(declared, "structural", False):
            with self._context.changing_equations():
                return self._context.value(one.value)
        return self._context.value(one.value)

    def _inside(
        self, declared: Component, member: str, one: Given, levels: tuple[Level, ...]
    ) -> ast.expr:
        """Return values of a part of the part: ``inertia=dict(w=fixed(3))``."""
        of = self._class_of(type(declared))
        if of is not None:
            ours = {key for key, value in of.members.items() if value in declared._modifiers}
            of = replace(of, changed=frozenset(ours))
        if of is not None and one.value is not None:
            one = record_given(self._context.lookup, one, of)
        if of is None:
            raise _refusal(one, f"parts of '{member}' cannot be set here")
        inner = Level(_sizes(declared), self._context.stored)
        return call(name("dict"), [], self.arguments(of, one, levels=(*levels, inner)))

    def _class_of(self, python: type[Any]) -> PartClass | None:
        known = class_that_stands_for(python)
        return part_of_library(known) if known else self._context.own_class(python)

    def _declared_start(self, declared: Variable) -> ast.expr:
        """Return the start value that the class declares, for a modifier that gives none."""
        if declared.start is None:
            return constant(False if declared.kind == BOOLEAN else 0.0)
        if isinstance(declared.start, (bool, int, float)):
            return constant(declared.start)
        return self._context.names.function("DECLARED")

    def _is_fixed(self, one: Given, fixed: GivenValue, declared: Variable, path: str) -> bool:
        """Return whether a start is fixed; where an expression says so, note it, and say no."""
        if isinstance(fixed.expression, nodes.Boolean):
            return fixed.expression.value
        start, known = one.attribute("start"), declared.start
        default = known if isinstance(known, (int, float)) else 0.0
        is_known = start is not None or known is None or isinstance(known, (int, float))
        if not path or declared.kind != REAL or declared.size is not None or not is_known:
            raise fixed.scope.source.mistake(
                fixed.position, "'fixed' is true or false here, no expression"
            )
        self._context.fixed_starts.append(FixedStart(path, fixed, start, default))
        return False


def _check_beside_equation(member: str, one: Given) -> None:
    """Refuse attributes of an input that an equation determines, if they mean something."""
    for key, each in one.inside.items():
        if key not in (*_SHOWN_ONLY, "start", "nominal"):
            raise _refusal(
                each, f"'{key}' of the input '{member}' is not supported beside its value"
            )


def _sizes(part: Component) -> tuple[nodes.Expression | None, ...]:
    """Return the sizes of an array of parts inside a part, as far as they are numbers."""
    if part._count is None:
        return ()
    of = part._count if isinstance(part._count, tuple) else (part._count,)
    return tuple(nodes.Number(str(one)) if isinstance(one, int) else None for one in of)


def _rank(declared: Any) -> int:
    """Return the dimensions that a member of a single part has."""
    if isinstance(declared, TableParameter):
        return 2
    size = getattr(declared, "size", None)
    if isinstance(size, tuple):
        return len(size)
    return int(size is not None or bool(getattr(declared, "vector", False)))


def _has_values(given: Given) -> bool:
    """Return whether a member of a record has a value."""
    return any(one.value is not None for one in given.inside.values())


def _unknown_attribute(attribute: str, each: Given, member: str) -> Exception:
    if attribute in _OF_VARIABLE:
        return _refusal(each, f"'{attribute}' of a variable of a part cannot be changed here")
    hint = nearest(attribute, _OF_VARIABLE)
    return _refusal(each, f"'{member}' has no attribute '{attribute}'{hint}")


def _refusal(one: Given, message: str) -> Exception:
    return one.scope.source.mistake(one.position, message)
