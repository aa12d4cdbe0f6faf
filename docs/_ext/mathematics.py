"""Expressions as mathematics: LaTeX for the names, operators and functions of an equation."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from drivetrain.modeling import Expr
from drivetrain.modeling.members import ParameterRef, PreviousRef, TableRef, VariableRef

__all__ = ["LONG_RELATION", "abbreviated", "equation", "latex", "symbol"]

LONG, REPEATED = 700, 60
"""Characters above which an equation is abbreviated, and those that a repeated part needs."""

LONG_RELATION = 120
"""Characters above which a relation is told by the variable that is equal to it."""

WIDE = 160
"""Characters above which a logical expression is broken into lines."""

# fmt: off
_GREEK = frozenset((
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
    "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega",
))
# fmt: on
_LEVEL = {
    "or": 1,
    "and": 2,
    "not": 3,
    "gt": 4,
    "ge": 4,
    "lt": 4,
    "le": 4,
    "eq": 4,
    "ne": 4,
    "add": 5,
    "sub": 5,
    "neg": 6,
    "mul": 7,
    "pow": 9,
}  # fmt: skip
_INFIX = {
    "or": r"\lor", "and": r"\land", "gt": ">", "ge": r"\ge", "lt": "<", "le": r"\le", "eq": "=",
    "ne": r"\ne", "add": "+", "sub": "-", "mul": r"\,",
}  # fmt: skip
_PLAIN = frozenset(("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp"))
_NAMED = {
    "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "log": r"\ln",
    "log10": r"\log_{10}", "min": r"\min", "max": r"\max",
}  # fmt: skip
_AROUND = {
    "abs": (r"\left|", r"\right|"),
    "floor": (r"\left\lfloor ", r" \right\rfloor"),
    "ceil": (r"\left\lceil ", r" \right\rceil"),
    "sqrt": (r"\sqrt{", "}"),
}
_DOTS = {0: "{}", 1: r"\dot{{{}}}", 2: r"\ddot{{{}}}", 3: r"\dddot{{{}}}"}


def symbol(path: str, order: int = 0) -> str:
    r"""Return the symbol of a member: ``tau0_max`` becomes :math:`\tau_{0,\mathrm{max}}`.

    Parameters
    ----------
    path : str
        Dotted name; what stands before the last dot becomes part of the subscript.
    order : int
        How many times the member is differentiated.
    """
    *owners, name = path.split(".")
    bare, bracket, index = name.partition("[")
    first, *rest = [word for word in bare.split("_") if word] or [bare]
    stem, digits = _counted(first)
    if len(stem) > 2 and stem not in _GREEK:
        stem, digits, rest = bare, "", []
    subscripts = [digits] if digits else []
    subscripts += [_subscript(word) for word in rest]
    subscripts += [_upright(owner) for owner in owners]
    shown = _DOTS[order].format(_letter(stem))
    lower = f"_{{{','.join(subscripts)}}}" if subscripts else ""
    return f"{shown}{lower}" + (rf"[{index.rstrip(']')}]" if bracket else "")


def _letter(word: str) -> str:
    if word in _GREEK:
        return f"\\{word}"
    return word if len(word) == 1 else _upright(word)


def _counted(word: str) -> tuple[str, str]:
    """Split a word into letters and the digits at its end."""
    stem = word.rstrip("0123456789")
    return stem, word[len(stem) :]


def _subscript(word: str) -> str:
    stem, digits = _counted(word)
    return (_letter(stem) if stem else "") + digits


def _upright(word: str) -> str:
    return r"\mathrm{" + word.replace("_", r"\_") + "}"


def latex(e: Expr, outer: int = 0) -> str:
    r"""Return an expression as LaTeX.

    Parameters
    ----------
    e : Expr
        Expression over the slots of a traced class.
    outer : int
        Binding strength of what stands around it; a weaker expression gets parentheses.
    """
    e = _without_constants(e)
    level = _LEVEL.get(e.op, 10)
    text = _node(e, level)
    if level < outer:
        return rf"\left({text}\right)"
    return text


def equation(lhs: Expr, rhs: Expr) -> str:
    """Return an equation to be aligned at its sign of equality, with long logic on many lines."""
    return f"{latex(lhs, 5)} &= {_broken(rhs)}"


def _broken(e: Expr) -> str:
    e = _without_constants(e)
    text = latex(e, 5)
    if len(text) <= WIDE or e.op not in ("and", "or"):
        return text
    first, second = e.args
    before = _broken(first) if first.op == e.op else latex(first, _LEVEL[e.op])
    return rf"{before} \\ &\quad {_INFIX[e.op]} {latex(second, _LEVEL[e.op])}"


def _without_constants(e: Expr) -> Expr:
    """Drop what structural parameters have settled: ``x and true`` is x."""
    neutral = {"and": True, "or": False}.get(e.op)
    if neutral is not None:
        for one, other in (e.args, e.args[::-1]):
            if one.op == "const" and one.value is neutral:
                return _without_constants(other)
    if e.op == "where" and e.args[0].op == "const":
        return _without_constants(e.args[1] if e.args[0].value else e.args[2])
    return e


def _node(e: Expr, level: int) -> str:
    op, args = e.op, e.args
    if not args:
        return _leaf(e)
    if op in _INFIX:
        right = level + (op == "sub")
        left = _LEVEL["neg"] if op == "mul" and args[0].op == "neg" else level
        return _joined(latex(args[0], left), _INFIX[op], latex(args[1], right), op, args[1])
    if op == "div":
        return rf"\frac{{{latex(args[0])}}}{{{latex(args[1])}}}"
    if op == "neg":
        inside = latex(args[0], 7)
        return rf"-\left({inside}\right)" if inside.startswith("-") else f"-{inside}"
    if op == "not":
        return rf"\lnot {latex(args[0], 4)}"
    if op == "pow":
        return f"{latex(args[0], 10)}^{{{latex(args[1])}}}"
    if op == "where":
        return _cases(e)
    return _call(e)


def _joined(left: str, between: str, right: str, op: str, second: Expr) -> str:
    if op == "mul" and second.op == "const":
        between = r"\cdot"
    if op in ("add", "sub", "mul") and right.startswith("-"):
        right = rf"\left({right}\right)"
        between = r"\cdot" if op == "mul" else between
    return f"{left} {between} {right}"


def _call(e: Expr) -> str:
    op, args = e.op, e.args
    if op in _AROUND:
        before, after = _AROUND[op]
        return f"{before}{latex(args[0])}{after}"
    if op == "lookup":
        column = "" if e.value == 2 else rf"\langle {e.value} \rangle"
        return rf"{latex(args[0])}{column}\!\left({latex(args[1])}\right)"
    if op == "mod":
        return rf"{latex(args[0], 8)} \bmod {latex(args[1], 8)}"
    if op == "motion":
        return latex(args[0])
    function = f"\\{op}" if op in _PLAIN else _NAMED.get(op, rf"\operatorname{{{op}}}")
    inside = r",\, ".join(latex(arg) for arg in args)
    return rf"{function}\!\left({inside}\right)"


def _cases(e: Expr) -> str:
    rows: list[str] = []
    node = e
    while node.op == "where":
        condition, value, node = node.args
        rows.append(rf"{latex(value)} & \text{{if }} {latex(condition)}")
    rows.append(rf"{latex(node)} & \text{{otherwise}}")
    return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"


def _leaf(e: Expr) -> str:
    if isinstance(e, VariableRef):
        order = e.order
        name = e.name if order == 0 else e.name[4:].split(",")[0].rstrip(")")
        return symbol(name, order) if order < 4 else rf"{symbol(name)}^{{({order})}}"
    if isinstance(e, PreviousRef):
        return rf"\operatorname{{pre}}\!\left({latex(e.variable)}\right)"
    if isinstance(e, ParameterRef | TableRef):
        return symbol(e.name)
    if e.op == "decl":
        return symbol(e.value.name)
    if e.op == "const":
        return _number(e.value) + _unit(getattr(e, "unit", "1"))
    if e.op == "time":
        return "t"
    if e.op == "short":
        return f"z_{{{e.value}}}"
    return rf"\operatorname{{{e.op}}}()"


def _unit(unit: str) -> str:
    if unit == "1":
        return ""
    raised = re.sub(r"(?<=[a-zA-Z])(-?\d+)", r"^{\1}", unit)
    return r"\,\mathrm{" + raised.replace(".", r"\,") + "}"


def _number(value: Any) -> str:
    if isinstance(value, bool):
        return rf"\text{{{str(value).lower()}}}"
    if isinstance(value, float) and math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    if isinstance(value, float) and math.isclose(value, math.pi):
        return r"\pi"
    mantissa, _, exponent = f"{value:.10g}".partition("e")
    return mantissa + (rf"\cdot 10^{{{int(exponent)}}}" if exponent else "")


def abbreviated(sides: list[Expr]) -> tuple[list[Expr], list[Expr]]:
    """Return expressions in which long parts that stand there twice have names, and those parts.

    Parameters
    ----------
    sides : list of Expr
        Both sides of all equations.
    """
    if all(len(latex(side)) <= LONG for side in sides):
        return sides, []
    counts = Counter(str(node) for side in sides for node in _tree(side) if node.args)
    numbers: dict[str, int] = {}
    parts: list[Expr] = []

    def visit(node: Expr) -> Expr:
        text = str(node)
        if text in numbers:
            return Expr("short", (), numbers[text], node.kind)
        if not node.args:
            return node
        inner = Expr(node.op, tuple(map(visit, node.args)), node.value, node.kind)
        if counts[text] < 2 or len(latex(node)) < REPEATED:
            return inner
        parts.append(inner)
        numbers[text] = len(parts)
        return Expr("short", (), len(parts), node.kind)

    return [visit(side) for side in sides], parts


def _tree(e: Expr) -> Iterator[Expr]:
    yield e
    for arg in e.args:
        yield from _tree(arg)
