"""Print a function as LLVM IR: its nodes, outputs and batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.function_splitting import FAILING, Part
from drivetrain.compiler.codegen.printer.node_printer import NodePrinter
from drivetrain.compiler.codegen.printer.outputs import Copy, Output
from drivetrain.compiler.codegen.printer.row_loops import batch_loop, copy_loop, sum_loop
from drivetrain.compiler.program.dataflow import behind
from drivetrain.compiler.program.program import Rows

__all__ = ["FunctionPrinter", "pieces"]

Ints = NDArray[np.int64]

_LONG_PIECE = 32
"""Smallest number of neighbours that are copied as one block."""
_BEFORE = -1
"""Position of outputs that are stored before the first node."""


class FunctionPrinter(NodePrinter):
    """Prints one function."""

    def write(self, part: Part, outputs: Sequence[Output | Copy]) -> str:
        """Return the text of a model function, or of a part of one."""
        due = self._due(part, outputs)
        for k in due.pop(_BEFORE, ()):
            self._put(k, outputs[k])
        for at, number in enumerate(part.nodes):
            self.names[number] = self._node(number)
            if number in part.passed:
                place = part.passed[number]
                self._store(f"%to{place}", number, "%passed", place)
            for k in due.pop(at, ()):
                self._put(k, outputs[k])
        for k in due.pop(len(part.nodes), ()):
            self._put(k, outputs[k])
        lines = [f"define {self.head} {{", "entry:", *self.entry, *self.body]
        lines.append("  ret i32 0")
        return "\n".join([*lines, *self._failures(), "}"])

    def _due(self, part: Part, outputs: Sequence[Output | Copy]) -> dict[int, list[int]]:
        """Return which outputs are stored after which node: early, so that registers are freed.

        Only early outputs are stored before the last point at which the function can fail.
        """
        position = {number: at for at, number in enumerate(part.nodes)}
        failing = (at for at, n in enumerate(part.nodes) if self.program.ops[n] in FAILING)
        safe, end = max(failing, default=0), len(part.nodes)
        due: dict[int, list[int]] = {}
        for k in part.stored:
            output, at = outputs[k], end
            if isinstance(output, Output):
                node = behind(self.program, output.node, self.discrete_known, self.constants)
                early = output.early
                at = position.get(node, _BEFORE) if early else max(position.get(node, end), safe)
            due.setdefault(at, []).append(k)
        return due

    def _put(self, k: int, output: Output | Copy) -> None:
        """Print the store of an output."""
        if isinstance(output, Copy):
            self._copy(k, output)
        else:
            self._store(f"%s{k}", output.node, self.array(output.array), output.place)

    # -- batches of rows that store unknowns -----------------------------------------------------

    def batch(self, name: str, number: int, args: list[str]) -> str:
        """Print a loop in which every row stores one unknown."""
        batch_loop(self, f"b{number}", self._rows(number), self.program.place)
        return name

    def total(self, name: str, number: int, args: list[str]) -> str:
        """Print a loop that adds up the values of all rows."""
        return sum_loop(self, f"b{number}", self._rows(number), self.program.place)

    def _rows(self, number: int) -> Rows:
        rows: Rows = self.program.rows[self.program.values[number]]
        return rows

    printers: ClassVar[dict[str, Any]] = {**NodePrinter.printers, "batch": batch, "total": total}

    def _copy(self, k: int, copy: Copy) -> None:
        states = copy.kind == "x"
        base = self.array("x") if states else self.work()
        read = copy.source if states else self.program.place[copy.source]
        to = self.array(copy.array)
        for number, (at, alike) in enumerate(pieces(copy.places, read)):
            if alike:
                self._copy_piece(f"%c{k}.{number}", to, copy.places[at], base, read[at])
            else:
                copy_loop(self, f"c{k}.{number}", to, copy.places[at], base, read[at])

    def _copy_piece(self, name: str, to: str, places: Ints, base: str, read: Ints) -> None:
        """Print the copying of neighbours in order."""
        self.body += [
            f"  {name}.w = getelementptr double, ptr {to}, i64 {int(places[0])}",
            f"  {name}.r = getelementptr double, ptr {base}, i64 {int(read[0])}",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr {name}.w, ptr {name}.r, "
            f"i64 {8 * len(places)}, i1 0)",
        ]


def pieces(places: Ints, read: Ints) -> Iterator[tuple[Ints, bool]]:
    """Yield what can be copied at once, and whether it has the same order on both sides.

    Long runs of neighbours come one by one, all single values last.
    """
    order = np.argsort(places, kind="stable")
    step = np.where(np.diff(places[order]) == 1, np.diff(read[order]), 0)
    turns = np.flatnonzero(step[1:] * step[:-1] == -1) + 2
    first = np.union1d(np.append(turns, 0), np.flatnonzero(np.abs(step) != 1) + 1)
    count = np.diff(first, append=len(places))
    long = count >= _LONG_PIECE
    for begin, length in zip(first[long].tolist(), count[long].tolist(), strict=True):
        yield order[begin : begin + length], bool(step[begin] == 1)
    rest = order[np.repeat(~long, count)]
    if len(rest):
        yield rest, False
