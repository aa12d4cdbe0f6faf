"""Read how a model wants to be run from its annotation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from drivetrain.modelica.syntax import nodes

if TYPE_CHECKING:
    from drivetrain.modelica.packages.stored_class import StoredClass

__all__ = ["experiment_of"]

_KEYS: Final[Mapping[str, str]] = {
    "StartTime": "start_time",
    "StopTime": "stop_time",
    "Interval": "interval",
    "Tolerance": "tolerance",
}


def experiment_of(stored: StoredClass) -> dict[str, float]:
    """Return the arguments of an :class:`Experiment`; empty if the class says nothing.

    Raises
    ------
    ModelicaError
        If a value is no number.
    """
    found = {}
    for one in _given(stored):
        key = _KEYS.get(str(one.name))
        if key is None:
            continue  # of a tool, or unknown to all
        value = _number(one.value)
        if value is None:
            raise stored.source.mistake(one.position, f"'{one.name}' is no number")
        found[key] = value
    return found


def _given(stored: StoredClass) -> Iterator[nodes.Modification]:
    for one in _modifications(stored.definition.annotation):
        if str(one.name) == "experiment":
            yield from _modifications(one.arguments)


def _modifications(given: tuple[nodes.Argument, ...] | None) -> Iterator[nodes.Modification]:
    yield from (one for one in given or () if isinstance(one, nodes.Modification))


def _number(e: nodes.Expression | None) -> float | None:
    if isinstance(e, nodes.Unary) and e.operator == "-":
        value = _number(e.operand)
        return None if value is None else -value
    return float(e.value) if isinstance(e, nodes.Number) else None
