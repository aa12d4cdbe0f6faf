"""Events that accumulate end the run; events that are merely dense do not."""

import numpy as np
import pytest

from drivetrain.kernel.binding import RowFlag, Status

BALL = {"n_x": 2, "n_z": 1, "strict": [True], "reinit_state": [1]}


@pytest.mark.parametrize("restitution", [0.1, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("height", [1e-3, 1.0, 1e4])
@pytest.mark.parametrize("start", [0.0, 1e5])
def test_bounces_end_before_the_ball_falls_through_the_floor(
    make_model, run, restitution, height, start
):
    """They accumulate at sqrt(2 h / g) (1 + e) / (1 - e) after the ball was let go."""
    g = 9.81
    end = np.sqrt(2 * height / g) * (1 + restitution) / (1 - restitution)
    rows, status, solver = run(
        make_model("ball", **BALL), [height, 0], [0], parameters=[g, restitution],
        start_time=start, stop_time=start + 2 * end, interval=end, atol=1e-9, rtol=1e-9,
    )  # fmt: skip
    assert status is Status.ZENO
    failure = solver.failure
    assert failure.relations == (0,)
    assert failure.ratio == pytest.approx(restitution, rel=1e-3)
    predicted = failure.time + failure.interval * failure.ratio / (1 - failure.ratio)
    assert predicted - start == pytest.approx(end, rel=1e-6)
    last_bit = np.sqrt(2 * g * height) * np.spacing(rows[-1, 0])
    assert rows[:, 2].min() >= -2 * last_bit
    assert rows[-1, 1] == RowFlag.LEFT
    assert rows[-1, 0] == failure.time


@pytest.mark.parametrize("restitution", [1.0, 1.02])
def test_bounces_that_do_not_shrink_go_on(make_model, run, restitution):
    _, status, solver = run(
        make_model("ball", **BALL), [1e-6, 0], [0], parameters=[9.81, restitution],
        stop_time=0.05, interval=0.01, atol=1e-12, rtol=1e-12,
    )  # fmt: skip
    assert status is Status.DONE
    assert solver.stats.state_events > 40


@pytest.mark.parametrize("start", [0.0, 1e6])
def test_a_fast_clock_is_no_chattering(make_model, run, start):
    """Many more ticks than events are allowed at one instant, within a millisecond."""
    _, status, solver = run(
        make_model("clocks", n_z=2, n_sample=2), [], [0, 0], start_time=start,
        stop_time=start + 1e-3, interval=1e-3, sample_start=[start, start],
        sample_interval=[1e-7, 1e-3], max_events_per_instant=100,
    )  # fmt: skip
    assert status is Status.DONE
    assert solver.stats.time_events >= 9_990


def test_a_run_that_gets_nowhere_ends(make_model, run):
    """Events a few nanoseconds apart would take hours for a run of 10 s."""
    frequency = 1e9
    _, status, solver = run(
        make_model("wave", n_x=1, n_z=1, strict=[True]), [0], [0], parameters=[frequency, 0.5],
        stop_time=10.0, interval=10.0, max_events_per_instant=10, atol=1e-9,
        initial_step=1e-10, max_step=1e-9,
    )  # fmt: skip
    assert status is Status.CHATTERING
    assert solver.failure.count == 10_001
    assert solver.failure.interval == pytest.approx(np.pi / frequency, rel=1e-2)


@pytest.mark.parametrize(
    ("part", "rate", "status"),
    [
        (1e-10, 0.0, Status.CHATTERING),
        (1e-10, 7e5, Status.DONE),  # dies away
        (1e-6, 0.0, Status.DONE),  # moves
    ],
)
def test_a_condition_that_gets_nowhere_ends_the_run(make_model, run, part, rate, status):
    """It changes 200 times, by a small part of its range, at a pace of 2e8 changes for the run."""
    frequency, end = 2e7 * np.pi, 1.001e-5
    _, reached, solver = run(
        make_model("fading", n_x=1, n_z=1, strict=[True]), [0], [0],
        parameters=[frequency, end, part, rate], stop_time=10.0, interval=10.0,
        max_events_per_instant=10, atol=1e-9, initial_step=1e-9,
    )  # fmt: skip
    assert reached is status
    if status is Status.CHATTERING:
        assert solver.failure.relations == (0,)
        assert solver.failure.count == 101
        assert solver.failure.interval == pytest.approx(np.pi / frequency, rel=1e-6)
    else:
        assert solver.stats.state_events == pytest.approx(200, abs=2)


def test_a_fast_wave_is_no_chattering(make_model, run):
    frequency = 1e7
    _, status, solver = run(
        make_model("wave", n_x=1, n_z=1, strict=[True]), [0], [0], parameters=[frequency, 0.5],
        stop_time=1e-3, interval=1e-3, max_events_per_instant=100, atol=1e-9,
    )  # fmt: skip
    assert status is Status.DONE
    assert solver.stats.state_events == 2 * round(frequency * 1e-3 / (2 * np.pi))
