"""What decides whether an element that may lock goes on holding."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain.compiler.mixed import mixed_systems
from drivetrain.compiler.names import variable_name
from drivetrain.compiler.releases import Release, find_releases
from drivetrain.compiler.translate import translate
from drivetrain.compiler.translation import Translation
from drivetrain.modeling import Model, boolean, constant, fixed, hold, pre, time, variable, where
from drivetrain.rotational import Brake, Clutch, Inertia, LossyGear, OneWayClutch, Torque
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.simulation.relations import Relations


class Lock(CompliantWithRelativeStates):
    """Locks while it is `locked`, whatever that takes."""

    grip = variable(least_change=True)
    engaged = boolean(start=fixed(True))
    locked = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        yield where(self.locked, self.a_rel / constant(1.0, "rad/s2"), self.grip) == 0
        yield self.tau == self.grip * constant(1.0, "N.m")
        yield hold(self.w_rel, while_=self.locked)


class Dog(Lock):
    """Is engaged for half a second."""

    def equations(self) -> Iterable[Any]:
        yield self.engaged == (pre(self.engaged) & (time < constant(0.5, "s")))
        yield self.locked == self.engaged


class Fuse(Lock):
    """Is engaged as long as its load has not been too large."""

    def equations(self) -> Iterable[Any]:
        yield self.engaged == (pre(self.engaged) & ~(self.grip > 3.0))
        yield self.locked == self.engaged


class Train(Model):
    """One of each kind."""

    load = Torque(tau=1.0)
    a = Inertia(J=1.0)
    clutch = Clutch(fn_max=10.0, f_normalized=1.0)
    b = Inertia(J=1.0)
    gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 1.0, 1.0]])
    c = Inertia(J=1.0)
    wheel = OneWayClutch(fn_max=4.0, f_normalized=1.0)
    d = Inertia(J=1.0)
    dog = Dog()
    e = Inertia(J=1.0)
    fuse = Fuse()
    f = Inertia(J=1.0)
    brake = Brake(fn_max=10.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.load >> self.a >> self.clutch >> self.b >> self.gear >> self.c
        yield self.c >> self.wheel >> self.d >> self.dog >> self.e >> self.fuse >> self.f
        yield self.f >> self.brake


@pytest.fixture(scope="module")
def train() -> Translation:
    return translate(Train())


def releases_of(t: Translation) -> list[Release]:
    systems = mixed_systems(t.program, t.lowered.discrete).system
    return find_releases(t.flat, t.aliased, t.program, t.lowered.discrete, t.holds, systems)


def named(t: Translation) -> dict[str, tuple[set[str], set[str]]]:
    """Return the modes and relations of each component in words."""
    root, relations = t.flat.root, Relations(t, t.values.parameter)
    found = {}
    for held, release in zip(t.holds, releases_of(t), strict=True):
        component = variable_name(root, held.locked).removesuffix(".locked")
        modes = {relations.discrete_name(k).split(".")[-1] for k in release.modes}
        found[component] = modes, {relations.text(k) for k in release.relations}
    return found


@pytest.mark.parametrize("name", ["clutch", "brake"])
def test_friction_is_released_by_its_load_in_both_directions(train, name):
    modes, texts = named(train)[name]
    assert modes == {"mode", "start_forward", "start_backward", "locked"}
    assert len(texts) == 4
    assert all(f"{name}.sa" in text for text in texts)


def test_a_freewheel_is_released_in_one_direction(train):
    modes, texts = named(train)["wheel"]
    assert modes == {"start_forward", "stuck", "locked"}
    assert len(texts) == 2


def test_a_gear_judges_with_the_side_that_drives(train):
    modes, texts = named(train)["gear"]
    assert modes == {"mode", "start_forward", "start_backward", "locked", "tau_a_pos"}
    assert "gear.tau_eta >= 0" in texts


def test_what_no_load_releases_has_no_relations(train):
    assert named(train)["dog"][1] == set()


def test_what_a_load_opens_for_good_remembers_that(train):
    modes, texts = named(train)["fuse"]
    assert modes == {"engaged"}  # which is also `locked`
    assert texts == {"fuse.grip > 3"}


def test_the_kernel_gets_one_row_for_each_hold(train):
    arrays, releases = train.kernel._arrays, releases_of(train)
    assert arrays["hold_mode"].tolist() == [k for one in releases for k in one.modes]
    assert arrays["hold_release"].tolist() == [k for one in releases for k in one.relations]
    assert np.diff(arrays["hold_release_ptr"]).tolist() == [len(one.relations) for one in releases]
