"""Where the energy of eigenmodes is, and what damps them, as bars by part."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.analysis.shapes import COLOURS, UNSTABLE, chosen_modes, headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_energy"]

_LEAST = 0.005
"""Share of a part from which it has a bar."""
_MOST = 14
"""Parts that have bars; the others are added up."""
_BAR = 0.2
"""Height of a bar, inches."""


def plot_energy(
    modes: Eigenmodes,
    numbers: Sequence[int],
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw energies and damping of oscillations by parts; see :meth:`Eigenmodes.plot_energy`.

    Parameters
    ----------
    modes : Eigenmodes
        The eigenmodes.
    numbers : sequence of int
        Which ones.
    path, title
        File and title.
    """
    chosen = chosen_modes(modes, numbers)
    label = f"energy of eigenmodes of {modes.model.name}" if title is None else title
    shares = [_shares(modes, number) for number in chosen]
    heights = [0.75 + _BAR * max(map(len, one)) for one in shares]

    def draw(figure: Figure) -> None:
        grid = figure.subplots(len(chosen), 3, squeeze=False, height_ratios=heights)
        for row, number, one in zip(grid, chosen, shares, strict=True):
            most = max(map(len, one))
            _draw_bars(row[0], one[0], COLOURS[0], mirrored=True)
            _draw_bars(row[1], one[1], COLOURS[2])
            _draw_bars(row[2], one[2], COLOURS[1], signed=True)
            for axes in row:
                axes.set_ylim(most - 0.5, -0.5)
            row[0].set_title(headline(modes, number), loc="left", fontsize=9)
        for axes, what in zip(grid[-1], _LABELS, strict=True):
            axes.set_xlabel(what)
        figure.suptitle(label, fontsize=10, weight="bold", x=0.01, ha="left")

    return drawn_picture(draw, (9.0, sum(heights) + 0.55), path)


_LABELS = ("kinetic energy, %", "elastic energy, %", "damping ratio, %")


def _shares(modes: Eigenmodes, number: int) -> list[dict[str, float]]:
    """Return kinetic and elastic shares and damping ratios by part, in percent."""
    mode = modes[number]
    parts = mode.energy("kinetic"), mode.energy("elastic"), mode.damping_by
    return [_largest({name: 100 * value for name, value in one.items()}) for one in parts]


def _largest(shares: dict[str, float]) -> dict[str, float]:
    """Return the largest shares, and the sum of all others."""
    size = max((abs(value) for value in shares.values()), default=0.0)
    kept = [name for name, value in shares.items() if abs(value) > _LEAST * size][:_MOST]
    rest = sum(value for name, value in shares.items() if name not in kept)
    found = {name: shares[name] for name in kept}
    if len(kept) == _MOST and abs(rest) > _LEAST * size:
        found["all others"] = rest
    return found


def _draw_bars(
    axes: Axes, shares: dict[str, float], colour: str, *, mirrored: bool = False,
    signed: bool = False,
) -> None:  # fmt: skip
    """Draw one bar for each part, the largest on top."""
    values, y = np.array(list(shares.values())), np.arange(len(shares))
    colours = [UNSTABLE if signed and value < 0 else colour for value in values]
    axes.barh(y, values, height=0.72, color=colours)
    axes.set_yticks(y, list(shares), fontsize=7.5)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    if signed:
        axes.axvline(0, color="#444444", linewidth=0.8)
        largest = float(np.abs(values).max(initial=0.0)) or 1.0
        low = -1.15 * largest if (values < 0).any() else 0.0
        axes.set_xlim(low, 1.25 * max(float(values.max(initial=0.0)), 0.1 * largest))
    else:
        axes.set_xlim(*((100, 0) if mirrored else (0, 100)))
    if mirrored:
        axes.yaxis.tick_right()
        axes.spines["left"].set_visible(False)
    _write_values(axes, values, y, mirrored=mirrored)


def _write_values(axes: Axes, values: np.ndarray, y: np.ndarray, *, mirrored: bool) -> None:
    """Write the numbers beside the bars."""
    for value, at in zip(values.tolist(), y.tolist(), strict=True):
        left = mirrored or value < 0
        axes.annotate(
            f"{value:.3g}", (value, at), (-3 if left else 3, 0), textcoords="offset points",
            fontsize=7, ha="right" if left else "left", va="center", annotation_clip=False,
        )  # fmt: skip
