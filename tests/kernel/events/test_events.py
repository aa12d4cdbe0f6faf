"""State events, scheduled events, clocks and what they leave in the rows."""

import ctypes

import numpy as np
import pytest
from tests.kernel.methods.convergence import fixed_step, observed_order

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.binding import RowFlag, Solver, Status
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.library import Io

BALL = {"n_x": 2, "n_z": 1, "strict": [True], "reinit_state": [1]}


def left_limits(rows):
    return rows[rows[:, 1] == RowFlag.LEFT]


def test_bouncing_ball_hits_the_ground_when_it_should(make_model, run):
    g, e = 9.81, 0.8
    rows, status, solver = run(
        make_model("ball", **BALL), [1, 0], [0], stop_time=3, interval=0.1, parameters=[g, e]
    )
    assert status is Status.DONE
    left = left_limits(rows)
    hits = left[(left[:, 4] == 0)]
    speed = np.sqrt(2 * g)
    flights = 2 * speed / g * e ** np.arange(1, len(hits))
    expected = speed / g + np.concatenate([[0], np.cumsum(flights)])
    assert len(hits) == 6
    assert np.abs(hits[:, 0] - expected).max() < 1e-10
    assert np.abs(hits[:, 3] + speed * e ** np.arange(6)).max() < 1e-9
    assert solver.stats.state_events == len(left)


def test_limits_of_an_event_come_in_pairs(make_model, run):
    rows, _, _ = run(make_model("ball", **BALL), [1, 0], [0], parameters=[9.81, 0.8])
    (i,) = np.flatnonzero((rows[:, 1] == RowFlag.LEFT) & (rows[:, 4] == 0))
    left, right = rows[i], rows[i + 1]
    assert right[1] == RowFlag.RIGHT
    assert left[0] == right[0]
    assert left[2] == right[2]
    assert right[3] == -0.8 * left[3]


def test_crossings_within_one_step_are_located_with_local_order_six(make_model, run):
    frequency, errors = 1.0, []
    for h in (0.8, 0.4, 0.2):
        model = make_model("wave", n_x=1, n_z=1, strict=[True])
        expected = 0.4 * h
        parameters = [frequency, np.sin(frequency * expected)]
        rows, _, _ = run(
            model, [0.0], [0], stop_time=h, interval=h, parameters=parameters, **fixed_step(h)
        )
        errors.append(abs(left_limits(rows)[0, 0] - expected))
    assert np.all(observed_order(errors) > 5.5)


@pytest.mark.parametrize("level", [0.0, 0.3, 0.99, 0.999999])
def test_crossings_are_located_to_the_last_bits(make_model, run, level):
    frequency = 3.0
    model = make_model("wave", n_x=1, n_z=1, strict=[True])
    rows, _, _ = run(
        model, [-1e-3], [0], stop_time=1.0, interval=0.5, parameters=[frequency, level],
        atol=1e-13, rtol=1e-13,
    )  # fmt: skip
    times = left_limits(rows)[:, 0]
    up = np.arcsin(level + 1e-3) / frequency if level < 0.9991 else np.nan
    if np.isnan(up):
        assert times.size == 0
    else:
        expected = [up, np.pi / frequency - up] if np.pi / frequency - up < 1 else [up]
        assert np.allclose(times, expected[: len(times)], rtol=0, atol=1e-10)
        assert len(times) == len(expected)


@pytest.mark.parametrize("phase", np.linspace(0, 0.3, 7))
def test_a_crossing_that_comes_and_goes_within_a_step_is_seen(make_model, run, phase):
    """sin(t + phase) exceeds 0.9995 for 0.06 s in steps of 0.5 s."""
    model = make_model("wave", n_x=1, n_z=1, strict=[True])
    settings = {"atol": 1e-9, "rtol": 0.0, "initial_step": 0.5, "max_step": 0.5}
    settings |= {"start_time": -phase, "stop_time": 3.0, "parameters": [1, 0.9995 + np.sin(phase)]}
    rows, _, solver = run(model, [0.0], [0], **settings)
    half = np.arccos(0.9995)
    times = left_limits(rows)[:, 0]
    assert np.allclose(times, [np.pi / 2 - half, np.pi / 2 + half], rtol=0, atol=1e-6)
    assert solver.stats.steps < 40


def test_a_crossing_between_the_checkpoints_after_an_event_is_seen(make_model, run):
    """Start, middle and end lie on a parabola that keeps away from zero."""
    at, value = [0.0, 1 / 16, 5 / 16, 1 / 2, 1.0], [-1e-3, -1.6, 2.1, -5.2, -29.6]
    polynomial = np.polynomial.Polynomial.fit(at, value, 4).convert()
    rows, status, solver = run(
        make_model("quartic", n_x=1, n_z=1, strict=[True]), [0], [0],
        parameters=polynomial.coef, initial_step=1.0, max_step=1.0,
    )  # fmt: skip
    assert status is Status.DONE
    roots = sorted(x.real for x in polynomial.roots() if 0.0 < x.real < 1.0 and x.imag == 0)
    assert solver.stats.state_events == len(roots) == 2
    np.testing.assert_allclose(rows[rows[:, 1] == RowFlag.RIGHT, 0], roots, rtol=1e-12)


def test_a_located_crossing_has_its_new_sign(make_model, run):
    model = make_model("wave", n_x=1, n_z=1, strict=[True])
    rows, _, _ = run(model, [0.0], [0], parameters=[3.0, 0.5], interval=0.5)
    left = left_limits(rows)
    assert left[0, 2] > 0.5
    assert left[0, 2] - 0.5 < 1e-15


def test_scheduled_events_are_hit_exactly(make_model, run):
    model = make_model("timed", n_x=1, n_z=1, n_time_rel=2)
    rows, status, solver = run(model, [0], [0], parameters=[0.3, 0.7], interval=0.1)
    assert status is Status.DONE
    assert list(left_limits(rows)[:, 0]) == [0.3, 0.7]
    assert np.count_nonzero(rows[:, 1] == RowFlag.RIGHT + RowFlag.SCHEDULED) == 2
    assert solver.stats.time_events == 2
    assert rows[-1, 2] == pytest.approx(0.4, abs=1e-15)
    times = rows[:, 0]
    assert np.count_nonzero(np.abs(times - 0.3) < 1e-9) == 2


def test_an_event_at_the_end_is_the_last_row(make_model, run):
    model = make_model("timed", n_x=1, n_z=1, n_time_rel=2)
    rows, status, _ = run(model, [0], [0], parameters=[0.25, 1.0], interval=0.25)
    assert status is Status.DONE
    assert list(rows[-2:, 1]) == [RowFlag.LEFT, RowFlag.LAST + RowFlag.SCHEDULED]
    assert list(rows[-2:, 3]) == [1.0, 2.0]


def test_a_past_instant_is_no_event(make_model, run):
    model = make_model("timed", n_x=1, n_z=1, n_time_rel=2)
    rows, _, solver = run(model, [0], [0], parameters=[-1.0, 0.0], interval=0.5)
    assert solver.stats.time_events == 0
    assert np.all(rows[:, 3] == 2)


def test_clocks_tick_at_their_instants(make_model, run):
    model = make_model("clocks", n_z=2, n_sample=2)
    rows, _, _ = run(
        model, [], [0, 0], sample_start=[0.0, 0.1], sample_interval=[0.2, 0.25], interval=np.inf
    )
    assert list(rows[0, 2:]) == [1.0, 0.0]
    assert np.allclose(left_limits(rows)[:, 0], [0.1, 0.2, 0.35, 0.4, 0.6, 0.8, 0.85, 1.0])
    assert list(rows[-1, 2:]) == [6.0, 4.0]


def test_clocks_do_not_drift(make_model, run):
    model = make_model("clocks", n_z=2, n_sample=2)
    rows, _, _ = run(
        model, [], [0, 0], sample_start=[0.0, 0.0], sample_interval=[1e-3, 1e-2], interval=np.inf
    )
    assert list(rows[-1, 2:]) == [1001.0, 101.0]
    assert np.array_equal(left_limits(rows)[:, 0], np.arange(1, 1001) * 1e-3)


def test_a_solver_made_after_another_is_as_good_as_new(make_model, run):
    model = make_model("ball", **BALL)
    settings = {"start_time": 0.0, "stop_time": 3.0, "interval": 0.1}
    first = Solver(model, parameters=[9.81, 0.8], **settings)
    first.initialise([1, 0], [0])
    first.advance(10)
    second = first.again(parameters=[1.62, 0.5])
    first.close()
    with second:
        second.initialise([1, 0], [0])
        rows, status = second.advance()
    alone, _, _ = run(model, [1, 0], [0], parameters=[1.62, 0.5], **settings)
    assert status is Status.DONE
    np.testing.assert_array_equal(rows, alone)


def test_a_solver_made_after_another_checks_its_clocks(make_model):
    model = make_model("clocks", n_z=2, n_sample=2)
    clocks = {"sample_start": [0.0, 0.0], "sample_interval": [0.1, 0.2]}
    first = Solver(model, start_time=0.0, stop_time=1.0, interval=0.1, **clocks)
    for wrong in ([0.1, 0.0], [0.1]):
        with pytest.raises(DrivetrainError, match="sample_interval"):
            first.again(parameters=[], sample_start=[0.0, 0.0], sample_interval=wrong)


def test_runs_repeat_bit_for_bit(make_model, run):
    settings = {"stop_time": 3, "interval": 0.1, "parameters": [9.81, 0.8]}
    first, _, _ = run(make_model("ball", **BALL), [1, 0], [0], **settings)
    second, _, _ = run(make_model("ball", **BALL), [1, 0], [0], **settings)
    assert np.array_equal(first, second)


def test_a_crossing_just_after_the_start_is_bisected_to_the_end():
    """Below the last bit of a step there are many more numbers, and the secant may creep."""
    calls = []

    def full(io):
        calls.append(io[0].time)
        io[0].xdot[0] = 1.0 + io[0].rel[0]
        if io[0].g:
            io[0].g[0] = -1e-11 if io[0].time < 1e-30 else 1.0
        return len(calls) > 10_000

    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Io))(full)
    address = ctypes.cast(function, ctypes.c_void_p).value
    model = KernelModel(
        ode_address=address, full_address=address, n_x=1, strict=[True], keep_alive=function
    )
    solver = Solver(model, start_time=0.0, stop_time=1.0, interval=1.0, event_noise=1e-20)
    assert solver.initialise([0.0]) is Status.DONE
    rows, status = solver.advance()
    assert status is Status.DONE
    assert left_limits(rows)[:, 0].tolist() == [1e-30]
    assert len(calls) < 2000
