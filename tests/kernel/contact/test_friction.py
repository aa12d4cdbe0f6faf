"""The state machine of dry friction: sticking, breaking away, locking together, sharing load."""

import ctypes

import numpy as np
import pytest

from drivetrain.kernel.binding import RowFlag, Solver, Status
from drivetrain.kernel.description.model import KernelModel
from drivetrain.kernel.library import Io

RAMP = [0.0, 2.0, 0.0]
NOTHING = [0.0, 0.0, 0.0]


def test_sliding_mass_stops_and_stays_at_rest(make_network):
    network = make_network([1], [NOTHING], [[1]], [1], [1])
    rows, status, _ = network.run([0.5], stop_time=100, interval=1)
    assert status is Status.DONE
    (stop,) = rows[rows[:, 1] == RowFlag.LEFT, 0]
    assert stop == pytest.approx(0.5, abs=1e-12)
    after = rows[rows[:, 0] > stop]
    assert np.all(after[:, 2] == 0.0)
    assert np.all(network.values(after, "locked") == 1)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("peak", [1.0, 1.2])
def test_breakaway_under_a_ramp(make_network, scale, peak):
    network = make_network([scale], [[0, 2 * scale, 0]], [[1]], [scale], [peak])
    rows, status, _ = network.run([0.0], interval=0.05)
    assert status is Status.DONE
    forward = network.values(rows, "forward")[:, 0] + (network.values(rows, "mode")[:, 0] == 1)
    start = rows[np.flatnonzero(forward > 0)[0], 0]
    assert start == pytest.approx(peak / 2, abs=1e-10)
    stuck = rows[:, 0] < start
    assert np.all(rows[stuck, 2] == 0.0)
    t = 1.0 - start
    expected = (2 * start - 1) * t + t**2
    assert rows[-1, 2] == pytest.approx(expected, rel=1e-8)
    assert len(rows) < 35


def test_breakaway_backwards_mirrors(make_network):
    there = make_network([1], [RAMP], [[1]], [1], [1.3]).run([0.0])[0]
    back = make_network([1], [[0, -2.0, 0]], [[1]], [1], [1.3]).run([0.0])[0]
    assert np.allclose(there[:, 2], -back[:, 2], rtol=0, atol=1e-15)
    assert np.array_equal(there[:, 0], back[:, 0])


def test_stick_slip_under_an_oscillating_drive(make_network):
    network = make_network([1], [[0, 0, 1.5]], [[1]], [1], [1])
    rows, status, _ = network.run([0.0], stop_time=3, interval=0.01)
    assert status is Status.DONE
    locked = network.values(rows, "locked")[:, 0] == 1
    moving = ~locked & (np.abs(rows[:, 2]) > 1e-9)
    tau = network.values(rows, "tau")[:, 0]
    assert locked.any()
    assert moving.any()
    assert np.all(rows[locked, 2] == 0.0)
    assert np.all(np.abs(tau[locked]) <= 1 + 1e-12)
    regular = moving & (rows[:, 1] == RowFlag.REGULAR)
    assert np.all(tau[regular] == np.sign(rows[regular, 2]))


def test_two_clutches_lock_one_after_the_other(make_network):
    """w = (3, 2, 0), torques of 1: the first pair locks at 1 s with w = 2, all at 5/3 s."""
    network = make_network([1, 1, 1], [NOTHING] * 3, [[1, -1, 0], [0, 1, -1]], [1, 1], [1, 1])
    rows, status, _ = network.run([3, 2, 0], stop_time=4)
    assert status is Status.DONE
    assert np.allclose(rows[rows[:, 1] == RowFlag.LEFT, 0], [1, 5 / 3], rtol=0, atol=1e-10)
    locked = network.values(rows, "locked") == 1
    assert np.all(network.values(rows, "w_rel")[locked & (rows[:, 1:2] != RowFlag.LEFT)] == 0.0)
    assert np.allclose(rows[-1, 2:5], 5 / 3, rtol=0, atol=1e-12)


HELD = {
    "n_x": 4,
    "n_z": 3,
    "n_y": 2,
    "strict": [True],
    "lock_locked": [0, 1, 2],
    "lock_speed": [7, 8, 3],
    "lock_ptr": [0, 2, 4, 5],
    "lock_state": [0, 1, 1, 2, 3],
}


def test_locked_speeds_vanish_by_the_shortest_change(make_model, run):
    x0 = np.array([1.0, 2.0, 3.0, 4.0])
    rows_of_speeds = np.array([[1, -2, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1.0]])
    nearest = x0 - np.linalg.lstsq(rows_of_speeds, rows_of_speeds @ x0, rcond=None)[0]
    rows, status, solver = run(make_model("held", **HELD), x0, [0, 0, 0], parameters=np.zeros(4))
    assert status is Status.DONE
    assert solver.stats.lock_corrections == 1
    assert np.allclose(rows[0, 2:6], nearest, rtol=0, atol=1e-14)
    assert rows[0, 5] == 0.0
    assert np.abs(rows[0, 9:]).max() <= 2.3e-16


@pytest.mark.parametrize("tolerance", [1e-3, 1e-6])
@pytest.mark.parametrize(("part", "status"), [(0.9, Status.DONE), (1.1, Status.LOCKED_MOVING)])
def test_a_lock_takes_away_what_the_tolerances_leave(make_model, run, tolerance, part, status):
    """Of the speed x[0] - 2 x[1]: ten tolerances of x[0], and twenty of x[1]; see `HELD`."""
    most = 30.0 * tolerance
    x0 = [2.0 + part * most, 1.0, -1.0, 0.0]
    _, found, solver = run(
        make_model("held", **HELD), x0, [0, 0, 0], parameters=np.zeros(4), lock_tolerance=10.0,
        atol=tolerance, rtol=1e-14,
    )  # fmt: skip
    assert found is status
    if status.failed:
        assert solver.failure.lock == 0
        assert solver.failure.interval == pytest.approx(part * most)
        assert solver.failure.time == 0.0


def nested_speeds(factors, n_y):
    """Return a model in which each speed is a factor times the one before, plus a state of its own.

    Discrete variable k locks speed k.
    """

    def full(io):
        speed = 0.0
        for k, factor in enumerate(factors):
            speed = factor * speed + io[0].x[k]
            if io[0].y:
                io[0].y[k] = speed
                io[0].z_out[k] = io[0].pre[k]
            io[0].xdot[k] = 0.0
        return 0

    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Io))(full)
    address = ctypes.cast(function, ctypes.c_void_p).value
    n = len(factors)
    return KernelModel(
        ode_address=address, full_address=address, n_x=n, n_z=n, n_y=n_y, lock_locked=range(n),
        lock_speed=[2 * n + k for k in range(n)], lock_steady=[True] * n,
        lock_ptr=np.cumsum(range(n + 1)), lock_state=[j for k in range(n) for j in range(k + 1)],
        keep_alive=function,
    )  # fmt: skip


@pytest.mark.parametrize("geared", [False, True])
def test_locked_speeds_of_a_long_train_vanish_by_the_shortest_change(geared):
    """Speeds depend on all states up to their own, as along springs; every third one goes on."""
    n, rng = 70, np.random.default_rng(5)
    factors = np.exp(rng.uniform(-0.2, 0.2, n)) if geared else np.ones(n)
    rows_of_speeds = np.zeros((n, n))
    for k in range(n):
        rows_of_speeds[k] = factors[k] * rows_of_speeds[k - 1] if k else 0.0
        rows_of_speeds[k, k] = 1.0
    locked = np.arange(n) % 3 != 1
    x0, held = rng.normal(size=n), rows_of_speeds[locked]
    nearest = x0 - np.linalg.lstsq(held, held @ x0, rcond=None)[0]
    with Solver(nested_speeds(factors, n), start_time=0.0, stop_time=1.0, interval=1.0) as solver:
        assert solver.initialise(x0, locked.astype(float)) is Status.DONE
        rows, status = solver.advance()
        assert status is Status.DONE
    assert np.allclose(rows[0, 2 : 2 + n], nearest, rtol=0, atol=1e-12)
    assert np.abs(rows[0, 2 + 2 * n :][locked]).max() <= 1e-13
    assert np.abs(rows[0, 2 + 2 * n :][~locked]).min() > 1e-3


def test_a_dependent_lock_is_left_out(make_model, run):
    """Two elements on one motion, x0 - 2 x1, and a shaft that is at rest already."""
    twice = HELD | {"lock_speed": [7, 7, 3], "lock_state": [0, 1, 0, 1, 3]}
    rows, status, _ = run(make_model("held", **twice), [1, 2, 3, 0], [0, 0, 0], parameters=[0] * 4)
    assert status is Status.DONE
    assert np.allclose(rows[:, 2:6], [1.6, 0.8, 3, 0], rtol=0, atol=1e-15)


def test_rounding_does_not_move_locked_speeds(make_model, run):
    """Accelerations of 1e-9 stand for rounding at large torques; a hundred seconds add up."""
    model = make_model("held", **HELD)
    rows, status, solver = run(
        model, [2, 1, -1, 0], [0, 0, 0], parameters=[1e-9, 0, 0, 1e-9], stop_time=100, interval=1
    )
    assert status is Status.DONE
    assert np.all(rows[:, 5] == 0.0)
    assert np.abs(rows[:, 9:]).max() <= 2.3e-16
    assert solver.stats.state_events == 0


@pytest.mark.parametrize("steady", [True, False])
def test_states_that_locked_speeds_leave_no_motion_rest_to_the_last_bit(make_model, run, steady):
    """x0 and x0 - 2 x1 are held, so x1 is; unless a prescribed motion may be behind them."""
    both = HELD | {"lock_locked": [0, 1], "lock_speed": [0, 7], "lock_steady": [steady] * 2}
    model = make_model("held", **both | {"lock_ptr": [0, 1, 3], "lock_state": [0, 0, 1]})
    rows, status, _ = run(
        model,
        [0, 1e-9, -1, 0],
        [0, 0, 0],
        parameters=[1e-16] * 2 + [0, 0],
        stop_time=100,
        interval=1,
    )
    assert status is Status.DONE
    assert not rows[:, 2].any()
    assert rows[:, 3].any() != steady


def test_rest_that_others_never_agree_with_is_taken_back(make_model, run):
    """The modes found before stand, with the speeds that belong to them, which go on."""
    model = make_model(
        "unsettled", n_x=1, n_z=2, lock_locked=[0], lock_speed=[0], lock_ptr=[0, 1], lock_state=[0]
    )
    rows, status, solver = run(model, [1e-3], [1, 0], interval=0.5)
    assert status is Status.DONE
    assert solver.stats.lock_corrections > 0
    assert rows[:, 3:].tolist() == [[1.0, 0.0]] * len(rows)
    assert rows[:, 2] == pytest.approx(1e-3 * (1 + rows[:, 0]), rel=1e-14)


def test_elements_on_one_shaft_share_the_load_within_their_limits(make_network):
    """Limits 1 and 2 under a ramp 5 t: equal shares, then the weaker one saturates at 0.4 s."""
    network = make_network([1], [[0, 5, 0]], [[1], [1]], [1, 2], [1, 1])
    rows, status, solver = network.run([0.0], interval=0.05)
    assert status is Status.DONE
    t, tau = rows[:, 0], network.values(rows, "tau")
    both, one = t < 0.4 - 1e-9, (t > 0.4 + 1e-9) & (t < 0.6 - 1e-9)
    assert np.allclose(tau[both, 0], 2.5 * t[both], atol=1e-12)
    assert np.allclose(tau[both, 1], 2.5 * t[both], atol=1e-12)
    assert np.allclose(tau[one, 0], 1.0, atol=1e-12)
    assert np.allclose(tau[one, 1], 5 * t[one] - 1, atol=1e-12)
    assert np.all(np.abs(rows[t < 0.6 - 1e-9, 2]) < 1e-15)
    assert rows[-1, 2] == pytest.approx(0.4, abs=1e-9)
    assert solver.stats.state_events <= 4


def test_saturated_from_the_start(make_network):
    """Load 2.5 at once, limits 1 and 2: the first must slip, the second holds."""
    network = make_network([1], [[2.5, 0, 0]], [[1], [1]], [1, 2], [1, 1])
    rows, status, _ = network.run([0.0])
    assert status is Status.DONE
    assert np.allclose(network.values(rows, "tau"), [1.0, 1.5], atol=1e-12)
    assert np.all(np.abs(rows[:, 2]) < 1e-15)


@pytest.mark.parametrize("seed", range(12))
def test_random_networks_keep_the_laws_of_friction(make_network, seed):
    """Chains with random masses and limits: power is dissipated, torque obeys its limits."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 6))
    incidence = np.eye(n) - np.eye(n, k=1)
    sliding = rng.uniform(0.2, 2, n)
    drive = np.zeros((n, 3))
    drive[:, 0] = rng.normal(0, 1, n)
    drive[:, 2] = rng.normal(0, 2, n)
    inertia = rng.uniform(0.1, 3, n)
    network = make_network(inertia, drive, incidence, sliding, rng.uniform(1, 1.5, n))
    rows, status, _ = network.run(rng.normal(0, 1, n), stop_time=2, interval=0.02)
    assert status is Status.DONE
    w_rel, tau = network.values(rows, "w_rel"), network.values(rows, "tau")
    locked = network.values(rows, "locked") == 1
    regular = rows[:, 1] == RowFlag.REGULAR
    assert np.all(tau[regular] * w_rel[regular] >= -1e-9)
    assert np.all(np.abs(tau) <= network.parameters[-n:] * sliding * (1 + 1e-9))
    assert np.all(np.abs(w_rel[locked & regular[:, None]]) < 1e-12)
    slipping = regular[:, None] & (np.abs(w_rel) > 1e-6)
    assert np.allclose(np.abs(tau)[slipping], np.broadcast_to(sliding, tau.shape)[slipping])


def test_initial_modes_do_not_depend_on_the_states_before(make_network):
    network = make_network([1, 2], [[2, 0, 0], NOTHING], [[1, -1], [0, 1]], [1, 1], [1, 1])
    from_rest = network.run([0.0, 0.0])[0]
    again = network.run([0.0, 0.0])[0]
    assert np.array_equal(from_rest, again)
