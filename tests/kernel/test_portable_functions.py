"""sin, cos, exp and log are right to less than one unit of the last place, wherever they are."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from drivetrain.kernel.library import address_of

Floats = NDArray[np.float64]

PI = Fraction("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")

RANGES = {
    "sin": [(-0.8, 0.8), (-10, 10), (-5e5, 5e5), (-1e9, 1e9), (-1e-9, 1e-9)],
    "cos": [(-0.8, 0.8), (-10, 10), (-5e5, 5e5), (-1e9, 1e9)],
    "exp": [(-0.4, 0.4), (-50, 50), (-745, 709), (-1e-9, 1e-9)],
    "log": [(0.5, 2), (1 - 1e-6, 1 + 1e-6), (0, 1e-300), (1, 1e300)],
}
CASES = [(name, *one) for name, ranges in RANGES.items() for one in ranges]


def function(name: str) -> Callable[[float], float]:
    kind = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
    return kind(address_of(f"dt_{name}"))


def values(name: str, x: Floats) -> Floats:
    f = function(name)
    return np.array([f(one) for one in x.tolist()])


def units_off(found: Floats, x: Floats, name: str) -> Floats:
    """Return the errors in units of the last place, by numbers of more digits."""
    expected = getattr(np, name)(x.astype(np.longdouble))
    unit = np.spacing(np.abs(expected.astype(float)))
    return np.abs((found - expected) / unit).astype(float)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 60, reason="long double has no more digits")
@pytest.mark.parametrize(("name", "low", "high"), CASES)
def test_errors_stay_below_one_unit(name: str, low: float, high: float) -> None:
    x = np.random.default_rng(7).uniform(low, high, 20_000)
    assert units_off(values(name, x), x, name).max() < 0.9


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_angles_next_to_multiples_of_a_quarter_turn(name: str) -> None:
    """There sin or cos is the small difference, known from the digits of pi."""
    seen = 0
    for turns in np.random.default_rng(7).integers(1, 300_000, 2000).tolist():
        x = turns * (math.pi / 2)
        found = function(name)(x)
        if abs(found) < 0.5:
            seen += 1
            assert abs(found) == pytest.approx(abs(float(Fraction(x) - turns * PI / 2)), rel=1e-15)
    assert seen > 900


@pytest.mark.parametrize(
    ("name", "x", "expected"),
    [("sin", 0.0, 0.0), ("sin", -0.0, -0.0), ("cos", 0.0, 1.0), ("exp", 0.0, 1.0),
     ("exp", -np.inf, 0.0), ("exp", np.inf, np.inf), ("exp", 710.0, np.inf), ("log", 1.0, 0.0),
     ("log", 0.0, -np.inf), ("log", np.inf, np.inf), ("log", -1.0, np.nan), ("sin", np.inf, np.nan),
     ("cos", np.nan, np.nan)],
)  # fmt: skip
def test_special_arguments(name: str, x: float, expected: float) -> None:
    found = function(name)(x)
    np.testing.assert_equal(found, expected)
    assert np.isnan(expected) or np.signbit(found) == np.signbit(expected)
