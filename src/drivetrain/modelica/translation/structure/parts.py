"""Translate declarations of parts: of the library's classes, and of classes of one's own."""

from __future__ import annotations

import ast
import warnings
from dataclasses import replace

from drivetrain.errors import ModelWarning
from drivetrain.modelica import library
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext, RecordDefault
from drivetrain.modelica.translation.members.assumed import warn_of_part, warn_of_start
from drivetrain.modelica.translation.members.class_members import ClassMember, ClassMembers
from drivetrain.modelica.translation.members.given import Given
from drivetrain.modelica.translation.members.member_kinds import PartClass, part_of_library
from drivetrain.modelica.translation.members.records import record_given
from drivetrain.modelica.translation.members.varying_records import VaryingRecord
from drivetrain.modelica.translation.python_code import attribute, call, constant, python_name
from drivetrain.modelica.translation.structure.dealt_values import Level, dealt_value
from drivetrain.modelica.translation.structure.modifiers import ModifierTranslator
from drivetrain.modelica.translation.values.record_values import rank_of_leaf
from drivetrain.modelica.translation.values.size_checks import check_whole
from drivetrain.modeling.members import REQUIRED

__all__ = ["PartTranslator"]


class PartTranslator:
    """Translates declarations of parts.

    Parameters
    ----------
    context : ClassContext
        The class that declares them.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context
        self._modifiers = ModifierTranslator(context)

    def of_library(self, member: ClassMember, of: library.LibraryClass) -> ast.expr:
        """Return the declaration of a part whose class stands for one of the library.

        Raises
        ------
        ModelicaError
            If the part or what it is given is not supported.
        """
        self._warn_of_difference(member, of)
        defaults = {key: constant(value) for key, value in of.defaults.items()}
        return self._part(member, part_of_library(of), of.name, defaults | self._starts(member, of))

    def of_own_class(self, member: ClassMember, stored: StoredClass) -> ast.expr:
        """Return the declaration of a part of another Modelica class.

        Raises
        ------
        ModelicaError
            If the part or what it is given is not supported.
        """
        stored, given = self._context.variant(stored, member.given)
        member = replace(member, given=given)
        prefixes = member.component.prefixes
        may_be_partial = prefixes.is_outer or prefixes.is_replaceable
        if stored.definition.is_partial and not may_be_partial:
            raise _mistake(
                member, f"{stored.full_name} is partial: '{member.name}' needs a complete class"
            )
        of = self._context.part_class(stored)
        warn_of_part(self._context.lookup, member, stored)
        return self._part(member, of, stored.title, {})

    def of_variables(self, member: ClassMember, record: VaryingRecord) -> ast.expr:
        """Return the declaration of a record of variables; its values are equations.

        Raises
        ------
        ModelicaError
            If it or what it is given is not supported.
        """
        key, given = python_name(member.name), member.given
        if given.value is not None:
            self._context.bindings.append((key, given.value))
        levels = (Level((*member.component.sizes, *member.component.type_sizes), member.owner),)
        inside = {
            name: one
            for name, one in given.inside.items()
            if not self._bind(key, one, name, record, levels)
        }
        if given.value is None:
            self._bind_defaults(member, record)
        of = self._context.part_class(record)
        plain = replace(given, value=None, inside=inside)
        return self._part(replace(member, given=plain), of, record.name, {})

    def _bind(
        self,
        key: str,
        one: Given,
        name: str,
        record: VaryingRecord,
        levels: tuple[Level, ...],
    ) -> bool:
        """Note the value of a member of a record, which is an equation; tell whether it has one."""
        if one.value is None:
            return False
        if one.inside:
            raise one.scope.source.mistake(
                one.position, f"'{name}' is given a value, and attributes as well"
            )
        value = one.value
        if name in ClassMembers(self._context.lookup, record).by_name:
            rank = rank_of_leaf(record, (name,), self._context.expressions)
            value = dealt_value(value, rank, levels, name, self._context, is_equation=True)
        self._context.bindings.append((f"{key}.{python_name(name)}", value))
        return True

    def _bind_defaults(self, member: ClassMember, record: VaryingRecord) -> None:
        """Note the values that the record itself gives to members."""
        for name, inner in ClassMembers(self._context.lookup, record).by_name.items():
            outer = member.given.inside.get(name)
            if inner.given.value is None or (outer is not None and outer.value is not None):
                continue
            if inner.component.variability in ("parameter", "constant"):
                continue
            dimensions = len((*member.component.sizes, *member.component.type_sizes))
            self._context.record_defaults.append(
                RecordDefault(python_name(member.name), dimensions, name, inner.given.value)
            )

    def _part(
        self, member: ClassMember, of: PartClass, key: str, defaults: dict[str, ast.expr]
    ) -> ast.expr:
        if member.given.value is not None:
            given = record_given(self._context.lookup, member.given, of)
            member = replace(member, given=given)
        levels = (Level((*member.component.sizes, *member.component.type_sizes), member.owner),)
        inputs = self._inputs_of(member)
        arguments = defaults | self._modifiers.arguments(of, member.given, inputs, levels)
        arguments |= self._condition(member)
        made, count = self._context.names.of(key, of.python), self._count(member)
        if count is None:
            return call(made, [], arguments)
        return call(attribute(made, "array"), [count], arguments)

    def _inputs_of(self, member: ClassMember) -> str:
        """Return the name of a part whose inputs may have values that vary: it is always there."""
        return python_name(member.name) if member.component.condition is None else ""

    def _count(self, member: ClassMember) -> ast.expr | None:
        """Return how many parts there are; None for a single one, which is no array."""
        one = member.component
        sizes = (*one.sizes, *one.type_sizes)
        if not sizes:
            return None
        if any(isinstance(size, nodes.All) for size in sizes):
            raise _mistake(member, f"'{member.name}' needs a number of parts in place of ':'")
        with self._context.changing_equations():
            expressions = self._context.expressions.in_scope(member.owner)
            for size in sizes:
                check_whole(size, "a number of parts", expressions)
            made = [expressions.size(size) for size in sizes]
        return made[0] if len(made) == 1 else ast.Tuple(made, ast.Load())

    def _starts(self, member: ClassMember, of: library.LibraryClass) -> dict[str, ast.expr]:
        """Return start values for parameters that are given no value, as other tools take them."""
        found = {}
        declared = of.load().declarations()
        given = {of.modifiers.get(key, of.members.get(key)) for key in member.given.inside}
        for key, value in of.starts.items():
            ours = of.members.get(key)
            is_needed = ours is not None and getattr(declared[ours], "default", 0) is REQUIRED
            if ours is not None and is_needed and ours not in given:
                place = member.owner.where(member.component.position)
                warn_of_start(place, f"'{key}' of '{member.name}'", f"{value:g}")
                found[ours] = constant(value)
        return found

    def _condition(self, member: ClassMember) -> dict[str, ast.expr]:
        condition = member.component.condition
        if condition is None:
            return {}
        with self._context.changing_equations():
            made = self._context.expressions.in_scope(member.owner).translate(condition)
        return {"enabled": made}

    def _warn_of_difference(self, member: ClassMember, of: library.LibraryClass) -> None:
        if of.difference:
            place = member.owner.where(member.component.type.position)
            warnings.warn(
                f"{place}: {of.modelica_name}: {of.difference}", ModelWarning, stacklevel=2
            )


def _mistake(member: ClassMember, message: str) -> Exception:
    return member.owner.source.mistake(member.component.position, message)
