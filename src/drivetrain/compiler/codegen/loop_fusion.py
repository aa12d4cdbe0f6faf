"""Fuse loops: recompute short expressions where they are needed instead of storing them.

For a long shaft, memory traffic costs more than computing a product again where it is needed. So a
function omits the batches that are read only by other rows of that function, provided their bodies
are short; and unknowns that are only read outside are stored there directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.printer import Copy, Output
from drivetrain.compiler.codegen.printer.row_loops import taken
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.program import Program, Rows

__all__ = ["fused"]

Ints = NDArray[np.int64]

_SHORT = 4
"""Operations of a body that are cheaper to repeat than to store and load."""
_LEAVES = ("in", "p", "const")
_CHEAP = frozenset((*_LEAVES, "add", "sub", "mul", "neg"))


def fused(
    program: Program, outputs: Sequence[Output | Copy], discrete_known: bool
) -> tuple[Program, list[Output | Copy]]:
    """Return program and outputs of a function with less memory traffic.

    Parameters
    ----------
    program : Program
        The model; it is not changed. Node numbers keep their meaning.
    outputs : sequence of Output and Copy
        What the function stores.
    discrete_known : bool
        Whether discrete variables are inputs.
    """
    if not program.rows:
        return program, list(outputs)
    fusion = _Fusion(program, outputs, discrete_known)
    fusion.move_short()
    if discrete_known:  # recorded sums keep their order: sums in vectors round differently
        fusion.mark_last()
    return fusion.program, fusion.store_at_once()


class _Fusion:
    """One function's copy of a program, and the readers of the unknowns stored by batches."""

    def __init__(
        self, program: Program, outputs: Sequence[Output | Copy], discrete_known: bool
    ) -> None:
        self.roots = [root for output in outputs for root in output.roots]
        self.discrete_known = discrete_known
        self.program = replace(program, args=list(program.args), rows=list(program.rows))
        self.outputs = list(outputs)
        self.row = np.full(len(program.place), -1, dtype=np.int64)
        self.copy_of = self.row.copy()
        self.position = self.row.copy()
        self.fixed = np.zeros(len(program.place), dtype=bool)
        for k, output in enumerate(outputs):
            if isinstance(output, Copy) and output.kind == "s":
                self.fixed[output.source[self.copy_of[output.source] >= 0]] = True
                self.copy_of[output.source] = k
                self.position[output.source] = np.arange(len(output.source))
        nodes = self._nodes()
        self.fixed[[program.values[n] for n in nodes if program.ops[n] == "load"]] = True
        self.loops = [n for n in nodes if program.ops[n] in ("batch", "total")]

    def _nodes(self) -> list[int]:
        return topological(self.program, self.roots, self.discrete_known)

    def move_short(self) -> None:
        """Move short batches into their readers, in order of computation."""
        for node in self.loops:
            rows = self._rows(node)
            if rows.target is None or not _short(rows):
                continue
            if not (self.fixed[rows.target] | (self.copy_of[rows.target] >= 0)).any():
                self._move(node, rows)

    def mark_last(self) -> None:
        """Truncate and mark loops of which only one unknown is read outside: sums along a shaft."""
        read = self.fixed | (self.copy_of >= 0)
        loops = [n for n in self._nodes() if self.program.ops[n] in ("batch", "total")]
        for node in reversed(loops):  # readers of a loop come first: they may be truncated too
            rows = self._rows(node)
            if rows.target is not None:
                wanted = np.flatnonzero(read[rows.target])
                if len(wanted) == 0:
                    continue
                if len(wanted) == 1:
                    self._end(node, int(wanted[0]) + 1)
            read[_stored(self._rows(node))] = True

    def _end(self, node: int, count: int) -> None:
        """Remove the rows from a number on, and the loops that only they need."""
        rows = replace(taken(self._rows(node), slice(count)), only_last=True)
        self.program.rows[self.program.values[node]] = rows
        read = np.zeros(len(self.fixed), dtype=bool)
        read[_stored(rows)] = True
        self.program.args[node] = tuple(
            other for other in self.program.args[node]
            if self.program.ops[other] != "batch" or read[self._rows(other).target].any()
        )  # fmt: skip

    def store_at_once(self) -> list[Output | Copy]:
        """Let batches read by one copy only store there directly; return what is left to copy."""
        loops = [n for n in self._nodes() if self.program.ops[n] in ("batch", "total")]
        read = self.fixed.copy()
        for node in loops:
            read[self._through_memory(self._rows(node))] = True
        done = np.zeros(len(read), dtype=bool)
        for node in loops:
            rows = self._rows(node)
            if rows.target is None or read[rows.target].any():
                continue
            k = int(self.copy_of[rows.target[0]])
            if (self.copy_of[rows.target] == k).all():
                copy = self.outputs[k]
                assert isinstance(copy, Copy)
                to = copy.array, copy.places[self.position[rows.target]]
                self.program.rows[self.program.values[node]] = replace(rows, to=to)
                done[rows.target] = True
        return [_left(output, done) for output in self.outputs]

    def _through_memory(self, rows: Rows) -> Ints:
        """Return the unknowns that rows read from memory.

        A value taken from the row before stays in a register, except between tiles.
        """
        if self.discrete_known or rows.target is None or rows.only_last:
            return _stored(rows)
        target = rows.target
        columns = {
            k: (kind, members[:1] if np.array_equal(members[1:], target[:-1]) else members)
            for k, (kind, members) in rows.columns.items()
        }
        return _stored(replace(rows, columns=columns))

    def _rows(self, node: int) -> Rows:
        number: int = self.program.values[node]
        return self.program.rows[number]

    def _move(self, node: int, rows: Rows) -> None:
        """Move a batch into all its readers, if none of them reads anything else in its place."""
        assert rows.target is not None
        self.row[rows.target] = np.arange(rows.count)
        readers = [n for n in self.loops if node in self.program.args[n]]
        found = {reader: self._columns(rows, self._rows(reader)) for reader in readers}
        if all(columns is not None for columns in found.values()):
            for reader, columns in found.items():
                for column in columns or ():
                    self._insert(rows, reader, column)
                args = [a for a in self.program.args[reader] if a != node]
                self.program.args[reader] = tuple(dict.fromkeys([*args, *self.program.args[node]]))
        self.row[rows.target] = -1

    def _columns(self, rows: Rows, reader: Rows) -> list[int] | None:
        """Return the columns that read the batch; None if one reads something else too."""
        found = []
        for k, (kind, members) in reader.columns.items():
            inside = self.row[members] >= 0 if kind == "s" else np.zeros(1, dtype=bool)
            if inside.all():
                found.append(k)
            elif inside.any():
                return None
        return found

    def _insert(self, rows: Rows, reader: int, column: int) -> None:
        """Compute a column of the reader from the inputs of the batch."""
        program, old = self.program, self._rows(reader)
        at = self.row[old.columns[column][1]]
        body = Program()
        columns = {k: c for k, c in old.columns.items() if k != column}
        parameters = dict(old.parameters)
        inputs: dict[int, int] = {}
        for k, (kind, numbers) in rows.columns.items():
            new = _same(columns, kind, numbers[at])
            inputs[k] = body.node("in", (), new)
            columns.setdefault(new, (kind, numbers[at]))
        given: dict[int, int] = {}
        for k, numbers in rows.parameters.items():
            new = max(parameters, default=-1) + 1
            parameters[new] = numbers[at]
            given[k] = new
        inserted = _copied(rows.body, rows.result, body, inputs, given)
        kept = {k: body.node("in", (), k) for k in columns} | {column: inserted}
        result = _copied(old.body, old.result, body, kept, {k: k for k in old.parameters})
        program.rows[program.values[reader]] = replace(
            old, body=body, result=result, columns=columns, parameters=parameters
        )


def _left(output: Output | Copy, done: NDArray[np.bool_]) -> Output | Copy:
    """Return what is still to be copied."""
    if not isinstance(output, Copy) or output.kind != "s":
        return output
    left = ~done[output.source]
    return output._replace(places=output.places[left], source=output.source[left])


def _stored(rows: Rows) -> Ints:
    """Return the unknowns that rows read."""
    members = [members for kind, members in rows.columns.values() if kind == "s"]
    return np.concatenate([np.empty(0, dtype=np.int64), *members])


def _short(rows: Rows) -> bool:
    body = rows.body
    ops = [body.ops[n] for n in topological(body, [rows.result], True)]
    return _CHEAP.issuperset(ops) and sum(op not in _LEAVES for op in ops) <= _SHORT


def _same(columns: dict[int, tuple[str, Ints]], kind: str, numbers: Ints) -> int:
    """Return the column with these numbers, or the number of a new one."""
    for k, (one, there) in columns.items():
        if one == kind and np.array_equal(there, numbers):
            return k
    return max(columns, default=-1) + 1


def _copied(
    source: Program, result: int, target: Program, inputs: dict[int, int], given: dict[int, int]
) -> int:
    """Copy a body into another one, renumbering columns and parameters."""
    place: dict[int, int] = {}
    for n in topological(source, [result], True):
        op, value, kind = source.ops[n], source.values[n], source.kinds[n]
        if op == "in":
            place[n] = inputs[value]
            continue
        args = tuple(place[a] for a in source.args[n])
        place[n] = target.node(op, args, given[value] if op == "p" else value, kind)
    return place[result]
