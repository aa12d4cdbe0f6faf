"""Equations: each solved for the quantity that it was matched with, or left as a residual."""

from __future__ import annotations

from collections.abc import Iterable

from drivetrain.compiler.lower.expressions import lower_expression
from drivetrain.compiler.lower.nodes import Nodes, Row, RowTables
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
        group, row = self._row(equation)
        place, sign = self._place(row, member)
        solution = group.template.solution(place)
        assert solution is not None
        nodes = self._nodes
        value = lower_expression(solution.expression, nodes.environment(row), nodes.program, {})
        nodes.members[member] = value if sign > 0 else nodes.program.neg(value)

    def steps(self, steps: Iterable[tuple[int, int]]) -> None:
        """Write several equations and their members, in this order."""
        for equation, member in steps:
            self.step(equation, member)

    def residual(self, equation: int) -> int:
        """Return the node of what an equation says is zero."""
        group, row = self._row(equation)
        env = self._nodes.environment(row)
        return lower_expression(group.template.residual, env, self._nodes.program, {})

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
