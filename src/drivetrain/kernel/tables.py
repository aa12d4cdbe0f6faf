"""One-dimensional interpolation tables: from points to the packed form evaluated by the kernel.

Between neighbouring points a table is a cubic; the coefficients are computed here once, so that the
kernel only looks up an interval and evaluates it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from drivetrain.errors import TableError, nearest
from drivetrain.kernel.library import load_library

__all__ = [
    "EXTRAPOLATIONS",
    "SMOOTHNESS",
    "bending",
    "corners_around",
    "curved",
    "ends_somewhere",
    "evaluate_table",
    "grid_of",
    "jumping",
    "pack_table",
    "steepest_turn",
    "turning",
    "unpack_table",
]

Floats = npt.NDArray[np.float64]

EXTRAPOLATIONS = ("hold_last_point", "last_two_points", "periodic", "no_extrapolation")
"""Rules outside the grid, in the order of their codes in the packed form."""

SMOOTHNESS = (
    "linear_segments",
    "continuous_derivative",
    "constant_segments",
    "monotone_continuous_derivative1",
    "monotone_continuous_derivative2",
    "modified_continuous_derivative",
    "jumping_linear_segments",
)
"""Rules between the points."""

_BENDS = 6
"""Position of the number of bends in a packed table."""
_TURNS = 7
"""Position of the number of turns."""
_REVERSAL = 1e-4
"""Relative to the range of a table: reversals that count. Smaller ones are noise, or negligible."""
_JUMP = 0.75
"""Count for a jump from one extremum to the next: a step may contain one, but not two."""
_SAME = 1e-9
"""Difference of values or slopes at a point, relative to the largest, that counts as rounding."""


def pack_table(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    smoothness: str = "linear_segments",
    extrapolation: str = "last_two_points",
) -> Floats:
    """Pack a table for the kernel.

    Parameters
    ----------
    x : array_like, shape (n,)
        Strictly increasing grid, n >= 1. For ``jumping_linear_segments`` inner neighbours may be
        equal: the table jumps there, and the right value applies.
    y : array_like, shape (n,)
        Values at the grid points.
    smoothness : str
        One of :data:`SMOOTHNESS`. With two points every smooth kind is linear; with one point the
        table is constant.
    extrapolation : str
        One of :data:`EXTRAPOLATIONS`. ``last_two_points`` continues linear and constant segments
        along the line through the last two points, smooth kinds with the slope at the boundary;
        ``no_extrapolation`` gives NaN outside the grid.

    Returns
    -------
    ndarray
        Packed table; its layout is described with `dt_table` in `drivetrain_kernel.h`.

    Raises
    ------
    TableError
        The points are empty, not finite, not sorted, or of different length, or a name is unknown.

    Notes
    -----
    Slopes at the points: Akima, J. ACM 17 (1970), and the variant that avoids overshoot next to
    flat parts; Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5 (1984); Steffen, Astron.
    Astrophys. 239 (1990). End points of both monotone kinds take the secant of their interval.
    """
    grid, values = _checked(x, y, may_jump=smoothness == "jumping_linear_segments")
    _check_name("smoothness", smoothness, SMOOTHNESS)
    _check_name("extrapolation", extrapolation, EXTRAPOLATIONS)
    rule = float(EXTRAPOLATIONS.index(extrapolation))
    coefficients, left, right = _segments(grid, values, smoothness)
    bends = _bends(grid, coefficients, (left, right), (values[0], values[-1]), extrapolation)
    start, end, turns = _turns(grid, coefficients, extrapolation == "periodic")
    header = [float(grid.size), rule, left, right, values[0], values[-1], float(len(bends)), turns]
    return np.concatenate([header, grid, coefficients.ravel(), bends, start, end])


def ends_somewhere(packed: Floats, offset: npt.NDArray[np.int64]) -> bool:
    """Tell whether any of several packed tables is undefined outside its grid.

    Parameters
    ----------
    packed : ndarray
        Packed tables one after another.
    offset : int ndarray
        Start of each.
    """
    return bool((packed[offset + 1] == EXTRAPOLATIONS.index("no_extrapolation")).any())


def bending(packed: Floats, offset: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Tell which of several packed tables have a kink or jump.

    Parameters
    ----------
    packed : ndarray
        Packed tables one after another.
    offset : int ndarray
        Start of each.
    """
    found: npt.NDArray[np.bool_] = packed[offset + _BENDS] > 0
    return found


def turning(packed: Floats, offset: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Tell which of several packed tables rise and fall, so that a step might pass over a peak.

    Parameters
    ----------
    packed : ndarray
        Packed tables one after another.
    offset : int ndarray
        Start of each.
    """
    found: npt.NDArray[np.bool_] = packed[offset + _TURNS] > 0
    return found


def curved(packed: Floats, offset: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Tell which of several packed tables consist of curved pieces.

    Parameters
    ----------
    packed : ndarray
        Packed tables one after another.
    offset : int ndarray
        Start of each.
    """
    found = np.zeros(len(offset), dtype=np.bool_)
    for k, at in enumerate(offset.tolist()):
        _, pieces = _unpacked(packed[at:])
        found[k] = bool(np.any(pieces[:, 2:]))
    return found


def jumping(packed: Floats, offset: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Tell which of several packed tables have a jump, or are undefined outside their points.

    Parameters
    ----------
    packed : ndarray
        Packed tables one after another.
    offset : int ndarray
        Start of each.
    """
    found = np.zeros(len(offset), dtype=np.bool_)
    for k, at in enumerate(offset.tolist()):
        rule = int(packed[at + 1])
        grid, c = _unpacked(packed[at:])
        width = np.diff(grid)
        ends = c[:, 0] + width * (c[:, 1] + width * (c[:, 2] + width * c[:, 3]))
        last = packed[at + 4] if EXTRAPOLATIONS[rule] == "periodic" else packed[at + 5]
        starts = np.append(c[1:, 0], last)[: len(ends)]
        size = np.abs(packed[at + 4 : at + 6]).max() + np.abs(c[:, 0]).max(initial=0.0)
        found[k] = bool(np.any(np.abs(ends - starts) > _SAME * size))
        found[k] |= EXTRAPOLATIONS[rule] == "no_extrapolation"
    return found


def unpack_table(packed: Floats) -> tuple[Floats, Floats]:
    """Return grid and values of a packed table, possibly followed by others."""
    grid, coefficients = _unpacked(packed)
    return grid.copy(), np.append(coefficients[:, 0], packed[5])


def _unpacked(packed: Floats) -> tuple[Floats, Floats]:
    """Return the points of a packed table and the coefficients of its pieces, one row each."""
    n = int(packed[0])
    begin = _TURNS + 1 + n
    return packed[_TURNS + 1 : begin], packed[begin : begin + 4 * (n - 1)].reshape(-1, 4)


def grid_of(packed: Floats) -> tuple[Floats, str]:
    """Return the abscissae of the rows of a table, and how it goes on beyond them.

    Parameters
    ----------
    packed : ndarray
        A packed table, possibly followed by others.

    Returns
    -------
    grid : ndarray
        Abscissae, increasing.
    extrapolation : str
        One of :data:`EXTRAPOLATIONS`.
    """
    return _unpacked(packed)[0], EXTRAPOLATIONS[int(packed[1])]


def corners_around(packed: Floats, x: float) -> tuple[float, float]:
    """Return the nearest abscissae at or below and above `x` at which a table bends, jumps or ends.

    Parameters
    ----------
    packed : ndarray
        A packed table, possibly followed by others.
    x : float
        Argument of the table.

    Returns
    -------
    below, above : float
        Infinite where there is none.
    """
    n, bends = int(packed[0]), int(packed[_BENDS])
    grid, rule = grid_of(packed)
    first = _TURNS + 1 + n + 4 * (n - 1)
    at = grid[packed[first : first + bends].astype(np.int64)]
    if rule == "no_extrapolation":
        at = np.unique(np.concatenate([at, grid[[0, -1]]]))
    if rule == "periodic" and len(at):
        period = grid[-1] - grid[0]
        turns = np.floor((x - at[0]) / period)
        at = np.concatenate([at + (turns + k) * period for k in (-1, 0, 1)])
    below, above = at[at <= x], at[at > x]
    return float(below.max(initial=-np.inf)), float(above.min(initial=np.inf))


def steepest_turn(packed: Floats) -> tuple[float, float]:
    """Return how rapidly a table rises and falls, and its period.

    Parameters
    ----------
    packed : ndarray
        A packed table, possibly followed by others.

    Returns
    -------
    steepest : float
        Turns per unit of the argument, at most; 0 if they are not counted.
    period : float
        In units of the argument; infinite if there is none.
    """
    n, bends = int(packed[0]), int(packed[_BENDS])
    if packed[_TURNS] == 0:
        return 0.0, np.inf
    grid, _ = _unpacked(packed)
    start, end = packed[_TURNS + 1 + n + 4 * (n - 1) + bends :][: 2 * (n - 1)].reshape(2, n - 1)
    width = np.diff(grid)
    steepest = float(np.max((end - start)[width > 0] / width[width > 0]))
    repeats = packed[1] == EXTRAPOLATIONS.index("periodic")
    return steepest, float(grid[-1] - grid[0]) if repeats else np.inf


def evaluate_table(packed: Floats, u: npt.ArrayLike, derivative: int = 0) -> Floats:
    """Evaluate a packed table at many arguments.

    Parameters
    ----------
    packed : ndarray
        Result of :func:`pack_table`.
    u : array_like
        Arguments of any shape.
    derivative : {0, 1, 2}
        Order of the derivative.

    Returns
    -------
    ndarray
        Values of the shape of `u`; NaN outside the grid of a table without extrapolation.

    Raises
    ------
    TableError
        `derivative` is not 0, 1 or 2.
    """
    if derivative not in (0, 1, 2):
        raise TableError(f"derivative {derivative} of a table: only 0, 1 and 2 exist")
    table = np.ascontiguousarray(packed, dtype=np.float64)
    arguments = np.ascontiguousarray(u, dtype=np.float64)
    out = np.empty_like(arguments)
    load_library().dt_table_many(
        table.ctypes.data, arguments.size, arguments.ctypes.data, derivative, out.ctypes.data
    )
    return out.reshape(np.shape(u))


def _check_name(what: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise TableError(
            f"table {what} {name!r} is unknown{nearest(name, known)} (one of {', '.join(known)})"
        )


def _checked(x: npt.ArrayLike, y: npt.ArrayLike, may_jump: bool) -> tuple[Floats, Floats]:
    """Return grid and values as arrays, or raise an error that says what is wrong with them."""
    try:
        grid, values = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise TableError(f"a table needs numbers: {error}") from error
    if grid.ndim != 1 or grid.shape != values.shape:
        raise TableError(
            "a table needs as many values as grid points, both in one dimension; found shapes "
            f"{grid.shape} and {values.shape}"
        )
    if grid.size == 0:
        raise TableError("a table needs at least one point; it is empty")
    for name, array in (("x", grid), ("y", values)):
        bad = np.flatnonzero(~np.isfinite(array))
        if bad.size:
            raise TableError(
                f"{name} of row {bad[0] + 1} is {array[bad[0]]}; all numbers have to be finite"
            )
    width = np.diff(grid)
    wrong = width <= 0
    if may_jump:
        wrong[1:-1] = width[1:-1] < 0
    steps = np.flatnonzero(wrong)
    if steps.size:
        i = int(steps[0])
        raise TableError(
            f"x (the first column) has to increase from row to row, but row {i + 1} has "
            f"{grid[i]:g} and row {i + 2} has {grid[i + 1]:g}"
        )
    return grid, values


def _segments(grid: Floats, values: Floats, smoothness: str) -> tuple[Floats, float, float]:
    """Return coefficients (n - 1, 4) of the intervals, and outer slopes left and right."""
    if grid.size == 1:
        return np.empty((0, 4)), 0.0, 0.0
    width = np.diff(grid)
    secant = np.diff(values) / np.where(width > 0, width, np.inf)
    coefficients = np.zeros((width.size, 4))
    coefficients[:, 0] = values[:-1]
    if smoothness == "constant_segments":
        return coefficients, secant[0], secant[-1]
    if smoothness.endswith("linear_segments") or grid.size == 2:
        coefficients[:, 1] = secant
        return coefficients, secant[0], secant[-1]
    slope = _SLOPES[smoothness](width, secant)
    start, end = slope[:-1], slope[1:]
    coefficients[:, 1] = start
    coefficients[:, 2] = (3 * secant - 2 * start - end) / width
    coefficients[:, 3] = (start + end - 2 * secant) / width**2
    return coefficients, slope[0], slope[-1]


def _bends(
    grid: Floats,
    coefficients: Floats,
    outside: tuple[float, float],
    values: tuple[float, float],
    rule: str,
) -> npt.NDArray[np.int64]:
    """Return indices of the points at which a table bends or jumps: the right ones if equal.

    In a periodic table, the last point also represents the first one.
    """
    if grid.size == 1:
        return np.empty(0, dtype=np.int64)
    piece = np.flatnonzero(np.diff(grid) > 0)
    width, c = np.diff(grid)[piece], coefficients[piece]
    value = c[:, 0] + width * (c[:, 1] + width * (c[:, 2] + width * c[:, 3]))
    slope = c[:, 1] + width * (2 * c[:, 2] + width * 3 * c[:, 3])
    left, right = outside if rule == "last_two_points" else (0.0, 0.0)
    before = np.array([[values[0], left]])
    behind = c[:1, :2] if rule == "periodic" else np.array([[values[-1], right]])
    ends = np.concatenate([before, np.stack([value, slope], axis=1)])
    starts = np.concatenate([c[:, :2], behind])
    found: npt.NDArray[np.bool_] = np.any(_differ(ends, starts, np.abs(ends).max(axis=0)), axis=1)
    if rule in ("periodic", "no_extrapolation"):
        found[0] = False
    if rule == "no_extrapolation":
        found[-1] = False
    return np.append(piece, grid.size - 1)[found]


def _turns(grid: Floats, coefficients: Floats, repeats: bool) -> tuple[Floats, Floats, float]:
    """Count the rises and falls of a table up to each interval's start and end, and in total.

    The count grows by 1 from each extremum to the next, in proportion to the value. Nothing is
    counted if the table is monotone, unless it is periodic.
    """
    none = np.empty(0), np.empty(0), 0.0
    if grid.size < 2:
        return none
    width = np.diff(grid)
    c0, c1, c2, c3 = coefficients.T
    last = c0 + width * (c1 + width * (c2 + width * c3))
    values = np.column_stack([c0, last]).ravel()
    if repeats:
        values = np.append(values, values[0])
    corner = _extremes(values)
    if len(corner) < (2 if repeats else 3):
        return none
    height = np.abs(np.diff(values[corner]))
    run = np.clip(np.searchsorted(corner, np.arange(values.size - 1), "right") - 1, 0, None)
    share = np.abs(np.diff(values)) / height[np.minimum(run, height.size - 1)]
    share[1::2] *= _JUMP  # from the end of an interval to the start of the next one
    count = np.concatenate([[0.0], np.cumsum(share)])
    return count[0 : 2 * width.size : 2], count[1 : 2 * width.size : 2], float(count[-1])


def _extremes(values: Floats) -> npt.NDArray[np.int64]:
    """Return indices of the first value and of those from which on the values reverse."""
    change = np.flatnonzero(np.diff(values))
    rises = np.diff(values)[change] > 0
    turned = change[1:][rises[1:] != rises[:-1]]
    least = _REVERSAL * float(np.ptp(values))
    corners, extreme, rising = [0], 0, 0.0
    for k in [*turned.tolist(), values.size - 1]:
        beyond = float(values[k] - values[extreme])
        if rising * beyond >= 0 and (rising or abs(beyond) >= least):
            rising, extreme = (rising or float(np.sign(beyond))), k
        elif rising and abs(beyond) >= least:
            corners.append(extreme)
            rising, extreme = -rising, k
    return np.array([*corners, extreme] if extreme else corners, dtype=np.int64)


def _differ(one: Floats, other: Floats, size: Floats) -> npt.NDArray[np.bool_]:
    """Tell where numbers differ by more than rounding of this magnitude."""
    found: npt.NDArray[np.bool_] = np.abs(np.subtract(one, other)) > _SAME * size
    return found


def _extended(secant: Floats) -> Floats:
    """Return secants with two fictitious ones at either end, on the line through the outer two."""
    first, last = secant[0] - secant[1], secant[-1] - secant[-2]
    before = [secant[0] + 2 * first, secant[0] + first]
    after = [secant[-1] + last, secant[-1] + 2 * last]
    return np.concatenate([before, secant, after])


def _weighted(d: Floats, w1: Floats, w2: Floats, otherwise: Floats) -> Floats:
    """Return the mean of the two secants at each point with weights w1 (left) and w2 (right)."""
    total = w1 + w2
    flat = total == 0
    return np.where(flat, otherwise, (w1 * d[1:-2] + w2 * d[2:-1]) / np.where(flat, 1.0, total))


def _akima(width: Floats, secant: Floats) -> Floats:
    d = _extended(secant)
    change = np.abs(np.diff(d))
    return _weighted(d, change[2:], change[:-2], 0.5 * (d[1:-2] + d[2:-1]))


def _modified_akima(width: Floats, secant: Floats) -> Floats:
    d = _extended(secant)
    weight = np.abs(np.diff(d)) + 0.5 * np.abs(d[1:] + d[:-1])
    return _weighted(d, weight[2:], weight[:-2], np.zeros(secant.size + 1))


def _monotone(
    width: Floats, secant: Floats, mean: Callable[[Floats, Floats, Floats, Floats], Floats]
) -> Floats:
    """Return slopes that are zero at local extrema, `mean` elsewhere, secants at the ends."""
    left, right = secant[:-1], secant[1:]
    same = np.sign(left) * np.sign(right) > 0
    safe_left, safe_right = np.where(same, left, 1.0), np.where(same, right, 1.0)
    inner = np.where(same, mean(safe_left, safe_right, width[:-1], width[1:]), 0.0)
    return np.concatenate([secant[:1], inner, secant[-1:]])


def _harmonic_mean(left: Floats, right: Floats, before: Floats, after: Floats) -> Floats:
    weights = (before + 2 * after) / left + (after + 2 * before) / right
    mean: Floats = 3 * (before + after) / weights
    return mean


def _limited_parabola(left: Floats, right: Floats, before: Floats, after: Floats) -> Floats:
    p = (left * after + right * before) / (before + after)
    smaller = np.minimum(np.abs(left), np.abs(right))
    return np.where(np.abs(p) / 2 > smaller, 2 * np.sign(left) * smaller, p)


def _fritsch_butland(width: Floats, secant: Floats) -> Floats:
    return _monotone(width, secant, _harmonic_mean)


def _steffen(width: Floats, secant: Floats) -> Floats:
    return _monotone(width, secant, _limited_parabola)


_SLOPES: dict[str, Callable[[Floats, Floats], Floats]] = {
    "continuous_derivative": _akima,
    "modified_continuous_derivative": _modified_akima,
    "monotone_continuous_derivative1": _fritsch_butland,
    "monotone_continuous_derivative2": _steffen,
}
