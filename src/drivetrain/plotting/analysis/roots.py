"""Eigenvalues in the complex plane: one set, traces over a parameter, and maps of stability."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray

from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.stability.root_locus import RootLocus
from drivetrain.analysis.stability.stability_map import StabilityMap
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.analysis.shapes import COLOURS, UNSTABLE
from drivetrain.plotting.labels import unit_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_root_locus", "plot_roots", "plot_stability_map"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_RAYS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""Damping ratios with rays; those inside the picture are drawn."""
_GREY = "#9a9a9a"


def plot_roots(
    modes: Eigenmodes, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw eigenvalues with rays of equal damping; see :meth:`Eigenmodes.plot_roots`.

    Parameters
    ----------
    modes : Eigenmodes
        The eigenmodes.
    path, title
        File and title.
    """
    label = f"eigenvalues of {modes.model.name}" if title is None else title

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        values, decays = modes.eigenvalue, modes.decays
        _frame(axes, values.real, values.imag, decays)
        grows = values.real > 0
        for some, colour in ((~grows, COLOURS[0]), (grows, UNSTABLE)):
            axes.plot(
                values.real[some], values.imag[some], "x", color=colour, markersize=6, mew=1.5
            )
        axes.plot(decays, np.zeros(len(decays)), "|", color=COLOURS[1], markersize=9, mew=1.5)
        for k, value in enumerate(values):
            axes.annotate(
                str(k + 1), (value.real, value.imag), (5, 3), textcoords="offset points",
                fontsize=7.5, annotation_clip=True,
            )  # fmt: skip
        axes.set_title(label, loc="left")

    return drawn_picture(draw, (6.2, 4.6), path)


def plot_root_locus(
    locus: RootLocus, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw the traces of eigenvalues over a parameter; see :meth:`RootLocus.plot`.

    Parameters
    ----------
    locus : RootLocus
        The eigenvalues.
    path, title
        File and title.
    """
    label = f"eigenvalues of {locus.model}" if title is None else title
    unit = "" if locus.unit in ("", "1") else f" in {unit_label(locus.unit)}"

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        values = locus.eigenvalue
        every = np.concatenate([*locus.decays, np.empty(0)])
        _frame(axes, values.real.ravel(), values.imag.ravel(), every)
        scale = Normalize(float(locus.values.min()), float(locus.values.max()))
        colours = ScalarMappable(scale, "viridis")
        for column in values.T:
            axes.plot(column.real, column.imag, color=_GREY, linewidth=0.8, zorder=2)
            axes.scatter(column.real, column.imag, c=colours.to_rgba(locus.values), s=14, zorder=3)
        for value, decays in zip(locus.values, locus.decays, strict=True):
            axes.scatter(
                decays, np.zeros(len(decays)), marker="|", color=colours.to_rgba(value), s=40,
                zorder=3,
            )  # fmt: skip
        _draw_critical(axes, locus)
        figure.colorbar(colours, ax=axes, label=f"{locus.parameter}{unit}")
        axes.set_title(label, loc="left")

    return drawn_picture(draw, (7.2, 4.6), path)


def _draw_critical(axes: Axes, locus: RootLocus) -> None:
    """Mark where something begins to grow."""
    unit = "" if locus.unit in ("", "1") else f" {unit_label(locus.unit)}"
    for one in locus.critical:
        if one.jumps:
            continue
        axes.plot(0, one.omega, "o", color=UNSTABLE, markerfacecolor="none", markersize=9, zorder=5)
        axes.annotate(
            f"{one.value:.6g}{unit}", (0, one.omega), (8, 8), textcoords="offset points",
            fontsize=8, color=UNSTABLE, weight="bold",
        )  # fmt: skip


def plot_stability_map(
    found: StabilityMap, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw the border of stability over two parameters; see :meth:`StabilityMap.plot`.

    Parameters
    ----------
    found : StabilityMap
        The map.
    path, title
        File and title.
    """
    label = f"stability of {found.model}" if title is None else title

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        growth = np.ma.masked_invalid(found.growth.T)
        largest = float(np.nanmax(np.abs(found.growth))) or 1.0
        shades = axes.pcolormesh(
            *found.values, growth, cmap="RdBu_r", vmin=-largest, vmax=largest, shading="nearest",
            alpha=0.75,
        )  # fmt: skip
        if float(np.nanmin(found.growth)) < 0 < float(np.nanmax(found.growth)):
            axes.contour(*found.values, growth, levels=[0.0], colors="black", linewidths=1.6)
        figure.colorbar(shades, ax=axes, label="growth in 1/s, above 0 unstable")
        names = zip(found.parameters, found.units, strict=True)
        told = [f"{name}{_in(unit)}" for name, unit in names]
        axes.set_xlabel(told[0])
        axes.set_ylabel(told[1])
        axes.set_title(label, loc="left")

    return drawn_picture(draw, (6.4, 4.4), path)


def _in(unit: str) -> str:
    return "" if unit in ("", "1") else f" in {unit_label(unit)}"


def _frame(axes: Axes, real: Floats, imaginary: Floats, decays: Floats) -> None:
    """Set limits, shade the unstable half, and draw rays of equal damping.

    Decays far to the left do not press the oscillations together: they are left out.
    """
    real, imaginary = real[~np.isnan(real)], imaginary[~np.isnan(imaginary)]
    top = 1.12 * float(imaginary.max(initial=0.0))
    wide = float(np.abs(real).max(initial=0.0))
    near = decays[np.abs(decays) <= 3 * wide] if len(real) else decays
    low = min(float(near.min(initial=0.0)), float(real.min(initial=0.0)))
    high = max(float(near.max(initial=0.0)), float(real.max(initial=0.0)))
    span = max(high - low, 0.02 * top, 1e-9)
    limits = low - 0.12 * span, max(high + 0.12 * span, 0.15 * span)
    top = top or span
    axes.set_xlim(*limits)
    axes.set_ylim(-0.03 * top, top)
    axes.axvspan(0, limits[1], color=UNSTABLE, alpha=0.07, zorder=0)
    axes.axvline(0, color="#444444", linewidth=0.9, zorder=1)
    axes.axhline(0, color="#444444", linewidth=0.9, zorder=1)
    _draw_rays(axes, _RAYS, limits[0], top)
    axes.set_xlabel("real part σ in 1/s, unstable above 0")
    axes.set_ylabel("imaginary part ω in rad/s")
    hidden = len(decays) - len(near)
    if hidden:
        axes.annotate(
            f"{hidden} decay{'s' * (hidden > 1)} farther left", (0.01, 0.02),
            xycoords="axes fraction", fontsize=7, color=_GREY,
        )  # fmt: skip


def _draw_rays(axes: Axes, ratios: Sequence[float], low: float, top: float) -> None:
    """Draw rays of equal damping ratio, and write the ratio where each leaves the picture."""
    for ratio in ratios:
        slope = np.sqrt(1 - ratio**2) / ratio  # imaginary part over -real part
        y = min(top, -low * slope)
        x = -y / slope
        if x > 0.08 * low or y < 0.1 * top:  # too close to an axis
            continue
        axes.plot([0, x], [0, y], color=_GREY, linewidth=0.6, linestyle="--", zorder=1)
        above = y >= top
        axes.annotate(
            f"ζ = {ratio:g}", (x, y), (4, -4) if above else (3, 4), textcoords="offset points",
            fontsize=7, color=_GREY, ha="left", va="top" if above else "bottom",
        )  # fmt: skip
