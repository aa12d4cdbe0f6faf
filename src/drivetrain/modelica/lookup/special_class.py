"""Classes as one sees them that extends them: other classes and constants in place of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax.nodes import (
    Argument,
    ClassDefinition,
    Component,
    Element,
    Extends,
    LongBody,
    Modification,
    NamePart,
    Redeclaration,
    Reference,
    Section,
    ShortBody,
)

__all__ = [
    "Changes",
    "Said",
    "SpecialClass",
    "changes_by",
    "extends_of",
    "is_read_apart",
    "refuse_constraint",
]

_KEPT_APART: Final = frozenset(("package", "function", "type"))
"""Kinds of classes that are not parts: what reads them is another class when they change."""


class Said(NamedTuple):
    """A modifier of something in a package, and the class in whose text it stands."""

    modifier: Modification
    scope: StoredClass


@dataclass(frozen=True)
class Changes:
    """What is other in a class.

    Parameters
    ----------
    classes : mapping of StoredClass
        What takes the place of its classes.
    said : mapping of Said
        What is said of constants and packages in it.
    """

    classes: Mapping[str, StoredClass] = field(default_factory=dict)
    said: Mapping[str, Said] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.classes or self.said)

    def over(self, inner: Changes) -> Changes:
        """Return these changes, and those of others where these say nothing.

        Raises
        ------
        ModelicaError
            If what is final is changed.
        """
        for name, (modifier, scope) in self.said.items():
            before = inner.said.get(name)
            if before is not None and before.modifier.is_final:
                place = before.scope.where(before.modifier.position)
                raise scope.source.mistake(
                    modifier.position,
                    f"'{name}' is final at {place}, so it cannot have another value here",
                )
        return Changes({**inner.classes, **self.classes}, {**inner.said, **self.said})

    def without(self, names: frozenset[str]) -> Changes:
        """Return the changes of other names."""
        return Changes(
            {name: one for name, one in self.classes.items() if name not in names},
            {name: one for name, one in self.said.items() if name not in names},
        )


@dataclass(eq=False)
class SpecialClass(StoredClass):
    """A class in which something is other, as it is for the classes that are declared in it.

    Parameters
    ----------
    origin : StoredClass
        The class as it is stored.
    changes : Changes
        What is other.
    """

    origin: StoredClass = field(kw_only=True)
    changes: Changes = field(kw_only=True)

    @classmethod
    def of(cls, origin: StoredClass, changes: Changes) -> SpecialClass:
        """Return a class with changes."""
        made = cls(
            origin.definition, origin.source, origin.parent, origin.folder, origin.within,
            origin=origin, changes=changes,
        )  # fmt: skip
        made.stands_beside(origin.beside)
        return made

    @property
    def title(self) -> str:
        """Its name, and what took the place of what it has."""
        names = [_short_name(one) for one in self.changes.classes.values()]
        return f"{self.name}With{''.join(name[:1].upper() + name[1:] for name in names)}"

    def child(self, name: str) -> StoredClass | None:
        """Return a class in it; one that took the place of its own, if it was replaced."""
        return self.changes.classes.get(name) or self.child_before(name)

    def child_before(self, name: str) -> StoredClass | None:
        """Return a class that is declared in it, whether or not it was replaced."""
        made = super().child(name)
        said = self.changes.said.get(name)
        if made is None or said is None or isinstance(made, SpecialClass):
            return made
        self._read[name] = SpecialClass.of(made, Changes(said=_inside(said)))
        return self._read[name]


def _short_name(one: StoredClass) -> str:
    body = one.definition.body
    return body.base.parts[-1].name if isinstance(body, ShortBody) else one.name


def _inside(said: Said) -> dict[str, Said]:
    """Return what a modifier of a package says of what is in it."""
    if len(said.modifier.name.parts) > 1:  # a.b = 2 means a(b = 2)
        name = replace(said.modifier.name, parts=said.modifier.name.parts[1:])
        return _said(replace(said.modifier, name=name), said.scope)
    found: dict[str, Said] = {}
    for one in said.modifier.arguments or ():
        found |= _said(one, said.scope)
    return found


def _said(one: Argument, scope: StoredClass) -> dict[str, Said]:
    if not isinstance(one, Modification):
        raise scope.source.mistake(one.position, "'redeclare' inside a package is not supported")
    return {one.name.parts[0].name: Said(one, scope)}


def changes_by(owner: StoredClass, extends: Extends, base: StoredClass) -> Changes:
    """Return what a class changes in a base: by modifiers, and by redeclaring it in its body.

    What modifiers say of components counts in packages only; those of other classes are members.

    Raises
    ------
    ModelicaError
        If a modifier is not supported.
    """
    is_short = isinstance(owner.definition.body, ShortBody)
    scope = owner.parent if is_short and owner.parent is not None else owner
    is_package = base.definition.kind == "package"
    if is_package:
        refuse_constraint(owner)
    classes: dict[str, StoredClass] = {}
    said: dict[str, Said] = {}
    for one in extends.arguments or ():
        if isinstance(one, Redeclaration) and isinstance(one.element, ClassDefinition):
            classes[one.element.name] = scope.local(one.element)
        elif is_package:
            said |= _said(one, scope)
    for element in _elements(owner):
        if isinstance(element, ClassDefinition) and element.prefixes.is_redeclare:
            classes[element.name] = owner.local(element)
        elif isinstance(element, Component) and element.prefixes.is_redeclare and is_package:
            said[element.name] = Said(_modifier(element), owner)
    return Changes(classes, said)


def refuse_constraint(owner: StoredClass) -> None:
    """Refuse modifiers behind ``constrainedby`` of a package: they would count for every other one.

    Raises
    ------
    ModelicaError
        If there are some.
    """
    constraint = owner.definition.constraint
    if owner.definition.kind == "package" and constraint is not None and constraint.arguments:
        raise owner.source.mistake(
            constraint.position,
            f"modifiers behind 'constrainedby' of the package '{owner.name}' are not supported: "
            "write them where the package is chosen",
        )


def _modifier(one: Component) -> Modification:
    """Return what a declaration says of its component as a modifier."""
    name = Reference((NamePart(one.name),), position=one.position)
    is_final = one.prefixes.is_final
    return Modification(name, one.arguments, one.value, is_final=is_final, position=one.position)


def _elements(owner: StoredClass) -> tuple[Element, ...]:
    body = owner.definition.body
    return body.elements if isinstance(body, LongBody) else ()


def extends_of(owner: StoredClass) -> Iterator[Extends]:
    """Yield what a class extends; also one that goes on with an inherited class of its name."""
    definition = owner.definition
    body, position = definition.body, definition.position
    if isinstance(body, ShortBody):
        yield Extends(body.base, body.arguments, position=position)
    elif isinstance(body, LongBody):
        if body.is_extension:
            own = Reference((NamePart(owner.name),), position=position)
            yield Extends(own, body.arguments, position=position)
        yield from (one for one in body.elements if isinstance(one, Extends))


def is_read_apart(owner: StoredClass, name: str) -> bool:
    """Return whether a class in another one is more than the type of parts of that."""
    child = owner.child(name)
    if child is not None and child.definition.kind in _KEPT_APART:
        return True
    body = owner.definition.body
    if not isinstance(body, LongBody):
        return False
    return any(_names(_without_type(one), name) for one in (*body.elements, *body.sections))


def _without_type(one: Element | Section) -> Any:
    """Return what a declaration says besides the name of its type, which is one word."""
    if not isinstance(one, Component) or len(one.type.parts) > 1:
        return one
    return one.arguments, one.value, one.sizes, one.type_sizes, one.condition, one.constraint


def _names(e: Any, name: str) -> bool:
    """Return whether a piece of text has a reference that begins with a name."""
    if isinstance(e, Reference):
        return e.parts[0].name == name or any(_names(part.subscripts, name) for part in e.parts)
    if isinstance(e, tuple):
        return any(_names(one, name) for one in e)
    return any(_names(getattr(e, key), name) for key in getattr(type(e), "__slots__", ()))
