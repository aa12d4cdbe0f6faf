"""Find the states from which a value is computed, also by loops over rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import operands, topological
from drivetrain.compiler.program.program import Rows

__all__ = ["Behind", "StatesBehind"]

_LINEAR = frozenset(
    ("add", "sub", "mul", "div", "neg", "const", "p", "solve", "get", "put", "block", "entry")
)


class Behind(NamedTuple):
    """The quantities from which a chain member is computed.

    Attributes
    ----------
    states : int array
        Numbers of the states, ascending.
    steady : bool
        Whether it depends only on speeds that are states and on parameters, by sums, products and
        linear loops.
    """

    states: NDArray[np.int64]
    steady: bool


class _Own(NamedTuple):
    """The same for a member's own equation, other members aside; states are bits of an integer."""

    states: int
    steady: bool
    members: set[int]


class StatesBehind:
    """Finds the states from which chain members are computed while no mode changes.

    In a loop over rows only the row that computes a member is examined. Results are kept: along a
    shaft each member is computed from the one before.

    Parameters
    ----------
    lowered : Lowered
        The program.
    """

    def __init__(self, lowered: Lowered) -> None:
        self._program, self._members = lowered.program, lowered.members
        self._orders = lowered.state_orders
        self._row_of: dict[int, dict[int, int]] = {}
        self._linear: dict[int, bool] = {}
        self._known: dict[int, tuple[int, bool]] = {}

    def of(self, member: int) -> Behind:
        """Return the numbers of the states, and whether they alone move the member.

        Parameters
        ----------
        member : int
            Number of a chain member.
        """
        own: dict[int, _Own] = {}
        waiting = [member]
        while waiting:
            here = waiting[-1]
            if here not in own:
                own[here] = self._own(here)
            missing = [m for m in own[here].members if m not in self._known]
            waiting += missing
            if not missing:
                self._known[waiting.pop()] = self._together(own[here])
        bits, steady = self._known[member]
        return Behind(_places(bits), steady)

    def _together(self, own: _Own) -> tuple[int, bool]:
        states, steady = own.states, own.steady
        for member in own.members:
            others, others_steady = self._known[member]
            states |= others
            steady = steady and others_steady
        return states, steady

    def _own(self, member: int) -> _Own:
        state = int(self._members.state_number[member])
        if state >= 0:
            return _Own(1 << state, self._is_speed(state), set())
        batch = int(self._members.batch[member])
        return self._of_row(batch, member) if batch >= 0 else self._of_node(self._members[member])

    def _is_speed(self, state: int) -> bool:
        return self._orders[state] >= 1

    def _of_row(self, batch: int, member: int) -> _Own:
        number = self._program.values[batch]
        rows = self._program.rows[number]
        assert rows.target is not None
        if number not in self._row_of:
            self._row_of[number] = {m: row for row, m in enumerate(rows.target.tolist())}
            self._linear[number] = _is_linear(rows)
        row = self._row_of[number][member]
        read = [int(k[row]) for kind, k in rows.columns.values() if kind == "x"]
        steady = self._linear[number] and all(self._is_speed(state) for state in read)
        members = {int(k[row]) for kind, k in rows.columns.values() if kind == "s"}
        return _Own(_bits(read), steady, members)

    def _of_node(self, root: int) -> _Own:
        program, members, read = self._program, set[int](), set[int]()
        steady, nodes, stack = True, set[int](), [root]
        while stack:
            node = stack.pop()
            if node in nodes:
                continue
            nodes.add(node)
            op, value = program.ops[node], program.values[node]
            if op == "x":
                read.add(value)
            elif op == "load":
                members.add(value)
            else:
                steady = steady and op in _LINEAR
                stack += operands(program, node, discrete_known=True)
        return _Own(_bits(read), steady and all(map(self._is_speed, read)), members)


def _is_linear(rows: Rows) -> bool:
    """Return whether rows only add up and scale what they read."""
    needed = topological(rows.body, [rows.result], discrete_known=True)
    return all(rows.body.ops[node] in _LINEAR or rows.body.ops[node] == "in" for node in needed)


def _bits(places: list[int] | set[int]) -> int:
    return sum(1 << place for place in set(places))


def _places(bits: int) -> NDArray[np.int64]:
    """Return the positions of the bits that are set."""
    data = np.frombuffer(bits.to_bytes(bits.bit_length() // 8 + 1, "little"), dtype=np.uint8)
    return np.flatnonzero(np.unpackbits(data, bitorder="little"))
