"""What generated code calls: dense linear systems and Newton's method."""

import ctypes
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drivetrain.compiler.codegen.printer import LIBM
from drivetrain.errors import DrivetrainError
from drivetrain.kernel import library
from drivetrain.kernel.binding import BlockCode
from drivetrain.kernel.description.model import (
    elementary_addresses,
    factors_size,
    symbol_addresses,
)
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

    def __init__(self, n, regular=False, shared=range(64)):
        self.factors = np.zeros(max(1, factors_size(n)))
        self.shared = 0 if regular else sum(1 << k for k in shared)

    def kept(self, matrix, right_side, previous):
        """Solve with the factors that are there."""
        a, b, kept = (np.array(v, dtype=float, order="C") for v in (matrix, right_side, previous))
        addresses = (v.ctypes.data for v in (a, b, kept, self.factors))
        return BlockCode(load_library().dt_solve_again(len(b), *addresses)), b

    def solve(self, matrix, right_side, previous, terms=None):
        """Solve in either way; `terms` are sizes of matrix and right-hand side."""
        code, b = self.kept(matrix, right_side, previous)
        if code is not BlockCode.UNSIZED:
            return code, b
        a, b, kept = (np.array(v, dtype=float, order="C") for v in (matrix, right_side, previous))
        size = np.concatenate([np.abs(v).ravel() for v in terms or (a, b)])
        addresses = (v.ctypes.data for v in (a, b, size, kept, self.factors))
        code = load_library().dt_solve_sized(len(b), *addresses, self.shared)
        return BlockCode(code), b


@pytest.mark.parametrize("n", [2, 3, 7, 30, 64])
def test_what_is_kept_of_a_deficient_system_changes_nothing(n):
    """Matrices, sizes of terms and shared unknowns take turns; each solution has the same bits."""
    rng = np.random.default_rng(n)
    rank = n - 1 - n // 4
    matrices = [rng.normal(size=(n, rank)) @ rng.normal(size=(rank, n)) for _ in range(2)]
    kept = Repeated(n)
    for turn in [0, 0, 1, 1, 1, 0, 0, 2, 2, 0, 3, 3, 3, 1]:
        matrix, terms = matrices[turn % 2], (1.0 + turn // 2) * np.abs(matrices[turn % 2])
        shared = range(64) if turn < 3 else range(0, n, 2)
        x, previous = rng.normal(size=(2, n))
        right_side = matrix @ x
        fresh = Repeated(n, shared=shared)
        kept.shared = fresh.shared
        sizes = terms, np.full(n, terms.max())
        code, found = kept.solve(matrix, right_side, previous, sizes)
        again, expected = fresh.solve(matrix, right_side, previous, sizes)
        assert code is again is BlockCode.OK
        assert np.array_equal(found, expected)
        np.testing.assert_allclose(matrix @ found, right_side, atol=1e-9 * n)


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
@settings(max_examples=60)
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


@given(
    n=st.integers(2, 12), rank=st.integers(1, 11), seed=st.integers(0, 2**32 - 1)
)  # fmt: skip
@settings(max_examples=60)
def test_only_shared_unknowns_count_where_rank_is_missing(n, rank, seed):
    """Of all solutions, the nearest in these; of those, the nearest in the others."""
    rank = min(rank, n - 1)
    rng = np.random.default_rng(seed)
    matrix = rng.normal(size=(n, rank)) @ rng.normal(size=(rank, n))
    shared = np.sort(rng.choice(n, rng.integers(1, n + 1), replace=False))
    right_side, previous = matrix @ rng.normal(size=n), rng.normal(size=n)
    code, found = Repeated(n, shared=shared.tolist()).solve(matrix, right_side, previous)
    assert code is BlockCode.OK
    one = np.linalg.lstsq(matrix, right_side - matrix @ previous, rcond=1e-11)[0]
    kernel = np.linalg.svd(matrix)[2][rank:].T
    weight = np.full(n, 2.0**-26)
    weight[shared] = 1.0
    step = np.linalg.lstsq(kernel * weight[:, None], -one * weight, rcond=None)[0]
    singular = np.linalg.svd(matrix, compute_uv=False)
    tolerance = 1e-9 * singular[0] / singular[rank - 1]
    assert np.allclose(matrix @ found, right_side, rtol=0, atol=tolerance)
    nearest = (previous + one + kernel @ step)[shared]
    change, least = (np.linalg.norm(x - previous[shared]) for x in (found[shared], nearest))
    assert change <= least + tolerance


def left_of(terms, parts):
    """Return what is left of terms of size one that cancel, but for their rounding."""
    return (terms + parts) - terms


@given(
    n=st.integers(1, 8), rank=st.integers(0, 7), seed=st.integers(0, 2**32 - 1),
    part=st.sampled_from([1.0, 1e-2, 1e-4, 1e-6]),
)  # fmt: skip
@settings(max_examples=100)
def test_rank_is_judged_before_terms_cancel(n, rank, seed, part):
    """What gears of nearly the same ratio leave of each other has fewer digits than its terms."""
    rank = min(rank, n - 1)
    rng = np.random.default_rng(seed)
    left, right = (np.linalg.qr(rng.normal(size=(n, n)))[0] for _ in range(2))
    matrix = part * left[:, :rank] @ right[:rank]
    x, previous, terms = rng.normal(size=n), rng.normal(size=n), rng.uniform(1, 2, (n, n))
    given = left_of(terms, matrix)
    right_side = left_of(terms[0], matrix @ x)
    nearest = previous + np.linalg.pinv(matrix, rcond=1e-6) @ (matrix @ (x - previous))
    sizes = 2.0 * terms, 2.0 * terms[0]
    code, found = Repeated(n).solve(given, right_side, previous, sizes)
    assert code is BlockCode.OK
    assert np.allclose(found, nearest, rtol=0, atol=1e-13 / part * 100)
    assert Repeated(n, regular=True).solve(given, right_side, previous, sizes)[0] is (
        BlockCode.SINGULAR
    )


@given(n=st.integers(1, 8), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_what_cancels_to_a_millionth_still_counts(n, seed):
    rng = np.random.default_rng(seed)
    left, right = (np.linalg.qr(rng.normal(size=(n, n)))[0] for _ in range(2))
    matrix, x, terms = 1e-6 * left @ right, rng.normal(size=n), rng.uniform(1, 2, (n, n))
    for regular in (False, True):
        code, found = Repeated(n, regular).solve(
            left_of(terms, matrix), matrix @ x, np.full(n, 1e3), (2.0 * terms, 2.0 * terms[0])
        )
        assert code is BlockCode.OK
        assert np.allclose(found, x, rtol=0, atol=1e-7)


def test_factors_are_kept_of_regular_systems_only():
    system = Repeated(2)
    regular, deficient = np.eye(2), np.ones((2, 2))
    for matrix, answers in ((regular, BlockCode.OK), (deficient, BlockCode.UNSIZED)):
        assert system.kept(matrix, np.ones(2), np.zeros(2))[0] is BlockCode.UNSIZED
        assert system.solve(matrix, np.ones(2), np.zeros(2))[0] is BlockCode.OK
        assert system.kept(matrix, np.ones(2), np.zeros(2))[0] is answers


def test_what_is_left_of_a_right_side_is_no_contradiction():
    terms = np.array([[1e5]]), np.array([1e6])
    code, found = Repeated(1).solve([[1e-11]], [1e-10], [7.0], terms)
    assert code is BlockCode.OK
    assert found[0] == 7.0
    assert Repeated(1).solve([[1e-11]], [1.0], [7.0], (terms[0], [1.0]))[0] is BlockCode.SINGULAR


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
    tables = {"dt_table", "dt_table_bend", "dt_table_turn", "dt_table_beside"}
    steps = {"dt_floor_bend"}
    solvers = {"dt_solve", "dt_solve_again", "dt_solve_sized", "dt_solve_limited"}
    solvers |= {"dt_solve_block", "dt_newton"}
    functions = {"dt_sin", "dt_cos", "dt_exp", "dt_log"}
    others = {"dt_delay", "dt_delay_rate", "dt_chain", "dt_unit_value"}
    assert set(addresses) == solvers | tables | steps | functions | others
    assert all(address > 0 for address in addresses.values())
    assert load_library().dt_abi_version() == ABI_VERSION


@pytest.mark.parametrize("name", LIBM)
def test_elementary_functions_are_found_by_name(name):
    arguments = [0.7, 0.3] if name in ("atan2", "pow") else [0.7]
    type_ = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * len(arguments))
    function = type_(elementary_addresses([name])[name])
    # Python may be linked with another library of C functions.
    assert function(*arguments) == pytest.approx(getattr(math, name)(*arguments), rel=1e-15)


def test_a_function_that_the_kernel_does_not_know():
    with pytest.raises(DrivetrainError, match="no function gamma, zeta; build it again"):
        elementary_addresses(["sin", "gamma", "zeta"])


def test_another_build_of_the_kernel_can_be_named(monkeypatch):
    monkeypatch.setenv("DRIVETRAIN_KERNEL", "/builds/libdrivetrain_kernel.so")
    assert library_path() == Path("/builds/libdrivetrain_kernel.so")
    monkeypatch.delenv("DRIVETRAIN_KERNEL")
    assert library_path().parent == Path(library.__file__).parent
