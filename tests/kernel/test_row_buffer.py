"""Memory for rows is used again when nobody holds any part of it, and never before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.kernel.row_buffer import RowBuffer

SHAPE = (5000, 10)


def begin(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def test_free_memory_is_used_again():
    room = RowBuffer()
    first = begin(room.take(SHAPE))
    assert all(begin(room.take(SHAPE)) == first for _ in range(5))


@pytest.mark.parametrize(
    "hold",
    [
        lambda array: array,
        lambda array: array[3:7],
        lambda array: array[:, 2].T,
        lambda array: array.reshape(-1)[5:].view(np.int64),
        memoryview,
        lambda array: [{"kept": array}],
    ],
    ids=["whole", "rows", "column", "other type", "memory", "within others"],
)
def test_what_somebody_holds_is_left_alone(hold: Any):
    room = RowBuffer()
    array = room.take(SHAPE)
    first, held = begin(array), hold(array)
    del array
    others = [room.take(SHAPE) for _ in range(3)]
    assert first not in [begin(other) for other in others]
    assert len({begin(other) for other in others}) == 3
    del held


def test_another_shape_is_another_array():
    room = RowBuffer()
    assert room.take(SHAPE).shape == SHAPE
    assert room.take((6000, 10)).shape == (6000, 10)
    assert room.take((10, 5000)).shape == (10, 5000)


@pytest.mark.parametrize("rows", [10, 2_000_000])
def test_very_small_and_very_large_arrays_are_not_kept(rows: int):
    room = RowBuffer()
    room.take((rows, 10))
    assert room._kept == []


def test_threads_get_arrays_of_their_own():
    room = RowBuffer()

    def work(number: int) -> bool:
        for _ in range(200):
            array = room.take(SHAPE)
            array[::500] = number
            if not (array[::500] == number).all():
                return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8)))


def test_results_stay_when_others_are_made():
    compiled = dt.compile(CoupledClutches())
    asked: dict[str, Any] = {"stop_time": 1.5, "interval": 1e-3}
    result = compiled.simulate(**asked)
    names = [name for name in result.names if name.endswith(".w")]
    some, alone, rows = result.to_numpy(*names), result["J1.w"], result.rows
    before = some.tobytes(), alone.tobytes(), rows.tobytes()
    for peak in (1.05, 1.2, 1.4):
        other = compiled.simulate(parameters={"clutch1.peak": peak}, **asked)
        other.to_numpy(*names)[:] = np.nan
        _ = other.rows
    assert (some.tobytes(), alone.tobytes(), rows.tobytes()) == before
    assert result.to_numpy(*names).tobytes() == before[0]
