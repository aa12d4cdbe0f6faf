"""Gearboxes by chance, most of which nobody would build."""

from __future__ import annotations

from random import Random

from drivetrain.diagram.section.order import OPEN, Element, Puzzle


def random_puzzle(seed: int) -> Puzzle:
    """Return a gearbox of up to four sets, four clutches and three brakes."""
    chance = Random(seed)
    bodies = range(chance.randint(3, 8))
    drawn = [Element("stack", _set(chance, bodies)) for _ in range(chance.randint(1, 4))]
    pairs = chance.randint(0, 4)
    drawn += [Element("pair", tuple(chance.sample(bodies, 2))) for _ in range(pairs)]
    used = sorted({body for one in drawn for body in one.bodies} - {OPEN})
    drawn += [Element("tap", (chance.choice(used),)) for _ in range(chance.randint(0, 3))]
    number = {body: k for k, body in enumerate(used)}
    elements = [
        Element(one.kind, tuple(number.get(body, OPEN) for body in one.bodies)) for one in drawn
    ]
    chance.shuffle(elements)
    ends = [tuple(chance.sample(range(len(used)), chance.choice((0, 1, 1, 2)))) for _ in range(2)]
    return Puzzle(tuple(elements), ends[0], ends[1])


def _set(chance: Random, bodies: range) -> tuple[int, ...]:
    first, second, third = chance.sample(bodies, 3)
    return first, second, third if chance.random() < 0.8 else OPEN
