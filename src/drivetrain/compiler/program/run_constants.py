"""Hoist run-time constants: values of parameters and tables alone are computed once per run."""

from __future__ import annotations

from collections.abc import Iterable

from drivetrain.compiler.program.dataflow import behind, operands, topological
from drivetrain.compiler.program.program import Program

__all__ = ["FUNCTIONS", "run_constants"]

_GIVEN = frozenset(("const", "p"))
FUNCTIONS = frozenset(
    (
        "add", "sub", "mul", "div", "neg", "pow", "min", "max", "mod", "sign", "abs", "sqrt",
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
        "exp", "log", "log10", "floor", "ceil", "table", "where", "real", "bool",
        "gt", "ge", "lt", "le", "eq", "ne", "and", "or", "not", "beq", "bne", "member",
    )
)  # fmt: skip
"""Operations whose value depends on their operands only."""


def run_constants(program: Program, roots: Iterable[int]) -> dict[int, int]:
    """Find the values that are constant during a run and that others are computed from.

    Parameters
    ----------
    program : Program
        The model.
    roots : iterable of int
        Nodes that the model functions store.

    Returns
    -------
    dict
        Node → its position among these values. Constants and parameters themselves are left out.
    """
    roots = list(roots)
    constant: set[int] = set()
    used = set(roots)
    for number in topological(program, roots, discrete_known=False):
        op, needed = program.ops[number], operands(program, number, discrete_known=False)
        if op in _GIVEN or (op in FUNCTIONS and constant.issuperset(needed)):
            constant.add(number)
        else:
            used.update(needed)
    sources = {behind(program, number, discrete_known=False) for number in used & constant}
    worthwhile = sorted(number for number in sources if program.ops[number] not in _GIVEN)
    return {number: place for place, number in enumerate(worthwhile)}
