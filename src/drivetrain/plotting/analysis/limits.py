"""Pictures of limits over the speed, with vibrations and barred ranges."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.limits.shaft_limits import ShaftLimits
from drivetrain.plotting.saving import saved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from drivetrain.analysis.limits.barred_range import BarredRange
    from drivetrain.analysis.limits.check import Check
    from drivetrain.analysis.limits.limit import Limit

__all__ = ["check_over_speed", "draw_limits", "hatch", "limit_curves"]

_WIDTH, _HEIGHT = 7.2, 3.2
_RPM = 30 / np.pi
_POINTS = 400
_LABELS = {
    "torque": "torque, half range, in kN·m",
    "twist": "twist, half range, in degrees",
    "speed": "ripple of the speed, half range, in rpm",
    "stress": "stress, half range, in N/mm²",
}
_FACTORS = {"torque": 1e-3, "twist": 180 / np.pi, "speed": _RPM, "stress": 1e-6}
_CONTINUOUS, _TRANSIENT, _BARRED, _REFUSED = "#d1541b", "#8a3b8f", "#c09200", "#b00020"


def limit_curves(limits: ShaftLimits, *, path: str | Path | None = None) -> Figure:
    """Draw both limits of a shaft over the speed.

    Parameters
    ----------
    limits : ShaftLimits
        The limits.
    path : str or Path, optional
        Also write the figure to this file.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, _HEIGHT)
        axes = figure.subplots()
        axes.set_xlim(0, limits.continuous.speeds[1] * _RPM)
        draw_limits(axes, limits)
        about = f"{limits.section}, rated {limits.rated * _RPM:g} rpm"
        _finish(axes, "stress", f"{limits.name}\n{about}")
        return saved(figure, path)


def check_over_speed(
    check: Check,
    *,
    orders: Mapping[str, NDArray[np.float64]] | None = None,
    path: str | Path | None = None,
) -> Figure:
    """Draw a vibration over the speed with its limits; barred ranges are hatched.

    Parameters
    ----------
    check : Check
        What was checked.
    orders : mapping of str to float array, optional
        Amplitudes of orders by their labels, in the unit of the limit; they are drawn thin.
    path : str or Path, optional
        Also write the figure to this file.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, _HEIGHT)
        axes = figure.subplots()
        axes.set_xlim(check.speed[0] * _RPM, check.speed[-1] * _RPM)
        for one in check.barred:
            hatch(axes, one, _BARRED, "to be barred")
        for one in check.refused:
            hatch(axes, one, _REFUSED, "barring does not solve")
        draw_limits(axes, check.limits)
        for label, amplitudes in (orders or {}).items():
            shown = amplitudes * _FACTORS[check.kind]
            axes.plot(check.speed * _RPM, shown, linewidth=0.9, label=label)
        values = check.half_range * _FACTORS[check.kind]
        axes.plot(check.speed * _RPM, values, color="black", linewidth=1.8, label="half range")
        _finish(axes, check.kind, check.name)
        return saved(figure, path)


def draw_limits(axes: Axes, limits: Limit | ShaftLimits) -> None:
    """Draw limits into axes of speeds in rpm, within the present limits of the axes.

    The limit for passing through is dotted where no range may be barred. A second axis on top shows
    the ratio to the rated speed.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    limits : Limit or ShaftLimits
        What to draw.
    """
    low, high = axes.get_xlim()
    speed = np.linspace(max(low, 0.0), high, _POINTS) / _RPM
    if isinstance(limits, ShaftLimits):
        _draw_pair(axes, limits, speed)
        return
    speed = _with_ends(speed, limits)
    shown = limits.at(speed) * _FACTORS[limits.kind]
    axes.plot(speed * _RPM, shown, color=_CONTINUOUS, label=f"limit: {limits.name}")


def _draw_pair(axes: Axes, limits: ShaftLimits, speed: NDArray[np.float64]) -> None:
    """Draw the limits for continuous operation and for passing through."""
    border = limits.barring.highest_ratio * limits.rated
    speed = np.union1d(_with_ends(speed, limits.continuous), [border])
    shown, rated = speed * _RPM, limits.rated * _RPM
    continuous, passing = limits.continuous.at(speed) * 1e-6, limits.transient.at(speed) * 1e-6
    axes.plot(shown, continuous, color=_CONTINUOUS, label=r"$\tau_C$, continuous")
    usable, rest = speed <= border, speed >= border
    label = r"$\tau_T$, passing through"
    axes.plot(shown[usable], passing[usable], "--", color=_TRANSIENT, label=label)
    axes.plot(shown[rest], passing[rest], ":", color=_TRANSIENT, linewidth=0.9)
    axes.axvline(rated, color="#555555", linewidth=0.8, linestyle=(0, (6, 3)))
    axes.annotate("rated", (rated, 0.98), xycoords=("data", "axes fraction"), rotation=90,
                  ha="right", va="top", fontsize=7, color="#555555")  # fmt: skip
    _ratio_axis(axes, rated)


def hatch(axes: Axes, barred: BarredRange, colour: str = _BARRED, label: str = "barred") -> None:
    """Hatch a barred range in axes of speeds in rpm.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    barred : BarredRange
        The range.
    colour, label : str
        How it is drawn, and what the legend says.
    """
    low, high = barred.low * _RPM, barred.high * _RPM
    axes.axvspan(
        low, high, facecolor="none", edgecolor=colour, hatch="////", linewidth=0, alpha=0.6,
        label=f"{label}:\n{low:.1f} … {high:.1f} rpm", zorder=0.6,
    )  # fmt: skip
    for edge in (low, high):
        axes.axvline(edge, color=colour, linewidth=0.8)


def _with_ends(speed: NDArray[np.float64], limit: Limit) -> NDArray[np.float64]:
    """Return speeds with both ends of a limit, and the corners of its table."""
    corners = limit.curve[0] if isinstance(limit.curve, tuple) else np.array(limit.speeds)
    inside = corners[(corners >= speed[0]) & (corners <= speed[-1])]
    return np.union1d(speed, inside)


def _ratio_axis(axes: Axes, rated: float) -> None:
    def ratio(speed: Any) -> Any:
        return speed / rated

    def speed(ratio: Any) -> Any:
        return ratio * rated

    top = axes.secondary_xaxis("top", functions=(ratio, speed))
    top.set_xlabel(r"$\lambda$ = speed / rated speed")
    top.tick_params(labelsize=8)


def _finish(axes: Axes, kind: str, title: str) -> None:
    axes.set_xlabel("speed in rpm")
    axes.set_ylabel(_LABELS[kind])
    axes.set_ylim(bottom=0)
    axes.set_title(title, loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
