"""Drivelines cut into parts that exchange signals, and motions with given derivatives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import rotational, simulate, translational
from drivetrain.blocks import Constant, Cosine, Gain, Sine
from drivetrain.modeling import Model, constant, fixed
from drivetrain.rotational import (
    AngleToTorqueAdaptor,
    GeneralAngleToTorqueAdaptor,
    GeneralTorqueToAngleAdaptor,
    Inertia,
    InitializeFlange,
    Move,
    Spring,
    SpringDamper,
    TorqueToAngleAdaptor,
)

OMEGA = 2 * np.pi


class Moved(Model):
    """An inertia is moved by three signals that do not fit together on purpose."""

    move = Move()
    inertia = Inertia(J=3.0)
    angle = Sine(f=1.0)
    speed = Cosine(f=1.0)
    acceleration = Constant(k=5.0)

    def equations(self) -> Iterable[Any]:
        yield self.angle.y >> self.move.u[0]
        yield self.speed.y >> self.move.u[1]
        yield self.acceleration.y >> self.move.u[2]
        yield self.move >> self.inertia


def test_derivatives_are_the_signals_not_computed():
    result = simulate(Moved(), stop_time=1.0)
    t = result.time
    np.testing.assert_allclose(result["inertia.phi"], np.sin(OMEGA * t), atol=1e-12)
    np.testing.assert_allclose(result["inertia.w"], np.cos(OMEGA * t), atol=1e-12)
    np.testing.assert_array_equal(result["inertia.a"], 5.0)
    np.testing.assert_array_equal(result["move.flange.tau"], -15.0)


class Reacting(Model):
    """The acceleration that is prescribed depends on the torque which it takes."""

    move = Move()
    inertia = Inertia(J=3.0)
    still = Constant(k=0.0)
    feedback = Gain(k=0.1)
    drive = Sine(f=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.still.y >> self.move.u[0]
        yield self.still.y >> self.move.u[1]
        yield self.feedback.y >> self.move.u[2]
        yield self.feedback.u == self.drive.y - self.move.flange.tau / constant(2.0, "N.m")
        yield self.move >> self.inertia


def test_a_given_acceleration_may_depend_on_the_torque():
    result = simulate(Reacting(), stop_time=0.4)
    # a = 0.1 (sin - tau / 2), tau = -3 a
    expected = 0.1 * np.sin(OMEGA * result.time) / (1 - 0.15)
    np.testing.assert_allclose(result["inertia.a"], expected, atol=1e-12)


class Oscillator(Model):
    """Two inertias with a spring."""

    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    spring = Spring(c=50.0)
    right = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.spring >> self.right


def cut(pder: bool, pder2: bool) -> Model:
    """Return the oscillator with the left inertia behind signals."""
    switches = {"use_pder": pder, "use_pder2": pder2}

    class Cut(Model):
        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
        out = GeneralTorqueToAngleAdaptor(**switches)
        back = GeneralAngleToTorqueAdaptor(**switches)
        spring = Spring(c=50.0)
        right = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.out
            yield self.back >> self.spring >> self.right
            yield self.out.p >> self.back.p
            yield self.back.f >> self.out.f
            if pder:
                yield self.out.pder >> self.back.pder
            if pder and pder2:
                yield self.out.pder2 >> self.back.pder2

    return Cut()


@pytest.mark.parametrize(("pder", "pder2"), [(False, False), (True, False), (True, True)])
def test_a_cut_shaft_moves_as_the_whole(pder, pder2):
    whole = simulate(Oscillator(), stop_time=1.0, tolerance=1e-10)
    parts = simulate(cut(pder, pder2), stop_time=1.0, tolerance=1e-10)
    for name in ("left.w", "right.w"):
        assert parts[name][-1] == pytest.approx(whole[name][-1], abs=1e-8)
    assert parts.energy.relative_error < 1e-8


def test_only_the_derivatives_that_are_needed_are_taken():
    """A spring-damper needs the speed; a third derivative of the angle exists nowhere."""

    class Damped(Model):
        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
        out = TorqueToAngleAdaptor(use_a=False)
        back = AngleToTorqueAdaptor(use_a=False)
        shaft = SpringDamper(c=50.0, d=1.0)
        right = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.out
            yield self.back >> self.shaft >> self.right
            yield self.out.phi >> self.back.phi
            yield self.out.w >> self.back.w
            yield self.back.tau >> self.out.tau

    class Whole(Model):
        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
        shaft = SpringDamper(c=50.0, d=1.0)
        right = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.shaft >> self.right

    parts = simulate(Damped(), stop_time=1.0, tolerance=1e-10)
    whole = simulate(Whole(), stop_time=1.0, tolerance=1e-10)
    assert parts["right.w"][-1] == pytest.approx(whole["right.w"][-1], abs=1e-8)


def test_the_acceleration_without_speed_is_zero():
    class Odd(Model):
        inertia = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
        out = TorqueToAngleAdaptor(use_w=False)
        load = Constant(k=-1.0)

        def equations(self) -> Iterable[Any]:
            yield self.inertia >> self.out
            yield self.load.y >> self.out.tau

    result = simulate(Odd(), stop_time=1.0)
    np.testing.assert_array_equal(result["out.a"], 0.0)
    assert result["inertia.w"][-1] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("library", "names", "initialised"),
    [
        (rotational, ("phi", "w", "a"), InitializeFlange),
        (translational, ("s", "v", "a"), translational.InitializeFlange),
    ],
)
def test_start_values_as_signals(library, names, initialised):
    position, speed, _ = names
    turns = library is rotational

    class Started(Model):
        start = initialised(use_a_start=False)
        body = library.Inertia(J=2.0) if turns else library.Mass(m=2.0)
        there = Constant(k=0.7)
        fast = Constant(k=-1.5)

        def equations(self) -> Iterable[Any]:
            yield self.start >> self.body
            yield self.there.y >> getattr(self.start, f"{position}_start")
            yield self.fast.y >> getattr(self.start, f"{speed}_start")

    result = simulate(Started(), stop_time=1.0)
    assert result[f"body.{position}"][0] == pytest.approx(0.7)
    np.testing.assert_allclose(result[f"body.{speed}"], -1.5)


def test_an_acceleration_at_the_start_finds_what_makes_it():
    class Wound(Model):
        start = InitializeFlange(use_phi_start=False)
        inertia = Inertia(J=2.0)
        spring = Spring(c=8.0)
        ground = rotational.Fixed()
        still = Constant(k=0.0)
        pull = Constant(k=4.0)

        def equations(self) -> Iterable[Any]:
            yield self.start >> self.inertia >> self.spring >> self.ground
            yield self.still.y >> self.start.w_start
            yield self.pull.y >> self.start.a_start

    result = simulate(Wound(), stop_time=0.1)
    assert result["inertia.phi"][0] == pytest.approx(-1.0)


def test_a_torque_between_two_shafts():
    class Pair(Model):
        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
        torque = rotational.Torque2()
        right = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
        constant = Constant(k=3.0)

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.torque >> self.right
            yield self.constant.y >> self.torque.tau

    result = simulate(Pair(), stop_time=1.0)
    assert result["left.w"][-1] == pytest.approx(-3.0)
    assert result["right.w"][-1] == pytest.approx(1.5)
    assert result.energy.relative_error < 1e-9
