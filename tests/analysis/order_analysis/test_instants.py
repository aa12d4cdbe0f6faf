"""Instants of equal angles: as exact as angles and instants can be told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from drivetrain.analysis.order_analysis.instants import Bracketed, instants_of
from drivetrain.analysis.order_analysis.stretches import stretches_of
from drivetrain.errors import AnalysisError


class Counted:
    """An angle that counts how often it is asked for."""

    def __init__(self, angle: Any) -> None:
        self.angle, self.calls = angle, 0

    def __call__(self, t: Any) -> Any:
        self.calls += 1
        return self.angle(t)


def bracketed(angle: Any, times: Any, targets: Any) -> Bracketed:
    parts = stretches_of(times, angle(times))
    return Bracketed.joined([Bracketed.within(one, targets, k) for k, one in enumerate(parts)])


def test_a_chirp_is_followed_to_the_last_bits_with_few_calls() -> None:
    """``phi = a t^2 / 2``, so that ``t = sqrt(2 phi / a)``."""
    angle = Counted(lambda t: 5.0 * t**2)
    times = np.linspace(0, 10, 2001)
    targets = np.arange(1, 500) * 0.987
    asked, calls = bracketed(angle, times, targets), angle.calls
    found = instants_of(angle, asked, "shaft.phi")
    exact = np.sqrt(targets / 5.0)
    assert np.abs(found / exact - 1).max() < 4 * np.finfo(float).eps
    assert angle.calls - calls <= 5


def test_few_known_points_only_take_more_calls() -> None:
    """Nothing but both ends is known of an angle that rises a thousandfold."""
    angle = Counted(np.exp)
    targets = np.linspace(1.1, 900, 77)
    found = instants_of(angle, bracketed(angle, np.array([0.0, 7.0]), targets), "shaft.phi")
    assert found == pytest.approx(np.log(targets), rel=1e-14)
    assert angle.calls < 25


def test_a_kink_at_a_known_point_does_no_harm() -> None:
    def angle(t: Any) -> Any:
        return np.where(t < 1, 3 * t, 3 + 40 * (t - 1))

    targets = np.linspace(0.1, 40, 400)
    found = instants_of(angle, bracketed(angle, np.array([0.0, 0.7, 1.0, 2.0]), targets), "phi")
    assert angle(found) == pytest.approx(targets, rel=1e-15)


def test_an_angle_that_is_a_noisy_sum_ends_the_search() -> None:
    """Twenty twists added up carry more rounding than the last bit of their sum."""
    noise = np.random.default_rng(3)

    def angle(t: Any) -> Any:
        return 100 + 9 * t + noise.normal(scale=2e-13, size=np.shape(t))

    targets = np.linspace(101, 180, 500)
    times = np.linspace(0, 10, 101)
    found = instants_of(angle, bracketed(angle, times, targets), "shaft.phi")
    assert found == pytest.approx((targets - 100) / 9, abs=1e-12)


def test_ends_of_a_stretch_are_reached() -> None:
    times = np.linspace(0, 1, 11)
    found = instants_of(np.sinh, bracketed(np.sinh, times, np.sinh(np.array([0.0, 1.0]))), "phi")
    assert found.tolist() == [0.0, 1.0]


def test_a_shaft_that_turns_back_between_known_points_is_refused() -> None:
    """``t + sin(40 t)`` swings, and looks steady at points a full period apart."""

    def angle(t: Any) -> Any:
        return t + np.sin(40 * t)

    times = np.arange(0, 20) * np.pi / 20
    asked = bracketed(angle, times, np.linspace(0.1, 2.9, 400))
    with pytest.raises(AnalysisError, match=r"shaft\.phi turns back near t = "):
        instants_of(angle, asked, "shaft.phi")


def test_an_angle_that_jumps_is_refused() -> None:
    def angle(t: Any) -> Any:
        return t + 5.0 * (t > 0.512)

    with pytest.raises(AnalysisError, match=r"shaft\.phi jumps near t = 0\.512 s"):
        instants_of(
            angle, bracketed(angle, np.linspace(0, 1, 4), np.array([0.1, 3.0])), "shaft.phi"
        )
