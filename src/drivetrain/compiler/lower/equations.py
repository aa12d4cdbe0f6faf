"""Lower single equations, solved for their matched unknown or left as residuals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.lower.expressions import Environment, lower_expression
from drivetrain.compiler.lower.nodes import Lock, Nodes, Row, RowTables
from drivetrain.compiler.structure.causalization import Ordered

__all__ = ["EquationNodes"]

_NOTHING_HELD: Final[Mapping[int, Sequence[Lock]]] = {}


class EquationNodes:
    """Lowers continuous equations one by one, by their numbers."""

    def __init__(self, nodes: Nodes, ordered: Ordered) -> None:
        self._nodes, self._ordered = nodes, ordered
        self._tables = RowTables(nodes.reduced.groups)

    def step(self, equation: int, member: int) -> None:
        """Lower an equation as the step that computes the node of a member."""
        group, row = self._row(equation)
        place, sign = self._place(row, member)
        solution = group.template.solution(place)
        assert solution is not None
        nodes = self._nodes
        value = lower_expression(solution.expression, nodes.environment(row), nodes.program, {})
        nodes.members[member] = value if sign > 0 else nodes.program.neg(value)

    def steps(self, steps: Iterable[tuple[int, int]]) -> None:
        """Lower several equations and their members, in this order."""
        for equation, member in steps:
            self.step(equation, member)

    def residual(self, equation: int, held: Mapping[int, Sequence[Lock]] = _NOTHING_HELD) -> int:
        """Return the node of the residual of an equation.

        Parameters
        ----------
        equation : int
            Its number.
        held : mapping
            Accelerations that are zero while elements are locked. In equations that state this, the
            acceleration equals the trial push instead.
        """
        group, row = self._row(equation)
        env = self._nodes.environment(row)
        number = lower_expression(group.template.residual, env, self._nodes.program, {})
        for lock, pushed in self._pushed(row, env, held):
            other = lower_expression(group.template.residual, pushed, self._nodes.program, {})
            number = self._nodes.while_locked(lock, other, number)
        return number

    def _pushed(
        self, row: Row, env: Environment, held: Mapping[int, Sequence[Lock]]
    ) -> Iterator[tuple[Lock, Environment]]:
        """Yield the locks of accelerations in a row, and the environment with these pushed."""
        chain, order, _, sign, *_ = row
        program = self._nodes.program
        for k in range(len(chain)):
            member = self._nodes.first[chain[k]] + order[k] if chain[k] >= 0 else -1
            for lock in held.get(member, ()):
                push = self._nodes.discrete(lock.push)
                slots = list(env.slots)
                slots[k] = (program.sub if sign[k] > 0 else program.add)(slots[k], push)
                yield lock, replace(env, slots=slots)

    def _row(self, equation: int) -> tuple[Group, Row]:
        group = int(self._ordered.group_of[equation])
        row = self._tables.row(group, int(self._ordered.row_of[equation]))
        return self._nodes.reduced.groups[group], row

    def _place(self, row: Row, member: int) -> tuple[int, int]:
        """Find the slot of a row that is this member."""
        chain, order, _, sign, *_ = row
        for k in range(len(chain)):
            if chain[k] >= 0 and self._nodes.first[chain[k]] + order[k] == member:
                return k, sign[k]
        raise AssertionError("an equation was matched with an unknown that it does not contain")
