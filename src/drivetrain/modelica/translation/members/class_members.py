"""The components of a class, inherited ones included, with what modifiers say of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from drivetrain.modelica.library import is_icon
from drivetrain.modelica.lookup.found import FoundClass, LibraryName
from drivetrain.modelica.lookup.special_class import extends_of
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.determined import determined
from drivetrain.modelica.translation.members.given import (
    Given,
    Redeclared,
    alike,
    constraint_of,
    declared_given,
    given_by,
    merged,
)
from drivetrain.modelica.translation.members.new_elements import names_in, with_class
from drivetrain.modelica.translation.members.records import constructed, is_record
from drivetrain.modelica.translation.members.redeclared import changed, redeclared_classes
from drivetrain.modelica.translation.members.variants import Variant
from drivetrain.modelica.translation.members.varying_records import (
    VaryingRecord,
    holds_variables,
    varying,
)

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

__all__ = ["ClassMember", "ClassMembers", "LibraryBase", "members_of"]

_OF_DECLARATION: Final = (
    "flow", "variability", "causality", "sizes", "type_sizes", "condition",
)  # fmt: skip

_PARTS: Final = frozenset(("model", "class", "block", "record"))


@dataclass(frozen=True, eq=False)
class ClassMember:
    """A component of a class.

    Parameters
    ----------
    component : Component
        Its declaration; that which takes its place, if it is redeclared.
    owner : StoredClass
        The class whose text this is.
    given : Given
        Its value, and what is said of what is inside it.
    is_declared_here : bool
        Whether the class itself declares it, or changes what it inherits.
    replaced : Redeclared, optional
        What took the place of the type it was declared with.
    kept : Given, optional
        What its first declaration says of it if another one has taken its place: that counts for
        all others as well.
    """

    component: nodes.Component
    owner: StoredClass
    given: Given
    is_declared_here: bool
    replaced: Redeclared | None = None
    kept: Given | None = None

    @property
    def name(self) -> str:
        """Its Modelica name."""
        return self.component.name

    @property
    def is_redeclared(self) -> bool:
        """Whether it is redeclared itself, and not only its class."""
        new = self.replaced.element if self.replaced else None
        return isinstance(new, nodes.Component) and new.name == self.name

    def kind(self, lookup: Lookup) -> FoundClass:
        """Return its class.

        Raises
        ------
        ModelicaError
            If there is none.
        """
        if self.replaced is None:
            return self._as_record(lookup, lookup.class_of(self.component.type, self.owner))
        element, scope = self.replaced.element, self.replaced.scope
        if isinstance(element, nodes.Component):
            return lookup.class_of(element.type, scope)
        return scope.local(element)

    def is_like(self, other: ClassMember, lookup: Lookup) -> bool:
        """Return whether another component is declared in the same way."""
        one, that = self.component, other.component
        return (
            self.kind(lookup) == other.kind(lookup)
            and all(getattr(one, key) == getattr(that, key) for key in _OF_DECLARATION)
            and alike(self.given, other.given)
        )

    def _as_record(self, lookup: Lookup, found: FoundClass) -> FoundClass:
        """Return a class; a record of variables, if it is one whose members vary."""
        if not isinstance(found, StoredClass) or not is_record(found):
            return found
        is_varying = holds_variables(lookup, self.component, self.given, found)
        return varying(found) if is_varying else found


@dataclass(frozen=True, eq=False)
class LibraryBase:
    """A base that is a class of the library, with what is said of its members.

    `given` is what the class itself says, `said` what all classes down to it say together.
    """

    full_name: str
    given: Given
    is_direct: bool
    said: Given


def members_of(lookup: Lookup, stored: StoredClass) -> ClassMembers:
    """Return the components of a class, found once; to be read only."""
    known: ClassMembers | None = lookup.members.get(stored)
    if known is None:
        known = lookup.members[stored] = ClassMembers(lookup, stored)
    return known


class ClassMembers:
    """Finds the components of a class.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    stored : StoredClass
        The class.

    Attributes
    ----------
    by_name : dict of ClassMember
        Components by their Modelica names, inherited ones first.
    library_bases : list of LibraryBase
        Bases that are classes of the library, however far up.
    ancestors : list of StoredClass
        The class and its bases, however far up.
    determined : frozenset of str
        Parameters whose values the initial equations of the class itself say.
    """

    def __init__(self, lookup: Lookup, stored: StoredClass) -> None:
        self._lookup, self._stored = lookup, stored
        self.by_name: dict[str, ClassMember] = {}
        self.library_bases: list[LibraryBase] = []
        self.ancestors: list[StoredClass] = [stored]
        if isinstance(stored, Variant):
            extends = nodes.Extends(nodes.Reference(()), position=stored.given.position)
            self._inherit_given(stored.given, extends, stored.base)
        for extends, base in _bases(lookup, stored):
            if isinstance(stored, VaryingRecord) and isinstance(base, StoredClass):
                base = varying(base)
            before = self.by_name.copy()
            self._inherit(extends, base)
            self._check_twice(before, extends)
            if extends.is_protected:
                self._protect(before)
        for one in _components(stored):
            self._declare(one)
        found = determined(stored, self.by_name)
        self.determined = frozenset(found)
        for name, given in found.items():
            self.by_name[name] = replace(self.by_name[name], given=given)

    def _check_twice(self, before: dict[str, ClassMember], extends: nodes.Extends) -> None:
        """Refuse a component that two bases have, unless both say the same of it."""
        for name, one in before.items():
            other = self.by_name[name]
            if other is one or one.is_like(other, self._lookup):
                continue
            places = [each.owner.where(each.given.position) for each in (one, other)]
            raise self._stored.source.mistake(
                extends.position,
                f"'{name}' is inherited twice and not the same, from {places[0]} and {places[1]}: "
                "give one of them another name, or say the same of both",
            )

    def _protect(self, before: dict[str, ClassMember]) -> None:
        """Make what a protected base has protected as well."""
        for name, one in self.by_name.items():
            if before.get(name) is not one and not one.component.prefixes.is_protected:
                prefixes = replace(one.component.prefixes, is_protected=True)
                made = replace(one.component, prefixes=prefixes)
                self.by_name[name] = replace(one, component=made)

    def _inherit(self, extends: nodes.Extends, base: FoundClass) -> None:
        outer = given_by(extends.arguments, self._stored, extends.position)
        definition = self._stored.definition
        if isinstance(definition.body, nodes.ShortBody) and definition.constraint is not None:
            constraint = constraint_of(definition, self._stored)
            outer = outer if constraint is None else merged(self._stored.name, outer, constraint)
        self._inherit_given(outer, extends, base)

    def _inherit_given(self, outer: Given, extends: nodes.Extends, base: FoundClass) -> None:
        if isinstance(base, LibraryName) and not is_icon(base.full_name):
            self.library_bases.append(LibraryBase(base.full_name, outer, True, outer))
        if not isinstance(base, StoredClass):
            return
        inherited = ClassMembers(self._lookup, base)
        self.ancestors += inherited.ancestors
        left = dict(outer.inside)
        classes = redeclared_classes(self._lookup, self._stored, base, left)
        for name, member in inherited.by_name.items():
            given = left.pop(name, None)
            self.by_name[name] = replace(member, is_declared_here=False)
            replaced = classes.get(str(member.component.type))
            if replaced is not None and not member.is_redeclared:
                self.by_name[name] = member = self._of_new_class(member, replaced)
            if given is not None:
                self.by_name[name] = changed(self._lookup, member, given)
        self._inherit_library(inherited, extends, left)

    def _of_new_class(self, member: ClassMember, new: Redeclared) -> ClassMember:
        """Return a member whose class is redeclared."""
        old = member.replaced
        if old is not None and not old.element.prefixes.is_replaceable:
            raise new.scope.source.mistake(
                new.position,
                f"'{new.element.name}' is redeclared at {old.scope.where(old.position)} without "
                "'replaceable', so that nothing else can take its place here",
            )
        made = with_class(member, new)
        if new.constraint is None:
            return made
        return replace(made, given=merged(member.name, made.given, new.constraint))

    def _inherit_library(
        self, inherited: ClassMembers, extends: nodes.Extends, left: dict[str, Given]
    ) -> None:
        """Take over bases of the library; what no class of one's own has is theirs."""
        for one in inherited.library_bases:
            outer = Given(self._stored, extends.position, inside=left)
            said = merged(inherited.ancestors[0].name, outer, one.said)
            self.library_bases.append(replace(one, given=outer, is_direct=False, said=said))
        if left and not inherited.library_bases:
            name, given = next(iter(left.items()))
            title = inherited.ancestors[0].full_name
            raise given.scope.source.mistake(given.position, f"{title} has no '{name}'")

    def _declare(self, one: nodes.Component) -> None:
        is_record = self._stored.definition.kind.endswith("record")
        if is_record and not one.variability and not isinstance(self._stored, VaryingRecord):
            one = replace(one, variability="parameter")
        inherited = self.by_name.get(one.name)
        if one.prefixes.is_redeclare and inherited is not None:
            redeclared = Redeclared(one, self._stored, one.position)
            given = Given(self._stored, one.position, redeclared=redeclared)
            self.by_name[one.name] = changed(self._lookup, inherited, given)
            return
        self._check_inherited(one)
        given = declared_given(one, self._stored)
        member = self._of_short_class(ClassMember(one, self._stored, given, is_declared_here=True))
        made = self._constructed(one, given)
        if made.redeclared is not None:  # the value of a record tells its class
            plain = replace(member, given=replace(given, value=None))
            member = changed(self._lookup, plain, replace(made, inside={}))
        self.by_name[one.name] = member

    def _of_short_class(self, member: ClassMember) -> ClassMember:
        """Return a member whose class is a short one of this class, and reads members of it."""
        of = self._stored.child(str(member.component.type))
        body = of.definition.body if of else None
        if of is None or not isinstance(body, nodes.ShortBody) or not body.arguments:
            return member
        if of.definition.kind not in _PARTS or not self._reads_members(body.arguments):
            return member
        return with_class(member, Redeclared(of.definition, self._stored, of.definition.position))

    def _reads_members(self, arguments: Iterable[nodes.Argument]) -> bool:
        own = {one.name for one in _components(self._stored) if one.variability != "constant"}
        return any(e.parts[0].name in own | self.by_name.keys() for e in names_in(arguments))

    def _constructed(self, one: nodes.Component, given: Given) -> Given:
        """Return a record that is made here as one of this class; variables stay as they are."""
        made = constructed(self._lookup, given)
        if made.redeclared is not None and not is_record(
            self._lookup.class_of(one.type, self._stored)
        ):
            raise self._stored.source.mistake(
                one.position, f"'{one.name}' is no record, but its value is one"
            )
        element = made.redeclared.element if made.redeclared else None
        if isinstance(element, nodes.Component) and made.redeclared is not None:
            record = self._lookup.class_of(element.type, made.redeclared.scope)
            if isinstance(record, StoredClass) and holds_variables(
                self._lookup, one, given, record
            ):
                return given
        return made

    def _check_inherited(self, one: nodes.Component) -> None:
        """Refuse a component that is inherited as well, and is another one there."""
        inherited = self.by_name.get(one.name)
        if inherited is None or inherited.owner is self._stored or inherited.component == one:
            return
        place = inherited.owner.where(inherited.component.position)
        raise self._stored.source.mistake(
            one.position,
            f"'{one.name}' is inherited from {inherited.owner.full_name}, declared at {place}: "
            "declare it once, or change it by a modifier of 'extends'",
        )


def _bases(lookup: Lookup, stored: StoredClass) -> Iterator[tuple[nodes.Extends, FoundClass]]:
    if not isinstance(stored, Variant):
        yield from zip(extends_of(stored), lookup.bases(stored), strict=True)


def _components(stored: StoredClass) -> Iterator[nodes.Component]:
    body = stored.definition.body
    if isinstance(body, nodes.LongBody):
        yield from (one for one in body.elements if isinstance(one, nodes.Component))
