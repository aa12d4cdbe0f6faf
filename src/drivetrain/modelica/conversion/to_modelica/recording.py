"""Record what the methods of a class state, before it is taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from drivetrain.modeling import Component
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.members.part_members import in_order_of_reading
from drivetrain.modeling.tracing.calling import run_method
from drivetrain.modeling.tracing.trace import Trace, TraceBuilder

__all__ = ["Recorded", "recorded"]


@dataclass
class Recorded:
    """What a class declares and states.

    Parameters
    ----------
    trace : Trace
        Its slots and parts.
    statements, initial : list of (statement, SourceLine)
        What `equations` and `initial_equations` yield.
    """

    trace: Trace
    statements: list[tuple[Any, SourceLine]] = field(default_factory=list)
    initial: list[tuple[Any, SourceLine]] = field(default_factory=list)


class _Recorder(TraceBuilder):
    """A builder that keeps statements as they were written."""

    def __init__(self, cls: type[Component], structural: Mapping[str, Any]) -> None:
        super().__init__(cls, cls.__name__, structural)
        self.said: list[tuple[Any, SourceLine]] = []
        self.said_initially: list[tuple[Any, SourceLine]] = []

    def state(self, statement: Any, where: SourceLine) -> None:
        """Add one statement of `equations`, and keep it."""
        if not isinstance(statement, Iterable):
            self.said.append((statement, where))
        super().state(statement, where)

    def state_initial(self, statement: Any, where: SourceLine) -> None:
        """Add one statement of `initial_equations`, and keep it."""
        if not isinstance(statement, Iterable):
            self.said_initially.append((statement, where))
        super().state_initial(statement, where)


def recorded(cls: type[Component], structural: Mapping[str, Any]) -> Recorded:
    """Return what a class states for some values of its structural parameters.

    Raises
    ------
    ModelError
        If the class is written in an invalid way.
    """
    builder = _Recorder(cls, structural)
    for name, member in in_order_of_reading(cls.declarations()):
        builder.declare(name, member, SourceLine("", 0))
    builder.settle_values()
    traced = object.__new__(cls)
    traced.__dict__.update(builder.references)
    run_method(traced, "equations", builder.state, builder.stated)
    run_method(traced, "initial_equations", builder.state_initial, builder.stated)
    return Recorded(builder.result(), builder.said, builder.said_initially)
