"""Rows: loops over index tables, printed into the function around them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.dependencies import topological
from drivetrain.compiler.printer import FunctionPrinter
from drivetrain.compiler.program import Rows

__all__ = ["Loop"]

Ints = NDArray[np.int64]


class Loop:
    """Prints one counted loop into a function."""

    def __init__(self, outer: FunctionPrinter, tag: str, count: int, sums: bool = False) -> None:
        self.outer, self.count, self.sums = outer, count, sums
        self.name, self.head = f"%{tag}", f"{tag}.head"
        before = outer.label
        outer.body += [f"  br label %{self.head}", f"{self.head}:"]
        outer.body.append(
            f"  {self.name}.i = phi i64 [ 0, %{before} ], [ {self.name}.n, %{self.head} ]"
        )
        if sums:
            outer.body.append(
                f"  {self.name}.acc = phi double [ 0.0, %{before} ], "
                f"[ {self.name}.sum, %{self.head} ]"
            )
        outer.label = self.head

    def index(self, tag: str, numbers: Ints) -> str:
        """Return the entry of an index table in the current row."""
        name, row = f"{self.name}.{tag}", f"{self.name}.i"
        step = int(numbers[1] - numbers[0]) if len(numbers) > 1 else 0
        body = self.outer.body
        if np.array_equal(numbers, numbers[0] + step * np.arange(len(numbers))):
            body.append(f"  {name}.m = mul i64 {row}, {step}")
            body.append(f"  {name} = add i64 {name}.m, {int(numbers[0])}")
            return name
        table = np.ascontiguousarray(numbers, dtype=np.int64)
        self.outer.kept.append(table)
        base = f"inttoptr (i64 {table.ctypes.data} to ptr)"
        body.append(f"  {name}.a = getelementptr i64, ptr {base}, i64 {row}")
        body.append(f"  {name} = load i64, ptr {name}.a")
        return name

    def body_of(self, rows: Rows) -> str:
        """Print the body of the rows; return the register with the value."""
        return _RowBody(self, rows).value()

    def close(self) -> None:
        """Print the end of the loop."""
        name, done = self.name, f"{self.name[1:]}.done"
        self.outer.body += [
            f"  {name}.n = add i64 {name}.i, 1",
            f"  {name}.c = icmp ult i64 {name}.n, {self.count}",
            f"  br i1 {name}.c, label %{self.head}, label %{done}",
            f"{done}:",
        ]
        self.outer.label = done


class _RowBody(FunctionPrinter):
    """Prints the body of a loop over rows, into the function around it."""

    def __init__(self, loop: Loop, rows: Rows) -> None:
        outer = loop.outer
        super().__init__(rows.body, outer.name, True, outer.kept)
        self.entry, self.body, self.arrays = outer.entry, outer.body, outer.arrays
        self.loop, self.rows = loop, rows

    def value(self) -> str:
        """Print all nodes; return the register of the result."""
        for number in topological(self.program, [self.rows.result], True):
            self.names[number] = self._node(number)
        return self.names[self.rows.result]

    def register(self, number: int) -> str:
        """Return the name of a node's register."""
        return f"{self.loop.name}v{number}"

    def _node(self, number: int) -> str:
        op, value = self.program.ops[number], self.program.values[number]
        name = self.register(number)
        if op == "in":
            kind, numbers = self.rows.columns[value]
            base = self.array("x") if kind == "x" else self.loop.outer.scratch()
            return self._indexed(name, base, self.loop.index(f"s{value}", numbers))
        if op == "p":
            numbers = self.rows.parameters[value]
            return self._indexed(name, self.array("p"), self.loop.index(f"p{value}", numbers))
        return super()._node(number)

    def _indexed(self, name: str, base: str, index: str) -> str:
        self.body.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {index}")
        return self.line(name, f"load double, ptr {name}.p")

    def table_index(self, number: int, column: int) -> str:
        """Print the number of the table, which depends on the row."""
        return self.loop.index(f"t{number}", self.rows.tables[column])
