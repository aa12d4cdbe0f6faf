"""Lower equations of one shape to a single loop over rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.memory_layout import step_of
from drivetrain.compiler.graph import distinct
from drivetrain.compiler.lower.expressions import Environment, lower_expression
from drivetrain.compiler.lower.nodes import Nodes
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import Program, Rows
from drivetrain.compiler.structure.batching import Batch
from drivetrain.modeling.expression import Expr

__all__ = ["Batches", "row_body"]

Ints = NDArray[np.int64]


class Batches:
    """Adds loops over rows to a program.

    Attributes
    ----------
    n_parameters : int
        Number of parameters, including contiguous copies made for rows.
    """

    def __init__(self, nodes: Nodes, n_parameters: int) -> None:
        self.n_parameters = n_parameters
        self._nodes = nodes
        self._copied: dict[bytes, Ints] = {}

    def add(self, batch: Batch) -> None:
        """Lower the equations of a batch."""
        batch = self._in_order(batch)
        reduced = self._nodes.reduced
        group = reduced.groups[batch.group].take(batch.rows)
        solution = group.template.solution(batch.place)
        assert solution is not None
        body, value = row_body(
            solution.expression,
            group.sign[0].tolist(),
            group.parameter.shape[1],
            group.table.shape[1],
        )
        if group.sign[0, batch.place] < 0:
            value = body.neg(value)
        members = reduced.member(group.chain, group.order)
        rows = self._rows(body, value, members, group.parameter, group.table, batch.members)
        self._nodes.members.batch[batch.members] = self._run("batch", rows)

    def total(
        self, body: Program, value: int, members: Ints, parameters: Ints, tables: Ints
    ) -> int:
        """Return the node of the sum over rows of the values of a body.

        Parameters
        ----------
        body : Program
            Body for one row.
        value : int
            Its node that is added up.
        members, parameters, tables : int array, shape (n_rows, …)
            Inputs, parameters and tables of the body in each row.
        """
        return self._run("total", self._rows(body, value, members, parameters, tables, None))

    def _in_order(self, batch: Batch) -> Batch:
        """Sort independent rows by their unknowns."""
        reduced = self._nodes.reduced
        group = reduced.groups[batch.group].take(batch.rows)
        members = reduced.member(group.chain, group.order)
        own = np.zeros(reduced.n_members, dtype=bool)
        own[batch.members] = True
        own = own[members]
        own[:, batch.place] = False
        if own.any():
            return batch
        order = np.argsort(batch.members, kind="stable")
        return replace(batch, rows=batch.rows[order], members=batch.members[order])

    def _rows(
        self, body: Program, result: int, members: Ints, parameters: Ints, tables: Ints,
        target: Ints | None,
    ) -> Rows:  # fmt: skip
        """Gather the inputs of a body; the columns say where each row reads its quantities."""
        used = topological(body, [result], True)
        columns: dict[int, tuple[str, Ints]] = {}
        for k in sorted(body.values[n] for n in used if body.ops[n] == "in"):
            states = self._nodes.members.state_number[members[:, k]]
            columns[k] = ("x", states) if states[0] >= 0 else ("s", members[:, k])
        numbers = {
            k: self._side_by_side(parameters[:, k])
            for k in sorted(body.values[n] for n in used if body.ops[n] == "p")
        }
        return Rows(body, result, len(members), columns, numbers, list(tables.T), target)

    def _side_by_side(self, numbers: Ints) -> Ints:
        """Return numbers of the same parameters, contiguous in memory."""
        program = self._nodes.program
        key, step = numbers.tobytes(), step_of(numbers)
        if step == 0:
            return numbers
        if key not in self._copied:
            self._copied[key] = numbers
            if step != 1:
                self._copied[key] = self.n_parameters + np.arange(len(numbers))
                self.n_parameters += len(numbers)
                program.side_by_side.append(numbers)
            program.runs.append((int(self._copied[key][0]), len(numbers)))
        return self._copied[key]

    def _run(self, op: str, rows: Rows) -> int:
        """Add rows to the program, after everything they read."""
        program, nodes = self._nodes.program, self._nodes
        stored = [index for kind, index in rows.columns.values() if kind == "s"]
        reads = np.zeros(nodes.reduced.n_members, dtype=bool)
        for index in stored:
            reads[index] = True
        if rows.target is not None:
            reads[rows.target] = False
        needed = np.flatnonzero(reads)
        batch = nodes.members.batch[needed]
        before = distinct(batch[batch >= 0], len(program.ops)).tolist()
        single = needed[batch < 0].tolist()
        stores = [program.node("store", (nodes.member(m),), m) for m in single]
        program.rows.append(rows)
        return program.node(op, (*before, *stores), len(program.rows) - 1)


def row_body(e: Expr, signs: list[int], n_parameters: int, n_tables: int) -> tuple[Program, int]:
    """Lower an expression once for many rows.

    Parameters
    ----------
    e : Expr
        Expression over slots, parameters and tables.
    signs : list of int
        Sign of each slot relative to its quantity.
    n_parameters, n_tables : int
        Number of parameters and tables of the expression.

    Returns
    -------
    body : Program
        Its nodes.
    value : int
        Node of the expression.
    """
    body = Program()
    slots = [
        body.node("in", (), k) if sign > 0 else body.neg(body.node("in", (), k))
        for k, sign in enumerate(signs)
    ]
    env = Environment(slots, slots, [], list(range(n_parameters)), list(range(n_tables)))
    return body, lower_expression(e, env, body, {})
