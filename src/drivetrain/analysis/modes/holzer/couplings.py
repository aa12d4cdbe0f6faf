"""Which parts couple two groups of discs, and at which ratios."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from drivetrain.analysis.modes.scheme import Scheme
from drivetrain.errors import AnalysisError

__all__ = ["NO_TRAIN", "Coupling", "couplings_of"]

NO_TRAIN = "a Holzer table needs a chain or a tree; take the eigenmodes"


class Coupling(NamedTuple):
    """Parts in series between two groups.

    Attributes
    ----------
    names : tuple of str
        The parts.
    left_ratio, right_ratio : float
        Motion of their ends over that of the groups.
    elastic : bool
        Whether all of them are springs.
    """

    names: tuple[str, ...]
    left_ratio: float
    right_ratio: float
    elastic: bool


class _Half(NamedTuple):
    """A part between a group with discs and one without."""

    name: str
    group: int
    ratio: float
    inner_ratio: float
    elastic: bool


def couplings_of(scheme: Scheme, number: dict[int, int]) -> dict[tuple[int, int], list[Coupling]]:
    """Return the parts between each two groups.

    Parameters
    ----------
    scheme : Scheme
        The machine.
    number : dict
        Number of each group of the scheme that has discs. A shaft without inertia between two parts
        makes one of them.

    Raises
    ------
    AnalysisError
        If more than two parts meet at a shaft without inertia.
    """
    found: dict[tuple[int, int], list[Coupling]] = defaultdict(list)
    loose: dict[int, list[_Half]] = defaultdict(list)
    for member in scheme.members:
        if len(member.ends) != 2:
            continue
        groups = [int(scheme.group[k]) for k in member.ends]
        if groups[0] == groups[1]:
            continue
        ratios = [float(scheme.ratio[k]) for k in member.ends]
        heavy = [number.get(group, -1) for group in groups]
        elastic = member.stiffness > 0
        if min(heavy) >= 0:
            a, b = np.argsort(heavy, kind="stable").tolist()
            found[heavy[a], heavy[b]].append(
                Coupling((member.name,), ratios[a], ratios[b], elastic)
            )
        elif max(heavy) >= 0:
            light = heavy.index(-1)
            half = _Half(member.name, heavy[1 - light], ratios[1 - light], ratios[light], elastic)
            loose[groups[light]].append(half)
    for some in loose.values():
        _join(some, found)
    return dict(sorted(found.items()))


def _join(halves: Sequence[_Half], found: dict[tuple[int, int], list[Coupling]]) -> None:
    """Join the parts at a shaft without inertia to a single one between two groups."""
    ends: dict[int, list[_Half]] = defaultdict(list)
    for half in halves:
        ends[half.group].append(half)
    if len(ends) > 2:
        meeting = ", ".join(half.name for half in halves)
        raise AnalysisError(f"{meeting} meet at a shaft without inertia: {NO_TRAIN}")
    if len(ends) == 2:
        (left, some), (right, others) = sorted(ends.items())
        a, b = some[0], others[0]
        names = tuple(half.name for half in (*some, *others))
        ratio = b.ratio * a.inner_ratio / b.inner_ratio
        elastic = all(half.elastic for half in halves)
        found[left, right].append(Coupling(names, a.ratio, ratio, elastic))
