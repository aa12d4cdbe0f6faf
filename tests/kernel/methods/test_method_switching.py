"""Changing between the two methods as stiffness comes and goes."""

import numpy as np
import pytest

from drivetrain.kernel.binding import Status

VAN_DER_POL = {"n_x": 2, "n_z": 1, "strict": [True], "jac_ptr": [0, 1, 3], "jac_row": [1, 0, 1]}
OSCILLATOR = {"n_x": 2, "n_q": 1, "n_y": 1, "jac_ptr": [0, 1, 2], "jac_row": [1, 0]}


def run_chain(make_chain, run, n, stiffness, damping, stop, **settings):
    parameters = [n, stiffness, damping, 10.0, 2 * np.pi, 0.0, 1e9]
    settings = {"stop_time": stop, "interval": stop / 50, "parameters": parameters} | settings
    rows, status, solver = run(make_chain(n), np.zeros(2 * n - 1), [0], **settings)
    assert status is Status.DONE
    return rows, solver.stats


def test_the_method_changes_in_both_directions(make_model, run):
    """Each period has two slow phases, which are stiff, and two jumps between them."""
    model = make_model("vanderpol", **VAN_DER_POL)
    settings = {"stop_time": 4.0, "interval": 0.1, "parameters": [1e-3], "max_step": 1.0}
    exact, _, _ = run(model, [2.0, -0.66], [1], atol=1e-12, rtol=1e-12, **settings)
    rows, status, solver = run(model, [2.0, -0.66], [1], atol=1e-7, rtol=1e-7, **settings)
    stats = solver.stats
    assert status is Status.DONE
    assert stats.switches >= 6
    assert 0.1 * stats.steps < stats.stiff_steps < 0.9 * stats.steps
    regular, wanted = rows[rows[:, 1] == 0], exact[exact[:, 1] == 0]
    assert np.abs(regular[:, 2] - wanted[:, 2]).max() < 1e-4


@pytest.mark.parametrize("tolerance", [1e-3, 1e-6, 1e-9])
def test_models_that_are_not_stiff_stay_with_the_explicit_method(make_model, run, tolerance):
    model = make_model("oscillator", **OSCILLATOR)
    settings = {"stop_time": 50.0, "max_step": 50.0, "atol": tolerance, "rtol": tolerance}
    free, _, solver = run(model, [1, 0], **settings)
    explicit, _, _ = run(model, [1, 0], method="bs5", **settings)
    assert solver.stats.switches == 0
    assert np.array_equal(free, explicit)


@pytest.mark.parametrize(
    ("damping", "tolerance"), [(10.0, 1e-3), (10.0, 1e-6), (1e3, 1e-3), (1e3, 1e-6), (1e3, 1e-8)]
)
def test_a_stiff_mesh_is_noticed_before_it_does_harm(make_chain, run, tolerance, damping):
    """Six inertias, mesh stiffness 1e8, slow load: explicit steps are limited by stability."""
    case = (make_chain, run, 6, 1e8, damping, 0.2)
    exact, _ = run_chain(*case, atol=1e-11, rtol=1e-11, method="rodas")
    explicit, slow = run_chain(*case, atol=tolerance, rtol=tolerance, method="bs5")
    rows, stats = run_chain(*case, atol=tolerance, rtol=tolerance)
    error = np.abs(rows[:, 2:8] - exact[:, 2:8]).max()
    assert stats.stiff_steps > 0.5 * stats.steps
    assert stats.steps < 0.3 * slow.steps
    assert error < 30 * tolerance
    assert error < 2 * np.abs(explicit[:, 2:8] - exact[:, 2:8]).max()


def test_without_jacobian_the_explicit_method_is_used(make_model, run):
    model = make_model("vanderpol", n_x=2, n_z=1, strict=[True])
    _, status, solver = run(model, [2.0, -0.66], [1], parameters=[1e-3])
    assert status is Status.DONE
    assert solver.stats.stiff_steps == solver.stats.jacobians == 0


def test_switching_runs_repeat_bit_for_bit(make_model, run):
    model = make_model("vanderpol", **VAN_DER_POL)
    settings = {"stop_time": 4.0, "interval": 0.1, "parameters": [1e-3], "max_step": 1.0}
    first, _, _ = run(model, [2.0, -0.66], [1], **settings)
    second, _, _ = run(model, [2.0, -0.66], [1], **settings)
    assert np.array_equal(first, second)
