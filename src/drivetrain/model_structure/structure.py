"""The structure of a model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, nearest, shown
from drivetrain.model_structure.faults import Fault, fault_of
from drivetrain.model_structure.function import Function
from drivetrain.model_structure.lines import Connection, SignalLine
from drivetrain.model_structure.part import Part
from drivetrain.model_structure.rigid_bodies import Bodies
from drivetrain.text_tables import aligned

__all__ = ["Structure"]


@dataclass(frozen=True, eq=False)
class Structure:
    """Parts, ports and connections of a model, and what is wrong with it.

    Attributes
    ----------
    model : Part
        The model as the outermost part.
    connections : tuple of Connection
        Connectors that are joined, in the order in which they are stated; each with the part whose
        class states it.
    signals : tuple of SignalLine
        Lines from outputs to inputs.
    functions : tuple of Function
        Equations of models about quantities of their parts.
    bodies : Bodies
        What turns together.
    faults : tuple of Fault
        What is wrong with the model, as far as it was examined.
    """

    model: Part
    connections: tuple[Connection, ...]
    signals: tuple[SignalLine, ...]
    functions: tuple[Function, ...]
    bodies: Bodies
    faults: tuple[Fault, ...] = ()
    _by_path: dict[str, Part] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_path", {part.path: part for part in self.model.walk()})

    @property
    def title(self) -> str:
        """Name of the model."""
        return self.model.title

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, containing ones before what is inside."""
        return tuple(part for part in self.model.walk() if part.path)

    @explained
    def part(self, path: str) -> Part:
        """Return a part by its path, with or without numbers of elements of arrays.

        Raises
        ------
        NameLookupError
            If there is none; the message suggests the nearest.
        """
        found = self._found(str(path)) if isinstance(path, str) else None
        if found is None:
            raise NameLookupError(
                f"{self.title} has no part {shown(path)}{nearest(str(path), self._by_path)}"
            )
        return found

    def _found(self, path: str) -> Part | None:
        if path in self._by_path:
            return self._by_path[path]
        return self._by_plain.get(_without_numbers(path))

    @cached_property
    def _by_plain(self) -> dict[str, Part]:
        return {_without_numbers(path): part for path, part in self._by_path.items()}

    def inside(self, path: str = "") -> tuple[Part, ...]:
        """Return the parts directly inside a part; of the model itself by default."""
        return self.part(path).parts

    def connections_inside(self, path: str = "") -> tuple[Connection, ...]:
        """Return the connections that the class of a part states."""
        return tuple(one for one in self.connections if one.inside == path)

    @explained
    def fault(self, error: Exception) -> Fault:
        """Return an exception that the model raised elsewhere as data.

        Parameters
        ----------
        error : Exception
            From `compile`, `simulate` or `check`.
        """
        parts = [part.path for part in self.parts]
        return fault_of(error, parts, list(self._port_paths()))

    def _port_paths(self) -> Iterator[str]:
        for part in self.model.walk():
            prefix = f"{part.path}." if part.path else ""
            yield from (f"{prefix}{port.name}" for port in part.ports)

    def __repr__(self) -> str:
        """Return the parts, and how they are connected."""
        rows = [
            (part.path, part.title, "" if part.count is None else f"× {part.count}")
            for part in self.parts
        ]
        lines = [
            f"{self.title}: {len(self.parts)} parts, {len(self.connections)} connections, "
            f"{len(self.signals)} signals, {len(self.bodies)} bodies",
            *aligned(("part", "class", ""), rows, ()).splitlines(),
            *(f"  fault: {fault.sentence}" for fault in self.faults),
        ]
        return "\n".join(line.rstrip() for line in lines)


def _without_numbers(path: str) -> str:
    kept = [step.partition("[")[0] for step in path.split(".")]
    return ".".join(kept)
