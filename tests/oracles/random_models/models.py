"""Random models: nodes with something that stores, parts of any class between them, signals.

A model is grown part by part. Every connector of a part goes to a node that is there, to a new one,
or to the ground. How the nodes move is kept as vectors over independent motions, so that no two
rigid ways from one node to another are built. A signal is any source or block; what a driveline
measures comes back through a lag, angles and speeds also at once.

Half of the models take any class; the other half are drivelines: more of what locks, or carries a
torque from one shaft to another, more of it on the same shafts, rows of discs, demanded starts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import drivetrain.thermal.celsius
import tests.oracles.random_models.assemblies
from drivetrain import (
    blocks,
    book,
    clutches,
    couplings,
    edition2002,
    electrical,
    gears,
    rotational,
    thermal,
    translational,
)
from drivetrain.errors import ParameterError
from drivetrain.modeling import Component, Connector, Model, constant, fixed, guess, sin, tanh, time
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL, Expr
from drivetrain.modeling.tracing.slots import OwnVariable
from tests.oracles.random_models.assemblies import ASSEMBLIES
from tests.oracles.random_models.kinematics import independent, rigid_rows
from tests.oracles.random_models.parts import Part, draw_part, emitters, logarithmic, scale
from tests.properties.classes import COMPLETE, connectors, label

__all__ = ["SIGNED", "Recipe", "random_recipe"]

Floats = NDArray[np.float64]

_STORES: Final[dict[type[Connector], tuple[str, str, str]]] = {
    rotational.Flange: ("rotational.Inertia(J={0}, w={1})", "flange_b", "kg.m2"),
    translational.Flange: ("translational.Mass(m={0}, v={1})", "flange_b", "kg"),
    thermal.HeatPort: ("thermal.HeatCapacitor(C={0}, T=guess(300.0))", "port", "J/K"),
    electrical.Pin: ("tests.oracles.random_models.assemblies.Charge(C={0}, v={1})", "pin", "F"),
}
"""What a node consists of, by the family of its connector."""
_GROUNDS: Final[dict[type[Connector], tuple[str, str]]] = {
    rotational.Flange: ("rotational.Fixed()", "flange"),
    translational.Flange: ("translational.Fixed()", "flange"),
    thermal.HeatPort: ("thermal.FixedTemperature(T=310.0)", "port"),
    electrical.Pin: ("electrical.Ground()", "p"),
}
SIGNED: Final = {"rad", "rad/s", "rad/s2", "N.m", "m", "m/s", "m/s2", "N", "W", "V", "A"}
"""Units of inputs of both signs; others stay positive, as functions and normal forces want it."""
_MOTIONS: Final = {"rad": 0, "m": 0, "rad/s": 1, "m/s": 1, "rad/s2": 2, "m/s2": 2}
"""Units of prescribed motions: how often the angle is differentiated."""
_SPACE: Final[dict[str, Any]] = {
    "Model": Model, "blocks": blocks, "book": book, "clutches": clutches,
    "constant": constant, "couplings": couplings, "guess": guess,
    "edition2002": edition2002, "electrical": electrical, "fixed": fixed, "gears": gears,
    "rotational": rotational,
    "sin": sin, "tanh": tanh, "tests": tests, "thermal": drivetrain.thermal, "time": time,
    "translational": translational,
}  # fmt: skip

_BLOCKS: Final = [cls for cls in (*COMPLETE, *ASSEMBLIES) if not connectors(cls)]
_OTHERS: Final = [cls for cls in COMPLETE if connectors(cls)]


def _flanges(cls: type[Component]) -> list[type[Connector]]:
    """Return the families of the connectors that a class always has."""
    return [type(c).family() for c in connectors(cls).values() if not isinstance(c.enabled, Expr)]


_LOCKING: Final = [cls for cls in _OTHERS if {"locked", "mode"} & cls.declarations().keys()]
"""Friction, freewheels, gears with losses."""
_CARRYING: Final = [
    cls for cls in (*_OTHERS, *ASSEMBLIES)
    if len(_flanges(cls)) > 1 and not {thermal.HeatPort, electrical.Pin} & {*_flanges(cls)}
    for _ in range(6 if len(_flanges(cls)) > 2 else 1)
]  # fmt: skip
"""Springs, gears, clutches; planetaries are few and come more often."""
_MEASURED: Final = {"rad", "rad/s", "m", "m/s", "K", "degC"}
"""Units of states: what measures them may come back at once."""


@dataclass
class Recipe:
    """A model as text.

    Attributes
    ----------
    members : dict
        Calls by name of the member.
    statements : list of str
        What `equations` yields.
    classes : dict
        Class of each drawn part, by name of the member.
    """

    members: dict[str, str] = field(default_factory=dict)
    statements: list[str] = field(default_factory=list)
    classes: dict[str, str] = field(default_factory=dict)

    @property
    def script(self) -> str:
        """The class."""
        lines = ["class RandomModel(Model):"]
        lines += [f"    {name} = {call}" for name, call in self.members.items()]
        lines += ["", "    def equations(self):"]
        lines += [f"        yield {one}" for one in self.statements] or ["        return ()"]
        return "\n".join(lines)

    def model(self) -> Model:
        """Return the model."""
        space = dict(_SPACE)
        exec(compile(self.script, "<random model>", "exec"), space)
        made: Model = space["RandomModel"]()
        return made

    def without(self, name: str) -> Recipe:
        """Return the recipe without a member and without what is said of it."""
        said = re.compile(rf"\bself\.{name}\b")
        return Recipe(
            {k: v for k, v in self.members.items() if k != name},
            [one for one in self.statements if not said.search(one)],
            {k: v for k, v in self.classes.items() if k != name},
        )


def random_recipe(seed: int) -> Recipe:
    """Return the random model of a number.

    Numbers in a row begin with the component classes in a row, so that all come up equally often.
    """
    return _Growth(Random(seed)).grown(COMPLETE[seed % len(COMPLETE)])


@dataclass(eq=False)
class _Node:
    path: str
    family: type[Connector]
    motion: Floats


class _Growth:
    """A model that grows."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.recipe = Recipe()
        self.nodes: list[_Node] = []
        self.motions = 0
        self.is_driveline = rng.random() < 0.5
        self.built: list[list[_Node | None]] = []
        self.signals: dict[str, list[str]] = {REAL: [], BOOLEAN: [], INTEGER: []}

    def grown(self, first: type[Component]) -> Recipe:
        self.take(first)
        for _ in range(self.rng.randint(0, 10 if self.is_driveline else 6)):
            draw = self.rng.random()
            if self.is_driveline and draw < 0.15:
                self._row()
            elif self.is_driveline and draw < 0.3 and self.built:
                self.take(self.rng.choice(_LOCKING), beside=self.rng.choice(self.built))
            else:
                self.take(self._likely())
        if self.is_driveline and self.rng.random() < 0.4:
            self._demand_starts()
        return self.recipe

    def _likely(self) -> type[Component]:
        """Draw a class; those with connectors more often than there are of them."""
        draw = self.rng.random()
        if self.is_driveline and draw < 0.75:
            return self.rng.choice(_LOCKING if draw < 0.3 else _CARRYING)
        return self.rng.choice(_BLOCKS if self.rng.random() < 0.25 else _OTHERS)

    def take(self, cls: type[Component], beside: Sequence[_Node | None] = ()) -> None:
        """Add a part of a class, with all that it needs, at the nodes of another one if it may."""
        part, rows = self._part(cls)
        places = self._places(part, rows, beside)
        if places is None:
            return
        name = self._add(cls.__name__.lower(), part.text)
        self.recipe.classes[name] = label(cls)
        for own, place in zip(part.connectors, places, strict=True):
            if place is not None:
                self._say(f"self.{place.path} >> self.{name}.{own.name}")
        for own in part.inputs:
            self._drive(part, name, own)
        for own in part.outputs:
            self._emit(part, name, own)
        if any(place in self.nodes for place in places):
            self.built.append(places)

    def _row(self) -> None:
        """Add discs in a row with a spring, a clutch without signal or the like between any two."""
        part, rows = self._part(self.rng.choice(_CARRYING))
        families = {type(own.declaration).family() for own in part.connectors}
        if len(part.connectors) != 2 or len(families) > 1 or rows.size or part.inputs:
            return
        (family,), n = families, self.rng.choice([2, 3, 5, 30])
        call, _, unit = _STORES[family]
        sizes = [logarithmic(self.rng, *scale(unit)) for _ in range(n)]
        disc = self._add("node", _array(call.format(sizes, f"guess({self._speed()})"), n))
        link = self._add(part.cls.__name__.lower(), _array(part.text, n - 1))
        self.recipe.classes[link] = label(part.cls)
        left, right = (own.name for own in part.connectors)
        self._say(f"self.{disc}[:-1].flange_b >> self.{link}.{left}")
        self._say(f"self.{link}.{right} >> self.{disc}[1:].flange_a")
        for k in (0, n - 1):
            self._moving(f"{disc}[{k}].flange_b", family)
        self.motions += n - 2

    def _demand_starts(self) -> None:
        """Turn what is guessed of the speeds of independent nodes into demands."""
        known = np.zeros((0, self.motions))
        for node in self.nodes:
            more = np.vstack([known, _wide(node.motion, self.motions)])
            name = node.path.partition(".")[0]
            if len(independent(more)) == len(more) and name in self.recipe.members:
                known = more
                call = self.recipe.members[name]
                self.recipe.members[name] = call.replace("=guess(", "=fixed(")

    def _part(self, cls: type[Component]) -> tuple[Part, Floats]:
        """Draw a part whose parameters fit each other; return it with its constraints."""
        while True:
            try:
                part = draw_part(self.rng, cls)
                return part, rigid_rows(part)
            except ParameterError:
                continue

    # -- connectors -------------------------------------------------------------------------------

    def _places(
        self, part: Part, rows: Floats, beside: Sequence[_Node | None]
    ) -> list[_Node | None] | None:
        """Find a node for every connector such that the part adds no second rigid way.

        The nodes of a try that failed stay: a driveline may have a shaft more.
        """
        near = self._near(part, beside)
        if near and not self._stops_itself(rows, near) and self._constrain(rows, near):
            return near
        for attempt in range(6):
            places = [
                self._place(type(own.declaration).family(), own.name in part.is_switched, attempt)
                for own in part.connectors
            ]
            if not self._stops_itself(rows, places) and self._constrain(rows, places):
                return places
        return None

    def _stops_itself(self, rows: Floats, places: list[_Node | None]) -> bool:
        """Tell whether a part couples a shaft to itself, so that it cannot move."""
        moving = {id(node) for node in self.nodes}
        for row in rows:
            factors: dict[int, list[float]] = {}
            for factor, place in zip(row, places, strict=True):
                if place is None or id(place) in moving:
                    factors.setdefault(id(place), []).append(float(factor))
            left = [own for own in factors.values() if abs(sum(own)) > 1e-7]
            if len(left) == 1 and len(left[0]) > 1:
                return True
        return False

    def _near(self, part: Part, beside: Sequence[_Node | None]) -> list[_Node | None]:
        """Return the nodes of another part for the connectors of this one, where they fit."""
        left, found = list(beside), list[_Node | None]()
        for own in part.connectors:
            family = type(own.declaration).family()
            fits = [k for k, node in enumerate(left) if node and node.family is family]
            is_housing = own.name in part.is_switched
            found.append(
                left.pop(fits[0]) if fits and not is_housing else self._place(family, is_housing, 0)
            )
        return found if beside else []

    def _place(self, family: type[Connector], is_housing: bool, attempt: int) -> _Node | None:
        draw = self.rng.random()
        known = [node for node in self.nodes if node.family is family]
        if is_housing and family is not thermal.HeatPort:
            to_ground, to_open = 0.55, 0.0
        else:
            is_moving = family not in (thermal.HeatPort, electrical.Pin)
            to_ground, to_open = 0.04, 0.02 if is_moving else 0.0
        if attempt < 4 and draw < to_ground:
            return self._ground(family)
        if attempt < 4 and draw > 1.0 - to_open:
            return None
        if known and attempt < 5 and self.rng.random() < (0.8 if self.is_driveline else 0.65):
            return self.rng.choice(known)
        return self._store(family)

    def _ground(self, family: type[Connector]) -> _Node:
        call, connector = _GROUNDS[family]
        return _Node(f"{self._add('ground', call)}.{connector}", family, np.zeros(self.motions))

    def _store(self, family: type[Connector]) -> _Node:
        call, connector, unit = _STORES[family]
        start = f"{'fixed' if self.rng.random() < 0.01 else 'guess'}({self._speed()})"
        name = self._add("node", call.format(logarithmic(self.rng, *scale(unit)), start))
        return self._moving(f"{name}.{connector}", family)

    def _speed(self) -> float:
        return self.rng.choice([0.0, 0.0, 1.0, -3.0, 10.0, round(self.rng.uniform(-20, 20), 2)])

    def _moving(self, path: str, family: type[Connector]) -> _Node:
        """Return a new node with a motion of its own."""
        motion = np.zeros(self.motions + 1)
        motion[self.motions] = 1.0
        self.motions += 1
        self.nodes.append(_Node(path, family, motion))
        return self.nodes[-1]

    def _constrain(self, rows: Floats, places: list[_Node | None]) -> bool:
        """Take away the motions that constraints forbid; tell whether each forbade one."""
        motions = {id(n): _wide(n.motion, self.motions) for n in self.nodes}
        fresh = np.eye(len(places))
        width = self.motions + len(places)
        for row in rows:
            law = np.zeros(width)
            for k, (factor, place) in enumerate(zip(row, places, strict=True)):
                if place is None:  # an open connector moves as it has to
                    law += factor * np.concatenate([np.zeros(self.motions), fresh[k]])
                elif id(place) in motions:
                    law += factor * _wide(motions[id(place)], width)
            if np.abs(law).max(initial=0.0) < 1e-7:
                return False
            at = int(np.argmax(np.abs(law)))
            for key, motion in motions.items():
                wide = _wide(motion, width)
                motions[key] = wide - wide[at] / law[at] * law
        for node in self.nodes:
            node.motion = motions[id(node)][: self.motions]
        return True

    # -- signals ----------------------------------------------------------------------------------

    def _drive(self, part: Part, name: str, own: OwnVariable) -> None:
        """State what an input is."""
        kind, unit = own.declaration.kind, own.declaration.unit
        at = f"self.{name}.{own.name}"
        if kind != REAL:
            self._say(f"{at} == {self._signal(kind)}")
            return
        if part.connectors and (unit in _MOTIONS or own.index is not None):
            order = (own.index or (0,))[-1] or _MOTIONS.get(unit, 0)
            self._say(f"{at} == {_wave(order)} * {_unit(unit)}")
            return
        signal = self._signal(REAL)
        if unit == "1" and not part.connectors and self.rng.random() < 0.3:
            self._say(f"{at} == {signal}")
        elif unit in SIGNED:
            size = logarithmic(self.rng, *scale(unit))
            self._say(f"{at} == {size} * tanh({signal}) * {_unit(unit)}")
        else:
            middle = {"K": 400.0, "degC": 90.0, "s": 0.03}.get(unit, 0.6)
            self._say(f"{at} == {middle} * (1.0 + 0.5 * tanh({signal})) * {_unit(unit)}")

    def _signal(self, kind: str) -> str:
        """Return a signal that is there, or a new source."""
        known = self.signals[kind]
        if not known or self.rng.random() < 0.5:
            source, _ = self._part(self.rng.choice(emitters(kind)))
            name = self._add(source.cls.__name__.lower(), source.text)
            self.recipe.classes[name] = label(source.cls)
            for own in source.outputs:
                self._emit(source, name, own)
        return self.rng.choice(self.signals[kind])

    def _emit(self, part: Part, name: str, own: OwnVariable) -> None:
        """Take up an output."""
        kind, unit = own.declaration.kind, own.declaration.unit
        text = f"self.{name}.{own.name}"
        if kind == REAL:
            text += "" if unit == "1" else f" / {_unit(unit)}"
            at_once = unit in _MEASURED and self.rng.random() < 0.4
            if part.connectors and not at_once:
                lag = self._add("lag", f"blocks.FirstOrder(T={logarithmic(self.rng, 0.02, 0.5)})")
                self._say(f"self.{lag}.u == tanh({text})")
                text = f"self.{lag}.y"
        self.signals[kind].append(text)

    # -- text -------------------------------------------------------------------------------------

    def _add(self, kind: str, call: str) -> str:
        name = f"{kind}_{len(self.recipe.members)}"
        self.recipe.members[name] = call
        return name

    def _say(self, statement: str) -> None:
        self.recipe.statements.append(statement)


def _array(call: str, count: int) -> str:
    """Return the call that makes many of what a call makes."""
    name, _, given = call.partition("(")
    return f"{name}.array({count}, {given}"


def _wide(motion: Floats, width: int) -> Floats:
    return np.concatenate([motion, np.zeros(width - len(motion))])


def _unit(unit: str) -> str:
    return f'constant(1.0, "{unit}")'


def _wave(order: int) -> str:
    """Return a sine or its derivative, so that speeds fit to angles."""
    size, speed = 0.3, 5.0
    return (
        f'{size * speed**order} * sin({speed} * time / constant(1.0, "s") + {order} * {np.pi / 2})'
    )
