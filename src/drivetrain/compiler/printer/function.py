"""Function: one function, node by node, with what it stores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.dependencies import behind
from drivetrain.compiler.parts import FAILING, ORDER_ONLY, Part
from drivetrain.compiler.printer.names import INTRINSICS
from drivetrain.compiler.printer.operations import BINARY, COMPARE, Operations
from drivetrain.compiler.printer.outputs import Copy, Output
from drivetrain.compiler.printer.systems import Systems
from drivetrain.compiler.program import Rows

__all__ = ["FunctionPrinter", "pieces"]

Ints = NDArray[np.int64]

_LONG_PIECE = 32
"""Neighbours that are copied in one piece."""
_BEFORE = -1
"""Place of what is stored before the first node."""
_LOADS = {"x": "x", "p": "p", "pre": "pre", "rel": "rel", "sample": "sample"}


class FunctionPrinter(Operations, Systems):
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
        """Return which outputs are stored after which node: early, so that registers get free.

        Only early ones are stored before the last point at which the function can fail.
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
        """Print the storing of an output."""
        if isinstance(output, Copy):
            self._copy(k, output)
        else:
            self._store(f"%s{k}", output.node, self.array(output.array), output.place)

    def _node(self, number: int) -> str:
        program = self.program
        op, value, kind = program.ops[number], program.values[number], program.kinds[number]
        name = self.register(number)
        if number in self.constants:
            return self._load(name, self.array("constant"), self.constants[number], kind)
        if number in self.given:
            place = self.given[number]
            return "" if place == ORDER_ONLY else self._load(name, "%passed", place, kind)
        if op == "const":
            return self.constant(value, kind)
        if op in _LOADS:
            return self._load(name, self.array(_LOADS[op]), value, kind)
        if op == "trel":
            return self._load(name, self.array("rel"), len(program.relations) + value, kind)
        if op == "z" and self.discrete_known:
            return self._load(name, self.array("z"), value, kind)
        if op in ("member", "z"):
            return self.operand(program.definitions[number])
        args = [self.operand(a) for a in program.args[number]]
        if op in ("table", "bend", "turn"):
            return self.table(name, number, args)
        printed: str = _PRINTERS[op](self, name, number, args)
        return self._on_branch(name, number, args, printed) if number in self.branches else printed

    # -- unknowns that batches of rows have stored, and these batches themselves ------------------

    def batch(self, name: str, number: int, args: list[str]) -> str:
        """Print a loop in which every row stores one unknown."""
        from drivetrain.compiler.rows import batch_loop

        batch_loop(self, f"b{number}", self._rows(number), self.program.place)
        return name

    def total(self, name: str, number: int, args: list[str]) -> str:
        """Print a loop that adds up the values of all rows."""
        from drivetrain.compiler.rows import sum_loop

        return sum_loop(self, f"b{number}", self._rows(number), self.program.place)

    def _rows(self, number: int) -> Rows:
        rows: Rows = self.program.rows[self.program.values[number]]
        return rows

    def load(self, name: str, number: int, args: list[str]) -> str:
        """Print the reading of an unknown that a batch has stored."""
        place = self.program.place[self.program.values[number]]
        self.body.append(f"  {name}.p = getelementptr double, ptr {self.work()}, i64 {place}")
        return self.line(name, f"load double, ptr {name}.p")

    def store(self, name: str, number: int, args: list[str]) -> str:
        """Print the storing of an unknown for a batch."""
        place = self.program.place[self.program.values[number]]
        self.body.append(f"  {name}.p = getelementptr double, ptr {self.work()}, i64 {place}")
        self.body.append(f"  store double {args[0]}, ptr {name}.p")
        return name

    def work(self) -> str:
        """Return the register with the address of the stored unknowns."""
        return self.array("work")

    def _copy(self, k: int, copy: Copy) -> None:
        from drivetrain.compiler.rows import copy_loop

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
        """Print the copying of neighbours in their order."""
        self.body += [
            f"  {name}.w = getelementptr double, ptr {to}, i64 {int(places[0])}",
            f"  {name}.r = getelementptr double, ptr {base}, i64 {int(read[0])}",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr {name}.w, ptr {name}.r, "
            f"i64 {8 * len(places)}, i1 0)",
        ]


_PRINTERS: dict[str, Any] = {
    "solve": FunctionPrinter.solve, "slopes": FunctionPrinter.slopes,
    "newton": FunctionPrinter.newton, "put": FunctionPrinter.put,
    "block": FunctionPrinter.block, "entry": FunctionPrinter.entry_of,
    "get": FunctionPrinter.get, "time": FunctionPrinter.time, "initial": FunctionPrinter.initial,
    "where": FunctionPrinter.where, "neg": FunctionPrinter.negation, "pow": FunctionPrinter.power,
    "min": FunctionPrinter.extreme, "max": FunctionPrinter.extreme, "sign": FunctionPrinter.sign,
    "mod": FunctionPrinter.modulo, "atan2": FunctionPrinter.angle, "real": FunctionPrinter.cast,
    "step_bend": FunctionPrinter.step_bend,
    "bool": FunctionPrinter.cast, "batch": FunctionPrinter.batch, "total": FunctionPrinter.total,
    "delay": FunctionPrinter.delay, "delay_rate": FunctionPrinter.delay,
    "load": FunctionPrinter.load, "store": FunctionPrinter.store,
    **dict.fromkeys(BINARY, FunctionPrinter.binary),
    **dict.fromkeys(COMPARE, FunctionPrinter.compare),
    **dict.fromkeys(("and", "or", "not", "beq", "bne"), FunctionPrinter.logic),
    **dict.fromkeys(INTRINSICS, FunctionPrinter.call),
}  # fmt: skip


def pieces(places: Ints, read: Ints) -> Iterator[tuple[Ints, bool]]:
    """Yield what can be copied at once, and whether it is in the same order on both sides.

    Long rows of neighbours come one by one, all that stands alone last.
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
