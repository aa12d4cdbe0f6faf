"""Records: parts that hold parameters, and values of whole records."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from drivetrain.errors import ModelicaError
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.given import (
    Given,
    GivenValue,
    Redeclared,
    merged,
)

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.translation.members.member_kinds import PartClass

__all__ = ["constructed", "is_record", "record_given"]


def constructed(lookup: Lookup, given: Given) -> Given:
    """Return a record with the value ``Data(J = 2)`` as one of this class, with these modifiers.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    given : Given
        What is said of a record.

    Raises
    ------
    ModelicaError
        If the values of the call have no names.
    """
    value = given.value
    if value is None:
        return given
    element, scope = _made(lookup, value) or (None, None)
    if element is None or scope is None:
        return given
    redeclared = Redeclared(element, scope, element.position, is_value=True)
    return replace(_without_overridden(given), value=None, redeclared=redeclared)


def _made(lookup: Lookup, value: GivenValue) -> tuple[nodes.Component, StoredClass] | None:
    """Return a component like a value that is made here, or is a constant of a package."""
    e = value.expression
    if isinstance(e, nodes.Call):
        if is_record(_class(lookup, e.function, value.scope)):
            return _called(e, value), value.scope
    elif isinstance(e, nodes.Reference):
        with suppress(ModelicaError):
            found = lookup.meaning(e, value.scope)
            if isinstance(found, FoundComponent) and found.component.variability == "constant":
                return _constant(lookup, found)
    return None


def _called(e: nodes.Call, value: GivenValue) -> nodes.Component:
    if e.arguments:
        raise value.scope.source.mistake(
            e.position, f"{e.function}(…): give the values of a record by name"
        )
    modifiers = tuple(
        nodes.Modification(
            nodes.Reference((nodes.NamePart(one.name),), position=one.position), None, one.value,
            position=one.position,
        )
        for one in e.named
    )  # fmt: skip
    return nodes.Component(e.function, "record", arguments=modifiers, position=e.position)


def _constant(lookup: Lookup, found: FoundComponent) -> tuple[nodes.Component, StoredClass] | None:
    one = found.component
    if not is_record(_class(lookup, one.type, found.owner)):
        return None
    if one.value is None:
        return one, found.owner
    return _made(lookup, GivenValue(one.value, found.owner, one.position))


def record_given(lookup: Lookup, given: Given, of: PartClass) -> Given:
    """Return what is said of the members of a record that has the value of another one.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    given : Given
        What is said of the record: its value names another one.
    of : PartClass
        Its class.

    Raises
    ------
    ModelicaError
        If the value is something else.
    """
    value = given.value
    assert value is not None
    if not isinstance(value.expression, nodes.Reference):
        raise value.scope.source.mistake(
            value.position, f"the value of a {of.title} is another record, or one that is made here"
        )
    e, inside = value.expression, {}
    given = _without_overridden(given)
    for name in of.members:
        member = nodes.Reference((*e.parts, nodes.NamePart(name)), e.is_global, position=e.position)
        read = GivenValue(member, value.scope, value.position, value.is_final, value.is_each)
        inside[name] = Given(value.scope, value.position, read)
    return merged(
        "record", replace(given, value=None), Given(given.scope, given.position, None, inside)
    )


def _without_overridden(given: Given) -> Given:
    """Return what is said of a record apart from what its value takes the place of.

    Raises
    ------
    ModelicaError
        If one modifier gives the record a value and its members others.
    """
    for name in sorted(given.beside & given.inside.keys()):
        one = given.inside[name]
        if one.value is not None or one.redeclared is not None:
            raise one.scope.source.mistake(
                one.position, f"'{name}' is given a value, and so is the record around it"
            )
    inside = {name: one for name, one in given.inside.items() if name not in given.overridden}
    return replace(given, inside=inside, overridden=frozenset())


def _class(lookup: Lookup, name: nodes.Reference, scope: StoredClass) -> FoundClass | None:
    with suppress(ModelicaError):  # a function of the language has no class
        found = lookup.meaning(name, scope)
        return found if isinstance(found, StoredClass) else None
    return None


def is_record(found: FoundClass | None) -> bool:
    """Return whether a class is a record of one's own."""
    return isinstance(found, StoredClass) and found.definition.kind.endswith("record")
