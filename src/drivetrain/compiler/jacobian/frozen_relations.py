"""Recorded truth of the relations in equations, for evaluations outside the program."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.lower.expressions import Environment, lower_expression
from drivetrain.compiler.lower.nodes import Nodes
from drivetrain.modeling.expression import Expr

__all__ = ["FrozenRelations"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class FrozenRelations:
    """Finds the relations of a program that stand for those in equations.

    A relation keeps its value between events. At an event, or for a quantity that is zero up to
    rounding, that need not be the one that its operands suggest.

    Parameters
    ----------
    nodes : Nodes
        The quantities of the finished program.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._n_relations = len(nodes.program.relations)
        self._n_timed = len(nodes.program.time_relations)
        self._known: dict[tuple[int, int], tuple[Ints, Bools]] = {}
        self._kept: list[object] = []  # so that no other object gets the same id

    def of(self, group: Group, e: Expr, recorded: Floats, literal: Any) -> Bools:
        """Return the truth of a relation in each row of a group.

        Parameters
        ----------
        group : Group
            The equations.
        e : Expr
            The relation in their template.
        recorded : float array
            Truth of all relations, those on time last.
        literal : bool or bool array
            What the operands suggest, for relations that raise no event.
        """
        key = id(group), id(e)
        if key not in self._known:
            self._known[key] = self._numbers(group, e)
            self._kept.append((group, e))
        number, opposite = self._known[key]
        given = recorded[np.maximum(number, 0)] != 0.0 if len(recorded) else opposite
        return np.where(number >= 0, given ^ opposite, literal)

    def _numbers(self, group: Group, e: Expr) -> tuple[Ints, Bools]:
        """Return the number of the relation in each row, -1 for none, and whether it is negated."""
        number = np.full(group.n_rows, -1, dtype=np.int64)
        opposite = np.zeros(group.n_rows, dtype=bool)
        for row in range(group.n_rows):
            number[row], opposite[row] = self._number(e, self._environment(group, row))
        return number, opposite

    def _number(self, e: Expr, env: Environment) -> tuple[int, bool]:
        program = self._nodes.program
        node, opposite = lower_expression(e, env, program, {}), False
        if program.ops[node] == "not":
            node, opposite = program.args[node][0], True
        op, value = program.ops[node], program.values[node]
        if op == "rel" and value < self._n_relations:
            return int(value), opposite
        if op == "trel" and value < self._n_timed:
            return self._n_relations + int(value), opposite
        return -1, False

    def _environment(self, group: Group, row: int) -> Environment:
        """Return the nodes of the leaves of a row, unknowns as they are in relations."""
        columns = (
            group.chain, group.order, group.discrete, group.sign,
            group.parameter, group.table, group.previous,
        )  # fmt: skip
        return self._nodes.environment(tuple(column[row].tolist() for column in columns))
