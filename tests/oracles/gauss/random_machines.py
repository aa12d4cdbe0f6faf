"""Random machines: a few shafts, round numbers and others, redundant elements, drops, gears."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from tests.oracles.gauss.machine import Contact, Coupling, Gear, Kind, Machine, Push, Shaft
from tests.oracles.gauss.signals import Signal, constant, pulse, ramp, sine, step

__all__ = ["random_machine"]

_STOP: Final = 1.0
_RATIOS: Final = (2.0, -1.0, 0.5, 3.0, -0.2, 1 / 3, 2.7)
_PEAKS: Final = (1.0, 1.0, 1.1, 1.5, 2.0)
_NONE: Final = 1e-9


def random_machine(seed: int) -> Machine:
    """Return the random machine of a number."""
    return _Growth(Random(seed)).grown()


class _Growth:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.is_round = rng.random() < 0.6
        self.has_drops = rng.random() < 0.6
        self.shafts: list[Shaft] = []
        self.couplings: list[Coupling] = []
        self.pushes: list[Push] = []
        self.contacts: list[Contact] = []

    def grown(self) -> Machine:
        rng = self.rng
        self.shafts.append(Shaft(self.inertia(), self.speed()))
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4, 5])):
            self.branch()
        for _ in range(rng.choice([1, 1, 2, 3, 4])):
            self.contact()
        for _ in range(rng.choice([1, 1, 2])):
            self.pushes.append(Push(rng.randrange(len(self.shafts)), self.torque()))
        if len(self.shafts) > 1 and rng.random() < 0.15:
            self.coupling(*rng.sample(range(len(self.shafts)), 2))
        if rng.random() < 0.15:
            self.coupling(rng.randrange(len(self.shafts)), None)
        return self.machine()

    def machine(self) -> Machine:
        return Machine(
            tuple(self.shafts),
            tuple(self.couplings),
            tuple(self.pushes),
            tuple(self.contacts),
            _STOP,
        )

    # -- parts ------------------------------------------------------------------------------------

    def branch(self) -> None:
        """Add a shaft that something connects with one that is there."""
        at, new, draw = self.rng.randrange(len(self.shafts)), len(self.shafts), self.rng.random()
        if draw < 0.2:
            self.shafts.append(Shaft(self.inertia(), gear=Gear(at, self.rng.choice(_RATIOS))))
            return
        same = self.rng.random() < 0.4 and self.shafts[at].gear is None
        self.shafts.append(Shaft(self.inertia(), self.shafts[at].w if same else self.speed()))
        if draw < 0.45:
            self.coupling(at, new)
        else:
            self.between(at, new)

    def coupling(self, a: int, b: int | None) -> None:
        c = self.rng.choice([0.0, self.number(10.0, 2000.0), self.number(10.0, 2000.0)])
        d = self.number(0.1, 5.0) if c == 0.0 or self.rng.random() < 0.6 else 0.0
        self.couplings.append(Coupling(a, b, c, d))

    def contact(self) -> None:
        """Add an element: to the ground, beside another one, or between any two shafts."""
        draw = self.rng.random()
        if draw < 0.5 or len(self.shafts) == 1:
            self.to_ground(self.rng.randrange(len(self.shafts)))
        elif draw < 0.75 and self.contacts:
            other = self.rng.choice(self.contacts)
            if other.b is None:
                self.to_ground(other.a)
            else:
                self.between(other.a, other.b)
        else:
            self.between(*self.rng.sample(range(len(self.shafts)), 2))

    def to_ground(self, at: int) -> None:
        if self.rng.random() < 0.4:
            self.contacts.append(Contact("bearing", at, None, self.table(), self.peak()))
        else:
            self.add("brake", at, None)

    def between(self, a: int, b: int) -> None:
        motions = self.machine().motions()
        slip = motions[b] - motions[a]
        if np.abs(slip).max() < _NONE:
            return
        start = float(slip @ self.machine().start())
        kind: Kind = "freewheel" if self.rng.random() < 0.2 else "clutch"
        if kind == "freewheel" and start < 0.0:
            if start < -1e-6:
                a, b = b, a
            else:
                kind = "clutch"
        self.add(kind, a, b)

    def add(self, kind: Kind, a: int, b: int | None) -> None:
        table, force = self.table(), self.force()
        if not force.is_stepwise:
            table = table[:1]
        self.contacts.append(Contact(kind, a, b, table, self.peak(), force))

    # -- numbers ----------------------------------------------------------------------------------

    def number(self, low: float, high: float) -> float:
        """Return a round number, or any, between two bounds on a logarithmic scale."""
        power = self.rng.uniform(np.log10(low), np.log10(high))
        if self.is_round:
            return float(f"{self.rng.choice([1.0, 1.0, 2.0, 5.0])}e{int(np.floor(power))}")
        return float(f"{10.0**power:.4g}")

    def inertia(self) -> float:
        return self.number(0.1, 10.0)

    def speed(self) -> float:
        draw = self.rng.choice([0.0, 0.0, 0.0, 1.0, -1.0, 10.0, -3.0, 0.1, None])
        return round(self.rng.uniform(-20.0, 20.0), 2) if draw is None else draw

    def peak(self) -> float:
        return self.rng.choice(_PEAKS) if self.has_drops else 1.0

    def table(self) -> tuple[tuple[float, float], ...]:
        level = self.number(0.1, 20.0)
        tail = self.rng.choice([1.0, 1.0, 1.0, 0.6, 1.5])
        if tail == 1.0:
            return ((0.0, level),)
        return (0.0, level), (self.rng.choice([1.0, 5.0]), level * tail), (1000.0, level * tail)

    def instant(self) -> float:
        return self.rng.choice([0.1, 0.2, 0.25, 0.5, round(self.rng.uniform(0.05, 0.9), 3)])

    def force(self) -> Signal:
        kind = self.rng.choice(
            ["on", "on", "on", "closes", "opens", "ramp", "falls", "pulse", "sine"]
        )
        if kind == "on":
            return constant(1.0)
        if kind in ("closes", "opens"):
            up = kind == "closes"
            return step(0.0 if up else 1.0, 1.0 if up else -1.0, self.instant())
        if kind in ("ramp", "falls"):
            height = 1.0 if kind == "ramp" else -1.0
            return ramp(max(-height, 0.0), height, self.instant(), self.rng.choice([0.2, 0.4]))
        if kind == "pulse":
            return pulse(0.0, 1.0, self.rng.choice([0.25, 0.4]), 50.0, _STOP)
        offset = self.rng.choice([0.0, 0.5, 1.0, 1.2])
        return sine(offset, self.rng.choice([0.5, 1.0]), self.frequency(), self.phase())

    def torque(self) -> Signal:
        size = self.number(0.2, 40.0) * self.rng.choice([1.0, -1.0])
        kind = self.rng.choice(["constant", "step", "sine", "sine", "ramp", "pulse"])
        if kind == "constant":
            return constant(size)
        if kind == "step":
            return step(self.rng.choice([0.0, -size, size / 2]), size, self.instant())
        if kind == "ramp":
            return ramp(0.0, size, self.rng.choice([0.0, 0.1]), self.rng.choice([0.5, 0.7]))
        if kind == "pulse":
            return pulse(self.rng.choice([0.0, -size / 2]), size, 0.3, 50.0, _STOP)
        return sine(0.0, size, self.frequency(), self.phase())

    def frequency(self) -> float:
        return self.rng.choice([0.7, 1.0, 2.0, 3.3, round(self.rng.uniform(0.5, 6.0), 3)])

    def phase(self) -> float:
        return self.rng.choice([0.0, 0.0, 1.0, float(np.pi / 2)])
