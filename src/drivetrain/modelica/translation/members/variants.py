"""Variants of a class, in which some of its parts are of another class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from drivetrain.modelica.lookup.special_class import Changes, SpecialClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.given import (
    Given,
    Redeclared,
    merged,
    without,
)
from drivetrain.modelica.translation.members.new_elements import said_apart
from drivetrain.modelica.translation.members.records import constructed
from drivetrain.modelica.translation.members.redeclared import check_class
from drivetrain.modelica.translation.members.varying_records import is_varying_member

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.found import FoundClass
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.translation.members.class_members import ClassMember

__all__ = ["Variant", "Variants"]


@dataclass(eq=False)
class Variant(StoredClass):
    """A class that extends another one and changes something in it.

    Parameters
    ----------
    base : StoredClass
        The class.
    given : Given
        What is changed.
    """

    base: StoredClass = field(kw_only=True)
    given: Given = field(kw_only=True)


class Variants:
    """Makes variants, each once.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    """

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._known: dict[Any, Variant] = {}
        self._kept: list[Any] = []  # what is known by its identity has to stay

    def split(self, base: StoredClass, given: Given) -> tuple[StoredClass, Given]:
        """Return the class of a part, and what is left to be given to the part.

        Parameters
        ----------
        base : StoredClass
            The class that the part is declared with.
        given : Given
            What the part is given; redeclarations in it make a variant.
        """
        base, given = self._special(base, self._with_new_records(base, given))
        parted = self._parted(base, "", given)
        if not parted.new:
            return base, given
        key = base, tuple((path, id(one.element), one.scope) for path, one in parted.new)
        if key not in self._known:
            self._known[key] = _variant(base, given, parted)
            self._kept += [one.element for _, one in parted.new]
            self._lookup.derive(self._known[key], base)
        return self._known[key], parted.values

    def _with_new_records(self, base: StoredClass, given: Given) -> Given:
        """Return what is given, with records that are made there as parts of their class."""
        inside: dict[str, Given] = {}
        for name, one in given.inside.items():
            made = constructed(self._lookup, one)
            if made is not one and is_varying_member(self._lookup, base, name):
                made = one
            if made.inside and made.redeclared is None:
                below = self._class_inside(base, name, made)
                made = self._with_new_records(below, made) if below else made
            inside[name] = made
        return replace(given, inside=inside)

    def _parted(self, base: StoredClass | None, path: str, given: Given) -> _Parted:
        """Return what is said of something, in two.

        Values of what is redeclared that read something are given to parts, not to a new class.
        """
        new, redeclared = list[tuple[str, Redeclared]](), given.redeclared
        if redeclared is not None:
            new.append((path, redeclared))
            redeclared, own = said_apart(redeclared)
            if own is not None and isinstance(redeclared.element, nodes.Component):
                given = merged(path, replace(given, redeclared=None), own)
        classes, values = dict[str, Given](), dict[str, Given]()
        for name, one in given.inside.items():
            below = self._parted(self._class_inside(base, name, one), _joined(path, name), one)
            new += below.new
            if below.classes:
                classes[name] = below.classes
            if below.values:
                values[name] = below.values
        for name, one in self._of_new_classes(base, given).items():
            values[name] = merged(name, values[name], one) if name in values else one
        made = Given(given.scope, given.position, inside=classes, redeclared=redeclared)
        return _Parted(made, replace(given, inside=values, redeclared=None), new)

    def _class_inside(
        self, base: StoredClass | None, name: str, given: Given
    ) -> StoredClass | None:
        """Return the class of a part, as it is redeclared."""
        found: FoundClass | None = None
        if given.redeclared and isinstance(given.redeclared.element, nodes.Component):
            one = given.redeclared
            found = self._lookup.class_of(given.redeclared.element.type, one.scope)
        elif base is not None and given.inside:
            member = _members(self._lookup, base).get(name)
            found = member.kind(self._lookup) if member else None
        return found if isinstance(found, StoredClass) else None

    def _of_new_classes(self, base: StoredClass | None, given: Given) -> dict[str, Given]:
        """Return what redeclared classes say of their parts if it reads something around them."""
        found: dict[str, Given] = {}
        for key, one in given.inside.items():
            new = one.redeclared
            if base is None or new is None or isinstance(new.element, nodes.Component):
                continue
            _, own = said_apart(new)
            for name, member in _members(self._lookup, base).items():
                if own is not None and str(member.component.type) == key:
                    found[name] = without(own, member.given)
        return {name: one for name, one in found.items() if one}

    def _special(self, base: StoredClass, given: Given) -> tuple[StoredClass, Given]:
        """Return a class in which packages and functions are replaced, and what else is given."""
        classes = {
            name: one.redeclared
            for name, one in given.inside.items()
            if one.redeclared and isinstance(one.redeclared.element, nodes.ClassDefinition)
        }
        for name, new in classes.items():
            check_class(self._lookup, base, name, new)
        changes = {
            name: new.scope.local(new.element)
            for name, new in classes.items()
            if isinstance(new.element, nodes.ClassDefinition)
        }
        made = self._lookup.special(base, Changes(changes))
        done = made.changes.classes if isinstance(made, SpecialClass) and made is not base else ()
        inside = {name: one for name, one in given.inside.items() if name not in done}
        return made, replace(given, inside=inside)


class _Parted(NamedTuple):
    """What is said of a part: what makes another class of it, and the values that it is given."""

    classes: Given
    values: Given
    new: list[tuple[str, Redeclared]]


def _members(lookup: Lookup, base: StoredClass) -> Mapping[str, ClassMember]:
    from drivetrain.modelica.translation.members.class_members import ClassMembers

    return ClassMembers(lookup, base).by_name


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _variant(base: StoredClass, given: Given, parted: _Parted) -> Variant:
    first = parted.new[0][1]
    title = f"{base.name}With{''.join(_capitals(one) for _, one in parted.new)}"
    told = ", ".join(f"{_new_class(one)} as {path}" for path, one in parted.new)
    definition = nodes.ClassDefinition(
        "model", title, nodes.LongBody(), description=f"{base.name} with {told}",
        position=first.position,
    )  # fmt: skip
    return Variant(
        definition, first.scope.source, first.scope, base=base,
        given=replace(given, value=None, inside=parted.classes.inside),
    )  # fmt: skip


def _capitals(one: Redeclared) -> str:
    text = _new_class(one)
    return text[:1].upper() + text[1:]


def _new_class(one: Redeclared) -> str:
    element = one.element
    if isinstance(element, nodes.Component):
        return element.type.parts[-1].name
    body = element.body
    return body.base.parts[-1].name if isinstance(body, nodes.ShortBody) else element.name
