"""A machine with so many times the torques and inertias moves as before, at the same instants."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import Sine, Step
from drivetrain.modeling import Model
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantTorque,
    ElastoBacklash,
    IdealPlanetary,
    Inertia,
    LossyGear,
    OneWayClutch,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.results.result import Result
from tests.closed_forms.building import build, turning


def coupled_clutches(size: float) -> Model:
    def equations(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.J1 >> self.clutch1 >> self.J2 >> self.clutch2 >> self.J3
        yield self.pedal1.y >> self.clutch1.f_normalized
        yield self.pedal2.y >> self.clutch2.f_normalized

    return build(
        equations,
        wave=Sine(amplitude=10.0 * size, f=5.0),
        motor=Torque(),
        J1=Inertia(J=size, **turning(10.0)),
        clutch1=Clutch(peak=1.1, fn_max=20.0 * size),
        J2=Inertia(J=size, **turning(0.0)),
        clutch2=Clutch(peak=1.1, fn_max=20.0 * size),
        J3=Inertia(J=size, **turning(0.0)),
        pedal1=Sine(f=0.2, phase=math.pi / 2),
        pedal2=Step(start_time=0.4),
    )


def freewheel(size: float) -> Model:
    def equations(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.J1 >> self.wheel >> self.J2 >> self.load
        yield self.pedal.y >> self.wheel.f_normalized

    return build(
        equations,
        wave=Sine(amplitude=5.0 * size, f=2.0),
        motor=Torque(),
        J1=Inertia(J=size, **turning(0.0)),
        wheel=OneWayClutch(fn_max=4.0 * size, peak=1.1),
        J2=Inertia(J=2.0 * size, **turning(1.0)),
        load=BearingFriction(tau_pos=[[0, 0.5 * size]], peak=1.2),
        pedal=Step(start_time=0.5),
    )


def stick_slip(size: float) -> Model:
    def equations(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.J1 >> self.bearing1 >> self.spring >> self.teeth
        yield self.teeth.flange_b >> self.J2.flange_a
        yield self.J2 >> self.bearing2

    return build(
        equations,
        wave=Sine(amplitude=3.0 * size, f=1.0),
        motor=Torque(),
        J1=Inertia(J=size, **turning(0.0)),
        bearing1=BearingFriction(tau_pos=[[0, size]], peak=1.3),
        spring=Inertia(J=0.1 * size),
        teeth=ElastoBacklash(c=1e3 * size, d=10.0 * size, b=0.1),
        J2=Inertia(J=0.5 * size, **turning(0.0)),
        bearing2=BearingFriction(tau_pos=[[0, 0.5 * size], [1, 0.6 * size]], peak=1.2),
    )


def planetary(size: float) -> Model:
    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.J1 >> self.gear.sun
        yield self.gear.ring >> self.brake
        yield self.gear.carrier >> self.J2 >> self.bearing >> self.load
        yield self.J1.flange_b >> self.clutch.flange_a
        yield self.clutch.flange_b >> self.gear.carrier
        yield self.release.y >> self.brake.f_normalized
        yield self.pedal.y >> self.clutch.f_normalized
        yield self.gear.ring >> self.J3

    return build(
        equations,
        motor=ConstantTorque(tau_constant=4.0 * size),
        J1=Inertia(J=size, **turning(2.0)),
        gear=IdealPlanetary(ratio=100 / 45),
        brake=Brake(fn_max=30.0 * size, peak=1.2),
        J2=Inertia(J=3.0 * size, **turning(0.0)),
        J3=Inertia(J=0.1 * size),
        bearing=BearingFriction(tau_pos=[[0, 0.3 * size]]),
        load=ConstantTorque(tau_constant=-size),
        clutch=Clutch(fn_max=30.0 * size, peak=1.3),
        release=Step(height=-1.0, offset=1.0, start_time=0.6),
        pedal=Step(start_time=0.7),
    )


def lossy_train(size: float) -> Model:
    losses = [[0, 0.5, 1.0, 2.0 * size, 2.0 * size], [100, 0.5, 1.0, 4.0 * size, 4.0 * size]]

    def equations(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.J1 >> self.gear1 >> self.J2 >> self.gear2 >> self.J3
        yield self.J2.flange_b >> self.spring.flange_a
        yield self.spring >> self.J4

    return build(
        equations,
        wave=Sine(amplitude=20.0 * size, f=1.0),
        motor=Torque(),
        J1=Inertia(J=0.01 * size, **turning(0.0)),
        gear1=LossyGear(ratio=-0.2, loss_table=losses),
        J2=Inertia(J=10.0 * size),
        gear2=LossyGear(ratio=0.5, loss_table=losses),
        J3=Inertia(J=0.5 * size),
        spring=SpringDamper(c=85.0 * size, d=size),
        J4=Inertia(J=0.9 * size, **turning(0.0)),
    )


def shared_locks(size: float) -> Model:
    """A gear with losses waits at its limit beside two bearings that hold, after all have slid."""
    losses = [[0.0, 0.5, 0.97, 0.1 * size, 0.1 * size], [100.0, 0.5, 0.97, 0.2 * size, 0.2 * size]]

    def equations(self: Any) -> Iterable[Any]:
        yield self.J1.flange_b >> self.bearing1.flange_a
        yield self.J1.flange_b >> self.bearing2.flange_a
        yield self.load.flange >> self.J1.flange_b
        yield self.J1.flange_b >> self.teeth.flange_a
        yield self.teeth.flange_b >> self.J2.flange_a
        yield self.J2.flange_b >> self.gear.carrier
        yield self.gear.sun >> self.J3
        yield self.wave.y >> self.motor.tau
        yield self.motor.flange >> self.gear.ring

    return build(
        equations,
        J1=Inertia(J=10.0 * size, **turning(1.0)),
        bearing1=BearingFriction(tau_pos=[[0, 5.0 * size], [10, 10.0 * size]]),
        bearing2=BearingFriction(tau_pos=[[0, 10.0 * size], [10, 20.0 * size]], peak=2.0),
        load=ConstantTorque(tau_constant=2.0 * size),
        teeth=LossyGear(ratio=2.0, loss_table=losses),
        J2=Inertia(J=size),
        gear=IdealPlanetary(ratio=2.0),
        J3=Inertia(J=0.05 * size, **turning(0.0)),
        wave=Sine(amplitude=0.2344 * size, f=2.0),
        motor=Torque(),
    )


def modes(result: Result) -> tuple[list[float], list[Any]]:
    """Return when modes changed, and to what."""
    found = [
        (
            event.time,
            [(c.name, c.after) for c in event.changes if c.name.endswith((".mode", ".locked"))],
        )
        for event in result.events
    ]
    return [t for t, changes in found if changes], [c for _, c in found if c]


MACHINES = [coupled_clutches, freewheel, stick_slip, planetary, lossy_train, shared_locks]


@pytest.mark.parametrize("power", [-20, 20, 30, 40])
@pytest.mark.parametrize("machine", MACHINES)
def test_modes_and_motion_do_not_depend_on_the_size_of_torques(machine: Any, power: int):
    """A curve parameter that adds torques to accelerations in numbers would lose the latter."""
    one, other = (
        simulate(machine(size), stop_time=1.5, tolerance=1e-8, interval=0.05)
        for size in (1.0, 2.0**power)
    )
    (instants, sequence), (others, changes) = modes(one), modes(other)
    assert changes == sequence
    np.testing.assert_allclose(others, instants, rtol=0, atol=1e-9)
    for name in (n for n in one if n.endswith(".w") and n.startswith("J")):
        np.testing.assert_allclose(other[name][-1], one[name][-1], rtol=1e-9, atol=1e-9)
    for name in (n for n in one if n.endswith((".tau", ".tau_loss"))):
        found = other[name][-1] / 2.0**power
        np.testing.assert_allclose(found, one[name][-1], rtol=1e-7, atol=1e-7)
