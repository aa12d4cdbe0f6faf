"""Runs that cannot go on: what is said, and that the rows so far are kept."""

import ctypes
import math

import numpy as np
import pytest

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.binding import BlockCode, RowFlag, Solver, Status
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.library import Io

EDGE = {"n_x": 2, "n_assert": 2}


def test_contradicting_modes_are_named(make_model, run):
    model = make_model(
        "contradiction", n_x=1, n_z=1, strict=[True, True], rel_block=[-1, 0]
    )  # fmt: skip
    rows, status, solver = run(model, [0], [0])
    assert status is Status.NO_MODES
    failure = solver.failure
    assert failure.code is Status.NO_MODES
    assert failure.relations == (1,)
    assert failure.time == pytest.approx(0.5)
    assert rows[-1, 0] == failure.time
    assert rows[-1, 1] == RowFlag.LEFT
    searches = solver.stats.searches - solver.stats.dormant_crossings
    assert searches == 4  # with more and more noise


def test_discretes_that_do_not_settle_are_named(make_model, run):
    model = make_model("restless", ode="contradiction", n_x=1, n_z=1, strict=[True])
    rows, status, solver = run(model, [0], [0], max_event_iterations=20)
    assert status is Status.EVENT_CYCLE
    failure = solver.failure
    assert failure.period == 2
    assert [(c.discrete, c.before, c.after) for c in failure.changes] == [(0, 0, 1), (0, 1, 0)]
    assert rows[-1, 0] == pytest.approx(0.5)


def test_discretes_that_run_away_are_named(make_model, run):
    model = make_model("counting", ode="contradiction", n_x=1, n_z=1, strict=[True])
    _, status, solver = run(model, [0], [0], max_event_iterations=20)
    assert status is Status.EVENT_CYCLE
    failure = solver.failure
    assert failure.period == 0
    assert [(c.number, c.discrete, c.before, c.after) for c in failure.changes] == [(20, 0, 19, 20)]


def test_chattering_is_reported(make_model, run):
    model = make_model("chatter", n_x=1, n_z=1, strict=[True])
    rows, status, solver = run(model, [0.5], [0], max_events_per_instant=100)
    assert status is Status.CHATTERING
    failure = solver.failure
    assert failure.relations == (0,)
    assert failure.count == 101
    assert 0 < failure.interval < 1e-10
    assert failure.time == pytest.approx(0.5, abs=1e-8)
    assert solver.stats.state_events <= 110
    assert len(rows) > 5


def test_undefined_derivative_names_its_state(make_model, run):
    rows, status, solver = run(make_model("edge", **EDGE), [0, 0], stop_time=2, parameters=[1, 9])
    assert status is Status.NON_FINITE
    assert solver.failure.state == 1
    assert solver.failure.time == pytest.approx(1.0, abs=1e-6)
    assert rows[-1, 0] == pytest.approx(0.9)


def test_failing_block_is_named(make_model, run):
    rows, status, solver = run(make_model("edge", **EDGE), [0, 0], stop_time=2, parameters=[0, 9])
    assert status is Status.BLOCK_FAILED
    assert solver.failure.block == 7
    assert solver.failure.block_code is BlockCode.NEWTON_FAILED
    assert solver.failure.time == pytest.approx(1.0, abs=1e-9)
    assert rows[-1, 0] >= 0.9


def test_violated_assertion_is_named(make_model, run):
    rows, status, solver = run(make_model("edge", **EDGE), [0, 0], parameters=[0, 0.5])
    assert status is Status.ASSERT
    assert solver.failure.assertion == 1
    assert solver.failure.time == pytest.approx(0.5, abs=1e-12)
    assert rows[-1, 0] == 0.4  # at 0.5 it is violated
    assert (rows[:, 2] < 0.5).all()
    assert solver.current[2] >= 0.5
    assert solver.current[0] == solver.failure.time


def test_assertion_at_the_first_instant(make_model, run):
    rows, status, solver = run(make_model("edge", **EDGE), [0.7, 0], parameters=[0, 0.5])
    assert status is Status.ASSERT
    assert solver.failure.time == 0.0
    assert len(rows) == 0


def test_step_limit(make_model, run):
    model = make_model("oscillator", n_x=2, n_q=1, n_y=1)
    rows, status, solver = run(model, [1, 0], stop_time=1000, interval=1000, max_steps=100)
    assert status is Status.TOO_MANY_STEPS
    assert 10 < solver.failure.time < 900
    assert len(rows) == 1


def test_step_limit_names_the_state_that_kept_steps_short(run):
    """t³ is integrated without error, cos(50 t) is not, though it moves little beside the first."""

    def ode(io):
        io[0].xdot[0] = 1e6 * io[0].time ** 3
        io[0].xdot[1] = 1e-2 * math.cos(50 * io[0].time)
        return 0

    def jacobian(io):
        io[0].dfdt[0] = io[0].dfdt[1] = 0.0
        return 0

    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Io))
    keep = function(ode), function(jacobian)
    rates, slopes = (ctypes.cast(one, ctypes.c_void_p).value for one in keep)
    model = KernelModel(
        ode_address=rates, full_address=rates, jacobian_address=slopes, n_x=2, jac_ptr=[0, 0, 0],
        jac_row=[], keep_alive=keep,
    )  # fmt: skip
    _, status, solver = run(model, [0, 0], interval=1, max_steps=8, method="auto")
    assert status is Status.TOO_MANY_STEPS
    assert solver.stats.rejected_steps < 4
    assert solver.failure.state == 1


def test_steps_that_lead_somewhere_are_not_limited(make_model, run):
    model = make_model("oscillator", n_x=2, n_q=1, n_y=1)
    _, status, solver = run(model, [1, 0], stop_time=1000, interval=1, max_steps=100)
    assert status is Status.DONE
    assert solver.stats.steps > 200
    ball = make_model("ball", n_x=2, n_z=1, strict=[True], reinit_state=[1])
    settings = {"stop_time": 100, "interval": math.inf, "max_step": 0.1, "max_steps": 30}
    _, status, solver = run(ball, [1, 0], [0], parameters=[9.81, 1.0], **settings)
    assert status is Status.DONE
    assert solver.stats.steps > 10 * 30


def test_impossible_tolerance_is_reported(escape, run):
    """x' = x^2 escapes to infinity at t = 1."""
    rows, status, solver = run(escape, [1.0], stop_time=2)
    assert status in (Status.STEP_TOO_SMALL, Status.NON_FINITE)
    assert solver.failure.state == 0
    assert solver.failure.time == pytest.approx(1.0, abs=1e-6)
    assert 0.9 <= rows[-1, 0] <= solver.failure.time


def test_a_failed_run_stays_failed(make_model, run):
    _, _, solver = run(make_model("edge", **EDGE), [0, 0], parameters=[0, 0.5])
    rows, status = solver.advance()
    assert status is Status.ASSERT
    assert len(rows) == 0
    assert solver.initialise([0, 0]) is Status.DONE
    assert solver.failure is None


def test_advance_needs_initialise(make_model):
    model = make_model("oscillator", n_x=2, n_q=1, n_y=1)
    with Solver(model, start_time=0, stop_time=1, interval=1) as solver:
        assert solver.advance()[1] is Status.NOT_READY


def test_closed_solver_says_so(make_model):
    model = make_model("oscillator", n_x=2, n_q=1, n_y=1)
    solver = Solver(model, start_time=0, stop_time=1, interval=1)
    solver.close()
    solver.close()
    with pytest.raises(DrivetrainError, match="closed"):
        solver.advance()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"interval": 0.0}, "interval"),
        ({"stop_time": -1.0}, "stop_time"),
        ({"stop_time": np.inf}, "finite"),
        ({"atol": 0.0}, "atol"),
        ({"atol": [1e-6]}, "atol.*2 entries"),
        ({"max_step": 0.0}, "max_step"),
        ({"sample_start": [0.0]}, "sample_start"),
    ],
)
def test_senseless_settings_are_refused(make_model, settings, message):
    model = make_model("oscillator", n_x=2, n_q=1, n_y=1)
    with pytest.raises(DrivetrainError, match=message):
        Solver(model, **({"start_time": 0.0, "stop_time": 1.0, "interval": 1.0} | settings))


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"reinit_state": [2]}, "reinit_state"),
        ({"strict": [True], "rel_block": [5]}, "rel_block"),
        ({"strict": [True], "rel_block": []}, "rel_block"),
        ({"strict": [True], "rel_block": [0], "rel_level": []}, "rel_level"),
        ({"n_z": 1, "strict": [True], "rel_block": [0], "z_block": [1]}, "z_block"),
        ({"lock_locked": [0], "lock_speed": [0], "lock_ptr": [0, 0]}, "lock_locked"),
        ({"lock_ptr": [0, 1]}, "lock_ptr"),
    ],
)
def test_indices_out_of_range_are_refused(make_model, arrays, message):
    with pytest.raises(DrivetrainError, match=message):
        make_model("oscillator", n_x=2, n_q=1, n_y=1, **arrays)


def test_every_status_has_a_sentence():
    assert all(status.sentence.endswith(".") for status in Status)
