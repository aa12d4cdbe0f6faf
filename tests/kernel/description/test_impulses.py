"""The table of what elements do that lock at a speed, or hit each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.description.impulses import Impulses


def test_by_default_nothing_stops_or_slides() -> None:
    arrays = Impulses().arrays(2)
    np.testing.assert_array_equal(arrays["lock_stops"], [0, 0])
    for name in ("lock_push", "lock_on_trial", "lock_slides"):
        np.testing.assert_array_equal(arrays[name], [-1, -1])
    assert arrays["impact_lock"].size == 0
    Impulses.check(arrays, 0, 0)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"stops": [4]}, "lock_stops"),
        ({"push": [3]}, "lock_push"),
        ({"slides": [-2]}, "lock_slides"),
        ({"impact": [1]}, "impact_lock"),
        ({"loss": [2]}, "loss"),
        ({"dissipated": [-1]}, "dissipated"),
    ],
)
def test_what_is_out_of_range_is_refused(given: dict[str, Any], named: str) -> None:
    arrays = Impulses(**given).arrays(1)
    with pytest.raises(DrivetrainError, match=named):
        Impulses.check(arrays, 3, 2)


def test_arrays_are_as_long_as_there_are_holds() -> None:
    with pytest.raises(DrivetrainError, match="lock_push"):
        Impulses(push=[0, 1]).arrays(1)
