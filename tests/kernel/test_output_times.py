"""Rows at given instants, as the kernel writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.binding import RowFlag

INF = float("inf")
OSCILLATOR = {"n_x": 2, "n_q": 1, "n_y": 1}


def test_given_instants_take_the_place_of_the_grid(
    make_model: Callable[..., Any], run: Callable[..., Any]
) -> None:
    model = make_model("oscillator", **OSCILLATOR)
    settings = {"interval": INF}
    times = [0.0, 1e-9, 0.1, 0.7, 1.0]
    rows, _, _ = run(model, [1.0, 0.0], output_times=times, **settings)
    assert rows[:, 0].tolist() == times
    flags = [RowFlag.FIRST, RowFlag.REGULAR, RowFlag.REGULAR, RowFlag.REGULAR, RowFlag.LAST]
    assert rows[:, 1].tolist() == flags
    np.testing.assert_allclose(rows[:, 2], np.cos(rows[:, 0]), atol=1e-5)


@pytest.mark.parametrize("times", [[0.2, 0.1], [0.1, 0.1], [-0.1, 0.5], [0.5, 1.1], [0.1, np.nan]])
def test_instants_that_would_not_end_are_refused(
    make_model: Callable[..., Any], run: Callable[..., Any], times: Any
) -> None:
    with pytest.raises(DrivetrainError, match="output_times: must increase"):
        run(make_model("oscillator", **OSCILLATOR), [1.0, 0.0], output_times=times)
