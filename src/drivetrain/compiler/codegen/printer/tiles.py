"""Print derivatives in tiles as LLVM IR.

Loops, and the values between them, are functions of their own. One more function calls those that
are active in a tile. The data that a stage keeps from one tile to the next is passed with every
call: single values, and partial sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.function_splitting import ORDER_ONLY, Part, pass_on
from drivetrain.compiler.codegen.printer import Copy, FunctionPrinter, Output
from drivetrain.compiler.codegen.printer.row_loops import (
    batch_loop,
    close_sum,
    copy_loop,
    lanes_of,
    last_sum,
    partial_sum_loop,
)
from drivetrain.compiler.codegen.printer.vector_loop import LANES, VECTOR, Bounds, add_lanes
from drivetrain.compiler.codegen.strip_mining import (
    EVERY,
    Chunks,
    CopyLoop,
    Cut,
    RowLoop,
    Single,
    SumLoop,
    Unit,
)
from drivetrain.compiler.program.program import REAL, Program

__all__ = ["write_tiles"]

Ints = NDArray[np.int64]

_LOOP_ARGUMENTS, _PART_ARGUMENTS = "ptr %io, i64 %tile, ptr %passed", "ptr %io, ptr %passed"


def write_tiles(
    program: Program,
    name: str,
    outputs: Sequence[Output | Copy],
    kept: list[Ints],
    constants: Mapping[int, int],
    cut: Cut,
) -> tuple[str, int]:
    """Return the LLVM IR of derivatives in tiles, and how many numbers a stage keeps.

    Parameters
    ----------
    program, name, outputs, kept, constants
        As for `write_function`.
    cut : Cut
        Assignment of the computations to tiles.
    """
    parts = [unit.part for unit in cut.units if isinstance(unit, Single)]
    pass_on(program, parts, [output.roots for output in outputs], True, constants)
    for part in parts:
        for node in cut.looped - set(part.nodes):
            part.given.setdefault(node, ORDER_ONLY)
    remembered = sum(len(part.passed) for part in parts)
    sums: dict[int, int] = {}
    for unit in cut.units:
        if isinstance(unit, SumLoop):
            sums[unit.node], remembered = remembered, remembered + LANES
    texts, calls = [], []
    for k, unit in enumerate(cut.units):
        part = unit.part if isinstance(unit, Single) else Part([], {}, {}, [])
        chunks = None if isinstance(unit, Single) else unit.chunks
        head = f"i32 @{name}.{k}({_LOOP_ARGUMENTS if chunks else _PART_ARGUMENTS})"
        printer = _StripPrinter(program, head, kept, constants, part.given, sums)
        if chunks:
            texts.append(printer.write_loop(unit, chunks, cut.count))
            calls.append(f"  call {head}")
            continue
        printer.loop(unit, None)
        texts.append(printer.write(part, outputs))
        calls += _call(head, k, unit)
    head = f"define i32 @{name}({_LOOP_ARGUMENTS}) {{"
    return "\n".join([*texts, head, "entry:", *calls, "  ret i32 0", "}"]), remembered


def _call(head: str, k: int, unit: Unit) -> list[str]:
    """Return the call of a function that is active in one tile, or in all."""
    tile = EVERY if isinstance(unit, SumLoop) else unit.tile
    if tile == EVERY:
        return [f"  call {head}"]
    return [
        f"  %due{k} = icmp eq i64 %tile, {tile}",
        f"  br i1 %due{k}, label %do{k}, label %done{k}",
        f"do{k}:",
        f"  call {head}",
        f"  br label %done{k}",
        f"done{k}:",
    ]


def _count(unit: Unit) -> int:
    if isinstance(unit, Single):
        return 0
    return len(unit.places) if isinstance(unit, CopyLoop) else unit.rows.count


class _StripPrinter(FunctionPrinter):
    """Prints the function of a loop, or of single values."""

    def __init__(
        self, program: Program, head: str, kept: list[Ints], constants: Mapping[int, int],
        given: Mapping[int, int], sums: Mapping[int, int],
    ) -> None:  # fmt: skip
        super().__init__(program, head, True, kept, constants, given)
        self.sums = sums

    def write_loop(self, unit: Unit, chunks: Chunks, tiles: int) -> str:
        """Return the text of a function that runs the rows of one tile."""
        first, end = self._bounds(chunks, _count(unit), tiles)
        self.line("%some", f"icmp ult i64 {first}, {end}")
        self.body += ["  br i1 %some, label %go, label %none", "go:"]
        self.label = "go"
        self.loop(unit, (first, end))
        lines = [f"define {self.head} {{", "entry:", *self.entry, *self.body, "  ret i32 0"]
        return "\n".join([*lines, "none:", "  ret i32 0", "}"])

    def _bounds(self, chunks: Chunks, count: int, tiles: int) -> Bounds:
        """Print the first row of a tile and of the next; the last tile takes all remaining rows."""
        self.line("%place", f"mul i64 %tile, {chunks.size}")
        for name, shift in (("%first", -chunks.shift), ("%next", chunks.size - chunks.shift)):
            self.line(f"{name}.r", f"add i64 %place, {shift}")
            self.line(f"{name}.n", f"icmp slt i64 {name}.r, 0")
            self.line(f"{name}.o", f"select i1 {name}.n, i64 0, i64 {name}.r")
            self.line(f"{name}.b", f"icmp slt i64 {name}.o, {count}")
            self.line(name, f"select i1 {name}.b, i64 {name}.o, i64 {count}")
        self.line("%is_last", f"icmp eq i64 %tile, {tiles - 1}")
        return "%first", self.line("%end", f"select i1 %is_last, i64 {count}, i64 %next")

    def loop(self, unit: Unit, bounds: Bounds | None) -> None:
        """Print a loop over all rows, or over some; single values are printed later."""
        place = self.program.place
        if isinstance(unit, RowLoop):
            batch_loop(self, "b", unit.rows, place, bounds)
        elif isinstance(unit, CopyLoop):
            base = self.array("x") if unit.kind == "x" else self.work()
            copy_loop(self, "c", self.array("xdot"), unit.places, base, unit.read, bounds)
        elif isinstance(unit, SumLoop) and bounds:
            self._partial_sum(unit, bounds)

    def _partial_sum(self, unit: SumLoop, bounds: Bounds) -> None:
        """Print the addition of one tile to the partial sums; the first one begins with 0."""
        rows, kind = unit.rows, self._kind(unit.node)
        self.line("%sums", f"getelementptr double, ptr %passed, i64 {self.sums[unit.node]}")
        self.line("%old", f"load {kind}, ptr %sums, align 8")
        self.line("%begins", f"icmp eq i64 {bounds[0]}, 0")
        zero = "zeroinitializer" if kind != "double" else "0.0"
        self.line("%before", f"select i1 %begins, {kind} {zero}, {kind} %old")
        sums = partial_sum_loop(self, "b", rows, self.program.place, "%before", bounds)
        self.body.append(f"  store {kind} {sums}, ptr %sums, align 8")

    def _kind(self, node: int) -> str:
        last = last_sum(self._rows(node), self.program.place)
        rows = last.addends if last else self._rows(node)
        return VECTOR[REAL] if lanes_of(rows, self.program.place) > 1 else "double"

    def _node(self, number: int) -> str:
        if number not in self.sums or number in self.given:
            return super()._node(number)
        name, last = self.register(number), last_sum(self._rows(number), self.program.place)
        total = self._added_up(name, number)
        if last:
            close_sum(self, f"{name}.last", total, last)
        return total

    def _added_up(self, name: str, number: int) -> str:
        """Print the sum of all rows after the last tile."""
        kind = self._kind(number)
        self.line(f"{name}.at", f"getelementptr double, ptr %passed, i64 {self.sums[number]}")
        sums = self.line(f"{name}.sum", f"load {kind}, ptr {name}.at, align 8")
        return sums if kind == "double" else add_lanes(self, sums)
