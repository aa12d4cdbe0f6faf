"""Picture of a Campbell diagram: eigenmodes, order lines, numbered critical speeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from drivetrain.analysis.arguments import positive
from drivetrain.analysis.campbell.campbell import Campbell
from drivetrain.plotting.analysis.frames import Scale, drawn_picture, frequency_scale, scale_of

__all__ = ["campbell"]

Floats = NDArray[np.float64]

_WIDTH, _HEIGHT = 7.2, 4.8
_COLOURS = ("#1f5f99", "#3a7f3a", "#8a3b8f", "#9a6a00", "#2f8f8f", "#555555")
_UNSTABLE = "#c00000"
_BAND = "#f3e3b3"
_ROOM = 1.1
_VISIBLE = 0.02
"""Damping ratio from which the band about a track is seen."""


def campbell(
    found: Campbell,
    *,
    path: str | Path | None = None,
    title: str | None = None,
    speed: str = "rpm",
    frequency: str = "Hz",
    highest: float | None = None,
) -> Figure:
    """Draw a Campbell diagram; see :meth:`Campbell.plot` for the arguments."""
    along = scale_of("rad/s", speed, "speed")
    up = frequency_scale(frequency)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        top = _top(found, up) if highest is None else positive(highest, "highest", "1")
        axes.set_xlim(*along.of(found.speeds[[0, -1]]))
        axes.set_ylim(0, top)
        _draw_operating(axes, found, along)
        _draw_orders(axes, found, along, up)
        configurations = _draw_modes(axes, found, along, up)
        _draw_critical(axes, found, along, up)
        axes.set_xlabel(f"speed of {found.shaft} in {along.label}")
        kind = "angular frequency" if frequency == "rad/s" else "frequency"
        axes.set_ylabel(f"{kind} in {frequency}")
        axes.set_title(_title(found) if title is None else title, loc="left")
        _legend(axes, found, configurations)

    return drawn_picture(draw, (_WIDTH, _HEIGHT), path)


def _title(found: Campbell) -> str:
    return f"Campbell diagram of {found.model}"


def _top(found: Campbell, up: float) -> float:
    """Return the highest frequency shown: some more than the highest of orders and crossings."""
    highest = max(float(line.omega.max()) for line in found.lines)
    shown = found.tracks.eigenvalue.imag
    inside = shown[np.isfinite(shown) & (shown <= _ROOM * highest)]
    return float(_ROOM * up * max(highest, inside.max(initial=0.0)))


def _draw_operating(axes: Axes, found: Campbell, along: Scale) -> None:
    for one in found.operating:
        low, high = along.of(np.array([one.low, one.high])).tolist()
        if low == high:
            axes.axvline(low, color=_BAND, linewidth=3.0, zorder=0.5)
        else:
            axes.axvspan(low, high, color=_BAND, zorder=0.5)
        if one.name:
            axes.annotate(one.name, ((low + high) / 2, 1.0), xycoords=("data", "axes fraction"),
                          xytext=(0, -2), textcoords="offset points", ha="center", va="top",
                          fontsize=7, color="#7a5c00", clip_on=True)  # fmt: skip


def _draw_orders(axes: Axes, found: Campbell, along: Scale, up: float) -> None:
    """Draw the lines of orders, labelled where they leave the picture."""
    speeds, top = along.of(found.speeds), axes.get_ylim()[1]
    for line in found.lines:
        values = up * line.omega
        dashes = "-" if line.own else "--"
        axes.plot(speeds, values, dashes, color="#888888", linewidth=0.8, zorder=1.2)
        inside = np.flatnonzero(values <= top)
        if not len(inside):
            continue
        end = int(inside[-1])
        leaves_above = end + 1 < len(values)
        x, y = speeds[end], values[end]
        if leaves_above:
            part = (top - y) / (values[end + 1] - y)
            x, y = x + part * (speeds[end + 1] - x), top
        axes.annotate(
            f"order {line.label}", (x, y), xytext=(0, 2) if leaves_above else (3, 0),
            textcoords="offset points", ha="center" if leaves_above else "left",
            va="bottom" if leaves_above else "center", fontsize=8, color="#555555",
            annotation_clip=False,
        )  # fmt: skip


def _draw_modes(axes: Axes, found: Campbell, along: Scale, up: float) -> dict[str, str]:
    """Draw the tracks: colour by the states of contacts, red if unstable.

    The band around a track is as wide as its resonance, from half power to half power.
    """
    tracks, speeds = found.tracks, along.of(found.speeds)
    colours: dict[str, str] = {}
    for contacts in tracks.contacts:
        colours.setdefault(contacts, _COLOURS[len(colours) % len(_COLOURS)])
    for column in range(tracks.eigenvalue.shape[1]):
        values = up * tracks.eigenvalue[:, column].imag
        damping = tracks.damping[:, column]
        shown = [
            _UNSTABLE if d < 0 else colours[c]
            for d, c in zip(damping, tracks.contacts, strict=True)
        ]
        for part in _runs(values, shown, tracks.contacts):
            style: dict[str, Any] = {"color": shown[part.start], "linewidth": 0}
            width = np.abs(damping[part]) * values[part]
            low, high = values[part] - width, values[part] + width
            axes.fill_between(speeds[part], low, high, alpha=0.15, zorder=1.8, **style)
            axes.plot(
                speeds[part], values[part], color=shown[part.start], linewidth=1.4, zorder=2.0
            )
    return colours


def _runs(values: Floats, colours: Sequence[str], contacts: Sequence[str]) -> Iterator[slice]:
    """Yield parts of a track in one colour; they join, but where contacts change."""
    begin = 0
    for k in range(1, len(values) + 1):
        ends = k == len(values) or np.isnan(values[k]) or np.isnan(values[k - 1])
        jumps = not ends and contacts[k] != contacts[k - 1]
        if ends or jumps or colours[k] != colours[begin]:
            yield slice(begin, k if ends or jumps else k + 1)
            begin = k


def _draw_critical(axes: Axes, found: Campbell, along: Scale, up: float) -> None:
    """Draw the critical speeds with the numbers of their table."""
    for one in found.critical:
        x, y = float(along.of(np.array([one.speed]))[0]), up * one.omega
        axes.plot([x], [y], "o", color="black", markersize=4, zorder=3.0)
        axes.annotate(str(one.number), (x, y), xytext=(4, -4), textcoords="offset points",
                      fontsize=8, fontweight="bold", ha="left", va="top", zorder=3.1,
                      clip_on=True, annotation_clip=True)  # fmt: skip


def _legend(axes: Axes, found: Campbell, configurations: dict[str, str]) -> None:
    """Explain what colours and bands mean, where they are seen."""
    entries: list[Line2D | Patch] = []
    if len(configurations) > 1:
        differing = _differing(list(configurations))
        entries += [
            Line2D([], [], color=colour, label=text)
            for colour, text in zip(configurations.values(), differing, strict=True)
        ]
    if np.nanmax(np.abs(found.tracks.damping), initial=0.0) > _VISIBLE:
        entries.append(Patch(color="#888888", alpha=0.3, linewidth=0, label="half-power width"))
    if np.any(found.tracks.damping < 0):
        entries.append(Line2D([], [], color=_UNSTABLE, label="unstable"))
    if entries:
        axes.legend(handles=entries, loc="upper left", bbox_to_anchor=(0.0, -0.13), fontsize=7)


def _differing(contacts: list[str]) -> list[str]:
    """Return what differs between states of contacts."""
    split = [one.split(", ") for one in contacts]
    common = set(split[0]).intersection(*split[1:])
    return [", ".join(text for text in one if text not in common) or "no contact" for one in split]
