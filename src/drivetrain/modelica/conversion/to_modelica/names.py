"""Names of members in Modelica: of one's own, and of what is inside of parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from drivetrain.modelica.conversion.to_modelica.library_names import member_name, modelica_class
from drivetrain.modelica.lookup.found import PREDEFINED
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.tokens import KEYWORDS
from drivetrain.modeling.tracing.slots import OwnConnector, Sub
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["connector_paths", "identifier", "reference", "reference_to"]

_TAKEN: Final = KEYWORDS | PREDEFINED | {
    "Modelica", "abs", "assert", "break", "ceil", "change", "delay", "edge", "floor", "integer",
    "max", "min", "mod", "noEvent", "operator", "pre", "pure", "impure", "reinit", "sample",
    "sign", "smooth", "sqrt", "stream", "terminate", "time",
}  # fmt: skip
_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_STEP: Final = re.compile(r"([^.\[\]]+)((?:\[\d+\])*)")


def identifier(text: str) -> str:
    """Return a name as Modelica spells it: in quotes if it means something in the language."""
    return text if _PLAIN.fullmatch(text) and text not in _TAKEN else f"'{text}'"


def reference(text: str) -> nodes.Reference:
    """Return a full name of a class as a node."""
    return nodes.Reference(tuple(nodes.NamePart(part) for part in text.split(".")))


def reference_to(trace: Trace, path: str) -> nodes.Reference:
    """Return the Modelica name of what a path of Python leads to.

    Parameters
    ----------
    trace : Trace
        The class in which the path begins.
    path : str
        Such as ``disc[0].flange_a.phi``; Modelica counts from 1.

    Raises
    ------
    ModelicaError
        If a class of the library has no such member in Modelica.
    """
    return nodes.Reference(tuple(_steps(trace, path)))


def _steps(trace: Trace, path: str) -> Iterator[nodes.NamePart]:
    inside: Trace | None = trace
    of = None
    for name, indices in _STEP.findall(path):
        text = member_name(of, name) if of is not None else identifier(name)
        counted = tuple(nodes.Number(str(int(one) + 1)) for one in re.findall(r"\d+", indices))
        yield from _named(text, counted)
        member = inside.members.get(name) if inside is not None else None
        around = inside.outer.get(name) if inside is not None else None
        inside = member.trace if isinstance(member, Sub) else around
        of = modelica_class(inside.cls) if inside is not None else None


def _named(text: str, indices: tuple[nodes.Number, ...]) -> Iterator[nodes.NamePart]:
    *first, last = text.split(".")
    yield from map(nodes.NamePart, first)
    yield nodes.NamePart(last, indices)


def connector_paths(trace: Trace) -> dict[int, str]:
    """Return the path of each connector that a class can name, by its number."""
    around = {
        need.own.index: need.text for need in trace.needs if isinstance(need.own, OwnConnector)
    }
    return around | dict(_connectors(trace, 0, ""))


def _connectors(trace: Trace, first: int, prefix: str) -> Iterator[tuple[int, str]]:
    for own in trace.members.values():
        if isinstance(own, OwnConnector):
            yield first + own.index, f"{prefix}{own.name}"
    for sub in trace.subs:
        for k in range(1 if sub.count is None else sub.count):
            start = first + sub.connector_start + k * sub.trace.n_connectors
            index = sub.label(k).removeprefix(sub.name)
            yield from _connectors(sub.trace, start, f"{prefix}{sub.name}{index}.")
