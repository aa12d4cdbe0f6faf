"""Pace: how long a step may be so that no wave is passed over.

The error estimate of a step sees the model at a few instants only. A wave that goes round many
times in between looks like any slower one, or like none at all. Waves are known from the equations:
a sine, a cosine, a tangent or a remainder. Where time alone turns them, steadily, the longest step
is known beforehand; where they turn with a motion, the kernel watches their angles.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Container, Iterable

from drivetrain.compiler.program.dataflow import KEPT, behind, operands, topological
from drivetrain.compiler.program.nonsingular_loops import is_given
from drivetrain.compiler.program.program import REAL, WATCHED, Program

__all__ = [
    "ONE_WAY",
    "PART_OF_PERIOD",
    "PEAKS",
    "WAVES",
    "free_angles",
    "longest_step",
    "steep_angles",
    "table_angles",
    "table_arguments",
]

PART_OF_PERIOD = 1 / 8
"""The longest step, of the period of the fastest wave."""
_CONDITIONS = 8
"""Ways in which one wave may reach a node before it counts there in any mode."""
WAVES = frozenset(("sin", "cos", "tan", "mod"))
"""Operations that repeat themselves as their first operand goes on."""
PEAKS = frozenset(("exp", "sinh", "cosh"))
"""Operations that change within about 1 of an operand near 0, to and fro as it may."""
ONE_WAY = frozenset(("tanh", "atan"))
"""The same with an end on either side: what a step misses of them shows as their change."""
_FAR = {"tanh": 8.0}
"""Operands beyond which nothing changes any more to speak of."""
_MOST_PLACES = 100
"""Of more steep places, or curved tables, none is watched: long models are computed in strips."""
_NEARER = 1.0
"""How far a step may come nearer to that place, as the logarithm of 1 plus the distance."""
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
    own = {}
    phases = _phases(program)
    slopes = _slopes(program, phases.values(), rate_of)
    for number, phase in phases.items():
        rate = slopes[phase]
        if rate is not None and not program.is_const(rate, 0.0):
            own[number] = program.node("abs", (rate,))
    rates = _acting(program, own, roots)
    if not rates:
        return None
    return program.div(program.const(2.0 * math.pi * PART_OF_PERIOD), _largest(program, rates))


def _largest(program: Program, nodes: list[int]) -> int:
    """Return the largest of nodes, found in rounds: processors compare many at a time."""
    while len(nodes) > 1:
        odd = nodes[len(nodes) // 2 * 2 :]
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        nodes = [program.node("max", pair) for pair in pairs] + odd
    return nodes[0]


def free_angles(program: Program, roots: Iterable[int], rate_of: Callable[[int], int]) -> list[int]:
    """Return the angles, in rad, of the waves that turn with a motion, or not steadily.

    They are 0 as long as a wave does not count, as for `longest_step`.

    Parameters
    ----------
    program : Program
        The model. Neither bodies of loops nor nonlinear algebraic loops are looked into.
    roots, rate_of
        As for `longest_step`.
    """
    phases = _phases(program)
    slopes = _slopes(program, phases.values(), rate_of)
    own = {
        number: phase
        for number, phase in phases.items()
        if program.flags[phase] and slopes[phase] is None
    }
    return _acting(program, own, roots)


def steep_angles(program: Program, roots: Iterable[int], steep: Container[str]) -> list[int]:
    """Return the angles, in rad, of what is steep in one place: how far off that is.

    A tanh, or the peak of an exponential of a square, may be passed over within one step, or lie
    between two of its instants. From any distance it is approached in steps that each leave a part
    of the way. What changes slowly costs none of them.

    Parameters
    ----------
    program : Program
        The model. Neither bodies of loops nor nonlinear algebraic loops are looked into.
    roots
        As for `longest_step`.
    steep : container of str
        The operations.
    """
    step = program.const(2.0 * math.pi * PART_OF_PERIOD / _NEARER)
    one, own = program.const(1.0), {}
    for number, op in enumerate(list(program.ops)):
        if op in steep and program.flags[program.args[number][0]]:
            place = program.args[number][0]
            distance = program.node("abs", (place,), WATCHED)
            if op in _FAR:
                distance = program.node("min", (distance, program.const(_FAR[op])), WATCHED)
            distance = program.node("log", (program.add(one, distance),))
            signed = program.mul(program.node("sign", (place,), WATCHED), distance)
            own[number] = program.mul(step, signed)
    return _acting(program, own, roots) if len(own) <= _MOST_PLACES else []


def table_angles(program: Program, roots: Iterable[int], turning: Container[int]) -> list[int]:
    """Return the angles, in rad, of tables that go up and down, whatever moves their arguments.

    A step may go from one extreme to the next, as it may through a part of the period of a wave.

    Parameters
    ----------
    program : Program
        The model. Neither bodies of loops nor nonlinear algebraic loops are looked into.
    roots
        As for `longest_step`.
    turning : container of int
        Numbers of the tables that go up and down.
    """
    step = program.const(2.0 * math.pi * PART_OF_PERIOD)
    found = {
        number: (args, value[0])
        for number, (op, args, value) in enumerate(
            zip(program.ops, program.args, program.values, strict=True)
        )
        if op == "table" and value[0] in turning and program.flags[args[0]]
    }
    own = {
        number: program.mul(step, program.node("turn", args, (table, 0)))
        for number, (args, table) in found.items()
    }
    return _acting(program, own, roots)


def table_arguments(
    program: Program, roots: Iterable[int], curved: Container[int]
) -> list[tuple[int, int, int]]:
    """Return where tables with curved pieces are read: argument, table, derivative.

    Parameters
    ----------
    program : Program
        The model. Neither bodies of loops nor nonlinear algebraic loops are looked into.
    roots : iterable of int
        Nodes of the derivatives.
    curved : container of int
        Numbers of the tables.
    """
    own: dict[int, int] = {}
    read: dict[int, set[tuple[int, int]]] = {}
    for number, op in enumerate(program.ops):
        if op == "table" and program.values[number][0] in curved:
            argument = program.args[number][0]
            own[number] = argument
            read.setdefault(argument, set()).add(program.values[number])
    if len(read) > _MOST_PLACES:
        return []
    found = []
    for node in _acting(program, own, roots):
        argument = node
        while argument not in read:  # it counts under conditions
            argument = next(a for a in program.args[argument][1:] if not program.is_const(a, 0.0))
        found += [(node, table, order) for table, order in sorted(read[argument])]
    return found


def _phases(program: Program) -> dict[int, int]:
    """Return the angle of each wave, of which 2 pi make a period."""
    waves = [number for number, op in enumerate(program.ops) if op in WAVES]
    return {number: _phase(program, program.ops[number], program.args[number]) for number in waves}


def _phase(program: Program, op: str, args: tuple[int, ...]) -> int:
    if op == "tan":
        return program.mul(program.const(2.0), args[0])
    if op == "mod":
        return program.div(program.mul(program.const(2.0 * math.pi), args[0]), args[1])
    return args[0]


def _acting(program: Program, own: dict[int, int], roots: Iterable[int]) -> list[int]:
    """Return what belongs to the waves that act on the roots, each with its conditions."""
    if not own:
        return []
    reached = _spread(program, own)
    return sorted(set().union(*(reached.get(root, frozenset()) for root in roots)))


def _slopes(
    program: Program, roots: Iterable[int], rate_of: Callable[[int], int]
) -> dict[int, int | None]:
    """Return the derivatives of nodes by time; None if they depend on more, or not linearly."""
    slopes: dict[int, int | None] = {}
    for number in topological(program, list(roots), True, known=_Opaque(program)):
        slopes[number] = _slope_of(program, number, slopes, rate_of)
    return slopes


class _Opaque:
    """Nodes whose slope follows from no operand."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        op = self.program.ops[number]
        return op in KEPT or op in _UNSTEADY or self.program.kinds[number] != REAL


def _slope_of(
    program: Program, number: int, known: dict[int, int | None], rate_of: Callable[[int], int]
) -> int | None:
    """Return the slope of a node, those of its operands being known."""
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
    slopes = [known[arg] for arg in args]
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
    """Return the rates, or angles, of the waves in every node that has some."""
    users = _users(program)
    reached = {number: frozenset([rate]) for number, rate in own.items()}
    sources = {rate: rate for rate in own.values()}
    waiting = sorted(own)  # operands come before what uses them, so that few are met twice
    queued = set(waiting)
    while waiting:
        number = heapq.heappop(waiting)
        queued.discard(number)
        for user in users.get(number, ()):
            rates = _joined(program, user, reached, sources) | reached.get(user, frozenset())
            rates = _plain(rates, sources)
            if rates != reached.get(user):
                reached[user] = rates
                if user not in queued:
                    queued.add(user)
                    heapq.heappush(waiting, user)
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
