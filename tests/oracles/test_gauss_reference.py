"""The reference for linear shafts with friction, itself held against formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import lsq_linear, minimize

from tests.oracles.gauss.box import nearest_in_box
from tests.oracles.gauss.machine import Contact, Coupling, Gear, Machine, Push, Shaft
from tests.oracles.gauss.modes import AtRest, UndecidedError, starting
from tests.oracles.gauss.motion import FREE, HOLDS, Motion, moved
from tests.oracles.gauss.series import first_negative
from tests.oracles.gauss.signals import constant, pulse, ramp, sine, step
from tests.oracles.gauss.zonotope import facets, split

ON = constant(1.0)
EXACT = {"rtol": 1e-12, "atol": 1e-12}


def run(machine: Machine, points: int = 101) -> Motion:
    motion = moved(machine, np.linspace(0.0, machine.stop, points))
    assert not motion.undecided
    return motion


def event(motion: Motion, text: str) -> float:
    return next(t for t, told in motion.events if told == text)


# -- least squares in a box ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(200))
def test_boxes_of_lost_rank(seed: int) -> None:
    """Against the conditions of optimality, and against a trust-region method of SciPy."""
    rng = np.random.default_rng(seed)
    m, n = int(rng.integers(1, 7)), int(rng.integers(1, 9))
    rank = int(rng.integers(1, min(m, n) + 1))
    matrix = rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))
    if seed % 3 == 0:  # round numbers, equal columns
        matrix = np.round(matrix)[:, rng.integers(0, n, n)]
    target, size = np.round(rng.normal(size=m) * 5.0, seed % 5), rng.choice([0.0, 1.0, 0.5], n)
    low, high = np.where(rng.random(n) < 0.2, -np.inf, -size), size
    x = nearest_in_box(matrix, target, low, high)
    assert np.all((low <= x) & (x <= high))
    slope = matrix.T @ (matrix @ x - target)
    assert np.all(slope[x < high] >= -1e-9)
    assert np.all(slope[x > low] <= 1e-9)
    wide = low < high
    if wide.any():
        other = lsq_linear(matrix[:, wide], target, (low[wide], high[wide]), tol=1e-14)
        assert np.sum((matrix @ x - target) ** 2) <= 2 * other.cost + 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_boxes_against_a_general_method(seed: int) -> None:
    rng = np.random.default_rng(1000 + seed)
    matrix, target = rng.normal(size=(3, 2)) @ rng.normal(size=(2, 5)), rng.normal(size=3) * 4.0
    x = nearest_in_box(matrix, target, -np.ones(5), np.ones(5))
    other = minimize(
        lambda y: float(np.sum((matrix @ y - target) ** 2)),
        np.zeros(5),
        jac=lambda y: 2 * matrix.T @ (matrix @ y - target),
        bounds=[(-1.0, 1.0)] * 5,
        method="SLSQP",
        options={"ftol": 1e-14},
    )
    assert np.sum((matrix @ x - target) ** 2) <= other.fun + 1e-9


# -- loads and zeros -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_facets_tell_what_can_be_held(seed: int) -> None:
    """A load is in the zonotope exactly if least squares in the box reaches it."""
    rng = np.random.default_rng(seed)
    rank, count = int(rng.integers(1, 4)), int(rng.integers(1, 7))
    matrix = np.round(rng.normal(size=(rank, count)), 1)
    basis, generators = split(matrix)
    size = rng.uniform(0.5, 2.0, count)
    normals = facets(generators)
    limits = np.abs(normals @ generators) @ size
    for _ in range(20):
        load = basis.T @ basis @ rng.normal(size=generators.shape[0]) * 3.0
        x = nearest_in_box(generators, load, -size, size)
        reached = bool(np.abs(generators @ x - load).max(initial=0.0) < 1e-9)
        assert reached == bool(np.all(normals @ load <= limits + 1e-9))


@pytest.mark.parametrize(
    ("roots", "first"),
    [([0.5], 0.5), ([0.7, 0.3], 0.3), ([0.4, 0.4 + 1e-6], 0.4), ([1.5], None), ([-0.2, 2.0], 2.0)],
)
def test_the_first_zero_is_found(roots: list[float], first: float | None) -> None:
    polynomial = np.polynomial.Polynomial.fromroots(roots).coef
    coefficients = np.zeros(27)
    coefficients[: len(polynomial)] = polynomial * np.sign(polynomial[0])
    found = first_negative(coefficients, 3.0 if first == 2.0 else 1.0)
    assert found == pytest.approx(first, abs=1e-9) if first else found is None


# -- closed forms ----------------------------------------------------------------------------------


def test_a_clutch_locks_two_shafts() -> None:
    shafts = Shaft(2.0, 10.0), Shaft(3.0, -5.0)
    motion = run(Machine(shafts, contacts=(Contact("clutch", 0, 1, ((0.0, 30.0),), 1.0, ON),)))
    locks = 15.0 * (2.0 * 3.0 / 5.0) / 30.0
    assert event(motion, "contacts [0] come to rest") == pytest.approx(locks, rel=1e-13)
    np.testing.assert_allclose(motion.speeds[-1], 1.0, **EXACT)
    assert motion.states[-1, 0] == HOLDS


@pytest.mark.parametrize("kind", ["brake", "bearing"])
def test_a_shaft_stops(kind: str) -> None:
    contact = Contact(kind, 0, None, ((0.0, 4.0),), 1.0, None if kind == "bearing" else ON)  # type: ignore[arg-type]
    motion = run(Machine((Shaft(0.5, -4.0),), contacts=(contact,)))
    assert event(motion, "contacts [0] come to rest") == pytest.approx(0.5, rel=1e-13)
    np.testing.assert_allclose(motion.angles[-1], -1.0, **EXACT)
    assert motion.speeds[-1] == pytest.approx(0.0, abs=1e-15)


def test_a_stuck_shaft_breaks_away_at_its_static_limit() -> None:
    """A ramp of 20 N·m/s; 6 N·m hold, then 4 N·m rub."""
    push = Push(0, ramp(0.0, 20.0, 0.0, 1.0))
    brake = Contact("brake", 0, None, ((0.0, 4.0),), 1.5, ON)
    motion = run(Machine((Shaft(2.0),), pushes=(push,), contacts=(brake,)))
    assert event(motion, "contact 0 slides +1") == pytest.approx(0.3, rel=1e-13)
    later = np.maximum(motion.time - 0.3, 0.0)
    np.testing.assert_allclose(motion.speeds[:, 0], (2.0 * later + 10.0 * later**2) / 2.0, **EXACT)
    held = motion.time < 0.3 - 1e-9
    np.testing.assert_allclose(motion.torques[held, 0], 20.0 * motion.time[held], **EXACT)
    np.testing.assert_allclose(motion.spare[held, 0], 1.0 - motion.time[held] / 0.3, **EXACT)


def test_two_brakes_hold_the_sum_of_their_static_limits() -> None:
    push = Push(0, ramp(0.0, 20.0, 0.0, 1.0))
    brakes = (
        Contact("brake", 0, None, ((0.0, 2.0),), 1.5, ON),
        Contact("bearing", 0, None, ((0.0, 4.0),), 2.0),
    )
    motion = run(Machine((Shaft(2.0),), pushes=(push,), contacts=brakes))
    starts = (3.0 + 8.0) / 20.0
    assert event(motion, "contact 0 slides +1") == pytest.approx(starts, rel=1e-13)
    later = np.maximum(motion.time - starts, 0.0)
    np.testing.assert_allclose(motion.speeds[:, 0], (5.0 * later + 10.0 * later**2) / 2.0, **EXACT)
    assert np.isnan(motion.torques[0]).all()
    np.testing.assert_array_equal(motion.torques[-1], [2.0, 4.0])


def test_a_jump_of_the_load_between_the_two_limits() -> None:
    """At rest 4.5 N·m of 5 N·m are held; what slides with 2.5 N·m slides on."""
    brake = Contact("brake", 0, None, ((0.0, 2.5),), 2.0, ON)
    held = Machine((Shaft(1.0),), pushes=(Push(0, step(0.0, 4.5, 0.2)),), contacts=(brake,))
    np.testing.assert_array_equal(run(held).speeds[-1], 0.0)
    slides = Machine((Shaft(1.0, 0.1),), pushes=(Push(0, constant(4.5)),), contacts=(brake,))
    np.testing.assert_allclose(run(slides).speeds[-1], 0.1 + 2.0, **EXACT)


def test_an_oscillator_loses_the_same_amplitude_each_half_turn() -> None:
    c, J, T, w = 100.0, 1.0, 1.0, 4.0
    machine = Machine(
        (Shaft(J, w),),
        (Coupling(0, None, c, 0.0),),
        (),
        (Contact("bearing", 0, None, ((0.0, T),)),),
    )
    motion = run(machine, 1001)
    turns = [t for t, told in motion.events if told == "contacts [0] come to rest"]
    first = math.sqrt(w**2 * J / c + (T / c) ** 2) - T / c
    half = math.pi * math.sqrt(J / c)
    np.testing.assert_allclose(np.diff(turns), half, rtol=1e-11)
    early = math.atan2(w * math.sqrt(J / c), T / c) * math.sqrt(J / c)
    assert turns[0] == pytest.approx(early, rel=1e-11)
    expected = first - 2 * T / c * np.arange(len(turns))
    at = [moved(machine, np.array([t])).angles[0, 0] for t in turns]
    np.testing.assert_allclose(np.abs(at), expected, rtol=1e-10)


def test_a_one_way_clutch_overruns_and_locks() -> None:
    machine = Machine(
        (Shaft(2.0), Shaft(3.0, 2.0)),
        pushes=(Push(0, constant(10.0)),),
        contacts=(Contact("freewheel", 0, 1, ((0.0, 1.0),), 1.0, constant(0.0)),),
    )
    motion = run(machine)
    assert event(motion, "contacts [0] come to rest") == pytest.approx(0.4, rel=1e-13)
    np.testing.assert_allclose(motion.speeds[-1], 2.0 + 2.0 * 0.6, **EXACT)
    np.testing.assert_allclose(motion.torques[-1], -6.0, **EXACT)


def test_friction_that_grows_with_the_speed() -> None:
    """On the second segment 3 + (w − 1), on the first 2 + w."""
    table = ((0.0, 2.0), (1.0, 3.0), (5.0, 7.0), (9.0, 7.0))
    motion = run(Machine((Shaft(1.0, 7.0),), contacts=(Contact("bearing", 0, None, table),)))
    knot = 2.0 / 7.0  # from 7 rad/s to 5 rad/s against 7 N·m
    stops = knot + math.log(7.0 / 2.0)
    assert stops > 1.0
    later = np.maximum(motion.time - knot, 0.0)
    expected = np.where(motion.time < knot, 7.0 - 7.0 * motion.time, 7.0 * np.exp(-later) - 2.0)
    np.testing.assert_allclose(motion.speeds[:, 0], expected, **EXACT)


def test_a_pressure_that_falls_lets_go() -> None:
    force = ramp(1.0, -1.0, 0.2, 0.5)
    brake = Contact("brake", 0, None, ((0.0, 8.0),), 1.25, force)
    machine = Machine((Shaft(1.0),), pushes=(Push(0, constant(5.0)),), contacts=(brake,))
    motion = run(machine)
    assert event(motion, "contact 0 slides +1") == pytest.approx(0.45, rel=1e-13)  # 10 f = 5
    assert event(motion, "contact 0 opens") == pytest.approx(0.7, rel=1e-13)
    assert motion.states[-1, 0] == FREE
    slides = motion.time[(motion.time > 0.45) & (motion.time < 0.7)]
    at = motion.speeds[(motion.time > 0.45) & (motion.time < 0.7), 0]
    u = slides - 0.45
    np.testing.assert_allclose(at, (5.0 - 8.0 * 0.5) * u + 8.0 * u**2, **EXACT)


def test_gears_and_springs_swing_freely() -> None:
    """Inertias count with the square of the ratio; with a spring to the ground and a damper."""
    shafts = (Shaft(0.5, 3.0), Shaft(2.0, gear=Gear(0, -0.5)))
    J, c, d = 0.5 + 2.0 / 0.25, 200.0, 2.0
    motion = run(Machine(shafts, (Coupling(0, None, c, d),)))
    decay, omega = d / (2 * J), math.sqrt(c / J - (d / (2 * J)) ** 2)
    expected = 3.0 / omega * np.exp(-decay * motion.time) * np.sin(omega * motion.time)
    np.testing.assert_allclose(motion.angles[:, 0], expected, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(motion.angles[:, 1], -2.0 * expected, rtol=1e-11, atol=1e-12)


def test_signals() -> None:
    """Torques on free shafts: their integrals."""
    pushes = (
        Push(0, sine(1.0, 2.0, 1.5, 0.3)),
        Push(1, pulse(-1.0, 3.0, 0.4, 25.0, 1.0)),
    )
    motion = run(Machine((Shaft(1.0), Shaft(1.0)), pushes=pushes))
    t, omega = motion.time, 2 * math.pi * 1.5
    expected = t + 2.0 / omega * (math.cos(0.3) - np.cos(omega * t + 0.3))
    np.testing.assert_allclose(motion.speeds[:, 0], expected, **EXACT)
    high = sum(np.clip(t - 0.4 * k, 0.0, 0.1) for k in range(3))
    np.testing.assert_allclose(motion.speeds[:, 1], 3.0 * high - t, **EXACT)


# -- which elements let go -------------------------------------------------------------------------


def test_a_neighbour_holds_what_a_closing_brake_adds() -> None:
    """6 N·m before, 6.005 N·m after: below the static limit of 7.5 N·m, above the sliding 5 N·m."""
    machine = Machine(
        (Shaft(1.0, 1.0), Shaft(1.0, 1.0)),
        pushes=(Push(0, step(0.0, 12.0, 0.1)),),
        contacts=(
            Contact("clutch", 0, 1, ((0.0, 5.0),), 1.5, ON),
            Contact("brake", 1, None, ((0.0, 0.01),), 1.0, step(0.0, 1.0, 0.5)),
        ),
    )
    motion = run(machine)
    assert np.all(motion.states[:, 0] == HOLDS)
    np.testing.assert_allclose(motion.torques[-1], [-6.005, 0.01], **EXACT)


def test_equal_speeds_are_equal() -> None:
    """Of three shafts in gear, but for rounding."""
    machine = Machine(
        (Shaft(1.0, 0.3), Shaft(1.0, gear=Gear(0, 3.0)), Shaft(1.0, 0.1)),
        pushes=(Push(2, constant(6.0)),),
        contacts=(Contact("clutch", 1, 2, ((0.0, 3.0),), 2.0, ON),),
    )
    motion = run(machine)
    assert np.all(motion.states == HOLDS)


def test_two_answers_are_undecided() -> None:
    """A clutch and a brake in a row reach their limits together; one that slides spares both."""
    machine = Machine(
        (Shaft(1.0), Shaft(1.0)),
        pushes=(Push(0, ramp(0.0, 20.0, 0.0, 1.0)),),
        contacts=(
            Contact("clutch", 0, 1, ((0.0, 5.0),), 2.0, ON),
            Contact("brake", 1, None, ((0.0, 5.0),), 2.0, ON),
        ),
    )
    motion = moved(machine, np.linspace(0.0, 1.0, 101))
    assert "at 0.5 s" in motion.undecided
    assert motion.time[-1] < 0.5


def test_the_smallest_set_lets_go() -> None:
    """Two in parallel, the one with a drop alone cannot spare the other one."""
    across = np.ones((1, 2))
    limits = np.array([3.0, 3.0]), np.array([2.0, 3.0])
    rest = AtRest(across, -limits[0], limits[0], -limits[1], limits[1])
    np.testing.assert_array_equal(starting(rest, np.array([5.9]), 5.9), [0, 0])
    np.testing.assert_array_equal(starting(rest, np.array([-6.1]), 6.1), [-1, -1])
    no_answer = AtRest(
        np.ones((1, 1)), -3 * np.ones(1), np.ones(1), -2 * np.ones(1), 2 * np.ones(1)
    )
    with pytest.raises(UndecidedError):
        starting(no_answer, np.array([1.5]), 1.5)
