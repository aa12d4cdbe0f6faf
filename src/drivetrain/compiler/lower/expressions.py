"""Lower expressions to nodes of a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from drivetrain.compiler.program.program import BOOL, REAL, Delay, Program
from drivetrain.modeling.expression import (
    BINARY_FUNCTIONS,
    BOOLEAN,
    ORDERINGS,
    UNARY_FUNCTIONS,
    Expr,
)

__all__ = ["Environment", "lower_expression", "lower_operation"]

_FUNCTIONS = UNARY_FUNCTIONS | BINARY_FUNCTIONS | {"pow"}


@dataclass(eq=False)
class Environment:
    """The nodes of the leaves of a template in one row.

    Inside relations that raise events and delays the slots are placeholders: the crossing function
    is evaluated after everything else, and equal relations are recognised as equal.
    """

    slots: list[int]
    symbols: list[int]
    previous: list[int]
    parameters: list[int]
    tables: list[int]


def lower_expression(e: Expr, env: Environment, program: Program, done: dict[int, int]) -> int:
    """Lower an expression to nodes; return the number of its value."""
    number = done.get(id(e))
    if number is None:
        number = done[id(e)] = _lower(e, env, program, done)
    return number


def _lower(e: Expr, env: Environment, program: Program, done: dict[int, int]) -> int:
    op = e.op
    if op == "slot":
        return int(env.slots[e.value])
    if op == "const":
        if e.kind == BOOLEAN:
            return program.node("const", (), bool(e.value), BOOL)
        return program.const(e.value)
    if op == "par":
        return _typed(program, "p", env.parameters[e.value], e.kind)
    if op == "pre":
        return _previous(program, env.previous[e.value], e.kind)
    if op == "time":
        return program.node("time")
    if op == "initial":
        return program.node("initial", (), None, BOOL)
    if op == "table":
        x = lower_expression(e.args[1], env, program, done)
        return program.node("table", (x,), (env.tables[e.args[0].value], e.value))
    if op in ORDERINGS and e.value is not True:
        return program.relation(op, *_lower_later(e.args, env, program))
    if op == "delay":
        value, time, *bound = _lower_later(e.args, env, program)
        past = Delay(value, time, bound[0] if bound else time, not bound)
        return program.delay(past, lower_expression(e.args[1], env, program, done))
    args = [lower_expression(arg, env, program, done) for arg in e.args]
    if op == "external":
        return program.node("external", tuple(args), e.value)
    if op == "sample":
        return _sample(program, args, e.value)
    number: int = _OPERATIONS[op](program, op, args)
    return number


def _lower_later(args: tuple[Expr, ...], env: Environment, program: Program) -> list[int]:
    """Lower expressions that are evaluated after everything else."""
    later = Environment(env.symbols, env.symbols, env.previous, env.parameters, env.tables)
    done: dict[int, int] = {}
    return [lower_expression(arg, later, program, done) for arg in args]


def _typed(program: Program, op: str, number: int, kind: str) -> int:
    return program.node(op, (), number, BOOL if kind == BOOLEAN else REAL)


def _previous(program: Program, number: int, kind: str) -> int:
    if number < 0:
        return program.neg(_typed(program, "pre", ~number, kind))
    return _typed(program, "pre", number, kind)


def _boolean(program: Program, op: str, args: list[int]) -> int:
    return program.node(op, tuple(args), None, BOOL)


def _function(program: Program, op: str, args: list[int]) -> int:
    return program.node(op, tuple(args))


def _equality(program: Program, op: str, args: list[int]) -> int:
    if program.kinds[args[0]] == BOOL:
        op = "beq" if op == "eq" else "bne"
    return program.node(op, tuple(args), None, BOOL)


def _sample(program: Program, args: list[int], owner: str | None) -> int:
    """Return whether a clock ticks; those of different owners are different clocks."""
    clock = (args[0], args[1])
    number = program.clocks.setdefault((owner, *clock), len(program.samples))
    if number == len(program.samples):
        program.samples.append(clock)
    return program.node("sample", (), number, BOOL)


def lower_operation(program: Program, op: str, args: list[int]) -> int:
    """Return the node of an operation without memory; relations are no events.

    Parameters
    ----------
    program : Program
        Receives the node.
    op : str
        An operation of expressions.
    args : list of int
        Nodes of its operands.

    Raises
    ------
    KeyError
        If the operation has another meaning than a function of its operands.
    """
    if op in ("sample", "motion"):
        raise KeyError(op)
    number: int = _OPERATIONS[op](program, op, args)
    return number


_OPERATIONS: dict[str, Callable[[Program, str, list[int]], int]] = {
    "add": lambda program, op, args: program.add(*args),
    "sub": lambda program, op, args: program.sub(*args),
    "mul": lambda program, op, args: program.mul(*args),
    "div": lambda program, op, args: program.div(*args),
    "neg": lambda program, op, args: program.neg(*args),
    "where": lambda program, op, args: program.where(*args),
    "not": lambda program, op, args: program.negate(*args),
    "motion": lambda program, op, args: args[0],
    "eq": _equality,
    "ne": _equality,
    "and": lambda program, op, args: program.both(*args),
    "or": lambda program, op, args: program.either(*args),
    **dict.fromkeys(ORDERINGS, _boolean),
    **dict.fromkeys(_FUNCTIONS, _function),
}
