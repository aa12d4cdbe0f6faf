"""Planetary sets: sun, planet on its carrier, ring; and other parts with three shafts."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.diagram.drawing import Item, Label, box, line
from drivetrain.diagram.section.layout import Column, Slot
from drivetrain.diagram.section.machine import HOUSING, SET_PORTS, Shown, is_set
from drivetrain.diagram.section.picture.bodies import colour
from drivetrain.diagram.section.picture.metrics import LEVEL, NAME, text_width

__all__ = ["draw_stack", "stack_half", "stack_reach"]

_HALF = 17.0
_RIM = 5.0
_TOOTH = 9.0
"""Half of the width of a gear wheel."""
_MESH = 4.0
"""Between the teeth of two wheels."""
_PIN = 4.0
_GROUND = 15.0
_STUB = 9.0


def stack_half(shown: Shown, label: str) -> float:
    """Return half of the width of a set, or of another part with three shafts."""
    if is_set(shown.part):
        return max(_HALF, text_width(label, NAME) / 2 + 3)
    return max(_HALF, text_width(label, NAME) / 2 + 9)


def stack_reach(shown: Shown, terminal: int, half: float) -> float:
    """Return how far the shaft of a terminal comes to the middle of the column."""
    if not is_set(shown.part):
        return half - _RIM
    return _PIN if terminal == 1 else 0.0


def draw_stack(
    shown: Shown, label: str, column: Column, heights: dict[int, float], x: float, half: float,
    housing: float,
) -> Iterator[Item]:  # fmt: skip
    """Yield the drawing of a set, without its name.

    Parameters
    ----------
    shown : Shown
        The set.
    label : str
        Its name, shown within the box of a part that is no planetary set.
    column : Column
        Its column.
    heights : dict of int to float
        Height of each terminal.
    x, half : float
        Middle and half width of the column.
    housing : float
        Height of the housing.
    """
    terminals = {slot.terminal: slot for slot in column.slots if slot.terminal >= 0}
    if not is_set(shown.part):
        yield from _box(label, heights, x, half)
        return
    yield from _wheels(terminals, heights, x)
    for terminal, slot in terminals.items():
        held = shown.bodies[SET_PORTS[terminal]] == HOUSING
        if held:
            covered = column.slots[-1] is not slot
            yield from _held(terminal, x, heights[terminal], None if covered else housing)


def _wheels(terminals: dict[int, Slot], heights: dict[int, float], x: float) -> Iterator[Item]:
    """Yield the wheels: sun below, planet in the middle, ring above."""
    low, middle, high = (heights[k] for k in range(3))
    mesh = 0.5 * LEVEL
    for terminal, shaft, teeth in ((0, low, low - mesh), (2, high, high + mesh)):
        look = _look(terminals[terminal])
        yield line(((x, shaft), (x, teeth)), look)
        yield line(((x - _TOOTH, teeth), (x + _TOOTH, teeth)), look)
    bottom, top = low - mesh - _MESH, high + mesh + _MESH
    yield line(((x, bottom), (x, top)), "symbol")
    for y in (bottom, top):
        yield line(((x - _TOOTH, y), (x + _TOOTH, y)), "symbol")
    carrier = _look(terminals[1])
    yield line(((x - _STUB, middle), (x + _STUB, middle)), carrier)
    yield box(x - _PIN, middle - _PIN, 2 * _PIN, 2 * _PIN, "mass")


def _look(slot: Slot) -> str:
    return colour(slot.left if slot.left >= 0 else slot.right)


def _held(terminal: int, x: float, y: float, housing: float | None) -> Iterator[Item]:
    """Yield what holds a wheel in place: the housing above a ring, else a hatched end."""
    if terminal == 2 and housing is not None:
        yield line(((x, y), (x, housing)), "rotation")
        return
    side = x - _GROUND
    yield line(((side, y), (x - (_PIN if terminal == 1 else 0), y)), "rotation")
    yield line(((side, y - 7), (side, y + 7)), "symbol")
    for k in range(3):
        yield line(((side, y - 6 + 5 * k), (side - 4, y - 2 + 5 * k)), "thin")


def _box(label: str, heights: dict[int, float], x: float, half: float) -> Iterator[Item]:
    top, bottom = min(heights.values()) - 9, max(heights.values()) + 9
    yield box(x - half + _RIM, top, 2 * (half - _RIM), bottom - top, "box")
    yield Label(x, 0.5 * (top + bottom) + 4, label)
