"""Which relations are solved together, told row by row, and which systems need each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain.compiler.pipeline import translate
from drivetrain.compiler.program.mixed_systems import MixedSystems, mixed_systems
from drivetrain.compiler.structure.batching import LEAST_ROWS
from drivetrain.modeling import Model, parameter
from drivetrain.rotational import BearingFriction, Clutch, Inertia, LossyGear, SpringDamper, Torque

MANY = LEAST_ROWS + 6


class Bearings(Model):
    """Discs with bearings, coupled by springs."""

    n = parameter(MANY, structural=True, kind="integer")
    disc: Any = Inertia.array(n, J=0.1)
    bearing: Any = BearingFriction.array(n, tau_pos=[[0, 0.1]])
    spring: Any = SpringDamper.array(n - 1, c=1e3, d=1.0)
    load = Torque(tau=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.load >> self.disc[0]
        yield self.disc >> self.bearing
        yield self.disc[:-1] >> self.spring >> self.disc[1:]


class Gears(Model):
    """Gears with losses, coupled by springs."""

    n = parameter(MANY, structural=True, kind="integer")
    disc: Any = Inertia.array(n + 1, J=0.1)
    gear: Any = LossyGear.array(n, ratio=1.01, loss_table=[[0, 0.98, 0.97, 0.01, 0.01]])
    spring: Any = SpringDamper.array(n, c=1e4, d=1.0)
    load = Torque(tau=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.load >> self.disc[0]
        yield self.disc[:-1] >> self.gear >> self.spring >> self.disc[1:]


class Clutches(Model):
    """Discs with clutches between them."""

    n = parameter(MANY, structural=True, kind="integer")
    disc: Any = Inertia.array(n + 1, J=0.1)
    clutch: Any = Clutch.array(n, fn_max=10.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.clutch >> self.disc[1:]


def found(model: Model, loops: bool) -> MixedSystems:
    translation = translate(model, loops=loops)
    assert bool(translation.program.rows) == loops
    return mixed_systems(translation.program, translation.lowered.discrete)


def sizes(systems: MixedSystems) -> list[int]:
    """Return how many relations each system has."""
    return sorted(Counter(systems.system[systems.system >= 0].tolist()).values())


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize(("model", "relations"), [(Bearings(), 2), (Gears(), 5)])
def test_springs_separate_what_is_written_in_one_loop(model, relations, loops):
    systems = found(model, loops)
    in_loop = systems.system >= 0
    assert sizes(systems) == [relations] * MANY
    assert set(systems.level[in_loop]) == {1}
    assert set(systems.level[~in_loop]) <= {-1}


@pytest.mark.parametrize("loops", [True, False])
def test_neighbouring_clutches_are_one_system(loops):
    assert len(sizes(found(Clutches(), loops))) == 1


@pytest.mark.parametrize("loops", [True, False])
def test_each_element_decides_about_its_own_discrete_variables(loops):
    """Those of a bearing follow from its relations alone, and nobody else's do."""
    systems = found(Bearings(), loops)
    decided = Counter(systems.decides[systems.decides >= 0].tolist())
    assert sorted(decided) == list(range(MANY))
    assert len(set(decided.values())) == 1


class Driven(Model):
    """Two discs with bearings: the acceleration of one makes a torque on the other."""

    first, second = Inertia(J=1.0), Inertia(J=1.0)
    one = BearingFriction(tau_pos=[[0, 0.1]])
    other = BearingFriction(tau_pos=[[0, 0.2]])
    push, pull = Torque(tau=1.0), Torque()

    def equations(self) -> Iterable[Any]:
        yield self.push >> self.first >> self.one
        yield self.pull >> self.second >> self.other
        yield self.pull.tau == self.first.J * self.first.a


def test_systems_that_need_another_one_are_of_a_higher_level():
    systems = found(Driven(), loops=False)
    level = {int(k): set(systems.level[systems.system == k]) for k in range(2)}
    assert level == {0: {1}, 1: {2}}
    assert set(np.unique(systems.decides)) >= {0, 1}
