"""Which elements can lock the same motion, told from the structure, and when they do in a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from drivetrain import check, simulate
from drivetrain.blocks import Ramp, Step
from drivetrain.compiler.analysis.linear_forms import LinearForms
from drivetrain.compiler.analysis.lock_dependencies import lock_factors, with_company
from drivetrain.compiler.frontend.values import evaluate_values
from drivetrain.compiler.pipeline import translate
from drivetrain.compiler.redundant_locks import Locks, SharedMotion
from drivetrain.examples import find
from drivetrain.modeling import Model, parameter
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    IdealGear,
    IdealPlanetary,
    Inertia,
    SpringDamper,
    Torque,
)
from tests.closed_forms.building import REST


def shared(model: Model) -> set[tuple[frozenset[str], int]]:
    return {(frozenset(m.members), m.motions) for m in check(model).shared_motions}


class Shaft(Model):
    """Brakes on both sides of a gear and a bearing; another shaft with one brake, by a clutch."""

    left = Inertia(J=1.0, **REST)
    gear = IdealGear(ratio=3.0)
    right = Inertia(J=1.0)
    fast = Brake(fn_max=1.0, f_normalized=1.0)
    slow = Brake(fn_max=1.0, f_normalized=1.0)
    bearing = BearingFriction(tau_pos=[[0, 1.0]])
    clutch = Clutch(fn_max=1.0, f_normalized=1.0)
    other = Inertia(J=1.0, **REST)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gear >> self.right >> self.clutch >> self.other
        yield self.left >> self.fast
        yield self.right >> self.slow
        yield self.right >> self.bearing


class WithLastBrake(Shaft):
    last = Brake(fn_max=1.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.other >> self.last


class Chain(Model):
    """Many masses and clutches in a row, and a brake at the end: all motions differ."""

    mass = Inertia.array(40, J=1.0)
    clutch = Clutch.array(39, fn_max=1.0, f_normalized=1.0)
    brake = Brake(fn_max=1.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.mass[:-1] >> self.clutch >> self.mass[1:]
        yield self.mass[39] >> self.brake


class Two(Model):
    """Two planetary sets on one shaft, ratio by ratio."""

    ratio = parameter(2.0)
    shaft = Inertia(J=1.0, **REST)
    first = IdealPlanetary(ratio=2.0)
    second = IdealPlanetary(ratio=ratio)
    carrier = Inertia(J=1.0, **REST)
    first_ring = Brake(fn_max=1.0, f_normalized=1.0)
    second_ring = Brake(fn_max=1.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.shaft.flange_b >> self.first.sun
        yield self.shaft.flange_b >> self.second.sun
        yield self.carrier.flange_b >> self.first.carrier
        yield self.carrier.flange_b >> self.second.carrier
        yield self.first.ring >> self.first_ring
        yield self.second.ring >> self.second_ring


def test_elements_on_one_shaft_share_its_motion():
    """The clutch beside them locks a motion of its own."""
    assert shared(Shaft()) == {(frozenset({"fast", "slow", "bearing"}), 1)}


def test_a_clutch_between_two_held_shafts_shares_both_motions():
    members = frozenset({"fast", "slow", "bearing", "clutch", "last"})
    assert shared(WithLastBrake()) == {(members, 2)}


def test_elements_in_a_row_share_nothing():
    assert shared(Chain()) == set()


def test_a_ratio_decides():
    model = Two()
    translation = translate(model)
    assert Locks(translation, translation.values).shared() == [
        SharedMotion(("first_ring", "second_ring"), 1)
    ]
    other = evaluate_values(translation.flat, {"ratio": 3.0})
    assert Locks(translation, other).shared() == []


def test_only_locked_elements_count():
    translation = translate(WithLastBrake())
    locks = Locks(translation, translation.values)
    held = np.array([m in ("fast", "clutch", "last") for m in locks.members])
    assert locks.shared(held) == [SharedMotion(("fast", "clutch", "last"), 2)]
    assert locks.shared(held & np.array([m != "last" for m in locks.members])) == []


def test_the_report_tells_them():
    text = str(check(Shaft()))
    assert "1 set of elements that can lock the same motion\n    fast, slow and bearing" in text


class Train(Model):
    """Brakes at both ends of a train so long that its equations run as loops."""

    first = Inertia(J=1.0, **REST)
    fast = Brake(fn_max=1.0, f_normalized=1.0)
    gear = IdealGear.array(40, ratio=[2.0, 0.5] * 20)
    disc = Inertia.array(41, J=0.1)
    slow = Brake(fn_max=1.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.fast >> self.first >> self.disc[0]
        yield self.disc[:-1] >> self.gear
        yield self.gear >> self.disc[1:]
        yield self.disc[40] >> self.slow


def test_motions_are_followed_through_loops_over_alike_parts():
    translation = translate(Train())
    assert translation.program.rows
    locks = Locks(translation, translation.values)
    assert locks.shared() == [SharedMotion(("fast", "slow"), 1)]


class Elastic(Model):
    """A train of 600 gears with springs between them, and brake and bearing at both ends."""

    gear = IdealGear.array(600, ratio=[2.0, 0.5] * 300)
    spring = SpringDamper.array(600, c=1e4, d=1.0)
    disc = Inertia.array(601, J=0.1)
    fast = Brake(fn_max=1.0, f_normalized=1.0)
    slow = Brake(fn_max=1.0, f_normalized=1.0)
    front = BearingFriction(tau_pos=[[0, 1.0]])
    rear = BearingFriction(tau_pos=[[0, 1.0]])

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.gear
        yield self.gear >> self.spring
        yield self.spring >> self.disc[1:]
        yield self.disc[0] >> self.fast
        yield self.disc[0] >> self.front
        yield self.disc[600] >> self.slow
        yield self.disc[600] >> self.rear


def test_a_speed_may_be_a_sum_as_deep_as_a_train_is_long():
    assert shared(Elastic()) == {
        (frozenset({"fast", "front"}), 1),
        (frozenset({"slow", "rear"}), 1),
    }


class Held(Model):
    """A shaft whose states are twists: every speed is a sum of all relative speeds before it."""

    n = parameter(30, structural=True, kind="integer")
    disc = Inertia.array(n, J=0.1)
    link = SpringDamper.array(n - 1, c=1e4, d=1.0)
    bearing = BearingFriction.array(n, tau_pos=[[0, 1.0]])

    def equations(self) -> Iterable[Any]:
        yield self.disc >> self.bearing
        yield self.disc[:-1] >> self.link
        yield self.link >> self.disc[1:]


class Braked(Held):
    """The same with clutches beside some links, and a brake."""

    clutch = Clutch.array(5, fn_max=1.0, f_normalized=1.0)
    brake = Brake(fn_max=1.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:5] >> self.clutch >> self.disc[1:6]
        yield self.disc[8] >> self.brake


def test_bearings_along_a_shaft_share_nothing_and_are_not_written_out():
    translation = translate(Held(n=300))
    locks = Locks(translation, translation.values)
    assert locks.shared() == []
    forms = LinearForms(
        translation.lowered, translation.parameters_of(translation.values.parameter)
    )
    members = [hold.member for hold in translation.holds]
    assert max(len(forms.factors(m)) for m in members) == 300
    assert lock_factors(forms, members, [[]] * 300) == [{}] * 300


def test_some_along_a_shaft_share_with_clutches_and_brakes():
    clutched = {f"bearing[{k}]" for k in range(6)} | {f"clutch[{k}]" for k in range(5)}
    assert shared(Braked()) == {
        (frozenset(clutched), 6),
        (frozenset({"bearing[8]", "brake"}), 1),
    }


def test_rows_without_company_go_one_after_the_other():
    rows = [[1, 2], [2, 3], [3, 4], [5, 6], [5, 6], [6, 7]]
    assert with_company(rows) == [3, 4]
    assert with_company(rows, lasting=[0]) == [0, 3, 4]
    assert with_company([[1], [1, 2], [2]]) == [0, 1, 2]
    assert with_company([]) == []


class Taken(Model):
    """A brake closes on a shaft that a bearing holds; then the load tears both away."""

    load = Ramp(height=10.0, duration=1.0, start_time=1.0)
    motor = Torque()
    shaft = Inertia(J=1.0, **REST)
    bearing = BearingFriction(tau_pos=[[0, 1.0]])
    close = Step(start_time=0.5)
    brake = Brake(fn_max=4.0)

    def equations(self) -> Iterable[Any]:
        yield self.load.y >> self.motor.tau
        yield self.motor >> self.shaft >> self.bearing
        yield self.shaft >> self.brake
        yield self.close.y >> self.brake.f_normalized


def test_the_event_log_names_a_shared_motion_once():
    events = simulate(Taken(), stop_time=2.0).events
    (one,) = events.shared
    assert one.time == 0.5
    assert set(one.motion.members) == {"bearing", "brake"}
    lines = str(events).splitlines()
    (place,) = (k for k, line in enumerate(lines) if "share one motion" in line)
    assert "brake.mode: free → stuck" in lines[place - 1]
    assert len(events.times("brake.mode", after="forward")) == 1


def test_a_motion_shared_from_the_start_is_named_first():
    events = simulate(find("redundancy.HeldPlanetary")()).events
    assert events.shared[0].time == 0.0
    assert str(events).splitlines()[0] == str(events.shared[0])


def test_a_motion_that_slides_at_the_start_is_named_where_it_is_held():
    """The load of 10 N·m drives the gear back at once: at most 0.5 N·m stand against 2.5."""
    run = simulate(find("LossyGearDemo2")())
    assert run["gear.mode"][0] == run["bearing_friction.mode"][0] == -1
    assert run.events.shared[0].time == run.events.times("gear.mode", after="stuck")[0]
