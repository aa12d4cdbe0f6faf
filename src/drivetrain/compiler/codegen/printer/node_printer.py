"""Dispatch of program nodes to the methods that print them as LLVM IR."""

from __future__ import annotations

from typing import Any, ClassVar

from drivetrain.compiler.codegen.function_splitting import ORDER_ONLY
from drivetrain.compiler.codegen.printer.names import INTRINSICS
from drivetrain.compiler.codegen.printer.operations import BINARY, COMPARE, Operations
from drivetrain.compiler.codegen.printer.systems import Systems

__all__ = ["NodePrinter"]

_LOADS = {"x": "x", "p": "p", "pre": "pre", "rel": "rel", "sample": "sample"}


class NodePrinter(Operations, Systems):
    """Prints nodes.

    Attributes
    ----------
    printers : dict
        Method that prints a node, by its operation.
    """

    printers: ClassVar[dict[str, Any]]

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
        rare = self.rarely_read(number)
        args = ["" if a in rare else self.operand(a) for a in program.args[number]]
        if op in ("table", "bend", "turn"):
            return self.table(name, number, args)
        printed: str = self.printers[op](self, name, number, args)
        return self._on_branch(name, number, args, printed) if number in self.branches else printed

    def load(self, name: str, number: int, args: list[str]) -> str:
        """Print the load of an unknown that a batch has stored."""
        place = self.program.place[self.program.values[number]]
        self.body.append(f"  {name}.p = getelementptr double, ptr {self.work()}, i64 {place}")
        return self.line(name, f"load double, ptr {name}.p")

    def store(self, name: str, number: int, args: list[str]) -> str:
        """Print the store of an unknown for a batch."""
        place = self.program.place[self.program.values[number]]
        self.body.append(f"  {name}.p = getelementptr double, ptr {self.work()}, i64 {place}")
        self.body.append(f"  store double {args[0]}, ptr {name}.p")
        return name

    def work(self) -> str:
        """Return the register with the address of the stored unknowns."""
        return self.array("work")


NodePrinter.printers = {
    "solve": NodePrinter.solve, "slopes": NodePrinter.slopes,
    "newton": NodePrinter.newton, "put": NodePrinter.put,
    "block": NodePrinter.block, "entry": NodePrinter.entry_of,
    "get": NodePrinter.get, "time": NodePrinter.time, "initial": NodePrinter.initial,
    "where": NodePrinter.where, "neg": NodePrinter.negation, "pow": NodePrinter.power,
    "min": NodePrinter.extreme, "max": NodePrinter.extreme, "sign": NodePrinter.sign,
    "mod": NodePrinter.modulo, "atan2": NodePrinter.angle, "real": NodePrinter.cast,
    "step_bend": NodePrinter.step_bend,
    "bool": NodePrinter.cast,
    "external": NodePrinter.external,
    "delay": NodePrinter.delay, "delay_rate": NodePrinter.delay,
    "load": NodePrinter.load, "store": NodePrinter.store,
    **dict.fromkeys(BINARY, NodePrinter.binary),
    **dict.fromkeys(COMPARE, NodePrinter.compare),
    **dict.fromkeys(("and", "or", "not", "beq", "bne"), NodePrinter.logic),
    **dict.fromkeys(INTRINSICS, NodePrinter.call),
}  # fmt: skip
