"""Frequencies as given by users, and grids of them that resolve every peak."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import any_shape
from drivetrain.errors import UnitError, UsageError, shown
from drivetrain.modeling.argument_values import checked_value

__all__ = ["asked", "band", "fine_grid", "pole_grid"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_TURN = 2 * np.pi
_NEAR = np.concatenate(
    [np.arange(-9, 10) / 6, [-2, 2, -3, 3, -5, 5, -8, 8, -12, 12, -20, 20, -35, 35]]
)
"""Places around a pole, in units of its distance from the imaginary axis: 12 of them lie within the
half-power width, which is two units."""
_UNDAMPED = np.concatenate([sign * 10.0 ** -np.arange(1.5, 6.1, 0.5) for sign in (-1, 1)])
"""Places around a pole without damping, relative to its frequency."""
_FLAT = 1e-7
"""Damping ratio below which a pole counts as undamped."""
_FEW = 9
"""Frequencies with which bisection begins, at least."""
_BENT = 0.04
"""Deviation from a straight line, relative to the response, that asks for another point."""
_ROUNDS = 14
"""How often a grid is refined."""


def asked(omega: Any, frequency: Any) -> Floats:
    """Return angular frequencies in rad/s from what a user gives in one of two units.

    Parameters
    ----------
    omega : float, array_like, text or quantity, optional
        Angular frequencies, rad/s.
    frequency : the same, optional
        Frequencies, Hz.

    Raises
    ------
    UsageError
        If not exactly one is given, or a frequency is negative or not finite.
    UnitError
        If a quantity is of another kind.
    """
    if (omega is None) == (frequency is None):
        raise UsageError(
            "give frequencies in one way: omega=… in rad/s, frequency=… in Hz, or a grid "
            "between=(low, high)"
        )
    if omega is not None:
        found, name = np.atleast_1d(_angular(omega, "omega")), "omega"
    else:
        found = _TURN * np.atleast_1d(any_shape(frequency, "frequency", "Hz"))
        name = "frequency"
    if found.ndim != 1 or not (np.isfinite(found) & (found >= 0)).all():
        raise UsageError(f"{name}: give frequencies in one row that are finite and not negative")
    return np.asarray(found, dtype=float)


def _angular(value: Any, label: str) -> Any:
    try:
        return any_shape(value, label, "rad/s")
    except UnitError as error:
        raise UnitError(f"{error}; for cycles per second give frequency=… instead") from None


def band(between: Any) -> tuple[float, float]:
    """Return the limits of a band in rad/s.

    Parameters
    ----------
    between : pair of float, texts or quantities
        Numbers are in rad/s. Quantities may also be in Hz, which are converted.

    Raises
    ------
    UsageError
        If these are not two increasing frequencies above zero.
    """
    try:
        low, high = (_limit(one) for one in between)
    except (TypeError, ValueError):
        raise UsageError(
            f"between={shown(between)}: give two frequencies, (10, 500) in rad/s or "
            "('2 Hz', '80 Hz')"
        ) from None
    if not 0 < low < high < np.inf:
        raise UsageError(
            f"between=({low:g}, {high:g}): the first has to be above 0 and below the second"
        )
    return low, high


def _limit(value: Any) -> float:
    try:
        return float(checked_value(value, "between", "rad/s"))
    except UnitError:
        return _TURN * float(checked_value(value, "between", "Hz"))


def spaced(low: float, high: float, points: Any) -> Floats:
    """Return frequencies with equal ratios."""
    if not isinstance(points, (int, np.integer)) or isinstance(points, bool) or points < 2:
        raise UsageError(f"points={shown(points)}: give the number of frequencies, at least 2")
    grid = np.geomspace(low, high, int(points))
    grid[[0, -1]] = low, high
    return grid


def pole_grid(low: float, high: float, points: int, poles: Complexes) -> Floats:
    """Return frequencies with equal ratios, and more around poles.

    Parameters
    ----------
    low, high : float
        Limits, rad/s.
    points : int
        Number of frequencies with equal ratios.
    poles : complex array
        Eigenvalues with positive imaginary parts, 1/s.
    """
    parts = [spaced(low, high, points)]
    for pole in poles.tolist():
        sigma, omega = abs(pole.real), pole.imag
        if sigma > _FLAT * omega:
            parts.append(omega + sigma * _NEAR)
        else:
            parts.append(omega * (1 + _UNDAMPED))
    found = np.unique(np.concatenate(parts))
    found = found[(found >= low) & (found <= high)]
    return found[~_on_undamped(found, poles)]


def _on_undamped(omega: Floats, poles: Complexes) -> NDArray[np.bool_]:
    undamped = poles.imag[np.abs(poles.real) <= _FLAT * poles.imag]
    return np.asarray((np.abs(omega[:, None] - undamped) <= 1e-9 * undamped).any(axis=1))


def fine_grid(
    low: float, high: float, points: int, response: Callable[[Floats], Complexes], most: int,
    first: Iterable[float] = (),
) -> tuple[Floats, Complexes, bool]:  # fmt: skip
    """Return frequencies that resolve a response of which no poles are known, by bisection.

    Where the response bends within the complex plane, more points are added; near a pole that makes
    nine within the half-power width. A peak that is narrower than the first points are apart is
    found if the phase turns there.

    Parameters
    ----------
    low, high : float
        Limits, rad/s.
    points : int
        Number of frequencies to begin with.
    response : callable
        Returns responses, shape (n, n_pairs).
    most : int
        Number of frequencies that is not exceeded.
    first : iterable of float
        Frequencies to begin with, too.

    Returns
    -------
    omega : float array
        The frequencies.
    values : complex array
        The responses there.
    resolved : bool
        Whether these were enough.
    """
    omega = spaced(low, high, points)
    omega = omega if len(omega) >= _FEW else spaced(low, high, _FEW)
    omega = np.union1d(omega, np.fromiter(first, dtype=float))
    values = response(omega)
    for _ in range(_ROUNDS):
        wide = _to_be_halved(omega, values)
        if not len(wide):
            return omega, values, True
        wide = wide[: max(0, most - len(omega))]
        if not len(wide):
            break
        more = np.sqrt(omega[wide] * omega[wide + 1])
        omega = np.concatenate([omega, more])
        values = np.concatenate([values, response(more)])
        order = np.argsort(omega)
        omega, values = omega[order], values[order]
    return omega, values, False


def _to_be_halved(omega: Floats, values: Complexes) -> NDArray[np.int64]:
    """Return the intervals in which some response bends, the sharpest ones first."""
    if len(omega) < 3:
        return np.empty(0, dtype=np.int64)
    share = ((omega[1:-1] - omega[:-2]) / (omega[2:] - omega[:-2]))[:, None]
    straight = values[:-2] + share * (values[2:] - values[:-2])
    size = np.maximum(np.abs(values[1:-1]), 1e-3 * np.abs(values).max(axis=0))
    with np.errstate(invalid="ignore"):
        bent = np.nan_to_num((np.abs(values[1:-1] - straight) / size).max(axis=1))
    sharp = np.zeros(len(omega) - 1)
    np.maximum.at(sharp, np.arange(len(bent)), bent)
    np.maximum.at(sharp, np.arange(len(bent)) + 1, bent)
    found = np.flatnonzero(sharp > _BENT)
    return found[np.argsort(-sharp[found], kind="stable")]
