"""Random expressions that jump: for the modeling language, and for NumPy.

Both forms grow from one tree. The second one also tells the branch of every part, so that breakpoints
can be found without the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

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

__all__ = ["Jumping", "random_expression"]

Floats = NDArray[np.float64]
Branches = list[NDArray[np.float64]]


@dataclass(frozen=True)
class Jumping:
    """A part of an expression.

    Attributes
    ----------
    text : str
        How it is written, for reports.
    symbolic : callable
        From the argument, an `Expr`, to the expression.
    numeric : callable
        From values of the argument, and a list that receives the branches, to values.
    """

    text: str
    symbolic: Callable[[Expr], Expr]
    numeric: Callable[[Floats, Branches], Floats]

    def __call__(self, u: Floats) -> tuple[Floats, NDArray[np.float64]]:
        """Return the values at some arguments, and the branches there, one row for each part."""
        found: Branches = [np.zeros(len(u))]
        return self.numeric(u, found) + np.zeros(len(u)), np.vstack(found)


@dataclass
class _Maker:
    """Makes random expressions."""

    random: Random
    leaves: Sequence[Jumping] = field(default_factory=list)

    def number(self, low: float, high: float) -> float:
        """Return a number; some are whole, or halves."""
        value = self.random.uniform(low, high)
        return round(value * 2) / 2 if self.random.random() < 0.25 else round(value, 3)

    def factor(self) -> float:
        """Return a number that is not small."""
        return self.random.choice((-1, 1)) * max(0.5, self.number(0.5, 3.0))

    def leaf(self) -> Jumping:
        """Return the argument, stretched, or a wave of it."""
        if self.leaves and self.random.random() < 0.5:
            return self.random.choice(self.leaves)
        a, b = self.factor(), self.number(-2.0, 2.0)
        if self.random.random() < 0.2:
            return Jumping(
                f"sin({a}*u+{b})", lambda u: sin(a * u + b), lambda u, _: np.sin(a * u + b)
            )
        return Jumping(f"({a}*u+{b})", lambda u: a * u + b, lambda u, _: a * u + b)

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

        def rounded(u: Floats, found: Branches) -> Floats:
            value = function(of.numeric(u, found))
            found.append(value + np.zeros(len(u)))
            return value

        return Jumping(f"{function.__name__}({of.text})", lambda u: form(of.symbolic(u)), rounded)
    if kind == 3:

        def size(u: Floats, found: Branches) -> Floats:
            value = of.numeric(u, found)
            found.append(np.sign(value) + np.zeros(len(u)))
            return np.abs(value)

        return Jumping(f"abs({of.text})", lambda u: abs(of.symbolic(u)), size)

    def rest(u: Floats, found: Branches) -> Floats:
        value = of.numeric(u, found)
        turns = np.floor(value / width)
        found.append(turns + np.zeros(len(u)))
        return value - turns * width

    if kind == 4:
        return Jumping(f"mod({of.text}, {width})", lambda u: mod(of.symbolic(u), width), rest)

    def wrapped(u: Floats, found: Branches) -> Floats:
        value = of.numeric(u, found)
        turns = np.ceil(value / width - 0.5)
        found.append(turns + np.zeros(len(u)))
        return value - width * turns

    def wrap(u: Expr) -> Expr:
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

    def look_up(u: Floats, found: Branches) -> Floats:
        x = of.numeric(u, found) + np.zeros(len(u))
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

    def extreme(u: Floats, found: Branches) -> Floats:
        a, b = one.numeric(u, found), other.numeric(u, found)
        found.append(np.sign(a - b) + np.zeros(len(u)))
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

    def choose(u: Floats, found: Branches) -> Floats:
        a, b = one.numeric(u, found), other.numeric(u, found)
        holds = (a > b) if strict else (a >= b)
        found.append(holds + np.zeros(len(u)))
        return np.where(holds, if_true.numeric(u, found), if_false.numeric(u, found))

    def chosen(u: Expr) -> Expr:
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

    def look_up(u: Floats, found: Branches) -> Floats:
        cells = []
        for part, grid in zip((one, other), grids, strict=True):
            x = part.numeric(u, found) + np.zeros(len(u))
            cells.append(np.clip(np.searchsorted(grid, x, "right") - 1, 0, None))
            found.append(cells[-1].astype(float))
        value: Floats = np.array(heights)[cells[0], cells[1]]
        return value

    def form(u: Expr) -> Expr:
        surface = Surface.of(rows, "constant_segments")
        return surface.value(one.symbolic(u), other.symbolic(u), "hold_last_point")

    return Jumping(f"surface({one.text}, {other.text}, {rows})", form, look_up)


def random_expression(random: Random, leaves: Sequence[Any] = ()) -> Jumping:
    """Return a random expression of one argument, up to five levels deep.

    Parameters
    ----------
    random : Random
        Where its numbers come from.
    leaves : sequence of Jumping
        Other functions of the argument that may stand in its place.
    """
    maker = _Maker(random, leaves)
    return maker.expression(random.randint(2, 5))
