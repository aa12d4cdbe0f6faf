"""Orders of signals that are known as formulas."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from drivetrain.analysis.order_analysis.analyse import Signal, order_map
from drivetrain.analysis.order_analysis.order_map import OrderMap
from drivetrain.analysis.order_analysis.resolution import resolution_of
from drivetrain.analysis.order_analysis.shaft import Shaft
from drivetrain.errors import AnalysisError, NameLookupError, UsageError

NONE = np.empty(0)
TURN = 2 * np.pi


def analysed(
    signal: Any,
    angle: Any = lambda t: TURN * t,
    *,
    turns: float = 8.0,
    events: Any = NONE,
    points: int = 4001,
    data: Any = None,
    look: Any = None,
    **asked: Any,
) -> OrderMap:
    """Return the orders of a signal of the angle, from 0 to some turns of a shaft."""
    usual = {"revolutions": 8, "highest": 20, "window": "rectangular", "overlap": 0.5}
    times = np.unique(np.append(np.linspace(0, turns, points), events))
    shaft = Shaft("shaft.phi", times, angle(times), angle, np.asarray(events))
    options = {} if look is None else {"look": look}
    return order_map(
        shaft,
        Signal("x", "N.m", lambda t: signal(angle(t))),
        resolution_of(**{**usual, **asked}),
        data=data,
        **options,
    )


def other_than(found: OrderMap, *orders: float) -> float:
    """Return the largest amplitude of all orders but some."""
    others = ~np.isin(found.orders, orders)
    return float(found.amplitudes[:, others].max())


@pytest.mark.parametrize("window", ["rectangular", "hann"])
def test_a_chirp_has_one_order_only(window: str) -> None:
    """``cos 3 phi`` with ``phi = a t^2 / 2`` is a chirp in time and pure in angle."""

    def angle(t: Any) -> Any:
        return TURN * t**2 / 2

    found = analysed(lambda phi: np.cos(3 * phi), angle, turns=10.0, window=window)
    assert len(found.spans) == 11
    assert found.order(3).complex_amplitude == pytest.approx(np.ones(11), abs=1e-13)
    leaks = (2.875, 3.125) if window == "hann" else ()
    assert other_than(found, 3, *leaks) < 1e-13
    for order in leaks:
        assert found.order(order).amplitude == pytest.approx(np.full(11, 0.5), abs=1e-13)
    assert found.highest_reliable == 20


def test_speeds_and_times_of_windows() -> None:
    """With constant acceleration the mean speed is that at the middle of the time."""
    found = analysed(np.cos, lambda t: TURN * t**2 / 2, turns=10.0)
    assert found.spans.begins == pytest.approx(np.sqrt(2 * np.arange(0, 44, 4)), rel=1e-14)
    assert found.speeds == pytest.approx(TURN * found.times, rel=1e-13)
    assert found.half_range.speeds == pytest.approx(TURN * found.half_range.times, rel=1e-13)
    assert len(found.half_range.values) == 50


def test_half_orders_means_and_phases() -> None:
    """A sine that lags by 40 degrees: ``sin(o phi - 40°) = Re(-i exp(-i 40°) exp(i o phi))``."""
    lag = np.radians(40)
    found = analysed(lambda phi: 5 + 2 * np.sin(2.5 * phi - lag), turns=100.0, revolutions=2)
    exact = -2j * np.exp(-1j * lag)
    assert len(found.spans) == 99
    assert found.order(2.5).complex_amplitude == pytest.approx(np.full(99, exact), abs=1e-11)
    assert found.order(2.5).phase == pytest.approx(np.full(99, -np.pi / 2 - lag), abs=1e-11)
    assert found.order(0).complex_amplitude == pytest.approx(np.full(99, 5), rel=1e-13)
    assert other_than(found, 0, 2.5) < 1e-11
    assert found.half_range.values == pytest.approx(np.full(100, 2), rel=1e-5)


def test_a_mean_does_not_leak_through_the_hann_window() -> None:
    found = analysed(lambda phi: 7 + np.cos(4 * phi), window="hann")
    assert found.order(0).complex_amplitude == pytest.approx([7])
    assert other_than(found, 0, 3.875, 4, 4.125) < 1e-13


def test_a_hann_window_leaks_less_between_the_steps() -> None:
    """An order half a step off the resolution: sidelobes fall with the third power."""
    plain, hann = (
        analysed(lambda phi: np.cos((10 + 1 / 16) * phi), window=window).amplitudes[0]
        for window in ("rectangular", "hann")
    )
    assert plain[5 * 8] > 4e-3
    assert hann[5 * 8] < 3e-5
    assert hann[10 * 8] == pytest.approx(0.8488, abs=1e-3)  # 8 / (3 pi), Harris 1978


def test_a_shaft_that_turns_backwards_has_the_same_orders() -> None:
    def signal(phi: Any) -> Any:
        return np.cos(3 * phi - 0.7) + 0.1 * np.sin(phi)

    there, back = (analysed(signal, lambda t, s=sign: s * TURN * t, turns=16.0) for sign in (1, -1))
    assert back.speeds == pytest.approx(-there.speeds)
    assert back.complex_amplitudes == pytest.approx(there.complex_amplitudes, abs=1e-12)
    assert back.order(3).phase == pytest.approx(np.full(3, -0.7), abs=1e-11)


def square(phi: Any) -> Any:
    return np.where(np.mod(phi - 0.3, TURN) < np.pi, 1.0, -1.0)


def test_jumps_at_events_do_no_harm() -> None:
    """The series of a square wave, ``4 / (pi o) sin o (phi - 0.3)`` for odd orders, is exact."""
    events = (0.3 + np.pi * np.arange(16)) / TURN
    found = analysed(square, events=events, highest=40)
    odd = np.arange(1.0, 40.0, 2.0)
    exact = -4j / (np.pi * odd) * np.exp(-0.3j * odd)
    values = [found.order(o).complex_amplitude[0] for o in odd.tolist()]
    assert values == pytest.approx(exact, abs=1e-13)
    assert other_than(found, *odd) < 1e-13
    assert found.highest_reliable == 40
    assert found.half_range.values == pytest.approx(np.ones(8), rel=1e-14)


def test_saw_teeth_between_events_too() -> None:
    """``mod(phi, 2 pi / 3)``: mean pi / 3, orders ``-2/(3 k) sin 3 k phi``."""
    events = np.arange(1, 24) / 3
    found = analysed(lambda phi: np.mod(phi, TURN / 3), events=events, highest=9)
    assert found.order(0).amplitude == pytest.approx([np.pi / 3])
    found_at = [found.order(3 * k).complex_amplitude[0] for k in (1, 2, 3)]
    assert found_at == pytest.approx([2j / (3 * k) for k in (1, 2, 3)], abs=1e-12)
    assert found.half_range.values == pytest.approx(np.full(8, np.pi / 3), rel=1e-9)


@pytest.mark.parametrize("waves", [2, 5, 7])
def test_jumps_that_nobody_told_make_orders_unreliable(waves: int) -> None:
    """Some amplitudes are wrong by percents, but none of those that are said to be reliable."""
    found = analysed(lambda phi: square(waves * phi))
    exact = np.zeros(len(found.orders), dtype=complex)
    for k in range(1, 20 // waves + 1, 2):
        exact[8 * waves * k] = -4j / (np.pi * k) * np.exp(-0.3j * k)
    wrong = np.abs(found.complex_amplitudes[0] - exact) / np.abs(exact).max()
    assert wrong.max() > 0.015
    assert found.highest_reliable < 5
    assert wrong[found.orders <= found.highest_reliable].max() < 0.01
    assert f"reliable up to order {found.highest_reliable:g} of 20: the signal has" in str(found)


@pytest.mark.parametrize("high", [25, 30.5, 40, 60, 100])
def test_higher_orders_do_not_show_up_as_lower_ones(high: float) -> None:
    """Sampled at 40 equal distances, order 25 would be seen as 15."""
    found = analysed(lambda phi: np.cos(2 * phi) + 0.1 * np.cos(high * phi))
    assert other_than(found, 2) < 1e-4
    assert found.order(2).amplitude == pytest.approx([1], abs=1e-4)


def test_much_higher_orders_make_all_unreliable() -> None:
    found = analysed(lambda phi: np.cos(2 * phi) + np.cos(400 * phi))
    assert other_than(found, 2) > 0.1
    assert not found.highest_reliable >= 0
    assert "reliable up to no order at all of 20: the signal has waves" in str(found)


def test_a_stretch_for_each_direction_and_what_is_left_out() -> None:
    """The shaft turns ten times forward, stands for 2 s, and turns nine times back."""

    def angle(t: Any) -> Any:
        return TURN * (np.clip(t, 0, 10) - np.clip(t - 12, 0, 9))

    found = analysed(lambda phi: np.cos(phi - 1), angle, turns=21.0, revolutions=4, overlap=0)
    assert np.sign(found.speeds).tolist() == [1, 1, -1, -1]
    assert found.spans.stretch.tolist() == [0, 0, 1, 1]
    assert found.order(1).phase == pytest.approx(np.full(4, -1), abs=1e-12)
    ((begin, end),) = found.left_out
    assert (begin, end) == pytest.approx((10, 12), abs=0.02)
    assert "left out, where shaft.phi stands still, turns back" in str(found)
    assert found.order(1).over("time").along.name == "time"


@pytest.mark.parametrize(
    ("angle", "said"),
    [
        (lambda t: 7 + 0 * t, "from 0 s to 8 s this angle stands still"),
        (lambda t: 3 * t, r"3\.82 revolutions, from 0 s to 8 s"),
        (lambda t: 40 * np.sin(t), r"turns steadily in one direction are 12\.\d revolutions"),
    ],
)
def test_a_shaft_that_turns_too_little_is_refused(angle: Any, said: str) -> None:
    with pytest.raises(AnalysisError, match=said):
        analysed(np.cos, angle, revolutions=16)


def test_values_that_are_not_finite_are_refused() -> None:
    with pytest.raises(AnalysisError, match=r"x is nan at t = 3\.\d+ s"):
        analysed(lambda phi: np.where(phi < TURN * 3, 1.0, np.nan))


def test_more_values_than_can_be_computed_are_refused() -> None:
    with pytest.raises(UsageError, match="choose a lower highest order"):
        analysed(np.cos, turns=1e6, revolutions=2, highest=100)


def test_straight_lines_between_points_limit_the_orders() -> None:
    """Twenty points per wave lose 0.8 percent: ``1 - sinc^2(1/20)``."""
    data = np.linspace(0, 8, 8 * 200 + 1)

    def angle(t: Any) -> Any:
        return TURN * t

    def signal(phi: Any) -> Any:
        return np.interp(phi / TURN, data, np.cos(10 * TURN * data))

    found = analysed(signal, angle, data=data)
    assert found.highest_reliable == 10
    assert found.order(10).amplitude == pytest.approx([np.sinc(1 / 20) ** 2], rel=2e-3)
    assert "the data have too few points per revolution" in str(found)


def test_orders_that_the_map_does_not_have_are_refused() -> None:
    found = analysed(np.cos)
    with pytest.raises(UsageError, match=r"in steps of 1/8; take 2\.25 or 2\.375"):
        found.order(2.3)
    with pytest.raises(UsageError, match=r"orders from 0 to 20; ask for more, .*highest=21"):
        found.order(20.5)
    with pytest.raises(UsageError, match="give an order"):
        found.order("six")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="did you mean 'number'"):
        found.order(numbr=3)  # type: ignore[call-arg]


def test_the_strongest_orders_are_named_once_each() -> None:
    def signal(phi: Any) -> Any:
        return 9 + np.cos(4 * phi) + 3 * np.cos(6.05 * phi) + 2 * np.cos(7.5 * phi)

    found = analysed(signal)
    assert found.strongest(3) == [6, 7.5, 4]
    assert analysed(lambda phi: np.cos(4 * phi)).strongest() == [4]
    assert found.strongest(0) == []
    with pytest.raises(UsageError, match="whole number"):
        found.strongest(1.5)  # type: ignore[arg-type]


def test_constant_signals_have_a_mean_and_nothing_else() -> None:
    found = analysed(lambda phi: 1e5 + 0 * phi)
    assert found.order(0).amplitude == pytest.approx([1e5])
    assert other_than(found, 0) < 1e-9
    assert found.highest_reliable == 20
    assert found.half_range.values == pytest.approx(np.zeros(8), abs=1e-9)


def look(name: str) -> Any:
    if name != "load.y":
        raise NameLookupError(f"no {name!r}")
    return "kW", lambda t: 3 + 2 * t


def test_tracks_over_means_of_a_variable() -> None:
    """``3 + 2 t`` over a window of 8 s that begins at ``t``: ``3 + 2 (t + 4)``."""
    found = analysed(np.cos, turns=24.0, look=look)
    track = found.order(1).over("load.y")
    assert (track.along.name, track.along.unit) == ("load.y", "kW")
    assert track.along.values == pytest.approx(3 + 2 * (found.spans.begins + 4))
    assert found.order(1).over("speed").along.values == pytest.approx(np.full(5, TURN))
    assert found.half_range.over("load.y").along.values == pytest.approx(4 + 2 * np.arange(24))
    with pytest.raises(NameLookupError, match="no 'load'"):
        found.order(1).over("load")
    with pytest.raises(UsageError, match="nothing to tell orders over"):
        found.order(1).over(3)  # type: ignore[arg-type]


def test_the_largest_window_of_a_track() -> None:
    """A resonance at 4 rad/s of a shaft that runs up."""

    def angle(t: Any) -> Any:
        return 0.05 * t**2

    def signal(phi: Any) -> Any:
        return np.cos(2 * phi) / (1 + (np.sqrt(0.2 * phi) - 4) ** 2)

    peak = analysed(signal, angle, turns=90.0, revolutions=1).order(2).peak
    assert peak.amplitude == pytest.approx(1, abs=0.05)
    assert peak.speed == pytest.approx(4, abs=0.2)
    assert peak.time == pytest.approx(40, abs=2)


def test_tables() -> None:
    found = analysed(lambda phi: np.cos(3 * phi - 0.5), turns=16.0)
    table = found.to_pandas()
    assert len(table) == 3 * 161
    third = table[table.index == 3.0]
    assert third["amplitude [N.m]"].tolist() == pytest.approx([1, 1, 1])
    assert third["phase [rad]"].tolist() == pytest.approx([-0.5] * 3)
    track = found.order(3).to_pandas()
    assert track.index.name == "time [s]"
    assert list(track) == ["speed [rad/s]", "amplitude [N.m]", "phase [rad]"]
    assert list(found.half_range.to_pandas()) == ["speed [rad/s]", "half_range [N.m]"]


def test_texts_say_what_it_is() -> None:
    found = analysed(lambda phi: np.cos(3 * phi))
    assert repr(found) == "<orders of x over shaft.phi in data>"
    assert repr(found.order(3)) == "<order 3 of x over shaft.phi>"
    assert repr(found.half_range) == "<half range of x in 8 revolutions of shaft.phi>"
    lines = str(found).splitlines()
    assert lines[1].split() == ["order", "amplitude", "[N.m]", "phase", "[rad]", "time", "[s]",
                                "speed", "[rad/s]"]  # fmt: skip
    assert lines[3].split()[:2] == ["3", "1"]
    assert lines[-2:] == [
        "1 rectangular window of 8 revolutions, from 0 s to 8 s",
        "reliable up to order 20, the highest",
    ]
    assert str(found.order(3)).endswith("largest: 1 N.m at 4 s and 6.28319 rad/s")
    assert str(found.half_range).endswith("rad/s")
    assert "<td" in found._repr_html_()
    assert "reliable up to order 20" in found._repr_html_()


def test_the_mean_is_shown_with_its_sign() -> None:
    lines = str(analysed(lambda phi: -5 + np.cos(3 * phi))).splitlines()
    assert lines[2].split()[:3] == ["0", "-5", "–"]


def test_files_and_copies(tmp_path: Path) -> None:
    found = analysed(np.cos, look=look)
    table = pd.read_csv(found.save(tmp_path / "orders.csv"))
    assert table["amplitude [N.m]"].max() == pytest.approx(1)
    copy = pickle.loads(found.save(tmp_path / "orders.pickle").read_bytes())
    assert copy.order(1).amplitude == pytest.approx([1])
    assert str(copy) == str(found)
    with pytest.raises(AnalysisError, match="comes without its run"):
        copy.order(1).over("load.y")
    with pytest.raises(AnalysisError, match="comes without its run"):
        copy.half_range.over("load.y")
