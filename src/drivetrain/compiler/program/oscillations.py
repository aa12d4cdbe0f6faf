"""Limit steps and watch angles so that no oscillation is stepped over.

The error estimate of a step sees the model at a few instants only. An oscillation with many periods
in between looks like a slower one, or like none at all. Oscillations are recognised in the
equations: a sine, a cosine, a tangent or a remainder. Where time alone advances their angle,
steadily, the longest step is known beforehand; where the angle depends on a motion, the kernel
watches it.
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
"""The longest step, as a fraction of the period of the fastest oscillation."""
_CONDITIONS = 8
"""Paths by which one oscillation may reach a node before it counts there in any mode."""
WAVES = frozenset(("sin", "cos", "tan", "mod"))
"""Operations that are periodic in their first operand."""
PEAKS = frozenset(("exp", "sinh", "cosh"))
"""Operations that change within about 1 of an operand near 0, and may change back again."""
ONE_WAY = frozenset(("tanh", "atan"))
"""The same with a limit on either side: what a step misses of them shows as their change."""
_FAR = {"tanh": 8.0}
"""Operands beyond which the change is negligible."""
_MOST_PLACES = 100
"""With more steep places, or curved tables, none is watched: long models use tiles."""
_NEARER = 1.0
"""How much a step may approach that place, as the logarithm of 1 plus the distance."""
_UNSTEADY = frozenset(
    ("x", "known", "unknown", "in", "load", "total", "batch", "store", "delay", "solve", "get",
     "newton", "initial", "sample")
)  # fmt: skip


def longest_step(
    program: Program, roots: Iterable[int], rate_of: Callable[[int], int]
) -> int | None:
    """Return the node of the longest step until the next event; None without oscillations.

    An oscillation counts only while it is selected, that is, not in the inactive branch of a
    `where` whose condition is frozen between events.

    Parameters
    ----------
    program : Program
        The model.
    roots : iterable of int
        Nodes on which oscillations have an effect: derivatives, and operands of relations.
    rate_of : callable
        Derivative of a state by its number: an angle may be a state that grows steadily.
    """
    own = {}
    angles = _angles(program)
    slopes = _slopes(program, angles.values(), rate_of)
    for number, angle in angles.items():
        rate = slopes[angle]
        if rate is not None and not program.is_const(rate, 0.0):
            own[number] = program.node("abs", (rate,))
    rates = _acting(program, own, roots)
    if not rates:
        return None
    return program.div(program.const(2.0 * math.pi * PART_OF_PERIOD), _largest(program, rates))


def _largest(program: Program, nodes: list[int]) -> int:
    """Return the largest of the nodes as a balanced tree: processors compare many at a time."""
    while len(nodes) > 1:
        odd = nodes[len(nodes) // 2 * 2 :]
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        nodes = [program.node("max", pair) for pair in pairs] + odd
    return nodes[0]


def free_angles(program: Program, roots: Iterable[int], rate_of: Callable[[int], int]) -> list[int]:
    """Return the angles, in rad, of oscillations driven by a motion, or advancing unsteadily.

    They are 0 while an oscillation does not count, as for `longest_step`.

    Parameters
    ----------
    program : Program
        The model. Bodies of loops and nonlinear algebraic loops are not examined.
    roots, rate_of
        As for `longest_step`.
    """
    angles = _angles(program)
    slopes = _slopes(program, angles.values(), rate_of)
    own = {
        number: angle
        for number, angle in angles.items()
        if program.flags[angle] and slopes[angle] is None
    }
    return _acting(program, own, roots)


def steep_angles(program: Program, roots: Iterable[int], steep: Container[str]) -> list[int]:
    """Return angles, in rad, for operations that are steep in one place: their distance from it.

    A tanh, or the peak of an exponential of a square, may be passed over within one step, or lie
    between two of its instants. From any distance it is approached in steps that each leave part of
    the distance. Slow changes cost no such steps.

    Parameters
    ----------
    program : Program
        The model. Bodies of loops and nonlinear algebraic loops are not examined.
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
    """Return the angles, in rad, of tables that rise and fall, whatever drives their arguments.

    A step may go from one extreme to the next, just as it may cover part of a period of an
    oscillation.

    Parameters
    ----------
    program : Program
        The model. Bodies of loops and nonlinear algebraic loops are not examined.
    roots
        As for `longest_step`.
    turning : container of int
        Numbers of the tables that rise and fall.
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
        The model. Bodies of loops and nonlinear algebraic loops are not examined.
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
        while argument not in read:  # it depends on conditions
            argument = next(a for a in program.args[argument][1:] if not program.is_const(a, 0.0))
        found += [(node, table, order) for table, order in sorted(read[argument])]
    return found


def _angles(program: Program) -> dict[int, int]:
    """Return the angle of each oscillation, with period 2 pi."""
    waves = [number for number, op in enumerate(program.ops) if op in WAVES]
    return {number: _phase(program, program.ops[number], program.args[number]) for number in waves}


def _phase(program: Program, op: str, args: tuple[int, ...]) -> int:
    if op == "tan":
        return program.mul(program.const(2.0), args[0])
    if op == "mod":
        return program.div(program.mul(program.const(2.0 * math.pi), args[0]), args[1])
    return args[0]


def _acting(program: Program, own: dict[int, int], roots: Iterable[int]) -> list[int]:
    """Return the values in `own` of oscillations that act on the roots, with their conditions."""
    if not own:
        return []
    reached = _spread(program, own)
    return sorted(set().union(*(reached.get(root, frozenset()) for root in roots)))


def _slopes(
    program: Program, roots: Iterable[int], rate_of: Callable[[int], int]
) -> dict[int, int | None]:
    """Return the time derivatives of nodes; None for nodes not linear in time alone."""
    slopes: dict[int, int | None] = {}
    for number in topological(program, list(roots), True, known=_Opaque(program)):
        slopes[number] = _slope_of(program, number, slopes, rate_of)
    return slopes


class _Opaque:
    """Nodes whose slope does not follow from operands."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        op = self.program.ops[number]
        return op in KEPT or op in _UNSTEADY or self.program.kinds[number] != REAL


def _slope_of(
    program: Program, number: int, known: dict[int, int | None], rate_of: Callable[[int], int]
) -> int | None:
    """Return the slope of a node, given those of its operands."""
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
    """Return, for every node, the rates or angles of the oscillations it contains."""
    users = _users(program)
    reached = {number: frozenset([rate]) for number, rate in own.items()}
    sources = {rate: rate for rate in own.values()}
    waiting = sorted(own)  # operands first, so that few nodes are visited twice
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
    """Return, for each node, the nodes that are computed from it."""
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
    """Return the rates that a node inherits from its operands, and record their oscillations."""
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
    """Drop the conditions of oscillations with too many: every mode would add further ones."""
    count = Counter(sources[rate] for rate in rates)
    return frozenset(
        sources[rate] if sources[rate] in rates or count[sources[rate]] > _CONDITIONS else rate
        for rate in rates
    )


def _is_frozen(program: Program, number: int) -> bool:
    """Return whether a condition changes at events only."""
    op = program.ops[number]
    if op in ("and", "or", "not"):
        return all(_is_frozen(program, arg) for arg in program.args[number])
    return op in KEPT
