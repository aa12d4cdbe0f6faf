"""The order of calculation in a train: from one end to the other, branches from their own ends."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import NamedTuple

from drivetrain.analysis.modes.holzer.couplings import NO_TRAIN
from drivetrain.analysis.modes.holzer.train import Shaft
from drivetrain.errors import AnalysisError

__all__ = ["Path", "paths_of"]


class Path(NamedTuple):
    """A path through a train.

    Attributes
    ----------
    groups : list of int
        Groups in the order of calculation.
    shafts : list of Shaft
        Those between successive groups; for a branch, also the one to the group that it joins.
    joins : int
        The group that a branch joins; -1 for the first path.
    """

    groups: list[int]
    shafts: list[Shaft]
    joins: int


def paths_of(shafts: Sequence[Shaft], begin: int) -> list[Path]:
    """Return the paths of the train to which a group belongs.

    The first one leads from that group to the end that is farthest from it; the others are its
    branches, and theirs, each from its longest end to where it joins.

    Raises
    ------
    AnalysisError
        If shafts form a loop.
    """
    links: dict[int, list[tuple[int, Shaft]]] = defaultdict(list)
    for shaft in shafts:
        links[shaft.left].append((shaft.right, shaft))
        links[shaft.right].append((shaft.left, shaft))
    order, parent = _spread(begin, links)
    last = order[-1]
    main = [last]
    while main[-1] != begin:
        main.append(parent[main[-1]][0])
    main.reverse()
    found = [Path(main, [parent[k][1] for k in main[1:]], -1)]
    taken = set(main)
    for group in main:
        found += _branches(group, links, taken)
    return found


def _spread(
    begin: int, links: dict[int, list[tuple[int, Shaft]]]
) -> tuple[list[int], dict[int, tuple[int, Shaft]]]:
    """Return groups by their distance from one, and what leads to each of them."""
    order = [begin]
    parent: dict[int, tuple[int, Shaft]] = {}
    waiting = deque(order)
    while waiting:
        here = waiting.popleft()
        came = parent[here][1] if here in parent else None
        for there, shaft in links[here]:
            if shaft is came:
                continue
            if there in parent or there == begin:
                raise AnalysisError(f"{', '.join(shaft.names)} closes a loop of shafts: {NO_TRAIN}")
            parent[there] = here, shaft
            order.append(there)
            waiting.append(there)
    return order, parent


def _branches(root: int, links: dict[int, list[tuple[int, Shaft]]], taken: set[int]) -> list[Path]:
    """Return the branches that join a group, and their own."""
    found = []
    for first, shaft in links[root]:
        if first in taken:
            continue
        beyond = {k: [one for one in some if one[0] != root] for k, some in links.items()}
        order, parent = _spread(first, defaultdict(list, beyond))
        groups, shafts = [order[-1]], []
        while groups[-1] != first:
            before, between = parent[groups[-1]]
            shafts.append(between)
            groups.append(before)
        found.append(Path(groups, [*shafts, shaft], root))
        taken.update(groups)
        for group in groups:
            found += _branches(group, links, taken)
    return found
