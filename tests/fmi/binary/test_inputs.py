"""Inputs of units: values and derivatives from outside."""

from __future__ import annotations

from math import cos, sin

import pytest

from drivetrain import Experiment, Model, fixed, simulate
from drivetrain.blocks import Constant
from drivetrain.modeling import RealInput
from drivetrain.rotational import Clutch, Inertia, Torque
from tests.fmi.binary.units import Instance, unit_of


class Driven(Model):
    """An inertia under a torque from outside."""

    tau = RealInput(unit="N.m")
    torque = Torque()
    load = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    experiment = Experiment(stop_time=1.0)

    def equations(self):
        yield self.tau >> self.torque.tau
        yield self.torque >> self.load


class Closing(Model):
    """A clutch that is closed from outside: locking is an event of its own."""

    force = RealInput(unit="1")
    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    clutch = Clutch(fn_max=20.0)
    right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    experiment = Experiment(stop_time=3.0)

    def equations(self):
        yield self.left >> self.clutch >> self.right
        yield self.force >> self.clutch.f_normalized


class Whole(Model):
    """The same closed by a part of its own."""

    pedal = Constant(k=0.5)
    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    clutch = Clutch(fn_max=20.0)
    right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    experiment = Experiment(stop_time=3.0)

    def equations(self):
        yield self.left >> self.clutch >> self.right
        yield self.pedal.y >> self.clutch.f_normalized


def _error(steps: int, order: int) -> float:
    """Drive the inertia by a sine; return the error of its angle, known in closed form."""
    unit = unit_of(Driven())
    one, length, w = Instance(unit), 1.0 / steps, 2.0
    assert one.start(tolerance=1e-10) == 0
    for k in range(steps):
        time = k * length
        assert one.set("in0", sin(w * time)) == 0
        for n, rate in enumerate((w * cos(w * time), -w * w * sin(w * time)), start=1):
            assert n > order or one.set_rate("in0", n, rate) == 0
        assert one.get([unit.reference("load.a")])[0] == sin(w * time)
        assert one.step(time, length) == 0
    return float(abs(one.get([unit.reference("load.phi")])[0] - (1.0 / w - sin(w) / w**2)))


def test_an_input_is_held_and_extrapolated_by_its_derivatives() -> None:
    for order in (0, 1, 2):
        assert _error(40, order) / _error(80, order) == pytest.approx(2.0 ** (order + 1), rel=0.1)
    assert _error(80, 2) < 1e-6


def test_a_clutch_closed_from_outside_locks_at_the_instant_of_one_in_one_piece() -> None:
    unit = unit_of(Closing())
    one = Instance(unit)
    assert one.set("in0", 0.5) == 0
    assert one.start() == 0
    for k in range(30):
        assert one.set("in0", 0.5) == 0
        assert one.step(k * 0.1, 0.1) == 0, one.told
    run = simulate(Whole())
    for name in ("left.phi", "right.phi", "left.w"):
        assert one.get([unit.reference(name)])[0] == pytest.approx(run[name][-1], rel=1e-9)


def test_what_depends_on_an_input_directly_shows_at_once() -> None:
    unit = unit_of(Driven())
    one = Instance(unit)
    assert one.start() == 0
    assert one.step(0.0, 0.25) == 0
    assert one.set("in0", 3.0) == 0
    assert one.get([unit.reference("load.a"), unit.reference("in0")]).tolist() == [3.0, 3.0]
    assert one.step(0.25, 0.75) == 0
    assert one.get([unit.reference("load.w")])[0] == pytest.approx(2.25, rel=1e-12)


def test_an_input_must_be_a_finite_number() -> None:
    unit = unit_of(Driven())
    one = Instance(unit)
    assert one.set("in0", float("nan")) == 3
    assert "infinite or undefined" in one.told[-1]
    assert one.set_rate("in0", 3, 1.0) == 3
