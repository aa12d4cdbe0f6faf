"""Looks of lines, areas and texts: one table for SVG, where it becomes a style sheet, and PNG.

Dashes distinguish the lines as well as colours do, so that a black-and-white print says the same.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BODY_COLOURS", "DARK", "LIGHT", "LOOKS", "Look", "look_of"]

LIGHT = {
    "ink": "#1d2530", "paper": "#ffffff", "muted": "#6b7480", "fill": "#f4f6f8", "edge": "#aeb6c0",
    "heat": "#c0392b", "rod": "#1e8449", "real": "#2457c5", "boolean": "#9b2fae",
    "integer": "#c2610c", "fault": "#d4112a", "housing": "#8a929c", "other": "#6b7480",
    "wire": "#7a1fa2",
}  # fmt: skip
"""Colours on white paper."""
DARK = {
    "ink": "#e6eaef", "paper": "#14181d", "muted": "#98a2ae", "fill": "#20262d", "edge": "#4b545f",
    "heat": "#ff7b6b", "rod": "#58c98a", "real": "#7fa8ff", "boolean": "#d68ae6",
    "integer": "#f0a45c", "fault": "#ff5a6e", "housing": "#78828d", "other": "#98a2ae",
    "wire": "#c58af0",
}  # fmt: skip
"""Colours on a dark screen."""
BODY_COLOURS = (
    "#1f6fb4", "#d9730d", "#2a8a4a", "#b8322c", "#7a52a8", "#8a5a3c", "#c2478f", "#5a6570",
    "#8c8a1e", "#1797a6", "#4b4fd1", "#a8324f",
)  # fmt: skip
"""Colours of rigid bodies, in turn."""


@dataclass(frozen=True)
class Look:
    """How something is drawn; None leaves it to other looks of the same item.

    Attributes
    ----------
    stroke, fill : str or None
        Names of colours, or colours.
    width : float or None
        Width of the line, px.
    dashes : tuple of float or None
        Lengths of dashes and gaps, px.
    size : float or None
        Height of a text, px.
    bold, italic : bool or None
        How a text is set.
    """

    stroke: str | None = None
    fill: str | None = None
    width: float | None = None
    dashes: tuple[float, ...] | None = None
    size: float | None = None
    bold: bool | None = None
    italic: bool | None = None


LOOKS: dict[str, Look] = {
    # lines by domain
    "rotation": Look("ink", "none", 2.4),
    "translation": Look("rod", "none", 2.4, (9, 2)),
    "heat": Look("heat", "none", 1.4, (6, 3)),
    "electric": Look("wire", "none", 1.4),
    "real": Look("real", "none", 1.2),
    "boolean": Look("boolean", "none", 1.2, (3, 2)),
    "integer": Look("integer", "none", 1.2, (7, 2, 2, 2)),
    "other": Look("other", "none", 1.4, (2, 2)),
    "halo": Look("paper", "none", 6.0),
    "slim": Look(width=0.8),
    # symbols
    "symbol": Look("ink", "none", 1.5),
    "thick": Look("ink", "none", 3.2),
    "thin": Look("ink", "none", 0.9),
    "solid": Look("ink", "ink", 1.0),
    "mass": Look("ink", "fill", 1.5),
    "box": Look("ink", "paper", 1.2),
    "block": Look("real", "paper", 1.2),
    "composite": Look("ink", "fill", 1.2, (5, 3)),
    "housing": Look("housing", "none", 1.2),
    "axis": Look("muted", "none", 0.8, (10, 3, 2, 3)),
    "fault": Look("fault", "none", 2.2),
    "fault-frame": Look("fault", "none", 1.4, (4, 3)),
    "fault-mark": Look("fault", "paper", 1.8),
    # ends of lines
    "port": Look("ink", "paper", 1.2),
    "joint": Look("ink", "ink", 0.5),
    "arrow-real": Look("real", "real", 0.5),
    "arrow-boolean": Look("boolean", "boolean", 0.5),
    "arrow-integer": Look("integer", "integer", 0.5),
    "function": Look("real", "paper", 1.0),
    # texts
    "name": Look(None, "ink", size=11),
    "class": Look(None, "real", size=11),
    "small": Look(None, "muted", size=9),
    "note": Look(None, "muted", size=9.5),
    "note-heat": Look(None, "heat", size=9.5),
    "note-stored": Look(None, "real", size=9.5),
    "note-source": Look(None, "rod", size=9.5),
    "forward": Look("none", "#4f9bd8", 0.0),
    "backward": Look("none", "#e0913a", 0.0),
    "chevron": Look("paper", "none", 1.2),
    "heading": Look(None, "ink", size=14, bold=True),
    "formula": Look(None, "real", size=10, italic=True),
    "fault-text": Look(None, "fault", size=10),
} | {
    f"body{k}": Look(colour, None, None) for k, colour in enumerate(BODY_COLOURS)
} | {
    f"body{k}-text": Look(None, colour, None) for k, colour in enumerate(BODY_COLOURS)
} | {
    f"body{k}-area": Look(colour, colour, None) for k, colour in enumerate(BODY_COLOURS)
}  # fmt: skip


def look_of(names: str) -> Look:
    """Return the look of an item with several names; later ones count more."""
    merged: dict[str, object] = {}
    for name in names.split():
        own = LOOKS.get(name, Look())
        merged |= {key: value for key, value in vars(own).items() if value is not None}
    return Look(**merged)  # type: ignore[arg-type]
