"""The lowered model: its program, and the meaning of the output nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.graph import distinct
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.structure.causalization import Block
from drivetrain.modeling.tracing.trace import TracedAssertion

__all__ = ["Lowered", "Members"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lowered:
    """A program and the nodes that are its outputs.

    Attributes
    ----------
    states : int array
        Member number of each state.
    quadrature_rates : list of int
        Node of each energy integral's rate.
    members : Members
        Member number → node, states included.
    discrete : list of int
        Node of each discrete quantity.
    reinits : list of (state number, fire, value)
        Jumps of states.
    assertions : list of (node, message, component)
        Conditions.
        Conditions to be monitored.
    longest_step : int or None
        Node of the step limit due to oscillations in time, until the next event.
    angles : list of int
        Nodes of the angles of the other oscillations.
    arguments : list of (node, table, derivative)
        Where tables with curved pieces are read.
    peaks, one_way : list of int
        Nodes of the angles of operations that are steep in one place: peaks, and those with a
        limit on either side.
    at_rest : dict
        Speeds that locked elements stop and that are not states: member number → node, which is
        zero while one of these is locked. Computed from states, they would not be zero exactly.
    """

    program: Program
    states: Ints
    members: Members
    discrete: list[int]
    quadrature_rates: list[int] = field(default_factory=list)
    quadratures: list[tuple[str, int, int]] = field(default_factory=list)
    reinits: list[tuple[int, int, int]] = field(default_factory=list)
    impacts: list[tuple[tuple[int, int], int, int]] = field(default_factory=list)
    pushed: set[int] = field(default_factory=set)
    struck: list[tuple[int, int]] = field(default_factory=list)
    assertions: list[tuple[int, TracedAssertion, int, Any]] = field(default_factory=list)
    longest_step: int | None = None
    angles: list[int] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    one_way: list[int] = field(default_factory=list)
    arguments: list[tuple[int, int, int]] = field(default_factory=list)
    at_rest: dict[int, int] = field(default_factory=dict)
    loops: list[Block] = field(default_factory=list)
    loop_kinds: list[str] = field(default_factory=list)
    first: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int64))

    def member_number(self, chain: int, order: int) -> int:
        """Return the number of a chain member."""
        return int(self.first[chain]) + order

    def rate_of(self, state: int) -> int:
        """Return the node of the derivative of a state."""
        return self.members[int(self.states[state]) + 1]

    @property
    def watched(self) -> list[int]:
        """Nodes that the kernel watches within steps, in its order."""
        arguments = [node for node, *_ in self.arguments]
        return [*self.angles, *self.peaks, *self.one_way, *arguments]

    @cached_property
    def rates(self) -> list[int]:
        """Nodes of the derivatives of the states, except those that are states themselves."""
        members = self.members
        wanted = self.states + 1
        wanted = wanted[members.state_number[wanted] < 0]
        batch = members.batch[wanted]
        stored = distinct(batch[batch >= 0], len(self.program.ops)).tolist()
        return [*stored, *(members[member] for member in wanted[batch < 0].tolist())]

    @cached_property
    def state_orders(self) -> list[int]:
        """Derivative order of each state within its chain."""
        chain = np.searchsorted(self.first, self.states, side="right") - 1
        orders: list[int] = (self.states - self.first[chain]).tolist()
        return orders


class Members(dict[int, int]):
    """Nodes of chain members: explicit ones by number, states and stored ones on demand."""

    def __init__(self, program: Program, states: Ints, n_members: int) -> None:
        super().__init__()
        self._program = program
        self.state_number = np.full(n_members, -1, dtype=np.int64)
        self.state_number[states] = np.arange(len(states))
        self.batch = np.full(n_members, -1, dtype=np.int64)
        # Views of the same memory that return plain numbers element by element.
        self._state_number, self._batch = self.state_number.data, self.batch.data

    def find(self, member: int) -> int:
        """Return the node of a member, -1 if it has none yet."""
        number = self.get(member, -1)
        if number >= 0:
            return number
        if (state := self._state_number[member]) >= 0:
            return self._program.node("x", (), state)
        if (batch := self._batch[member]) >= 0:
            return self._program.node("load", (batch,), member)
        return -1

    def __missing__(self, member: int) -> int:
        number = self.find(member)
        if number < 0:
            raise KeyError(member)
        return number
