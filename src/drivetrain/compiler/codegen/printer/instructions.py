"""Print single LLVM IR instructions: loads, stores, selections."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.printer.names import OFFSET, literal
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.program import BOOL, REAL, Program

__all__ = ["Instructions"]

Ints = NDArray[np.int64]

_NONE: Mapping[int, int] = MappingProxyType({})
_MANY_ZEROS = 32
"""Number of zeros of a matrix from which on they are not stored one by one."""


class Instructions:
    """A function under construction: its lines, and the register of each node."""

    def __init__(
        self,
        program: Program,
        head: str,
        discrete_known: bool,
        kept: list[Ints],
        constants: Mapping[int, int],
        given: Mapping[int, int],
        bends: Discontinuities | None = None,
        matrices: Mapping[int, int] = _NONE,
    ) -> None:
        self.program = program
        self.constants = constants
        self.given = given
        self.matrices = matrices
        self.branches: Mapping[int, int] = bends.place if bends else {}
        self.else_at = bends.else_at if bends else {}
        self.inside = bends.inside if bends else {}
        self.head = head
        self.discrete_known = discrete_known
        self.kept = kept
        self.names: dict[int, str] = {}
        self.entry: list[str] = []
        self.body: list[str] = []
        self.arrays: set[str] = set()
        self.label = "entry"
        self.guards: list[tuple[str, int]] = []
        self.types = {REAL: "double", BOOL: "i1"}
        self.suffix = "f64"

    def array(self, field: str) -> str:
        """Return the register with the address of an array of `dt_io`."""
        if field not in self.arrays:
            self.arrays.add(field)
            self.entry.append(f"  %{field}.a = getelementptr i8, ptr %io, i64 {OFFSET[field]}")
            self.entry.append(f"  %{field} = load ptr, ptr %{field}.a")
        return f"%{field}"

    def operand(self, number: int) -> str:
        """Return the register of a node; load the node at its first use."""
        if number not in self.names:
            self.names[number] = self._node(number)
        return self.names[number]

    def _node(self, number: int) -> str:
        """Print a node; return its register."""
        raise NotImplementedError

    def register(self, number: int) -> str:
        """Return the name of a node's register."""
        return f"%v{number}"

    def constant(self, value: float | bool, kind: str = REAL) -> str:
        """Return a constant."""
        return ("true" if value else "false") if kind == BOOL else literal(value)

    def line(self, name: str, text: str) -> str:
        """Append an instruction; return its register."""
        self.body.append(f"  {name} = {text}")
        return name

    def _load(self, name: str, base: str, index: int, kind: str) -> str:
        out = self.body
        out.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {index}")
        if kind == BOOL:
            out.append(f"  {name}.d = load double, ptr {name}.p")
            out.append(f"  {name} = fcmp une double {name}.d, 0.0")
        else:
            out.append(f"  {name} = load double, ptr {name}.p")
        return name

    def _store(self, name: str, number: int, base: str, place: int) -> None:
        value = self.operand(number)
        if self.program.kinds[number] == BOOL:
            value = self._number(f"{name}.d", value)
        self.body.append(f"  {name} = getelementptr double, ptr {base}, i64 {place}")
        self.body.append(f"  store double {value}, ptr {name}")

    def _number(self, name: str, truth: str) -> str:
        """Print 0 or 1 for a condition.

        In two steps: LLVM's FastISel for unoptimised code has no single instruction for this, and
        would leave everything before it to the slow instruction selection.
        """
        kind = self.types[BOOL].replace("i1", "i32")
        self.line(f"{name}.n", f"zext {self.types[BOOL]} {truth} to {kind}")
        return self.line(name, f"sitofp {kind} {name}.n to {self.types[REAL]}")

    def _choice(self, name: str, kind: str, condition: str, yes: str, no: str) -> str:
        """Print `yes` if the condition holds, else `no`; Booleans in simple steps, as `_number`."""
        truth = self.types[BOOL]
        if kind != truth:
            return self.line(name, f"select {truth} {condition}, {kind} {yes}, {kind} {no}")
        self.line(f"{name}.y", f"and {truth} {condition}, {yes}")
        self.line(f"{name}.o", f"xor {truth} {condition}, {self.constant(True, BOOL)}")
        self.line(f"{name}.n", f"and {truth} {name}.o, {no}")
        return self.line(name, f"or {truth} {name}.y, {name}.n")

    def _select(self, name: str, condition: str, yes: str, no: str) -> str:
        return self._choice(name, self.types[REAL], condition, yes, no)

    def _memory(self, name: str, first: int) -> None:
        base = self.array("memory")
        self.body.append(f"  {name}.m = getelementptr double, ptr {base}, i64 {first}")

    def _fill(self, base: str, values: list[str]) -> None:
        """Store values one by one, but many zeros at once: large matrices are mostly zero."""
        zero = literal(0.0)
        at_once = values.count(zero) >= _MANY_ZEROS
        if at_once:
            size = 8 * len(values)
            self.body.append(f"  call void @llvm.memset.p0.i64(ptr {base}, i8 0, i64 {size}, i1 0)")
        for k, value in enumerate(values):
            if at_once and value == zero:
                continue
            self.body.append(f"  {base}{k} = getelementptr double, ptr {base}, i64 {k}")
            self.body.append(f"  store double {value}, ptr {base}{k}")

    def _move(self, source: str, target: str, k: int, name: str) -> None:
        self.body += [
            f"  {name}.a = getelementptr double, ptr {source}, i64 {k}",
            f"  {name}.v = load double, ptr {name}.a",
            f"  {name}.b = getelementptr double, ptr {target}, i64 {k}",
            f"  store double {name}.v, ptr {name}.b",
        ]
