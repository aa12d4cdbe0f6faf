"""Lower discrete equations: nodes for the values of discrete quantities after events."""

from __future__ import annotations

from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.lower.expressions import lower_expression
from drivetrain.compiler.lower.nodes import Nodes, RowTables
from drivetrain.compiler.program.program import REAL, Program
from drivetrain.compiler.structure.diagnostics import assigned

__all__ = ["assignments"]


def assignments(nodes: Nodes) -> list[int]:
    """Lower the equations of the discrete quantities; return the node of each."""
    found = [-1] * len(nodes.discrete_kinds)
    table = RowTables(nodes.reduced.assignments)
    for g, group in enumerate(nodes.reduced.assignments):
        for row in range(group.n_rows):
            number = assigned(group, row)
            assert number is not None
            value = _assigned_value(nodes, group, row, number, table.row(g, row))
            found[number] = _cast(nodes.program, value, nodes.discrete_kinds[number])
    for number, node in enumerate(found):
        nodes.program.define(nodes.discrete(number), node)
    return found


def _assigned_value(
    nodes: Nodes, group: Group, row: int, number: int, entries: tuple[list[int], ...]
) -> int:
    """Return the node of the other side of an equation, the one without the quantity itself."""
    lhs, rhs = group.template.lhs, group.template.rhs
    is_left = lhs.op == "slot" and group.discrete[row, lhs.value] == number
    own, other = (lhs, rhs) if is_left else (rhs, lhs)
    value = lower_expression(other, nodes.environment(entries), nodes.program, {})
    return value if group.sign[row, own.value] > 0 else nodes.program.neg(value)


def _cast(program: Program, number: int, kind: str) -> int:
    if program.kinds[number] == kind:
        return number
    return program.node("real" if kind == REAL else "bool", (number,), None, kind)
