"""Which part, and which of its members, a number in a trace belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from drivetrain.model_structure.lines import End
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.tracing.trace import Sub, Trace

__all__ = ["Places", "connector_places", "variable_places"]


@dataclass(frozen=True)
class Places:
    """Finds the ends of connections by number, in the numbering of one class.

    Attributes
    ----------
    trace : Trace
        The class.
    start, size : str
        Attributes of a part and of a trace: the first number of the part, and how many it has.
    prefix : str
        How the paths of what is inside begin.
    """

    trace: Trace
    start: str
    size: str
    prefix: str
    _starts: dict[int, list[int]] = field(default_factory=dict, repr=False)

    def ends(self, numbers: Sequence[int]) -> list[End]:
        """Return the ends with these numbers; those in one array are one end."""
        if len(numbers) > 1:
            sub = self._sub(self.trace, numbers[0])
            if sub is not None and sub.count is not None:
                local = np.asarray(numbers) - getattr(sub, self.start)
                element, rest = np.divmod(local, getattr(sub.trace, self.size))
                if (rest == rest[0]).all() and element.min() >= 0 and element.max() < sub.count:
                    inner, _ = self._inside(sub.trace, int(rest[0]), "")
                    if not inner.part:
                        every = tuple(element.tolist())
                        part = f"{self.prefix}{sub.name}"
                        return [End(part, inner.port, every, _sizes(sub))]
        return [self.end(int(number)) for number in numbers]

    def end(self, number: int) -> End:
        """Return the end with this number."""
        found, sub = self._inside(self.trace, number, "")
        if sub is not None and sub.sizes is not None:  # an element of an array
            above, dot, label = found.part.rpartition(".")
            element = sub.number(label) or 0
            part = f"{self.prefix}{above}{dot}{sub.name}"
            return End(part, found.port, (element,), _sizes(sub))
        path = f"{self.prefix}{found.part}" if found.part else self.prefix.removesuffix(".")
        return End(path, found.port)

    def connector(self, number: int) -> type[Connector]:
        """Return the class of the connector with this number."""
        trace, sub = self.trace, self._sub(self.trace, number)
        while sub is not None:
            number = (number - sub.connector_start) % sub.trace.n_connectors
            trace, sub = sub.trace, self._sub(sub.trace, number)
        return next(type(own.declaration) for own in trace.connectors if own.index == number)

    def _inside(self, trace: Trace, number: int, path: str) -> tuple[End, Sub | None]:
        """Return the end with a number, and the part that has it."""
        sub, last = self._sub(trace, number), None
        while sub is not None:
            element, number = divmod(
                number - getattr(sub, self.start), getattr(sub.trace, self.size) or 1
            )
            step = sub.label(element)
            path = f"{path}.{step}" if path else step
            trace, last = sub.trace, sub
            sub = self._sub(trace, number)
        return End(path, _own_name(trace, number, self.start)), last

    def _sub(self, trace: Trace, number: int) -> Sub | None:
        starts = self._starts.get(id(trace))
        if starts is None:
            starts = self._starts[id(trace)] = [getattr(sub, self.start) for sub in trace.subs]
        k = bisect_right(starts, number) - 1  # the last one: those before have no numbers
        if k < 0:
            return None
        sub = trace.subs[k]
        many = (1 if sub.count is None else sub.count) * getattr(sub.trace, self.size)
        return sub if number - starts[k] < many else None


def _sizes(sub: Sub) -> tuple[int, ...]:
    """Return the sizes of an array of several dimensions; none for a row, whose elements count."""
    return sub.sizes if sub.sizes is not None and len(sub.sizes) > 1 else ()


def _own_name(trace: Trace, number: int, start: str) -> str:
    if start == "connector_start":
        return next(own.name for own in trace.connectors if own.index == number)
    return next(own.name for own in trace.variables if own.slot == number)


def connector_places(trace: Trace, prefix: str) -> Places:
    """Return what finds connectors."""
    return Places(trace, "connector_start", "n_connectors", prefix)


def variable_places(trace: Trace, prefix: str) -> Places:
    """Return what finds variables and signals."""
    return Places(trace, "variable_start", "n_variables", prefix)
