"""Records whose members change during a run."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from drivetrain.errors import ModelicaError
from drivetrain.modelica.lookup.found import FoundComponent
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.given import Given, GivenValue, declared_given

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

__all__ = ["VaryingRecord", "holds_variables", "is_varying_member", "varying"]

_KNOWN: WeakKeyDictionary[StoredClass, VaryingRecord] = WeakKeyDictionary()
_OF_RUN: Final = frozenset(
    ("der", "pre", "edge", "change", "sample", "delay", "initial", "terminal")
)


@dataclass(eq=False)
class VaryingRecord(StoredClass):
    """A record as the type of a variable: its members are variables, not parameters."""


def varying(record: StoredClass) -> VaryingRecord:
    """Return a record whose members are variables, always the same object."""
    if isinstance(record, VaryingRecord):
        return record
    if record not in _KNOWN:
        _KNOWN[record] = VaryingRecord(
            record.definition, record.source, record.parent, record.folder, record.within
        )
    return _KNOWN[record]


def holds_variables(
    lookup: Lookup, component: nodes.Component, given: Given, record: StoredClass
) -> bool:
    """Return whether a component that is a record varies during a run.

    One without a prefix whose members all have values that are known before is one of parameters.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    component : Component
        Its declaration.
    given : Given
        What is said of it.
    record : StoredClass
        Its class.
    """
    if component.variability in ("parameter", "constant"):
        return False
    if given.value is not None:
        return _varies(lookup, given.value)
    return any(
        one is None or _varies(lookup, one) for one in _values_of_members(lookup, given, record)
    )


def is_varying_member(lookup: Lookup, stored: StoredClass, name: str) -> bool:
    """Return whether a member of a class is a record of variables."""
    found = lookup.member(stored, name)
    if not isinstance(found, FoundComponent):
        return False
    kind = lookup.class_of(found.component.type, found.owner)
    if not isinstance(kind, StoredClass) or not kind.definition.kind.endswith("record"):
        return False
    return holds_variables(
        lookup, found.component, declared_given(found.component, found.owner), kind
    )


def _values_of_members(
    lookup: Lookup, given: Given, record: StoredClass
) -> list[GivenValue | None]:
    """Return the values of the members of a record; None for those that have none."""
    found: list[GivenValue | None] = []
    for base in lookup.bases(record):
        if isinstance(base, StoredClass):
            found += _values_of_members(lookup, given, base)
    body = record.definition.body
    for one in body.elements if isinstance(body, nodes.LongBody) else ():
        if not isinstance(one, nodes.Component) or one.variability:
            continue
        outer = given.inside.get(one.name)
        inner = lookup.class_of(one.type, record)
        if outer is not None and outer.value is not None:
            found.append(outer.value)
        elif one.value is not None:
            found.append(GivenValue(one.value, record, one.position))
        elif isinstance(inner, StoredClass) and inner.definition.kind.endswith("record"):
            below = outer or Given(record, one.position)
            found += _values_of_members(lookup, below, inner)
        else:
            found.append(None)
    return found


def _varies(lookup: Lookup, value: GivenValue) -> bool:
    return any(_is_of_run(lookup, one, value.scope) for one in _below(value.expression))


def _is_of_run(lookup: Lookup, e: nodes.Reference | nodes.Call, scope: StoredClass) -> bool:
    if isinstance(e, nodes.Call):
        return str(e.function) in _OF_RUN
    if str(e) == "time":
        return True
    with suppress(ModelicaError):
        found = lookup.meaning(e, scope)
        if isinstance(found, FoundComponent):
            is_constant = found.component.variability in ("parameter", "constant")
            return not (is_constant or found.owner.definition.kind.endswith("record"))
    return False


def _below(e: object) -> list[nodes.Reference | nodes.Call]:
    """Return the names and calls in a piece of text."""
    found: list[nodes.Reference | nodes.Call] = []
    if isinstance(e, (nodes.Reference, nodes.Call)):
        found.append(e)
    if isinstance(e, (list, tuple)):
        return [inner for one in e for inner in _below(one)]
    skipped = "function" if isinstance(e, nodes.Call) else ""
    for key in getattr(type(e), "__slots__", ()):
        if key != skipped:
            found += _below(getattr(e, key))
    return found
