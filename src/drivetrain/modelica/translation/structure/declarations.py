"""Translate the declarations of a class, in the order in which Python needs them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush

from drivetrain import modeling
from drivetrain.modelica.lookup.found import FoundClass, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMember, LibraryBase
from drivetrain.modelica.translation.members.library_members import LibraryMemberTranslator
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.members.varying_records import VaryingRecord
from drivetrain.modelica.translation.python_code import constant, python_name
from drivetrain.modelica.translation.structure.connectors import ConnectorTranslator
from drivetrain.modelica.translation.structure.numbers import NumberTranslator
from drivetrain.modelica.translation.structure.parts import PartTranslator
from drivetrain.modelica.translation.structure.scopes import (
    check_scope,
    halves,
    refuse_outer_classes,
    shared,
)

__all__ = ["DeclarationTranslator"]


class DeclarationTranslator:
    """Translates the declarations of a class.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context
        self._numbers = NumberTranslator(context)
        self._parts = PartTranslator(context)
        self._connectors = ConnectorTranslator(context)
        self._made: dict[str, ast.Assign] = {}
        self._needs: dict[str, set[str]] = {}

    def translate(self) -> None:
        """Translate the declarations; what is not supported is noted."""
        self._refuse_doubles()
        refuse_outer_classes(self._context)
        for whole in self._context.members.by_name.values():
            for member, found_as in halves(self._context, whole) if whole.is_declared_here else ():
                with self._context.refusals.noted():
                    self._declare(member, found_as)
        for base in self._context.members.library_bases:
            with self._context.refusals.noted():
                self._declare_of_library(base)

    def declarations(self) -> list[ast.stmt]:
        """Return the declarations; what one reads stands before it.

        Equations come before: they tell which parameters change the equations.
        """
        self._mark_structural()
        made: list[ast.stmt] = [self._made[key] for key in self._sorted() if key in self._made]
        for key, value in self._context.hidden.items():
            assign = ast.Assign([ast.Name(key, ast.Store())], value)
            made.append(ast.copy_location(assign, value))
        return made

    def _declare(self, member: ClassMember, found_as: str = "") -> None:
        self._context.used, self._context.is_computed = set(), False
        check_scope(member)
        key, value = python_name(member.name), self._declaration(member)
        value = shared(self._context, member, value, found_as)
        assign = ast.Assign([ast.Name(key, ast.Store())], value)
        self._made[key] = self._context.at(member.given.position, assign, member.given.scope)
        self._needs[key] = set(self._context.used)
        if self._context.is_computed:
            self._context.structural.add(key)

    def _declare_of_library(self, base: LibraryBase) -> None:
        self._context.used = set()
        for key, (given, value) in LibraryMemberTranslator(self._context).translate(base).items():
            assign = ast.Assign([ast.Name(key, ast.Store())], value)
            self._made[key] = self._context.at(given.position, assign, given.scope)
            self._needs[key] = set(self._context.used) - {key}

    def _refuse_doubles(self) -> None:
        """Refuse components that would take each other's place."""
        seen: dict[str, str] = {}
        for one in self._context.components():
            key = python_name(one.name)
            if key in seen:
                same = "twice" if seen[key] == one.name else f"beside '{seen[key]}', too like it"
                self._context.refuse(one.position, f"'{one.name}' is declared {same}")
            seen[key] = one.name

    def _mark_structural(self) -> None:
        """Make parameters structural that change equations, and those that they follow from."""
        left = [*self._context.structural, *self._structural_in_bases()]
        by_key = {python_name(one.name): one for one in self._context.members.by_name.values()}
        seen: set[str] = set()
        while left:
            key = left.pop()
            if key in seen:
                continue
            seen.add(key)
            if key not in self._made and key in by_key:  # what a base declares as a plain parameter
                with self._context.refusals.noted():
                    self._declare(by_key[key])
            if key in by_key and by_key[key].component.prefixes.is_outer:
                self._refuse_structural(by_key[key])
            elif key in self._made and _make_structural(self._made[key].value):
                left += self._needs[key]

    def _structural_in_bases(self) -> Iterator[str]:
        """Yield members that are given a new value and change equations of a base."""
        for base in self._context.lookup.bases(self._context.stored):
            if isinstance(base, StoredClass):
                declared = self._context.translate(base).declarations()
                for key in self._made:
                    if getattr(declared.get(key), "structural", False):
                        yield key

    def _refuse_structural(self, member: ClassMember) -> None:
        """Refuse an outer member that decides about equations: it is known only around."""
        one = member.component
        self._context.refuse(
            one.position,
            f"the outer '{one.name}' decides which equations there are, which is not supported: "
            "give the class a parameter of its own for that",
        )

    def _sorted(self) -> Iterable[str]:
        """Return names as they are declared, but what a declaration reads before it."""
        sorter, found = TopologicalSorter(self._needs), list[str]()
        rank = {key: k for k, key in enumerate(self._needs)}
        waiting: list[tuple[int, str]] = []
        try:
            sorter.prepare()
            while sorter.is_active():
                for key in sorter.get_ready():
                    heappush(waiting, (rank.get(key, -1), key))
                found.append(heappop(waiting)[1])
                sorter.done(found[-1])
            return found
        except CycleError as error:
            names = " → ".join(error.args[1])
            position = self._context.stored.definition.position
            self._context.refuse(position, f"values depend on each other: {names}")
            return []

    def _declaration(self, member: ClassMember) -> ast.expr:
        lookup, one = self._context.lookup, member.component
        kind = member.kind(lookup)
        number = number_type(lookup, kind) if not _is_connector(kind) else None
        if number is not None:
            return self._numbers.translate(member, number)
        if not isinstance(kind, VaryingRecord):
            self._check_prefixes(member)
        connector = self._connectors.translate(member, kind)
        if connector is not None:
            return connector
        if isinstance(kind, LibraryName):
            of = self._context.library_class(kind.full_name, one.type.position)
            if issubclass(of.load(), modeling.Component):
                return self._parts.of_library(member, of)
        if not isinstance(kind, StoredClass):
            raise member.owner.source.mistake(
                one.type.position, f"'{one.type}' is no class that a component can have"
            )
        if isinstance(kind, VaryingRecord):
            return self._parts.of_variables(member, kind)
        return self._parts.of_own_class(member, kind)

    def _check_prefixes(self, member: ClassMember) -> None:
        one = member.component
        found = [word for word in (one.flow, one.causality) if word]
        if found:
            raise member.owner.source.mistake(
                one.position, f"the {found[0]} '{one.name}' is not supported yet"
            )


def _make_structural(value: ast.expr) -> bool:
    """Make a parameter structural; return whether it is one."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    if value.func.attr != "parameter":
        return False
    value.keywords = [one for one in value.keywords if one.arg != "vector"]
    if all(one.arg != "structural" for one in value.keywords):
        value.keywords.append(ast.keyword("structural", constant(value=True)))
    return True


def _is_connector(kind: FoundClass) -> bool:
    return isinstance(kind, StoredClass) and "connector" in kind.definition.kind
