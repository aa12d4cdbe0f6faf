"""Parts between two bodies: clutches, freewheels, springs, and boxes for all others."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.diagram.drawing import Item, box, closed, line
from drivetrain.diagram.section.layout import Slot
from drivetrain.diagram.section.machine import Shown
from drivetrain.diagram.section.picture.bodies import colour
from drivetrain.diagram.section.picture.metrics import NAME, text_width
from drivetrain.diagram.section.picture.placing import Place, placed
from drivetrain.diagram.symbols import Symbol, symbol_named

__all__ = ["draw_pair", "pair_half", "pair_reach"]

_PLATE = 10.0
"""Half of the height of a plate."""
_APART = 3.5
_TALLEST = 22.0
_OWN = {"clutch": _APART, "dog_clutch": 5.0, "freewheel": 7.0}
"""Half of the width of what is drawn in the colours of the bodies."""


def pair_half(shown: Shown, label: str) -> float:
    """Return half of the width of a part, with its name."""
    return max(pair_reach(shown) + 6, text_width(label, NAME) / 2 + 3)


def draw_pair(shown: Shown, slot: Slot, flipped: bool, x: float, y: float) -> Iterator[Item]:
    """Yield the drawing of a part between two bodies, without its name.

    Parameters
    ----------
    shown : Shown
        The part.
    slot : Slot
        The bodies on both sides.
    flipped : bool
        Whether its first flange is on the right.
    x, y : float
        Its middle.
    """
    looks = [colour(slot.left), colour(slot.right)]
    if shown.part.symbol in _OWN:
        yield from _plates(shown.part.symbol, looks, flipped, x, y)
    else:
        yield from _symbol(shown, flipped, x, y)


def pair_reach(shown: Shown) -> float:
    """Return how far its lines come to the middle of the column."""
    if shown.part.symbol in _OWN:
        return _OWN[shown.part.symbol]
    symbol = symbol_named(shown.part.symbol)
    return 16.0 if symbol is None else symbol.width / 2 * _scale(symbol)


def _scale(symbol: Symbol) -> float:
    return min(1.0, _TALLEST / symbol.height)


def _plates(symbol: str, looks: list[str], flipped: bool, x: float, y: float) -> Iterator[Item]:
    """Yield two plates, each in the colour of its body; teeth or a wedge show their kind."""
    reach = _OWN[symbol]
    for look, at in zip(looks, (x - reach, x + reach), strict=True):
        yield line(((at, y - _PLATE), (at, y + _PLATE)), look)
    if symbol == "dog_clutch":
        for look, inner, dy in ((looks[0], x + 2, -5), (looks[0], x + 2, 5), (looks[1], x - 2, 0)):
            start = x - reach if look is looks[0] and dy else x + reach
            yield line(((start, y + dy), (inner, y + dy)), look)
    if symbol == "freewheel":
        sign = -1.0 if flipped else 1.0
        corners = (
            (x - sign * reach, y - 6),
            (x + sign * (reach - 2), y),
            (x - sign * reach, y + 6),
        )
        yield closed(corners, "solid")


def _symbol(shown: Shown, flipped: bool, x: float, y: float) -> Iterator[Item]:
    symbol = symbol_named(shown.part.symbol)
    if symbol is None:
        yield box(x - 16, y - _PLATE, 32, 2 * _PLATE, "box")
        return
    place = Place(x, y, _scale(symbol), mirrored=flipped)
    yield from (placed(item, place) for item in symbol.items)
