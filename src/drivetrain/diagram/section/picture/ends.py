"""Ends of shafts: engine, final drive, vehicle, and what lies between, as a chain of symbols."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from drivetrain.diagram.drawing import Group, Item, Label, Shape, box, circle, line
from drivetrain.diagram.section.machine import Chain, Link, Scheme, Shown
from drivetrain.diagram.section.picture.metrics import NAME, text_width
from drivetrain.diagram.section.picture.placing import Place, placed
from drivetrain.diagram.section.picture.texts import draw_texts, texts_width
from drivetrain.diagram.symbols import Symbol, symbol_named

__all__ = ["End", "chain_width", "draw_chain"]

_GAP = 8.0
_HANG = 14.0
_BOX_HEIGHT = 26.0


@dataclass(frozen=True)
class End:
    """Where a chain begins.

    Attributes
    ----------
    x, y : float
        The end of the shaft at the gearbox.
    names : float
        Baseline of the names.
    look : str
        Looks of the body at which it begins.
    """

    x: float
    y: float
    names: float
    look: str


def chain_width(scheme: Scheme, chain: Chain) -> float:
    """Return how long a chain is."""
    return sum(_width(scheme, one) + _GAP for link in chain.links for one in _row(link))


def _row(link: Link) -> tuple[Shown, ...]:
    """Return the parts at a link, from the gearbox on outwards."""
    return (*link.hung, link.shown)


def _symbol(shown: Shown) -> Symbol | None:
    return symbol_named(shown.part.symbol)


def _width(scheme: Scheme, shown: Shown) -> float:
    symbol = _symbol(shown)
    name = texts_width(scheme, shown)
    if symbol is None:
        return max(name, text_width(shown.part.title, NAME) + 24)
    return max(name, symbol.width)


def draw_chain(scheme: Scheme, chain: Chain, end: End) -> Iterator[Item]:
    """Yield the parts of a chain, each as a group with its name, and their shafts."""
    sign = 1.0 if chain.side == "right" else -1.0
    x, look = end.x, end.look
    for link in chain.links:
        last = link is chain.links[-1]
        for shown in _row(link):
            width = _width(scheme, shown)
            middle = x + sign * (_GAP + width / 2)
            yield line(((x, end.y), (x + sign * _GAP, end.y)), look)
            hung = shown is not link.shown
            spot = _Spot(middle, end.y, width / 2, sign, look, hung, last and not hung)
            items = list(_drawn(shown, spot))
            items += draw_texts(scheme, shown, middle, end.names)
            yield Group(tuple(items), shown.path, shown.title)
            x += sign * (_GAP + width)
        look = "rotation"


class _Spot(NamedTuple):
    """Where a part of a chain is drawn.

    Attributes
    ----------
    x, y : float
        Its middle.
    half : float
        Half of the room that it has along the shaft.
    sign : float
        1 if the chain goes to the right, -1 if to the left.
    look : str
        Looks of the shaft on the side of the gearbox.
    hung : bool
        Whether the shaft goes on beyond it.
    last : bool
        Whether the chain ends with it.
    """

    x: float
    y: float
    half: float
    sign: float
    look: str
    hung: bool
    last: bool


def _drawn(shown: Shown, at: _Spot) -> Iterator[Item]:
    x, y, half, sign, symbol = at.x, at.y, at.half, at.sign, _symbol(shown)
    single = len(shown.bodies) == 1
    if at.hung and single:
        yield line(((x - half, y), (x + half, y)), at.look)
        yield from _hung(symbol, x, y)
        return
    own = half - 6 if symbol is None else symbol.width / 2
    yield line(((x - sign * half, y), (x - sign * own, y)), at.look)
    if not single and not at.last:
        yield line(((x + sign * own, y), (x + sign * half, y)), at.look if at.hung else "rotation")
    if symbol is None:
        yield box(x - own, y - _BOX_HEIGHT / 2, 2 * own, _BOX_HEIGHT, "box")
        yield Label(x, y + 4, shown.part.title)
        return
    mirrored = _looks_away(symbol, "left" if sign > 0 else "right")
    idle = sign if at.last and not symbol.faces else 0.0
    yield from (placed(one, Place(x, y, mirrored=mirrored)) for one in _used(symbol, idle, single))


def _looks_away(symbol: Symbol, side: str) -> bool:
    """Tell whether the only shaft of a symbol is not on a side."""
    return symbol.faces not in ("", side)


def _used(symbol: Symbol, idle: float, single: bool) -> Iterator[Item]:
    """Yield the symbol without ends of shafts that lead nowhere.

    Parameters
    ----------
    symbol : Symbol
        The symbol.
    idle : float
        1 if nothing is on its right, -1 if nothing is on its left, else 0.
    single : bool
        Whether the part has only one flange that turns.
    """
    for item in symbol.items:
        looks = item.look.split()
        if isinstance(item, Shape) and {"rotation", "translation"} & set(looks):
            places = [idle * x for _, values in item.steps for x in values[::2]]
            if (idle and min(places) >= 0) or (single and "translation" in looks):
                continue
        yield item


def _hung(symbol: Symbol | None, x: float, y: float) -> Iterator[Item]:
    """Yield a part with one flange above the shaft."""
    low = y - _HANG
    yield line(((x, y), (x, low)), "rotation")
    yield circle(x, y, 2.5, "joint")
    if symbol is None:
        yield box(x - 20, low - _BOX_HEIGHT, 40, _BOX_HEIGHT, "box")
        return
    mirrored = _looks_away(symbol, "left")
    place = Place(x, low - symbol.width / 2, mirrored=mirrored, turned=True)
    yield from (placed(one, place) for one in _used(symbol, 1.0 if not mirrored else 0.0, True))
