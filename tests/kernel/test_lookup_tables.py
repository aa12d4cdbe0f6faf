"""Packed tables against the interpolation laws written out point by point, and against SciPy."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import Akima1DInterpolator

from drivetrain.errors import TableError
from drivetrain.kernel.library import load_library
from drivetrain.kernel.tables import (
    EXTRAPOLATIONS,
    SMOOTHNESS,
    bending,
    corners_around,
    evaluate_table,
    pack_table,
)

X = np.array([0.0, 1.0, 1.5, 3.0, 4.0, 4.5, 7.0])
Y = np.array([1.0, 2.0, 2.0, -1.0, 0.5, 0.7, 3.0])
SMOOTH = [name for name in SMOOTHNESS if not name.endswith("segments")]


def node_slope(kind, x, y, i):
    """Slope at node i by the catalogue's formulas."""
    n = len(x)
    d = {j: (y[j + 1] - y[j]) / (x[j + 1] - x[j]) for j in range(n - 1)}
    d[-1], d[-2] = 2 * d[0] - d[1], 3 * d[0] - 2 * d[1]
    d[n - 1], d[n] = 2 * d[n - 2] - d[n - 3], 3 * d[n - 2] - 2 * d[n - 3]
    l2, l1, r1, r2 = d[i - 2], d[i - 1], d[i], d[i + 1]
    if kind == "continuous_derivative":
        w1, w2 = abs(r2 - r1), abs(l1 - l2)
        return (w1 * l1 + w2 * r1) / (w1 + w2) if w1 + w2 else (l1 + r1) / 2
    if kind == "modified_continuous_derivative":
        w1 = abs(r2 - r1) + 0.5 * abs(r2 + r1)
        w2 = abs(l1 - l2) + 0.5 * abs(l1 + l2)
        return (w1 * l1 + w2 * r1) / (w1 + w2) if w1 + w2 else 0.0
    if i == 0:
        return d[0]
    if i == n - 1:
        return d[n - 2]
    if l1 * r1 <= 0:
        return 0.0
    before, after = x[i] - x[i - 1], x[i + 1] - x[i]
    if kind == "monotone_continuous_derivative1":
        weights = (before + 2 * after) / l1 + (after + 2 * before) / r1
        return 3 * (before + after) / weights
    p = (l1 * after + r1 * before) / (before + after)
    if abs(p) / 2 > abs(l1) or abs(p) / 2 > abs(r1):
        p = 2 * np.sign(l1) * min(abs(l1), abs(r1))
    return p


def law(kind, x, y, u):
    """Value at u, continued beyond the grid."""
    n = len(x)
    if n == 1:
        return y[0]
    if n == 2 and kind in SMOOTH:
        kind = "linear_segments"
    i = min(max(int(np.searchsorted(x, u, side="right")) - 1, 0), n - 2)
    h, v = x[i + 1] - x[i], u - x[i]
    d = (y[i + 1] - y[i]) / h
    outside = u < x[0] or u > x[-1]
    if kind.endswith("linear_segments") or (kind == "constant_segments" and outside):
        return y[i] + d * v
    if kind == "constant_segments":
        return y[-1] if u == x[-1] else y[i]
    m0, m1 = node_slope(kind, x, y, i), node_slope(kind, x, y, i + 1)
    if u < x[0]:
        return y[0] + m0 * (u - x[0])
    if u > x[-1]:
        return y[-1] + m1 * (u - x[-1])
    return y[i] + m0 * v + (3 * d - 2 * m0 - m1) / h * v**2 + (m0 + m1 - 2 * d) / h**2 * v**3


ARGUMENTS = np.concatenate([X, np.linspace(-2, 9, 221)])


@pytest.mark.parametrize("kind", SMOOTHNESS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7])
def test_tables_follow_their_law(kind, n):
    packed = pack_table(X[:n], Y[:n], kind, "last_two_points")
    expected = [law(kind, X[:n], Y[:n], u) for u in ARGUMENTS]
    assert np.allclose(evaluate_table(packed, ARGUMENTS), expected, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("kind", SMOOTHNESS)
def test_tables_meet_their_points(kind):
    assert np.array_equal(evaluate_table(pack_table(X, Y, kind), X), Y)


@pytest.mark.parametrize(
    ("kind", "method"),
    [("continuous_derivative", "akima"), ("modified_continuous_derivative", "makima")],
)
def test_akima_agrees_with_scipy(kind, method):
    rng = np.random.default_rng(1)
    x, y = np.cumsum(rng.uniform(0.1, 2, 20)), rng.normal(size=20)
    u = np.linspace(x[0], x[-1], 301)
    reference = Akima1DInterpolator(x, y, method=method)
    packed = pack_table(x, y, kind)
    assert np.allclose(evaluate_table(packed, u), reference(u), rtol=0, atol=1e-12)
    inside = u[1:-1]
    assert np.allclose(evaluate_table(packed, inside, 1), reference(inside, 1), atol=1e-10)
    assert np.allclose(evaluate_table(packed, inside, 2), reference(inside, 2), atol=1e-8)


@pytest.mark.parametrize("kind", SMOOTHNESS)
@pytest.mark.parametrize("derivative", [1, 2])
@pytest.mark.parametrize("rule", EXTRAPOLATIONS)
def test_derivatives_are_those_of_the_values(kind, derivative, rule):
    packed = pack_table(X, Y, kind, rule)
    u = np.linspace(-1.93, 8.91, 97)
    h = 1e-5
    u = u[np.abs(u[:, None] - X[None, :]).min(axis=1) > 2 * h]
    before = evaluate_table(packed, u - h, derivative - 1)
    after = evaluate_table(packed, u + h, derivative - 1)
    found = evaluate_table(packed, u, derivative)
    jumps = np.abs(after - before) > 0.5
    expected = (after - before) / (2 * h)
    assert np.allclose(found[~jumps], expected[~jumps], atol=1e-4, equal_nan=True)
    assert jumps.sum() < 3


def test_hold_keeps_the_outer_values():
    packed = pack_table(X, Y, "linear_segments", "hold_last_point")
    assert np.array_equal(evaluate_table(packed, [-5.0, 100.0]), [Y[0], Y[-1]])
    assert np.array_equal(evaluate_table(packed, [-5.0, 100.0], 1), [0.0, 0.0])


@pytest.mark.parametrize("kind", SMOOTHNESS)
def test_periodic_tables_repeat(kind):
    packed = pack_table(X, Y, kind, "periodic")
    u = np.linspace(0.01, 6.99, 50)
    inside = evaluate_table(pack_table(X, Y, kind), u)
    assert np.array_equal(evaluate_table(packed, u), inside)
    for shift in (-21.0, -7.0, 7.0, 70.0):
        assert np.allclose(evaluate_table(packed, u + shift), inside, atol=1e-11)
    assert evaluate_table(packed, 7.0) == Y[0]


def test_no_extrapolation_is_nan_outside_only():
    packed = pack_table(X, Y, "linear_segments", "no_extrapolation")
    values = evaluate_table(packed, [-1e-9, 0.0, 7.0, 7.0 + 1e-9])
    assert list(np.isnan(values)) == [True, False, False, True]


def test_nan_in_nan_out():
    for rule in EXTRAPOLATIONS:
        assert np.isnan(evaluate_table(pack_table(X, Y, extrapolation=rule), np.nan))


def test_arguments_of_any_shape():
    packed = pack_table(X, Y)
    assert evaluate_table(packed, 1.0).shape == ()
    assert evaluate_table(packed, np.zeros((2, 3))).shape == (2, 3)


@given(st.lists(st.floats(-10, 10), min_size=3, max_size=8), st.integers(0, 2**31))
@settings(max_examples=60)
def test_monotone_kinds_do_not_overshoot(values, seed):
    """Interior intervals stay within their two points."""
    y = np.array(values)
    x = np.cumsum(np.random.default_rng(seed).uniform(0.1, 3, y.size))
    for kind in ("monotone_continuous_derivative1", "monotone_continuous_derivative2"):
        u = np.linspace(x[0], x[-1], 200)
        found = evaluate_table(pack_table(x, y, kind), u)
        i = np.clip(np.searchsorted(x, u, side="right") - 1, 0, y.size - 2)
        low, high = np.minimum(y[i], y[i + 1]), np.maximum(y[i], y[i + 1])
        slack = 1e-9 * (1 + np.abs(y).max())
        assert np.all(found >= low - slack)
        assert np.all(found <= high + slack)


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([], [], "empty"),
        ([0, 1], [1], "shapes"),
        ([[0, 1]], [[1, 2]], "one dimension"),
        ([0, np.nan], [1, 2], "x of row 2 is nan"),
        ([0, 1], [np.inf, 2], "y of row 1 is inf"),
        ([0, 1, 1], [1, 2, 3], "row 2 has 1 and row 3 has 1"),
        ([0, "a"], [1, 2], "numbers"),
    ],
)
def test_bad_tables_are_refused(x, y, message):
    with pytest.raises(TableError, match=message):
        pack_table(x, y)


def test_unknown_names_are_refused_with_a_hint():
    with pytest.raises(TableError, match="did you mean 'linear_segments'"):
        pack_table(X, Y, "linear_segment")
    with pytest.raises(TableError, match="periodic"):
        pack_table(X, Y, "linear_segments", "periodical")
    with pytest.raises(TableError, match="derivative 3"):
        evaluate_table(pack_table(X, Y), 1.0, 3)


def test_a_jump_takes_the_value_on_its_right():
    packed = pack_table([0, 1, 1, 1, 2], [0, 1, 7, 3, 5], "jumping_linear_segments")
    found = evaluate_table(packed, [-1.0, 0.0, 0.5, np.nextafter(1.0, 0.0), 1.0, 1.5, 2.0, 3.0])
    np.testing.assert_allclose(found, [-1.0, 0.0, 0.5, 1.0, 3.0, 4.0, 5.0, 7.0], rtol=1e-15)


@pytest.mark.parametrize("grid", [[0, 0, 1], [0, 1, 1], [0, 2, 1, 3]])
def test_a_table_cannot_jump_at_its_ends_or_go_back(grid):
    with pytest.raises(TableError, match="has to increase"):
        pack_table(grid, np.zeros(len(grid)), "jumping_linear_segments")


def bend(packed, u, piece=0.0):
    return load_library().dt_table_bend(packed.ctypes.data, u, piece)


def beside(packed, u, piece, derivative=0):
    return load_library().dt_table_beside(packed.ctypes.data, u, derivative, piece)


def bends(x, y, kind="linear_segments", rule="last_two_points"):
    packed = pack_table(x, y, kind, rule)
    assert bending(packed, np.array([0]))[0] == (packed[6] > 0)
    first = 8 + len(x) + 4 * (len(x) - 1)
    return x[packed[first : first + int(packed[6])].astype(int)].tolist()


LINE = np.array([0.0, 1.0, 2.0, 4.0, 5.0]), np.array([0.0, 2.0, 4.0, 4.0, 7.0])
"""Straight up to 2, flat up to 4, then up again."""


def test_a_table_bends_where_its_slope_changes():
    assert bends(*LINE) == [2, 4]
    assert bends(*LINE, rule="hold_last_point") == [0, 2, 4, 5]
    assert bends(*LINE, rule="no_extrapolation") == [2, 4]
    assert bends(LINE[0][:2], LINE[1][:2]) == []
    assert bends(LINE[0][:1], LINE[1][:1], rule="hold_last_point") == []


def test_smooth_tables_bend_at_most_at_their_ends():
    for kind in SMOOTH:
        assert bends(X, Y, kind) == []
        assert set(bends(X, Y, kind, "hold_last_point")) <= {X[0], X[-1]}


def test_jumps_count_as_bends():
    x, y = np.array([0.0, 1.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0, 3.0])
    assert bends(x, y, "jumping_linear_segments") == [1]
    assert bends(*LINE, "constant_segments", "hold_last_point") == [1, 2, 5]


def test_the_pieces_between_bends_are_counted():
    packed = pack_table(*LINE, extrapolation="hold_last_point")
    for u in np.linspace(-0.97, 6.03, 141):
        before = sum(u >= b for b in (0, 2, 4, 5))
        assert bend(packed, u) == before + 0.5
    assert [bend(packed, b) for b in (0.0, 2.0, 4.0, 5.0)] == [0.0] * 4
    assert bend(pack_table([0, 1], [0, 1]), 0.5) == 0.5


def test_the_depth_within_a_piece_is_negative_outside():
    packed = pack_table(*LINE, extrapolation="hold_last_point")
    ends = [-np.inf, 0.0, 2.0, 4.0, 5.0, np.inf]
    for u in np.linspace(-1.0, 6.0, 141):
        for before, (left, right) in enumerate(pairwise(ends)):
            expected = min(u - left, right - u)
            assert bend(packed, u, before + 0.5) == pytest.approx(expected, abs=1e-15)
    assert bend(pack_table([0, 1], [0, 1]), 0.5, 0.5) > 0


def test_pieces_are_counted_through_all_periods():
    packed = pack_table([0.0, 1.0, 3.0], [0.0, 2.0, 1.0], "linear_segments", "periodic")
    steps = np.arange(-7.0, 8.0)  # -6, -3, 0, 3, 6 are seams, the others follow them by 1
    at = [u for u in steps if u % 3 in (0, 1)]
    pieces = [bend(packed, u + 0.5) for u in at]
    assert np.all(np.diff(pieces) == 1)
    for (left, right), piece in zip(pairwise(at), pieces, strict=False):
        inside, slope = left + 0.25, beside(packed, left + 0.25, piece, derivative=1)
        height = beside(packed, inside, piece)
        for u in (-9.7, -0.1, 4.4, 11.3):
            assert beside(packed, u, piece) == pytest.approx(height + slope * (u - inside))
            depth = np.sign(piece) * bend(packed, u, piece)
            assert depth == pytest.approx(min(u - left, right - u))


def test_a_table_goes_on_from_the_piece_where_it_was():
    packed = pack_table(*LINE)
    assert (bend(packed, 1.9), bend(packed, 2.1)) == (0.5, 1.5)
    assert beside(packed, 2.1, 0.5) == pytest.approx(4.2)
    assert beside(packed, 2.1, 0.5, derivative=1) == pytest.approx(2.0)
    assert beside(packed, 1.9, 1.5) == pytest.approx(4.0)
    assert beside(packed, 3.9, 2.5) == pytest.approx(4.0 - 3.0 * 0.1)
    assert beside(packed, 9.0, 1.5) == pytest.approx(4.0)
    assert beside(packed, 9.0, 0.5) == pytest.approx(18.0)
    for u in (1.9, 2.1, 3.9, 9.0):
        assert beside(packed, u, bend(packed, u)) == evaluate_table(packed, u)
        assert beside(packed, u, 0.0) == evaluate_table(packed, u)


def test_a_piece_between_whole_numbers():
    floor_bend = load_library().dt_floor_bend
    assert [floor_bend(u, 0.0) for u in (-0.2, 0.0, 0.7, 3.0, 3.1)] == [-0.5, 0.0, 0.5, 0.0, 3.5]
    assert floor_bend(7.25, 0.5) == pytest.approx(-6.25)
    assert floor_bend(-0.25, -0.5) == pytest.approx(-0.25)
    assert floor_bend(0.25, -0.5) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("y", "bent"),
    [
        ([0.0, 1.0, 0.0], [1, 2]),
        ([0.0, 1.0, 1.0, 0.0], [1, 2, 3]),
        ([0.0, 3.0, 1.0, 2.0, 0.0], [1, 2, 3, 4]),
        ([0.0, 1.0, -1.0, 0.0], [1, 2]),
        ([0.0, 1.0, 2.0, 0.0, -1.0, 0.0], [2, 3, 4]),
        ([0.0, 1.0, 2.0], [2]),
    ],
)
def test_pieces_of_a_periodic_table_are_counted_through_its_seams(y, bent):
    """The seam is a bend if it bends there, or jumps."""
    period = len(y) - 1.0
    packed = pack_table(np.arange(len(y)), y, extrapolation="periodic")
    u = np.linspace(-period, 2 * period, 3001) + 1e-4
    pieces = np.array([bend(packed, v) for v in u])
    at = u[1:][np.diff(pieces) == 1]
    expected = [k * period + x for k in (-1, 0, 1) for x in bent]
    np.testing.assert_allclose(at, expected, atol=0.01)
    assert set(np.diff(pieces)) == {0.0, 1.0}
    for v, piece in zip(u[::7], pieces[::7], strict=True):
        depth = abs(bend(packed, v, piece))
        for side in (-1.0, 1.0):
            if bend(packed, v + side * (depth + 1e-9)) == piece + side:
                near = v + side * (depth + 1e-9)
                line = evaluate_table(packed, near) + evaluate_table(packed, near, 1) * (v - near)
                assert beside(packed, v, piece + side) == pytest.approx(line, abs=1e-7)


def test_corners_around_an_argument():
    bent = pack_table([0.0, 1.0, 2.0, 4.0], [0.0, 1.0, 2.0, 2.0])  # a corner at 2
    assert corners_around(bent, 1.0) == (-np.inf, 2.0)
    assert corners_around(bent, 2.0) == (2.0, np.inf)
    assert corners_around(bent, 9.0) == (2.0, np.inf)
    ending = pack_table([0.0, 1.0], [0.0, 1.0], extrapolation="no_extrapolation")
    assert corners_around(ending, 0.25) == (0.0, 1.0)
    held = pack_table([0.0, 1.0], [0.0, 1.0], extrapolation="hold_last_point")
    assert corners_around(held, 0.25) == (0.0, 1.0)
    smooth = pack_table(X, Y, "continuous_derivative")
    assert corners_around(smooth, 2.0) == (-np.inf, np.inf)


@pytest.mark.parametrize("turns", [-2, 0, 3])
def test_corners_of_periodic_tables(turns):
    saw = pack_table([0.0, 1.0, 3.0], [0.0, 1.0, 0.0], extrapolation="periodic")
    assert corners_around(saw, 3 * turns + 0.5) == pytest.approx((3 * turns, 3 * turns + 1))
    assert corners_around(saw, 3 * turns + 2.0) == pytest.approx((3 * turns + 1, 3 * turns + 3))
