"""Printer: program → LLVM IR.

It is thin: one line of IR per node, constants in place, loads at first use and stores at the end;
long functions are put together from parts.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.dependencies import behind, topological
from drivetrain.compiler.parts import FAILING, ORDER_ONLY, Part, split
from drivetrain.compiler.program import BOOL, REAL, Program, Rows
from drivetrain.kernel.status import BlockCode

__all__ = [
    "DECLARATIONS",
    "LIBM",
    "Copy",
    "FunctionPrinter",
    "Output",
    "inner_functions",
    "pieces",
    "write_function",
]

Ints = NDArray[np.int64]

_FIELDS = (
    "time", "initial", "x", "p", "tables", "table_offset", "pre", "z", "rel", "sample", "memory",
    "xdot", "z_out", "g", "t_event", "reinit_on", "reinit_value", "assert_ok", "y", "failed_block",
    "jac", "dfdt", "delay_value", "delay_time", "history", "work",
    "constant", "factors", "blocks", "kink", "branch", "longest_step", "phase",
)  # fmt: skip
_OFFSET = {name: 8 * k for k, name in enumerate(_FIELDS)}

_LONG_PIECE = 32
"""Neighbours that are copied in one piece."""
_ALL_SHARED = 2**64 - 1
"""Bits of the unknowns of a loop, all set."""
_MANY_ZEROS = 32
"""Zeros of a matrix from which on they are not stored one by one."""


class Output(NamedTuple):
    """A node that is stored into an array of `dt_io`."""

    array: str
    place: int
    node: int

    @property
    def roots(self) -> tuple[int, ...]:
        """Nodes that have to come first."""
        return (self.node,)


class Copy(NamedTuple):
    """Many quantities that are copied into an array of `dt_io`.

    Attributes
    ----------
    places : int array
        Where they go.
    kind : {"x", "s"}
        States, or unknowns that batches have stored.
    source : int array
        Numbers of the states or unknowns.
    roots : tuple of int
        Nodes that have to come first.
    """

    array: str
    places: Ints
    kind: str
    source: Ints
    roots: tuple[int, ...]


LIBM = (
    "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "log10", "atan2", "sin", "cos", "exp",
    "log", "pow", "floor", "ceil",
)  # fmt: skip
_INTRINSICS = {
    "sqrt": "llvm.sqrt.f64", "abs": "llvm.fabs.f64", "sin": "llvm.sin.f64", "cos": "llvm.cos.f64",
    "exp": "llvm.exp.f64", "log": "llvm.log.f64", "floor": "llvm.floor.f64",
    "ceil": "llvm.ceil.f64", **{name: name for name in LIBM[:8]},
}  # fmt: skip
_BINARY = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_COMPARE = {"gt": "ogt", "ge": "oge", "lt": "olt", "le": "ole", "eq": "oeq", "ne": "une"}
_LOADS = {"x": "x", "p": "p", "pre": "pre", "rel": "rel", "sample": "sample"}

DECLARATIONS = "\n".join(
    [f"declare double @{name}(double)" for name in sorted(set(_INTRINSICS.values()))]
    + [
        f"declare <8 x double> @llvm.{name}.v8f64(<8 x double>)"
        for name in ("sqrt", "fabs", "floor", "ceil")
    ]
    + [
        "declare double @llvm.pow.f64(double, double)",
        "declare double @atan2(double, double)",
        "declare double @dt_table(ptr, double, i64)",
        "declare double @dt_table_bend(ptr, double)",
        "declare double @dt_table_turn(ptr, double)",
        "declare double @dt_table_beside(ptr, double, i64, double)",
        "declare double @dt_floor_bend(double)",
        "declare double @dt_floor_beside(double, double)",
        "declare double @dt_delay(ptr, i64, double)",
        "declare double @dt_delay_rate(ptr, i64, double)",
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
        "declare i32 @dt_solve(i64, ptr, ptr, ptr)",
        "declare i32 @dt_solve_again(i64, ptr, ptr, ptr, ptr)",
        "declare i32 @dt_solve_sized(i64, ptr, ptr, ptr, ptr, ptr, i64)",
        "declare void @dt_chain(ptr, i64, i64, i64, ptr)",
        "declare i32 @dt_solve_block(ptr, i64, ptr, ptr, ptr)",
        "declare i32 @dt_newton(i64, ptr, ptr, ptr, ptr, ptr, ptr)",
    ]
)


def write_function(
    program: Program,
    name: str,
    outputs: Sequence[Output | Copy],
    kept: list[Ints],
    constants: Mapping[int, int],
    discrete_known: bool = True,
    branches: Mapping[int, int] | None = None,
) -> str:
    """Return the LLVM IR of one model function, which may compute discrete variables anew.

    Index tables that the code refers to by address are appended to `kept`. The nodes in `constants`
    are read from their places there, those in `branches` take the branch that stands in theirs.
    """
    parts = split(program, [output.roots for output in outputs], discrete_known, constants)
    heads = [f"i32 @{name}(ptr %io)"]
    if len(parts) > 1:
        heads = [f"i32 @{name}.{k}(ptr %io, ptr %passed)" for k in range(len(parts))]
    texts = [
        FunctionPrinter(program, head, discrete_known, kept, constants, part.given, branches).write(
            part, outputs
        )
        for head, part in zip(heads, parts, strict=True)
    ]
    if len(parts) > 1:
        texts.append(_one_after_the_other(name, parts))
    return "\n".join(texts)


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


def _one_after_the_other(name: str, parts: Sequence[Part]) -> str:
    """Return a function that calls its parts until one of them fails."""
    room = sum(len(part.passed) for part in parts)
    lines = [
        f"define i32 @{name}(ptr %io) {{",
        "entry:",
        f"  %passed = alloca double, i64 {max(room, 1)}",
    ]
    for k in range(len(parts)):
        lines += [
            f"  %code{k} = call i32 @{name}.{k}(ptr %io, ptr %passed)",
            f"  %bad{k} = icmp ne i32 %code{k}, 0",
            f"  br i1 %bad{k}, label %failed, label %ok{k}",
            f"ok{k}:",
        ]
    cases = (f"[ %code{k}, %{f'ok{k - 1}' if k else 'entry'} ]" for k in range(len(parts)))
    end = [
        "  ret i32 0",
        "failed:",
        f"  %code = phi i32 {', '.join(cases)}",
        "  ret i32 %code",
        "}",
    ]
    return "\n".join([*lines, *end])


class FunctionPrinter:
    """Prints one function."""

    def __init__(
        self,
        program: Program,
        head: str,
        discrete_known: bool,
        kept: list[Ints],
        constants: Mapping[int, int],
        given: Mapping[int, int],
        branches: Mapping[int, int] | None = None,
    ) -> None:
        self.program = program
        self.constants = constants
        self.given = given
        self.branches = branches or {}
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

    def write(self, part: Part, outputs: Sequence[Output | Copy]) -> str:
        """Return the text of a model function, or of a part of one."""
        due = self._due(part, outputs)
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

        None is stored before the last point at which the function can fail.
        """
        position = {number: at for at, number in enumerate(part.nodes)}
        failing = (at for at, n in enumerate(part.nodes) if self.program.ops[n] in FAILING)
        safe, end = max(failing, default=0), len(part.nodes)
        due: dict[int, list[int]] = {}
        for k in part.stored:
            output, at = outputs[k], end
            if isinstance(output, Output):
                node = behind(self.program, output.node, self.discrete_known, self.constants)
                at = max(position.get(node, end), safe)
            due.setdefault(at, []).append(k)
        return due

    def _put(self, k: int, output: Output | Copy) -> None:
        """Print the storing of an output."""
        if isinstance(output, Copy):
            self._copy(k, output)
        else:
            self._store(f"%s{k}", output.node, self.array(output.array), output.place)

    def _failures(self) -> list[str]:
        if not self.guards:
            return []
        cases = [f"[ %code{k}, %{label} ]" for k, (label, _) in enumerate(self.guards)]
        numbers = [f"[ {loop}, %{label} ]" for label, loop in self.guards]
        return [
            "failed:",
            f"  %code = phi i32 {', '.join(cases)}",
            f"  %loop = phi i64 {', '.join(numbers)}",
            f"  %where = getelementptr i8, ptr %io, i64 {_OFFSET['failed_block']}",
            "  store i64 %loop, ptr %where",
            "  ret i32 %code",
        ]

    def array(self, field: str) -> str:
        """Return the register with the address of an array of `dt_io`."""
        if field not in self.arrays:
            self.arrays.add(field)
            self.entry.append(f"  %{field}.a = getelementptr i8, ptr %io, i64 {_OFFSET[field]}")
            self.entry.append(f"  %{field} = load ptr, ptr %{field}.a")
        return f"%{field}"

    def operand(self, number: int) -> str:
        """Return the register of a node; what has none yet is read, now that it is used first."""
        if number not in self.names:
            self.names[number] = self._node(number)
        return self.names[number]

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

        In two steps: the quick way of LLVM to unoptimised code knows none that does both, and
        would leave all that stands before it to the slow one.
        """
        kind = self.types[BOOL].replace("i1", "i32")
        self.line(f"{name}.n", f"zext {self.types[BOOL]} {truth} to {kind}")
        return self.line(name, f"sitofp {kind} {name}.n to {self.types[REAL]}")

    def register(self, number: int) -> str:
        """Return the name of a node's register."""
        return f"%v{number}"

    def constant(self, value: float | bool, kind: str = REAL) -> str:
        """Return a constant."""
        return ("true" if value else "false") if kind == BOOL else literal(value)

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

    def _on_branch(self, name: str, number: int, args: list[str], free: str) -> str:
        """Print a node that stays on the branch of the kernel; 0 there: on that of its operands."""
        op, kind = self.program.ops[number], self.types[self.program.kinds[number]]
        zero, real = literal(0.0), self.types[REAL]
        side = self._load(f"{name}.side", self.array("branch"), self.branches[number], REAL)
        is_free = self.line(f"{name}.free", f"fcmp oeq {real} {side}, {zero}")
        if op in _COMPARE:
            kept = self.line(f"{name}.kept", f"fcmp {_COMPARE[op]} {real} {side}, {zero}")
        elif op == "abs":
            kept = self.line(f"{name}.kept", f"fmul {real} {args[0]}, {side}")
        elif op == "sign":
            kept = side
        elif op in ("floor", "ceil", "mod"):
            kept = self._step_beside(name, op, args, side)
        else:
            first, last = (args[0], args[1]) if op == "max" else (args[1], args[0])
            more = self.line(f"{name}.more", f"fcmp ogt {real} {side}, {zero}")
            text = f"select i1 {more}, {real} {first}, {real} {last}"
            kept = self.line(f"{name}.kept", text)
        return self._choice(f"{name}.taken", kind, is_free, free, kept)

    def _step_beside(self, name: str, op: str, args: list[str], side: str) -> str:
        """Print a function of steps as it goes on from the side where it was."""
        u, one, real = args[0], self.constant(1.0), self.types[REAL]
        if op == "mod":
            u = self.line(f"{name}.u", f"fdiv {real} {args[0]}, {args[1]}")
        call = f"call double @dt_floor_beside(double {u}, double {side})"
        low = self.line(f"{name}.low", call)
        if op == "floor":
            return low
        if op == "ceil":
            return self.line(f"{name}.kept", f"fadd {real} {low}, {one}")
        passed = self.line(f"{name}.passed", f"fmul {real} {low}, {args[1]}")
        return self.line(f"{name}.kept", f"fsub {real} {args[0]}, {passed}")

    # -- printers, one per family of operations ---------------------------------------------------

    def line(self, name: str, text: str) -> str:
        """Append an instruction; return its register."""
        self.body.append(f"  {name} = {text}")
        return name

    def solve(self, name: str, number: int, args: list[str]) -> str:
        """Print a linear loop: fill matrix and right side, call the kernel, stop if it fails."""
        n, memory, loop, factors, shared, sizes = self.program.values[number]
        self._system(name, n, args)
        self._memory(name, memory)
        self._solved(name, number, args, (n, factors, sizes), shared, loop)
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

    def _system(self, name: str, n: int, args: list[str]) -> None:
        """Print the storing of matrix and right-hand side."""
        self.entry.append(f"  {name}.A = alloca double, i64 {n * n}")
        self.entry.append(f"  {name}.x = alloca double, i64 {n}")
        self._fill(f"{name}.A", args[: n * n])
        self._fill(f"{name}.x", args[n * n : n * n + n])

    def _solved(
        self,
        name: str,
        number: int,
        args: list[str],
        system: tuple[int, int, int],
        shared: int,
        loop: int,
    ) -> None:
        """Print the solution of a linear loop with the factors that are kept, or with sizes.

        Those of a right-hand side of slopes are not known: where rank is missing, slopes agree with
        each other as their loop does.
        """
        n, factors, sizes = system
        known, k = args[n * n + n :], len(self.guards)
        base = self.array("factors")
        self.body.append(f"  {name}.f = getelementptr double, ptr {base}, i64 {factors}")
        self.entry.append(f"  {name}.k = alloca double, i64 {max(len(known), 1)}")
        self.entry.append(f"  {name}.S = alloca double, i64 {n * n + n}")
        given = f"i64 {n}, ptr {name}.A, ptr {name}.x"
        kept = f"ptr {name}.m, ptr {name}.f"
        self.body += [
            f"  {name}.kept = call i32 @dt_solve_again({given}, {kept})",
            f"  {name}.new = icmp eq i32 {name}.kept, {int(BlockCode.UNSIZED)}",
            f"  br i1 {name}.new, label %sized{k}, label %solved{k}",
            f"sized{k}:",
        ]
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
        self.body += [
            f"  {name}.sized = call i32 @dt_solve_sized({given}, ptr {name}.S, {kept}, "
            f"i64 {shared})",
            f"  br label %solved{k}",
            f"solved{k}:",
        ]
        before, self.label = self.label, f"solved{k}"
        cases = f"[ {name}.kept, %{before} ], [ {name}.sized, %sized{k} ]"
        self._guard(f"phi i32 {cases}", loop)

    def newton(self, name: str, number: int, args: list[str]) -> str:
        """Print a nonlinear loop: known values, guess from the last solution, call the kernel."""
        n, memory, loop, residual = self.program.values[number]
        for suffix, size in (("k", max(len(args), 1)), ("x", n), ("r", n), ("J", n * n)):
            self.entry.append(f"  {name}.{suffix} = alloca double, i64 {size}")
        self._fill(f"{name}.k", self._numbers(name, number, args, 0))
        self._memory(name, memory)
        for k in range(n):
            self._move(f"{name}.m", f"{name}.x", k, f"{name}.in{k}")
        call = (
            f"call i32 @dt_newton(i64 {n}, ptr @residual{residual}, ptr %io, ptr {name}.k, "
            f"ptr {name}.x, ptr {name}.r, ptr {name}.J)"
        )
        self._guard(call, loop)
        for k in range(n):
            self._move(f"{name}.x", f"{name}.m", k, f"{name}.out{k}")
        return f"{name}.x"

    def _numbers(self, name: str, number: int, args: list[str], first: int) -> list[str]:
        """Return the operands from `first` on as numbers: conditions become 0 or 1."""
        result = []
        nodes = self.program.args[number][first:]
        for k, (node, value) in enumerate(zip(nodes, args, strict=True)):
            if self.program.kinds[node] == BOOL:
                value = self._number(f"{name}.b{k}", value)
            result.append(value)
        return result

    def put(self, name: str, number: int, args: list[str]) -> str:
        """Print the storing of an entry of a large loop's system."""
        place = self.program.values[number]
        base = self.array("factors")
        self.body.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {place}")
        self.body.append(f"  store double {args[0]}, ptr {name}.p")
        return name

    def block(self, name: str, number: int, args: list[str]) -> str:
        """Print a large linear loop: all entries are stored, call the kernel."""
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

    # -- rows: loops over index tables ------------------------------------------------------------

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

    def _memory(self, name: str, first: int) -> None:
        base = self.array("memory")
        self.body.append(f"  {name}.m = getelementptr double, ptr {base}, i64 {first}")

    def _fill(self, base: str, values: list[str]) -> None:
        """Store values one by one, but many zeros at once: large matrices hold little else."""
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

    def get(self, name: str, number: int, args: list[str]) -> str:
        """Print one unknown of a loop."""
        k = self.program.values[number]
        self.body.append(f"  {name}.p = getelementptr double, ptr {args[0]}, i64 {k}")
        return self.line(name, f"load double, ptr {name}.p")

    def table(self, name: str, number: int, args: list[str]) -> str:
        """Print a table look-up, the distance to where the table bends, or how often it turned."""
        column, derivative = self.program.values[number]
        offsets, tables = self.array("table_offset"), self.array("tables")
        index = self.table_index(number, column)
        self.body += [
            f"  {name}.o = getelementptr i64, ptr {offsets}, i64 {index}",
            f"  {name}.k = load i64, ptr {name}.o",
            f"  {name}.t = getelementptr double, ptr {tables}, i64 {name}.k",
        ]
        of = f"(ptr {name}.t, double {args[0]}"
        if self.program.ops[number] in ("bend", "turn"):
            return self.line(name, f"call double @dt_table_{self.program.ops[number]}{of})")
        if number not in self.branches:
            return self.line(name, f"call double @dt_table{of}, i64 {derivative})")
        side = self._load(f"{name}.side", self.array("branch"), self.branches[number], REAL)
        call = f"call double @dt_table_beside{of}, i64 {derivative}, double {side})"
        return self.line(name, call)

    def table_index(self, number: int, column: int) -> str:
        """Print the number of the table that a look-up reads."""
        return str(column)

    def delay(self, name: str, number: int, args: list[str]) -> str:
        """Print the reading of a past value, or of its derivative."""
        op, k = self.program.ops[number], self.program.values[number]
        return self.line(name, f"call double @dt_{op}(ptr %io, i64 {k}, double {args[0]})")

    def time(self, name: str, number: int, args: list[str]) -> str:
        """Print the simulation time."""
        return self.line(name, "load double, ptr %io")

    def initial(self, name: str, number: int, args: list[str]) -> str:
        """Print what is true while the initial problem is solved."""
        self.body.append(f"  {name}.a = getelementptr i8, ptr %io, i64 {_OFFSET['initial']}")
        self.body.append(f"  {name}.i = load i64, ptr {name}.a")
        return self.line(name, f"icmp ne i64 {name}.i, 0")

    def binary(self, name: str, number: int, args: list[str]) -> str:
        """Print arithmetic."""
        op = _BINARY[self.program.ops[number]]
        return self.line(name, f"{op} {self.types[REAL]} {args[0]}, {args[1]}")

    def compare(self, name: str, number: int, args: list[str]) -> str:
        """Print a relation that is taken literally."""
        op = _COMPARE[self.program.ops[number]]
        return self.line(name, f"fcmp {op} {self.types[REAL]} {args[0]}, {args[1]}")

    def logic(self, name: str, number: int, args: list[str]) -> str:
        """Print a Boolean operation."""
        op, kind = self.program.ops[number], self.types[BOOL]
        if op == "not":
            return self.line(name, f"xor {kind} {args[0]}, {self.constant(True, BOOL)}")
        text = {"and": "and", "or": "or", "beq": "icmp eq", "bne": "icmp ne"}[op]
        return self.line(name, f"{text} {kind} {args[0]}, {args[1]}")

    def where(self, name: str, number: int, args: list[str]) -> str:
        """Print a selection."""
        return self._choice(name, self.types[self.program.kinds[number]], *args)

    def _choice(self, name: str, kind: str, condition: str, yes: str, no: str) -> str:
        """Print `yes` if the condition holds, else `no`; conditions are chosen as in `_number`."""
        truth = self.types[BOOL]
        if kind != truth:
            return self.line(name, f"select {truth} {condition}, {kind} {yes}, {kind} {no}")
        self.line(f"{name}.y", f"and {truth} {condition}, {yes}")
        self.line(f"{name}.o", f"xor {truth} {condition}, {self.constant(True, BOOL)}")
        self.line(f"{name}.n", f"and {truth} {name}.o, {no}")
        return self.line(name, f"or {truth} {name}.y, {name}.n")

    def call(self, name: str, number: int, args: list[str]) -> str:
        """Print a function of one argument."""
        function = _INTRINSICS[self.program.ops[number]].replace("f64", self.suffix)
        kind = self.types[REAL]
        return self.line(name, f"call {kind} @{function}({kind} {args[0]})")

    def negation(self, name: str, number: int, args: list[str]) -> str:
        """Print -a."""
        return self.line(name, f"fneg {self.types[REAL]} {args[0]}")

    def power(self, name: str, number: int, args: list[str]) -> str:
        """Print a ** b; squares are products."""
        if args[1] == self.constant(2.0):
            return self.line(name, f"fmul {self.types[REAL]} {args[0]}, {args[0]}")
        return self.line(name, f"call double @llvm.pow.f64(double {args[0]}, double {args[1]})")

    def extreme(self, name: str, number: int, args: list[str]) -> str:
        """Print the smaller or larger of two."""
        op, kind = "ole" if self.program.ops[number] == "min" else "oge", self.types[REAL]
        self.body.append(f"  {name}.c = fcmp {op} {kind} {args[0]}, {args[1]}")
        return self._select(name, f"{name}.c", args[0], args[1])

    def step_bend(self, name: str, number: int, args: list[str]) -> str:
        """Print the distance to the nearest whole number, with another sign between any two."""
        return self.line(name, f"call double @dt_floor_bend(double {args[0]})")

    def _select(self, name: str, condition: str, yes: str, no: str) -> str:
        return self._choice(name, self.types[REAL], condition, yes, no)

    def sign(self, name: str, number: int, args: list[str]) -> str:
        """Print -1, 0 or 1."""
        zero, kind = self.constant(0.0), self.types[REAL]
        self.line(f"{name}.g", f"fcmp ogt {kind} {args[0]}, {zero}")
        self.line(f"{name}.l", f"fcmp olt {kind} {args[0]}, {zero}")
        self._select(f"{name}.n", f"{name}.l", self.constant(-1.0), zero)
        return self._select(name, f"{name}.g", self.constant(1.0), f"{name}.n")

    def modulo(self, name: str, number: int, args: list[str]) -> str:
        """Print a - floor(a / b) * b."""
        kind = self.types[REAL]
        self.body += [
            f"  {name}.q = fdiv {kind} {args[0]}, {args[1]}",
            f"  {name}.f = call {kind} @llvm.floor.{self.suffix}({kind} {name}.q)",
            f"  {name}.w = fmul {kind} {name}.f, {args[1]}",
        ]
        return self.line(name, f"fsub {kind} {args[0]}, {name}.w")

    def angle(self, name: str, number: int, args: list[str]) -> str:
        """Print the angle of a point."""
        return self.line(name, f"call double @atan2(double {args[0]}, double {args[1]})")

    def cast(self, name: str, number: int, args: list[str]) -> str:
        """Print a change from Boolean to number or back."""
        if self.program.ops[number] == "real":
            return self._number(name, args[0])
        return self.line(name, f"fcmp une {self.types[REAL]} {args[0]}, {self.constant(0.0)}")


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
    **dict.fromkeys(_BINARY, FunctionPrinter.binary),
    **dict.fromkeys(_COMPARE, FunctionPrinter.compare),
    **dict.fromkeys(("and", "or", "not", "beq", "bne"), FunctionPrinter.logic),
    **dict.fromkeys(_INTRINSICS, FunctionPrinter.call),
}  # fmt: skip


def literal(value: float) -> str:
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class _InnerPrinter(FunctionPrinter):
    """Prints a function that a loop needs: it reads known and unknown values from arrays."""

    def _node(self, number: int) -> str:
        op, value, kind = (
            self.program.ops[number],
            self.program.values[number],
            self.program.kinds[number],
        )
        if op not in ("known", "unknown"):
            return super()._node(number)
        name, base = f"%v{number}", "%known" if op == "known" else "%u"
        self.body.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {value}")
        if kind == BOOL:
            self.body.append(f"  {name}.d = load double, ptr {name}.p")
            return self.line(name, f"fcmp une double {name}.d, 0.0")
        return self.line(name, f"load double, ptr {name}.p")


def inner_functions(program: Program, text: str) -> list[str]:
    """Return the LLVM IR of residuals and sizes of terms that a function calls for its loops."""
    residuals = [
        _inner(
            f"i32 @residual{k}(ptr %io, ptr %known, ptr %u, ptr %r, ptr %J)",
            one.program,
            {"%r": one.residuals, "%J": one.jacobian},
        )
        for k, one in enumerate(program.residuals)
        if f"@residual{k}," in text
    ]
    sizes = [
        _inner(f"i32 @sizes{k}(ptr %io, ptr %known, ptr %S)", one.program, {"%S": one.sizes})
        for k, one in enumerate(program.sizes)
        if f"@sizes{k}(" in text
    ]
    return [*residuals, *sizes]


def _inner(head: str, program: Program, outputs: Mapping[str, Sequence[int]]) -> str:
    """Return the LLVM IR of a function that stores nodes into arrays."""
    function = _InnerPrinter(program, head, True, [], {}, {})
    for number in topological(program, [n for nodes in outputs.values() for n in nodes], True):
        function.names[number] = function._node(number)
    for base, nodes in outputs.items():
        function._fill(base, [function.names[node] for node in nodes])
    lines = [
        f"define {head} {{", "entry:", *function.entry, *function.body, "  ret i32 0", "}",
    ]  # fmt: skip
    return "\n".join(lines)
