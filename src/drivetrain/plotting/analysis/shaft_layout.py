"""Where shafts, discs and gears of a machine are drawn: lines side by side, joined at gears."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.scheme import Member, Scheme

__all__ = ["Joint", "Layout", "Line", "Link", "layout_of"]

Floats = NDArray[np.float64]

_GAP = 0.7
"""Distance of two lines at a gear, in lengths of a shaft."""


class Link(NamedTuple):
    """What couples two shafts of a line.

    Attributes
    ----------
    name : str
        The part.
    elastic : bool
        Whether it is a spring; else it slides, damps, or is open.
    """

    name: str
    elastic: bool


class Joint(NamedTuple):
    """Where a line begins at another one.

    Attributes
    ----------
    name : str
        The gear; empty for a branch of the same shaft.
    parent, child : int
        The shafts that meet; the same for a branch.
    """

    name: str
    parent: int
    child: int


@dataclass
class Line:
    """Shafts that are coupled one after the other.

    Attributes
    ----------
    shafts : list of int
        The shafts, from left to right.
    links : list of Link
        What lies between them.
    joint : Joint or None
        Where it begins at another line; None for the first line of a machine.
    x : float array
        Positions of the shafts.
    track : int
        Row in which it is drawn.
    scale : float
        Its angles over those of the first line, where all gears are rigid.
    step : float
        Its angles over those of the line at which it begins, at the gear between them.
    side : float
        1 if it goes to the right, -1 if to the left.
    """

    shafts: list[int]
    links: list[Link]
    joint: Joint | None = None
    x: Floats = field(default_factory=lambda: np.empty(0))
    track: int = 0
    scale: float = 1.0
    step: float = 1.0
    side: float = 1.0


@dataclass(frozen=True, eq=False)
class Layout:
    """Lines of a machine, and what is at their shafts.

    Attributes
    ----------
    lines : list of Line
        The lines; those that begin at others follow these.
    discs : mapping of int to list of Member
        Parts with inertia by shaft.
    grounded : mapping of int to str
        Parts between a shaft and the ground that store energy.
    further : list of (str, list of int)
        Planetary sets and differentials, and shafts that close a loop, with the shafts they couple.
    """

    lines: list[Line]
    discs: dict[int, list[Member]]
    grounded: dict[int, str]
    further: list[tuple[str, list[int]]]

    @property
    def tracks(self) -> int:
        """Number of rows."""
        return 1 + max((line.track for line in self.lines), default=-1)

    def places(self) -> dict[int, tuple[float, int]]:
        """Return position and row of each shaft."""
        found: dict[int, tuple[float, int]] = {}
        for line in self.lines:
            for shaft, x in zip(line.shafts, line.x.tolist(), strict=True):
                found.setdefault(shaft, (x, line.track))
        return found


def layout_of(scheme: Scheme) -> Layout:
    """Return where the shafts of a machine are drawn.

    Parameters
    ----------
    scheme : Scheme
        Shafts and parts. Where some shafts turn and others move along a line, only those are drawn
        of which there are more.
    """
    turning = _drawn(scheme)
    members = [m for m in scheme.members if all(turning[shaft] for shaft in m.ends)]
    discs: dict[int, list[Member]] = defaultdict(list)
    grounded = {}
    for member in members:
        if member.inertia and len(member.ends) == 1:
            discs[member.ends[0]].append(member)
        elif member.stiffness and len(member.ends) == 1 and len(member.shafts) == 2:
            grounded[member.ends[0]] = member.name
    links, gears, further = _couplings(scheme, members)
    used = sorted({*discs, *(s for pair in links for s in pair), *(s for g in gears for s in g[1])})
    parts = _components(used, links)
    joined, closing = _lines(scheme, parts, links, gears, discs)
    _place(joined)
    return Layout(joined, dict(discs), grounded, further + closing)


def _drawn(scheme: Scheme) -> NDArray[np.bool_]:
    """Return which shafts are drawn."""
    kind = int(scheme.turns.sum()) * 2 >= len(scheme.turns)
    return np.asarray(scheme.turns == kind)


Links = dict[tuple[int, int], Link]
Gears = list[tuple[str, tuple[int, int]]]
Others = list[tuple[str, list[int]]]


def _couplings(scheme: Scheme, members: Sequence[Member]) -> tuple[Links, Gears, Others]:
    """Return what couples shafts: links and gears of two, and what couples more."""
    links: Links = {}
    gears: Gears = []
    further: Others = []
    for member in sorted(members, key=lambda one: not one.stiffness):
        ends = member.ends
        if len(ends) > 2:
            further.append((member.name, list(ends)))
        elif len(ends) == 2 and scheme.group[ends[0]] == scheme.group[ends[1]]:
            if member.geared:
                gears.append((member.name, (ends[0], ends[1])))
        elif len(ends) == 2 and (ends[1], ends[0]) not in links:
            links.setdefault((ends[0], ends[1]), Link(member.name, member.stiffness > 0))
    return links, gears, further


def _components(shafts: Sequence[int], links: Links) -> list[list[int]]:
    """Return sets of shafts that links couple, the largest first."""
    beside: dict[int, list[int]] = defaultdict(list)
    for a, b in links:
        beside[a].append(b)
        beside[b].append(a)
    left, found = dict.fromkeys(shafts), []
    while left:
        first = next(iter(left))
        reached, waiting = {first: None}, deque([first])
        while waiting:
            for other in beside[waiting.popleft()]:
                if other not in reached:
                    reached[other] = None
                    waiting.append(other)
        found.append(list(reached))
        for shaft in reached:
            left.pop(shaft)
    return sorted(found, key=len, reverse=True)


def _lines(
    scheme: Scheme, parts: list[list[int]], links: Links, gears: Gears,
    discs: dict[int, list[Member]],
) -> tuple[list[Line], Others]:  # fmt: skip
    """Return the lines of all components, each joined to one before if a gear couples them."""
    owner = {shaft: k for k, part in enumerate(parts) for shaft in part}
    open_gears = list(gears)
    done: dict[int, None] = {}
    lines: list[Line] = []
    closing: Others = []
    scale = np.ones(len(parts))
    for start in sorted(range(len(parts)), key=lambda k: -len(parts[k])):
        waiting: deque[tuple[int, Joint | None]] = deque([(start, None)] * (start not in done))
        while waiting:
            part, joint = waiting.popleft()
            if part in done:
                continue
            done[part] = None
            ratio = 1.0
            if joint is not None:
                ratio = float(scheme.ratio[joint.child] / scheme.ratio[joint.parent])
                scale[part] = ratio * scale[owner[joint.parent]]
            made, loops = _tree_lines(parts[part], links, joint)
            made[0].step = ratio
            for line in made:
                line.scale = float(scale[part])
            lines += made
            closing += loops
            for gear in list(open_gears):
                name, (a, b) = gear
                if part not in (owner[a], owner[b]):
                    continue
                here, there = (a, b) if owner[a] == part else (b, a)
                if owner[there] in done:
                    if owner[there] == part or joint is None or name != joint.name:
                        closing.append((name, [a, b]))
                    open_gears.remove(gear)
                else:
                    waiting.append((owner[there], Joint(name, here, there)))
    return lines, [one for one in closing if one[0]]


def _tree_lines(
    shafts: Sequence[int], links: Links, joint: Joint | None
) -> tuple[list[Line], Others]:
    """Return the paths of a component: the longest first, then branches from it."""
    own = set(shafts)
    beside: dict[int, list[tuple[int, Link]]] = defaultdict(list)
    loops: Others = []
    root = {shaft: shaft for shaft in shafts}

    def top(shaft: int) -> int:
        while root[shaft] != shaft:
            shaft = root[shaft]
        return shaft

    for (a, b), link in links.items():
        if a not in own:
            continue
        if top(a) == top(b):
            loops.append((link.name, [a, b]))
            continue
        root[top(a)] = top(b)
        beside[a].append((b, link))
        beside[b].append((a, link))
    begin = joint.child if joint is not None else _far_end(shafts[0], beside)[-1]
    path = _far_end(begin, beside)
    if joint is None:
        path = _forward(path, links)
    first = _line(path, beside)
    first.joint = joint
    return [first, *_branches(path, beside, set(path))], loops


def _far_end(begin: int, beside: dict[int, list[tuple[int, Link]]]) -> list[int]:
    """Return the path to the shaft that is farthest away."""
    parent = {begin: begin}
    order = deque([begin])
    last = begin
    while order:
        last = order.popleft()
        for other, _ in beside[last]:
            if other not in parent:
                parent[other] = last
                order.append(other)
    path = [last]
    while path[-1] != begin:
        path.append(parent[path[-1]])
    return path[::-1]


def _forward(path: list[int], links: Links) -> list[int]:
    """Return a path in the direction of most of its parts, from flange_a to flange_b."""
    votes = sum(1 if pair in links else -1 for pair in pairwise(path))
    return path if votes >= 0 else path[::-1]


def _line(path: list[int], beside: dict[int, list[tuple[int, Link]]]) -> Line:
    links = [next(link for other, link in beside[a] if other == b) for a, b in pairwise(path)]
    return Line(path, links)


def _branches(
    path: Sequence[int], beside: dict[int, list[tuple[int, Link]]], taken: set[int]
) -> Iterator[Line]:
    """Yield the branches from a path, each beginning with the shaft at which it leaves."""
    for shaft in path:
        for other, link in beside[shaft]:
            if other in taken:
                continue
            pruned = {k: [one for one in some if one[0] not in taken] for k, some in beside.items()}
            branch = _far_end(other, defaultdict(list, pruned))
            taken.update(branch)
            line = _line(branch, beside)
            line.shafts.insert(0, shaft)
            line.links.insert(0, link)
            line.joint = Joint("", shaft, shaft)
            yield line
            yield from _branches(branch, beside, taken)


def _place(lines: list[Line]) -> None:
    """Give each line its positions and its row."""
    where: dict[int, tuple[Line, float]] = {}
    taken: list[list[tuple[float, float]]] = []
    right = 0.0
    for line in lines:
        steps = np.arange(len(line.shafts), dtype=float)
        if line.joint is None:
            line.x, row = steps + right, 0
        else:
            parent, at = where[line.joint.parent]
            line.side = _side(line.joint.parent, parent)
            row, gap = parent.track, _GAP if line.joint.name else 0.0
            line.x = at + line.side * (gap + steps)
            if gap and not _is_free(taken, row, _span(line)):  # under the other line
                line.x = at + line.side * steps
        line.track = next(k for k in count(row) if _is_free(taken, k, _span(line)))
        taken += [[] for _ in range(line.track + 1 - len(taken))]
        low, high = _span(line)
        taken[line.track].append((low - 0.2, high + 0.2))
        for shaft, x in zip(line.shafts, line.x.tolist(), strict=True):
            where.setdefault(shaft, (line, x))
        right = max(right, high + 1.5)


def _span(line: Line) -> tuple[float, float]:
    """Return the positions that a line takes up; a branch begins at a shaft of another one."""
    own = line.x[1:] if line.joint is not None and not line.joint.name else line.x
    return float(own.min()), float(own.max())


def _side(shaft: int, line: Line) -> float:
    """Return -1 if what joins at a shaft of a line is drawn to the left of it, else 1."""
    if len(line.shafts) == 1:
        return line.side
    first, last = line.shafts[0] == shaft, line.shafts[-1] == shaft
    if line.joint is None and first:
        return -1.0
    return line.side if last else 1.0


def _is_free(taken: list[list[tuple[float, float]]], row: int, span: tuple[float, float]) -> bool:
    """Tell whether nothing is drawn in a row there."""
    if row >= len(taken):
        return True
    return all(span[1] <= low or span[0] >= high for low, high in taken[row])
