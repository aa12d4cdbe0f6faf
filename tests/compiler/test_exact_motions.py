"""What stands still or jumps by mistake is refused; what does so on purpose is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import check, simulate
from drivetrain.blocks import KinematicPTP2, Ramp, Sine, Step
from drivetrain.errors import StructureError
from drivetrain.modeling import Model, constant, fixed, parameter, time, where
from drivetrain.rotational import Fixed, IdealGear, IdealPlanetary, Inertia, Position, Speed


class Grounded(Model):
    """A gear train on the ground: it stands still, as it should."""

    ground = Fixed()
    first = IdealGear(ratio=2.0)
    middle = Inertia(J=1.0)
    second = IdealGear(ratio=3.0)
    end = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.first >> self.middle >> self.second >> self.end


def test_a_train_on_the_ground_is_not_jammed() -> None:
    assert not check(Grounded()).faults
    assert simulate(Grounded(), stop_time=0.1).final["end.w"] == 0.0


class Locked(Model):
    """Sun and ring of a planetary on one shaft: it turns as a whole."""

    shaft = Inertia(J=1.0, w=fixed(3.0))
    planetary = IdealPlanetary(ratio=2.0)
    carrier = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.shaft.flange_b >> self.planetary.sun
        yield self.shaft.flange_b >> self.planetary.ring
        yield self.planetary.carrier >> self.carrier.flange_a


def test_a_planetary_that_turns_as_a_whole_is_not_jammed() -> None:
    assert simulate(Locked(), stop_time=0.1).final["carrier.w"] == pytest.approx(3.0)


class Behind(Model):
    """A locked_up loop of gears behind a part that could turn."""

    first = Inertia(J=1.0)
    carrier = Inertia(J=1.0)
    planetary = IdealPlanetary(ratio=2.0)
    one = IdealGear(ratio=2.0)
    two = IdealGear(ratio=2.5)

    def equations(self) -> Iterable[Any]:
        yield self.first.flange_b >> self.planetary.sun
        yield self.carrier.flange_a >> self.planetary.carrier
        yield self.planetary.ring >> self.one.flange_a
        yield self.planetary.carrier >> self.one.flange_b
        yield self.planetary.ring >> self.two.flange_a
        yield self.planetary.carrier >> self.two.flange_b


def test_only_what_is_jammed_is_named() -> None:
    with pytest.raises(StructureError, match="is jammed") as caught:
        simulate(Behind())
    locked_up = str(caught.value).partition("contradict")[2].partition("What stands still")[0]
    assert "one (IdealGear)" in locked_up
    assert "two (IdealGear)" in locked_up


class DrivenSpeed(Model):
    """A shaft with a prescribed speed."""

    signal = Ramp(height=5.0, duration=1.0, start_time=0.5)
    motor = Speed(exact=True)
    shaft = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.signal.y >> self.motor.w_ref
        yield self.motor >> self.shaft


def test_a_speed_may_have_a_kink() -> None:
    assert simulate(DrivenSpeed(), stop_time=2.0).final["shaft.w"] == pytest.approx(5.0)


class DrivenAngle(Model):
    """A shaft with a prescribed angle."""

    signal = KinematicPTP2(q_end=[1.0], qd_max=[2.0], qdd_max=[3.0], start_time=0.2)
    motor = Position(exact=True)
    shaft = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.signal.q[0] >> self.motor.phi_ref
        yield self.motor >> self.shaft


def test_an_angle_may_have_jumps_of_its_acceleration() -> None:
    assert simulate(DrivenAngle(), stop_time=2.0).final["shaft.phi"] == pytest.approx(1.0)


class Waved(DrivenSpeed):
    """A wave that begins when the run begins."""

    late = parameter(0.0, unit="s")
    wave = Sine(f=1.0, phase=1.0, start_time=late)
    other = Speed(exact=True)
    load = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.other.w_ref
        yield self.other >> self.load


def test_a_jump_at_the_very_start_is_none() -> None:
    assert not check(Waved()).faults
    assert any("at t = 0.5 s it jumps" in fault for fault in check(Waved(late=0.5)).faults)


class Stepped(DrivenSpeed):
    """A step that lies before the run."""

    signal = Step(height=5.0, start_time=-1.0)


def test_a_jump_before_the_start_is_none() -> None:
    assert not check(Stepped()).faults
    assert simulate(Stepped(), stop_time=1.0).final["shaft.phi"] == pytest.approx(5.0)


class BentThenStepped(Model):
    """One equation with a kink, which is allowed, and after it a jump, which is not."""

    motor = Speed(exact=True)
    shaft = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.shaft
        bend, step = constant(0.25, "s"), constant(0.75, "s")
        ramp = where(time < bend, time, bend) / constant(1.0, "s2")
        yield self.motor.w_ref == ramp + where(time < step, 0.0, constant(1.0, "1/s"))


def test_a_jump_beside_a_kink_is_found() -> None:
    assert any("at t = 0.75 s it jumps" in fault for fault in check(BentThenStepped()).faults)


class Filtered(Model):
    """A step that the motion follows through a filter."""

    step = Step(height=5.0, start_time=0.5)
    motor = Speed()
    shaft = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.step.y >> self.motor.w_ref
        yield self.motor >> self.shaft


def test_a_step_through_a_filter_is_no_jump() -> None:
    assert simulate(Filtered(), stop_time=2.0).final["shaft.w"] == pytest.approx(5.0)
