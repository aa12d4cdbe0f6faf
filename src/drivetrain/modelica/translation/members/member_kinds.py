"""What the types of components are: numbers, or parts with members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, LibraryName, Predefined
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.given import Given, given_by, merged
from drivetrain.modelica.translation.python_code import python_name

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

__all__ = ["NumberType", "PartClass", "number_type", "part_of_library", "part_of_own_class"]


@dataclass(frozen=True, eq=False)
class NumberType:
    """The type of a number or a text.

    Parameters
    ----------
    kind : str
        ``Real``, ``Integer``, ``Boolean``, ``String`` or ``enumeration``.
    facts : TypeFacts, optional
        What the library says of a type of its own.
    given : Given, optional
        What types of one's own say of its attributes.
    literals : mapping
        Modelica name → value here of the literals of an enumeration.
    is_numbered : bool
        Whether the literals are known in their order.
    """

    kind: str
    facts: library.TypeFacts | None = None
    given: Given | None = None
    literals: Mapping[str, str] = field(default_factory=dict)
    is_numbered: bool = False


def number_type(lookup: Lookup, found: FoundClass) -> NumberType | None:
    """Return the type that a class is, if it is one: of the language, the library, one's own."""
    if isinstance(found, Predefined):
        literals = library.find_enumeration(found.name)
        return (
            NumberType(found.name)
            if literals is None
            else NumberType("enumeration", literals=literals)
        )
    if isinstance(found, LibraryName):
        return _library_type(found.full_name)
    body = found.definition.body
    if isinstance(body, nodes.EnumerationBody):
        literals = {one.name: library.snake_case(one.name).lower() for one in body.literals}
        return NumberType("enumeration", literals=literals, is_numbered=True)
    base = _base_of_type(found)
    if base is None:
        return None
    below = number_type(lookup, lookup.bases(found)[0])
    if below is None:
        return None
    given = given_by(base.arguments, _scope(found), base.position)
    return replace(below, given=merged(found.name, given, below.given) if below.given else given)


def _library_type(full_name: str) -> NumberType | None:
    facts = library.find_type(full_name)
    if facts is not None:
        return NumberType("Real", facts)
    literals = library.find_enumeration(full_name)
    return None if literals is None else NumberType("enumeration", literals=literals)


def _base_of_type(found: StoredClass) -> nodes.Extends | None:
    """Return the base of a class that may be a type: its only element."""
    body = found.definition.body
    if isinstance(body, nodes.ShortBody):
        return nodes.Extends(body.base, body.arguments, position=found.definition.position)
    if isinstance(body, nodes.LongBody) and len(body.elements) == 1 and not body.sections:
        only = body.elements[0]
        return only if isinstance(only, nodes.Extends) else None
    return None


def _scope(found: StoredClass) -> StoredClass:
    """Return the class in which the modifiers of a type are looked up."""
    is_short = isinstance(found.definition.body, nodes.ShortBody)
    return found.parent if is_short and found.parent is not None else found


@dataclass(frozen=True, eq=False)
class PartClass:
    """The class of a part, as those see it who give it values.

    Parameters
    ----------
    title : str
        Its full Modelica name.
    python : type
        The component or connector class.
    members : mapping
        Modelica name → name here.
    given : mapping
        Modelica name → what the class itself says of a member.
    protected : mapping
        Names of members that nobody else may read or change, and where they are declared.
    changed : frozenset of str
        Names of members to which the class around the part gives other values than it has.
    modifiers, without_effect, fixed_values
        As in :class:`LibraryClass`.
    """

    title: str
    python: type[Any]
    members: Mapping[str, str]
    given: Mapping[str, Given] = field(default_factory=dict)
    protected: Mapping[str, str] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()
    modifiers: Mapping[str, str] = field(default_factory=dict)
    without_effect: frozenset[str] = frozenset()
    fixed_values: Mapping[str, str | bool] = field(default_factory=dict)


def part_of_library(of: library.LibraryClass) -> PartClass:
    """Return a class of the library."""
    return PartClass(
        of.modelica_name or of.name, of.load(), of.members, {}, {}, frozenset(), of.modifiers,
        of.without_effect, of.fixed_values,
    )  # fmt: skip


def part_of_own_class(
    members: ClassMembers, stored: StoredClass, python: type[Any], version: str | None
) -> PartClass:
    """Return a class of one's own, with what it inherits from the library."""
    own = {name: python_name(name) for name in members.by_name}
    given = {name: member.given for name, member in members.by_name.items()}
    protected = {
        name: member.owner.where(member.component.position)
        for name, member in members.by_name.items()
        if member.component.prefixes.is_protected
    }
    made = PartClass(stored.full_name, python, own, given, protected)
    for base in members.library_bases:
        of = library.find_class(base.full_name, version)
        if of is not None:
            made = replace(
                made,
                members={**of.members, **made.members},
                given={**base.said.inside, **made.given},
                modifiers={**of.modifiers, **made.modifiers},
                without_effect=made.without_effect | of.without_effect,
                fixed_values={**of.fixed_values, **made.fixed_values},
            )
    return made
