"""Motions that locked elements hold: their speeds, and the angles behind these."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.translation import Translation
from drivetrain.simulation.results.row_layout import component_of

__all__ = ["held_at", "lock_members"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def lock_members(t: Translation) -> list[tuple[Lock, int]]:
    """Return the chain members that each lock holds: the speed, and the angle if there is one."""
    return [(lock, member) for lock in t.holds for member in _members(t, lock)]


def held_at(t: Translation, row: Floats) -> tuple[Ints, tuple[str, ...]]:
    """Return which of the lock members are held in a row, and by which elements."""
    first = FIRST_VALUE + len(t.lowered.states) + len(t.lowered.quadrature_rates)
    found = [
        (k, component_of(variable_name(t.flat.root, lock.variable)))
        for k, (lock, _) in enumerate(lock_members(t))
        if row[first + lock.discrete] != 0.0
    ]
    return np.array([k for k, _ in found], dtype=np.int64), tuple(name for _, name in found)


def _members(t: Translation, lock: Lock) -> list[int]:
    first = t.reduced.first
    chain = int(np.searchsorted(first, lock.member, side="right")) - 1
    behind = lock.member - 1
    has_angle = lock.member > int(first[chain]) and t.lowered.members.find(behind) >= 0
    return [lock.member, behind] if has_angle else [lock.member]
