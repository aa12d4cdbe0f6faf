"""Pictures of excitations: spectra of orders, torque over a cycle, stars of phase vectors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.plotting.saving import saved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from drivetrain.analysis.excitation.order_table import OrderTable
    from drivetrain.analysis.excitation.phase_vectors import PhaseVectorSums

__all__ = ["order_spectrum", "values_over_cycle", "vector_stars"]

_WIDTH = 7.2
_MOST = 8
"""Sources up to which each has a colour and a line in the legend."""
_PREFIXES = ((1e6, "M"), (1e3, "k"))
_ALIKE = 1e-9
_POINTS = 1440
_COLUMNS = 4


def order_spectrum(table: OrderTable, *, path: str | Path | None = None) -> Figure:
    """Draw the amplitudes of all sources over the orders, as stems side by side.

    Sources with the same amplitudes, as alike cylinders have, share their stems.

    Parameters
    ----------
    table : OrderTable
        What excites.
    path : str or Path, optional
        Also write the figure to this file.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, 3.0)
        axes = figure.subplots()
        factor, unit = _scale(np.abs(table.values).max(initial=0.0), table.unit)
        groups = _alike(table)
        gap = float(np.diff(table.orders).min()) if len(table.orders) > 1 else 1.0
        for k, (label, row) in enumerate(groups):
            shift = 0.6 * gap * ((k + 0.5) / len(groups) - 0.5)
            heights = np.abs(row) * factor
            seen = heights > _ALIKE * heights.max(initial=0.0)
            _stems(axes, table.orders[seen] + shift, heights[seen], label, _colour(k))
        _label_orders(axes, table.orders)
        axes.set_xlim(0, None)
        axes.set_xlabel(f"order of {table.shaft or 'the shaft'}")
        axes.set_ylabel(f"amplitude in {unit}")
        axes.set_ylim(bottom=0)
        axes.grid(axis="x", visible=False)
        axes.set_title(_heading(table), loc="left")
        _legend(axes, len(groups))
        return saved(figure, path)


def values_over_cycle(table: OrderTable, *, path: str | Path | None = None) -> Figure:
    """Draw all sources over the angle of the shaft, and their sum below.

    Parameters
    ----------
    table : OrderTable
        What excites.
    path : str or Path, optional
        Also write the figure to this file.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    turns = table.revolutions or 1
    angle = np.linspace(0, 2 * np.pi * turns, _POINTS + 1)
    values = table.evaluate(angle)
    several = len(table.sources) > 1
    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, 4.4 if several else 2.8)
        grid = figure.subplots(1 + several, 1, sharex=True, squeeze=False)[:, 0]
        factor, unit = _scale(np.abs(values).max(), table.unit)
        for k, (source, row) in enumerate(zip(table.sources, values, strict=True)):
            colour = _colour(k if len(values) <= _MOST else 0)
            grid[0].plot(np.degrees(angle), row * factor, label=source, color=colour)
        grid[0].set_ylabel(f"each in {unit}" if several else f"{table.sources[0]} in {unit}")
        _legend(grid[0], len(values) if several else 1)
        if several:
            _draw_sum(grid[1], angle, values.sum(axis=0), float(table.mean.sum()), table.unit)
        _degrees(grid[-1], turns, table.shaft)
        grid[0].set_title(_heading(table), loc="left")
        return saved(figure, path)


def _draw_sum(axes: Axes, angle: NDArray[np.float64], total: NDArray[np.float64], mean: float,
              given: str) -> None:  # fmt: skip
    factor, unit = _scale(np.abs(total).max(), given)
    axes.plot(np.degrees(angle), total * factor, color="black", label="sum")
    axes.axhline(mean * factor, color="#555555", linestyle="--", linewidth=0.9, label="mean")
    axes.set_ylabel(f"sum in {unit}")
    _legend(axes, 2)


def vector_stars(
    sums: PhaseVectorSums,
    orders: Sequence[int],
    mode: int,
    *,
    path: str | Path | None = None,
) -> Figure:
    """Draw the phase vectors of all cylinders as stars, one for each order, and their sums.

    Parameters
    ----------
    sums : PhaseVectorSums
        The vectors.
    orders : sequence of int
        Places of the orders to draw.
    mode : int
        Place of the mode.
    path : str or Path, optional
        Also write the figure to this file.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    vectors, lengths = sums.vectors[mode], sums.sums[mode]
    largest = max(float(np.abs(sums.shapes[mode]).max()), 1e-300)
    columns = min(_COLUMNS, len(orders))
    rows = -(-len(orders) // columns)
    with mpl.rc_context(STYLE):
        figure = new_figure(1.8 * columns + 0.2, 2.1 * rows + 0.6)
        grid = figure.subplots(rows, columns, squeeze=False).ravel()
        for axes, place in zip(grid, orders, strict=False):
            order = sums.orders[place]
            _star(axes, vectors[place] / largest)
            is_major = bool((sums.major == order).any())
            axes.set_title(
                f"order {order:g}{', major' if is_major else ''}\n$S$ = {lengths[place]:.3g}",
                fontsize=9,
                fontweight="bold" if is_major else "normal",
            )
        for axes in grid[len(orders) :]:
            axes.set_visible(False)
        figure.suptitle(
            f"phase vectors of the cylinders, {sums.modes[mode]}; orange: their sum over the sum "
            "of lengths\n",
            x=0.01,
            ha="left",
            fontsize=9,
        )
        return saved(figure, path)


def _star(axes: Axes, vectors: NDArray[np.complex128]) -> None:
    """Draw the vectors of one order from a centre, with the numbers of the cylinders."""
    axes.set_aspect("equal")
    axes.set_axis_off()
    circle = np.exp(1j * np.linspace(0, 2 * np.pi, 181))
    axes.plot(circle.real, circle.imag, color="#d0d0d0", linewidth=0.7)
    total = complex(vectors.sum() / max(float(np.abs(vectors).sum()), 1e-300))
    if abs(total) > _ALIKE:
        axes.plot([0, total.real], [0, total.imag], color=_colour(1), linewidth=4, alpha=0.55)
    arrow = {"arrowstyle": "-|>", "color": _colour(0), "linewidth": 1.1, "mutation_scale": 8,
             "shrinkA": 0, "shrinkB": 0}  # fmt: skip
    for one in vectors:
        axes.annotate("", xy=(one.real, one.imag), xytext=(0, 0), arrowprops=arrow)
    for tip, label in _tips(vectors):
        axes.text(tip.real, tip.imag, label, ha="center", va="center", fontsize=7)
    axes.plot(0, 0, ".", color="black", markersize=3)
    axes.set_xlim(-1.45, 1.45)
    axes.set_ylim(-1.4, 1.4)


def _tips(vectors: NDArray[np.complex128]) -> list[tuple[complex, str]]:
    """Return places of labels outside of the circle; vectors in one direction share a label."""
    shared: dict[int, list[int]] = {}
    for number, one in enumerate(vectors, start=1):
        if abs(one) > 1e-6:
            key = round(float(np.degrees(np.angle(one)))) % 360
            shared.setdefault(key, []).append(number)
    return [
        (1.27 * complex(np.exp(1j * np.radians(key))), _wrapped(found))
        for key, found in shared.items()
    ]


def _wrapped(numbers: list[int]) -> str:
    """Return numbers in lines of three."""
    lines = [numbers[k : k + 3] for k in range(0, len(numbers), 3)]
    return "\n".join(",".join(map(str, line)) for line in lines)


def _alike(table: OrderTable) -> list[tuple[str, NDArray[np.complex128]]]:
    """Return the amplitudes of sources, those that have the same ones together."""
    scale = float(np.abs(table.values).max(initial=0.0))
    groups: list[tuple[list[str], NDArray[np.complex128]]] = []
    for source, row in zip(table.sources, table.values, strict=True):
        for names, other in groups:
            if (np.abs(np.abs(row) - np.abs(other)) <= _ALIKE * scale).all():
                names.append(source)
                break
        else:
            groups.append(([source], row))
    return [(_shared_label(names), row) for names, row in groups]


def _shared_label(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} alike"


def _stems(
    axes: Axes, at: NDArray[np.float64], heights: NDArray[np.float64], label: str, colour: str
) -> None:
    axes.vlines(at, 0, heights, color=colour, linewidth=1.6)
    axes.plot(at, heights, "o", color=colour, markersize=3, label=label)


def _colour(number: int) -> str:
    """Return a colour of the style; "C0" would be looked up when the style no longer holds."""
    from drivetrain.plotting.style import STYLE

    colours: list[str] = STYLE["axes.prop_cycle"].by_key()["color"]
    return colours[number % len(colours)]


def _label_orders(axes: Axes, orders: NDArray[np.float64]) -> None:
    """Label every order, or whole ones only where there are many."""
    axes.set_xticks(orders, minor=True)
    shown = orders if len(orders) <= 16 else orders[np.abs(orders - np.round(orders)) < 1e-6]
    if 0 < len(shown) <= 40:
        axes.set_xticks(shown, [f"{order:.4g}" for order in shown])


def _degrees(axes: Axes, turns: int, shaft: str) -> None:
    step = next(s for s in (30, 60, 90, 180, 360, 360 * turns) if 360 * turns / s <= 12)
    axes.set_xticks(np.arange(0, 360 * turns + 1, step))
    axes.set_xlim(0, 360 * turns)
    axes.set_xlabel(f"angle of {shaft or 'the shaft'} in degrees")


def _heading(table: OrderTable) -> str:
    """Return a title: the source or how many, and the first remark."""
    count = len(table.sources)
    name = table.sources[0] if count == 1 else f"{count} sources"
    return f"{name}: {table.remarks[0].partition(':')[0]}" if table.remarks else name


def _scale(largest: float, unit: str) -> tuple[float, str]:
    """Return a factor and a unit in which numbers are short."""
    shown = unit.replace(".", "·")
    if unit == "rad" and 0 < largest < 0.1:
        return 1e3, "mrad"
    for size, prefix in _PREFIXES:
        if unit == "N.m" and largest >= 2 * size:
            return 1 / size, prefix + shown
    return 1.0, shown


def _legend(axes: Axes, count: int) -> None:
    if 1 < count <= _MOST:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
