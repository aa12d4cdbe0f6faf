"""The machine behind a linear model: shafts that turn as one, and the parts between them.

Flanges with the same motion belong to one shaft, whether they are connected, belong to a rigid part
or to a clutch that sticks. Shafts whose motions are in a constant ratio are geared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import (
    ELASTIC,
    KINETIC,
    StoredEnergies,
    TransmittedPowers,
)

__all__ = ["GROUND", "Member", "Scheme", "scheme_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Matrix = Any

GROUND = -1
"""The shaft that does not move."""
_SAME = 1e-9
"""Relative difference of motions that count as the same."""
_PROBES = 3
"""Random motions by which shafts are told from each other."""


class Member(NamedTuple):
    """A part of the machine.

    Attributes
    ----------
    name : str
        Its path.
    shafts : tuple of int
        The shafts at its flanges, in the order of these.
    inertia : float
        Moment of inertia, or mass, as seen from its first flange; 0 if there is none. NaN if it is
        none that a disc on a shaft could have.
    stiffness : float
        Stiffness, 0 if there is none.
    geared : bool
        Whether its loads at shafts that move are other than equal and opposite, as those of a gear
        are, and not those of a clutch that slides between two shafts.
    """

    name: str
    shafts: tuple[int, ...]
    inertia: float
    stiffness: float
    geared: bool = False

    @property
    def ends(self) -> tuple[int, ...]:
        """The different shafts at its flanges that move."""
        return tuple(dict.fromkeys(shaft for shaft in self.shafts if shaft != GROUND))


@dataclass(frozen=True, eq=False)
class Scheme:
    """Shafts of a machine, and the parts at them.

    Attributes
    ----------
    members : sequence of Member
        The parts with flanges.
    motions : matrix, shape (n_shafts, n_states)
        Angle or position of each shaft.
    group : int array, shape (n_shafts,)
        Shafts with the same number are geared.
    ratio : float array, shape (n_shafts,)
        Motion of each shaft over that of the first one of its group.
    turns : bool array, shape (n_shafts,)
        Whether it turns, rather than moving along a line.
    """

    members: Sequence[Member]
    motions: Matrix
    group: Ints
    ratio: Floats
    turns: Bools


def scheme_of(
    energies: StoredEnergies, powers: TransmittedPowers, rates: Matrix, basis: Matrix
) -> Scheme:
    """Return the shafts and parts of a machine.

    Parameters
    ----------
    energies : StoredEnergies
        Where energy is stored.
    powers : TransmittedPowers
        What the flanges of parts do.
    rates : matrix, shape (n_states, n_states)
        State matrix, by which angles become speeds.
    basis : matrix, shape (n_states, n_left)
        How all states follow from those that locks leave.
    """
    random = np.random.default_rng(20240501)
    probes = np.asarray(basis @ random.uniform(1.0, 2.0, (basis.shape[1], _PROBES)))
    sizes = np.asarray(abs(basis) @ np.full(basis.shape[1], 2.0))
    shaft, first = _clustered(powers.motions @ probes, abs(powers.motions) @ sizes)
    motions = powers.motions[first]
    group, ratio = _geared(np.asarray(motions @ probes))
    speeds = np.asarray((motions @ rates) @ probes)
    members = _members(energies, powers, shaft, speeds, probes)
    return Scheme(members, motions, group, ratio, powers.turns[first])


def _clustered(values: Floats, magnitudes: Floats) -> tuple[Ints, Ints]:
    """Return the number of the shaft of each row, and a row of each shaft."""
    values = np.asarray(values)
    still = np.abs(values).max(axis=1, initial=0.0) <= _SAME * np.asarray(magnitudes)
    moving = np.flatnonzero(~still)
    found = np.full(len(values), GROUND, dtype=np.int64)
    label = _labels(values[moving])
    _, at, inverse = np.unique(label, return_index=True, return_inverse=True)
    order = np.argsort(at, kind="stable")  # in the order of declaration
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    found[moving] = rank[inverse]
    return found, moving[at[order]]


def _labels(values: Floats) -> Ints:
    """Return the same number for rows that are the same but for rounding."""
    label = np.zeros(len(values), dtype=np.int64)
    for column in values.T:
        order = np.lexsort((column, label))
        size = np.abs(column[order])
        steps = np.abs(np.diff(column[order])) > _SAME * np.maximum(size[1:], size[:-1])
        steps |= np.diff(label[order]) != 0
        label[order] = np.concatenate([[0], np.cumsum(steps)]) if len(order) else 0
    return label


def _geared(values: Floats) -> tuple[Ints, Floats]:
    """Return the group of each shaft, and its motion over that of the first one in the group."""
    if not len(values):
        return np.empty(0, dtype=np.int64), np.empty(0)
    label = _labels(values[:, 1:] / values[:, :1])
    _, first, group = np.unique(label, return_index=True, return_inverse=True)
    return group, values[:, 0] / values[first[group], 0]


def _members(
    energies: StoredEnergies, powers: TransmittedPowers, shaft: Ints, speeds: Floats, probes: Floats
) -> list[Member]:
    order = np.argsort(powers.part, kind="stable")
    bounds = np.searchsorted(powers.part[order], np.arange(len(powers.parts) + 1))
    place = {path: k for k, path in enumerate(energies.parts)}
    ends = [shaft[order[a:b]] for a, b in pairwise(bounds.tolist())]
    first = np.array([one[0] if len(one) else GROUND for one in ends], dtype=np.int64)
    inertia = _inertias(energies, np.asarray(energies.rows @ probes), first, speeds, powers.parts)
    geared = _geared_parts(powers, shaft, probes)
    stiffness = np.zeros(len(energies.parts))
    elastic = energies.kind == ELASTIC
    np.add.at(stiffness, energies.part[elastic], energies.slope[elastic])
    return [
        Member(
            name, tuple(one.tolist()), float(inertia[k]),
            float(stiffness[place[name]]) if name in place else 0.0, bool(geared[k]),
        )
        for k, (name, one) in enumerate(zip(powers.parts, ends, strict=True))
    ]  # fmt: skip


def _geared_parts(powers: TransmittedPowers, shaft: Ints, probes: Floats) -> Bools:
    """Return which parts have loads at shafts that move which are not equal and opposite."""
    moving = np.flatnonzero(shaft != GROUND)
    part, loads = powers.part[moving], np.asarray(powers.loads @ probes)[moving]
    total, size = np.zeros((2, len(powers.parts), probes.shape[1]))
    np.add.at(total, part, loads)
    np.add.at(size, part, np.abs(loads))
    unequal = (np.abs(total) > _SAME * size).any(axis=1)
    return np.asarray(unequal & (np.bincount(part, minlength=len(powers.parts)) >= 2))


def _inertias(
    energies: StoredEnergies, moved: Floats, first: Ints, speeds: Floats, parts: Sequence[str]
) -> Floats:
    """Return the inertia of each part as seen from its first flange."""
    place = {path: k for k, path in enumerate(parts)}
    of_part = np.array([place.get(path, -1) for path in energies.parts], dtype=np.int64)
    terms = np.flatnonzero(energies.kind == KINETIC)
    terms = terms[of_part[energies.part[terms]] >= 0]
    part = of_part[energies.part[terms]]
    shaft = first[part]
    found = np.zeros(len(parts))
    on_shaft = shaft != GROUND
    part, shaft, terms = part[on_shaft], shaft[on_shaft], terms[on_shaft]
    slope = energies.slope[terms]
    factors = []
    for variable in (energies.first[terms], energies.second[terms]):
        ratios = moved[variable] / speeds[shaft]
        same = np.ptp(ratios, axis=1) <= _SAME * np.abs(ratios).max(axis=1, initial=0.0)
        factors.append(np.where(same, ratios[:, 0], np.nan))
    np.add.at(found, part, slope * factors[0] * factors[1])
    return found
