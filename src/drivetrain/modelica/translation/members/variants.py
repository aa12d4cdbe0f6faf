"""Variants of a class, in which some of its parts are of another class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from drivetrain.modelica.lookup.special_class import Changes, SpecialClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.given import Given, Redeclared, merged
from drivetrain.modelica.translation.members.records import constructed
from drivetrain.modelica.translation.members.redeclared import check_class
from drivetrain.modelica.translation.members.varying_records import is_varying_member

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

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

    def split(self, base: StoredClass, given: Given) -> tuple[StoredClass, Given]:
        """Return the class of a part, and what is left to be given to the part.

        Parameters
        ----------
        base : StoredClass
            The class that the part is declared with.
        given : Given
            What the part is given; redeclarations in it make a variant.
        """
        made = {
            k: one if is_varying_member(self._lookup, base, k) else constructed(self._lookup, one)
            for k, one in given.inside.items()
        }
        base, given = self._special(base, replace(given, inside=made))
        redeclared = {k: one.redeclared for k, one in given.inside.items() if one.redeclared}
        if not redeclared:
            return base, given
        key = base, tuple((name, id(one.element), one.scope) for name, one in redeclared.items())
        if key not in self._known:
            self._known[key] = _variant(base, given, redeclared)
            self._lookup.derive(self._known[key], base)
        inside = {k: one for k, one in given.inside.items() if not one.redeclared}
        for name, one in redeclared.items():
            left, outer = _left(one), replace(given.inside[name], redeclared=None)
            if left or outer:
                inside[name] = merged(name, outer, left) if left else outer
        return self._known[key], replace(given, inside=inside)

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


def _variant(base: StoredClass, given: Given, redeclared: dict[str, Redeclared]) -> Variant:
    inside = {
        name: Given(one.scope, one.position, redeclared=_without_values(one))
        for name, one in redeclared.items()
    }
    first = next(iter(redeclared.values()))
    title = f"{base.name}With{''.join(_capitals(one) for one in redeclared.values())}"
    told = ", ".join(f"{_new_class(one)} as {name}" for name, one in redeclared.items())
    definition = nodes.ClassDefinition(
        "model", title, nodes.LongBody(), description=f"{base.name} with {told}",
        position=first.position,
    )  # fmt: skip
    return Variant(
        definition, first.scope.source, first.scope, base=base, given=replace(given, inside=inside)
    )


def _without_values(one: Redeclared) -> Redeclared:
    """Return a redeclaration; values that read something are given to the part, not the class."""
    if isinstance(one.element, nodes.ClassDefinition) or not _left(one):
        return one
    return replace(one, element=replace(one.element, arguments=None, value=None))


def _left(one: Redeclared) -> Given | None:
    """Return the values of a redeclared part if they read something around it."""
    if isinstance(one.element, nodes.ClassDefinition):
        return None
    given = one.given()
    is_given = one.is_value or any(_references(value) for value in _values(given))
    return given if is_given and given else None


def _values(given: Given) -> Iterator[nodes.Expression]:
    if given.value is not None:
        yield given.value.expression
    for one in given.inside.values():
        yield from _values(one)


def _references(e: Any) -> bool:
    if isinstance(e, nodes.Reference):
        return True
    if isinstance(e, tuple):
        return any(map(_references, e))
    return any(_references(getattr(e, key)) for key in getattr(type(e), "__slots__", ()))


def _capitals(one: Redeclared) -> str:
    text = _new_class(one)
    return text[:1].upper() + text[1:]


def _new_class(one: Redeclared) -> str:
    element = one.element
    if isinstance(element, nodes.Component):
        return element.type.parts[-1].name
    body = element.body
    return body.base.parts[-1].name if isinstance(body, nodes.ShortBody) else element.name
