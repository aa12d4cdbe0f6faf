"""From one sampled period to its harmonics, without its end counted twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import highest_order, numbers, whole
from drivetrain.errors import AnalysisError, ParameterError, shown
from drivetrain.modeling.argument_values import check_flags

__all__ = ["Sampling", "harmonics_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_FEWEST = 3
_ROUNDING = 4 * float(np.finfo(float).eps)
"""Amplitude that is none, relative to the largest sample."""
_SAME = 1e-9
"""Difference of samples that counts as none, relative to their range."""
_UNEQUAL = 1e-4
"""Deviation of an angle from equal steps that is taken as rounding, in steps."""


@dataclass(frozen=True)
class Sampling:
    """How a period was sampled; see ``OrderTable.from_samples`` for the meaning.

    Attributes
    ----------
    revolutions : int
        Revolutions of the shaft in the period.
    angle : array_like or None
        Angles of the samples, rad.
    end_repeated : bool or None
        Whether the last sample repeats the first; None if it is to be found out.
    """

    revolutions: int
    angle: Any = None
    end_repeated: bool | None = None


def harmonics_of(
    samples: Any, sampling: Sampling, highest: float | None, unit: str
) -> tuple[tuple[str, ...], Floats, Complexes, Floats]:
    """Return sources, orders, complex amplitudes and means of sampled periods.

    Parameters
    ----------
    samples : mapping of str to array_like
        Samples of each source.
    sampling : Sampling
        How they were taken.
    highest : float or None
        Highest order to keep.
    unit : str
        Unit of the samples.
    """
    revolutions = whole(sampling.revolutions, "revolutions")
    sources, rows = _checked(samples, unit)
    rows, begin = _one_period(rows, sampling, revolutions)
    count = rows.shape[1]
    if count < _FEWEST:
        raise ParameterError(f"{count} samples of a period: give {_FEWEST} at least")
    transformed = np.fft.rfft(rows, axis=1) / count
    orders = np.arange(1, count // 2 + 1) / revolutions
    values = 2 * transformed[:, 1:]
    if count % 2 == 0:
        values[:, -1] /= 2
    rounding = _ROUNDING * np.abs(rows).max(axis=1, keepdims=True)
    values = np.where(np.abs(values) <= rounding, 0.0, values) * np.exp(-1j * orders * begin)
    kept = orders <= (np.inf if highest is None else highest_order(highest) + _SAME)
    mean = transformed[:, 0].real
    mean = np.where(np.abs(mean) <= rounding[:, 0], 0.0, mean)
    return sources, orders[kept], values[:, kept], mean


def _checked(samples: Any, unit: str) -> tuple[tuple[str, ...], Floats]:
    if not isinstance(samples, Mapping) or not samples:
        raise ParameterError(
            f"samples={shown(samples)}: give samples by source, {{'motor.tau': [...]}}"
        )
    rows = {str(name): numbers(row, f"samples of {name}", unit) for name, row in samples.items()}
    sizes = {len(row) for row in rows.values()}
    if len(sizes) > 1:
        told = ", ".join(f"{name}: {len(row)}" for name, row in rows.items())
        raise ParameterError(f"all sources need the same number of samples, but {told}")
    return tuple(rows), np.array(list(rows.values()))


def _one_period(rows: Floats, sampling: Sampling, revolutions: int) -> tuple[Floats, float]:
    """Return the samples of a period without its end, and the angle of the first."""
    begin, known = 0.0, sampling.end_repeated
    if known is not None:
        check_flags("from_samples", end_repeated=known)
    if sampling.angle is not None:
        angle = numbers(sampling.angle, "angle", "rad")
        repeated = _is_end_in(angle, rows.shape[1], revolutions)
        if known is not None and known != repeated:
            found = "in" if repeated else "not in"
            raise AnalysisError(
                f"end_repeated={known}, but by the angles the end of the period is {found}"
            )
        begin, known = float(angle[0]), repeated
    seems = _seems_repeated(rows)
    if known and not seems:
        raise AnalysisError(
            "the last sample is said to repeat the first, but they differ: this is no period"
        )
    if known is None and seems:
        raise AnalysisError(
            "the first and the last sample are the same: if the end of the period was sampled "
            "twice, every order leaks into others. Leave it out, or say end_repeated=True to drop "
            "it; say end_repeated=False if it is a sample of its own"
        )
    return (rows[:, :-1] if known else rows), begin


def _seems_repeated(rows: Floats) -> bool:
    """Return whether all sources end as they begin; constant ones tell nothing."""
    spans = np.ptp(rows, axis=1)
    telling = spans > 0
    same = np.abs(rows[:, -1] - rows[:, 0]) <= _SAME * spans
    return bool(telling.any() and same[telling].all())


def _is_end_in(angle: Floats, count: int, revolutions: int) -> bool:
    """Return whether equidistant angles reach the end of the period."""
    if len(angle) != count:
        raise ParameterError(f"angle: {len(angle)} angles for {count} samples")
    period = 2 * np.pi * revolutions
    for steps, repeated in ((count, False), (count - 1, True)):
        ideal = angle[0] + period / max(steps, 1) * np.arange(count)
        if (np.abs(angle - ideal) <= _UNEQUAL * period / count).all():
            return repeated
    raise AnalysisError(
        f"angle: {count} angles from {angle[0]:g} to {angle[-1]:g} rad are not equal steps of "
        f"{revolutions} revolution{'s' * (revolutions > 1)}: {count} steps of {period / count:.6g} "
        "rad are needed; interpolate first"
    )
