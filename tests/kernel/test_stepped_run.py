"""Runs that are interrupted, continued with other values, and observed step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.binding import RowFlag, Solver, Status
from drivetrain.kernel.stepped_run import SteppedRun

INF = float("inf")
OSCILLATOR = {"n_x": 2, "n_q": 1, "n_y": 1}
NONE = np.empty(0)


@pytest.fixture
def stepped(make_model: Callable[..., Any]) -> SteppedRun:
    """A body on a spring, from 1 at rest; its frequency is 1 rad/s."""
    solver = Solver(
        make_model("oscillator", **OSCILLATOR), start_time=0.0, stop_time=10.0, interval=INF,
        atol=1e-11, rtol=1e-11,
    )  # fmt: skip
    assert solver.initialise([1.0, 0.0]) is Status.DONE
    return SteppedRun(solver)


def test_a_run_goes_on_from_states_put_in_place_of_those_reached(stepped: SteppedRun) -> None:
    assert stepped.go(2.0) is Status.DONE
    left, status = stepped.interrupt()
    assert status is Status.DONE
    assert left[2:4] == pytest.approx([np.cos(2.0), -np.sin(2.0)], abs=1e-9)
    stepped.place(np.array([0.0, 3.0]), NONE)
    assert stepped.go(2.0) is Status.DONE
    assert stepped.row[:2].tolist() == [2.0, RowFlag.RIGHT]
    assert stepped.row[2:4].tolist() == [0.0, 3.0]
    assert stepped.go(3.0) is Status.DONE
    assert stepped.row[2:4] == pytest.approx([3 * np.sin(1.0), 3 * np.cos(1.0)], abs=1e-9)


def test_a_saved_interruption_is_where_other_runs_begin(stepped: SteppedRun) -> None:
    """The motion of each is that of its own beginning: what was restored leaves no trace."""
    stepped.go(2.0)
    stepped.interrupt()
    state = stepped.save()
    ends = []
    for first in (1.0, 2.0, 1.0):
        stepped.restore(state)
        stepped.place(np.array([first, 0.0]), NONE)
        assert stepped.go(4.0) is Status.DONE
        ends.append(stepped.row[2:4].copy())
    assert ends[0].tobytes() == ends[2].tobytes()
    assert ends[1] == pytest.approx([2 * np.cos(2.0), -2 * np.sin(2.0)], abs=1e-9)


@pytest.mark.parametrize(
    ("states", "discrete", "said"), [([1.0], [], "states"), ([1.0, 0.0], [1.0], "discrete")]
)
def test_what_is_put_in_place_has_to_fit(
    stepped: SteppedRun, states: list[float], discrete: list[float], said: str
) -> None:
    stepped.go(2.0)
    stepped.interrupt()
    with pytest.raises(DrivetrainError, match=f"array {said}"):
        stepped.place(np.array(states), np.array(discrete))


def test_states_are_put_in_place_at_interruptions_only(stepped: SteppedRun) -> None:
    stepped.go(2.0)
    with pytest.raises(DrivetrainError, match="call interrupt"):
        stepped.place(np.array([1.0, 0.0]), NONE)


def test_ends_of_steps_are_those_of_the_run(stepped: SteppedRun) -> None:
    ends = stepped.step_ends(10.0)
    assert ends[0] > 0.0
    assert ends[-1] == 10.0
    assert (np.diff(ends) > 0).all()
    assert len(ends) == stepped.solver.stats.steps
