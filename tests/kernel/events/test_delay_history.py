"""Past values: their accuracy, both limits at events, the method of steps, and what is refused."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drivetrain.kernel.binding import RowFlag, Solver, Status
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.library import Io, load_library

FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Io))
VARIABLE, CONSTANT, FED_BACK = 0, 1, 2


def past(io: Any, delay: int, shift: float) -> float:
    """Value of a delayed expression."""
    return float(load_library().dt_delay(io, delay, shift))


def make(ode: Callable[[Any], None], full: Callable[[Any], None], **sizes: Any) -> KernelModel:
    """Model of two Python functions; `full` includes `ode`."""

    def both(io: Any) -> int:
        ode(io)
        full(io)
        return 0

    def rates(io: Any) -> int:
        ode(io)
        return 0

    calls = FUNCTION(rates), FUNCTION(both)
    addresses = [ctypes.cast(call, ctypes.c_void_p).value for call in calls]
    return KernelModel(
        ode_address=addresses[0], full_address=addresses[1], keep_alive=calls, **sizes
    )


def signal_model(u: Callable[[float], float], delay: float, kind: int = CONSTANT) -> KernelModel:
    """y = (u, u delayed), no states."""

    def full(io: Any) -> None:
        model = io.contents
        model.delay_value[0] = model.y[0] = u(model.time)
        model.delay_time[0] = delay
        model.y[1] = past(io, 0, delay)

    return make(lambda io: None, full, n_y=2, delay_kind=[kind])


def feedback_model(gain: float, delay: float) -> KernelModel:
    """x' = -gain x(t - delay)"""

    def ode(io: Any) -> None:
        io.contents.xdot[0] = -gain * past(io, 0, delay)

    def full(io: Any) -> None:
        io.contents.delay_value[0] = io.contents.x[0]
        io.contents.delay_time[0] = delay

    return make(ode, full, n_x=1, delay_kind=[FED_BACK])


@pytest.mark.parametrize("kind", [CONSTANT, VARIABLE])
@pytest.mark.parametrize("max_step", [0.05, 0.5])
def test_signals_are_delayed_to_rounding(run, kind, max_step):
    model = signal_model(lambda t: math.sin(7.0 * t), 0.7, kind)
    settings = {"stop_time": 5.0, "interval": 0.01, "max_step": max_step, "delay_longest": [0.7]}
    rows, status, _ = run(model, [], **settings)
    assert status is Status.DONE
    t = rows[:, 0]
    expected = np.where(t < 0.7, 0.0, np.sin(7.0 * (t - 0.7)))
    np.testing.assert_allclose(rows[:, 3], expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
def test_method_of_steps(run, tolerance):
    rows, status, solver = run(
        feedback_model(1.0, 1.0), [1.0], stop_time=3.0, interval=0.01, atol=tolerance,
        rtol=tolerance, delay_longest=[1.0],
    )  # fmt: skip
    assert status is Status.DONE
    t, expected = rows[:, 0], 1.0 - rows[:, 0]
    expected = (
        expected + np.where(t > 1, (t - 1) ** 2 / 2, 0) - np.where(t > 2, (t - 2) ** 3 / 6, 0)
    )
    np.testing.assert_allclose(rows[:, 2], expected, rtol=0, atol=1e-13)
    assert list(rows[rows[:, 1] == RowFlag.LEFT, 0]) == [1.0, 2.0, 3.0]
    assert solver.stats.time_events == 3


def test_oscillation_of_a_delayed_loop(run):
    """With gain pi / 2 the loop has the undamped solution cos(pi t / 2) in the end."""
    settings = {"stop_time": 60.0, "interval": 0.05, "atol": 1e-10, "rtol": 1e-10}
    rows, _, _ = run(feedback_model(math.pi / 2, 1.0), [1.0], delay_longest=[1.0], **settings)
    late = rows[rows[:, 0] > 52]
    wave = np.stack([np.cos(np.pi / 2 * late[:, 0]), np.sin(np.pi / 2 * late[:, 0])], axis=1)
    fitted, *_ = np.linalg.lstsq(wave, late[:, 2], rcond=None)
    np.testing.assert_allclose(wave @ fitted, late[:, 2], atol=1e-7)


def test_both_limits_of_a_jump_come_out_exactly(run):
    """y = u(t - 0.3) for a step of u at 0.1 + 0.2, which is not 0.3."""
    instant = 0.1 + 0.2

    def full(io: Any) -> None:
        model = io.contents
        model.t_event[0] = instant
        model.delay_value[0] = model.y[0] = model.time * 10 + (100 if model.rel[0] else 0)
        model.delay_time[0] = 0.3
        model.y[1] = past(io, 0, 0.3)

    model = make(lambda io: None, full, n_y=2, n_time_rel=1, delay_kind=[CONSTANT])
    rows, status, solver = run(model, [], delay_longest=[0.3])
    assert status is Status.DONE
    assert solver.stats.time_events == 3  # the step, and its arrival; before that the start's
    (left,) = np.flatnonzero((rows[:, 1] == RowFlag.LEFT) & (rows[:, 0] == instant + 0.3))
    assert rows[left + 1, 1] == RowFlag.RIGHT + RowFlag.SCHEDULED
    np.testing.assert_allclose(rows[left : left + 2, 3], [3.0, 103.0], rtol=1e-14)


def test_values_before_the_start_agree_with_those_at_the_start(run):
    """u = 1 - 2 u(t - 1) begins at its equilibrium, although the iteration diverges."""

    def full(io: Any) -> None:
        model = io.contents
        model.delay_value[0] = model.y[0] = 1.0 - 2.0 * past(io, 0, 1.0)
        model.delay_time[0] = 1.0

    model = make(lambda io: None, full, n_y=1, delay_kind=[FED_BACK])
    rows, status, _ = run(model, [], delay_longest=[1.0])
    assert status is Status.DONE
    np.testing.assert_allclose(rows[:, 2], 1 / 3, rtol=1e-14)


def test_contradictory_values_at_the_start_are_reported(run):
    def full(io: Any) -> None:
        io.contents.delay_value[0] = 1.0 + past(io, 0, 1.0)
        io.contents.delay_time[0] = 1.0

    model = make(lambda io: None, full, delay_kind=[FED_BACK])
    _, status, solver = run(model, [], delay_longest=[1.0])
    assert status is Status.DELAY_START
    assert solver.failure.delay == 0


@pytest.mark.parametrize("kind", [CONSTANT, VARIABLE])
@pytest.mark.parametrize("delay", [0.0, -1.0, math.nan, math.inf])
def test_delays_are_positive_and_finite(run, kind, delay):
    _, status, solver = run(signal_model(lambda t: t, delay, kind), [], delay_longest=[delay])
    assert status is Status.DELAY_TIME
    assert solver.failure.delay == 0


@pytest.mark.parametrize(("slope", "last"), [(1.0, 0.8), (-1.0, 0.2)])
def test_a_delay_that_leaves_its_range_ends_the_run(run, slope, last):
    def full(io: Any) -> None:
        model = io.contents
        model.delay_value[0] = model.time
        model.delay_time[0] = 0.2 + slope * model.time
        model.y[0] = past(io, 0, model.delay_time[0])

    model = make(lambda io: None, full, n_y=1, delay_kind=[VARIABLE])
    rows, status, _ = run(model, [], delay_longest=[1.0], stop_time=2.0)
    assert status is Status.DELAY_TIME
    assert last - 0.11 <= rows[-1, 0] <= last + 0.11


def test_a_variable_delay(run):
    def delay(t: float) -> float:
        return 0.5 + 0.4 * math.sin(3.0 * t)

    def full(io: Any) -> None:
        model = io.contents
        model.delay_value[0] = math.cos(5.0 * model.time)
        model.delay_time[0] = delay(model.time)
        model.y[0] = past(io, 0, model.delay_time[0])

    model = make(lambda io: None, full, n_y=1, delay_kind=[VARIABLE])
    rows, status, _ = run(model, [], delay_longest=[0.9], stop_time=4.0, interval=0.01)
    assert status is Status.DONE
    expected = [math.cos(5.0 * max(0.0, t - delay(t))) for t in rows[:, 0]]
    np.testing.assert_allclose(rows[:, 2], expected, rtol=0, atol=1e-11)


def test_the_past_may_be_long(run):
    """More pieces than there is memory for at first; calls in between make room."""
    model = signal_model(lambda t: math.sin(40.0 * t), 9.0)
    settings = {"stop_time": 10.0, "interval": 0.5, "max_step": 0.005, "delay_longest": [9.0]}
    rows, status, solver = run(model, [], **settings)
    assert status is Status.DONE
    assert solver.stats.steps >= 2000
    late = rows[rows[:, 0] > 9.0]
    np.testing.assert_allclose(late[:, 3], np.sin(40.0 * (late[:, 0] - 9.0)), atol=1e-12)


def test_probes_leave_the_past_alone():
    model = signal_model(math.sin, 0.4)
    settings = {"start_time": 0.0, "stop_time": 2.0, "interval": 0.1, "delay_longest": [0.4]}
    results = []
    for probing in (False, True):
        with Solver(model, **settings) as solver:
            solver.initialise([])
            pieces = []
            status = Status.MORE
            while status is Status.MORE:
                rows, status = solver.advance(max_rows=3)
                pieces.append(rows)
                if probing:
                    row, _, _ = solver.probe(1.5, [])
                    assert row[2] == row[3] == math.sin(1.5)
            results.append(np.concatenate(pieces))
    assert np.array_equal(*results)
