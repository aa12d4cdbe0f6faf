"""Rows: loops over index tables, printed into the function around them.

Rows that do not need each other are computed LANES at a time. The last vector then begins so early
that it ends with the last row; what it computes once more comes out the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.dependencies import topological
from drivetrain.compiler.printer import FunctionPrinter
from drivetrain.compiler.program import BOOL, REAL, Program, Rows
from drivetrain.compiler.storage import step_of

__all__ = ["LANES", "batch_loop", "copy_loop", "sum_loop"]

Ints = NDArray[np.int64]

LANES = 8
"""Rows computed side by side. Sums keep as many partial sums on every processor, so that their
last bits do not depend on it."""

_VECTOR_OPS = frozenset((
    "const", "in", "p", "time", "add", "sub", "mul", "div", "neg", "where", "gt", "ge", "lt", "le",
    "eq", "ne", "and", "or", "not", "beq", "bne", "sqrt", "abs", "floor", "ceil", "min", "max",
    "sign", "mod", "real", "bool",
))  # fmt: skip


def _lanes_of(rows: Rows, place: Ints) -> int:
    """Return how many rows can be computed side by side."""
    if rows.count < LANES:
        return 1
    if not all(_in_vectors(rows.body, n) for n in topological(rows.body, [rows.result], True)):
        return 1
    if rows.target is None:
        return LANES
    first, last = int(place[rows.target].min()), int(place[rows.target].max())
    for kind, members in rows.columns.values():
        if kind == "s" and ((place[members] >= first) & (place[members] <= last)).any():
            return 1
    return LANES


def _in_vectors(body: Program, number: int) -> bool:
    if body.ops[number] == "pow":
        return body.is_const(body.args[number][1], 2.0)
    return body.ops[number] in _VECTOR_OPS


class Loop:
    """Prints one counted loop into a function.

    Parameters
    ----------
    outer : FunctionPrinter
        The function.
    tag : str
        Name of the loop.
    count : int
        Number of rows.
    lanes : int
        Rows per pass.
    """

    def __init__(self, outer: FunctionPrinter, tag: str, count: int, lanes: int) -> None:
        self.outer, self.count, self.lanes = outer, count, lanes
        self.name, self.head = f"%{tag}", f"{tag}.head"
        self.start, self.before, outer.label = len(outer.body), outer.label, self.head
        self.entry: list[str] = []
        self.phis: list[str] = []
        if lanes > 1:
            last = count - lanes
            self._add(f"{self.name}.in = icmp ult i64 {self.name}.k, {last}")
            self._add(f"{self.name}.i = select i1 {self.name}.in, i64 {self.name}.k, i64 {last}")

    def _add(self, text: str) -> None:
        self.outer.body.append(f"  {text}")

    def carry(self, name: str, kind: str, first: str, following: str) -> None:
        """Let a register begin as `first` and become `following` with every pass."""
        self.phis.append(
            f"  {name} = phi {kind} [ {first}, %{self.before} ], [ {following}, %{self.head} ]"
        )

    def load(self, name: str, base: str, numbers: Ints) -> str:
        """Print the reading of the entries `numbers` of an array in the present rows."""
        step = step_of(numbers)
        if self.lanes == 1 or step == 0:
            value = f"{name}.e" if self.lanes > 1 else name
            self._add(
                f"{value}.p = getelementptr double, ptr {base}, i64 {self._at(name, numbers)}"
            )
            self._add(f"{value} = load double, ptr {value}.p")
            return value if self.lanes == 1 else self.spread(name, value)
        if step in (1, -1):
            return self._load_vector(name, base, int(numbers[0]), step)
        value = "poison"
        for lane in range(self.lanes):
            one = f"{name}.{lane}"
            self._add(f"{one}.p = getelementptr double, ptr {base}, "
                      f"i64 {self._at(one, numbers, lane)}")  # fmt: skip
            self._add(f"{one}.e = load double, ptr {one}.p")
            to = name if lane == self.lanes - 1 else one
            self._add(f"{to} = insertelement {_VECTOR[REAL]} {value}, double {one}.e, i64 {lane}")
            value = to
        return name

    def _load_vector(self, name: str, base: str, first: int, step: int) -> str:
        self._add(f"{name}.a = {self._lowest(first, step)}")
        self._add(f"{name}.p = getelementptr double, ptr {base}, i64 {name}.a")
        to = name if step > 0 else f"{name}.r"
        self._add(f"{to} = load {_VECTOR[REAL]}, ptr {name}.p, align 8")
        return name if step > 0 else self._reverse(name, to)

    def _lowest(self, first: int, step: int) -> str:
        """Return the index of the lowest of neighbouring entries."""
        if step > 0:
            return f"add i64 {self.name}.i, {first}"
        return f"sub i64 {first - self.lanes + 1}, {self.name}.i"

    def _reverse(self, name: str, value: str) -> str:
        order = ", ".join(f"i32 {lane}" for lane in reversed(range(self.lanes)))
        kind = _VECTOR[REAL]
        self._add(f"{name} = shufflevector {kind} {value}, {kind} poison, <8 x i32> <{order}>")
        return name

    def spread(self, name: str, value: str) -> str:
        """Print the same value in every lane."""
        kind = _VECTOR[REAL]
        self._add(f"{name}.s = insertelement {kind} poison, double {value}, i64 0")
        self._add(
            f"{name} = shufflevector {kind} {name}.s, {kind} poison, <8 x i32> zeroinitializer"
        )
        return name

    def store(self, value: str, base: str, numbers: Ints) -> None:
        """Print the writing of the present rows' values to the entries `numbers` of an array."""
        name, step = f"{self.name}.w", step_of(numbers)
        if self.lanes == 1:
            self._add(f"{name}.p = getelementptr double, ptr {base}, i64 {self._at(name, numbers)}")
            self._add(f"store double {value}, ptr {name}.p")
        elif step in (1, -1):
            if step < 0:
                value = self._reverse(f"{name}.v", value)
            self._add(f"{name}.a = {self._lowest(int(numbers[0]), step)}")
            self._add(f"{name}.p = getelementptr double, ptr {base}, i64 {name}.a")
            self._add(f"store {_VECTOR[REAL]} {value}, ptr {name}.p, align 8")
        else:
            for lane in range(self.lanes):
                one = f"{name}.{lane}"
                self._add(f"{one}.e = extractelement {_VECTOR[REAL]} {value}, i64 {lane}")
                at = self._at(one, numbers, lane)
                self._add(f"{one}.p = getelementptr double, ptr {base}, i64 {at}")
                self._add(f"store double {one}.e, ptr {one}.p")

    def _at(self, tag: str, numbers: Ints, lane: int = 0) -> str:
        """Return the entry of an index table in one of the present rows."""
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
        """Return the entry of an index table in the present row."""
        return self._at(f"{self.name}.{tag}", numbers)

    def _table(self, numbers: Ints) -> str:
        table = np.ascontiguousarray(numbers, dtype=np.int64)
        self.outer.kept.append(table)
        return f"inttoptr (i64 {table.ctypes.data} to ptr)"

    def sum(self, value: str) -> str:
        """Print the adding up of a value over all rows; return the register of the sum."""
        name, kind = self.name, _VECTOR[REAL] if self.lanes > 1 else "double"
        zero = "zeroinitializer" if self.lanes > 1 else "0.0"
        if self.lanes > 1:
            lanes = ", ".join(f"i64 {lane}" for lane in range(self.lanes))
            self._add(f"{name}.again = sub i64 {name}.k, {name}.i")
            self._add(f"{name}.ai = insertelement <8 x i64> poison, i64 {name}.again, i64 0")
            self._add(f"{name}.as = shufflevector <8 x i64> {name}.ai, <8 x i64> poison, "
                      "<8 x i32> zeroinitializer")  # fmt: skip
            self._add(f"{name}.new = icmp ule <8 x i64> {name}.as, <{lanes}>")
            self._add(
                f"{name}.once = select {_VECTOR[BOOL]} {name}.new, {kind} {value}, {kind} {zero}"
            )
            value = f"{name}.once"
        self.carry(f"{name}.acc", kind, zero, f"{name}.sum")
        self._add(f"{name}.sum = fadd {kind} {name}.acc, {value}")
        self.close()
        return self._across(f"{name}.sum") if self.lanes > 1 else f"{name}.sum"

    def _across(self, vector: str) -> str:
        """Add the lanes up, one after the other."""
        total = ""
        for lane in range(self.lanes):
            one = f"{vector}{lane}"
            self._add(f"{one} = extractelement {_VECTOR[REAL]} {vector}, i64 {lane}")
            if total:
                self._add(f"{one}.t = fadd double {total}, {one}")
            total = f"{one}.t" if total else one
        return total

    def close(self) -> None:
        """Print the end of the loop, and its head before what has been printed since."""
        name, done = self.name, f"{self.name[1:]}.done"
        self._add(f"{name}.n = add i64 {name}.k, {self.lanes}")
        self._add(f"{name}.c = icmp ult i64 {name}.n, {self.count}")
        self._add(f"br i1 {name}.c, label %{self.head}, label %{done}")
        self.outer.body.append(f"{done}:")
        self.outer.label = done
        self.carry(f"{name}.k", "i64", "0", f"{name}.n")
        top = [*self.entry, f"  br label %{self.head}", f"{self.head}:", *self.phis]
        self.outer.body[self.start : self.start] = top


def batch_loop(outer: FunctionPrinter, tag: str, rows: Rows, place: Ints) -> None:
    """Print a loop in which every row stores one unknown."""
    assert rows.target is not None
    loop = Loop(outer, tag, rows.count, _lanes_of(rows, place))
    body = _RowBody(loop, rows, place)
    value = body.value()
    loop.store(value, outer.work(), place[rows.target])
    for name, first in body.carried:
        loop.carry(name, "double", first, value)
    loop.close()


def sum_loop(outer: FunctionPrinter, tag: str, rows: Rows, place: Ints) -> str:
    """Print a loop that adds up the values of all rows; return the register of the sum."""
    loop = Loop(outer, tag, rows.count, _lanes_of(rows, place))
    return loop.sum(_RowBody(loop, rows, place).value())


def copy_loop(
    outer: FunctionPrinter, tag: str, to: str, places: Ints, base: str, read: Ints
) -> None:
    """Print a loop that copies entries of one array to another."""
    near = step_of(places) in (1, -1) and step_of(read) in (1, -1) and len(read) >= LANES
    loop = Loop(outer, tag, len(places), LANES if near else 1)
    loop.store(loop.load(f"{loop.name}.v", base, read), to, places)
    loop.close()


_VECTOR = {REAL: f"<{LANES} x double>", BOOL: f"<{LANES} x i1>"}


class _RowBody(FunctionPrinter):
    """Prints the body of a loop over rows, into the function around it."""

    def __init__(self, loop: Loop, rows: Rows, place: Ints) -> None:
        outer = loop.outer
        super().__init__(rows.body, outer.name, True, outer.kept, {})
        self.entry, self.body, self.arrays = outer.entry, outer.body, outer.arrays
        self.loop, self.rows, self.place = loop, rows, place
        self.carried: list[tuple[str, str]] = []
        if loop.lanes > 1:
            self.types, self.suffix = _VECTOR, f"v{LANES}f64"

    def value(self) -> str:
        """Print all nodes; return the register of the result."""
        for number in topological(self.program, [self.rows.result], True):
            self.names[number] = self._node(number)
        return self.names[self.rows.result]

    def register(self, number: int) -> str:
        """Return the name of a node's register."""
        return f"{self.loop.name}v{number}"

    def constant(self, value: float | bool, kind: str = REAL) -> str:
        """Return a constant, the same in every lane."""
        one = super().constant(value, kind)
        if self.loop.lanes == 1:
            return one
        of = "double" if kind == REAL else "i1"
        return f"<{', '.join([f'{of} {one}'] * self.loop.lanes)}>"

    def _node(self, number: int) -> str:
        op, value = self.program.ops[number], self.program.values[number]
        name = self.register(number)
        if op == "in":
            return self._quantity(name, *self.rows.columns[value])
        if op == "p":
            self.loop.load(name, self.array("p"), self.rows.parameters[value])
            if self.program.kinds[number] == BOOL:
                return self.line(
                    f"{name}.b", f"fcmp une {self.types[REAL]} {name}, {self.constant(0.0)}"
                )
            return name
        if op == "time" and self.loop.lanes > 1:
            return self.loop.spread(name, self.line(f"{name}.e", "load double, ptr %io"))
        return super()._node(number)

    def _quantity(self, name: str, kind: str, numbers: Ints) -> str:
        if kind == "x":
            return self.loop.load(name, self.array("x"), numbers)
        places, target = self.place[numbers], self.rows.target
        if target is not None and np.array_equal(places[1:], self.place[target][:-1]):
            return self._carried(name, int(places[0]))
        return self.loop.load(name, self.work(), places)

    def _carried(self, name: str, first: int) -> str:
        """Keep the value of the row before in its register."""
        loop = self.loop
        loop.entry += [
            f"  {name}.p = getelementptr double, ptr {self.work()}, i64 {first}",
            f"  {name}.f = load double, ptr {name}.p",
        ]
        self.carried.append((name, f"{name}.f"))
        return name

    def table_index(self, number: int, column: int) -> str:
        """Print the number of the table, which depends on the row."""
        return self.loop.index(f"t{number}", self.rows.tables[column])
