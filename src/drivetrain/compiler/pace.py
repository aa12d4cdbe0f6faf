"""Pace: how long a step may be so that no oscillation of a source is passed over.

The error estimate of a step sees the model at a few instants only. A wave that goes round many
times in between looks like any slower one, or like none at all. Waves of time are known from the
equations: a sine, a cosine or a remainder of something that grows steadily with time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable

from drivetrain.compiler.dependencies import KEPT, behind, operands
from drivetrain.compiler.program import REAL, Program
from drivetrain.compiler.regular import is_given

__all__ = ["PART_OF_PERIOD", "longest_step"]

PART_OF_PERIOD = 1 / 8
"""The longest step, of the period of the fastest wave."""
_CONDITIONS = 8
"""Ways in which one wave may reach a node before it counts there in any mode."""
_WAVES = frozenset(("sin", "cos", "mod"))
_UNSTEADY = frozenset(
    ("x", "known", "unknown", "in", "load", "total", "batch", "store", "delay", "solve", "get",
     "newton", "initial", "sample")
)  # fmt: skip


def longest_step(
    program: Program, roots: Iterable[int], rate_of: Callable[[int], int]
) -> int | None:
    """Return the node of the longest step until the next event; None if there are no waves.

    A wave counts while what it is part of is chosen: not behind a `where` whose condition, frozen
    between events, takes the other side.

    Parameters
    ----------
    program : Program
        The model.
    roots : iterable of int
        Nodes by which waves act: derivatives, and what relations compare.
    rate_of : callable
        Gives the derivative of a state by its number: a phase may be a state that grows steadily.
    """
    waves = [number for number, op in enumerate(program.ops) if op in _WAVES]
    own = {
        number: rate
        for number in waves
        if (rate := _own_rate(program, number, rate_of)) is not None
    }
    if not own:
        return None
    reached = _spread(program, own)
    rates = sorted(set().union(*(reached.get(root, frozenset()) for root in roots)))
    if not rates:
        return None
    fastest = rates[0]
    for rate in rates[1:]:
        fastest = program.node("max", (fastest, rate))
    return program.div(program.const(2.0 * math.pi * PART_OF_PERIOD), fastest)


def _own_rate(program: Program, number: int, rate_of: Callable[[int], int]) -> int | None:
    """Return how fast the argument of a wave grows, in rad/s; None if it does not grow steadily."""
    args = program.args[number]
    slope = _slope(program, args[0], {}, rate_of)
    if slope is None or program.is_const(slope, 0.0):
        return None
    if program.ops[number] == "mod":
        period = args[1]
        if not program.is_const(_slope(program, period, {}, rate_of) or slope, 0.0):
            return None
        slope = program.div(program.mul(program.const(2.0 * math.pi), slope), period)
    return program.node("abs", (slope,))


def _slope(
    program: Program, number: int, known: dict[int, int | None], rate_of: Callable[[int], int]
) -> int | None:
    """Return the derivative of a node by time; None if it depends on more, or not linearly."""
    if number not in known:
        known[number] = None  # of what needs itself
        known[number] = _slope_of(program, number, known, rate_of)
    return known[number]


def _slope_of(
    program: Program, number: int, known: dict[int, int | None], rate_of: Callable[[int], int]
) -> int | None:
    op, zero = program.ops[number], program.const(0.0)
    if op == "time":
        return program.const(1.0)
    if op == "x":
        rate = behind(program, rate_of(program.values[number]), discrete_known=True)
        return rate if is_given(program, rate) else None
    if op in KEPT:
        return zero
    if op in _UNSTEADY or program.kinds[number] != REAL:
        return None
    args = operands(program, number, discrete_known=True)
    if op == "where":
        args = args[1:]
    slopes = [_slope(program, arg, known, rate_of) for arg in args]
    if not args or None in slopes:
        return None
    found = [slope for slope in slopes if slope is not None]
    if op == "member":
        return found[0]
    if op == "where":
        return program.where(program.args[number][0], *found)
    if op in ("add", "sub"):
        return (program.add if op == "add" else program.sub)(*found)
    if op == "neg":
        return program.neg(found[0])
    if op in ("mul", "div") and program.is_const(found[1], 0.0):
        return (program.mul if op == "mul" else program.div)(found[0], args[1])
    if op == "mul" and program.is_const(found[0], 0.0):
        return program.mul(args[0], found[1])
    return zero if all(program.is_const(slope, 0.0) for slope in found) else None


def _spread(program: Program, own: dict[int, int]) -> dict[int, frozenset[int]]:
    """Return the rates of the waves in every node that has some."""
    users = _users(program)
    reached = {number: frozenset([rate]) for number, rate in own.items()}
    sources = {rate: rate for rate in own.values()}
    waiting = list(own)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            rates = _joined(program, user, reached, sources) | reached.get(user, frozenset())
            rates = _plain(rates, sources)
            if rates != reached.get(user):
                reached[user] = rates
                waiting.append(user)
    return reached


def _users(program: Program) -> dict[int, list[int]]:
    """Return for each node those that are computed from it."""
    users: dict[int, list[int]] = {}
    for number, args in enumerate(program.args):
        for arg in args:
            users.setdefault(arg, []).append(number)
    for placeholder, number in program.definitions.items():
        if program.ops[placeholder] == "member":
            users.setdefault(number, []).append(placeholder)
    return users


def _joined(
    program: Program, number: int, reached: dict[int, frozenset[int]], sources: dict[int, int]
) -> frozenset[int]:
    """Return the rates that a node has from its operands, and note of which waves they are."""
    none: frozenset[int] = frozenset()
    args = operands(program, number, discrete_known=True)
    if program.ops[number] != "where" or not _is_frozen(program, args[0]):
        return none.union(*(reached.get(arg, none) for arg in args))
    zero = program.const(0.0)
    found = set()
    for place in (1, 2):
        for rate in reached.get(args[place], none):
            choice = (rate, zero) if place == 1 else (zero, rate)
            chosen = program.where(args[0], *choice)
            sources.setdefault(chosen, sources[rate])
            found.add(chosen)
    return frozenset(found)


def _plain(rates: frozenset[int], sources: dict[int, int]) -> frozenset[int]:
    """Return rates without conditions for waves with very many: modes would multiply them."""
    count = Counter(sources[rate] for rate in rates)
    return frozenset(
        sources[rate] if sources[rate] in rates or count[sources[rate]] > _CONDITIONS else rate
        for rate in rates
    )


def _is_frozen(program: Program, number: int) -> bool:
    """Tell whether a condition changes at events only."""
    op = program.ops[number]
    if op in ("and", "or", "not"):
        return all(_is_frozen(program, arg) for arg in program.args[number])
    return op in KEPT
