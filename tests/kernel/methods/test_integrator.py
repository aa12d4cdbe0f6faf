"""The Runge-Kutta pair: order, dense output, tolerance, quadratures, buffers."""

import numpy as np
import pytest
from tests.kernel.methods.convergence import fixed_step, observed_order

from drivetrain.kernel import binding
from drivetrain.kernel.binding import RowFlag, Solver, Status

OSCILLATOR = {"n_x": 2, "n_q": 1, "n_y": 1}


def test_steps_converge_with_order_five(make_model, run):
    errors = []
    for count in (20, 40, 80):
        h = 4.0 / count
        model = make_model("oscillator", **OSCILLATOR)
        rows, _, solver = run(model, [1, 0], stop_time=4, interval=4, **fixed_step(h))
        assert solver.stats.steps == count
        errors.append(np.hypot(rows[-1, 2] - np.cos(4), rows[-1, 3] + np.sin(4)))
    assert np.all(observed_order(errors) > 4.8)


def test_quadratures_converge_with_order_five(make_model, run):
    errors = []
    for count in (5, 10, 20):
        model = make_model("oscillator", **OSCILLATOR)
        rows, _, _ = run(model, [1, 0], stop_time=4, interval=4, **fixed_step(4.0 / count))
        errors.append(abs(rows[-1, 4] - (2 - np.sin(8) / 4)))
    assert np.all(observed_order(errors) > 4.8)


def test_dense_output_within_one_step_has_local_order_five(make_model, run):
    errors = []
    for h in (0.4, 0.2, 0.1):
        model = make_model("oscillator", **OSCILLATOR)
        rows, _, solver = run(model, [1, 0], stop_time=h, interval=h / 16, **fixed_step(h))
        assert solver.stats.steps == 1
        errors.append(np.abs(rows[1:-1, 2] - np.cos(rows[1:-1, 0])).max())
    assert np.all(observed_order(errors) > 4.8)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-7, 1e-10])
def test_error_follows_tolerance(make_model, run, tolerance):
    model = make_model("oscillator", **OSCILLATOR)
    rows, status, solver = run(
        model, [1, 0], stop_time=20, interval=0.1, atol=tolerance, rtol=tolerance, max_step=20.0
    )
    assert status is Status.DONE
    error = np.abs(rows[:, 2] - np.cos(rows[:, 0])).max()
    assert tolerance / 50 < error < 50 * tolerance
    assert solver.stats.rejected_steps < 0.2 * solver.stats.steps


def test_output_does_not_change_the_run(make_model, run):
    model = make_model("oscillator", **OSCILLATOR)
    fine, _, _ = run(model, [1, 0], interval=0.01)
    coarse, _, _ = run(model, [1, 0], interval=0.5)
    assert np.array_equal(fine[[0, 50, 100]], coarse)


def test_grid_is_computed_by_multiplication(make_model, run):
    model = make_model("oscillator", **OSCILLATOR)
    rows, _, _ = run(model, [1, 0], start_time=1.0, stop_time=1.75, interval=0.1)
    assert np.array_equal(rows[:-1, 0], 1.0 + np.arange(8) * 0.1)
    assert rows[-1, 0] == 1.75
    assert list(rows[:, 1]) == [RowFlag.FIRST] + 7 * [RowFlag.REGULAR] + [RowFlag.LAST]


def test_infinite_interval_gives_both_ends(make_model, run):
    model = make_model("oscillator", **OSCILLATOR)
    rows, _, _ = run(model, [1, 0], interval=np.inf)
    assert list(rows[:, 0]) == [0.0, 1.0]


def test_empty_span_gives_one_row(make_model, run):
    model = make_model("oscillator", **OSCILLATOR)
    rows, status, _ = run(model, [1, 0], stop_time=0.0)
    assert status is Status.DONE
    assert rows.shape[0] == 1


@pytest.mark.parametrize("max_rows", [1, 2, 7])
@pytest.mark.parametrize("max_steps", [1, 3, 1000])
def test_small_buffers_give_the_same_rows(make_model, run, max_rows, max_steps):
    model = make_model("ball", n_x=2, n_z=1, strict=[True], reinit_state=[1])
    settings = {"start_time": 0, "stop_time": 2, "interval": 0.05, "parameters": [9.81, 0.8]}
    whole, _, _ = run(model, [1, 0], [0], **settings)
    pieces = []
    with Solver(model, **settings) as solver:
        assert solver.initialise([1, 0], [0]) is Status.DONE
        status = Status.MORE
        while status is Status.MORE:
            rows, status = solver.advance(max_rows=max_rows, max_steps=max_steps)
            assert len(rows) <= max_rows
            pieces.append(rows)
    assert status is Status.DONE
    assert np.array_equal(np.concatenate(pieces), whole)


def test_a_call_that_has_taken_its_time_is_gone_on_with_in_the_same_memory(make_model, run):
    model = make_model("ball", n_x=2, n_z=1, strict=[True], reinit_state=[1])
    settings = {"start_time": 0, "stop_time": 2, "interval": 0.05, "parameters": [9.81, 0.8]}
    whole, _, _ = run(model, [1, 0], [0], **settings)
    seen: list[int] = []

    def goes_on(rows) -> bool:
        seen.append(len(rows))
        return len(seen) != 3

    with Solver(model, seconds_per_call=0.0, **settings) as solver:
        solver.initialise([1, 0], [0])
        first, status = solver.advance(goes_on=goes_on)
        assert status is Status.MORE
        assert seen[-1] == len(first) < len(whole)
        rest, status = solver.advance(goes_on=goes_on)
        assert status is Status.DONE
    assert len(seen) > 3
    assert np.array_equal(np.concatenate([first, rest]), whole)


def test_few_rows_let_go_of_a_buffer_unless_the_rest_of_it_takes_no_memory(
    make_model, monkeypatch: pytest.MonkeyPatch
):
    model = make_model("ball", n_x=2, n_z=1, strict=[True], reinit_state=[1])
    settings = {"start_time": 0, "stop_time": 0.2, "interval": 0.05, "parameters": [9.81, 0.8]}
    found = []
    for committed in (2**25, 1000):
        monkeypatch.setattr(binding, "_COMMITTED", committed)
        with Solver(model, **settings) as solver:
            solver.initialise([1, 0], [0])
            rows, status = solver.advance(max_rows=4096)
        assert status is Status.DONE
        found.append(rows)
    assert [rows.base is None for rows in found] == [True, False]
    assert np.array_equal(*found)


def test_probe_leaves_the_run_alone(make_model, run):
    model = make_model("ball", n_x=2, n_z=1, strict=[True], reinit_state=[1])
    settings = {"start_time": 0, "stop_time": 2, "interval": 0.05, "parameters": [9.81, 0.8]}
    whole, _, _ = run(model, [1, 0], [0], **settings)
    pieces = []
    with Solver(model, **settings) as solver:
        solver.initialise([1, 0], [0])
        status = Status.MORE
        while status is Status.MORE:
            row, xdot, probed = solver.probe(5.0, [3.0, 2.0], [0])
            assert probed is Status.DONE
            assert np.array_equal(row, [5.0, RowFlag.FIRST, 3.0, 2.0, 0.0])
            assert np.array_equal(xdot, [2.0, -9.81])
            rows, status = solver.advance(max_rows=1, max_steps=1)
            pieces.append(rows)
    assert np.array_equal(np.concatenate(pieces), whole)
