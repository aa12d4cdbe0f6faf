"""Stuck is stuck: ten days under a load that comes and goes, and nothing has moved by a bit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, turning
from tests.oracles.random_models.assemblies import BrakedPlanetary

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.blocks import Constant, Pulse, Sine
from drivetrain.modeling import Model, constant, sin, time
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantSpeed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    Move,
    OneWayClutch,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.results.result import Result

DAY = 86400.0
STEADY = 100.0
"""Everything has come to rest after this time, s."""


class Loaded(Model):
    load = Sine(amplitude=3.0, f=1 / (0.7 * DAY))
    motor = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.load.y >> self.motor.tau


class OneBrake(Loaded):
    mass = Inertia(J=2.0, **turning(5.0, 0.3))
    brake = Brake(fn_max=20.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.mass >> self.brake


class SharedLock(OneBrake):
    bearing = BearingFriction(tau_pos=[[0, 0.5]])
    second = Brake(fn_max=2.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.mass >> self.bearing
        yield self.mass >> self.second


class BehindGear(Loaded):
    mass = Inertia(J=2.0, **turning(5.0, 0.3))
    gear = IdealGear(ratio=-3.7)
    wheel = Inertia(J=0.3)
    brake = Brake(fn_max=40.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.mass >> self.gear >> self.wheel >> self.brake


class NoState(Loaded):
    """The ring has no inertia: its speed follows from the others, so all three share a motion."""

    sun = Inertia(J=2.0, **turning(5.0, 0.3))
    carrier = Inertia(J=1.0, **turning(3.0, 0.2))
    planetary = IdealPlanetary(ratio=2.3)
    ring_brake = Brake(fn_max=20.0, f_normalized=1.0)
    sun_brake = Brake(fn_max=20.0, f_normalized=1.0)
    carrier_brake = Brake(fn_max=10.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.sun >> self.planetary.sun
        yield self.sun >> self.sun_brake
        yield self.planetary.carrier >> self.carrier >> self.carrier_brake
        yield self.planetary.ring >> self.ring_brake


class Ring(Loaded):
    """Three masses and three clutches in a ring: one relative speed follows from the others."""

    a = Inertia(J=1.0, **turning(5.0))
    b = Inertia(J=2.0, **turning(-3.0))
    c = Inertia(J=3.0, **REST)
    brake = Brake(fn_max=20.0, f_normalized=1.0)
    ab = Clutch(fn_max=20.0, f_normalized=1.0)
    bc = Clutch(fn_max=20.0, f_normalized=1.0)
    ca = Clutch(fn_max=20.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.a >> self.ab >> self.b >> self.bc >> self.c >> self.ca
        yield self.ca.flange_b >> self.a.flange_a
        yield self.c >> self.brake


class BesideWaves(Loaded):
    """A brake holds a mass; beside it another one rocks on a spring."""

    mass = Inertia(J=2.0, **turning(0.0, 0.3))
    brake = Brake(fn_max=200.0, f_normalized=1.0)
    spring = SpringDamper(c=1.0, d=0.1)
    rocker = Inertia(J=1.0, **turning(0.0, 0.3))

    def equations(self) -> Iterable[Any]:
        yield self.brake >> self.mass >> self.spring >> self.rocker
        yield self.motor >> self.rocker.flange_b


def run(model: Model) -> Result:
    return simulate(model, stop_time=10 * DAY, interval=DAY / 24)


@pytest.mark.parametrize(
    ("model", "locks"),
    [
        (OneBrake, "brake"),
        (SharedLock, "brake bearing second"),
        (BehindGear, "brake"),
        (NoState, "ring_brake sun_brake carrier_brake"),
        (Ring, "ab bc ca brake"),
    ],
)
def test_ten_days_locked(model: type[Model], locks: str):
    result = run(model())
    late = result.time >= STEADY
    assert result.time[-1] == 10 * DAY
    for lock in locks.split():
        assert not result[f"{lock}.mode"][late].any(), f"{lock} is not stuck"
    angles = [n for n in result if n.endswith((".phi", ".phi_rel"))]
    speeds = [n for n in result if n.endswith((".w", ".w_rel"))]
    assert len(angles) >= 4
    assert not any(np.ptp(result[name][late]) for name in angles)
    assert not any(result[name][late].any() for name in speeds)
    assert np.ptp(result["motor.tau"][late]) == pytest.approx(6.0, rel=1e-2)


def test_ten_days_beside_waves():
    model = BesideWaves()
    result = run(model)
    assert not np.ptp(result["mass.phi"])
    assert not result["mass.w"].any()
    assert np.ptp(result["rocker.phi"]) == pytest.approx(6.0, rel=1e-2)
    assert np.ptp(result["brake.tau"]) == pytest.approx(6.0, rel=1e-2)


class Steered(Model):
    """An actuator prescribes how the rocker moves against the mass that a brake holds."""

    mass = Inertia(J=0.2)
    rocker = Inertia(J=0.1, **turning(1.5))
    actuator = Move(use_support=True)
    brake = Brake(fn_max=40.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        angle = constant(5.0, "rad/s") * time
        for order, amplitude in enumerate((0.3, 1.5, 7.5)):
            yield self.actuator.u[order] == amplitude * sin(angle + order * np.pi / 2)
        yield self.actuator.flange >> self.rocker.flange_a
        yield self.actuator.support >> self.mass.flange_a
        yield self.mass >> self.brake


def test_what_is_held_rests_within_steps_too():
    """Its speed follows from a state and a prescribed motion, both known to the tolerance only."""
    result = simulate(Steered(), stop_time=2.0, interval=1e-3, tolerance=1e-4)
    late = result.time >= 0.1
    assert not result["brake.mode"][late].any()
    assert np.abs(result["brake.w"][late]).max() < 1e-12
    assert np.ptp(result["rocker.w"]) > 2.0


@pytest.mark.parametrize("ratio", [1.3, 1.826, 2.363, 4.7, 11.1])
def test_rounding_of_what_is_held_anyway_moves_nothing(ratio: float):
    """A planetary with two members on one shaft holds the third to it; so does the freewheel."""

    class HeldTwice(Model):
        shaft = Inertia(J=1.4, **turning(-3.0))
        ring = Inertia(J=0.27)
        planetary = IdealPlanetary(ratio=ratio)
        freewheel = OneWayClutch(fn_max=4.0)
        ticks = Pulse(period=0.01)
        drag = BearingFriction(tau_pos=[[0.0, 0.24], [4.2, 9.9]])

        def equations(self) -> Iterable[Any]:
            yield self.shaft.flange_b >> self.planetary.sun
            yield self.shaft.flange_b >> self.planetary.carrier
            yield self.planetary.ring >> self.ring >> self.freewheel >> self.shaft.flange_b
            yield self.ticks.y >> self.freewheel.f_normalized
            yield self.shaft >> self.drag

    result = simulate(HeldTwice(), stop_time=1.0, tolerance=1e-8)
    audit = result.energy
    assert np.abs(audit.balance).max() < 1e-6 * audit.stored[0]
    jumps = np.diff(result["shaft.w"])[np.diff(result.time) == 0.0]
    assert np.abs(jumps).max() < 1e-12


class HeldBesideSource(Model):
    """A brake stops the ring of a gear beside a source of constant speed and a clutch."""

    source = ConstantSpeed(w_fixed=-1.063)
    train = BrakedPlanetary(peak=1.665, has_clutch=True)
    press = Constant(k=0.6)

    def equations(self) -> Iterable[Any]:
        yield self.source.flange >> self.train.flange_a
        yield self.press.y >> self.train.f_normalized


@pytest.mark.parametrize("slip", [0.1, 2.126 / 3, 1.0])
def test_a_lock_beside_a_source_keeps_the_speeds_that_it_holds(slip: float):
    compiled = compile_model(HeldBesideSource())
    result = compiled.simulate(parameters={"train.clutch.w_rel.start": slip}, stop_time=1.0)
    held = result["train.brake.locked"]
    assert held[-1]
    assert np.abs(result["train.ring.w"][held]).max() < 1e-15
    assert np.abs(result["train.clutch.w_rel"][held]) == pytest.approx(2.126 / 3, rel=1e-12)
    assert result.energy.relative_error < 1e-6


class ManyBearings(Model):
    """An elastic shaft: the speed of each disc is a sum of those of the twists before it."""

    motor = Torque()
    load = Sine(amplitude=30.0, f=1.0)
    discs = Inertia.array(40, J=0.5)
    shafts = SpringDamper.array(39, c=1e4, d=20.0)
    bearings = BearingFriction.array(40, tau_pos=[[0, 10.0]])

    def equations(self) -> Iterable[Any]:
        yield self.load.y >> self.motor.tau
        yield self.motor.flange >> self.discs[0].flange_a
        yield self.discs[:-1] >> self.shafts >> self.discs[1:]
        yield self.discs >> self.bearings


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_each_bearing_of_a_long_shaft_rests_while_it_is_locked(solver: str):
    result = simulate(ManyBearings(), stop_time=0.5, solver=solver)
    sliding = 0
    for k in range(40):
        locked = result[f"bearings[{k}].locked"]
        assert not result[f"bearings[{k}].w"][locked].any()
        assert not result[f"bearings[{k}].a"][locked].any()
        sliding += not locked.all()
    assert 2 <= sliding < 40
    assert result.energy.relative_error < 1e-5
