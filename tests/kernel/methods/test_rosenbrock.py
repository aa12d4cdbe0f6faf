"""The stiff method: order, dense output, quadratures, stiff problems with known solutions."""

import ctypes

import numpy as np
import pytest
from tests.kernel.methods.convergence import fixed_step, observed_order

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.binding import RowFlag, Solver, Status
from drivetrain.kernel.description.model import Jacobian

OSCILLATOR = {"n_x": 2, "n_q": 1, "n_y": 1, "jac_ptr": [0, 1, 2], "jac_row": [1, 0]}
GROWTH = {"n_x": 1, "n_q": 1, "jac_ptr": [0, 1], "jac_row": [0]}
VAN_DER_POL = {"n_x": 2, "n_z": 1, "strict": [True], "jac_ptr": [0, 1, 3], "jac_row": [1, 0, 1]}
ROBERTSON = {"n_x": 3, "jac_ptr": [0, 2, 5, 7], "jac_row": [0, 1, 0, 1, 2, 0, 1]}


def address(library, name):
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value


@pytest.mark.parametrize("column", [2, 3])
def test_steps_and_quadratures_converge_with_order_five(make_model, run, column):
    """x = exp(sin t) and its quadrature (exp(2 sin t) - 1) / 2, explicitly dependent on time."""
    errors = []
    for count in (20, 40, 80):
        model = make_model("growth", **GROWTH)
        rows, _, solver = run(
            model, [1], stop_time=4, interval=4, **fixed_step(4.0 / count, "rodas")
        )
        assert solver.stats.stiff_steps == solver.stats.steps == count
        exact = {2: np.exp(np.sin(4.0)), 3: np.expm1(2 * np.sin(4.0)) / 2}[column]
        errors.append(abs(rows[-1, column] - exact))
    assert np.all(observed_order(errors) > 4.8)


def test_a_linear_oscillator_converges_with_order_five(make_model, run):
    errors = []
    for count in (20, 40, 80):
        model = make_model("oscillator", **OSCILLATOR)
        rows, _, _ = run(model, [1, 0], stop_time=4, interval=4, **fixed_step(4.0 / count, "rodas"))
        exact = [np.cos(4), -np.sin(4), 2 - np.sin(8) / 4]
        errors.append(np.abs(rows[-1, 2:5] - exact).max())
    assert np.all(observed_order(errors) > 4.8)


def test_dense_output_within_one_step_has_local_order_five(make_model, run):
    errors = []
    for h in (0.2, 0.1, 0.05):
        model = make_model("growth", **GROWTH)
        rows, _, solver = run(model, [1], stop_time=h, interval=h / 16, **fixed_step(h, "rodas"))
        assert solver.stats.steps == 1
        sine = np.sin(rows[1:-1, 0])
        error = [rows[1:-1, 2] - np.exp(sine), rows[1:-1, 3] - np.expm1(2 * sine) / 2]
        errors.append(np.abs(error).max())
    assert np.all(observed_order(errors) > 4.8)


@pytest.mark.parametrize("tolerance", [1e-3, 1e-5, 1e-7, 1e-9])
def test_error_follows_tolerance(make_model, run, tolerance):
    model = make_model("oscillator", **OSCILLATOR)
    rows, status, _ = run(
        model, [1, 0], stop_time=20, interval=0.1, atol=tolerance, rtol=tolerance, max_step=20.0,
        method="rodas",
    )  # fmt: skip
    assert status is Status.DONE
    error = np.abs(rows[:, 2] - np.cos(rows[:, 0])).max()
    assert tolerance / 30 < error < 30 * tolerance


@pytest.mark.parametrize("method", ["rodas", "auto"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_van_der_pol(make_model, run, method, tolerance):
    """Solution at t = 2: Mazzia & Magherini, Test Set for Initial Value Problem Solvers."""
    rows, status, solver = run(
        make_model("vanderpol", **VAN_DER_POL), [2.0, 0.0], [1.0], stop_time=2.0, interval=2.0,
        atol=tolerance, rtol=tolerance, max_step=1.0, parameters=[1e-6], method=method,
    )  # fmt: skip
    assert status is Status.DONE
    assert rows[-1, 2] == pytest.approx(1.706167732170483, abs=30 * tolerance)
    assert rows[-1, 3] == pytest.approx(-0.8928097010247975, abs=30 * tolerance)
    assert solver.stats.stiff_steps > 0.3 * solver.stats.steps
    assert solver.stats.steps < 60 / tolerance**0.25


@pytest.mark.parametrize("method", ["rodas", "auto"])
def test_robertson(make_model, run, method):
    """Solution at t = 1e11: the same test set."""
    rows, status, solver = run(
        make_model("robertson", **ROBERTSON), [1, 0, 0], stop_time=1e11, interval=np.inf,
        atol=1e-18, rtol=1e-7, max_step=1e11, method=method,
    )  # fmt: skip
    assert status is Status.DONE
    expected = [0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050]
    assert np.allclose(rows[-1, 2:], expected, rtol=1e-5, atol=0)
    assert solver.stats.steps < 1000


@pytest.mark.parametrize("n", [2, 20, 60])
@pytest.mark.parametrize("method", ["rodas", "auto"])
def test_stiff_chain_agrees_with_the_explicit_method(make_chain, run, n, method):
    """Mesh stiffness 1e8 and damping 1e3 between inertias: dense up to 60 states, else sparse."""
    settings = {
        "stop_time": 0.02, "interval": 1e-3, "parameters": [n, 1e8, 1e3, 100.0, 300.0, 0.0, 1e9],
    }  # fmt: skip
    start, tolerance = np.zeros(2 * n - 1), {"atol": 1e-8, "rtol": 1e-8}
    model = make_chain(n)
    exact, _, _ = run(model, start, [0], method="bs5", atol=1e-11, rtol=1e-11, **settings)
    rows, status, solver = run(model, start, [0], method=method, **tolerance, **settings)
    assert status is Status.DONE
    assert np.abs(rows[:, 2 : 2 + n] - exact[:, 2 : 2 + n]).max() < 3e-7
    work = rows[:, 1 + 2 * n]
    assert np.abs(work - exact[:, 1 + 2 * n]).max() < 1e-5 * np.abs(work).max()
    if method == "rodas":
        assert solver.stats.factorisations >= solver.stats.stiff_steps == solver.stats.steps


def test_runs_with_sparse_factors_repeat_bit_for_bit(make_chain, run):
    n = 40
    settings = {
        "stop_time": 0.02, "interval": 1e-3, "parameters": [n, 1e8, 1e3, 100.0, 300.0, 0.0, 1e9],
        "atol": 1e-8, "rtol": 1e-8, "method": "rodas",
    }  # fmt: skip
    first, status, solver = run(make_chain(n), np.zeros(2 * n - 1), [0], **settings)
    second, _, _ = run(make_chain(n), np.zeros(2 * n - 1), [0], **settings)
    assert status is Status.DONE
    assert np.array_equal(first, second)
    assert solver.stats.factorisations >= solver.stats.jacobians == solver.stats.steps


def test_events_within_stiff_phases_are_located(make_chain, run):
    """The drive reverses when the last inertia is fast enough; both methods find the instant."""
    n, limit = 6, 0.3
    found = []
    for method, tolerance in (("bs5", 1e-12), ("rodas", 1e-9)):
        rows, status, solver = run(
            make_chain(n), np.zeros(2 * n - 1), [0], stop_time=0.3, interval=1e-2,
            parameters=[n, 1e7, 1e3, 100.0, 20.0, 0.1, limit], atol=tolerance, rtol=tolerance,
            method=method,
        )  # fmt: skip
        assert status is Status.DONE
        left = rows[rows[:, 1] == RowFlag.LEFT]
        assert left[0, 0] == 0.1
        assert left[1, 1 + n] == pytest.approx(limit, abs=1e-12)
        assert solver.stats.state_events == 1
        found.append((left[1, 0], *rows[-1, 2 : 2 + n]))
    assert np.allclose(found[0], found[1], rtol=0, atol=1e-8)


def test_what_is_locked_stays_exactly_at_rest(make_model, run):
    model = make_model(
        "stopped", n_x=2, n_z=1, n_time_rel=1, lock_locked=[0], lock_speed=[0], lock_ptr=[0, 1],
        lock_state=[0], jac_ptr=[0, 1, 1], jac_row=[0],
    )  # fmt: skip
    rows, status, _ = run(model, [0, 0], [0], parameters=[1e6, 0.5], method="rodas")
    assert status is Status.DONE
    after = rows[(rows[:, 0] >= 0.5) & (rows[:, 1] != RowFlag.LEFT)]
    assert np.all(after[:, 2] == 0.0)
    assert rows[-1, 3] == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("pattern", ["known", "to come"])
def test_a_jacobian_can_be_made_when_it_is_first_needed(make_model, models, run, pattern):
    made = []

    def make():
        made.append(address(models, "growth_jacobian"))
        return Jacobian(made[-1], *(np.array(a, np.int32) for a in ([0, 1], [0])))

    settings = {"stop_time": 4.0, "method": "rodas"}
    expected, _, _ = run(make_model("growth", **GROWTH), [1], **settings)
    sizes = GROWTH if pattern == "known" else {"n_x": 1, "n_q": 1}
    model = make_model("growth", jacobian_address=make, **sizes)
    run(model, [1], method="bs5")
    run(model, [1])
    assert not made
    with Solver(model, start_time=0.0, interval=0.1, **settings) as early:
        for _ in range(2):
            rows, status, _ = run(model, [1], **settings)
            assert status is Status.DONE
            assert np.array_equal(rows, expected)
        assert early.initialise([1]) is Status.DONE
        assert np.array_equal(early.advance()[0], expected)
    assert len(made) == 1


def test_stiff_method_needs_a_jacobian(make_model, run):
    model = make_model("oscillator", n_x=2, n_q=1, n_y=1)
    with pytest.raises(DrivetrainError, match="needs the Jacobian"):
        run(model, [1, 0], method="rodas")
    with pytest.raises(DrivetrainError, match="choose one of auto"):
        run(model, [1, 0], method="euler")


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [
        ({"jac_ptr": [0, 1], "jac_row": [0]}, "jac_ptr"),
        ({"jac_ptr": [0, 1, 3], "jac_row": [0, 1]}, "jac_ptr"),
        ({"jac_ptr": [0, 1, 2], "jac_row": [0, 2]}, "jac_row"),
        ({"jac_ptr": [0, 2, 2], "jac_row": [1, 0]}, "jac_row"),
    ],
)
def test_bad_patterns_are_refused(make_model, pattern, complaint):
    with pytest.raises(DrivetrainError, match=complaint):
        make_model("oscillator", n_x=2, n_q=1, n_y=1, **pattern)
