"""What messages show of what was found."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.errors import nearest, shown


class Odd:
    """Cannot even tell what it is."""

    def __repr__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.5, "1.5"),
        ("10 N.m", "'10 N.m'"),
        ([[0, 1], [1, 2]], "[[0, 1], [1, 2]]"),
        (list(range(2000)), "[0, 1, 2, 3, 4, 5, ...]"),
        (np.ones((2, 2)), "array([[1., 1.], [1., 1.]])"),
    ],
)
def test_values_are_shown_on_one_line(value: object, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize("value", [Odd(), "x" * 10**6, [["x" * 100] * 100] * 100, {1: Odd()}])
def test_nothing_is_too_long_or_too_odd_to_be_shown(value: object) -> None:
    assert 0 < len(shown(value)) < 4000


def test_the_nearest_of_anything() -> None:
    assert nearest("peek", ["peak", "J"]) == "; did you mean 'peak'?"
    assert nearest("x" * 10**6, ["peak"]) == ""
