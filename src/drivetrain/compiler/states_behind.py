"""States behind: from which states a value is computed, also by loops over rows."""

from __future__ import annotations

from drivetrain.compiler.dependencies import operands
from drivetrain.compiler.lower import Lowered

__all__ = ["StatesBehind"]


class StatesBehind:
    """Finds the states that chain members are computed from while no mode changes.

    Of a loop over rows only that row is looked at which gives what is needed.

    Parameters
    ----------
    lowered : Lowered
        The program.
    """

    def __init__(self, lowered: Lowered) -> None:
        self._program, self._members = lowered.program, lowered.members
        self._row_of: dict[int, dict[int, int]] = {}

    def of(self, member: int) -> list[int]:
        """Return the numbers of the states, ascending.

        Parameters
        ----------
        member : int
            Number of a chain member.
        """
        states: set[int] = set()
        nodes: set[int] = set()
        members, waiting = {member}, [member]
        while waiting:
            here = waiting.pop()
            if self._members.state_number[here] >= 0:
                states.add(int(self._members.state_number[here]))
                continue
            if self._members.batch[here] >= 0:
                needed = self._read_by_row(here, states)
            else:
                needed = self._read_by_node(self._members[here], states, nodes)
            waiting += needed - members
            members |= needed
        return sorted(states)

    def _read_by_row(self, member: int, states: set[int]) -> set[int]:
        """Return the members that the row of a member reads; add the states that it reads."""
        number = self._program.values[self._members.batch[member]]
        rows = self._program.rows[number]
        assert rows.target is not None
        if number not in self._row_of:
            self._row_of[number] = {m: row for row, m in enumerate(rows.target.tolist())}
        row = self._row_of[number][member]
        states.update(int(k[row]) for kind, k in rows.columns.values() if kind == "x")
        return {int(k[row]) for kind, k in rows.columns.values() if kind == "s"}

    def _read_by_node(self, root: int, states: set[int], nodes: set[int]) -> set[int]:
        """Return the members that rows give to a node; add states and all nodes looked at."""
        program, needed = self._program, set[int]()
        stack = [root]
        while stack:
            node = stack.pop()
            if node in nodes:
                continue
            nodes.add(node)
            op, value = program.ops[node], program.values[node]
            if op == "x":
                states.add(value)
            elif op == "load":
                needed.add(value)
            else:
                stack += operands(program, node, discrete_known=True)
        return needed
