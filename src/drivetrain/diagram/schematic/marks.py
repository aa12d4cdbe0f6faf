"""Small marks of a schematic: ends of lines, the ground, faults."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.diagram.drawing import Group, Item, Label, box, circle, closed, line
from drivetrain.diagram.schematic.graph import Net, Node, Pin
from drivetrain.diagram.schematic.sizes import Size

__all__ = ["arrow", "fault_frame", "fault_height", "fault_mark", "ground_mark", "repeat_mark"]

_SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}


_FAULT_NAME = 11.0
_DOTS = 12.0
"""Length of the dots of a row of parts, px; less than half of the narrowest channel."""


def arrow(pin: Pin, x: float, y: float, domain: str) -> Item:
    """Return the head of a signal line that enters a node at a pin."""
    dx, dy = _SIDES[pin.side]
    back, wide = 7.0, 3.5
    corners = (
        (x, y),
        (x + dx * back - dy * wide, y + dy * back + dx * wide),
        (x + dx * back + dy * wide, y + dy * back - dx * wide),
    )
    return closed(corners, f"arrow-{domain}", pin.path)


def ground_mark(net: Net, pin: Pin, x: float, y: float) -> Item:
    """Return the hatched mark of a pin that is held in place."""
    dx, dy = _SIDES[pin.side]
    x2, y2 = x + 5 * dx, y + 5 * dy
    items: list[Item] = [line(((x, y), (x2, y2)), net.domain)]
    items.append(line(((x2 - 8 * dy, y2 - 8 * dx), (x2 + 8 * dy, y2 + 8 * dx)), "symbol"))
    for k in range(4):
        along = -7.0 + 4.5 * k
        start = (x2 + along * abs(dy), y2 + along * abs(dx))
        end = (start[0] + 4 * dx + 3 * abs(dy), start[1] + 4 * dy + 3 * abs(dx))
        items.append(line((start, end), "thin"))
    return Group(tuple(items), net.ground, net.ground_title)


def fault_mark(pin: Pin, x: float, y: float, before: int = 0) -> Iterator[Item]:
    """Yield the mark of a port that should be connected and is not.

    Parameters
    ----------
    pin : Pin
        The port.
    x, y : float
        Where it is.
    before : int
        Marks at the same side, whose names are closer to the node.
    """
    dx, dy = _SIDES[pin.side]
    yield circle(x + 5 * dx, y + 5 * dy, 4.5, "fault-mark", pin.path, pin.fault)
    anchor = {"left": "end", "right": "start"}.get(pin.side, "middle")
    down = (16.0 + _FAULT_NAME * before) * dy + 3.5
    yield Label(x + 12 * dx, y + down, pin.name, "fault-text", anchor, pin.path)


def fault_frame(node: Node, size: Size, x: float, y: float) -> Item:
    """Return the frame around a part that has a fault."""
    w, h = size.width + 6, size.height + 6
    frame = box(x - w / 2, y - h / 2, w, h, "fault-frame")
    return Group((frame,), node.path, node.fault)


def fault_height(count: int) -> float:
    """Return how much room some marks and their names take above a node."""
    return 22.0 + _FAULT_NAME * (count - 1) if count else 0.0


def repeat_mark(pin: Pin, x: float, y: float) -> Item:
    """Return the dots at which the next elements of a row of parts follow."""
    dx, dy = _SIDES[pin.side]
    items: list[Item] = [line(((x, y), (x + _DOTS * dx, y + _DOTS * dy)), "halo")]
    for k in range(3):
        along = 2.0 + 4.0 * k
        items.append(circle(x + along * dx, y + along * dy, 1.3, "joint"))
    return Group(tuple(items), pin.path, f"{pin.node.path}: the next elements follow here")
