"""What takes the place of an element, and what its declaration says of what is inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.given import (
    Given,
    Redeclared,
    declared_given,
    given_by,
    merged,
)

if TYPE_CHECKING:
    from drivetrain.modelica.translation.members.class_members import ClassMember

__all__ = ["names_in", "said_apart", "with_class"]


def said_apart(new: Redeclared) -> tuple[Redeclared, Given | None]:
    """Return what takes the place of an element, and what it says that reads something.

    Such values are given to parts: what they read is around those, not around a class.

    Returns
    -------
    Redeclared
        The new element, without its values if one of them reads something.
    Given or None
        These values; None if none reads anything.
    """
    own = _declared_by(new)
    if own is None or not _reads(own):
        return new, None
    return replace(new, element=_plain(new.element)), replace(own, is_final=False)


def with_class(member: ClassMember, new: Redeclared) -> ClassMember:
    """Return a member whose class is redeclared; what that reads around it is given to the part."""
    _, own = said_apart(new)
    one = new.element
    if own is None or isinstance(one, nodes.Component):
        return replace(member, replaced=new, is_declared_here=True)
    assert isinstance(one.body, nodes.ShortBody)
    alias = nodes.Component(one.body.base, one.name, prefixes=one.prefixes, position=one.position)
    return replace(
        member,
        given=merged(member.name, member.given, own),
        is_declared_here=True,
        replaced=replace(new, element=alias),
    )


def _declared_by(new: Redeclared) -> Given | None:
    """Return what a redeclaration says of what is inside; None for a class with its own text."""
    one = new.element
    if isinstance(one, nodes.Component):
        return declared_given(one, new.scope)
    if isinstance(one.body, nodes.ShortBody):
        return given_by(one.body.arguments, new.scope, new.position)
    return None


def _plain(one: nodes.Component | nodes.ClassDefinition) -> nodes.Component | nodes.ClassDefinition:
    """Return a declaration that says nothing of what is inside."""
    if isinstance(one, nodes.ClassDefinition):
        assert isinstance(one.body, nodes.ShortBody)
        return replace(one, body=replace(one.body, arguments=None))
    prefixes = replace(one.prefixes, is_final=False)
    return replace(one, prefixes=prefixes, arguments=None, value=None)


def _reads(given: Given) -> bool:
    """Return whether a value in something reads anything around it."""
    if any(True for value in _values(given) for _ in names_in(value)):
        return True
    for one in given.inside.values():
        new = _declared_by(one.redeclared) if one.redeclared else None
        if _reads(new or one):
            return True
    return False


def _values(given: Given) -> Iterator[nodes.Expression]:
    if given.value is not None:
        yield given.value.expression
    for one in given.inside.values():
        yield from _values(one)


def names_in(e: Any) -> Iterator[nodes.Reference]:
    """Yield the names in a piece of text."""
    if isinstance(e, nodes.Reference):
        yield e
    if isinstance(e, (list, tuple)):
        for one in e:
            yield from names_in(one)
    for key in getattr(type(e), "__slots__", ()):
        yield from names_in(getattr(e, key))
