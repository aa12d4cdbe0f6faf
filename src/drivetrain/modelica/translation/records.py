"""Records: parts that hold parameters, and values of whole records."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from drivetrain.errors import ModelicaError
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.given import (
    Given,
    GivenValue,
    Redeclared,
    declared_given,
    merged,
)

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.translation.member_kinds import PartClass

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
    if value is None or not isinstance(value.expression, nodes.Call):
        return given
    call = value.expression
    if not is_record(_class(lookup, call.function, value.scope)):
        return given
    if call.arguments:
        raise value.scope.source.mistake(
            call.position, f"{call.function}(…): give the values of a record by name"
        )
    modifiers = tuple(
        nodes.Modification(
            nodes.Reference((nodes.NamePart(one.name),), position=one.position), None, one.value,
            position=one.position,
        )
        for one in call.named
    )  # fmt: skip
    element = nodes.Component(call.function, "record", arguments=modifiers, position=call.position)
    redeclared = Redeclared(element, value.scope, value.position)
    return replace(given, value=None, redeclared=redeclared)


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
    found = lookup.meaning(e, value.scope)
    if isinstance(found, FoundComponent) and found.component.variability == "constant":
        return _of_constant(lookup, found, given, of)
    for name in of.members:
        member = nodes.Reference((*e.parts, nodes.NamePart(name)), e.is_global, position=e.position)
        read = GivenValue(member, value.scope, value.position, value.is_final, value.is_each)
        inside[name] = Given(value.scope, value.position, read)
    return merged(
        "record", replace(given, value=None), Given(given.scope, given.position, None, inside)
    )


def _of_constant(lookup: Lookup, found: FoundComponent, given: Given, of: PartClass) -> Given:
    """Return the values of a record that is a constant of a package."""
    stored = constructed(lookup, declared_given(found.component, found.owner))
    if stored.redeclared is not None:
        assert isinstance(stored.redeclared.element, nodes.Component)
        stored = declared_given(stored.redeclared.element, stored.redeclared.scope)
    elif stored.value is not None:
        stored = record_given(lookup, stored, of)
    return merged("record", replace(given, value=None), stored)


def _class(lookup: Lookup, name: nodes.Reference, scope: StoredClass) -> FoundClass | None:
    with suppress(ModelicaError):  # a function of the language has no class
        found = lookup.meaning(name, scope)
        return found if isinstance(found, StoredClass) else None
    return None


def is_record(found: FoundClass | None) -> bool:
    """Return whether a class is a record of one's own."""
    return isinstance(found, StoredClass) and found.definition.kind.endswith("record")
