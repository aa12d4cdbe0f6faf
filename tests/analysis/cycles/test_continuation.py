"""Branches in closed form: folds are passed, ranges are left exactly, dead ends are told."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from drivetrain.analysis.cycles.continuation import Steps, Stop, follow
from drivetrain.analysis.cycles.shooting import NoConvergence

Point = np.ndarray[Any, Any]


class Curve:
    """``f(x, p) = 0`` in the plane."""

    def __init__(self, f, gradient, largest=lambda x, p: 0.0) -> None:
        self.f, self.gradient, self.largest = f, gradient, largest

    def parameter(self, cycle: Point) -> float:
        return float(cycle[1])

    def tangent(self, cycle: Point, before: Point | None) -> Point:
        fx, fp = self.gradient(*cycle)
        found = np.array([-fp, fx]) / np.hypot(fx, fp)
        forward = found[1] if before is None else found @ before
        return found if forward >= 0 else -found

    def along(self, cycle: Point, tangent: Point, step: float) -> tuple[Point, int]:
        start = cycle + step * tangent
        return self._solved(start, tangent, tangent @ start)

    def excess(self, cycle: Point) -> float:
        return self.largest(*cycle) - 1.0

    def renewed(self, cycle: Point, tangent: Point) -> tuple[Point, Point]:
        return cycle, tangent

    def at(self, cycle: Point, tangent: Point, parameter: float) -> Point:
        return self._solved(cycle, np.array([0.0, 1.0]), parameter)[0]

    def _solved(self, point: Point, row: Point, value: float) -> tuple[Point, int]:
        for count in range(10):
            miss = np.array([self.f(*point), row @ point - value])
            if np.abs(miss).max() < 1e-12:
                return point, count
            point = point - np.linalg.solve(np.array([self.gradient(*point), row]), miss)
        raise NoConvergence(point, 10)


CUBIC = Curve(
    lambda x, p: (p - 0.5) - 4 * (x**3 - 0.3 * x), lambda x, p: (-4 * (3 * x**2 - 0.3), 1.0)
)


def test_both_folds_of_a_cubic_are_passed() -> None:
    stop = Stop()
    start = np.array([-0.8129, 0.0])
    start = CUBIC.at(start, start, 0.0)
    points = [(cycle, tangent, arc) for cycle, tangent, arc in follow(CUBIC, start, Steps(), stop)]
    cycles = np.array([cycle for cycle, _, _ in points])
    assert stop.reason == ""
    assert cycles[-1, 1] == 1.0
    assert np.abs([CUBIC.f(*cycle) for cycle in cycles]).max() < 1e-11
    assert (np.diff(cycles[:, 0]) > 0).all()
    slopes = np.array([tangent[1] for _, tangent, _ in points])
    turned = np.flatnonzero(slopes[:-1] * slopes[1:] < 0)
    fold = 0.5 + 0.8 * math.sqrt(0.1) * np.array([1.0, -1.0])
    for place, expected in zip(turned, fold, strict=True):
        assert np.abs(cycles[place : place + 2, 1] - expected).min() < 1e-6
    lengths = np.hypot(*np.diff(cycles, axis=0).T)
    assert [arc for *_, arc in points[1:]] == pytest.approx(np.cumsum(lengths), rel=0.05)


def test_where_the_stability_changes_is_located() -> None:
    line = Curve(lambda x, p: x - p, lambda x, p: (1.0, -1.0), lambda x, p: 0.2 + p + p**2)
    points = list(follow(line, np.zeros(2), Steps(), Stop()))
    found = np.array([cycle[1] for cycle, *_ in points])
    assert np.abs(found - (math.sqrt(1.05) - 0.5)).min() < 1e-3


def test_a_dead_end_is_told() -> None:
    """A circle has no more points for p > 0.5; then it turns back and leaves the range at 0."""
    circle = Curve(lambda x, p: x**2 + p**2 - 0.25, lambda x, p: (2 * x, 2 * p))
    stop = Stop()
    cycles = [cycle for cycle, *_ in follow(circle, np.array([0.5, 0.0]), Steps(), stop)]
    assert stop.reason == ""
    assert cycles[-1] == pytest.approx([-0.5, 0.0], abs=1e-9)
    corner = Curve(
        lambda x, p: x if p < 0.3 else np.nan, lambda x, p: (1.0, 0.0) if p < 0.3 else (np.nan, 0)
    )
    list(follow(corner, np.array([0.0, 0.0]), Steps(), stop))
    assert "beyond 0.2" in stop.reason


def test_a_branch_is_left_after_enough_points() -> None:
    stop = Stop()
    line = Curve(lambda x, p: x - 1.0, lambda x, p: (1.0, 0.0))
    points = list(follow(line, np.array([1.0, 0.0]), Steps(most=3), stop))
    assert len(points) == 3
    assert "after 3 points" in stop.reason
