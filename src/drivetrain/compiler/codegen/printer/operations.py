"""Print arithmetic, conditions, functions, tables and past values, one method per family."""

from __future__ import annotations

from drivetrain.compiler.codegen.printer.instructions import Instructions
from drivetrain.compiler.codegen.printer.names import INTRINSICS, OFFSET, literal
from drivetrain.compiler.program.program import BOOL, REAL

__all__ = ["BINARY", "COMPARE", "Operations"]

BINARY = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
COMPARE = {"gt": "ogt", "ge": "oge", "lt": "olt", "le": "ole", "eq": "oeq", "ne": "une"}


class Operations(Instructions):
    """Prints the computation of a node from its operands.

    Every method takes the register for the value, the number of the node and the registers of its
    operands; it returns the register of the value.
    """

    def time(self, name: str, number: int, args: list[str]) -> str:
        """Print the simulation time."""
        return self.line(name, "load double, ptr %io")

    def initial(self, name: str, number: int, args: list[str]) -> str:
        """Print a condition that is true while the initial problem is solved."""
        self.body.append(f"  {name}.a = getelementptr i8, ptr %io, i64 {OFFSET['initial']}")
        self.body.append(f"  {name}.i = load i64, ptr {name}.a")
        return self.line(name, f"icmp ne i64 {name}.i, 0")

    def binary(self, name: str, number: int, args: list[str]) -> str:
        """Print arithmetic."""
        op = BINARY[self.program.ops[number]]
        return self.line(name, f"{op} {self.types[REAL]} {args[0]}, {args[1]}")

    def compare(self, name: str, number: int, args: list[str]) -> str:
        """Print a relation that is taken literally."""
        op = COMPARE[self.program.ops[number]]
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

    def cast(self, name: str, number: int, args: list[str]) -> str:
        """Print a conversion from Boolean to number or back."""
        if self.program.ops[number] == "real":
            return self._number(name, args[0])
        return self.line(name, f"fcmp une {self.types[REAL]} {args[0]}, {self.constant(0.0)}")

    def call(self, name: str, number: int, args: list[str]) -> str:
        """Print a function of one argument."""
        function = INTRINSICS[self.program.ops[number]].replace("f64", self.suffix)
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

    def step_bend(self, name: str, number: int, args: list[str]) -> str:
        """Print the position of a number between the neighbouring integers."""
        piece = self._branch(name, self.program.values[number])
        return self.line(name, f"call double @dt_floor_bend(double {args[0]}, double {piece})")

    def table(self, name: str, number: int, args: list[str]) -> str:
        """Print a table look-up, its distance from a bend, or how often the table has turned."""
        column, derivative = self.program.values[number]
        offsets, tables = self.array("table_offset"), self.array("tables")
        index = self.table_index(number, column)
        self.body += [
            f"  {name}.o = getelementptr i64, ptr {offsets}, i64 {index}",
            f"  {name}.k = load i64, ptr {name}.o",
            f"  {name}.t = getelementptr double, ptr {tables}, i64 {name}.k",
        ]
        of = f"(ptr {name}.t, double {args[0]}"
        if self.program.ops[number] == "turn":
            return self.line(name, f"call double @dt_table_turn{of})")
        if self.program.ops[number] == "bend":
            piece = self._branch(name, derivative)
            return self.line(name, f"call double @dt_table_bend{of}, double {piece})")
        if number not in self.branches:
            return self.line(name, f"call double @dt_table{of}, i64 {derivative})")
        piece = self._branch_of(name, number)
        call = f"call double @dt_table_beside{of}, i64 {derivative}, double {piece})"
        return self.line(name, call)

    def _branch(self, name: str, switching: int) -> str:
        """Print the load of the branch of a discontinuity."""
        return self._load(f"{name}.side", self.array("branch"), switching, REAL)

    def _branch_of(self, name: str, number: int) -> str:
        """Print the branch of a node: that of the first of its discontinuities in force."""
        side = self._branch(name, self.branches[number])
        for k, other in enumerate(self.else_at.get(number, ())):
            found = self._branch(f"{name}.o{k}", other)
            none = self.line(f"{side}.none", f"fcmp oeq double {side}, {literal(0.0)}")
            side = self.line(f"{name}.s{k}", f"select i1 {none}, double {found}, double {side}")
        return side

    def table_index(self, number: int, column: int) -> str:
        """Print the number of the table used by a look-up."""
        return str(column)

    def delay(self, name: str, number: int, args: list[str]) -> str:
        """Print the load of a past value, or of its derivative."""
        op, k = self.program.ops[number], self.program.values[number]
        return self.line(name, f"call double @dt_{op}(ptr %io, i64 {k}, double {args[0]})")

    def external(self, name: str, number: int, args: list[str]) -> str:
        """Print the call of a function that a program outside the model computes, or of a slope."""
        value = self.program.values[number]
        self.entry.append(f"  {name}.u = alloca double, i64 {len(args) - 1}")
        self._fill(f"{name}.u", args[1:])
        what = f"double {args[0]}, i64 {value.function}, i64 {value.by}, ptr {name}.u"
        return self.line(name, f"call double @dt_unit_value(ptr %io, {what})")

    def _on_branch(self, name: str, number: int, args: list[str], free: str) -> str:
        """Print a node that stays on the kernel's branch; if that is 0, on that of its operands."""
        op, kind = self.program.ops[number], self.types[self.program.kinds[number]]
        zero, real = literal(0.0), self.types[REAL]
        side = self._branch_of(name, number)
        is_free = self.line(f"{name}.free", f"fcmp oeq {real} {side}, {zero}")
        if op in COMPARE:
            kept = self.line(f"{name}.kept", f"fcmp {COMPARE[op]} {real} {side}, {zero}")
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
        """Print the continuation of a step function from the piece in use."""
        half, real = self.constant(0.5), self.types[REAL]
        if op == "ceil":
            return self.line(f"{name}.kept", f"fadd {real} {side}, {half}")
        low = self.line(f"{name}.low", f"fsub {real} {side}, {half}")
        if op == "floor":
            return low
        passed = self.line(f"{name}.passed", f"fmul {real} {low}, {args[1]}")
        return self.line(f"{name}.kept", f"fsub {real} {args[0]}, {passed}")
