"""Numbers as text, against the notation of Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.text import text_rows

CORNERS = [
    0.0, -0.0, 1.0, -1.5, 0.1, 0.3, 1e15, 1e16, 1e17, 123456789012345680.0, 1e-4, 1e-5, 5e-324,
    2.2250738585072014e-308, 1.7976931348623157e308, np.inf, -np.inf, np.nan, 2.0**53, 1e22, 1e23,
    4.35, 9007199254740993.0, 2.0**-1022, 2.0**-1074,
]  # fmt: skip


def assert_like_python(values: np.ndarray) -> None:  # type: ignore[type-arg]
    text = text_rows(values.reshape(-1, 1), np.array([False])).decode()
    assert text.split("\n")[:-1] == list(map(repr, values.tolist()))


def test_corners_and_powers() -> None:
    assert_like_python(np.array(CORNERS))
    assert_like_python(2.0 ** np.arange(-1074, 1024))
    assert_like_python(np.array([float(f"{m}e{e}") for m in (1, 3, 7) for e in range(-323, 309)]))


@pytest.mark.parametrize("seed", range(3))
def test_any_bits(seed: int) -> None:
    random = np.random.default_rng(seed)
    assert_like_python(random.integers(0, 2**64 - 1, 50_000, dtype=np.uint64).view(np.float64))
    assert_like_python(random.normal(size=20_000))
    assert_like_python(np.round(random.normal(size=20_000), 3))


@given(st.lists(st.floats(), min_size=1))
def test_any_number(values: list[float]) -> None:
    assert_like_python(np.array(values))


def test_columns_of_integers_have_no_point() -> None:
    rows = np.array([[1.0, -3.0, 2.5], [0.0, -0.0, 1e300], [np.nan, 1e300, 0.5]])
    whole = np.array([True, True, False])
    assert text_rows(rows, whole) == b"1,-3,2.5\n0,0,1e+300\nnan,1e+300,0.5\n"


def test_nothing_to_write() -> None:
    assert text_rows(np.empty((0, 3)), np.zeros(3, dtype=bool)) == b""


def test_shapes_have_to_fit() -> None:
    with pytest.raises(DrivetrainError, match=r"text: \(2, 3\) values, \(2,\) columns"):
        text_rows(np.zeros((2, 3)), np.zeros(2, dtype=bool))
