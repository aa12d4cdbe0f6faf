"""Curves over another variable than the time, with marks that tell the direction of time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.plotting.curves.curve import Curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_phase"]

Floats = NDArray[np.float64]

_ARROWS = (0.12, 0.37, 0.62, 0.87)
"""Places of the arrows, as parts of the length of the curve."""


def draw_phase(axes: Axes, curve: Curve, style: dict[str, Any]) -> None:
    """Draw a curve over another variable: from a hollow circle to a square, with arrows between.

    Both sides of every event are its points, so a jump is a straight line between them.

    Parameters
    ----------
    axes : Axes
        Where to.
    curve : Curve
        What.
    style : dict
        Colour and dashes.
    """
    places, values = curve.places().astype(np.float64), curve.values.astype(np.float64)
    axes.plot(places, values, label=curve.label, **style)
    if not len(places):
        return
    mark: dict[str, Any] = {"color": style["color"], "linestyle": "none", "zorder": 3}
    axes.plot(places[0], values[0], "o", markerfacecolor="#ffffff", markersize=5, **mark)
    axes.plot(places[-1], values[-1], "s", markersize=4, **mark)
    for at in _steps_with_arrows(places, values):
        axes.annotate(
            "", (places[at + 1], values[at + 1]), (places[at], values[at]),
            arrowprops={"arrowstyle": "-|>", "color": style["color"], "shrinkA": 0, "shrinkB": 0,
                        "linewidth": 0, "mutation_scale": 13},
        )  # fmt: skip


def _steps_with_arrows(places: Floats, values: Floats) -> list[int]:
    """Return the steps of a curve that carry an arrow, evenly along it as it is seen."""
    lengths = np.hypot(_relative(np.diff(places), places), _relative(np.diff(values), values))
    along = np.cumsum(lengths)
    if not len(along) or not along[-1] > 0:
        return []
    found = np.searchsorted(along, np.array(_ARROWS) * along[-1])
    return [int(step) for step in np.unique(found) if lengths[step] > 0]


def _relative(steps: Floats, values: Floats) -> Floats:
    extent = float(np.ptp(values))
    return steps / extent if extent > 0 else steps * 0.0
