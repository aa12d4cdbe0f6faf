"""Read how a model wants to be run from its annotation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.values import modifications, number_of

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
        value = number_of(one.value)
        if value is None:
            raise stored.source.mistake(one.position, f"'{one.name}' is no number")
        found[key] = value
    return found


def _given(stored: StoredClass) -> Iterator[nodes.Modification]:
    for one in modifications(stored.definition.annotation, "experiment"):
        yield from modifications(one.arguments)
