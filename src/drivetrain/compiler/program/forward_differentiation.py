"""Forward differentiation of a program: symbolic Jacobians of nonlinear loops."""

from __future__ import annotations

from drivetrain.compiler.expressions.derivative_rules import rate
from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.errors import StructureError

__all__ = ["rule", "sensitivities"]


def sensitivities(program: Program, roots: list[int], variables: list[int]) -> list[list[int]]:
    """Return nodes of ``d root / d variable``, one row per root."""
    columns = [_column(program, roots, v) for v in variables]
    return [list(row) for row in zip(*columns, strict=True)]


def _column(program: Program, roots: list[int], variable: int) -> list[int]:
    zero = program.const(0.0)
    known: dict[int, int] = {}
    for number in range(len(program.ops)):
        if number == variable:
            known[number] = program.const(1.0)
            continue
        args = program.args[number]
        if program.kinds[number] == BOOL or all(known.get(a, zero) == zero for a in args):
            continue
        known[number] = rule(program, number, [known.get(a, zero) for a in args])
    return [known.get(r, zero) for r in roots]


def rule(p: Program, number: int, d: list[int]) -> int:
    """Return the derivative of a node from those of its operands, in one direction."""
    op, args = p.ops[number], p.args[number]
    if not args or op == "delay_rate":
        return p.const(0.0)
    if op == "table":
        table, order = p.values[number]
        return p.mul(p.node("table", args, (table, order + 1)), d[0])
    if op == "delay":
        return p.neg(p.mul(p.node("delay_rate", args, p.values[number]), d[0]))
    if op == "external":
        return _external(p, number, d)
    return rate(_Nodes(p), op, number, args, d)


def _external(p: Program, number: int, d: list[int]) -> int:
    """Return the derivative of an external function: slopes times those of its operands."""
    args, value = p.args[number], p.values[number]
    if value.by >= 0:
        raise StructureError(
            f"the slopes of {value.name} would have to be differentiated, which what another "
            "program computes cannot be"
        )
    found = p.const(0.0)
    for by, rate_of in enumerate(d[1:]):
        if not p.is_const(rate_of, 0.0):
            slope = p.node("external", args, value._replace(by=by))
            found = p.add(found, p.mul(slope, rate_of))
    return found


class _Nodes:
    """Derivatives as nodes of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.const, self.is_const = program.const, program.is_const
        self.add, self.sub, self.neg = program.add, program.sub, program.neg
        self.mul, self.div, self.where = program.mul, program.div, program.where

    def compare(self, op: str, a: int, b: int) -> int:
        return self._program.node(op, (a, b), None, BOOL)

    def call(self, op: str, *args: int) -> int:
        return self._program.node(op, args)
