"""Equations: each solved for the quantity that it was matched with, or left as a residual."""

from __future__ import annotations

from collections.abc import Iterable

from drivetrain.compiler.lower.expressions import Environment, lower_expression
from drivetrain.compiler.lower.nodes import Nodes, RowTables
from drivetrain.compiler.order import Ordered
from drivetrain.compiler.system import Group

__all__ = ["EquationNodes"]


class EquationNodes:
    """Writes continuous equations one by one, by their numbers."""

    def __init__(self, nodes: Nodes, ordered: Ordered) -> None:
        self._nodes, self._ordered = nodes, ordered
        self._tables = RowTables(nodes.reduced.groups)

    def step(self, equation: int, member: int) -> None:
        """Write an equation as the step that gives a member its node."""
        group, env = self._environment(equation)
        place, sign = self._place(equation, member)
        solution = group.template.solution(place)
        assert solution is not None
        program = self._nodes.program
        value = lower_expression(solution.expression, env, program, {})
        self._nodes.members[member] = value if sign > 0 else program.neg(value)

    def steps(self, steps: Iterable[tuple[int, int]]) -> None:
        """Write several equations and their members, in this order."""
        for equation, member in steps:
            self.step(equation, member)

    def residual(self, equation: int) -> int:
        """Return the node of what an equation says is zero."""
        group, env = self._environment(equation)
        return lower_expression(group.template.residual, env, self._nodes.program, {})

    def _row(self, number: int) -> tuple[int, tuple[list[int], ...]]:
        group = int(self._ordered.group_of[number])
        return group, self._tables.row(group, int(self._ordered.row_of[number]))

    def _environment(self, number: int) -> tuple[Group, Environment]:
        group, row = self._row(number)
        return self._nodes.reduced.groups[group], self._nodes.environment(row)

    def _place(self, equation: int, member: int) -> tuple[int, int]:
        """Find the slot of an equation that is this member."""
        chain, order, _, sign, *_ = self._row(equation)[1]
        first = self._nodes.reduced.first
        for k in range(len(chain)):
            if chain[k] >= 0 and int(first[chain[k]]) + order[k] == member:
                return k, sign[k]
        raise AssertionError("an equation was matched with an unknown that it does not contain")
