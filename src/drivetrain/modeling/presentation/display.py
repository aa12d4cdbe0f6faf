"""How components and models are shown: one line in a session, a table in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drivetrain.errors import shown
from drivetrain.markup import table
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import (
    REQUIRED,
    Declaration,
    Parameter,
    Signal,
    StartValue,
    TableParameter,
    Variable,
)

__all__ = ["call_text", "member_table", "parts_text"]

_MOST_PARTS = 8
_HEAD = ("member", "kind", "value", "unit", "description")


def call_text(title: str, modifiers: Mapping[str, Any], count: Any = None) -> str:
    """Return how a component was made, as in the source: ``Inertia(J=0.2, w=fixed(100))``.

    Parameters
    ----------
    title : str
        Name of its class.
    modifiers : mapping
        The values given.
    count : int or structural parameter, optional
        Number of components in an array.
    """
    given = _given(modifiers)
    if count is None:
        return f"{title}({given})"
    return f"{title}.array({', '.join(filter(None, (_value(count), given)))})"


def parts_text(parts: Mapping[str, str]) -> str:
    """Return the number of parts of a model and the names of the first ones.

    Parameters
    ----------
    parts : mapping
        Name → class of each part.
    """
    told = [f"{name} ({kind})" for name, kind in list(parts.items())[:_MOST_PARTS]]
    more = ["…"] if len(parts) > _MOST_PARTS else []
    number = f"{len(parts)} part" + "s" * (len(parts) != 1)
    return f"{number}: {', '.join([*told, *more])}" if parts else "no parts yet"


def member_table(title: str, members: Mapping[str, Any], modifiers: Mapping[str, Any]) -> str:
    """Return the members of a component as an HTML table.

    Parameters
    ----------
    title : str
        Line above the table.
    members : mapping
        Declarations and parts by name; for a part of which no more is known, the name of its class.
    modifiers : mapping
        The values given.
    """
    rows = [_row(name, member, modifiers.get(name)) for name, member in members.items()]
    return table(rows, _HEAD, title)


def _row(name: str, member: Any, given: Any) -> tuple[str, str, str, str, str]:
    if isinstance(member, str):
        return name, member, "", "", ""
    if isinstance(member, Declaration):
        unit = "" if member.unit == "1" else member.unit
        return name, _kind(member), _told(member, given), unit, member.doc
    if isinstance(member, Connector):
        return name, type(member).__name__, "", "", member.doc
    kind = type(member).__name__ + (f" × {_value(member._count)}" * (member._count is not None))
    return name, kind, _given(member._modifiers), "", str(member.__doc__).partition("\n")[0]


def _kind(member: Declaration) -> str:
    if isinstance(member, Signal):
        return "input" if member.is_input else "output"
    return {Parameter: "parameter", TableParameter: "table"}.get(type(member), "variable")


def _told(member: Any, given: Any) -> str:
    """Return the value of a declaration: as given, else its default or start value."""
    if given is not None:
        return _value(given)
    if isinstance(member, Variable):
        return "" if member.start is None else f"start {_value(member.start)}"
    return "required" if member.default is REQUIRED else _value(member.default)


def _given(modifiers: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={_value(value)}" for name, value in modifiers.items())


def _value(value: Any) -> str:
    if isinstance(value, StartValue):
        way = "free" if value.is_free else "fixed" if value.is_fixed else "guess"
        return f"{way}({_value(value.value)})"
    return str(value) if isinstance(value, Expr) else shown(value)
