"""The housing, and what lies between it and a body: brakes and freewheels."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.diagram.drawing import Item, line
from drivetrain.diagram.section.layout import Slot
from drivetrain.diagram.section.machine import HOUSING, Shown
from drivetrain.diagram.section.picture.bodies import colour
from drivetrain.diagram.section.picture.metrics import NAME, text_width
from drivetrain.diagram.section.picture.placing import Place, placed
from drivetrain.diagram.symbols import Symbol, symbol_named

__all__ = ["clearance", "draw_housing", "draw_tap", "tap_half"]

_STEM = 8.0
_APART = 5.0
_PLATE = 11.0
_HALO = 5.0
_HATCH = 6.0
_FREE = 12.0
_BOX = 30.0


def tap_half(shown: Shown, label: str) -> float:
    """Return half of the width of a brake, with its name."""
    symbol = _turned(shown)
    return max(_PLATE + 3, 0 if symbol is None else symbol.height / 2 + 2,
               text_width(label, NAME) / 2 + 3)  # fmt: skip


def _turned(shown: Shown) -> Symbol | None:
    """Return the symbol that is drawn upright; None for the plates of a brake."""
    if shown.part.symbol in ("brake", "clutch", "bearing"):
        return None
    return symbol_named(shown.part.symbol)


def _height(shown: Shown) -> float:
    symbol = _turned(shown)
    return _STEM + _APART if symbol is None else symbol.width


def clearance(taps: list[Shown]) -> float:
    """Return the distance that the outermost line needs from the housing."""
    return max((_height(one) for one in taps), default=0.0) + 1.5 * _FREE


def draw_tap(
    shown: Shown, slot: Slot, x: float, y: float, housing: float, over: list[float]
) -> Iterator[Item]:
    """Yield the drawing of a part between a body and the housing, without its name.

    Parameters
    ----------
    shown : Shown
        The part.
    slot : Slot
        The bodies on both sides.
    x : float
        Middle of the column.
    y : float
        Height of the line of the body.
    housing : float
        Height of the housing.
    over : list of float
        Heights of lines that are crossed.
    """
    look = colour(max(slot.left, slot.right))
    plate = housing + _height(shown)
    for crossed in over:
        yield line(((x, crossed - _HALO), (x, crossed + _HALO)), "halo")
    yield line(((x, y + 1.2), (x, plate)), look)
    symbol = _turned(shown)
    if symbol is not None:
        flange = shown.flange_at(HOUSING)
        at_housing = flange is not None and flange.side == "driving"
        place = Place(x, housing + symbol.width / 2, mirrored=at_housing, turned=True)
        yield from (placed(item, place) for item in symbol.items)
        return
    yield line(((x - _PLATE, plate), (x + _PLATE, plate)), look)
    yield line(((x - _PLATE, housing + _STEM), (x + _PLATE, housing + _STEM)), "thick")
    yield line(((x, housing + _STEM), (x, housing)), "symbol")


def draw_housing(left: float, right: float, y: float) -> Iterator[Item]:
    """Yield the line of the housing, hatched on its outer side."""
    yield line(((left, y), (right, y)), "symbol")
    for k in range(int((right - left) // _HATCH)):
        x = left + _HATCH * k
        yield line(((x, y), (x + _HATCH - 1, y - _HATCH + 1)), "thin")
