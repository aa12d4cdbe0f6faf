"""Where a shaft turns steadily in one direction."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.order_analysis.stretches import left_out, stretches_of


def spans(times: object, angles: object) -> list[tuple[int, float, float]]:
    found = stretches_of(np.array(times, dtype=float), np.array(angles, dtype=float))
    return [(one.direction, one.times[0], one.times[-1]) for one in found]


def test_a_steady_shaft_is_one_stretch() -> None:
    assert spans([0, 1, 2, 3], [0, 1, 3, 6]) == [(1, 0, 3)]
    assert spans([0, 1, 2, 3], [0, -1, -3, -6]) == [(-1, 0, 3)]


def test_angles_grow_within_a_stretch_of_either_direction() -> None:
    (one,) = stretches_of(np.arange(3.0), np.array([5.0, 4.0, 2.0]))
    assert one.angles.tolist() == [-5.0, -4.0, -2.0]


def test_the_steps_beside_a_reversal_are_left_out() -> None:
    """The shaft may turn back on either side of the point in between."""
    assert spans(range(8), [0, 1, 2, 3, 4, 3, 2, 1]) == [(1, 0, 3), (-1, 5, 7)]


def test_a_standing_shaft_is_no_stretch() -> None:
    assert spans(range(7), [0, 0, 0, 1, 2, 3, 4]) == [(1, 3, 6)]
    assert spans([0, 1, 2], [7, 7, 7]) == []
    assert spans([0], [7]) == []
    assert spans([], []) == []


def test_a_jump_of_the_angle_ends_a_stretch() -> None:
    times, angles = [0, 1, 2, 2, 3, 4, 5], [0, 1, 2, 12, 13, 14, 15]
    assert spans(times, angles) == [(1, 0, 1), (1, 3, 5)]


def test_both_sides_of_an_event_are_one_instant() -> None:
    assert spans([0, 1, 2, 2, 3], [0, 1, 2, 2, 3]) == [(1, 0, 3)]


def test_points_too_near_to_tell_anything_are_no_standstill() -> None:
    """An event 1e-14 s after an output point: 1e-13 rad is less than the last bit of 1e4 rad."""
    times = [1000.0, 1000.1, 1000.1 + 2e-13, 1000.2, 1000.3]
    angles = [1e4, 1e4 + 1, 1e4 + 1, 1e4 + 2, 1e4 + 3]
    assert spans(times, angles) == [(1, 1000.0, 1000.3)]


def test_what_is_left_out() -> None:
    used = [np.array([1.0, 3.0]), np.array([4.0, 9.0])]
    assert left_out(0.0, 9.0, used) == ((0.0, 1.0), (3.0, 4.0))
    assert left_out(1.0, 3.0, used[:1]) == ()


@pytest.mark.parametrize("direction", [1, -1])
def test_a_swinging_shaft_has_a_stretch_between_any_two_turning_points(direction: int) -> None:
    times = np.linspace(0, 3 * np.pi, 301)
    found = stretches_of(times, direction * np.sin(times))
    assert [one.direction * direction for one in found] == [1, -1, 1, -1]
    ends = np.array([[one.times[0], one.times[-1]] for one in found]) / np.pi
    exact = [[0, 0.5], [0.5, 1.5], [1.5, 2.5], [2.5, 3]]
    assert ends == pytest.approx(np.array(exact), abs=0.021)
