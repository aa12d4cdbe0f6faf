"""Steps by CVODE and IDA: everything around them is what it is for the kernel's own."""

import numpy as np
import pytest
from tests.sundials_reference import SECOND_OPINIONS

from drivetrain.errors import UsageError
from drivetrain.kernel import external_step as external
from drivetrain.kernel import sundials
from drivetrain.kernel.binding import BlockCode, RowFlag, Solver, Status

OSCILLATOR = {"n_x": 2, "n_q": 1, "n_y": 1}
WITH_JACOBIAN = {"jac_ptr": [0, 1, 2], "jac_row": [1, 0]}
BALL = {"n_x": 2, "n_z": 1, "strict": [True], "reinit_state": [1]}


def test_missing_package_names_the_extra(make_model, run, monkeypatch):
    monkeypatch.setattr(sundials, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'drivetrain\[cvode\]'"):
        run(make_model("oscillator", **OSCILLATOR), [1, 0], method="cvode")


@pytest.fixture(params=SECOND_OPINIONS)
def method(request):
    return request.param


@pytest.mark.parametrize("jacobian", [{}, WITH_JACOBIAN])
def test_error_follows_tolerance_within_steps_too(make_model, run, method, jacobian):
    model = make_model("oscillator", **OSCILLATOR, **jacobian)
    errors = []
    for tolerance in (1e-5, 1e-8):
        rows, status, solver = run(
            model,
            [1, 0],
            stop_time=10,
            interval=1e-3,
            atol=tolerance,
            rtol=tolerance,
            method=method,
        )
        assert status is Status.DONE
        assert solver.stats.steps < 1000
        assert (solver.stats.jacobians > 0) == bool(jacobian)
        t = rows[:, 0]
        exact = np.column_stack([np.cos(t), -np.sin(t), t / 2 - np.sin(2 * t) / 4])
        errors.append(np.abs(rows[:, 2:5] - exact).max())
        assert errors[-1] < 300 * tolerance
    assert errors[1] < errors[0] / 100


def test_sparse_matrices_give_the_same_motion(make_chain, run, method):
    n = 120
    settings = {
        "stop_time": 0.2, "parameters": [n, 1e6, 1e3, 100.0, 20.0, 0.1, 1e9],
        "atol": 1e-9, "rtol": 1e-9,
    }  # fmt: skip
    rows, status, _ = run(make_chain(n), np.zeros(2 * n - 1), [0], method=method, **settings)
    assert status is Status.DONE
    expected, _, _ = run(make_chain(n), np.zeros(2 * n - 1), [0], method="rodas", **settings)
    np.testing.assert_allclose(rows, expected, rtol=0, atol=1e-6)


def test_events_are_located_to_the_last_bits(make_model, run, method):
    """Every other event is that of leaving the ground, when rounding is left behind."""
    model = make_model("ball", **BALL)
    settings = {"stop_time": 2, "interval": 0.05, "parameters": [9.81, 0.8]}
    rows, status, _ = run(model, [1, 0], [0], atol=1e-10, rtol=1e-10, method=method, **settings)
    assert status is Status.DONE
    expected, _, _ = run(model, [1, 0], [0], atol=1e-12, rtol=1e-12, **settings)
    assert np.array_equal(rows[:, 1], expected[:, 1])
    np.testing.assert_allclose(rows, expected, rtol=0, atol=1e-7)
    left = rows[rows[:, 1] == RowFlag.LEFT]
    assert np.abs(left[::2, 2]).max() < 1e-15


def test_instants_one_bit_apart(make_model, run, method):
    """No step fits between them; x grows by the time between."""
    model = make_model("timed", n_x=1, n_z=1, n_time_rel=2)
    second = np.nextafter(0.5, 1.0)
    rows, status, _ = run(model, [0], [0], parameters=[0.5, second], method=method)
    assert status is Status.DONE
    assert list(rows[rows[:, 1] == RowFlag.LEFT][:, 0]) == [0.5, second]
    assert rows[-1, 2] == second - 0.5


def test_models_without_states_run(make_model, run, method):
    model = make_model("clocks", n_z=2, n_sample=2)
    rows, status, _ = run(
        model, [], [0, 0], sample_start=[0, 0.25], sample_interval=[0.5, 0.5], method=method
    )
    assert status is Status.DONE
    assert list(rows[-1, 2:]) == [3, 2]


def test_what_is_locked_stays_exactly_at_rest(make_model, run, method):
    model = make_model(
        "stopped", n_x=2, n_z=1, n_time_rel=1, lock_locked=[0], lock_speed=[0], lock_ptr=[0, 1],
        lock_state=[0], jac_ptr=[0, 1, 1], jac_row=[0],
    )  # fmt: skip
    rows, status, _ = run(model, [0, 0], [0], parameters=[1e6, 0.5], method=method)
    assert status is Status.DONE
    after = rows[(rows[:, 0] >= 0.5) & (rows[:, 1] != RowFlag.LEFT)]
    assert np.all(after[:, 2] == 0.0)
    assert rows[-1, 3] == pytest.approx(1.0, abs=1e-9)


def test_keeping_locked_speeds_at_zero_does_not_start_the_code_anew(
    make_network, method, monkeypatch
):
    """Rounding moves the speed of the brake, which is a function of two states, at every step."""
    begins = []
    begin = sundials.Stepper.begin
    monkeypatch.setattr(sundials.Stepper, "begin", lambda *a: (begins.append(a[1]), begin(*a)))
    network = make_network([1.0, 0.3], [[1e4, 0, 9e3], [-3e3, 0, 0]], [[1 / 3, -1.0]], [1e6], [1.0])
    rows, status, solver = network.run([3.0, 1.0], stop_time=2.0, method=method)
    assert status is Status.DONE
    assert np.all(network.values(rows, "locked") == 1)
    assert np.abs(network.values(rows, "w_rel")).max() < 1e-11
    assert solver.stats.steps > 100
    assert len(begins) < 5


@pytest.mark.parametrize(("max_rows", "max_steps"), [(1, 1), (2, 1000), (1000, 1), (7, 3)])
def test_small_buffers_give_the_same_rows(make_model, run, method, max_rows, max_steps):
    model = make_model("ball", **BALL)
    settings = {"start_time": 0, "stop_time": 1, "interval": 0.05, "parameters": [9.81, 0.8]}
    whole, _, _ = run(model, [1, 0], [0], method=method, **settings)
    pieces = []
    with Solver(model, method=method, **settings) as solver:
        assert solver.initialise([1, 0], [0]) is Status.DONE
        status = Status.MORE
        while status is Status.MORE:
            before = solver.stats.steps
            rows, status = solver.advance(max_rows=max_rows, max_steps=max_steps)
            assert len(rows) <= max_rows
            assert solver.stats.steps - before <= max_steps
            pieces.append(rows)
    assert np.array_equal(np.concatenate(pieces), whole)


def test_undefined_derivative_names_its_state(make_model, run, method, capfd):
    model = make_model("edge", n_x=2, n_assert=2)
    rows, status, solver = run(model, [0, 0], stop_time=2, parameters=[1, 9], method=method)
    assert status is Status.NON_FINITE
    assert solver.failure.state == 1
    assert solver.failure.time == pytest.approx(1.0, abs=1e-3)
    assert rows[-1, 0] == pytest.approx(0.9)
    assert capfd.readouterr().out == ""


def test_failing_block_is_named(make_model, run, method):
    model = make_model("edge", n_x=2, n_assert=2)
    rows, status, solver = run(model, [0, 0], stop_time=2, parameters=[0, 9], method=method)
    assert status is Status.BLOCK_FAILED
    assert solver.failure.block == 7
    assert solver.failure.block_code is BlockCode.NEWTON_FAILED
    assert rows[-1, 0] >= 0.9


def test_violated_assertion_is_named(make_model, run, method):
    model = make_model("edge", n_x=2, n_assert=2)
    _, status, solver = run(model, [0, 0], parameters=[0, 0.5], method=method)
    assert status is Status.ASSERT
    assert solver.failure.assertion == 1


def test_escape_to_infinity_is_reported(escape, run, method):
    """x' = x^2 escapes at t = 1."""
    rows, status, solver = run(escape, [1.0], stop_time=2, method=method)
    assert status in (Status.STEP_TOO_SMALL, Status.NON_FINITE)
    assert solver.failure.state == 0
    assert 0.9 <= rows[-1, 0] <= solver.failure.time


def test_step_limit(make_model, run, method):
    model = make_model("oscillator", **OSCILLATOR)
    settings = {"stop_time": 1000, "interval": 1000, "max_steps": 100, "method": method}
    _, status, solver = run(model, [1, 0], **settings)
    assert status is Status.TOO_MANY_STEPS
    assert solver.stats.steps == 100
    assert solver.failure.state in (0, 1)


def test_an_interrupt_waits_until_the_rows_are_handed_over(make_model, method, monkeypatch):
    make, calls = external.ExternalSteps.make, []

    def interrupted(self):
        calls.append(None)
        if len(calls) == 30:
            raise KeyboardInterrupt
        return make(self)

    monkeypatch.setattr(external.ExternalSteps, "make", interrupted)
    model = make_model("oscillator", **OSCILLATOR)
    with Solver(model, start_time=0, stop_time=10, interval=0.01, method=method) as solver:
        solver.initialise([1, 0])
        rows, status = solver.advance()
        assert status is Status.MORE
        assert len(rows) > 1
        with pytest.raises(KeyboardInterrupt):
            solver.advance()
