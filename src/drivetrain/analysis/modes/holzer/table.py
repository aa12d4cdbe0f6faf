"""Holzer's table: amplitudes and torques from disc to disc [1]_.

References
----------
.. [1] H. Holzer, "Die Berechnung der Drehschwingungen", Springer 1921.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from drivetrain.analysis.modes.holzer.paths import Path, paths_of
from drivetrain.analysis.modes.holzer.solution import Trial, solved
from drivetrain.analysis.modes.holzer.train import Shaft, Train
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, UsageError, nearest, shown

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["HolzerRow", "HolzerTable", "holzer_table"]

_SAME = 1e-9
"""Relative difference of ratios that count as the same."""


class HolzerRow(NamedTuple):
    """A disc, and the shaft behind it.

    Attributes
    ----------
    block : int
        Number of the block: a line of shafts without gears and branches.
    part : str
        The disc; empty where a shaft begins at a gear without a disc of its own.
    inertia : float
        Moment of inertia.
    stiffness : float or complex
        ``J omega^2``, or ``-J s^2``.
    amplitude : float or complex
        Amplitude of the angle.
    torque : float or complex
        ``J omega^2 phi``.
    ground : float or complex
        Torque from the ground.
    branches : float or complex
        Torque of the blocks that join here.
    total : float or complex
        Sum of all torques up to here.
    shaft : str
        The shaft behind it, or what the block ends with.
    shaft_stiffness : float or complex or None
        Stiffness of the shaft; None if there is none.
    twist : float or complex or None
        Loss of amplitude over the shaft, the sum of torques over the stiffness.
    """

    block: int
    part: str
    inertia: float
    stiffness: Any
    amplitude: Any
    torque: Any
    ground: Any
    branches: Any
    total: Any
    shaft: str
    shaft_stiffness: Any
    twist: Any


class HolzerTable(Presented):
    """A train of discs and shafts at a trial value of its eigenvalues.

    Attributes
    ----------
    rows : tuple of HolzerRow
        Discs in the order of calculation. Angles and torques are those of each shaft itself, unless
        they are referred to one.
    s : complex
        The trial value, 1/s: ``i omega``, or a damped eigenvalue.
    damped : bool
        Whether dampers count, so that amplitudes are complex.
    residual : float or complex
        Torque, N.m, that has to act at the last disc of the first path for this motion; zero at an
        eigenvalue.
    referred_to : str
        The part to whose shaft all is referred; empty if none.
    """

    def __init__(
        self, name: str, rows: Sequence[HolzerRow], s: complex, damped: bool, residual: Any,
        referred_to: str, missing: Sequence[str], turns: bool,
    ) -> None:  # fmt: skip
        self._name, self._missing, self._turns = name, tuple(missing), turns
        self.rows, self.s, self.damped = tuple(rows), s, damped
        self.residual, self.referred_to = residual, referred_to

    @property
    def title(self) -> str:
        """What it is, in one line."""
        value = f"omega = {self.s.imag:.6g} rad/s"
        if self.damped and self.s.real:
            value = f"s = {self.s.real:.6g} {self.s.imag:+.6g}i 1/s"
        referred = f", referred to the shaft of {self.referred_to}" * bool(self.referred_to)
        return f"Holzer table of {self._name} at {value}{referred}"

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the amplitudes of the discs, and the torques behind them.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_holzer", self, path=path, title=title)

    def to_pandas(self) -> pd.DataFrame:
        """Return the table; what acts from the ground or from branches only if something does."""
        import pandas as pd

        units = [" [kg.m2]", " [N.m/rad]", " [rad]", " [N.m]"] if self._turns else [""] * 4
        square = "-J s^2" if self.damped else "J omega^2"
        columns: dict[str, list[Any]] = {
            "part": [row.part or "–" for row in self.rows],
            f"J{units[0]}": [row.inertia for row in self.rows],
            f"{square}{units[1]}": [row.stiffness for row in self.rows],
            f"phi{units[2]}": [row.amplitude for row in self.rows],
            f"{square} phi{units[3]}": [row.torque for row in self.rows],
        }
        if any(row.ground for row in self.rows):
            columns[f"from ground{units[3]}"] = [row.ground for row in self.rows]
        if any(row.branches for row in self.rows):
            columns[f"from branches{units[3]}"] = [row.branches for row in self.rows]
        columns |= {
            f"sum{units[3]}": [row.total for row in self.rows],
            "shaft": [row.shaft for row in self.rows],
            f"c{units[1]}": [_or_nan(row.shaft_stiffness) for row in self.rows],
            f"twist{units[2]}": [_or_nan(row.twist) for row in self.rows],
        }
        index = pd.Index([row.block for row in self.rows], name="block")
        return pd.DataFrame(columns, index=index)

    def notes(self) -> list[str]:
        """Return the residual, and what is not in the table."""
        lines = [f"residual: {_number(self.residual)}{' N.m' * self._turns} at {self._last()}"]
        if self._missing:
            lines.append(f"not coupled to these: {', '.join(self._missing)}")
        return lines

    def _last(self) -> str:
        ends = [row for row in self.rows if row.shaft == _END]
        return ends[0].part if ends else "the end"


_END = "end"


def _or_nan(value: Any) -> Any:
    return float("nan") if value is None else value


def _number(value: Any) -> str:
    if isinstance(value, complex):
        return f"{value.real:.6g} {value.imag:+.6g}i"
    return f"{value:.6g}"


def holzer_table(
    name: str, train: Train, s: complex, *, damped: bool, begin: str | None, shaft: str | None,
    moves: Sequence[bool] | None = None,
) -> HolzerTable:  # fmt: skip
    """Return the table of a train at a trial value.

    Parameters
    ----------
    name : str
        Name of the model.
    train : Train
        The train.
    s : complex
        Trial value.
    damped : bool
        Whether dampers count.
    begin : str, optional
        The disc whose amplitude is 1; by default the first one at an end.
    shaft : str, optional
        The disc to whose shaft all is referred.
    moves : sequence of bool, optional
        Which groups the table may begin at by default.
    """
    first, ratio = _begin(train, begin, moves)
    paths = paths_of(train.shafts, first)
    made = _Rows(train, paths, s, damped=damped, referred=shaft, ratio=ratio)
    trial = made.trial
    covered = {group for path in paths for group in path.groups}
    missing = [
        disc.name for k, discs in enumerate(train.discs) if k not in covered for disc in discs
    ]
    scale = made.scale_at_end()
    residual = trial.residual * scale
    plain = complex(residual) if damped else float(residual)
    return HolzerTable(name, made.rows, s, damped, plain, shaft or "", missing, train.turns)


def _names(train: Train) -> dict[str, tuple[int, float]]:
    """Return group and ratio of each disc."""
    return {
        disc.name: (group, ratio)
        for group, (discs, ratios) in enumerate(zip(train.discs, train.ratios, strict=True))
        for disc, ratio in zip(discs, ratios, strict=True)
    }


def _found(train: Train, label: str, name: Any) -> tuple[int, float]:
    known = _names(train)
    if not isinstance(name, str):
        raise UsageError(f"{label}={shown(name)}: give the name of a disc")
    if name not in known:
        hint = nearest(name, known) or f"; they are {', '.join(list(known)[:6])}"
        raise NameLookupError(f"{label}={name!r}: there is no disc of this name{hint}")
    return known[name]


def _begin(train: Train, begin: Any, moves: Sequence[bool] | None) -> tuple[int, float]:
    """Return the first group, and the ratio of its first disc."""
    if begin is not None:
        return _found(train, "begin", begin)
    count = np.zeros(len(train.inertia), dtype=np.int64)
    for one in train.shafts:
        count[[one.left, one.right]] += 1
    may = np.ones(len(count), dtype=bool) if moves is None else np.asarray(moves)
    wanted = next(some & may for some in (count == 1, count > 0, count >= 0) if (some & may).any())
    first = int(np.argmax(wanted))
    return first, train.ratios[first][0]


class _Rows:
    """Rows of a table, block by block."""

    def __init__(
        self, train: Train, paths: Sequence[Path], s: complex, *, damped: bool,
        referred: str | None, ratio: float,
    ) -> None:  # fmt: skip
        self._train, self._paths = train, paths
        self._at_shaft = {id(one): k for k, one in enumerate(train.shafts)}
        self._referred = referred
        self._scale = self._scales(referred)
        begin = paths[0].groups[0]
        unit = 1.0 / ratio if referred is None else self._scale.get(begin, 1.0)
        self.trial: Trial = solved(train, paths, s, damped=damped, unit=unit)
        self._block, self.rows = 0, list[HolzerRow]()
        joined = self._joined_torques()
        for path in paths:
            self._path(path, joined)

    def scale_at_end(self) -> float:
        """Return the factor of torques at the last disc."""
        last = self._paths[0].groups[-1]
        return float(self._local(last, self._train.ratios[last][-1])[1])

    def _scales(self, referred: str | None) -> dict[int, float]:
        """Return the motion of each group over the angle referred to one shaft."""
        if referred is None:
            return {}
        group, ratio = _found(self._train, "shaft", referred)
        found, waiting = {group: 1.0 / ratio}, [group]
        while waiting:
            here = waiting.pop()
            for one in self._train.shafts:
                for a, b, own, other in (
                    (one.left, one.right, one.left_ratio, one.right_ratio),
                    (one.right, one.left, one.right_ratio, one.left_ratio),
                ):
                    if a == here and b not in found:
                        found[b] = own * found[a] / other
                        waiting.append(b)
        return found

    def _local(self, group: int, ratio: float) -> tuple[float, float]:
        """Return the factors of amplitudes and torques of a shaft with a ratio to its group."""
        if self._referred is None:
            return ratio, 1.0 / ratio
        scale = self._scale.get(group, 1.0)
        return 1.0 / scale, scale

    def _joined_torques(self) -> dict[int, Any]:
        """Return the torque of the branches at each group, in its own motion."""
        found: dict[int, Any] = {}
        for path in reversed(self._paths[1:]):
            total = self._total(path.groups, found)
            shaft = path.shafts[-1]
            here, there = _ends(shaft, path.groups[-1])
            found[path.joins] = found.get(path.joins, 0.0) + total / here * there
        return found

    def _total(self, groups: Sequence[int], joined: dict[int, Any]) -> Any:
        """Return the sum of torques along a path, in the motion of its last group."""
        total: Any = 0.0
        for k, group in enumerate(groups):
            total = total + self._own(group) + joined.get(group, 0.0)
            if k + 1 < len(groups):
                here, there = _ends(self._between(group, groups[k + 1]), group)
                total = total / here * there
        return total

    def _own(self, group: int) -> Any:
        trial = self.trial
        return (trial.inertia[group] - trial.ground[group]) * trial.amplitudes[group]

    def _between(self, here: int, there: int) -> Shaft:
        return next(s for s in self._train.shafts if {s.left, s.right} == {here, there})

    def _path(self, path: Path, joined: dict[int, Any]) -> None:
        """Add the rows of a path."""
        total: Any = 0.0  # in the motion of the group
        arriving: float | None = None
        self._block += 1
        for k, group in enumerate(path.groups):
            shaft = path.shafts[k] if k < len(path.shafts) else None
            leaving = _ends(shaft, group)[0] if shaft is not None else None
            total = self._group(group, arriving, leaving, total, joined.get(group, 0.0), shaft)
            if shaft is not None:
                here, there = _ends(shaft, group)
                total, arriving = total / here * there, there
        if path.joins >= 0:
            last = self.rows[-1]
            name = self._disc_at(path.joins, _ends(path.shafts[-1], path.groups[-1])[1])
            self.rows[-1] = last._replace(shaft=f"{last.shaft} → {name}")

    def _disc_at(self, group: int, ratio: float) -> str:
        """Return the disc of a group that turns with a ratio, or another one of it."""
        discs, ratios = self._train.discs[group], self._train.ratios[group]
        away = [abs(own - ratio) for own in ratios]
        return discs[int(np.argmin(away))].name

    def _group(
        self, group: int, arriving: float | None, leaving: float | None, total: Any, joined: Any,
        shaft: Shaft | None,
    ) -> Any:  # fmt: skip
        """Add the rows of a group of discs; return the sum of torques in its own motion."""
        levels = self._levels(group, arriving, leaving)
        motion = self.trial.amplitudes[group]
        ground = -self.trial.ground[group] * motion
        for at, (ratio, discs) in enumerate(levels):
            phi, tau = self._local(group, ratio)
            for place, (name, inertia, own) in enumerate(discs):
                is_last = place + 1 == len(discs) and at + 1 == len(levels)
                stiffness = -inertia * (own * tau) ** 2 * self._square
                torque, tied = stiffness * motion * phi, ground * tau * (at == place == 0)
                branches = joined * tau * is_last
                total = total + (torque + tied + branches) / tau
                behind = self._behind(shaft, total * tau, group) if is_last else _RIGID
                if not is_last and place + 1 == len(discs):
                    behind = _Behind(f"gear, {levels[at + 1][0] / ratio:.6g}", None, None)
                self.rows.append(
                    HolzerRow(
                        self._block, name, inertia * (own * tau) ** 2, stiffness, motion * phi,
                        torque, tied + 0.0, branches + 0.0, total * tau, *behind,
                    )
                )  # fmt: skip
            self._block += at + 1 < len(levels)
        return total

    @property
    def _square(self) -> Any:
        """The square of the trial value."""
        heavy = int(np.argmax(self._train.inertia))
        return -self.trial.inertia[heavy] / self._train.inertia[heavy]

    def _levels(
        self, group: int, arriving: float | None, leaving: float | None
    ) -> list[tuple[float, list[tuple[str, float, float]]]]:
        """Return the shafts of a group, from the one reached to the one left, with their discs."""
        train = self._train
        discs = list(zip(train.discs[group], train.ratios[group], strict=True))
        if self._referred is not None:
            own = [(disc.name, disc.inertia, ratio) for disc, ratio in discs]
            return [(1.0, own)]
        found: list[tuple[float, list[tuple[str, float, float]]]] = []
        ratios = [*([arriving] if arriving is not None else []), *(ratio for _, ratio in discs)]
        ratios += [leaving] if leaving is not None else []
        for ratio in ratios:
            if not any(abs(ratio - known) <= _SAME * abs(known) for known, _ in found):
                found.append((ratio, []))
        for disc, ratio in discs:
            for known, own in found:
                if abs(ratio - known) <= _SAME * abs(known):
                    own.append((disc.name, disc.inertia, ratio))
                    break
        if leaving is not None:
            at = next(
                k for k, one in enumerate(found) if abs(one[0] - leaving) <= _SAME * abs(leaving)
            )
            found.append(found.pop(at))
        return [(ratio, own or [("", 0.0, ratio)]) for ratio, own in found]

    def _behind(self, shaft: Shaft | None, total: Any, group: int) -> _Behind:
        """Return the shaft behind a group: name, stiffness, twist."""
        if shaft is None:
            return _Behind(_END, None, None)
        ratio = _ends(shaft, group)[0]
        scale = 1.0 if self._referred is None else (ratio * self._scale.get(group, 1.0)) ** 2
        stiffness = self.trial.shaft[self._at_shaft[id(shaft)]] * scale
        twist = total / stiffness
        return _Behind(" + ".join(shaft.names), stiffness, twist)


class _Behind(NamedTuple):
    """What follows a disc."""

    shaft: str
    stiffness: Any
    twist: Any


_RIGID = _Behind("rigid", None, None)


def _ends(shaft: Shaft, here: int) -> tuple[float, float]:
    """Return the ratios of a shaft at a group, and at the other one."""
    if shaft.left == here:
        return shaft.left_ratio, shaft.right_ratio
    return shaft.right_ratio, shaft.left_ratio
