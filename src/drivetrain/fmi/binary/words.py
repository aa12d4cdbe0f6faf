"""Texts by which the messages of a unit name what failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import component_path, variable_name
from drivetrain.compiler.report import member_name
from drivetrain.compiler.translation import Translation
from drivetrain.fmi.binary.structs import Words
from drivetrain.kernel.status import Status
from drivetrain.simulation.diagnostics.relations import Relations

__all__ = ["Texts", "words_of"]

_UNKNOWNS_SHOWN = 6


class Texts:
    """Texts that are referred to by their number."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, *texts: str) -> int:
        """Add texts; return the number of the first of them."""
        first = len(self.texts)
        self.texts += texts
        return first


@dataclass(frozen=True)
class Named:
    """Where texts begin, names of values, and which assertions end a run as planned."""

    words: Words
    labels: NDArray[np.int64]
    ends: NDArray[np.uint8]


def words_of(t: Translation, texts: Texts, notes: Sequence[str]) -> Named:
    """Add the texts for what failures refer to.

    Parameters
    ----------
    t : Translation
        The model.
    texts : Texts
        Receives them.
    notes : sequence of str
        What was warned of when the unit was made.
    """
    relations = Relations(t, t.values.parameter)
    count = len(t.program.relations) + len(t.program.time_relations)
    loops = [_loop(t, k) for k in range(len(t.lowered.loops))]
    words = Words(
        status=texts.add(*(Status(k).sentence for k in range(len(Status)))),
        value=texts.add(*_value_names(t)),
        relation=texts.add(*(relations.text(k) for k in range(count))),
        assertion=texts.add(*_assertions(t)),
        block=texts.add(*loops),
        n_loops=len(loops),
        delay=texts.add(*(f"delay {k}" for k in range(len(t.program.delays)))),
        note=texts.add(*notes),
        n_notes=len(notes),
        lock=texts.add(*(_owner(t, hold.locked) for hold in t.holds)),
    )
    ends = np.array([assertion.ends for _, assertion, *_ in t.lowered.assertions], dtype=np.uint8)
    return Named(words, _labels(t, texts), ends)


def _labels(t: Translation, texts: Texts) -> NDArray[np.int64]:
    """Add the names of the values of discrete variables; return for each where they are."""
    discrete = t.aliased.discrete
    found = np.zeros((len(t.lowered.discrete), 3), dtype=np.int64)
    first: dict[tuple[str, ...], int] = {}
    for one in t.flat.instances:
        for own in one.trace.variables:
            labels = own.declaration.labels
            if not labels:
                continue
            low, high = min(labels), max(labels)
            names = tuple(labels.get(value, str(value)) for value in range(low, high + 1))
            for place in discrete[one.variable + own.slot].tolist():
                if place >= 0:
                    if names not in first:
                        first[names] = texts.add(*names)
                    found[place] = low, len(names), first[names]
    return found


def _value_names(t: Translation) -> Iterator[str]:
    """Yield a name for each value of a row: the shortest of those that it has."""
    names: dict[int, str] = {}
    for number in np.flatnonzero(t.column >= 2).tolist():
        column, name = int(t.column[number]), variable_name(t.flat.root, number)
        plain = t.aliased.sign[number] > 0
        if column not in names or (plain and len(name) < len(names[column])):
            names[column] = name
    for column in range(2, t.kernel.row_length):
        yield names.get(column, f"an energy integral ({column})")


def _assertions(t: Translation) -> Iterator[str]:
    for _, assertion, start, klass in t.lowered.assertions:
        path = component_path(t.flat.root, start, klass)
        yield f"{path or t.flat.root.title}: {assertion.message}"


def _loop(t: Translation, number: int) -> str:
    names = [member_name(t, member) for member in t.lowered.loops[number].tearing]
    more = ", …" if len(names) > _UNKNOWNS_SHOWN else ""
    return ", ".join(names[:_UNKNOWNS_SHOWN]) + more


def _owner(t: Translation, number: int) -> str:
    path, _, _ = variable_name(t.flat.root, number).rpartition(".")
    return path or t.flat.root.title
