"""Intermediate representation of a compiled model: a small typed SSA form.

Every node is a value that is computed once; equal nodes are merged (common subexpressions). Nodes
are numbers, so that passes and printers work on plain lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.description.blocks import BlockShape

__all__ = [
    "Delay",
    "LargeBlock",
    "Program",
    "Relation",
    "Residual",
    "Rows",
    "Sizes",
    "TimeRelation",
]

Ints = NDArray[np.int64]

REAL, BOOL = "r", "b"
WATCHED = "watched"
"""Value of nodes that measure a distance and act on nothing: their switching does not count."""

CONTINUOUS = 1
"""The value can change between events, other than as a function of time alone."""
TIMED = 2
"""The value depends on time explicitly."""


class Relation(NamedTuple):
    """A relation on continuous quantities: true while the node is > 0 (>= 0 if not strict)."""

    crossing: int
    strict: bool


class TimeRelation(NamedTuple):
    """A relation on time: true from the instant computed by the node."""

    instant: int


class Delay(NamedTuple):
    """A delayed expression: nodes of its present value, of the delay, of the bound of the delay."""

    value: int
    time: int
    longest: int
    constant: bool


@dataclass(eq=False)
class Residual:
    """A nonlinear algebraic loop: residuals and Jacobian over known and unknown values."""

    program: Program
    known: list[int]
    residuals: list[int]
    jacobian: list[int]


@dataclass(eq=False)
class Sizes:
    """Sizes of the terms that the entries and the right-hand side of a linear loop add up.

    Needed only when the matrix changes, so they are a function of their own. Those of the
    right-hand side are left out if the loop must have a unique solution.
    """

    program: Program
    known: list[int]
    sizes: list[int]


@dataclass(frozen=True, eq=False)
class LargeBlock:
    """A linear algebraic loop of many unknowns, as a sparse system.

    Attributes
    ----------
    shape : BlockShape
        Pattern of the matrix: torn unknowns and residuals first, then steps in order of solution.
    first : int
        Position of its entries among the factors, followed by the right-hand side, which the
        solution overwrites.
    entries : list of int
        Nodes of the entries.
    fixed : list of (int, int)
        Entries that are constant during a run: position among the factors, node.
    memory, loop : int
        Position where the torn unknowns are saved; number of the loop.
    """

    shape: BlockShape
    first: int
    entries: list[int]
    fixed: list[tuple[int, int]]
    memory: int
    loop: int

    @property
    def right(self) -> int:
        """Position where the right-hand side begins."""
        return self.first + self.shape.entries


@dataclass(eq=False)
class Rows:
    """A body that runs once per row of index tables.

    The body's leaf ``in`` k is quantity ``columns[k]`` of the row: a state (kind ``x``) or a stored
    unknown (kind ``s``); ``p`` k and tables are columns too.

    Attributes
    ----------
    result : int
        Node of the body: the value of the row.
    parameters, tables : dict
        Numbers of the parameters and tables of all rows, by their number in the body.
    target : int array or None
        Unknown that each row computes; None: the values of all rows are added up.
    to : (str, int array), optional
        Array of `dt_io` and positions in it, if the unknowns are stored there and read by no loop.
    only_last : bool
        Whether only the unknown of the last row is read outside the loop.
    """

    body: Program
    result: int
    count: int
    columns: dict[int, tuple[str, Ints]]
    parameters: dict[int, Ints]
    tables: list[Ints]
    target: Ints | None
    to: tuple[str, Ints] | None = None
    only_last: bool = False


@dataclass(eq=False)
class Program:
    """Nodes in order of creation; operands come first, except of placeholders.

    Leaves: ``const``, ``time``, ``initial``, ``x`` (state), ``p`` (parameter), ``z`` (discrete,
    current), ``pre``, ``rel`` (frozen relation), ``trel`` (frozen time relation), ``sample``,
    ``member`` (placeholder for an unknown), ``known`` and ``unknown`` (inside loops), ``in``
    (inside rows). ``batch`` runs rows, ``load`` reads an unknown stored by a batch, ``store``
    stores one for a batch, ``total`` adds rows up; their operands are what must be computed first.
    ``bend`` changes its sign where a table bends or jumps, ``turn`` counts how often the table
    has risen or fallen. ``delay`` reads the past value of a delayed expression; its operand is how
    long ago. ``put`` stores an entry of a large loop, ``block`` solves it when all are there,
    ``entry`` reads one of its unknowns. ``solve`` solves a small one, ``slopes`` its derivative;
    their operands are the entries, the right-hand side and the nodes from which the sizes of their
    terms follow.

    Attributes
    ----------
    memory : int
        Number of values saved from the last solutions of algebraic loops.
    factors : int
        Number of values in the buffer for the factors of linear loops and the systems of large
        ones.
    place, work : int array, int
        Position of each stored unknown, and the number of positions.
    side_by_side : list of int array
        Parameters read by loops, which are passed to the program again as contiguous copies.
    runs : list of tuple
        First number and count of contiguous parameters that a loop reads. Behind all parameters
        the program is given a mask for each: no bit is set if they are equal in this run, otherwise
        all are. Masked indices then refer to the first one in place of the others.
    masks : int
        Position where these masks begin.
    """

    ops: list[str] = field(default_factory=list)
    args: list[tuple[int, ...]] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    time_relations: list[TimeRelation] = field(default_factory=list)
    samples: list[tuple[int, int]] = field(default_factory=list)
    clocks: dict[tuple[str | None, int, int], int] = field(default_factory=dict)
    delays: list[Delay] = field(default_factory=list)
    residuals: list[Residual] = field(default_factory=list)
    sizes: list[Sizes] = field(default_factory=list)
    blocks: list[LargeBlock] = field(default_factory=list)
    rows: list[Rows] = field(default_factory=list)
    memory: int = 0
    factors: int = 0
    place: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    work: int = 0
    side_by_side: list[Ints] = field(default_factory=list)
    runs: list[tuple[int, int]] = field(default_factory=list)
    masks: int = 0
    definitions: dict[int, int] = field(default_factory=dict)
    _known: dict[tuple[str, tuple[int, ...], Any, str], int] = field(default_factory=dict)
    _relation_numbers: dict[Relation, int] = field(default_factory=dict)
    _time_relation_numbers: dict[TimeRelation, int] = field(default_factory=dict)
    _delay_numbers: dict[Delay, int] = field(default_factory=dict)

    def node(self, op: str, args: tuple[int, ...] = (), value: Any = None, kind: str = REAL) -> int:
        """Return the number of the node, making it if it is new."""
        key = (op, args, value, kind)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.ops)
            self.ops.append(op)
            self.args.append(args)
            self.values.append(value)
            self.kinds.append(kind)
            flag = _LEAF_FLAGS.get(op, 0)
            for arg in args:
                flag |= self.flags[arg]
            self.flags.append(flag)
        return number

    def fresh(self, op: str, args: tuple[int, ...], value: Any = None) -> int:
        """Make a node that is never merged with an equal one."""
        return self.node(op, args, (len(self.ops), value))

    def const(self, value: float) -> int:
        """Return a constant."""
        return self.node("const", (), float(value))

    def is_const(self, number: int, value: float | None = None) -> bool:
        """Return whether a node is a constant (equal to `value`)."""
        return self.ops[number] == "const" and value in (None, self.values[number])

    @property
    def repeatable(self) -> bool:
        """Whether time, states, parameters, discrete values and relations determine all results.

        Algebraic loops save their last solution, delays the past, programs outside their own data.
        An event ends with a pass without clock ticks and without `initial`, so those leave no
        trace.
        """
        return not (self.memory or self.delays or "external" in self.ops)

    def first(self, count: int) -> Program:
        """Return the program of the first nodes, without those that were added later."""
        nodes = ("ops", "args", "values", "kinds", "flags")
        return replace(
            self,
            **{name: getattr(self, name)[:count] for name in nodes},
            _known={},
        )

    def mask_of(self, first: int, last: int) -> int | None:
        """Return the position of the mask of a run that contains these parameters, if any."""
        for k, (start, count) in enumerate(self.runs):
            if start <= first and last < start + count:
                return self.masks + k
        return None

    # -- folding arithmetic ---------------------------------------------------------------------

    def add(self, a: int, b: int) -> int:
        """Return a + b."""
        if self.is_const(a) and self.is_const(b):
            return self.const(self.values[a] + self.values[b])
        if self.is_const(a, 0.0):
            return b
        if self.is_const(b, 0.0):
            return a
        if self.ops[b] == "neg":
            return self.sub(a, self.args[b][0])
        if self.ops[a] == "neg":
            return self.sub(b, self.args[a][0])
        return self.node("add", (a, b))

    def sub(self, a: int, b: int) -> int:
        """Return a - b."""
        if self.is_const(a) and self.is_const(b):
            return self.const(self.values[a] - self.values[b])
        if self.is_const(b, 0.0):
            return a
        if self.is_const(a, 0.0):
            return self.neg(b)
        if self.ops[b] == "neg":
            return self.add(a, self.args[b][0])
        return self.node("sub", (a, b))

    def neg(self, a: int) -> int:
        """Return -a."""
        if self.is_const(a):
            return self.const(-self.values[a])
        if self.ops[a] == "neg":
            return self.args[a][0]
        if self.ops[a] == "sub":
            return self.node("sub", (self.args[a][1], self.args[a][0]))
        return self.node("neg", (a,))

    def mul(self, a: int, b: int) -> int:
        """Return a * b."""
        if self.is_const(a) and self.is_const(b):
            return self.const(self.values[a] * self.values[b])
        for one, other in ((a, b), (b, a)):
            if self.is_const(one, 0.0):
                return one
            if self.is_const(one, 1.0):
                return other
            if self.is_const(one, -1.0):
                return self.neg(other)
        return self.node("mul", (a, b))

    def div(self, a: int, b: int) -> int:
        """Return a / b."""
        if self.is_const(b, 1.0):
            return a
        if self.is_const(b, -1.0):
            return self.neg(a)
        if self.is_const(a, 0.0):
            return a
        return self.node("div", (a, b))

    def where(self, condition: int, a: int, b: int) -> int:
        """Return `a` if the condition holds, else `b`."""
        if a == b:
            return a
        if self.ops[condition] == "const":
            return a if self.values[condition] else b
        if self.ops[condition] == "not":
            return self.where(self.args[condition][0], b, a)
        return self.node("where", (condition, a, b), None, self.kinds[a])

    def negate(self, condition: int) -> int:
        """Return the opposite of a condition."""
        if self.is_const(condition):
            return self.node("const", (), not self.values[condition], BOOL)
        if self.ops[condition] == "not":
            return self.args[condition][0]
        return self.node("not", (condition,), None, BOOL)

    def both(self, a: int, b: int) -> int:
        """Return the conjunction of two conditions."""
        return self._joined("and", a, b, True)

    def either(self, a: int, b: int) -> int:
        """Return the disjunction of two conditions."""
        return self._joined("or", a, b, False)

    def _joined(self, op: str, a: int, b: int, neutral: bool) -> int:
        for one, other in ((a, b), (b, a)):
            if self.is_const(one):
                return other if self.values[one] == neutral else one
        return self.node(op, (a, b), None, BOOL)

    def delay(self, delay: Delay, time: int) -> int:
        """Return the value of an expression `time` ago."""
        return self.node("delay", (time,), _position(self.delays, self._delay_numbers, delay))

    # -- relations ------------------------------------------------------------------------------

    def relation(self, op: str, a: int, b: int) -> int:
        """Return the frozen value of a relation that raises events."""
        flags = self.flags[a] | self.flags[b]
        if not flags:
            return self.node(op, (a, b), None, BOOL)
        if flags == TIMED:
            timed = self._time_relation(op, a, b)
            if timed is not None:
                return timed
        upper, lower = (a, b) if op in ("gt", "ge") else (b, a)
        crossing = self.sub(upper, lower)
        strict = op in ("gt", "lt")
        number = _position(self.relations, self._relation_numbers, Relation(crossing, strict))
        return self.node("rel", (), number, BOOL)

    def _time_relation(self, op: str, a: int, b: int) -> int | None:
        """Return a relation linear in time: it switches once, at a computable instant."""
        form_a, form_b = self._linear_in_time(a), self._linear_in_time(b)
        if form_a is None or form_b is None:
            return None
        slope = self.sub(form_a[0], form_b[0])
        rest = self.sub(form_b[1], form_a[1])
        if not self.is_const(slope) or self.values[slope] == 0:
            return None
        key = TimeRelation(self.div(rest, slope))
        number = _position(self.time_relations, self._time_relation_numbers, key)
        after = self.node("trel", (), number, BOOL)
        rising = (self.values[slope] > 0) == (op in ("gt", "ge"))
        return after if rising else self.negate(after)

    def _linear_in_time(self, number: int) -> tuple[int, int] | None:
        """Split a node into slope * time + rest."""
        forms: dict[int, tuple[int, int] | None] = {}
        stack = [number]
        while stack:
            node = stack[-1]
            timed = [a for a in self.args[node] if self.flags[a] & TIMED and a not in forms]
            if timed and self.flags[node] & TIMED:
                stack.extend(timed)
            else:
                forms[node] = self._form_in_time(node, forms)
                stack.pop()
        return forms[number]

    def _form_in_time(
        self, number: int, forms: Mapping[int, tuple[int, int] | None]
    ) -> tuple[int, int] | None:
        """Return the linear form of a node whose time-dependent operands have such forms."""
        op, args = self.ops[number], self.args[number]
        if not self.flags[number] & TIMED:
            return self.const(0.0), number
        if op == "time":
            return self.const(1.0), self.const(0.0)
        parts = [forms[a] if self.flags[a] & TIMED else (self.const(0.0), a) for a in args]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        if op in ("add", "sub"):
            (sa, ra), (sb, rb) = found
            join = self.add if op == "add" else self.sub
            return join(sa, sb), join(ra, rb)
        if op == "neg":
            slope, rest = found[0]
            return self.neg(slope), self.neg(rest)
        return None

    def define(self, placeholder: int, number: int) -> None:
        """Set the node that a placeholder stands for."""
        self.definitions[placeholder] = number


def _position(listed: list[Any], numbers: dict[Any, int], key: Any) -> int:
    """Return the position of a key in a list, appending it if it is new."""
    number = numbers.setdefault(key, len(listed))
    if number == len(listed):
        listed.append(key)
    return number


_LEAF_FLAGS = {
    "x": CONTINUOUS, "member": CONTINUOUS, "solve": CONTINUOUS, "newton": CONTINUOUS,
    "unknown": CONTINUOUS, "known": CONTINUOUS, "in": CONTINUOUS, "load": CONTINUOUS,
    "block": CONTINUOUS, "total": CONTINUOUS, "delay": CONTINUOUS, "time": TIMED,
}  # fmt: skip
