"""What generated code calls: dense linear systems and Newton's method."""

import ctypes
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drivetrain.kernel import library
from drivetrain.kernel.binding import BlockCode, factors_size, symbol_addresses
from drivetrain.kernel.library import ABI_VERSION, library_path, load_library


def solve(matrix, right_side, previous):
    a = np.array(matrix, dtype=float, order="C")
    b = np.array(right_side, dtype=float)
    kept = np.array(previous, dtype=float)
    code = load_library().dt_solve(len(b), a.ctypes.data, b.ctypes.data, kept.ctypes.data)
    if code == BlockCode.OK:
        assert np.array_equal(b, kept)
    return BlockCode(code), b


class Repeated:
    """A system that is solved again and again."""

    def __init__(self, n):
        self.factors = np.zeros(max(1, factors_size(n)))

    def solve(self, matrix, right_side, previous):
        a, b, kept = (np.array(v, dtype=float, order="C") for v in (matrix, right_side, previous))
        addresses = (v.ctypes.data for v in (a, b, kept, self.factors))
        code = load_library().dt_solve_again(len(b), *addresses)
        return BlockCode(code), b


def newton(models, name, known, guess):
    n = len(guess)
    u, r, jacobian = np.array(guess, dtype=float), np.empty(n), np.empty(n * n)
    known = np.array(known, dtype=float)
    function = ctypes.cast(getattr(models, name), ctypes.c_void_p)
    pointers = [a.ctypes.data for a in (known, u, r, jacobian)]
    code = load_library().dt_newton(n, function, None, *pointers)
    return BlockCode(code), u


@pytest.mark.parametrize("n", [1, 2, 5, 40, 64, 65, 200])
def test_regular_systems_ignore_the_previous_solution(n):
    rng = np.random.default_rng(n)
    matrix, x = rng.normal(size=(n, n)), rng.normal(size=n)
    rows = 10.0 ** rng.integers(-8, 8, (n, 1))
    columns = 10.0 ** rng.integers(-6, 6, (1, n))
    scaled = matrix * rows * columns
    code, found = solve(scaled, scaled @ (x / columns[0]), np.full(n, 1e5))
    assert code is BlockCode.OK
    assert np.allclose(found * columns[0], x, rtol=1e-8, atol=1e-8)
    assert np.array_equal(found, solve(scaled, scaled @ (x / columns[0]), np.zeros(n))[1])


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 64, 65])
def test_kept_factors_change_no_bit(n):
    rng = np.random.default_rng(n)
    repeated, previous = Repeated(n), np.zeros(n)
    regular = rng.normal(size=(2, n, n)) * 10.0 ** rng.integers(-9, 9, (2, n, 1))
    deficient = np.outer(rng.normal(size=n), rng.normal(size=n)) if 1 < n <= 64 else regular[0]
    infinite = np.full((n, n), np.inf)
    for matrix in (regular[0], regular[0], regular[1], deficient, deficient, infinite, regular[0]):
        right_side = np.nan_to_num(matrix) @ rng.normal(size=n)
        code, found = repeated.solve(matrix, right_side, previous)
        expected = solve(matrix, right_side, previous)
        assert code is expected[0]
        if code is BlockCode.OK:
            np.testing.assert_array_equal(found, expected[1])


@given(
    n=st.integers(2, 12), rank=st.integers(1, 11), seed=st.integers(0, 2**32 - 1)
)  # fmt: skip
@example(n=5, rank=4, seed=11576)
@example(n=8, rank=7, seed=139463)
@settings(max_examples=60, deadline=None)
def test_deficient_systems_change_the_solution_least(n, rank, seed):
    rank = min(rank, n - 1)
    rng = np.random.default_rng(seed)
    matrix = rng.normal(size=(n, rank)) @ rng.normal(size=(rank, n))
    right_side, previous = matrix @ rng.normal(size=n), rng.normal(size=n)
    nearest = previous + np.linalg.lstsq(matrix, right_side - matrix @ previous, rcond=1e-11)[0]
    code, found = solve(matrix, right_side, previous)
    assert code is BlockCode.OK
    singular = np.linalg.svd(matrix, compute_uv=False)
    assert np.allclose(found, nearest, rtol=0, atol=1e-12 * singular[0] / singular[rank - 1] * 100)


def test_contradicting_equations_are_singular():
    assert solve([[1, 1], [2, 2]], [1, 3], [0, 0])[0] is BlockCode.SINGULAR
    assert solve([[0.0]], [1.0], [0.0])[0] is BlockCode.SINGULAR
    assert solve([[np.nan, 1], [1, 1]], [1, 1], [0, 0])[0] is BlockCode.SINGULAR


def test_shared_load_stays_where_it_was():
    code, found = solve([[1, 1, 0], [1, 1, 0], [0, 0, 2]], [4, 4, 6], [3.0, 0.0, 9.0])
    assert code is BlockCode.OK
    assert np.allclose(found, [3.5, 0.5, 3.0], rtol=0, atol=1e-14)


def test_zero_equation_keeps_the_previous_value():
    assert solve([[0.0]], [0.0], [7.0])[1] == 7.0


def test_large_deficient_and_too_large_systems():
    ones = np.ones((65, 65))
    assert solve(ones, np.ones(65), np.zeros(65))[0] is BlockCode.TOO_LARGE
    code = load_library().dt_solve(5000, None, None, None)
    assert code == BlockCode.TOO_LARGE


def test_widely_scaled_unknowns_are_not_mistaken_for_singular():
    code, found = solve([[1e-14, 1.0], [1e-14, -1.0]], [2.0, 0.0], [0, 0])
    assert code is BlockCode.OK
    assert np.allclose(found, [1e14, 1.0])


def test_newton_converges_tightly(models):
    code, u = newton(models, "circle_and_line", [2.0], [3.0, 0.5])
    assert code is BlockCode.OK
    assert np.allclose(u, [1, 1], rtol=0, atol=1e-15)


def test_newton_chooses_the_root_near_its_guess(models):
    assert np.allclose(newton(models, "circle_and_line", [2.0], [-3.0, -0.5])[1], [-1, -1])


@pytest.mark.parametrize("distance", [0.5, 5.0, 100.0])
def test_damping_reaches_roots_that_full_steps_miss(models, distance):
    code, u = newton(models, "steep", [2.0], [2.0 + distance])
    assert code is BlockCode.OK
    assert u[0] == pytest.approx(2.0, abs=1e-12)


def test_newton_admits_failure(models):
    assert newton(models, "rootless", [], [1.0])[0] is BlockCode.NEWTON_FAILED


def test_addresses_of_services():
    addresses = symbol_addresses()
    solvers = {"dt_solve", "dt_solve_again", "dt_solve_regular", "dt_solve_block", "dt_newton"}
    assert set(addresses) == solvers | {"dt_table", "dt_delay", "dt_delay_rate", "dt_chain"}
    assert all(address > 0 for address in addresses.values())
    assert load_library().dt_abi_version() == ABI_VERSION


def test_another_build_of_the_kernel_can_be_named(monkeypatch):
    monkeypatch.setenv("DRIVETRAIN_KERNEL", "/builds/libdrivetrain_kernel.so")
    assert library_path() == Path("/builds/libdrivetrain_kernel.so")
    monkeypatch.delenv("DRIVETRAIN_KERNEL")
    assert library_path().parent == Path(library.__file__).parent
