"""Eigenmodes of several linear models side by side, both sides of kinks, and sliding elements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from drivetrain.analysis.linear.one_sided import OneSided
from drivetrain.analysis.stability.sliding import SlidingFriction
from drivetrain.analysis.tracks.mode_comparison import ModeComparison
from drivetrain.errors import AnalysisError
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.analysis.shapes import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_comparison", "plot_one_sided", "plot_sliding"]

_SIZE = (8.4, 3.8)
_TURNED = 4
"""Names from which they are written upwards, not to overlap."""
_MARKERS = "osD^v<>P"


def plot_comparison(
    compared: ModeComparison, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw frequencies and damping ratios; see :meth:`ModeComparison.plot`.

    Parameters
    ----------
    compared : ModeComparison
        The eigenmodes.
    path, title
        File and title.
    """
    if not compared.eigenvalue.size:
        raise AnalysisError("there are no oscillations in these linear models: nothing to draw")

    def draw(figure: Figure) -> None:
        left, right = figure.subplots(1, 2)
        for k, part in enumerate(compared.parts):
            style = f"{_MARKERS[k % len(_MARKERS)]}-"
            colour, label = COLOURS[k % len(COLOURS)], f"{k + 1}, {part}"
            left.plot(compared.frequency[:, k], style, color=colour, label=label)
            right.plot(compared.damping[:, k], style, color=colour)
        for axes, label in ((left, "frequency in Hz"), (right, "damping ratio")):
            _name_models(axes, compared.labels)
            axes.set_ylabel(label)
        figure.legend(loc="outside right upper", fontsize=7, title="mode, most elastic")
        figure.suptitle(compared.title if title is None else title, fontsize=9)

    return drawn_picture(draw, _SIZE, path)


def _name_models(axes: Axes, labels: tuple[str, ...]) -> None:
    turned = 90 if len(labels) > _TURNED else 0
    axes.set_xticks(range(len(labels)), labels, rotation=turned)
    axes.set_xlim(-0.3, len(labels) - 0.7)
    axes.grid(axis="y", linewidth=0.5, color="#e0e0e0")


def plot_one_sided(
    found: OneSided, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw the eigenvalues on both sides of each kink; see :meth:`OneSided.plot`.

    Parameters
    ----------
    found : OneSided
        The linear models.
    path, title
        File and title.
    """
    if not len(found):
        raise AnalysisError(f"{found.title}: there is nothing to draw")

    def draw(figure: Figure) -> None:
        every = figure.subplots(1, len(found), squeeze=False)[0]
        for axes, kink in zip(every, found, strict=True):
            sides = (("before", kink.before, "o"), ("beyond", kink.beyond, "x"))
            for k, (label, linear, mark) in enumerate(sides):
                modes = linear.eigenmodes()
                roots = np.concatenate([modes.eigenvalue, modes.decays])
                axes.plot(
                    roots.real, roots.imag, mark, color=COLOURS[k], label=label,
                    markerfacecolor="none",
                )  # fmt: skip
            axes.axvline(0.0, color="#555555", linewidth=0.8)
            axes.set_xlabel("real part in 1/s")
            axes.set_ylabel("imaginary part in rad/s")
            axes.set_title(kink.name, fontsize=8, loc="left")
            axes.legend(fontsize=7)
        figure.suptitle(found.title if title is None else title, fontsize=9)

    return drawn_picture(draw, (4.2 * max(len(found), 1.5), 3.8), path)


def plot_sliding(
    found: SlidingFriction, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw what each sliding element adds to damping; see :meth:`SlidingFriction.plot`.

    Parameters
    ----------
    found : SlidingFriction
        The elements.
    path, title
        File and title.
    """
    if not found.damping.size:
        raise AnalysisError(f"{found.title}: nothing slides, or nothing oscillates")

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        count, modes = found.damping.shape
        place, width = np.arange(modes), 0.8 / count
        for k, element in enumerate(found.elements):
            at = place + (k - (count - 1) / 2) * width
            label = f"{element}, {found.states[k]}"
            axes.bar(at, found.damping[k], width, color=COLOURS[k % len(COLOURS)], label=label)
        axes.axhline(0.0, color="#555555", linewidth=0.8)
        axes.set_xticks(place, [str(k + 1) for k in range(modes)])
        axes.set_xlabel("mode")
        axes.set_ylabel("share in the damping ratio")
        axes.set_xlim(-1, modes)
        axes.set_title(found.title if title is None else title, fontsize=9, loc="left")
        figure.legend(loc="outside right upper", fontsize=7)

    return drawn_picture(draw, _SIZE, path)
