"""Time in barred ranges from a course of the speed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.analysis.limits import BarredRange, check, check_shafts, iacs_m68, passages
from drivetrain.analysis.limits.barred_range import merged
from drivetrain.errors import ParameterError

RANGE = BarredRange(4.0, 6.0)


def test_up_and_down_and_turning_back() -> None:
    found = passages(RANGE, [0, 10, 20, 25, 30, 40], [0, 10, 0, 5, 0, 5])
    told = [(one.begin, one.end, one.how) for one in found.passages]
    assert told == [
        (4, 6, "up"),
        (14, 16, "down"),
        (24, 26, "turned back"),
        (38, 40, "the run ends inside"),
    ]
    assert found.total(RANGE) == pytest.approx(8)


def test_runs_that_begin_inside_and_stay() -> None:
    found = passages(RANGE, [0, 1, 2], [5, 5, 5])
    assert [(one.duration, one.how) for one in found.passages] == [
        (2, "the run begins and ends inside")
    ]
    assert not passages(RANGE, [0, 1], [0, 3.9])


def test_astern_counts_as_ahead() -> None:
    found = passages(RANGE, [0, 10], [0, -10])
    assert [(one.begin, one.end) for one in found.passages] == [(4, 6)]


def test_both_sides_of_an_event_and_jumps() -> None:
    found = passages(RANGE, [0, 5, 5, 10], [0, 5, 9, 9])
    assert [(one.begin, one.end) for one in found.passages] == [(4, 5)]


@given(st.lists(st.integers(0, 10), min_size=2, max_size=30))
def test_the_time_is_that_of_a_fine_sampling(speeds: list[int]) -> None:
    time = np.arange(len(speeds), dtype=float)
    found = passages(BarredRange(3.5, 6.5), time, speeds)
    steps = 4096
    fine = (np.arange((len(speeds) - 1) * steps) + 0.5) / steps
    course = np.interp(fine, time, speeds)
    expected = np.count_nonzero((course >= 3.5) & (course <= 6.5)) / steps
    assert sum(one.duration for one in found.passages) == pytest.approx(expected, abs=0.01)
    ends = [one.end for one in found.passages]
    assert all(a <= one.begin for a, one in zip(ends, found.passages[1:], strict=False))


def test_ranges_of_a_check() -> None:
    rated = 127 * np.pi / 30
    shaft = iacs_m68(diameter=0.395, tensile=600e6, rated=rated, c_k=1.0)
    speed = np.linspace(0.2, 1.0, 200) * rated
    torque = 1.2e6 / np.sqrt(1 + ((speed / rated - 0.33) / 0.012) ** 2)
    found = check(shaft, speed, torque=torque)
    run = passages(found, [0, 100], [0, rated])
    (one,) = found.barred
    assert run.passages[0].duration == pytest.approx(100 * (one.high - one.low) / rated)
    assert str(run).splitlines()[0] == "1 stay in barred ranges"
    both = check_shafts({"a": (shaft, torque), "b": (shaft, 2 * torque)}, speed)
    assert both["b"].refused  # above the transient limit, and still passed through
    stays = passages(both, [0, 100], [0, rated])
    assert stays.ranges == merged([*both.barred, *both["b"].refused])


def test_ranges_join() -> None:
    joined = merged([BarredRange(3, 5, [4]), BarredRange(1, 2), BarredRange(4, 6, [5])])
    assert [(one.low, one.high, one.criticals) for one in joined] == [(1, 2, ()), (3, 6, (4, 5))]


def test_what_is_refused() -> None:
    with pytest.raises(ParameterError, match="give ranges"):
        passages([], [0, 1], [0, 1])
    with pytest.raises(ParameterError, match="must not descend"):
        passages(RANGE, [1, 0], [0, 1])
    with pytest.raises(ParameterError, match="2 speeds for 3 instants"):
        passages(RANGE, [0, 1, 2], [0, 1])
    with pytest.raises(ParameterError, match="the lower limit first"):
        BarredRange("50 rpm", "40 rpm")
