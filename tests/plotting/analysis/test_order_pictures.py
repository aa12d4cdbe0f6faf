"""Pictures of orders: what is drawn where, in which unit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.analysis.order_analysis.analyse import Signal, order_map
from drivetrain.analysis.order_analysis.order_map import OrderMap
from drivetrain.analysis.order_analysis.resolution import resolution_of
from drivetrain.analysis.order_analysis.shaft import Shaft
from drivetrain.errors import ResultError, UnitError, UsageError
from drivetrain.plotting import analysis

TURN = 2 * np.pi


def made(angle: Any, stop: float, **asked: Any) -> OrderMap:
    """Return the orders of a torque with a mean, order 3, and order 5.5 that grows."""

    def torque(t: Any) -> Any:
        phi = angle(t)
        return 500 + 2000 * np.cos(3 * phi - 0.5) + 40 * t * np.cos(5.5 * phi)

    usual = {"revolutions": 4, "highest": 8, "window": "rectangular", "overlap": 0.5}
    times = np.linspace(0, stop, 4001)
    shaft = Shaft("crank.phi", times, angle(times), angle, np.empty(0))
    return order_map(shaft, Signal("shaft.tau", "N.m", torque), resolution_of(**{**usual, **asked}))


@pytest.fixture
def run_up() -> OrderMap:
    return made(lambda t: TURN * t**2 / 2, 8.0)


@pytest.fixture
def there_and_back() -> OrderMap:
    return made(lambda t: TURN * (np.clip(t, 0, 12) - np.clip(t - 15, 0, 9)), 24.0)


def test_a_map_over_order_and_speed(run_up: OrderMap) -> None:
    axes, bar = run_up.plot().axes
    assert axes.get_xlabel() == "order over crank.phi"
    assert axes.get_ylabel() == "mean speed in rad/s"
    assert bar.get_ylabel() == "amplitude in N·m"
    assert axes.get_title(loc="left") == "shaft.tau"
    (mesh,) = axes.collections
    shown = np.asarray(mesh.get_array()).reshape(15, 32)
    assert shown == pytest.approx(run_up.amplitudes[:, 1:])
    low, high = axes.get_ylim()
    assert low < run_up.speeds[0] < run_up.speeds[-1] < high


def test_a_stripe_lies_around_its_order_and_its_window(run_up: OrderMap) -> None:
    (mesh,) = run_up.plot(over="time").axes[0].collections
    sides = np.asarray(mesh.get_coordinates())  # type: ignore[attr-defined]
    k = run_up.orders.tolist().index(3.0) - 1
    assert sides[0, k : k + 2, 0] == pytest.approx([2.875, 3.125])
    begin, end = sides[7:9, 0, 1]
    assert begin < run_up.times[7] < end


def test_the_strongest_orders_are_labelled(run_up: OrderMap) -> None:
    (upper,) = run_up.plot().axes[0].child_axes
    assert [label.get_text() for label in upper.get_xticklabels()] == ["3", "5.5"]
    assert upper.get_xticks().tolist() == [3, 5.5]


def test_the_mean_has_no_colour(run_up: OrderMap) -> None:
    figure = made(lambda t: TURN * t, 8.0).plot()
    assert figure.axes[0].get_xlim()[0] == pytest.approx(0.125)


def test_logarithmic_colours_span_three_decades(run_up: OrderMap) -> None:
    (mesh,) = run_up.plot(logarithmic=True).axes[0].collections
    top = run_up.amplitudes[:, 1:].max()
    assert (mesh.norm.vmin, mesh.norm.vmax) == pytest.approx((top / 1000, top))


def test_units_are_those_that_are_asked_for(run_up: OrderMap) -> None:
    axes, bar = run_up.plot(unit="kN.m", speed_unit="rpm").axes
    assert axes.get_ylabel() == "mean speed in rpm"
    assert bar.get_ylabel() == "amplitude in kN·m"
    assert axes.collections[0].norm.vmax == pytest.approx(run_up.amplitudes[:, 1:].max() / 1e3)
    with dt.display_units.using({"rad/s": "rpm"}):
        assert run_up.plot().axes[0].get_ylabel() == "mean speed in rpm"
        assert run_up.plot(over="time").axes[0].get_ylabel() == "time in s"
    with pytest.raises(UnitError, match="'rpm' cannot be converted"):
        run_up.plot(unit="rpm")
    with pytest.raises(UnitError, match="7 is no unit"):
        run_up.order(3).plot(unit=7)  # type: ignore[arg-type]


def test_stretches_are_drawn_apart(there_and_back: OrderMap) -> None:
    axes = there_and_back.plot().axes[0]
    assert axes.get_ylabel() == "time in s"
    before, after = (mesh.get_coordinates() for mesh in axes.collections)  # type: ignore[attr-defined]
    assert before[..., 1].max() < 13
    assert after[..., 1].min() > 14
    with pytest.raises(UsageError, match="neither grows nor falls steadily"):
        there_and_back.plot(over="speed")


def test_a_single_window_is_a_stripe() -> None:
    one = made(lambda t: TURN * t, 4.5)
    (mesh,) = one.plot().axes[0].collections
    assert np.ptp(mesh.get_coordinates()[..., 1]) > 0  # type: ignore[attr-defined]


def test_orders_as_lines_below_the_half_range(run_up: OrderMap) -> None:
    (axes,) = run_up.plot_orders(3, 5.5, unit="kN.m").axes
    lines = {str(line.get_label()): line for line in axes.get_lines()}
    assert list(lines) == ["half range", "order 3", "order 5.5"]
    assert lines["order 3"].get_ydata() == pytest.approx(run_up.order(3).amplitude / 1e3)
    assert lines["order 3"].get_xdata() == pytest.approx(run_up.speeds)
    assert np.size(lines["half range"].get_xdata()) == len(run_up.half_range.values)
    assert axes.get_ylabel() == "amplitude in kN·m"


def test_without_numbers_the_strongest_are_drawn(run_up: OrderMap) -> None:
    labels = [line.get_label() for line in run_up.plot_orders().axes[0].get_lines()]
    assert labels == ["half range", "order 3", "order 5.5"]


def test_amplitude_and_phase_of_a_track(run_up: OrderMap) -> None:
    upper, lower = run_up.order(3).over("time").plot().axes
    (phase,) = lower.get_lines()
    assert phase.get_ydata() == pytest.approx(np.degrees(run_up.order(3).phase))
    assert lower.get_xlabel() == "time in s"
    assert lower.get_ylabel() == "phase in °"
    assert upper.get_title(loc="left") == "order 3 of shaft.tau"


def test_half_ranges(run_up: OrderMap) -> None:
    (axes,) = run_up.half_range.plot(title="all orders", speed_unit="rpm").axes
    assert axes.get_title(loc="left") == "all orders"
    assert axes.get_xlabel() == "mean speed in rpm"
    (line,) = axes.get_lines()
    assert line.get_xdata() == pytest.approx(run_up.half_range.speeds * 30 / np.pi)


def test_pictures_are_written_or_refused(run_up: OrderMap, tmp_path: Path) -> None:
    track, whole = run_up.order(3), run_up.half_range
    draws: list[Any] = [run_up.plot, run_up.plot_orders, track.plot, whole.plot]
    for number, draw in enumerate(draws):
        path = tmp_path / f"{number}.png"
        draw(path=path)
        assert path.read_bytes().startswith(b"\x89PNG")
        with pytest.raises(ResultError, match=r"suffix '\.gif'"):
            draw(path=tmp_path / "orders.gif")


def test_a_module_does_not_hide_a_picture_of_its_name() -> None:
    for name in dir(analysis):
        assert callable(getattr(analysis, name))
    assert {"half_range", "order_lines", "order_map", "order_track"} <= set(dir(analysis))
    with pytest.raises(AttributeError, match="has no picture 'campbel'"):
        analysis.campbel  # noqa: B018


def test_matplotlib_waits_until_something_is_drawn() -> None:
    code = (
        "import sys, drivetrain.plotting.analysis, drivetrain.analysis.order_analysis.order_map; "
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
