"""Portions of runs that threads take are worth their beginning, and let threads finish together."""

from __future__ import annotations

from math import inf

import pytest

from drivetrain.simulation.ensembles.thread_pool import _portion


def portions(count: int, threads: int, most: int, seconds: float) -> list[int]:
    """Return the portions of an ensemble whose first ones tell the time of a run."""
    sizes: list[int] = []
    while sum(sizes) < count:
        begin = sum(sizes)
        known = seconds if len(sizes) >= threads else inf
        sizes.append(_portion(begin, count - begin, threads, most, known))
    return sizes


@pytest.mark.parametrize("seconds", [1e-9, 1e-4, 1.0, inf])
@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("count", [1, 2, 10, 1000, 1001])
def test_they_are_all_runs_and_not_too_many_at_once(count, threads, seconds):
    sizes = portions(count, threads, 250, seconds)
    assert sum(sizes) == count
    assert min(sizes) >= 1
    assert max(sizes) <= 250


def test_short_runs_are_made_many_at_a_time():
    assert len(portions(100, 1, 250, 2e-4)) <= 8


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_finish_together(threads):
    """The last portions are no longer than three milliseconds, or than one run."""
    assert portions(1000, threads, 250, 1e-4)[-1] <= 30
    assert portions(100, threads, 250, 1.0)[-threads:] == threads * [1]
