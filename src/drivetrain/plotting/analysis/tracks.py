"""Eigenmodes over a parameter, and over many variants of a machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from drivetrain.analysis.tracks.mode_ensemble import ModeEnsemble
from drivetrain.analysis.tracks.mode_tracks import ModeTracks
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.analysis.shapes import COLOURS, UNSTABLE
from drivetrain.plotting.labels import unit_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_mode_ensemble", "plot_tracks"]

Floats = NDArray[np.float64]

_STYLES = ("-", "--", ":")
_DECADES = 30.0
"""Ratio of values from which their axis is logarithmic."""


def plot_tracks(
    tracks: ModeTracks, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw frequencies and damping ratios over a parameter; see :meth:`ModeTracks.plot`.

    Parameters
    ----------
    tracks : ModeTracks
        The tracks.
    path, title
        File and title.
    """
    label = f"eigenmodes of {tracks.model}" if title is None else title
    unit = "" if tracks.unit in ("", "1") else f" in {unit_label(tracks.unit)}"

    def draw(figure: Figure) -> None:
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
        for k in range(tracks.eigenvalue.shape[1]):
            style = f".{_STYLES[k // len(COLOURS) % len(_STYLES)]}"
            look: Any = {"color": COLOURS[k % len(COLOURS)], "markersize": 3}
            part = f", {tracks.parts[k]}" if tracks.parts[k] else ""
            upper.plot(tracks.values, tracks.frequency[:, k], style, label=f"{k + 1}{part}", **look)
            lower.plot(tracks.values, tracks.damping[:, k], style, **look)
        spread = tracks.values.max() > _DECADES * tracks.values.min() > 0
        if spread and tracks.unit != "s":
            lower.set_xscale("log")
        upper.set_ylabel("frequency in Hz")
        lower.set_ylabel("damping ratio")
        lower.set_xlabel(f"{tracks.parameter}{unit}")
        _shade_unstable(lower)
        _mark(upper, tracks)
        upper.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), title="most elastic energy in")
        upper.set_title(label, loc="left")

    return drawn_picture(draw, (8.0, 4.8), path)


def _shade_unstable(axes: Axes) -> None:
    low, high = axes.get_ylim()
    if low < 0:
        axes.axhspan(low, 0, color=UNSTABLE, alpha=0.07, zorder=0)
        axes.axhline(0, color="#444444", linewidth=0.9)
    axes.set_ylim(low, high)


def _mark(axes: Axes, tracks: ModeTracks) -> None:
    """Mark where tracks meet, and where contacts change."""
    for one in tracks.encounters:
        hertz = one.omega / (2 * np.pi)
        mark = "x" if one.kind == "crossing" else "o"
        axes.plot(one.value, hertz, mark, color="black", markersize=8, markerfacecolor="none")
    for k in range(1, len(tracks.values)):
        if tracks.contacts[k] != tracks.contacts[k - 1]:
            middle = (tracks.values[k] + tracks.values[k - 1]) / 2
            axes.axvline(middle, color="#9a9a9a", linewidth=0.8, linestyle=":")


def plot_mode_ensemble(
    ensemble: ModeEnsemble, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw tolerance bands of frequencies and damping ratios; see :meth:`ModeEnsemble.plot`.

    Parameters
    ----------
    ensemble : ModeEnsemble
        The variants.
    path, title
        File and title.
    """
    label = ensemble.title if title is None else title
    nominal = np.abs(ensemble.nominal)
    damping = 0.0 - ensemble.nominal.real / nominal

    def draw(figure: Figure) -> None:
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=[3, 2])
        for axes, values, own in (
            (left, 100 * (ensemble.omega / nominal - 1), np.zeros(len(nominal))),
            (right, ensemble.damping, damping),
        ):
            _draw_bands(axes, values, own)
        names = [
            f"{k + 1}: {hertz:.4g} Hz\n{part}"
            for k, (hertz, part) in enumerate(
                zip(nominal / (2 * np.pi), ensemble.parts or [""] * len(nominal), strict=True)
            )
        ]
        left.set_yticks(np.arange(len(nominal)), names, fontsize=7)
        left.invert_yaxis()
        left.set_xlabel("frequency, % from nominal")
        right.set_xlabel("damping ratio")
        left.set_title(label, loc="left")

    return drawn_picture(draw, (8.0, 1.1 + 0.42 * len(nominal)), path)


def _draw_bands(axes: Axes, values: Floats, own: Floats) -> None:
    """Draw 5 to 95 and 25 to 75 percent of all runs, and the median."""
    for k, column in enumerate(values.T):
        known = column[~np.isnan(column)]
        if not len(known):
            continue
        low, first, middle, third, high = np.percentile(known, [5, 25, 50, 75, 95])
        axes.barh(k, high - low, left=low, height=0.18, color=COLOURS[0], alpha=0.45)
        axes.barh(k, third - first, left=first, height=0.42, color=COLOURS[0], alpha=0.8)
        axes.plot([middle, middle], [k - 0.3, k + 0.3], color="white", linewidth=1.5)
    axes.plot(own, np.arange(len(own)), "d", color=COLOURS[1], markersize=4, zorder=4)
    axes.grid(visible=False, axis="y")
