"""Records: parts that hold parameters, and values of whole records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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

__all__ = ["constant_record", "constructed", "constructor_values", "is_record", "record_given"]


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
        If the values of the call do not fit.
    """
    value = given.value
    if value is None:
        return given
    element, scope = _made(lookup, value) or (None, None)
    if element is None or scope is None:
        return given
    redeclared = Redeclared(element, scope, element.position, is_value=True, each=value.each)
    return replace(_without_overridden(given), value=None, redeclared=redeclared)


def _made(lookup: Lookup, value: GivenValue) -> tuple[nodes.Component, StoredClass] | None:
    """Return a component like a value that is made here, or is a constant of a package."""
    e = value.expression
    if isinstance(e, nodes.Call):
        record = _class(lookup, e.function, value.scope)
        if isinstance(record, StoredClass) and is_record(record):
            given = constructor_values(lookup, e, record, value.scope)
            return _component(e, given), value.scope
    elif isinstance(e, nodes.ArrayConstructor):
        several = _several(lookup, e, value.scope)
        return None if several is None else (several, value.scope)
    elif isinstance(e, nodes.Reference):
        with suppress(ModelicaError):
            found = lookup.meaning(e, value.scope)
            if isinstance(found, FoundComponent) and found.component.variability == "constant":
                last = len(e.parts) - 1
                is_whole = lookup.place_of_component(e, value.scope) == last
                is_whole = is_whole and not e.parts[-1].subscripts
                return constant_record(lookup, found) if is_whole else None
    return None


def _several(
    lookup: Lookup, e: nodes.ArrayConstructor, scope: StoredClass
) -> nodes.Component | None:
    """Return a component like ``{Data(1, 2), Data(3, 4)}``: its members are arrays.

    Raises
    ------
    ModelicaError
        If the records have different classes, or values for different members.
    """
    calls = [one for one in e.elements if isinstance(one, nodes.Call)]
    found = [_class(lookup, one.function, scope) for one in calls]
    records = [one for one in found if isinstance(one, StoredClass) and is_record(one)]
    if not records or not len(calls) == len(records) == len(e.elements):
        return None
    every = [
        constructor_values(lookup, one, record, scope)
        for one, record in zip(calls, records, strict=True)
    ]
    for one, record in zip(calls, records, strict=True):
        if record is not records[0]:
            raise scope.source.mistake(
                one.position,
                f"{one.function}(…): the records of an array have the same class here",
            )
    names = [name for name in _names(lookup, records[0]) if any(name in one for one in every)]
    arrays = {}
    for name in dict.fromkeys(names):
        values = tuple(
            given[name] if name in given else _default(lookup, records[0], name, one, scope)
            for one, given in zip(calls, every, strict=True)
        )
        arrays[name] = nodes.ArrayConstructor(values, position=values[0].position)
    return _component(calls[0], arrays)


def _default(
    lookup: Lookup, record: StoredClass, name: str, e: nodes.Call, scope: StoredClass
) -> nodes.Expression:
    """Return the value that a record gives to a member itself, if it is a number or a text."""
    found = lookup.member(record, name)
    value = found.component.value if isinstance(found, FoundComponent) else None
    inner = value.operand if isinstance(value, nodes.Unary) else value
    if value is None or not isinstance(inner, (nodes.Number, nodes.Boolean, nodes.String)):
        raise scope.source.mistake(
            e.position,
            f"{e.function}(…): give '{name}' a value here as well: the records of an array have "
            "values for the same members",
        )
    return value


def constructor_values(
    lookup: Lookup, e: nodes.Call, record: StoredClass, scope: StoredClass
) -> dict[str, nodes.Expression]:
    """Return what a constructor gives to the members of a record, by their places and names.

    Raises
    ------
    ModelicaError
        If there are too many values, or two for one member.
    """
    names = list(dict.fromkeys(_names(lookup, record)))
    if len(e.arguments) > len(names):
        raise scope.source.mistake(
            e.position, f"{e.function} has {len(names)} members: {', '.join(names)}"
        )
    given: dict[str, nodes.Expression] = dict(zip(names, e.arguments, strict=False))
    for one in e.named:
        if one.name in given:
            raise scope.source.mistake(one.position, f"'{one.name}' is given twice")
        given[one.name] = one.value
    return given


def _names(lookup: Lookup, record: StoredClass) -> Iterator[str]:
    """Yield the names of the members of a record in their order, inherited ones first."""
    for base in lookup.bases(record):
        if isinstance(base, StoredClass):
            yield from _names(lookup, base)
    body = record.definition.body
    for one in body.elements if isinstance(body, nodes.LongBody) else ():
        if isinstance(one, nodes.Component) and not _is_settled(one):
            yield one.name


def _is_settled(one: nodes.Component) -> bool:
    """Return whether a member of a record is none that its constructor takes."""
    is_final = one.prefixes.is_final and one.value is not None
    return one.variability == "constant" or is_final


def _component(e: nodes.Call, given: Mapping[str, nodes.Expression]) -> nodes.Component:
    modifiers = tuple(
        nodes.Modification(
            nodes.Reference((nodes.NamePart(name),), position=value.position), None, value,
            position=value.position,
        )
        for name, value in given.items()
    )  # fmt: skip
    return nodes.Component(e.function, "record", arguments=modifiers, position=e.position)


def constant_record(
    lookup: Lookup, found: FoundComponent
) -> tuple[nodes.Component, StoredClass] | None:
    """Return a component like a constant record, and where it was written; None for others."""
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
    if isinstance(value.expression, nodes.Call):
        return _made_here(lookup, given, value.expression, of)
    if not isinstance(value.expression, nodes.Reference):
        raise value.scope.source.mistake(
            value.position, f"the value of a {of.title} is another record, or one that is made here"
        )
    e, inside = value.expression, {}
    given = _without_overridden(given)
    for name in of.members:
        member = nodes.Reference((*e.parts, nodes.NamePart(name)), e.is_global, position=e.position)
        each = (*value.each, False)
        read = GivenValue(member, value.scope, value.position, value.is_final, each)
        inside[name] = Given(value.scope, value.position, read)
    return merged(
        "record", replace(given, value=None), Given(given.scope, given.position, None, inside)
    )


def _made_here(lookup: Lookup, given: Given, e: nodes.Call, of: PartClass) -> Given:
    """Return what ``Data(1, r = 2)`` says of the members of a record."""
    value = given.value
    assert value is not None
    record = _class(lookup, e.function, value.scope)
    if not isinstance(record, StoredClass) or record.full_name != of.title:
        raise value.scope.source.mistake(value.position, f"a {of.title} is needed here")
    values = constructor_values(lookup, e, record, value.scope)
    each = (*value.each, False)
    inside = {
        name: Given(
            value.scope,
            one.position,
            GivenValue(one, value.scope, one.position, value.is_final, each),
        )
        for name, one in values.items()
    }
    for name in of.members:  # what the call leaves out has the value that the record declares
        if name not in inside and name in of.changed:
            default = _default(lookup, record, name, e, value.scope)
            read = GivenValue(default, value.scope, e.position, value.is_final, each)
            inside[name] = Given(value.scope, e.position, read)
    own = replace(_without_overridden(given), value=None)
    return merged("record", own, Given(given.scope, given.position, None, inside))


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
