"""A machine run by the package, held against the reference."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from time import process_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drivetrain import simulate
from drivetrain.errors import DrivetrainError
from drivetrain.kernel.status import RowFlag
from tests.oracles.gauss.machine import Machine
from tests.oracles.gauss.motion import FREE, HOLDS, Motion, moved
from tests.oracles.gauss.random_machines import random_machine
from tests.oracles.random_models.trial import Outcome

__all__ = ["Comparison", "compare", "compared", "smallest"]

Floats = NDArray[np.float64]

_INTERVAL: Final = 0.02
_DENSE: Final = 0.0005
"""Distance of output points that tells what differs first, s."""
_TOLERANCE: Final = 1e-10
_SAME: Final = 1e-7
"""Largest difference of motions, beside one and the largest speed of the run …"""
_SAME_TORQUE: Final = 1e-6
"""… and of torques, beside one and the largest torque."""
_SPARE: Final = 1e-6
"""An element whose torque is closer to its limit than this part of it may count as either."""
_NEAR: Final = 1e-6
"""Torques jump at events: instants closer to one than this are left out, s."""
_SHAKEN: Final = 1e-8
"""By so much, relative to themselves, torques are changed to see how sensitive a motion is."""
_SENSITIVE: Final = 0.1
"""Part of a difference that a motion changes by itself when it is shaken."""


@dataclass(frozen=True)
class Comparison(Outcome):
    """What became of a machine in both ways.

    The verdict is ``agrees``, ``differs``, ``refused`` (by the package; every machine is a valid
    model), or ``undecided`` (the laws allow two answers, or what the last bits of the data are
    decides) where nothing differs before.
    """

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return self.verdict in ("agrees", "undecided")


def compared(seed: int) -> Comparison:
    """Compare the random machine of a number."""
    return compare(random_machine(seed), seed)


def compare(machine: Machine, seed: int = -1) -> Comparison:
    """Run a machine in both ways and compare speeds, angles, torques and which elements slide."""
    begin = process_time()
    verdict, kind, message = _judged(machine)
    classes = tuple(sorted({one.kind for one in machine.contacts}))
    seconds = process_time() - begin
    return Comparison(seed, verdict, kind, message, seconds=seconds, classes=classes)


def smallest(machine: Machine, fails: Callable[[Machine], bool]) -> Machine:
    """Take parts away as long as a machine still fails."""
    for smaller in machine.smaller():
        if fails(smaller):
            return smallest(smaller, fails)
    return machine


def _judged(machine: Machine) -> tuple[str, str, str]:
    try:
        both = _Difference(machine, _INTERVAL)
    except DrivetrainError as error:
        text = str(error)
        kind = re.sub(r"-?\d+(\.\d+)?(e-?\d+)?", "#", text.split("\n")[0])[:120]
        return "refused", kind, text
    motion, told = both.motion, both.told()
    if told is None:
        return ("undecided", *_why(motion.undecided)) if motion.undecided else ("agrees", "", "")
    size, kind, message = _Difference(machine, _DENSE).told() or told
    changes = _changes_when_shaken(machine, motion)
    if changes == np.inf or changes > _SENSITIVE * size:
        return "undecided", "the last bits of the data decide", message
    return "differs", kind, message


def _why(undecided: str) -> tuple[str, str]:
    return re.sub(r"at \S+ s: |\[.*?\]|\d+", "", undecided).strip(), undecided


def _changes_when_shaken(machine: Machine, motion: Motion) -> float:
    """Return by how much the reference itself changes when torques change by a little.

    Without limit where an element that holds slides then, or the other way round, and not just at
    one instant.
    """
    worst = 0.0
    for seed in range(4):
        rng = Random(seed)
        contacts = tuple(
            replace(c, torque=tuple((w, t * factor) for w, t in c.torque))
            for c in machine.contacts
            for factor in [1.0 + _SHAKEN * rng.choice([-1.0, 1.0])]
        )
        other = moved(replace(machine, contacts=contacts), motion.time)
        both = min(len(other.time), len(motion.time))
        worst = max(worst, float(np.abs(other.speeds[:both] - motion.speeds[:both]).max(initial=0)))
        differs = other.states[:both] != motion.states[:both]
        worst = np.inf if (differs[1:] & differs[:-1]).any() else worst
    return worst


class _Difference:
    """The first difference between the two ways, if there is one."""

    def __init__(self, machine: Machine, interval: float) -> None:
        instants = np.linspace(0.0, machine.stop, round(machine.stop / interval) + 1)
        self.machine, self.motion = machine, moved(machine, instants)
        self.result = result = simulate(
            machine.model(), stop_time=machine.stop, interval=interval, tolerance=_TOLERANCE
        )
        motion = self.motion
        regular = np.isin(result.rows[:, 1], (RowFlag.REGULAR, RowFlag.FIRST))
        at = np.flatnonzero(regular)
        found = np.searchsorted(result.time[at], motion.time - 1e-12)
        is_there = found < len(at)
        found = np.where(is_there, found, 0)
        is_there &= np.abs(result.time[at][found] - motion.time) < 1e-9
        self.rows, self.points = at[found[is_there]], np.flatnonzero(is_there)
        self.speed = 1.0 + float(np.abs(motion.speeds).max(initial=0.0))

    def told(self) -> tuple[float, str, str] | None:
        """Return size, kind and words of what differs."""
        return self._motions() or self._states() or self._torques()

    def _motions(self) -> tuple[float, str, str] | None:
        names = [f"shaft{k}" for k in range(len(self.machine.shafts))]
        apart = np.zeros((len(self.points), len(names)))
        for j, name in enumerate(names):
            angle = self._read(f"{name}.phi") - self.motion.angles[self.points, j]
            speed = self._read(f"{name}.w") - self.motion.speeds[self.points, j]
            apart[:, j] = np.maximum(np.abs(angle), np.abs(speed))
        wrong = np.argwhere(~(apart <= _SAME * self.speed))
        if not len(wrong):
            return None
        k, j = wrong[0].tolist()
        kind = self._cause(k)
        size = float(apart.max())
        t = self.motion.time[self.points[k]]
        text = f"from t = {t:.6g} s on {names[j]} differs, at most by {size:.2g} rad/s: {kind}"
        return size, kind, text

    def _cause(self, k: int) -> str:
        """Tell what the elements do at the first point that differs."""
        kinds = []
        for c, contact in enumerate(self.machine.contacts):
            slip = self._read(f"contact{c}.{'w_rel' if contact.b is not None else 'w'}")[k]
            moves = abs(slip) > _SAME * self.speed
            now, before = (self.motion.states[self.points[max(j, 0)], c] for j in (k, k - 1))
            if now == HOLDS and moves:
                kinds.append("slides where it holds" + self._remark(k, c))
            elif now in (-1, 1) and before == HOLDS and k > 0:
                other = " at another instant" if moves else " here only"
                kinds.append(f"lets go{other}" + self._remark(k - 1, c))
            elif (
                now in (-1, 1)
                and not moves
                and abs(self.motion.slips[self.points[k], c]) > (_SAME * self.speed)
            ):
                kinds.append("holds where it slides" + self._remark(k, c))
        start = " (from the start)" if k <= 1 else ""
        return (min(kinds, key=len) if kinds else "the same elements slide") + start

    def _remark(self, k: int, c: int) -> str:
        shares = bool(np.isnan(self.motion.torques[self.points[k], c]))
        drops = any(one.drops for one in self.machine.contacts)
        return (", shared" if shares else "") + (", with a drop" if drops else "")

    def _states(self) -> tuple[float, str, str] | None:
        for c, contact in enumerate(self.machine.contacts):
            locked = self._read(f"contact{c}.locked")
            state, spare = (a[self.points, c] for a in (self.motion.states, self.motion.spare))
            slips = np.abs(self.motion.slips[self.points, c]) > _SAME * self.speed
            calm = self._calm()
            wrong = (state == HOLDS) & (spare > _SPARE) & (locked == 0) & calm
            wrong |= (state != HOLDS) & (state != FREE) & slips & (locked != 0)
            if wrong.any():
                t = self.motion.time[self.points[wrong][0]]
                kind = f"{contact.kind}.locked differs"
                return np.inf, kind, f"contact{c}.locked is wrong at t = {t:.6g} s"
        return None

    def _torques(self) -> tuple[float, str, str] | None:
        expected = self.motion.torques[self.points]
        size = 1.0 + float(np.abs(expected[np.isfinite(expected)]).max(initial=0.0))
        calm = self._calm()
        for c, contact in enumerate(self.machine.contacts):
            apart = np.abs(self._read(f"contact{c}.tau") - expected[:, c])
            wrong = (apart > _SAME_TORQUE * size) & calm
            if wrong.any():
                t = self.motion.time[self.points[wrong][0]]
                text = f"contact{c}.tau differs by {apart[wrong][0]:.2g} N.m at t = {t:.6g} s"
                return np.inf, f"{contact.kind}.tau differs", text
        return None

    def _calm(self) -> NDArray[np.bool_]:
        """Mark the points that are not next to an event of either way."""
        jumps = [t for t, _ in self.motion.events]
        jumps += self.result.time[self.result.rows[:, 1] == RowFlag.LEFT].tolist()
        for signal in (*(p.torque for p in self.machine.pushes),
                       *(c.force for c in self.machine.contacts if c.force)):  # fmt: skip
            jumps += signal.instants
        t = self.motion.time[self.points]
        return np.array([all(abs(one - other) > _NEAR for other in jumps) for one in t], dtype=bool)

    def _read(self, name: str) -> Floats:
        return np.asarray(self.result[name][self.rows], dtype=float)
