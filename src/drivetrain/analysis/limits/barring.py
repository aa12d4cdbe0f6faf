"""Which speeds to bar where a shaft exceeds its limit, and why some cannot be barred."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drivetrain.analysis.limits.barred_range import BarredRange, merged
from drivetrain.analysis.limits.shaft_limits import ShaftLimits
from drivetrain.analysis.limits.violations import Violation

__all__ = ["Barring", "barring_of"]

_RPM = 30 / np.pi
_ROUNDING = 1e-12

Barring = tuple[tuple[BarredRange, ...], tuple[BarredRange, ...], tuple[str, ...]]
"""Ranges to bar, ranges that barring does not solve, and remarks."""


def barring_of(
    limits: ShaftLimits,
    violations: Sequence[Violation],
    criticals: Sequence[float],
    tachometer: float,
    misfiring: bool,
) -> Barring:
    """Return ranges that have to be barred.

    A range is that of the rule around the critical speed, and reaches over all speeds at which the
    limit is exceeded. Where no critical speed is given for a violation, it is the worst one.

    Parameters
    ----------
    limits : ShaftLimits
        The rule.
    violations : sequence of Violation
        Where the limit for continuous operation is exceeded.
    criticals : sequence of float
        Known critical speeds, rad/s.
    tachometer : float
        Uncertainty of the speed that is shown, rad/s, added at both ends.
    misfiring : bool
        Whether a cylinder misfires.
    """
    needed = merged(_around(limits, one, criticals, tachometer) for one in violations)
    barred: list[BarredRange] = []
    refused: list[BarredRange] = []
    remarks: list[str] = []
    for one in needed:
        reasons = _reasons(limits, one, violations, misfiring)
        (refused if reasons else barred).append(one)
        remarks += [f"{one}: {reason}" for reason in reasons]
    if needed:
        remarks += limits.barring_remarks
        if misfiring:
            remarks.append(
                "with a misfiring cylinder, barred ranges have to leave speeds for safe navigation"
            )
        if not tachometer:
            remarks.append("no tolerance of the tachometer is added (tachometer=…)")
    return tuple(barred), tuple(refused), tuple(remarks)


def _around(
    limits: ShaftLimits, violation: Violation, criticals: Sequence[float], tachometer: float
) -> BarredRange:
    """Return the range for one violation."""
    inside = [speed for speed in criticals if violation.low <= speed <= violation.high]
    ranges = [limits.barring.range_at(speed, limits.rated) for speed in inside or [violation.worst]]
    low = min(violation.low, *(one.low for one in ranges)) - tachometer
    high = max(violation.high, *(one.high for one in ranges)) + tachometer
    return BarredRange(max(low, 0.0), high, inside or [violation.worst])


def _reasons(
    limits: ShaftLimits, one: BarredRange, violations: Sequence[Violation], misfiring: bool
) -> list[str]:
    """Return why barring a range does not help."""
    told = []
    highest = limits.barring.highest_ratio
    if not misfiring and one.high > highest * limits.rated * (1 + _ROUNDING):
        told.append(
            f"would have to be barred up to {one.high / limits.rated:.3f} of the rated speed; the "
            f"rule allows no barred range from {highest:g} on in normal operation"
        )
    return told + [
        f"at {bad.worst * _RPM:.5g} rpm {bad.half_range * 1e-6:.4g} N/mm² exceed the "
        f"{bad.transient * 1e-6:.4g} N/mm² for passing through; barring does not help, the "
        "vibration has to be smaller"
        for bad in violations
        if bad.worst in one and not bad.is_passable
    ]
