"""Forward differentiation of a program: symbolic Jacobians of nonlinear loops."""

from __future__ import annotations

import math

from drivetrain.compiler.program import BOOL, Program
from drivetrain.errors import StructureError

__all__ = ["rule", "sensitivities"]


def sensitivities(program: Program, roots: list[int], variables: list[int]) -> list[list[int]]:
    """Return nodes of ``d root / d variable``, one row per root."""
    columns = [_column(program, roots, v) for v in variables]
    return [list(row) for row in zip(*columns, strict=True)]


def _column(program: Program, roots: list[int], variable: int) -> list[int]:
    zero = program.const(0.0)
    rate: dict[int, int] = {}
    for number in range(len(program.ops)):
        if number == variable:
            rate[number] = program.const(1.0)
            continue
        args = program.args[number]
        if program.kinds[number] == BOOL or all(rate.get(a, zero) == zero for a in args):
            continue
        rate[number] = rule(program, number, [rate.get(a, zero) for a in args])
    return [rate.get(r, zero) for r in roots]


def rule(p: Program, number: int, d: list[int]) -> int:
    """Return the derivative of a node from those of its operands, in one direction."""
    op, args = p.ops[number], p.args[number]
    if not args:
        return p.const(0.0)
    if op == "add":
        return p.add(d[0], d[1])
    if op == "sub":
        return p.sub(d[0], d[1])
    if op == "neg":
        return p.neg(d[0])
    if op == "mul":
        return p.add(p.mul(d[0], args[1]), p.mul(args[0], d[1]))
    if op == "div":
        return p.div(p.sub(d[0], p.mul(number, d[1])), args[1])
    if op == "where":
        return p.where(args[0], d[1], d[2])
    if op in ("min", "max"):
        first = p.node("le" if op == "min" else "ge", args, None, BOOL)
        return p.where(first, d[0], d[1])
    if op == "pow":
        return _power(p, number, d)
    if op == "atan2":
        y, x = args
        top = p.sub(p.mul(x, d[0]), p.mul(y, d[1]))
        return p.div(top, p.add(p.mul(x, x), p.mul(y, y)))
    if op == "table":
        table, order = p.values[number]
        return p.mul(p.node("table", args, (table, order + 1)), d[0])
    if op == "delay":
        return p.neg(p.mul(p.node("delay_rate", args, p.values[number]), d[0]))
    if op in ("sign", "floor", "ceil", "delay_rate"):
        return p.const(0.0)
    if op == "mod":
        return d[0]
    return p.mul(_outer(p, number), d[0])


def _power(p: Program, number: int, d: list[int]) -> int:
    base, exponent = p.args[number]
    less = p.sub(exponent, p.const(1.0))
    by_base = p.mul(p.mul(exponent, p.node("pow", (base, less))), d[0])
    if p.is_const(d[1], 0.0):
        return by_base
    return p.add(by_base, p.mul(p.mul(number, p.node("log", (base,))), d[1]))


def _outer(p: Program, number: int) -> int:
    op, (x, *_) = p.ops[number], p.args[number]
    one = p.const(1.0)
    if op in ("sin", "sinh", "cosh"):
        return p.node({"sin": "cos", "sinh": "cosh", "cosh": "sinh"}[op], (x,))
    if op == "cos":
        return p.neg(p.node("sin", (x,)))
    if op == "tan":
        return p.add(one, p.mul(number, number))
    if op == "tanh":
        return p.sub(one, p.mul(number, number))
    if op == "exp":
        return number
    if op == "log":
        return p.div(one, x)
    if op == "log10":
        return p.div(p.const(1 / math.log(10)), x)
    if op == "sqrt":
        return p.div(p.const(0.5), number)
    if op == "abs":
        return p.node("sign", (x,))
    if op in ("asin", "acos"):
        slope = p.div(one, p.node("sqrt", (p.sub(one, p.mul(x, x)),)))
        return slope if op == "asin" else p.neg(slope)
    if op == "atan":
        return p.div(one, p.add(one, p.mul(x, x)))
    raise StructureError(f"a loop contains '{op}', which has no derivative")
