"""The train behind a linear model: groups of rigidly geared discs, and shafts between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.matrices import dense
from drivetrain.analysis.modes.holzer.couplings import NO_TRAIN, couplings_of
from drivetrain.analysis.modes.reduction import reduction_of
from drivetrain.analysis.modes.scheme import Member, Scheme
from drivetrain.errors import AnalysisError

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["Shaft", "Train", "train_of"]

Floats = NDArray[np.float64]

_UNEXPLAINED = 1e-6
"""Stiffness or damping, relative to that of the two discs, which no part needs to explain."""
_ROUNDING = 1e-9
"""Stiffness or damping to the ground, relative to the whole, that is only rounding."""
_NOISE = 1e-12
"""The same of a damping, relative to a critical one, and of a shaft's stiffness."""
_CANCELLED = 1e-14
"""Acceleration, relative to the largest, that is what cancelling terms leave."""
_LARGEST = 2000
"""Discs up to which a table makes sense."""


class Shaft(NamedTuple):
    """What couples two groups of discs.

    Attributes
    ----------
    left, right : int
        The groups.
    names : tuple of str
        Its parts, in parallel or in series.
    left_ratio, right_ratio : float
        Motion of its ends over that of the groups.
    stiffness, damping : float
        As seen by its ends.
    """

    left: int
    right: int
    names: tuple[str, ...]
    left_ratio: float
    right_ratio: float
    stiffness: float
    damping: float


@dataclass(frozen=True, eq=False)
class Train:
    """Discs in rigid groups, and shafts between these.

    Attributes
    ----------
    discs : list of list of Member
        The parts with inertia, by group.
    ratios : list of list of float
        Motion of each of them over that of its group.
    inertia : float array
        Inertia of each group.
    shafts : list of Shaft
        What couples them.
    ground_stiffness, ground_damping : float array
        What ties each group to the ground.
    turns : bool
        Whether all of them turn.
    """

    discs: list[list[Member]]
    ratios: list[list[float]]
    inertia: Floats
    shafts: list[Shaft]
    ground_stiffness: Floats
    ground_damping: Floats
    turns: bool


def train_of(model: LinearModel, scheme: Scheme, *, damped: bool) -> Train:
    """Return the train of discs and shafts behind a linear model.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    scheme : Scheme
        Its shafts and parts.
    damped : bool
        Whether dampers count.

    Raises
    ------
    AnalysisError
        If the machine is no train: discs coupled by planetary sets, parts with distributed inertia,
        shafts in a loop, or forces that no shaft explains.
    """
    groups, number = _groups(scheme)
    discs, ratios = [list(one[0]) for one in groups], [list(one[1]) for one in groups]
    inertia = np.array([sum(m.inertia * r**2 for m, r in zip(*g, strict=True)) for g in groups])
    by_angles, by_speeds = _mechanics(model, scheme, groups, number)
    springs = inertia[:, None] * by_angles
    stiffness = _Forces("springs", springs, np.abs(springs).max(axis=1, initial=0.0))
    critical = np.sqrt(np.abs(np.diagonal(stiffness.matrix) * inertia))
    damping = _Forces("dampers", inertia[:, None] * by_speeds * damped, critical)
    shafts = _shafts(scheme, number, stiffness, damping)
    for forces in (stiffness, damping):
        forces.check({(shaft.left, shaft.right) for shaft in shafts}, discs)
    return Train(
        discs, ratios, inertia, shafts,
        stiffness.ground([(shaft, shaft.stiffness) for shaft in shafts]),
        damping.ground([(shaft, shaft.damping) for shaft in shafts]),
        bool(scheme.turns.all()),
    )  # fmt: skip


def _groups(scheme: Scheme) -> tuple[list[tuple[list[Member], list[float]]], dict[int, int]]:
    """Return discs and their ratios by group, and the number of each group of the scheme."""
    found: dict[int, tuple[list[Member], list[float]]] = {}
    for member in scheme.members:
        if not member.inertia:
            continue
        if np.isnan(member.inertia):
            raise AnalysisError(
                f"{member.name} has inertia that no disc on a shaft has (its energy depends on the "
                "motion of several shafts), so there is no Holzer table; take the eigenmodes"
            )
        shaft = member.shafts[0]
        discs, ratios = found.setdefault(int(scheme.group[shaft]), ([], []))
        discs.append(member)
        ratios.append(float(scheme.ratio[shaft]))
    return list(found.values()), {group: k for k, group in enumerate(found)}


def _mechanics(
    model: LinearModel, scheme: Scheme, groups: Sequence[Any], number: dict[int, int]
) -> tuple[Floats, Floats]:
    """Return how the groups are slowed down by their angles and by their speeds."""
    if len(groups) > _LARGEST:
        raise AnalysisError(
            f"{len(groups)} discs are too many for a Holzer table; take the eigenmodes"
        )
    reduction = reduction_of(model.A, model.constraints, model.point.nominal, combined=False)
    first = {int(g): k for k, g in reversed(list(enumerate(scheme.group.tolist())))}
    angles = scheme.motions[[first[group] for group in number]]
    speeds = angles @ model.A
    left, basis = reduction.unlocked, reduction.basis
    mechanical = (model.is_angle | model.is_speed)[left]
    rows = [dense(r @ basis)[:, mechanical] for r in (angles, speeds, speeds @ model.A)]
    matrix = dense((model.A @ basis)[left])[mechanical][:, mechanical]
    return _solved(rows, matrix, groups)


def _solved(rows: Sequence[Floats], matrix: Floats, groups: Sequence[Any]) -> tuple[Floats, Floats]:
    """Return accelerations as a combination of angles and speeds."""
    angles, speeds, accelerations = rows
    count = len(angles)
    known = np.vstack([angles, speeds])
    size = np.abs(known).max(axis=1, initial=0.0)[:, None]
    found, _, rank, _ = np.linalg.lstsq((known / size).T, accelerations.T, rcond=_NOISE)
    if rank < 2 * count:
        names = ", ".join(discs[0].name for discs, _ in groups[:4])
        raise AnalysisError(
            f"the machine is neither a chain nor a tree of shafts: of its discs ({names}, …) more "
            "than two are coupled by one planetary set or differential; take the eigenmodes"
        )
    factors = found.T / size.T
    rest = np.abs(accelerations - factors @ known)
    terms = np.abs(accelerations) + np.abs(factors) @ np.abs(known)
    acting = rest > _UNEXPLAINED * terms.max(axis=1, initial=0.0)[:, None]
    moved = _moved_by_discs(matrix, known / size)
    wrong = acting[:, moved].any(axis=1)
    if wrong.any():
        name = groups[int(np.argmax(wrong))][0][0].name
        raise AnalysisError(
            f"on {name} acts something that moves and has no inertia of its own, such as a shaft "
            "between a spring and a damper, so there is no Holzer table; take the eigenmodes"
        )
    return _mutual(-factors[:, :count]), _mutual(-factors[:, count:])


def _mutual(factors: Floats) -> Floats:
    """Return accelerations without those that are only rounding in both directions."""
    size = np.maximum(np.abs(factors), np.abs(factors.T))
    return np.where(size <= _CANCELLED * size.max(initial=0.0), 0.0, factors)


def _moved_by_discs(matrix: Floats, known: Floats) -> NDArray[np.bool_]:
    """Return the states that the motion of discs reaches; a wind that blows is none of them."""
    found = (np.abs(known) > _NOISE).any(axis=0)
    while True:
        reached = found | (np.abs(matrix[:, found]) > 0).any(axis=1)
        if (reached == found).all():
            return np.asarray(found)
        found = reached


def _shafts(
    scheme: Scheme, number: dict[int, int], stiffness: _Forces, damping: _Forces
) -> list[Shaft]:
    """Return what couples the groups, in the order of declaration."""
    found = []
    for (left, right), parts in couplings_of(scheme, number).items():
        mutual = stiffness.between(left, right), damping.between(left, right)
        if not any(mutual):
            continue
        elastic = [part for part in parts if part.elastic] if mutual[0] else []
        names = tuple(dict.fromkeys(name for part in elastic or parts for name in part.names))
        if len({(round(part.left_ratio, 9), round(part.right_ratio, 9)) for part in elastic}) > 1:
            raise AnalysisError(f"{', '.join(names)} close a loop of gears and shafts: {NO_TRAIN}")
        a, b = (elastic or parts)[0][1:3]
        c, d = (-force / (a * b) for force in mutual)
        found.append(Shaft(left, right, names, a, b, c, d))
    return found


class _Forces:
    """Torques of groups on each other and on themselves, by angles or by speeds.

    Parameters
    ----------
    kind : str
        What exerts them.
    matrix : float array
        The torques.
    size : float array
        Size beside which they are rounding.
    """

    def __init__(self, kind: str, matrix: Floats, size: Floats) -> None:
        self.kind, self.matrix = kind, matrix
        diagonal = np.sqrt(np.abs(np.diagonal(matrix)))
        own, others = np.outer(diagonal, diagonal), np.sqrt(np.outer(size, size))
        self._unexplained = _UNEXPLAINED * own + _NOISE * others
        self._noise = _NOISE * (own + others)

    def between(self, left: int, right: int) -> float:
        """Return the mutual torque of two groups; zero if it is only rounding."""
        mutual = float(self.matrix[left, right] + self.matrix[right, left]) / 2
        return 0.0 if abs(mutual) <= self._noise[left, right] else mutual

    def check(self, coupled: set[tuple[int, int]], discs: Sequence[list[Member]]) -> None:
        """Refuse torques that no shaft explains, and those that are not mutual."""
        rest = self.matrix - np.diag(np.diagonal(self.matrix))
        wrong = np.abs(rest - rest.T) > 2 * self._unexplained + _UNEXPLAINED * np.abs(rest)
        for left, right in coupled:
            rest[left, right] = rest[right, left] = 0.0
        wrong |= np.abs(rest) > self._unexplained
        if wrong.any():
            left, right = (discs[k][0].name for k in np.argwhere(wrong)[0].tolist())
            raise AnalysisError(
                f"between {left} and {right} act forces that are not those of {self.kind} between "
                "two discs, such as a controller or a gear with losses, so there is no Holzer "
                "table; take the eigenmodes"
            )

    def ground(self, values: Sequence[tuple[Shaft, float]]) -> Floats:
        """Return what is left of the diagonal: it ties groups to the ground."""
        found = np.diagonal(self.matrix).copy()
        for shaft, value in values:
            found[shaft.left] -= value * shaft.left_ratio**2
            found[shaft.right] -= value * shaft.right_ratio**2
        least = _ROUNDING * np.abs(np.diagonal(self.matrix)) + np.diagonal(self._noise)
        return np.where(np.abs(found) <= least, 0.0, found)
