"""Print one counted loop in LLVM IR, one row or a vector of LANES rows at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.memory_layout import step_of
from drivetrain.compiler.codegen.printer.node_printer import NodePrinter
from drivetrain.compiler.program.program import BOOL, REAL

__all__ = ["LANES", "VECTOR", "Bounds", "Loop", "add_lanes"]

Ints = NDArray[np.int64]

Bounds = tuple[str, str]
"""Registers of the first row of a loop and the one after the last, if it runs over some only."""

LANES = 8
"""Rows computed in parallel. Sums have this many partial sums on every processor, so that their
last bits do not depend on it."""

VECTOR = {REAL: f"<{LANES} x double>", BOOL: f"<{LANES} x i1>"}
"""Types of the values of a vector of rows."""

_WHOLE = f"<{LANES} x i64>"
_FIRST = f"<{LANES} x i32> zeroinitializer"
"""Shuffle mask that broadcasts the first element."""


class Loop:
    """Prints one counted loop into a function.

    Parameters
    ----------
    outer : NodePrinter
        The function.
    tag : str
        Name of the loop.
    count : int
        Number of rows.
    lanes : int
        Rows per pass.
    bounds : Bounds, optional
        First row and end, instead of all rows. There is at least one row, the first is a multiple
        of `lanes`, and so is the end unless it is that of all rows.
    """

    def __init__(
        self, outer: NodePrinter, tag: str, count: int, lanes: int, bounds: Bounds | None = None
    ) -> None:
        self.outer, self.lanes = outer, lanes
        self.first, self.end = bounds or ("0", str(count))
        self.name, self.head = f"%{tag}", f"{tag}.head"
        self.start, self.before, outer.label = len(outer.body), outer.label, self.head
        self.entry: list[str] = []
        self.phis: list[str] = []
        if lanes > 1:
            last = str(count - lanes)
            if bounds:
                last = f"{self.name}.l"
                self.entry.append(f"  {last} = sub i64 {self.end}, {lanes}")
            self._add(f"{self.name}.in = icmp ult i64 {self.name}.k, {last}")
            self._add(f"{self.name}.i = select i1 {self.name}.in, i64 {self.name}.k, i64 {last}")

    def _add(self, text: str) -> None:
        self.outer.body.append(f"  {text}")

    def carry(self, name: str, kind: str, first: str, following: str) -> None:
        """Let a register begin as `first` and become `following` in every pass."""
        self.phis.append(
            f"  {name} = phi {kind} [ {first}, %{self.before} ], [ {following}, %{self.head} ]"
        )

    def load(self, name: str, base: str, numbers: Ints) -> str:
        """Print the load of the entries `numbers` of an array in the current rows."""
        step = step_of(numbers)
        if self.lanes == 1 or step == 0:
            value = f"{name}.e" if self.lanes > 1 else name
            self._add(
                f"{value}.p = getelementptr double, ptr {base}, i64 {self._at(name, numbers)}"
            )
            self._add(f"{value} = load double, ptr {value}.p")
            return value if self.lanes == 1 else self.spread(name, value)
        if step in (1, -1):
            mask = self._mask(base, numbers) if step > 0 else ""
            return self._load_vector(name, base, int(numbers[0]), step, mask)
        value = "poison"
        for lane in range(self.lanes):
            one = f"{name}.{lane}"
            self._add(f"{one}.p = getelementptr double, ptr {base}, "
                      f"i64 {self._at(one, numbers, lane)}")  # fmt: skip
            self._add(f"{one}.e = load double, ptr {one}.p")
            to = name if lane == self.lanes - 1 else one
            self._add(f"{to} = insertelement {VECTOR[REAL]} {value}, double {one}.e, i64 {lane}")
            value = to
        return name

    def _mask(self, base: str, numbers: Ints) -> str:
        """Return the register with the mask for the index of parameters, "" for none.

        Values equal in all rows are then read from one address, which stays in the nearest cache.
        """
        first, last = int(numbers[0]), int(numbers[-1])
        place = self.outer.program.mask_of(first, last) if base == "%p" else None
        if place is None:
            return ""
        name = f"%mask{place}"
        if name not in self.outer.arrays:
            self.outer.arrays.add(name)
            self.outer.entry.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {place}")
            self.outer.entry.append(f"  {name} = load i64, ptr {name}.p")
        return name

    def _load_vector(self, name: str, base: str, first: int, step: int, mask: str) -> str:
        if mask:
            self._add(f"{name}.i = and i64 {self.name}.i, {mask}")
            self._add(f"{name}.a = add i64 {name}.i, {first}")
        else:
            self._add(f"{name}.a = {self._lowest(first, step)}")
        self._add(f"{name}.p = getelementptr double, ptr {base}, i64 {name}.a")
        to = name if step > 0 else f"{name}.r"
        self._add(f"{to} = load {VECTOR[REAL]}, ptr {name}.p, align 8")
        return name if step > 0 else self._reverse(name, to)

    def _lowest(self, first: int, step: int) -> str:
        """Return the index of the lowest of the adjacent entries."""
        if step > 0:
            return f"add i64 {self.name}.i, {first}"
        return f"sub i64 {first - self.lanes + 1}, {self.name}.i"

    def _reverse(self, name: str, value: str) -> str:
        return self._shuffle(name, value, "poison", list(reversed(range(self.lanes))))

    def spread(self, name: str, value: str) -> str:
        """Print the broadcast of a value to every lane."""
        kind = VECTOR[REAL]
        self._add(f"{name}.s = insertelement {kind} poison, double {value}, i64 0")
        return self._shuffle(name, f"{name}.s", "poison", [0] * self.lanes)

    def store(self, value: str, base: str, numbers: Ints) -> None:
        """Print the store of the current rows' values to the entries `numbers` of an array."""
        name, step = f"{self.name}.w", step_of(numbers)
        if self.lanes == 1:
            self._add(f"{name}.p = getelementptr double, ptr {base}, i64 {self._at(name, numbers)}")
            self._add(f"store double {value}, ptr {name}.p")
        elif step in (1, -1):
            if step < 0:
                value = self._reverse(f"{name}.v", value)
            self._add(f"{name}.a = {self._lowest(int(numbers[0]), step)}")
            self._add(f"{name}.p = getelementptr double, ptr {base}, i64 {name}.a")
            self._add(f"store {VECTOR[REAL]} {value}, ptr {name}.p, align 8")
        else:
            for lane in range(self.lanes):
                one = f"{name}.{lane}"
                self._add(f"{one}.e = extractelement {VECTOR[REAL]} {value}, i64 {lane}")
                at = self._at(one, numbers, lane)
                self._add(f"{one}.p = getelementptr double, ptr {base}, i64 {at}")
                self._add(f"store double {one}.e, ptr {one}.p")

    def _at(self, tag: str, numbers: Ints, lane: int = 0) -> str:
        """Return the entry of an index table in one of the current rows."""
        step, row = step_of(numbers), f"{self.name}.i" if self.lanes > 1 else f"{self.name}.k"
        if step is not None:
            self._add(f"{tag}.m = mul i64 {row}, {step}")
            self._add(f"{tag}.at = add i64 {tag}.m, {int(numbers[0]) + step * lane}")
            return f"{tag}.at"
        table = self._table(numbers)
        self._add(f"{tag}.t = getelementptr i64, ptr {table}, i64 {row}")
        self._add(f"{tag}.u = getelementptr i64, ptr {tag}.t, i64 {lane}")
        self._add(f"{tag}.at = load i64, ptr {tag}.u")
        return f"{tag}.at"

    def index(self, tag: str, numbers: Ints) -> str:
        """Return the entry of an index table in the current row."""
        return self._at(f"{self.name}.{tag}", numbers)

    def _table(self, numbers: Ints) -> str:
        table = np.ascontiguousarray(numbers, dtype=np.int64)
        self.outer.kept.append(table)
        return f"inttoptr (i64 {table.ctypes.data} to ptr)"

    def sum(self, value: str) -> str:
        """Print the sum of a value over all rows; return its register."""
        total = self.accumulate(value, "zeroinitializer" if self.lanes > 1 else "0.0")
        self.close()
        return add_lanes(self.outer, total) if self.lanes > 1 else total

    def accumulate(self, value: str, first: str) -> str:
        """Print the sums of a value lane by lane, starting from `first`; return them."""
        name, kind = self.name, VECTOR[REAL] if self.lanes > 1 else "double"
        if self.lanes > 1:
            lanes = ", ".join(f"i64 {lane}" for lane in range(self.lanes))
            self._add(f"{name}.again = sub i64 {name}.k, {name}.i")
            self._add(f"{name}.ai = insertelement {_WHOLE} poison, i64 {name}.again, i64 0")
            self._add(f"{name}.as = shufflevector {_WHOLE} {name}.ai, {_WHOLE} poison, {_FIRST}")
            self._add(f"{name}.new = icmp ule {_WHOLE} {name}.as, <{lanes}>")
            self._add(
                f"{name}.once = select {VECTOR[BOOL]} {name}.new, {kind} {value}, "
                f"{kind} zeroinitializer"
            )
            value = f"{name}.once"
        self.carry(f"{name}.acc", kind, first, f"{name}.sum")
        self._add(f"{name}.sum = fadd {kind} {name}.acc, {value}")
        return f"{name}.sum"

    def running_sum(self, value: str, base: str, before: int) -> str:
        """Print the running sums of a value over rows, starting from entry `before` of an array."""
        name, kind = self.name, VECTOR[REAL]
        self.entry += [
            f"  {name}.bp = getelementptr double, ptr {base}, i64 {before}",
            f"  {name}.b = load double, ptr {name}.bp",
            f"  {name}.bs = insertelement {kind} poison, double {name}.b, i64 0",
            f"  {name}.first = shufflevector {kind} {name}.bs, {kind} poison, {_FIRST}",
        ]
        self.carry(f"{name}.before", kind, f"{name}.first", f"{name}.last")
        for shift in (2**k for k in range(LANES.bit_length() - 1)):
            moved, added = f"{name}.m{shift}", f"{name}.s{shift}"
            lanes = [lane - shift if lane >= shift else self.lanes for lane in range(self.lanes)]
            self._shuffle(moved, value, "zeroinitializer", lanes)
            self._add(f"{added} = fadd {kind} {value}, {moved}")
            value = added
        self._add(f"{name}.r = fadd {kind} {name}.before, {value}")
        self._shuffle(f"{name}.last", f"{name}.r", "poison", [self.lanes - 1] * self.lanes)
        return f"{name}.r"

    def _shuffle(self, name: str, one: str, other: str, lanes: list[int]) -> str:
        order, kind = ", ".join(f"i32 {lane}" for lane in lanes), VECTOR[REAL]
        self._add(f"{name} = shufflevector {kind} {one}, {kind} {other}, <{LANES} x i32> <{order}>")
        return name

    def close(self) -> None:
        """Print the end of the loop, and its head before what has been printed since."""
        name, done = self.name, f"{self.name[1:]}.done"
        self._add(f"{name}.n = add i64 {name}.k, {self.lanes}")
        self._add(f"{name}.c = icmp ult i64 {name}.n, {self.end}")
        self._add(f"br i1 {name}.c, label %{self.head}, label %{done}")
        self.outer.body.append(f"{done}:")
        self.outer.label = done
        self.carry(f"{name}.k", "i64", self.first, f"{name}.n")
        top = [*self.entry, f"  br label %{self.head}", f"{self.head}:", *self.phis]
        self.outer.body[self.start : self.start] = top


def add_lanes(outer: NodePrinter, vector: str) -> str:
    """Print the sum of the lanes of a vector, one after the other; return it."""
    total = ""
    for lane in range(LANES):
        one = outer.line(f"{vector}{lane}", f"extractelement {VECTOR[REAL]} {vector}, i64 {lane}")
        total = outer.line(f"{one}.t", f"fadd double {total}, {one}") if total else one
    return total
