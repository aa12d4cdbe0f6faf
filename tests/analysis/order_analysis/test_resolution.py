"""What can be asked of an order analysis, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain.analysis.order_analysis.resolution import resolution_of
from drivetrain.errors import UsageError


def test_orders_are_resolved_to_one_over_the_revolutions() -> None:
    asked = resolution_of(8, 2.5, "rectangular", 0.5)
    assert asked.orders.tolist() == [k / 8 for k in range(21)]
    assert (asked.cells, asked.length, asked.hop, asked.block) == (16, 128, 64, 64)


def test_a_cell_is_no_longer_than_a_wave_of_the_highest_order() -> None:
    assert resolution_of(1, 36.5, "hann", 0.0).cells == 37


def test_the_highest_order_is_not_lost_by_rounding() -> None:
    assert resolution_of(10, 0.1 * 3, "rectangular", 0.0).orders.tolist() == [0, 0.1, 0.2, 0.3]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"revolutions": 2.5}, "whole revolutions"),
        ({"revolutions": 0}, "whole revolutions"),
        ({"revolutions": float("inf")}, "whole revolutions"),
        ({"revolutions": "8"}, "as a number"),
        ({"highest": 0.1}, "in steps of 1/8"),
        ({"highest": float("nan")}, "in steps of 1/8"),
        ({"highest": 1e9}, "up to 12500"),
        ({"window": "han"}, "did you mean 'hann'"),
        ({"window": None}, "choose one of 'rectangular', 'hann'"),
        ({"overlap": 1.0}, "less than 1"),
        ({"overlap": -0.1}, "from 0"),
        ({"overlap": [0.5, 0.5]}, "as a number"),
    ],
)
def test_refused(how: dict[str, Any], said: str) -> None:
    usual = {"revolutions": 8, "highest": 20, "window": "rectangular", "overlap": 0.5}
    with pytest.raises(UsageError, match=said):
        resolution_of(**{**usual, **how})
