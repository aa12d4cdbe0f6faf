"""Random expressions that jump: for the modeling language, and for NumPy.

Both forms grow from one tree. The second one also tells the branch of every part, so that
breakpoints can be found without the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.blocks.tables.interfaces.surface import Surface
from drivetrain.modeling import (
    Expr,
    ceil,
    floor,
    interpolate,
    maximum,
    minimum,
    mod,
    no_event,
    sign,
    sin,
    where,
)

__all__ = ["Branches", "Jumping", "Sources", "TimeTable", "random_expression"]

Floats = NDArray[np.float64]
Branches = list[NDArray[np.float64]]


class Sources(NamedTuple):
    """What expressions are made of: the argument, and what a table in time reads."""

    u: Any
    table: Any


@dataclass(frozen=True)
class Jumping:
    """A part of an expression.

    Attributes
    ----------
    text : str
        How it is written, for reports.
    symbolic : callable
        From sources, each an `Expr`, to the expression.
    numeric : callable
        From values of the sources, and a list that receives the branches, to values.
    """

    text: str
    symbolic: Callable[[Sources], Expr]
    numeric: Callable[[Sources, Branches], Floats]


@dataclass
class _Maker:
    """Makes random expressions."""

    random: Random
    reads_table: bool = False

    def number(self, low: float, high: float) -> float:
        """Return a number; some are whole, or halves."""
        value = self.random.uniform(low, high)
        return round(value * 2) / 2 if self.random.random() < 0.25 else round(value, 3)

    def factor(self) -> float:
        """Return a number that is not small."""
        return self.random.choice((-1, 1)) * max(0.5, self.number(0.5, 3.0))

    def leaf(self) -> Jumping:
        """Return the argument, stretched, or a wave of it."""
        if self.reads_table and self.random.random() < 0.5:
            return Jumping("timetable", lambda s: s.table, lambda s, _: s.table)
        a, b = self.factor(), self.number(-2.0, 2.0)
        if self.random.random() < 0.2:
            return Jumping(
                f"sin({a}*u+{b})", lambda s: sin(a * s.u + b), lambda s, _: np.sin(a * s.u + b)
            )
        return Jumping(f"({a}*u+{b})", lambda s: a * s.u + b, lambda s, _: a * s.u + b)

    def expression(self, depth: int) -> Jumping:
        """Return an expression of this depth at most."""
        if depth == 0:
            return self.leaf()
        makers = [_rounded] * 4 + [_stretched] * 2 + [_table] * 4 + [_pair] * 3 + [_chosen] * 2
        return self.random.choice([*makers, _surface, _product])(self, depth)


def _rounded(make: _Maker, depth: int) -> Jumping:
    of, kind = make.expression(depth - 1), make.random.randrange(6)
    width = max(0.5, make.number(0.6, 2.0))
    whole = {0: np.floor, 1: np.ceil, 2: np.sign}
    if kind in whole:
        function, form = whole[kind], (floor, ceil, sign)[kind]

        def rounded(u: Sources, found: Branches) -> Floats:
            value = function(of.numeric(u, found))
            found.append(value + 0.0 * u.u)
            return value

        return Jumping(f"{function.__name__}({of.text})", lambda u: form(of.symbolic(u)), rounded)
    if kind == 3:

        def size(u: Sources, found: Branches) -> Floats:
            value = of.numeric(u, found)
            found.append(np.sign(value) + 0.0 * u.u)
            return np.abs(value)

        return Jumping(f"abs({of.text})", lambda u: abs(of.symbolic(u)), size)

    def rest(u: Sources, found: Branches) -> Floats:
        value = of.numeric(u, found)
        turns = np.floor(value / width)
        found.append(turns + 0.0 * u.u)
        return value - turns * width

    if kind == 4:
        return Jumping(f"mod({of.text}, {width})", lambda u: mod(of.symbolic(u), width), rest)

    def wrapped(u: Sources, found: Branches) -> Floats:
        value = of.numeric(u, found)
        turns = np.ceil(value / width - 0.5)
        found.append(turns + 0.0 * u.u)
        return value - width * turns

    def wrap(u: Sources) -> Expr:
        value = of.symbolic(u)
        return value - width * ceil(value / width - 0.5)

    return Jumping(f"wrap({of.text}, {width})", wrap, wrapped)


def _stretched(make: _Maker, depth: int) -> Jumping:
    of, a, b = make.expression(depth - 1), make.factor(), make.number(-1.0, 1.0)
    return Jumping(
        f"({a}*{of.text}+{b})",
        lambda u: a * of.symbolic(u) + b,
        lambda u, found: a * of.numeric(u, found) + b,
    )


def _table(make: _Maker, depth: int) -> Jumping:
    of, random = make.expression(depth - 1), make.random
    points = sorted({make.number(-3.0, 3.0) for _ in range(random.randint(2, 6))})
    if len(points) < 2:
        points = [-0.5, 0.75]
    values = [make.number(-2.0, 2.0) for _ in points]
    smoothness = random.choice(("constant_segments", "constant_segments", "linear_segments"))
    rule = random.choice(("hold_last_point", "last_two_points", "periodic"))
    grid, heights = np.array(points), np.array(values)

    def look_up(u: Sources, found: Branches) -> Floats:
        x = of.numeric(u, found) + 0.0 * u.u
        if rule == "periodic":
            turns = np.floor((x - grid[0]) / (grid[-1] - grid[0]))
            found.append(turns)
            x = x - turns * (grid[-1] - grid[0])
        piece = np.searchsorted(grid, x, "right") - 1
        found.append(piece.astype(float))
        return _piecewise(grid, heights, smoothness == "linear_segments", rule, x, piece)

    law = {"smoothness": smoothness, "extrapolation": rule}
    text = f"table({of.text}, {list(zip(points, values, strict=True))}, {smoothness}, {rule})"
    return Jumping(text, lambda u: interpolate(of.symbolic(u), points, values, **law), look_up)


def _piecewise(
    grid: Floats, heights: Floats, is_linear: bool, rule: str, x: Floats, piece: NDArray[np.int64]
) -> Floats:
    """Return what a table gives at x, which lies in these pieces; -1 is before the first point."""
    last = len(grid) - 1
    slope = np.diff(heights) / np.diff(grid)
    inside = np.clip(piece, 0, last - 1)
    value = heights[inside] + (slope[inside] * (x - grid[inside]) if is_linear else 0.0)
    goes_on = rule == "last_two_points"
    before = heights[0] + (slope[0] * (x - grid[0]) if goes_on else 0.0)
    behind = heights[-1] + (slope[-1] * (x - grid[-1]) if goes_on else 0.0)
    return np.where(piece < 0, before, np.where(piece >= last, behind, value))


def _pair(make: _Maker, depth: int) -> Jumping:
    one, other = make.expression(depth - 1), make.expression(make.random.randrange(depth))
    kind = make.random.randrange(3)
    if kind == 0:
        return Jumping(
            f"({one.text} + {other.text})",
            lambda u: one.symbolic(u) + other.symbolic(u),
            lambda u, found: one.numeric(u, found) + other.numeric(u, found),
        )
    form, function = ((minimum, np.minimum), (maximum, np.maximum))[kind - 1]

    def extreme(u: Sources, found: Branches) -> Floats:
        a, b = one.numeric(u, found), other.numeric(u, found)
        found.append(np.sign(a - b) + 0.0 * u.u)
        return function(a, b)

    text = f"{function.__name__}({one.text}, {other.text})"
    return Jumping(text, lambda u: form(one.symbolic(u), other.symbolic(u)), extreme)


def _product(make: _Maker, depth: int) -> Jumping:
    one, other = make.expression(depth - 1), make.expression(make.random.randrange(depth))
    return Jumping(
        f"({one.text} * {other.text})",
        lambda u: one.symbolic(u) * other.symbolic(u),
        lambda u, found: one.numeric(u, found) * other.numeric(u, found),
    )


def _chosen(make: _Maker, depth: int) -> Jumping:
    one, other = make.expression(depth - 1), make.expression(make.random.randrange(depth))
    if_true, if_false = make.expression(depth - 1), make.expression(make.random.randrange(depth))
    strict = make.random.random() < 0.5

    def choose(u: Sources, found: Branches) -> Floats:
        a, b = one.numeric(u, found), other.numeric(u, found)
        holds = (a > b) if strict else (a >= b)
        found.append(holds + 0.0 * u.u)
        return np.where(holds, if_true.numeric(u, found), if_false.numeric(u, found))

    def chosen(u: Sources) -> Expr:
        a, b = one.symbolic(u), other.symbolic(u)
        condition = a > b if strict else a >= b
        return no_event(where(condition, if_true.symbolic(u), if_false.symbolic(u)))

    sign_text = ">" if strict else ">="
    text = f"where({one.text} {sign_text} {other.text}, {if_true.text}, {if_false.text})"
    return Jumping(text, chosen, choose)


def _surface(make: _Maker, depth: int) -> Jumping:
    one, other = make.expression(depth - 1), make.expression(make.random.randrange(depth))
    grids = [sorted({make.number(-2.0, 2.0) for _ in range(4)}) for _ in range(2)]
    heights = [[make.number(-2.0, 2.0) for _ in grids[1]] for _ in grids[0]]
    rows = [[0.0, *grids[1]], *([x, *row] for x, row in zip(grids[0], heights, strict=True))]

    def look_up(u: Sources, found: Branches) -> Floats:
        cells = []
        for part, grid in zip((one, other), grids, strict=True):
            x = part.numeric(u, found) + 0.0 * u.u
            cells.append(np.clip(np.searchsorted(grid, x, "right") - 1, 0, None))
            found.append(cells[-1].astype(float))
        value: Floats = np.array(heights)[cells[0], cells[1]]
        return value

    def form(u: Sources) -> Expr:
        surface = Surface.of(rows, "constant_segments")
        return surface.value(one.symbolic(u), other.symbolic(u), "hold_last_point")

    return Jumping(f"surface({one.text}, {other.text}, {rows})", form, look_up)


@dataclass(frozen=True)
class TimeTable:
    """A table in time, a block of its own, and what it gives.

    Attributes
    ----------
    law : dict
        Arguments of the block.
    """

    law: dict[str, Any]

    @classmethod
    def random(cls, random: Random) -> TimeTable:
        """Return a table that begins at 0, or before, or after."""
        make = _Maker(random)
        points = sorted({make.number(-0.5, 2.5) for _ in range(random.randint(2, 7))})
        points = points if len(points) > 1 else [0.25, 1.5]
        law = {
            "table": [[x, make.number(-2.0, 2.0)] for x in points],
            "smoothness": random.choice(("linear_segments", "constant_segments")),
            "extrapolation": random.choice(("hold_last_point", "last_two_points", "periodic")),
            "time_events": random.choice(("always", "at_discontinuities", "no_time_events")),
        }
        return cls(law)

    def __call__(self, t: Floats, found: Branches) -> Floats:
        """Return the values at some instants, and note their pieces."""
        grid, heights = np.array(self.law["table"]).T
        x = t + 0.0
        if self.law["extrapolation"] == "periodic":
            turns = np.floor((x - grid[0]) / (grid[-1] - grid[0]))
            found.append(turns)
            x = x - turns * (grid[-1] - grid[0])
        piece = np.searchsorted(grid, x, "right") - 1
        found.append(piece.astype(float))
        is_linear = self.law["smoothness"] == "linear_segments"
        return _piecewise(grid, heights, is_linear, self.law["extrapolation"], x, piece)


def random_expression(random: Random, reads_table: bool) -> Jumping:
    """Return a random expression, up to five levels deep.

    Parameters
    ----------
    random : Random
        Where its numbers come from.
    reads_table : bool
        Whether a table in time takes part.
    """
    return _Maker(random, reads_table).expression(random.randint(2, 5))
