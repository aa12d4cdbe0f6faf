"""Print algebraic loops: the code fills in their systems, the kernel solves them."""

from __future__ import annotations

import math

from drivetrain.compiler.codegen.printer.instructions import Instructions
from drivetrain.compiler.codegen.printer.names import OFFSET, literal
from drivetrain.compiler.program.program import BOOL, REAL
from drivetrain.kernel.status import BlockCode

__all__ = ["Systems"]

_ALL_SHARED = 2**64 - 1
"""Bit mask of the unknowns of a loop, all bits set."""


class Systems(Instructions):
    """Prints the solution of algebraic loops; methods as those of `Operations`."""

    def solve(self, name: str, number: int, args: list[str]) -> str:
        """Print a linear loop: fill matrix and right side, call the kernel, stop if it fails."""
        n, memory, loop, factors, shared, sizes, limits = self.program.values[number]
        self._system(name, n, args, self.matrices.get(number))
        self._memory(name, memory)
        self._solved(name, number, args, (n, factors, sizes), shared, loop, limits)
        return f"{name}.x"

    def slopes(self, name: str, number: int, args: list[str]) -> str:
        """Print the linear system for the slopes of a loop's unknowns."""
        n, loop, factors, sizes = self.program.values[number]
        self._system(name, n, args)
        self.entry.append(f"  {name}.m = alloca double, i64 {n}")
        self._fill(f"{name}.m", [literal(0.0)] * n)
        if sizes >= 0:
            self._solved(name, number, args, (n, factors, sizes), _ALL_SHARED, loop)
        else:
            call = f"call i32 @dt_solve(i64 {n}, ptr {name}.A, ptr {name}.x, ptr {name}.m)"
            self._guard(call, loop)
        return f"{name}.x"

    def rarely_read(self, number: int) -> set[int]:
        """Return constants that a linear loop needs, and reads, only if its matrix is new."""
        if self.program.ops[number] not in ("solve", "slopes"):
            return set()
        n, args = self.program.values[number][0], self.program.args[number]
        matrix, right, known = args[: n * n], args[n * n : n * n + n], args[n * n + n :]
        wanted = set(right) if number in self.matrices else {*matrix, *right}
        return {a for a in (*matrix, *known) if a in self.constants} - wanted

    def _system(self, name: str, n: int, args: list[str], place: int | None = None) -> None:
        """Print the stores of matrix and right-hand side; a known matrix is read at its place."""
        self.entry.append(f"  {name}.x = alloca double, i64 {n}")
        if place is None:
            self.entry.append(f"  {name}.A = alloca double, i64 {n * n}")
            self._fill(f"{name}.A", args[: n * n])
        else:
            base = self.array("constant")
            self.body.append(f"  {name}.A = getelementptr double, ptr {base}, i64 {place}")
        self._fill(f"{name}.x", args[n * n : n * n + n])

    def _solved(
        self,
        name: str,
        number: int,
        args: list[str],
        system: tuple[int, int, int],
        shared: int,
        loop: int,
        limits: int = -1,
    ) -> None:
        """Print the solution of a linear loop, by factors from an earlier call or by new ones.

        New ones need the sizes of terms, and the limits of loads where these are indeterminate.

        The sizes are unknown for the right-hand side of slopes: where rank is missing, slopes are
        consistent with each other, as their loop is.
        """
        n, factors, sizes = system
        count = len(self.program.sizes[sizes].known)
        known, limited = args[n * n + n :][:count], args[n * n + n + count :]
        k = len(self.guards)
        base = self.array("factors")
        self.body.append(f"  {name}.f = getelementptr double, ptr {base}, i64 {factors}")
        self.entry.append(f"  {name}.k = alloca double, i64 {max(len(known), 1)}")
        self.entry.append(f"  {name}.S = alloca double, i64 {n * n + n}")
        given, copied = (f"i64 {n}, ptr {name}.{A}, ptr {name}.x" for A in "AB")
        kept = f"ptr {name}.m, ptr {name}.f"
        self.body += [
            f"  {name}.kept = call i32 @dt_solve_again({given}, {kept})",
            f"  {name}.new = icmp eq i32 {name}.kept, {int(BlockCode.UNSIZED)}",
            f"  br i1 {name}.new, label %sized{k}, label %solved{k}",
            f"sized{k}:",
        ]
        self._copy_matrix(name, n)
        self._fill(f"{name}.k", self._numbers(name, number, known, n * n + n))
        self.body.append(
            f"  {name}.sizes = call i32 @sizes{sizes}(ptr %io, ptr {name}.k, ptr {name}.S)"
        )
        if self.program.ops[number] == "slopes":
            for i in range(n * n, n * n + n):
                self.body += [
                    f"  {name}.S{i} = getelementptr double, ptr {name}.S, i64 {i}",
                    f"  store double {literal(math.inf)}, ptr {name}.S{i}",
                ]
        call = f"@dt_solve_sized({copied}, ptr {name}.S, {kept}, i64 {shared})"
        if limits >= 0:
            rows = self._limits(name, number, limited, n * n + n + count, limits, n)
            call = f"@dt_solve_limited({copied}, ptr {name}.S, {kept}, i64 {shared}, {rows})"
        self.body += [
            f"  {name}.sized = call i32 {call}",
            f"  br label %solved{k}",
            f"solved{k}:",
        ]
        before, self.label = self.label, f"solved{k}"
        cases = f"[ {name}.kept, %{before} ], [ {name}.sized, %sized{k} ]"
        self._guard(f"phi i32 {cases}", loop)

    def _copy_matrix(self, name: str, n: int) -> None:
        """Print the copy of a matrix, which the solution may overwrite."""
        self.entry.append(f"  {name}.B = alloca double, i64 {n * n}")
        copied = f"ptr {name}.B, ptr {name}.A, i64 {8 * n * n}"
        self.body.append(f"  call void @llvm.memcpy.p0.p0.i64({copied}, i1 0)")

    def _limits(
        self, name: str, number: int, known: list[str], first: int, limits: int, n: int
    ) -> str:
        """Print the stores of the limits of loads; return their number and address."""
        numbers = len(self.program.sizes[limits].sizes)
        self.entry.append(f"  {name}.l = alloca double, i64 {max(len(known), 1)}")
        self.entry.append(f"  {name}.L = alloca double, i64 {numbers}")
        self._fill(f"{name}.l", self._numbers(name, number, known, first))
        self.body.append(
            f"  {name}.limits = call i32 @sizes{limits}(ptr %io, ptr {name}.l, ptr {name}.L)"
        )
        return f"i64 {numbers // (n + 2)}, ptr {name}.L"

    def newton(self, name: str, number: int, args: list[str]) -> str:
        """Print a nonlinear loop: known values, guess from the last solution, kernel call."""
        n, memory, loop, residual = self.program.values[number]
        for suffix, size in (("k", max(len(args), 1)), ("x", n), ("r", n), ("J", n * n)):
            self.entry.append(f"  {name}.{suffix} = alloca double, i64 {size}")
        self._fill(f"{name}.k", self._numbers(name, number, args, 0))
        self._memory(name, memory)
        for k in range(n):
            self._move(f"{name}.m", f"{name}.x", k, f"{name}.in{k}")
        inner = f"held{residual}" if residual in self.inside else f"residual{residual}"
        call = (
            f"call i32 @dt_newton(i64 {n}, ptr @{inner}, ptr %io, ptr {name}.k, "
            f"ptr {name}.x, ptr {name}.r, ptr {name}.J)"
        )
        self._guard(call, loop)
        for k in range(n):
            self._move(f"{name}.x", f"{name}.m", k, f"{name}.out{k}")
        return f"{name}.x"

    def _numbers(self, name: str, number: int, args: list[str], first: int) -> list[str]:
        """Return the operands from `first` on as numbers: conditions become 0 or 1."""
        result = []
        nodes = self.program.args[number][first : first + len(args)]
        for k, (node, value) in enumerate(zip(nodes, args, strict=True)):
            if not value:
                place = self.constants[node]
                value = self._load(f"{name}.c{first + k}", self.array("constant"), place, REAL)
            elif self.program.kinds[node] == BOOL:
                value = self._number(f"{name}.b{k}", value)
            result.append(value)
        return result

    def put(self, name: str, number: int, args: list[str]) -> str:
        """Print the store of an entry of a large loop's system."""
        place = self.program.values[number]
        base = self.array("factors")
        self.body.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {place}")
        self.body.append(f"  store double {args[0]}, ptr {name}.p")
        return name

    def block(self, name: str, number: int, args: list[str]) -> str:
        """Print a large linear loop: call the kernel after all entries are stored."""
        k = self.program.values[number]
        block, base = self.program.blocks[k], self.array("factors")
        self._memory(name, block.memory)
        for suffix, place in (("A", block.first), ("x", block.right)):
            self.body.append(f"  {name}.{suffix} = getelementptr double, ptr {base}, i64 {place}")
        arguments = f"ptr %io, i64 {k}, ptr {name}.A, ptr {name}.x, ptr {name}.m"
        self._guard(f"call i32 @dt_solve_block({arguments})", block.loop)
        return name

    def entry_of(self, name: str, number: int, args: list[str]) -> str:
        """Print one unknown of a large loop."""
        solve = self.program.args[number][0]
        block = self.program.blocks[self.program.values[solve]]
        place, base = block.right + self.program.values[number], self.array("factors")
        self.body.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {place}")
        return self.line(name, f"load double, ptr {name}.p")

    def get(self, name: str, number: int, args: list[str]) -> str:
        """Print one unknown of a loop."""
        k = self.program.values[number]
        self.body.append(f"  {name}.p = getelementptr double, ptr {args[0]}, i64 {k}")
        return self.line(name, f"load double, ptr {name}.p")

    def _guard(self, call: str, loop: int) -> None:
        k = len(self.guards)
        self.guards.append((self.label, loop))
        self.body += [
            f"  %code{k} = {call}",
            f"  %bad{k} = icmp ne i32 %code{k}, 0",
            f"  br i1 %bad{k}, label %failed, label %ok{k}",
            f"ok{k}:",
        ]
        self.label = f"ok{k}"

    def _failures(self) -> list[str]:
        if not self.guards:
            return []
        cases = [f"[ %code{k}, %{label} ]" for k, (label, _) in enumerate(self.guards)]
        numbers = [f"[ {loop}, %{label} ]" for label, loop in self.guards]
        return [
            "failed:",
            f"  %code = phi i32 {', '.join(cases)}",
            f"  %loop = phi i64 {', '.join(numbers)}",
            f"  %where = getelementptr i8, ptr %io, i64 {OFFSET['failed_block']}",
            "  store i64 %loop, ptr %where",
            "  ret i32 %code",
        ]
