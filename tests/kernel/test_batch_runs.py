"""Many runs in one call of the kernel are what each of them is with a solver of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.batch_runs import Left, Series, SeriesStart
from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.description.model import KernelModel

Floats = npt.NDArray[np.float64]

BALL = {"n_x": 2, "n_z": 1, "strict": [True], "reinit_state": [1]}
SETS = np.array([[9.81, 0.8], [1.62, 0.5], [3.7, 0.9], [9.81, 0.3], [8.87, 0.7]])
SETTINGS: dict[str, Any] = {"start_time": 0.0, "stop_time": 0.8, "interval": 0.1}
HEIGHT = 2
"""Column of the height of the ball."""


@pytest.fixture(scope="module")
def ball(make_model: Callable[..., KernelModel]) -> KernelModel:
    """Return a ball that bounces, with gravity and restitution as parameters."""
    return make_model("ball", **BALL)


def start(column: int = HEIGHT, expected: float = 1.0) -> SeriesStart:
    return SeriesStart(
        np.array([1.0, 0.0]), np.zeros(1), np.array([column]), np.array([expected]), np.zeros(1)
    )


def make(model: KernelModel, begin: SeriesStart, sets: Floats = SETS, **more: Any) -> Series:
    with Solver(model, parameters=sets[0], **SETTINGS) as like:
        none = np.empty((len(sets), 0))
        varied = {"sample_start": none, "sample_interval": none, "delay_longest": none} | more
        return Series(like, parameters=sets, start=begin, **varied)


def gone_on_with(left: Left) -> Floats:
    """Rows of a run that a series has left, made to its end."""
    assert left.solver is not None
    with left.solver as solver:
        status, chunks = left.status, [left.rows]
        while status is Status.MORE:
            rows, status = solver.advance()
            chunks.append(rows)
    assert status is Status.DONE
    return np.concatenate(chunks)


@pytest.mark.parametrize(
    ("max_rows", "max_steps"), [(10_000, 10_000), (7, 10_000), (100, 8), (1, 1)]
)
def test_every_run_has_the_bits_of_its_own_solver(
    ball: KernelModel, run: Any, max_rows: int, max_steps: int
) -> None:
    series, found = make(ball, start()), list[Floats]()
    while series.done < len(series):
        ended, left = series.advance(max_rows, max_steps)
        found += ended
        if left:
            assert left.run == len(found)
            found.append(gone_on_with(left))
    assert len(found) == series.done == len(SETS)
    for parameters, rows in zip(SETS, found, strict=True):
        alone, _, _ = run(ball, [1, 0], [0], parameters=parameters, **SETTINGS)
        np.testing.assert_array_equal(rows, alone)


def test_one_call_is_enough_where_nothing_stands_in_the_way(ball: KernelModel) -> None:
    series = make(ball, start())
    ended, left = series.advance(10_000, 10_000)
    assert left is None
    assert series.done == len(ended) == len(SETS)
    again, left = series.advance(10_000, 10_000)
    assert (list(again), left) == ([], None)


def test_rows_of_ended_runs_follow_one_another(ball: KernelModel) -> None:
    ended, _ = make(ball, start()).advance(10_000, 10_000)
    np.testing.assert_array_equal(np.concatenate(list(ended)), ended.rows)
    np.testing.assert_array_equal([len(rows) for rows in ended], ended.n_rows)
    assert len(ended[1:3]) == 2
    np.testing.assert_array_equal(ended[1:3][0], ended[1])


def test_a_start_that_does_not_fit_is_told(ball: KernelModel) -> None:
    series = make(ball, start(expected=1.5))
    for number in range(len(SETS)):
        ended, left = series.advance(100, 100)
        assert not ended
        assert left is not None
        assert (left.run, left.solver, left.status) == (number, None, Status.NOT_READY)
        assert len(left.rows) == 0
    assert series.done == len(SETS)


def test_a_start_may_differ_by_what_does_not_matter(ball: KernelModel) -> None:
    near = start(expected=1.0 + 1e-13)._replace(within=np.array([1e-12]))
    assert make(ball, near).advance(10_000, 10_000)[1] is None
    not_a_number = start(expected=float("nan"))._replace(within=np.array([np.inf]))
    left = make(ball, not_a_number).advance(10_000, 10_000)[1]
    assert left is not None
    assert left.status is Status.NOT_READY


def test_nothing_need_be_looked_at(ball: KernelModel) -> None:
    none = np.empty(0)
    blind = start()._replace(column=np.empty(0, dtype=np.int64), expected=none, within=none)
    assert make(ball, blind).advance(10_000, 10_000)[1] is None


def test_a_failure_leaves_a_run_and_the_next_ones_go_on(escape: KernelModel) -> None:
    settings = {"start_time": 0.0, "stop_time": 2.0, "interval": 0.5}
    with Solver(escape, **settings) as like:
        none, nothing = np.empty((3, 0)), np.empty(0)
        series = Series(
            like, parameters=none, sample_start=none, sample_interval=none, delay_longest=none,
            start=SeriesStart(np.ones(1), nothing, np.empty(0, dtype=np.int64), nothing, nothing),
        )  # fmt: skip
    for number in range(3):
        ended, left = series.advance(1000, 100_000)
        assert not ended
        assert left is not None
        assert left.run == number
        assert left.status.failed
        assert left.solver is not None
        with left.solver as solver:
            assert solver.failure is not None
            assert solver.failure.code is left.status
        np.testing.assert_array_equal(left.rows[:2, 0], [0.0, 0.5])


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (start(column=7), {}),
        (start(column=-1), {}),
        (start()._replace(x0=np.ones(3)), {}),
        (start()._replace(within=np.ones(2)), {}),
        (start(), {"sample_start": np.ones((5, 1))}),
        (start(), {"sets": np.ones((5, 3))}),
    ],
)
def test_arrays_of_another_shape_are_refused(
    ball: KernelModel, begin: SeriesStart, more: dict[str, Any]
) -> None:
    with Solver(ball, parameters=SETS[0], **SETTINGS) as like:
        none = np.empty((len(SETS), 0))
        varied = {"parameters": more.pop("sets", SETS), "sample_start": none}
        with pytest.raises(DrivetrainError, match="series"):
            Series(like, start=begin, sample_interval=none, delay_longest=none, **(varied | more))


def test_clocks_that_stop_the_time_are_refused(make_model: Callable[..., KernelModel]) -> None:
    model = make_model("clocks", n_z=2, n_sample=2)
    clocks = {"sample_start": np.zeros((1, 2)), "sample_interval": np.array([[0.1, 0.0]])}
    nothing = np.empty(0)
    begin = SeriesStart(nothing, np.zeros(2), np.empty(0, dtype=np.int64), nothing, nothing)
    with Solver(model, sample_start=[0, 0], sample_interval=[0.1, 0.1], **SETTINGS) as like:
        none = np.empty((1, 0))
        with pytest.raises(DrivetrainError, match="positive period"):
            Series(like, parameters=none, delay_longest=none, start=begin, **clocks)
