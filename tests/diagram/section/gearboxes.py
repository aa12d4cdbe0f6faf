"""Gearboxes as they are drawn in textbooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Constant
from drivetrain.modeling import Component, Model
from drivetrain.rotational import (
    Brake,
    Clutch,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    OneWayClutch,
    SpringDamper,
    Torque,
)
from drivetrain.rotational.interfaces import FlangeA, FlangeB


def planetary() -> IdealPlanetary:
    return IdealPlanetary(ratio=2.0)


class Simpson(Model):
    """Three forward gears: two sets with a common sun; the output is carrier 1 and ring 2."""

    engine = Torque()
    input = Inertia(J=0.1)
    forward = Clutch(fn_max=1e3)
    reverse = Clutch(fn_max=1e3)
    ring1 = Inertia(J=0.01)
    suns = Inertia(J=0.01)
    carrier2 = Inertia(J=0.01)
    output = Inertia(J=0.1)
    set1 = planetary()
    set2 = planetary()
    brake_sun = Brake(fn_max=1e3)
    brake_carrier = Brake(fn_max=1e3)
    freewheel = OneWayClutch(fn_max=1e3)
    housing = Fixed()
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.input
        yield self.input >> self.forward >> self.ring1
        yield self.input >> self.reverse >> self.suns
        yield self.ring1.flange_b >> self.set1.ring
        yield self.suns.flange_b >> self.set1.sun
        yield self.suns.flange_b >> self.set2.sun
        yield self.set1.carrier >> self.output.flange_a
        yield self.set2.ring >> self.output.flange_a
        yield self.set2.carrier >> self.carrier2.flange_a
        yield self.suns >> self.brake_sun
        yield self.carrier2 >> self.brake_carrier
        yield self.housing.flange >> self.freewheel >> self.carrier2
        yield self.output >> self.load


class Ravigneaux(Model):
    """Two sets with a common carrier and a common ring, which is the output."""

    engine = Torque()
    input = Inertia(J=0.1)
    small_sun = Inertia(J=0.01)
    large_sun = Inertia(J=0.01)
    carrier = Inertia(J=0.02)
    output = Inertia(J=0.1)
    set1 = planetary()
    set2 = planetary()
    clutch1 = Clutch(fn_max=1e3)
    clutch2 = Clutch(fn_max=1e3)
    clutch3 = Clutch(fn_max=1e3)
    brake1 = Brake(fn_max=1e3)
    brake2 = Brake(fn_max=1e3)
    final_drive = IdealGear(ratio=3.0)
    shaft = SpringDamper(c=1e4, d=10.0)
    car = Inertia(J=100.0)

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.input
        yield self.input >> self.clutch1 >> self.small_sun >> self.set1.sun
        yield self.input >> self.clutch2 >> self.large_sun >> self.set2.sun
        yield self.input >> self.clutch3 >> self.carrier
        for one in (self.set1, self.set2):
            yield self.carrier.flange_b >> one.carrier
            yield one.ring >> self.output.flange_a
        yield self.large_sun >> self.brake1
        yield self.carrier >> self.brake2
        yield self.output >> self.final_drive >> self.shaft >> self.car


class Lepelletier(Model):
    """Six forward gears: a set whose sun is held, and a Ravigneaux set."""

    engine = Torque()
    damper = SpringDamper(c=1e3, d=10.0)
    flywheel = Inertia(J=0.3)
    input = Inertia(J=0.1)
    set1 = planetary()
    set2 = planetary()
    set3 = planetary()
    reduced = Inertia(J=0.01)
    large_sun = Inertia(J=0.01)
    small_sun = Inertia(J=0.01)
    carrier = Inertia(J=0.02)
    output = Inertia(J=0.1)
    clutch_a = Clutch(fn_max=1e3)
    clutch_b = Clutch(fn_max=1e3)
    brake_c = Brake(fn_max=1e3)
    brake_d = Brake(fn_max=1e3)
    clutch_e = Clutch(fn_max=1e3)
    housing = Fixed()
    final_drive = IdealGear(ratio=3.0)
    car = Inertia(J=100.0)

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.flywheel >> self.damper >> self.input >> self.set1.ring
        yield self.set1.sun >> self.housing.flange
        yield self.set1.carrier >> self.reduced.flange_a
        yield self.reduced >> self.clutch_a >> self.small_sun >> self.set3.sun
        yield self.reduced >> self.clutch_b >> self.large_sun >> self.set2.sun
        yield self.input >> self.clutch_e >> self.carrier
        for one in (self.set2, self.set3):
            yield self.carrier.flange_b >> one.carrier
            yield one.ring >> self.output.flange_a
        yield self.large_sun >> self.brake_c
        yield self.carrier >> self.brake_d
        yield self.output >> self.final_drive >> self.car


class Box(Component):
    """A gearbox of two sets in a row, as a part of its own."""

    flange_a = FlangeA()
    flange_b = FlangeB()
    first = planetary()
    second = planetary()
    middle = Inertia(J=0.01)
    lock = Clutch(fn_max=1e3)
    brake = Brake(fn_max=1e3)
    housing = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.flange_a >> self.first.sun
        yield self.first.ring >> self.housing.flange
        yield self.first.carrier >> self.middle >> self.second.sun
        yield self.second.ring >> self.brake.flange_a
        yield self.second.sun >> self.lock >> self.second.carrier
        yield self.second.carrier >> self.flange_b


class Machine(Model):
    """A machine with a gearbox that is a part of its own."""

    motor = Torque()
    rotor = Inertia(J=1.0)
    gearbox = Box()
    drum = Inertia(J=5.0)
    load = Torque()
    current = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.rotor >> self.gearbox >> self.drum >> self.load
        yield self.current.y >> self.motor.tau


class Wolfrom(Model):
    """Reducer of two sets on a common carrier that turns freely, one ring is held."""

    motor = Torque()
    input = Inertia(J=0.1)
    set1 = planetary()
    set2 = IdealPlanetary(ratio=2.1)
    carrier = Inertia(J=0.1)
    output = Inertia(J=0.1)
    housing = Fixed()
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.input >> self.set1.sun
        yield self.set1.carrier >> self.carrier >> self.set2.carrier
        yield self.set1.ring >> self.housing.flange
        yield self.set2.ring >> self.output >> self.load


class Permuted(Model):
    """Three sets on the same three bodies, each time with other roles."""

    motor = Torque()
    a = Inertia(J=0.1)
    b = Inertia(J=0.1)
    c = Inertia(J=0.1)
    set1 = planetary()
    set2 = IdealPlanetary(ratio=3.0)
    set3 = IdealPlanetary(ratio=4.0)
    brake_a = Brake(fn_max=1e3)
    brake_b = Brake(fn_max=1e3)
    brake_c = Brake(fn_max=1e3)
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.a
        orders = ((self.a, self.b, self.c), (self.b, self.c, self.a), (self.c, self.a, self.b))
        for one, (sun, carrier, ring) in zip(
            (self.set1, self.set2, self.set3), orders, strict=True
        ):
            yield sun.flange_b >> one.sun
            yield carrier.flange_b >> one.carrier
            yield ring.flange_b >> one.ring
        yield self.a >> self.brake_a
        yield self.b >> self.brake_b
        yield self.c >> self.brake_c
        yield self.c >> self.load


class Tangled(Model):
    """Two sets that cannot be built coaxially: the lines of two bodies cross."""

    motor = Torque()
    a = Inertia(J=0.1)
    b = Inertia(J=0.1)
    c = Inertia(J=0.1)
    set1 = planetary()
    set2 = IdealPlanetary(ratio=3.0)
    clutch = Clutch(fn_max=1e3)
    brake_b = Brake(fn_max=1e3)
    brake_c = Brake(fn_max=1e3)
    damper = SpringDamper(c=1e4, d=1.0)
    load_b = Torque()
    load_c = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.a
        orders = ((self.a, self.b, self.c), (self.b, self.a, self.c))
        for one, (sun, carrier, ring) in zip((self.set1, self.set2), orders, strict=True):
            yield sun.flange_b >> one.sun
            yield carrier.flange_b >> one.carrier
            yield ring.flange_b >> one.ring
        yield self.b >> self.clutch >> self.a.flange_a
        yield self.b >> self.brake_b
        yield self.c >> self.brake_c
        yield self.b >> self.damper >> self.load_b
        yield self.c >> self.load_c
