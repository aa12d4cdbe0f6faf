"""All outcomes of a study together, under the names that the user gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from drivetrain.errors import UsageError
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.outcomes.outcome import Bound, Outcome

__all__ = ["BoundOutcomes", "Slot", "bind"]


@dataclass(frozen=True)
class Slot:
    """Columns of one outcome among those of all.

    Attributes
    ----------
    name : str
        Name of the outcome.
    begin, end : int
        Its columns.
    bound : Bound
        The outcome of a model.
    """

    name: str
    begin: int
    end: int
    bound: Bound

    @property
    def columns(self) -> list[str]:
        """Name of each column."""
        return [f"{self.name}.{label}" if label else self.name for label in self.bound.labels]


class BoundOutcomes:
    """The outcomes of a study, bound to one compiled model."""

    def __init__(self, slots: list[Slot]) -> None:
        self.slots = slots

    def __iter__(self) -> Iterator[Slot]:
        """Iterate over the outcomes."""
        return iter(self.slots)

    @property
    def columns(self) -> list[str]:
        """Names of all columns."""
        return [column for slot in self.slots for column in slot.columns]

    @property
    def units(self) -> dict[str, str]:
        """Unit of each column."""
        return {
            column: unit
            for slot in self.slots
            for column, unit in zip(slot.columns, slot.bound.units, strict=True)
        }

    @property
    def reads(self) -> list[str] | None:
        """Variables that are read; None if complete rows are needed."""
        found: dict[str, None] = {}
        for slot in self.slots:
            if slot.bound.keep:
                continue
            if slot.bound.reads is None:
                return None
            found.update(dict.fromkeys(slot.bound.reads))
        return list(found)


def bind(outcomes: Mapping[str, Outcome], compiled: CompiledModel) -> BoundOutcomes:
    """Return the outcomes of a compiled model.

    Raises
    ------
    NameLookupError
        If a variable does not exist; the message names the outcome.
    UsageError
        If two columns have the same name.
    """
    slots: list[Slot] = []
    begin = 0
    for name, outcome in outcomes.items():
        try:
            bound = outcome.bound(compiled.layout, compiled.translation)
        except Exception as error:
            error.add_note(f"asked for by record={{{name!r}: {outcome!r}}}")
            raise
        end = begin + len(bound.labels)
        slots.append(Slot(name, begin, end, bound))
        begin = end
    made = BoundOutcomes(slots)
    columns = made.columns
    for column in columns:
        if columns.count(column) > 1:
            raise UsageError(f"record: two outcomes would be called {column!r}; rename one")
    return made
