"""A tolerance means something: the true error of a run follows it.

What follows it less well, and why, is told in docs/accuracy.md; `python -m benchmarks --only
precision` prints all of it.
"""

from __future__ import annotations

from functools import cache

import pytest
from benchmarks.precision import BAND, Case, Precision

ASKED = (1e-4, 1e-6, 1e-8)

FOLLOWS = (
    "First", "edition2002.First", "book.SMD", "book.SMDGearComparison", "book.SMDWithBacklash",
    "OneWayClutch", "CoupledClutches", "edition2002.CoupledClutches", "Friction",
    "CompareBrakingTorque", "machines.EightSpeedAutomatic", "machines.ServoAxis",
    "machines.WindTurbineStop",
)  # fmt: skip
"""The error follows the tolerance in both directions, as far as the longest step allows."""


@cache
def case(name: str) -> Case:
    return Case.of_example(name)


@cache
def measure(name: str, solver: str, tolerance: float) -> Precision:
    return case(name).measure(solver, tolerance)


@pytest.mark.parametrize("tolerance", ASKED)
@pytest.mark.parametrize("solver", ["dopri5", "rodas"])
@pytest.mark.parametrize("name", FOLLOWS)
def test_the_error_is_no_larger_than_asked(name: str, solver: str, tolerance: float) -> None:
    assert measure(name, solver, tolerance).error < BAND * tolerance


@pytest.mark.parametrize("solver", ["dopri5", "rodas"])
@pytest.mark.parametrize("name", FOLLOWS)
def test_the_error_is_no_smaller_than_asked(name: str, solver: str) -> None:
    """At 1e-8 the error rules the steps of all of them."""
    assert measure(name, solver, 1e-8).error > 1e-8 / BAND
