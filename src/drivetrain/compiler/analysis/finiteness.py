"""Find programs that may compute infinite or undefined values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.lower import Lowered
from drivetrain.compiler.program.dataflow import operands, topological
from drivetrain.compiler.program.program import Program
from drivetrain.kernel.tables import ends_somewhere

__all__ = ["may_be_undefined"]

_DIVISOR = {"div": 1, "mod": 1}
_RANGES = frozenset(("sqrt", "log", "log10", "tan", "asin", "acos", "exp", "sinh", "cosh", "pow"))
_PASSED_ON = {op: slice(None) for op in ("add", "sub", "mul", "neg", "abs", "sqrt", "sin", "cos")}
_PASSED_ON["div"] = slice(1)
"""Operands whose infinite or undefined values always show in the result."""


def may_be_undefined(lowered: Lowered, recorded: Iterable[int], values: Values) -> bool:
    """Return whether a variable may become infinite or undefined while all rates stay finite.

    Only changes between events matter. Values that depend on parameters and discrete variables
    alone show at the start and at events. A product of finite values counts as finite.

    Parameters
    ----------
    lowered : Lowered
        A model.
    recorded : iterable of int
        Chain members that are variables of the result and not states.
    values : Values
        Its tables.
    """
    program = lowered.program
    tables_end = ends_somewhere(values.tables, values.table_offset)
    if any(next(_doubtful(rows.body, tables_end), -1) >= 0 for rows in program.rows):
        return True
    doubtful = set(_doubtful(program, tables_end))
    if not doubtful:
        return False
    shown = _shown_by_rates(lowered)
    roots = [*(lowered.members[member] for member in recorded), *lowered.discrete]
    hidden: set[int] = set()
    for number in topological(program, roots, discrete_known=False):
        needed = operands(program, number, discrete_known=False)
        if number not in shown and (number in doubtful or not hidden.isdisjoint(needed)):
            hidden.add(number)
    return not hidden.isdisjoint(roots)


def _doubtful(program: Program, tables_end: bool) -> Iterator[int]:
    """Yield the nodes that may be infinite or undefined although their operands are finite."""
    for number, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op in _DIVISOR:
            doubtful = program.flags[args[_DIVISOR[op]]] != 0
        elif op == "pow" and program.ops[args[1]] == "const":
            exponent = float(program.values[args[1]])
            doubtful = program.flags[args[0]] != 0 and not (exponent >= 0 and exponent.is_integer())
        else:
            doubtful = op in _RANGES and program.flags[number] != 0
        if doubtful or op == "external" or (tables_end and op == "table"):
            yield number


def _shown_by_rates(lowered: Lowered) -> set[int]:
    """Return the nodes whose infinite or undefined values would show in a derivative."""
    program = lowered.program
    found: set[int] = set()
    waiting = [*lowered.rates, *lowered.quadrature_rates]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            if program.ops[number] == "member":
                waiting.append(program.definitions[number])
            else:
                waiting += program.args[number][_PASSED_ON.get(program.ops[number], slice(0))]
    return found
