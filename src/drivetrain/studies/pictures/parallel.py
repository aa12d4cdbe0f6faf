"""Parallel coordinates: one line for each run, coloured by an outcome."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.colors import Normalize
from matplotlib.figure import Figure

from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.studies.pictures.common import MAP, label_of, numbers_of

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["draw_parallel"]

_MOST_LINES = 2000


def draw_parallel(
    result: StudyResult, names: Sequence[str], colour: str, path: str | Path | None
) -> Figure:
    """Draw one line for each run; see :meth:`StudyResult.parallel`.

    Parameters
    ----------
    result : StudyResult
        The study.
    names : sequence of str
        Parameters and outcomes, one axis each.
    colour : str
        What the colours tell.
    path : str or Path, optional
        File for the picture.
    """
    columns = np.array([numbers_of(result, name) for name in names])
    told = numbers_of(result, colour)
    good = np.flatnonzero(np.isfinite(columns).all(axis=0) & np.isfinite(told))
    chosen = good[:: -(-len(good) // _MOST_LINES) or 1]
    low, high = (
        columns[:, good].min(axis=1, initial=np.inf),
        columns[:, good].max(axis=1, initial=-np.inf),
    )
    span = np.where(high > low, high - low, 1.0)

    def draw(figure: Figure) -> None:
        axes: Any = figure.subplots()
        scaled = (columns[:, chosen].T - low) / span
        x = np.broadcast_to(np.arange(len(names)), scaled.shape)
        segments = np.stack([x, scaled], axis=-1)
        ends = Normalize(told[good].min(), told[good].max())
        alpha = float(np.clip(60 / max(len(chosen), 1), 0.15, 0.9))
        order = np.argsort(told[chosen])
        lines = LineCollection(list(segments[order]), cmap=MAP, norm=ends, alpha=alpha, linewidth=1)
        lines.set_array(told[chosen][order])
        axes.add_collection(lines)
        for k in range(len(names)):
            axes.axvline(k, color="#444444", linewidth=0.8)
            for height, value, place in ((0, low[k], "top"), (1, high[k], "bottom")):
                axes.text(k, height, f"{value:.4g}", ha="center", va=place, fontsize=7)
        axes.set_xticks(range(len(names)), [label_of(result, name, 20) for name in names])
        axes.tick_params(axis="x", pad=12, labelsize=7.5)
        axes.set_yticks([])
        axes.set_ylim(-0.06, 1.06)
        axes.set_xlim(-0.1, len(names) - 0.9)
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        bar = figure.colorbar(ScalarMappable(ends, MAP), ax=axes, label=label_of(result, colour))
        bar.outline.set_visible(False)

    return drawn_picture(draw, (1.5 * len(names) + 1.5, 3.4), path)
