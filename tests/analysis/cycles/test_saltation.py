"""Saltation matrices against flows in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.cycles.saltation import Reset, Surface, saltation

G, E = 9.81, 0.7


def bounce(height: float, speed: float, gravity: float, duration: float) -> tuple[float, float]:
    """Return height and speed of a ball that bounces once on the way."""
    falls = (speed + np.sqrt(speed**2 + 2 * gravity * height)) / gravity
    up, rest = E * (gravity * falls - speed), duration - falls
    return up * rest - 0.5 * gravity * rest**2, up - gravity * rest


def test_a_bouncing_ball() -> None:
    """Before, at and after the bounce, with gravity as the parameter that is followed."""
    height, speed, duration = 1.0, 0.3, 0.7
    falls = (speed + np.sqrt(speed**2 + 2 * G * height)) / G
    hits = G * falls - speed
    surface = Surface(np.array([1.0, 0.0]), -hits)
    reset = Reset(np.diag([1.0, -E]), np.zeros(2), np.zeros(2))
    at = saltation(surface, reset, np.array([-hits, -G]), np.array([E * hits, -G]))

    def flight(t: float) -> np.ndarray:
        return np.array([[1.0, t, -0.5 * t**2], [0.0, 1.0, -t], [0.0, 0.0, 1.0]])

    found = flight(duration - falls) @ at @ flight(falls)
    h = 1e-6
    for k, step in enumerate(np.eye(3) * h):
        ends = [
            np.array(bounce(height + s * step[0], speed + s * step[1], G + s * step[2], duration))
            for s in (1, -1)
        ]
        assert found[:2, k] == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-7)
    assert np.linalg.det(found[:2, :2]) == pytest.approx(E**2)


def test_a_lock_loses_a_dimension() -> None:
    """A body that comes to rest at friction: its speed is zero whatever it was before."""
    surface = Surface(np.array([0.0, 1.0]), -3.0)
    found = saltation(surface, Reset.none(2), np.array([0.0, -3.0]), np.array([0.0, 0.0]))
    assert found[1].tolist() == [0.0, 0.0, 0.0]


def test_an_event_at_a_known_time_moves_with_the_parameter_only() -> None:
    """A force sets in at the time p: later by dp means less speed by a dp."""
    surface = Surface(np.zeros(2), 1.0, -1.0)
    found = saltation(surface, Reset.none(2), np.array([2.0, 0.0]), np.array([2.0, 5.0]))
    assert found == pytest.approx(np.array([[1, 0, 0], [0, 1, -5.0], [0, 0, 1]]))
