"""Shapes of eigenmodes along the shafts of a machine, with the machine above them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from drivetrain.analysis.arguments import texts, whole
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.errors import AnalysisError, NameLookupError, nearest
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.analysis.machine import draw_machine
from drivetrain.plotting.analysis.shaft_layout import Layout, Line, layout_of
from drivetrain.plotting.labels import unit_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["chosen_modes", "headline", "plot_shapes"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_MOST = 3
"""Eigenmodes that are drawn if none are named."""
_TRAVELS = 0.02
"""Imaginary part, relative to the largest amplitude, from which it is drawn."""
_MOST_MARKED = 80
"""Discs in a row up to which each has a mark."""
_HEIGHT, _ROW = 1.5, 0.55
UNSTABLE = "#c0392b"
COLOURS = ("#1f5a94", "#d1541b", "#2e8540", "#8a3b8f", "#c09200", "#3fa3b5", "#7a5230", "#555555")


def plot_shapes(
    modes: Eigenmodes,
    numbers: Sequence[int],
    names: Sequence[str],
    shaft: str | None = None,
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw the shapes of oscillations; see :meth:`Eigenmodes.plot`.

    Parameters
    ----------
    modes : Eigenmodes
        The eigenmodes.
    numbers : sequence of int
        Which ones.
    names : sequence of str
        Outputs to be drawn one by one; by default all shafts of the machine.
    shaft : str, optional
        A disc to whose shaft all angles are referred.
    path, title
        File and title.
    """
    chosen = chosen_modes(modes, numbers)
    label = f"eigenmodes of {modes.model.name}" if title is None else title
    if listed := texts(names, "names"):
        return _picture_of_names(modes, chosen, listed, path, label)
    layout = layout_of(modes.scheme)
    scale = _scales(layout, shaft)
    longest = max((float(line.x.max()) for line in layout.lines), default=1.0)
    width = float(np.clip(2.2 + 0.55 * longest, 6.0, 11.0))
    top = 0.3 + _ROW * layout.tracks + _label_height(layout)
    size = width, top + _HEIGHT * len(chosen) + 0.5

    def draw(figure: Figure) -> None:
        grid = figure.subplots(
            len(chosen) + 1, 1, sharex=True, squeeze=False,
            height_ratios=[top, *[_HEIGHT] * len(chosen)],
        )[:, 0]  # fmt: skip
        draw_machine(grid[0], layout, COLOURS)
        grid[0].set_title(label, loc="left")
        travel = [
            _draw_mode(axes, modes, number, layout, scale)
            for axes, number in zip(grid[1:], chosen, strict=True)
        ]
        told = f", referred to the shaft of {shaft}" if shaft else ""
        grid[-1].set_xlabel(f"along the shafts{told}")
        geared = any(line.joint is not None and line.joint.name for line in layout.lines)
        _draw_key(figure, dashed=any(travel), stepped=geared)

    return drawn_picture(draw, size, path)


def chosen_modes(modes: Eigenmodes, numbers: Sequence[int]) -> list[int]:
    """Return the numbers of the eigenmodes to be drawn.

    Parameters
    ----------
    modes : Eigenmodes
        The eigenmodes.
    numbers : sequence of int
        Those asked for; the first three if there are none.

    Raises
    ------
    UsageError
        If there is no such eigenmode.
    AnalysisError
        If there are none at all.
    """
    if not len(modes):
        raise AnalysisError(
            f"{modes.model.name} has no oscillations at {modes.model.point.title}, so there is "
            "nothing to draw; print(modes) shows its decays"
        )
    asked = list(numbers) or list(range(1, min(_MOST, len(modes)) + 1))
    return [modes[whole(number, "number")].number for number in asked]


def headline(modes: Eigenmodes, number: int) -> str:
    """Return number, frequency and damping of an eigenmode in one line.

    Parameters
    ----------
    modes : Eigenmodes
        The eigenmodes.
    number : int
        Which one.
    """
    mode = modes[number]
    unstable = "" if mode.is_stable else ", unstable"
    return f"{number}: {mode.frequency:.4g} Hz, ζ = {mode.damping_ratio:.3g}{unstable}"


def _label_height(layout: Layout) -> float:
    """Return the height of the names under the discs, inches."""
    names = [disc.name for discs in layout.discs.values() for disc in discs[:1]]
    return 0.075 * max(map(len, names), default=0) if len(names) <= 40 else 0.2


def _scales(layout: Layout, shaft: str | None) -> dict[int, float]:
    """Return the angle of each shaft over the one that is drawn."""
    own = {place: line.scale for line in layout.lines for place in line.shafts}
    if shaft is None:
        return dict.fromkeys(own, 1.0)
    named = {disc.name: place for place, discs in layout.discs.items() for disc in discs}
    if not isinstance(shaft, str) or shaft not in named:
        hint = nearest(str(shaft), named) or f"; they are {', '.join(list(named)[:6])}"
        raise NameLookupError(f"shaft={shaft!r}: there is no disc of this name{hint}")
    return {place: value / own[named[shaft]] for place, value in own.items()}


def _draw_mode(
    axes: Axes, modes: Eigenmodes, number: int, layout: Layout, scale: dict[int, float]
) -> bool:
    """Draw one shape, dotted steps at gears; tell whether it has an imaginary part."""
    values: Complexes = np.array(modes.scheme.motions @ modes.vectors(number - 1)[0])
    for place, one in scale.items():
        values[place] /= one
    shown = [shaft for line in layout.lines for shaft in line.shafts]
    largest = values[shown][np.abs(values[shown]).argmax()] if shown else 1.0
    values = np.asarray(values / (largest or 1.0), dtype=complex)
    travels = np.abs(values[shown].imag).max(initial=0.0) > _TRAVELS
    axes.axhline(0, color="#888888", linewidth=0.8, zorder=1)
    for k, line in enumerate(layout.lines):
        colour = COLOURS[k % len(COLOURS)]
        _draw_line(axes, line, values, layout, colour, travels)
        _draw_step(axes, line, values, layout)
    axes.set_ylim(-1.18, 1.18)
    axes.set_yticks([-1, 0, 1])
    axes.set_xticks([])
    axes.grid(visible=False, axis="x")
    colour = "black" if modes[number].is_stable else UNSTABLE
    axes.set_title(headline(modes, number), loc="left", fontsize=9, weight="normal", color=colour)
    return bool(travels)


def _draw_line(
    axes: Axes, line: Line, values: Complexes, layout: Layout, colour: str, travels: bool
) -> None:
    """Draw the amplitudes of a line, its discs, and its nodes."""
    own = values[line.shafts]
    begin = 1 if line.joint is not None and not line.joint.name else 0
    heavy = [k for k, s in enumerate(line.shafts) if s in layout.discs and k >= begin]
    for first, last, elastic in _stretches(line):
        part = slice(first, last + 1)
        if not elastic:  # nothing bends between the two
            continue
        axes.plot(line.x[part], own.real[part], color=colour, linewidth=1.4, zorder=3)
        if travels:
            axes.plot(line.x[part], own.imag[part], "--", color=colour, linewidth=1.0, zorder=3)
        nodes = _nodes(line.x[part], own.real[part])
        axes.plot(
            nodes, np.zeros(len(nodes)), "o", markersize=5, markerfacecolor="white",
            markeredgecolor="black", markeredgewidth=0.9, zorder=5,
        )  # fmt: skip
    if len(heavy) <= _MOST_MARKED:
        axes.plot(line.x[heavy], own.real[heavy], "o", color=colour, markersize=3.6, zorder=4)
        axes.vlines(line.x[heavy], 0, own.real[heavy], color=colour, linewidth=0.5, alpha=0.35)


def _stretches(line: Line) -> list[tuple[int, int, bool]]:
    """Return first and last shaft of stretches of springs, and of others one by one."""
    found: list[tuple[int, int, bool]] = []
    for k, link in enumerate(line.links):
        if link.elastic and found and found[-1][2] and found[-1][1] == k:
            found[-1] = found[-1][0], k + 1, True
        else:
            found.append((k, k + 1, link.elastic))
    return found


def _nodes(x: Floats, values: Floats) -> Floats:
    """Return where a line passes zero."""
    a, b = values[:-1], values[1:]
    least = 1e-9 * np.abs(values).max(initial=0.0)
    passes = np.flatnonzero((a * b < 0) & (np.abs(a) > least) & (np.abs(b) > least))
    found = x[passes] + (x[passes + 1] - x[passes]) * a[passes] / (a[passes] - b[passes])
    at = x[np.abs(values) <= least] if np.abs(values).max(initial=0.0) > 1e-3 else np.empty(0)
    return np.concatenate([found, at])


def _draw_step(axes: Axes, line: Line, values: Complexes, layout: Layout) -> None:
    """Draw the change of the amplitude at the gear at which a line begins."""
    if line.joint is None or not line.joint.name:
        return
    x = layout.places()[line.joint.parent][0], float(line.x[0])
    y = [float(values[shaft].real) for shaft in (line.joint.parent, line.joint.child)]
    axes.plot(x, y, ":", color="#444444", linewidth=1.0, zorder=2)


def _draw_key(figure: Figure, *, dashed: bool, stepped: bool) -> None:
    """Tell what dashes and open circles are, once."""
    handles = [
        Line2D([], [], color="#444444", linewidth=1.4, label="amplitude, largest = 1"),
        Line2D(
            [], [], linestyle="", marker="o", markersize=5, markerfacecolor="white",
            markeredgecolor="black", label="node",
        ),
    ]  # fmt: skip
    if dashed:
        handles.append(Line2D([], [], color="#444444", linestyle="--", label="imaginary part"))
    if stepped:
        handles.append(Line2D([], [], color="#444444", linestyle=":", label="gear"))
    figure.legend(handles=handles, loc="outside lower right", ncols=len(handles))


def _picture_of_names(
    modes: Eigenmodes, chosen: Sequence[int], names: Sequence[str], path: str | Path | None,
    label: str,
) -> Figure:  # fmt: skip
    """Draw amplitudes of outputs one by one, in columns of one unit each."""
    outputs = modes.model.outputs
    columns: dict[str, list[str]] = {}
    for place in outputs.match(*names):
        columns.setdefault(outputs.units[place], []).append(outputs.names[place])
    count = sum(map(len, columns.values()))
    size = float(np.clip(1.5 + 0.35 * count, 5.0, 11.0)), 1.4 * len(chosen) + 1.3

    def draw(figure: Figure) -> None:
        grid = figure.subplots(
            len(chosen), len(columns), sharex="col", sharey=True, squeeze=False,
            width_ratios=[len(told) + 1 for told in columns.values()],
        )  # fmt: skip
        for row, number in zip(grid, chosen, strict=True):
            for axes, told in zip(row, columns.values(), strict=True):
                _draw_stems(axes, np.array(list(modes[number].shape(*told).values())))
            row[0].set_title(headline(modes, number), loc="left", fontsize=9, weight="normal")
        for axes, (unit, told) in zip(grid[-1], columns.items(), strict=True):
            axes.set_xticks(np.arange(len(told)), told, rotation=60, ha="right")
            axes.set_xlabel(f"{unit_label(unit)}, largest = 1")
        figure.suptitle(label, fontsize=10, weight="bold", x=0.01, ha="left")

    return drawn_picture(draw, size, path)


def _draw_stems(axes: Axes, values: Complexes) -> None:
    """Draw real parts as stems, and imaginary parts as bars where there are any."""
    x = np.arange(len(values))
    axes.axhline(0, color="#888888", linewidth=0.8)
    axes.vlines(x, 0, values.real, color=COLOURS[0])
    axes.plot(x, values.real, "o", color=COLOURS[0], markersize=4, label="real part")
    if np.abs(values.imag).max(initial=0.0) > _TRAVELS:
        axes.plot(x, values.imag, "_", color=COLOURS[1], markersize=9, label="imaginary part")
        axes.legend(loc="upper left", bbox_to_anchor=(0.0, 1.0))
    axes.set_ylim(-1.18, 1.18)
    axes.set_xlim(-0.6, len(values) - 0.4)
