"""The motion of a train that oscillates freely except for a torque at its last disc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import splu

from drivetrain.analysis.modes.holzer.paths import Path
from drivetrain.analysis.modes.holzer.train import Train
from drivetrain.errors import AnalysisError

__all__ = ["Trial", "solved"]

Numbers = NDArray[Any]

_SINGULAR = 1e12
"""Amplitude, relative to that of the first disc, at which this one must have a node."""


class Trial(NamedTuple):
    """A train at a trial value.

    Attributes
    ----------
    inertia, ground, shaft : array
        Dynamic stiffness of groups, of what ties them to the ground, and of the shafts, in the
        order of `train.shafts`: ``-J s^2``, ``c + d s``.
    amplitudes : array
        Motion of the groups.
    residual : number
        Torque that is needed at the last group.
    """

    inertia: Numbers
    ground: Numbers
    shaft: Numbers
    amplitudes: Numbers
    residual: Any


def solved(train: Train, paths: Sequence[Path], s: complex, *, damped: bool, unit: float) -> Trial:
    """Return the motion with a given amplitude at the first group.

    All groups but the last one are in equilibrium. This is what Holzer's table calculates from
    group to group; solved at once, nodes at junctions need no special care.

    Parameters
    ----------
    train : Train
        The train.
    paths : sequence of Path
        Those of the part that is looked at.
    s : complex
        Trial value, 1/s.
    damped : bool
        Whether dampers count.
    unit : float
        Amplitude of the first group.

    Raises
    ------
    AnalysisError
        If the first disc does not move at this value.
    """
    part = np.sort(np.concatenate([path.groups for path in paths]))
    place = {group: k for k, group in enumerate(part.tolist())}
    value: Any = s if damped else (s * s).real
    square = value * value if damped else value
    rate = value if damped else 0.0
    inertia = -train.inertia * square
    ground = train.ground_stiffness + rate * train.ground_damping
    shaft = np.array([one.stiffness + rate * one.damping for one in train.shafts])
    matrix = _matrix(train, place, ground - inertia, shaft)
    last, first = place[paths[0].groups[-1]], place[paths[0].groups[0]]
    rows = matrix.tolil()
    rows[[last]] = 0.0
    rows[last, first] = 1.0
    right = np.zeros(len(part), dtype=matrix.dtype)
    right[last] = unit
    try:
        found = splu(rows.tocsc()).solve(right)
    except RuntimeError:
        found = np.full(len(part), np.inf)
    if not np.abs(found).max() < _SINGULAR * abs(unit):
        raise AnalysisError(
            f"{train.discs[paths[0].groups[0]][0].name} does not move at this value, so its "
            "amplitude cannot be 1: begin the table at another disc, begin='…'"
        )
    amplitudes = np.zeros(len(train.inertia), dtype=found.dtype)
    amplitudes[part] = found
    return Trial(inertia, ground, shaft, amplitudes, -(matrix @ found)[last])


def _matrix(train: Train, place: dict[int, int], own: Numbers, shaft: Numbers) -> Any:
    """Return the dynamic stiffness of the groups that are looked at."""
    i, j, value = [], [], []
    for group, k in place.items():
        i.append(k)
        j.append(k)
        value.append(own[group])
    for one, stiffness in zip(train.shafts, shaft, strict=True):
        if one.left not in place:
            continue
        a, b = place[one.left], place[one.right]
        i += [a, b, a, b]
        j += [a, b, b, a]
        factors = one.left_ratio, one.right_ratio
        mutual = -factors[0] * factors[1] * stiffness
        value += [factors[0] ** 2 * stiffness, factors[1] ** 2 * stiffness, mutual, mutual]
    return sparse.coo_array((np.array(value), (i, j)), shape=(len(place),) * 2).tocsr()
