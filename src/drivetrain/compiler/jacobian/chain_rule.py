"""Sparse Jacobian of a program with loops, assembled by the chain rule.

The slopes of single equations are symbolic: one short body for each template and quantity, run over
the same index tables as the equation. How they are multiplied and added up, quantity by
quantity until only states are left, is a table of numbers that is made once; the code does not grow
with the number of parts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.llvm import Copy, Output, chained_text, emit_chained
from drivetrain.compiler.codegen.printer.row_loops import own_columns
from drivetrain.compiler.jacobian.fill_in import TooFullError, at_most, bearable
from drivetrain.compiler.jacobian.symbolic import TIME, Sensitivities
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.forward_differentiation import sensitivities
from drivetrain.compiler.program.program import Program, Rows
from drivetrain.kernel.description.model import Jacobian

__all__ = ["ChainedJacobian", "is_made_of_slopes", "is_too_dense"]

Ints = NDArray[np.int64]

_ONE = -1
"""In place of the position of a factor: the number one."""


def is_made_of_slopes(lowered: Lowered) -> bool:
    """Return whether the Jacobian can be assembled from slopes of single equations.

    It cannot if derivatives need a sum along a shaft, on which all earlier states act, or the
    solution of a large algebraic loop.
    """
    program = lowered.program
    for number in topological(program, lowered.rates, discrete_known=True):
        if program.ops[number] == "block":
            return False
        if program.ops[number] == "batch":
            rows = program.rows[program.values[number]]
            if own_columns(rows, program.place):
                return False
    return True


def is_too_dense(lowered: Lowered) -> bool:
    """Return whether too many slopes would have to be combined for this to pay off.

    This is so if nearly every state of a large model acts on nearly every derivative.
    """
    most = bearable(len(lowered.states))
    if at_most(lowered) <= most:
        return False
    try:
        _Chain(lowered, most)
    except TooFullError:
        return True
    return False


class ChainedJacobian:
    """The Jacobian as a function for the kernel; compiled when it is first needed.

    Parameters
    ----------
    lowered : Lowered
        The model, for which `is_made_of_slopes` is true and `is_too_dense` is false.
    constants : mapping
        Node → position of the values that are constant during a run.
    """

    def __init__(self, lowered: Lowered, constants: Mapping[int, int]) -> None:
        self._lowered, self._constants = lowered, constants
        self._lock = Lock()
        self._made: Jacobian | None = None
        self._engine: Any = None

    def __call__(self) -> Jacobian:
        """Return the function and its pattern."""
        with self._lock:
            if self._made is None:
                chain = _Chain(self._lowered)
                address, self._engine = emit_chained(
                    chain.program, chain.outputs(), chain.lines, len(self._lowered.states),
                    chain.cleared, self._constants,
                )  # fmt: skip
                self._made = Jacobian(address, chain.pointers, chain.rows, chain.room)
        return self._made

    def text(self) -> tuple[str, list[Ints], Jacobian]:
        """Return the function as LLVM IR, the tables it refers to, and its pattern."""
        chain = _Chain(self._lowered)
        ir, kept = chained_text(
            chain.program, chain.outputs(), chain.lines, len(self._lowered.states),
            chain.cleared, self._constants,
        )  # fmt: skip
        return ir, kept, Jacobian(0, chain.pointers, chain.rows, chain.room)


class _Growing:
    """An array of integers that grows."""

    def __init__(self) -> None:
        self._room = np.empty(1024, dtype=np.int64)
        self.size = 0

    def extend(self, values: Ints) -> None:
        while self.size + len(values) > len(self._room):
            self._room = np.concatenate([self._room, np.empty_like(self._room)])
        self._room[self.size : self.size + len(values)] = values
        self.size += len(values)

    @property
    def values(self) -> Ints:
        return self._room[: self.size]


class _Chain(Sensitivities):
    """Walks through a program and records how slopes are combined.

    Every stored quantity gets a slope for each state (and time) that acts on it, at consecutive
    positions. A line of the chain consists of the positions of such a slope, of a local slope of
    one equation, and of a slope of what that equation reads. All three count from zero and are
    moved to their final positions when their numbers are known: entries of the Jacobian, slopes,
    local slopes. If more than `most` lines would result, TooFullError is raised before they take
    memory.
    """

    def __init__(self, lowered: Lowered, most: float = math.inf) -> None:
        self.lowered, self.most = lowered, most
        self.n_products = 0
        self.n_x = len(lowered.states)
        n_members = len(lowered.members.batch)
        self.begin = np.zeros(n_members, dtype=np.int64)
        self.end = np.zeros(n_members, dtype=np.int64)
        self.state = _Growing()
        self.to, self.local, self.read = _Growing(), _Growing(), _Growing()
        self.n_local = 0
        self.loops: list[tuple[Rows, int, tuple[int, ...]]] = []
        self.singles: list[tuple[int, int]] = []
        super().__init__(_own(lowered.program), lowered.rates)
        self._finish()

    def slopes(self, number: int) -> dict[int, int]:
        """Return the derivatives of a node with respect to states, time and stored quantities."""
        op, value = self.program.ops[number], self.program.values[number]
        if op == "load":
            return {self.n_x + int(value): self.program.const(1.0)}
        if op == "batch":
            self._batch(number)
            return {}
        if op == "store":
            self._single(int(value), self.rate[self.program.args[number][0]])
            return {}
        return super().slopes(number)

    # -- one quantity, or many of the same shape --------------------------------------------------

    def _batch(self, number: int) -> None:
        """Differentiate a body once, and chain the slopes of all its rows."""
        rows = self.program.rows[self.program.values[number]]
        assert rows.target is not None
        body = rows.body
        columns = list(rows.columns)
        directions = [body.node("in", (), k) for k in columns] + [body.node("time")]
        (found,) = sensitivities(body, [rows.result], directions)
        parts = []
        for k, slope in zip([*columns, TIME], found, strict=True):
            if body.is_const(slope, 0.0):
                continue
            local = np.full(rows.count, _ONE)
            if not body.is_const(slope, 1.0):
                local = self.n_local + np.arange(rows.count)
                self._loop(number, rows, slope)
            parts.append(self._read(rows, k, local))
        self._add(rows.target, parts)

    def _read(self, rows: Rows, column: int, local: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Return row, state, position of the local slope and of the slope read, for one column."""
        every = np.arange(rows.count)
        if column == TIME:
            return every, np.full(rows.count, self.n_x), local, np.full(rows.count, _ONE)
        kind, numbers = rows.columns[column]
        if kind == "x":
            return every, numbers, local, np.full(rows.count, _ONE)
        return self._through(every, numbers, local)

    def _through(self, row: Ints, member: Ints, local: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Return the same for reads of stored quantities."""
        count = self.end[member] - self.begin[member]
        self.n_products += int(count.sum())
        if self.n_products > self.most:
            raise TooFullError
        first = np.repeat(self.begin[member] - np.cumsum(count) + count, count)
        read = first + np.arange(len(first))
        return np.repeat(row, count), self.state.values[read], np.repeat(local, count), read

    def _loop(self, number: int, rows: Rows, slope: int) -> None:
        """Add a loop that computes the local slopes of all rows."""
        used = topological(rows.body, [slope], True)
        columns = {
            k: rows.columns[k]
            for k in sorted(rows.body.values[n] for n in used if rows.body.ops[n] == "in")
        }
        before = self.program.args[number] if columns else ()
        body = replace(rows, result=slope, columns=columns)
        self.loops.append((body, self.n_local, before))
        self.n_local += rows.count

    def _single(self, member: int, rate: dict[int, int]) -> None:
        """Chain the slopes of a single quantity."""
        parts = []
        for direction, node in rate.items():
            local = np.array([_ONE])
            if not self.program.is_const(node, 1.0):
                local = np.array([self.n_local])
                self.singles.append((self.n_local, node))
                self.n_local += 1
            if direction <= self.n_x - 1:
                state = self.n_x if direction == TIME else direction
                parts.append((np.zeros(1, np.int64), np.array([state]), local, np.array([_ONE])))
            else:
                member_read = np.array([direction - self.n_x])
                parts.append(self._through(np.zeros(1, np.int64), member_read, local))
        self._add(np.array([member]), parts)

    def _add(self, members: Ints, parts: list[tuple[Ints, Ints, Ints, Ints]]) -> None:
        """Assign to each of these quantities a slope for every state that acts on it."""
        if not parts:
            return
        row, state, local, read = (np.concatenate(column) for column in zip(*parts, strict=True))
        width = self.n_x + 1
        found, at = np.unique(row * width + state, return_inverse=True)
        first = self.state.size
        bounds = first + np.searchsorted(found, np.arange(len(members) + 1) * width)
        self.begin[members], self.end[members] = bounds[:-1], bounds[1:]
        self.state.extend(found % width)
        self.to.extend(first + at.reshape(-1))
        self.local.extend(local)
        self.read.extend(read)

    # -- all together -----------------------------------------------------------------------------

    def _finish(self) -> None:
        """Lay out the entries of the Jacobian, and move all positions to their final values."""
        row, state, slope = self._entries()
        timed = state == self.n_x
        order = np.lexsort((row[~timed], state[~timed]))
        entry_row, entry_state = row[~timed][order], state[~timed][order]
        self.rows = np.ascontiguousarray(entry_row)
        counts = np.bincount(entry_state, minlength=self.n_x)
        self.pointers = np.append(0, np.cumsum(counts))
        n_jac, n_slopes = len(self.rows), self.state.size
        self.cleared = n_jac + n_slopes
        self.room = n_slopes + self.n_local
        to = [n_jac + self.to.values, np.arange(n_jac), -1 - row[timed]]
        ones = np.full(n_jac + int(timed.sum()), _ONE)
        read = np.concatenate([self.read.values, slope[~timed][order], slope[timed]])
        local = np.concatenate([self.local.values, ones])
        self.lines = np.column_stack(
            [
                np.concatenate(to),
                np.where(local < 0, _ONE, self.cleared + local),
                np.where(read < 0, _ONE, n_jac + read),
            ]
        )

    def _entries(self) -> tuple[Ints, Ints, Ints]:
        """Return row, state (or one more for time) and slope of all non-zero entries."""
        members, wanted = self.lowered.members, self.lowered.states + 1
        every = np.arange(self.n_x)
        as_state = members.state_number[wanted]
        single = np.flatnonzero((as_state < 0) & (members.batch[wanted] < 0))
        for k in single.tolist():
            member = int(wanted[k])
            if self.begin[member] == self.end[member]:
                self._single(member, self.rate[members[member]])
        stored = np.flatnonzero(as_state < 0)
        row, state, _, slope = self._through(stored, wanted[stored], stored)
        is_state = as_state >= 0
        return (
            np.concatenate([row, every[is_state]]),
            np.concatenate([state, as_state[is_state]]),
            np.concatenate([slope, np.full(int(is_state.sum()), _ONE)]),
        )

    def outputs(self) -> list[Output | Copy]:
        """Return the outputs of the function: local slopes, one by one or by loops."""
        program, none = self.program, np.zeros(0, dtype=np.int64)
        found: list[Output | Copy] = [
            Output("jac", self.cleared + place, node) for place, node in self.singles
        ]
        for rows, first, before in self.loops:
            to = "jac", self.cleared + first + np.arange(rows.count)
            program.rows.append(replace(rows, to=to))
            node = program.node("batch", before, len(program.rows) - 1)
            found.append(Copy("jac", none, "x", none, (node,)))
        return found


def _own(program: Program) -> Program:
    """Return a copy of a program that can be extended without changing the original."""
    return replace(
        program,
        ops=list(program.ops), args=list(program.args), values=list(program.values),
        kinds=list(program.kinds), flags=list(program.flags), rows=list(program.rows),
        _known=dict(program._known),
    )  # fmt: skip
