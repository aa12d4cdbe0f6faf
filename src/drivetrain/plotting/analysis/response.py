"""Pictures of responses over the frequency, of their limits, and of responses over the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import text
from drivetrain.analysis.response.frequency_response import FrequencyResponse
from drivetrain.errors import AnalysisError, UsageError, shown
from drivetrain.files import check_path, write_atomically
from drivetrain.modeling.quantities.display import display_units
from drivetrain.modeling.quantities.exact import displayed
from drivetrain.plotting.analysis.frames import frequency_scale
from drivetrain.plotting.saving import PICTURE_SUFFIXES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from drivetrain.analysis.response.limits import AmplitudeLimits
    from drivetrain.analysis.response.time_response import TimeResponse

__all__ = ["plot_frequency_response", "plot_limits", "plot_time_response"]

Floats = NDArray[np.float64]

_WIDTH, _HEIGHT, _PHASE = 7.2, 2.4, 1.7  # inches
_MANY_LINES, _MANY_MODES, _MANY_ENDS = 10, 30, 6
_GREY, _ROOF = "#9a9a9a", "#c4c4c4"
_ABOVE = 100.0
"""How far above the largest amplitude a limit is shown."""
_DECADES = 6
"""Decades below the largest amplitude that are shown."""
_CLOSE = 0.02
"""Distance of eigenfrequencies, as a part of the picture, at which the second has no number."""


class _Curve(NamedTuple):
    """The response of one pair, as it is drawn."""

    label: str
    response: FrequencyResponse
    pair: tuple[str, str]
    unit: str
    size: Floats
    """Amplitude of the output for the amplitude of the input, in the unit."""


class _Drawn(NamedTuple):
    """How a frequency response is drawn."""

    title: str
    amplitude: float
    scale: float
    """Unit of the frequencies over rad/s."""
    frequency: str


def plot_frequency_response(
    response: FrequencyResponse,
    names: Sequence[str],
    *,
    beside: Mapping[str, FrequencyResponse] | None = None,
    label: str | None = None,
    amplitude: float = 1.0,
    limit: bool | None = None,
    frequency: str = "Hz",
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw amplitudes and phases; see :meth:`FrequencyResponse.plot`.

    Parameters
    ----------
    response : FrequencyResponse
        The response.
    names : sequence of str
        Outputs, names or patterns.
    beside, label, amplitude, limit, frequency, path, title
        As for :meth:`FrequencyResponse.plot`.

    Returns
    -------
    matplotlib.figure.Figure
        One axes of amplitudes for each unit of the outputs, and one of phases.
    """
    target = None if path is None else check_path(path, PICTURE_SUFFIXES)
    scale = frequency_scale(frequency)
    _check_amplitude(amplitude)
    if beside is not None:
        _check_others(beside)
    name = "" if label is None else text(label, "label")
    several = {name or response.model.point.title: response, **(beside or {})}
    curves = [
        curve
        for told, one in several.items()
        for curve in _curves(one, names, amplitude, told if beside else "")
    ]
    roof = _limit_of(response, limit, alone=not beside)
    drawn = _Drawn(_bode_title(response, amplitude, title), amplitude, scale, frequency)
    return _written(_bode(curves, response, roof, drawn), target)


def _check_amplitude(amplitude: Any) -> None:
    is_number = isinstance(amplitude, (int, float)) and not isinstance(amplitude, bool)
    if not is_number or not 0 < amplitude < np.inf:
        raise UsageError(f"amplitude={shown(amplitude)}: give the amplitude of the inputs, above 0")


def _curves(
    response: FrequencyResponse, names: Sequence[str], amplitude: float, told: str
) -> list[_Curve]:
    """Return the curves of a response in the units in which they are drawn."""
    found = []
    outputs = [response.outputs.names[k] for k in response.outputs.match(*names)]
    for given in response.inputs:
        for output in outputs:
            own = response.outputs.units[response.outputs.index(output)]
            unit = display_units.get(own, own)
            size = amplitude * response.amplitude(given, output)
            size = displayed(size, own, unit, output) - displayed(np.zeros(1), own, unit, output)
            label = response.pairs.label(given, output) + (f", {told}" if told else "")
            found.append(_Curve(label, response, (given, output), unit, size))
    return found


def _limit_of(
    response: FrequencyResponse, wanted: bool | None, alone: bool
) -> AmplitudeLimits | None:
    """Return the limit to be drawn; None if there is none, or it is not wanted."""
    if wanted is False or (wanted is None and (not alone or response.model.make_details is None)):
        return None
    if wanted is None and len(response.model.states) > 2000:
        return None
    try:
        found = response.limit()
    except AnalysisError:
        if wanted:
            raise
        return None
    return found if np.isfinite(found.amplitude).any() else None


def _bode_title(response: FrequencyResponse, amplitude: float, title: str | None) -> str:
    if title is not None:
        return title
    model = response.model
    inputs = response.inputs
    if len(inputs) > 1:
        return f"{model.name} at {model.point.title}: inputs of amplitude {amplitude:g}"
    return (
        f"{model.name} at {model.point.title}: {inputs.names[0]} ± {amplitude:g} "
        f"{_notation(inputs.units[0])}"
    )


def _bode(
    curves: Sequence[_Curve], response: FrequencyResponse, roof: AmplitudeLimits | None,
    drawn: _Drawn,
) -> Figure:  # fmt: skip
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    panels: dict[str, list[_Curve]] = {}
    for curve in curves:
        panels.setdefault(curve.unit, []).append(curve)
    heights = [_HEIGHT] * len(panels) + [_PHASE]
    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, sum(heights) + 0.6)
        grid = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[
            :, 0
        ]
        colours = _colours(curves)
        for axes, (unit, own) in zip(grid, panels.items(), strict=False):
            _draw_amplitudes(axes, own, colours, drawn.scale)
            axes.set_ylabel(f"amplitude in {_notation(unit)}" if unit != "1" else "amplitude")
            if roof is not None:
                _draw_roof(axes, own, roof, drawn)
            _legend(axes)
        _draw_phases(grid[-1], curves, colours, drawn.scale)
        _mark_frequencies(grid[-1], drawn.frequency)
        alone = all(curve.response is response for curve in curves)
        for one in {id(curve.response): curve.response for curve in curves}.values():
            colour = next(colours[curve.label] for curve in curves if curve.response is one)
            _draw_modes(grid, one, drawn.scale, None if alone else colour)
        grid[0].set_title(drawn.title, loc="left")
    return figure


def _mark_frequencies(axes: Axes, frequency: str) -> None:
    """Label a logarithmic axis of frequencies."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    kind = "angular frequency" if frequency == "rad/s" else "frequency"
    axes.set_xlabel(f"{kind} in {frequency}")
    low, high = axes.get_xlim()
    if low > 0 and high < 1000 * low:
        axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())


def _colours(curves: Sequence[_Curve]) -> dict[str, str]:
    cycle = _cycle()
    return {curve.label: cycle[k % len(cycle)] for k, curve in enumerate(curves)}


def _cycle() -> list[str]:
    """Return the colours of lines in the style in use."""
    import matplotlib as mpl

    found: list[str] = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
    return found


def _draw_amplitudes(
    axes: Axes, curves: Sequence[_Curve], colours: Mapping[str, str], scale: float
) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    for curve in curves:
        size = np.where(curve.size > 0, curve.size, np.nan)
        omega = curve.response.omega
        label = curve.label if curve.size.any() else f"{curve.label}: zero"
        axes.plot(omega * scale, size, color=colours[curve.label], label=label, zorder=3)
    sizes = np.concatenate([curve.size[np.isfinite(curve.size)] for curve in curves])
    if sizes.max(initial=0.0) > 0:
        least = sizes[sizes > 0].min()
        axes.set_ylim(max(least / 1.5, sizes.max() / 10**_DECADES), sizes.max() * 2.0)


def _draw_roof(axes: Axes, curves: Sequence[_Curve], roof: AmplitudeLimits, drawn: _Drawn) -> None:
    """Draw how large the output may become; with several curves, where they do not hold."""
    omega = roof.omega * drawn.scale
    if len(curves) == 1:
        (curve,) = curves
        most = roof[curve.pair[0]] / drawn.amplitude * curve.size
        _draw_ceiling(axes, omega, most, _ends(roof, curve.pair[0]))
        return
    for given in dict.fromkeys(curve.pair[0] for curve in curves):
        fails = roof[given] < drawn.amplitude
        axes.fill_between(
            omega, 0, 1, where=fails.tolist(), color=_ROOF, alpha=0.55, linewidth=0, zorder=1,
            transform=axes.get_xaxis_transform(), label="does not hold" if fails.any() else None,
        )  # fmt: skip


def _draw_ceiling(axes: Axes, omega: Floats, most: Floats, label: str) -> None:
    """Draw a limit that lies above, grey from there on."""
    top = axes.get_ylim()[1]
    finite = most[np.isfinite(most) & (most > 0)]
    if len(finite):
        top = max(top, min(_ABOVE * top, 2 * float(np.median(finite))))
    shade = np.where(np.isfinite(most), np.minimum(most, top), top)
    axes.fill_between(omega, shade, top, color=_ROOF, alpha=0.55, linewidth=0, zorder=1)
    axes.plot(omega, most, color=_GREY, linewidth=0.9, zorder=2, label=label)
    axes.set_ylim(top=top)


def _ends(roof: AmplitudeLimits, given: str) -> str:
    """Say what ends the linear answer, most frequent first."""
    told = [name for name in roof.ended_by(given) if name != "nothing"]
    named = sorted(set(told), key=told.count, reverse=True)
    more = f"\nand {len(named) - 2} more" if len(named) > 2 else ""
    return "holds below; then\n" + "\n".join(_short(name) for name in named[:2]) + more


def _short(name: str) -> str:
    """Return a condition without the part in front, which its variables tell."""
    part, _, condition = name.partition(": ")
    return condition if condition.count(part) else name


def _draw_phases(
    axes: Axes, curves: Sequence[_Curve], colours: Mapping[str, str], scale: float
) -> None:
    lowest, highest = np.inf, -np.inf
    for curve in curves:
        phase = np.degrees(curve.response.phase(*curve.pair))
        phase = phase - 360 * np.round(phase[np.isfinite(phase)].mean() / 360 - 1e-9)
        axes.plot(curve.response.omega * scale, phase, color=colours[curve.label])
        lowest, highest = min(lowest, np.nanmin(phase)), max(highest, np.nanmax(phase))
    axes.set_ylabel("phase in °")
    step = 90 if highest - lowest <= 540 else 180
    low, high = np.floor(lowest / step + 0.02) * step, np.ceil(highest / step - 0.02) * step
    axes.set_yticks(np.arange(low, max(high, low + step) + 1, step))
    axes.set_ylim(min(low, lowest) - 12, max(high, low + step, highest) + 12)
    omega = np.concatenate([curve.response.omega for curve in curves]) * scale
    positive = omega[omega > 0]
    if len(positive) and positive.min() < positive.max():
        axes.set_xlim(positive.min(), positive.max())


def _draw_modes(grid: Any, response: FrequencyResponse, scale: float, colour: str | None) -> None:
    """Mark eigenfrequencies with their numbers, or in the colour of one of several responses."""
    low, high = grid[-1].get_xlim()
    values = np.abs(response.eigenvalues) * scale
    inside = np.flatnonzero((values >= low) & (values <= high))
    if len(inside) > _MANY_MODES:
        return
    last = -np.inf
    for k in inside.tolist():
        for axes in grid:
            axes.axvline(values[k], color=colour or _GREY, linewidth=0.6, alpha=0.7, zorder=0.5)
        place = np.log(values[k] / low) / np.log(high / low)
        if colour is None and place - last > _CLOSE:
            grid[0].annotate(
                str(k + 1), (values[k], 1.0), xycoords=grid[0].get_xaxis_transform(),
                xytext=(2, -1), textcoords="offset points", va="top", fontsize=7, color="#6b6b6b",
            )  # fmt: skip
            last = place


def _legend(axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    hidden = len(handles) - _MANY_LINES
    axes.legend(
        handles[:_MANY_LINES], labels[:_MANY_LINES], loc="upper left", bbox_to_anchor=(1.0, 1.0),
        title=f"and {hidden} more" if hidden > 0 else None,
    )  # fmt: skip


def _notation(unit: str) -> str:
    """Return a unit in the usual notation."""
    raised = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    return "–" if unit in ("", "1") else unit.replace(".", "·").translate(raised)


def _written(figure: Figure, target: Path | None) -> Figure:
    if target is not None:
        with write_atomically(target) as unfinished:
            figure.savefig(unfinished)
    return figure


def plot_limits(
    limits: AmplitudeLimits,
    *,
    frequency: str = "Hz",
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw up to which amplitude of each input a linear model holds, and what ends it.

    Parameters
    ----------
    limits : AmplitudeLimits
        The limits.
    frequency, path, title
        As for :meth:`AmplitudeLimits.plot`.

    Returns
    -------
    matplotlib.figure.Figure
        One axes for each input.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    target = None if path is None else check_path(path, PICTURE_SUFFIXES)
    scale = frequency_scale(frequency)
    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, _HEIGHT * len(limits) + 0.6)
        grid = figure.subplots(len(limits), 1, sharex=True, squeeze=False)[:, 0]
        for axes, name, unit in zip(grid, limits, limits.inputs.units, strict=True):
            _draw_limit(axes, limits, name, scale)
            axes.set_ylabel(f"{name} in {_notation(unit)}")
        grid[0].set_title(limits.title if title is None else title, loc="left")
        _mark_frequencies(grid[-1], frequency)
    return _written(figure, target)


def _draw_limit(axes: Axes, limits: AmplitudeLimits, name: str, scale: float) -> None:
    """Draw a limit, in one colour for each condition that ends the linear answer."""
    omega, most = limits.omega * scale, limits[name]
    told = np.array(limits.ended_by(name))
    axes.set_xscale("log")
    axes.set_yscale("log")
    finite = most[np.isfinite(most) & (most > 0)]
    if not len(finite):
        axes.text(0.5, 0.5, "nothing changes", transform=axes.transAxes, ha="center", color=_GREY)
        return
    top = finite.max() * 2
    axes.fill_between(omega, np.minimum(most, top), top, color=_ROOF, alpha=0.55, linewidth=0)
    ends = sorted({one for one in told if one != "nothing"}, key=told.tolist().count, reverse=True)
    cycle = _cycle()
    for k, one in enumerate(ends[:_MANY_ENDS]):
        here = told == one
        near = here | np.roll(here, 1) & np.append(False, np.ones(len(here) - 1, dtype=bool))
        axes.plot(omega, np.where(near, most, np.nan), color=cycle[k % 8], label=_short(one))
    axes.set_ylim(finite.min() / 2, top)
    axes.set_xlim(omega[omega > 0].min(), omega.max())
    _legend(axes)


def plot_time_response(
    response: TimeResponse,
    names: Sequence[str],
    *,
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw outputs after an impulse or a step; see :meth:`TimeResponse.plot`.

    Parameters
    ----------
    response : TimeResponse
        The response.
    names : sequence of str
        Outputs, names or patterns.
    path, title
        As for :meth:`TimeResponse.plot`.

    Returns
    -------
    matplotlib.figure.Figure
        One axes for each unit.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    target = None if path is None else check_path(path, PICTURE_SUFFIXES)
    outputs = response.pairs.outputs
    panels: dict[str, list[tuple[str, str]]] = {}
    for given in response.pairs.inputs.signals:
        for k in outputs.match(*names):
            panels.setdefault(outputs.units[k], []).append((given, outputs.names[k]))
    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, _HEIGHT * len(panels) + 0.6)
        grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
        for axes, (own, pairs) in zip(grid, panels.items(), strict=True):
            unit = display_units.get(own, own)
            for pair in pairs:
                zero = displayed(np.zeros(1), own, unit, pair[1])
                values = displayed(response[pair], own, unit, pair[1]) - zero
                axes.plot(response.time, values, label=response.pairs.label(*pair))
            axes.set_ylabel(_notation(unit))
            _legend(axes)
        told = f"{response.kind} response of {response.model}"
        grid[0].set_title(told if title is None else title, loc="left")
        grid[-1].set_xlabel(f"time after the {response.kind} in s")
        if response.time[0] < response.time[-1]:
            grid[-1].set_xlim(response.time[0], response.time[-1])
    return _written(figure, target)


def _check_others(beside: Any) -> None:
    """Refuse what is no mapping of responses."""
    others = list(beside.values()) if isinstance(beside, Mapping) else [None]
    if not all(isinstance(one, FrequencyResponse) for one in others):
        raise UsageError(
            f"beside={shown(beside)}: give responses by label, {{'stiffer': response}}"
        )
