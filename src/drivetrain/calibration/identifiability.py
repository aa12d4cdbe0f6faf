"""What data can tell, and what not: singular values of the derivatives, and named combinations.

The derivatives of the residuals are taken with respect to relative changes. A direction in which
they are small hardly changes what is measured. If such a direction is simple, its combination has a
name: of two factors that only occur as a product, data tell the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.unknown import Free

__all__ = ["Direction", "directions"]

Floats = NDArray[np.float64]

_BLIND = 1e-5
"""Singular value beside the largest one: below, data tell nothing at all."""
_FAINT = 1.0
"""Standard deviation of a relative change: above, data tell less than the size of the value."""
_TAKES_PART = 0.05
"""Smallest share of an unknown in a direction that is named."""
_WHOLE = 0.03
"""Largest deviation of an exponent from a simple one."""
_EXPONENTS = (1, 2, 3)


@dataclass(frozen=True)
class Direction:
    """A combination of changes, and how well data tell it.

    Attributes
    ----------
    singular_value : float
        Change of the residuals by a change of size 1 in this direction.
    deviation : float
        Standard deviation of the change in this direction; infinite if data tell nothing.
    shares : dict of str to float
        Change of each unknown, beside its value or scale.
    is_blind : bool
        Whether data tell nothing about it.
    text : str
        What this means.
    """

    singular_value: float
    deviation: float
    shares: dict[str, float]
    is_blind: bool
    text: str


def directions(
    jacobian: Floats, unknowns: Sequence[Free], noise: float = 1.0
) -> tuple[Floats, list[Direction]]:
    """Return all singular values, and the directions that data do not tell.

    Parameters
    ----------
    jacobian : float array, shape (m, n)
        Derivatives of residuals with respect to coordinates of the search.
    unknowns : sequence of Free
        The unknowns.
    noise : float
        Standard deviation of the residuals.
    """
    if not len(unknowns):
        return np.empty(0), []
    _, values, rows = np.linalg.svd(jacobian, full_matrices=False)
    largest = float(values[0]) if len(values) else 0.0
    found = []
    weak = [
        k for k, value in enumerate(values)
        if value <= _BLIND * largest or noise > _FAINT * value
    ]  # fmt: skip
    blind = [k for k in weak if values[k] <= _BLIND * largest]
    basis = _simplest(rows[blind]) if len(blind) > 1 else rows[blind]
    for k, row in zip(blind, basis, strict=True):
        found.append(_direction(float(values[k]), row, unknowns, noise, True))
    found += [
        _direction(float(values[k]), rows[k], unknowns, noise, False)
        for k in weak
        if k not in blind
    ]
    return values, found


def _simplest(rows: Floats) -> Floats:
    """Return a basis of the same directions in which as few unknowns as possible take part."""
    reduced = rows.copy()
    for row in range(len(reduced)):
        column = int(np.argmax(np.abs(reduced[row:]).max(axis=0)))
        best = row + int(np.argmax(np.abs(reduced[row:, column])))
        reduced[[row, best]] = reduced[[best, row]]
        reduced[row] /= reduced[row, column]
        for other in range(len(reduced)):
            if other != row:
                reduced[other] -= reduced[other, column] * reduced[row]
    return np.asarray(reduced / np.linalg.norm(reduced, axis=1, keepdims=True))


def _direction(
    value: float, row: Floats, unknowns: Sequence[Free], noise: float, is_blind: bool
) -> Direction:
    row = row * np.sign(row[np.argmax(np.abs(row))])
    part = [k for k in np.argsort(-np.abs(row), kind="stable") if abs(row[k]) >= _TAKES_PART]
    shares = {unknowns[k].name: float(row[k]) for k in sorted(part)}
    deviation = np.inf if is_blind else noise / value
    members = [unknowns[k] for k in sorted(part)]
    text = _text(members, [float(row[k]) for k in sorted(part)], is_blind, deviation)
    return Direction(value, float(deviation), shares, is_blind, text)


def _text(
    members: Sequence[Free], shares: Sequence[float], is_blind: bool, deviation: float
) -> str:
    """Say what a direction means."""
    names = [one.name for one in members]
    if len(members) == 1:
        return (
            f"{names[0]} has no effect on what was measured"
            if is_blind
            else f"{names[0]} is hardly determined: ± {deviation:.2g} of its size"
        )
    verb = "cannot tell" if is_blind else "can hardly tell"
    who = f"the data {verb} {_listed(names)} apart"
    power = _power(members, shares)
    if power:
        return f"{who}: they determine {power}"
    greatest = max(map(abs, shares))
    changes = ", ".join(
        f"{name} by {share / greatest:+.2g}{' of its scale' * (not one.is_relative)}"
        for name, one, share in zip(names, members, shares, strict=True)
    )
    return f"{who}: relative changes of {changes} together change nothing"


def _power(members: Sequence[Free], shares: Sequence[float]) -> str:
    """Return the product of powers of two unknowns that remains the same, if it is a simple one."""
    if len(members) != 2 or not all(one.is_relative for one in members):
        return ""
    ratio = -shares[0] / shares[1]  # d ln(second) = −d ln(first) / ratio
    for a in _EXPONENTS:
        for b in _EXPONENTS:
            # first^a · second^(±b) stays: a·s₁ ± b·s₂ = 0, so −s₁/s₂ = ±b/a
            if abs(abs(ratio) * a / b - 1) < _WHOLE:
                one, two = (
                    f"{member.name}{_superscript(n)}"
                    for member, n in zip(members, (a, b), strict=True)
                )
                return f"{one} · {two}" if ratio > 0 else f"{one} / {two}"
    return ""


def _superscript(number: int) -> str:
    return "" if number == 1 else {2: "²", 3: "³"}[number]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}"
