"""Colours of lines, and dashes that tell lines of one colour apart."""

from __future__ import annotations

from typing import Any

__all__ = ["COLOURS", "line_style"]

COLOURS = ["#1f5a94", "#d1541b", "#2e8540", "#8a3b8f", "#c09200", "#3fa3b5", "#7a5230", "#555555"]
"""Colours in the order in which lines take them."""

_DASHES: list[Any] = [
    "solid",
    (0, (4, 1.6)),
    (0, (1.2, 1.2)),
    (0, (6, 1.5, 1.2, 1.5)),
    (0, (8, 2, 1.2, 1.5, 1.2, 2)),
]


def line_style(number: int) -> dict[str, Any]:
    """Return colour and dashes of a line: no pair occurs twice among forty lines.

    Parameters
    ----------
    number : int
        Number of the line in its axes, from 0.
    """
    dashes, colour = divmod(number, len(COLOURS))
    return {"color": COLOURS[colour], "linestyle": _DASHES[dashes % len(_DASHES)]}
