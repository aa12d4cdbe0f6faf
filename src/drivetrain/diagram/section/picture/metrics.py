"""Sizes of a half section, px, and how wide a text is."""

from __future__ import annotations

__all__ = [
    "AXIS_GAP", "DISC", "EDGE", "LEVEL", "MARGIN", "NAME", "SMALL", "Box", "overlap", "text_box",
    "text_width",
]  # fmt: skip

from typing import NamedTuple

LEVEL = 26.0
"""Between two radii."""
AXIS_GAP = 27.0
"""From the axis to the innermost shaft."""
DISC = 11.0
"""Between two discs in a gap."""
EDGE = 9.0
"""From a column to the first disc."""
MARGIN = 16.0
"""Around the drawing."""
NAME, SMALL = 11.0, 9.0
"""Heights of names, and of small texts."""
_LETTER, _CAPITAL = 0.63, 0.73
_LETTERS = {
    **dict.fromkeys("ijl'|", 0.28), **dict.fromkeys("frtI.,:;[]() ", 0.4),
    **dict.fromkeys("wW%MQ", 0.9), **dict.fromkeys("mWM@", 0.99), **dict.fromkeys("_sckvxyz", 0.57),
}  # fmt: skip
"""Widths of letters over their height in DejaVu Sans, the widest of the usual fonts."""


class Box(NamedTuple):
    """A rectangle by its sides; y points downwards."""

    left: float
    top: float
    right: float
    bottom: float


def text_width(text: str, size: float) -> float:
    """Return the width of a text in the widest of the usual fonts."""
    widths = [_LETTERS.get(one, _CAPITAL if one.isupper() else _LETTER) for one in text]
    return size * sum(widths)


def text_box(x: float, y: float, text: str, size: float, anchor: str = "middle") -> Box:
    """Return the place that a text takes; y is its baseline."""
    width = text_width(text, size)
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
    return Box(left, y - 0.8 * size, left + width, y + 0.25 * size)


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two rectangles have more than an edge in common."""
    apart = one.right <= other.left or other.right <= one.left
    return not (apart or one.bottom <= other.top or other.bottom <= one.top)
