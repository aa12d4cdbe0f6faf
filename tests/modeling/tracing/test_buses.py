"""Buses in Python: members arise where something is connected to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Constant, Gain, Sine
from drivetrain.compiler.frontend.flatten import flatten
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.errors import ModelError, UnitError
from drivetrain.modeling import Bus, Model, RealInput, RealOutput, constant, time, variable
from drivetrain.modeling.tracing.trace import trace
from drivetrain.rotational import SpeedSensor


class Signals(Bus):
    """What is declared has a unit, and can be used in equations."""

    speed = variable("m/s")


class Writer(Model):
    """An equation gives the bus a value."""

    bus = Signals()

    def equations(self) -> Iterable[Any]:
        yield self.bus.speed == constant(2.0, "m/s2") * time


class Reader(Model):
    """An equation reads the bus."""

    bus = Signals()
    twice = variable("m/s")

    def equations(self) -> Iterable[Any]:
        yield self.twice == 2 * self.bus.speed


class Rig(Model):
    """Both on one bus, which is read from outside as well."""

    writer, reader = Writer(), Reader()
    seen = variable("m/s")

    def equations(self) -> Iterable[Any]:
        yield self.writer.bus >> self.reader.bus
        yield self.seen == self.writer.bus.speed


def test_equations_read_and_write_what_a_bus_declares() -> None:
    found = dt.simulate(Rig(), stop_time=1.0)
    assert np.array_equal(found["reader.twice"], 4.0 * found.time)
    assert np.array_equal(found["seen"], 2.0 * found.time)
    assert found.units["reader.bus.speed"] == "m/s"


def test_inputs_of_a_class_and_vectors_are_connected_to_a_bus() -> None:
    class Splitter(Model):
        bus = Bus()
        u = RealInput()
        other = Sine(f=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.u >> self.bus.v[0]
            yield self.other.y >> self.bus.v[1]

    class Summing(Model):
        bus = Bus()
        u = RealOutput(size=2)
        gain = Gain.array(2, k=3.0)

        def equations(self) -> Iterable[Any]:
            for k in range(2):
                yield self.bus.v[k] >> self.gain[k].u
                yield self.gain[k].y >> self.u[k]

    class Whole(Model):
        splitter, summing, one = Splitter(), Summing.array(2), Constant(k=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.one.y >> self.splitter.u
            yield self.splitter.bus >> self.summing[0].bus
            yield self.splitter.bus >> self.summing[1].bus

    found = dt.simulate(Whole(), stop_time=1.0)
    assert set(found["summing[1].u[0]"]) == {3.0}
    assert np.array_equal(found["summing[0].u[1]"], 3 * found["splitter.other.y"])


def test_models_built_step_by_step_have_buses() -> None:
    m = dt.Model("rig")
    m.add(bus=Bus(), source=Sine(f=1.0), gain=Gain(k=2.0))
    m.connect(m.source.y, m.bus.x)
    m.connect(m.bus.x, m.gain.u)
    found = dt.simulate(m, stop_time=1.0)
    assert np.array_equal(found["gain.y"], 2 * found["source.y"])


def test_a_bus_that_is_switched_off_is_not_connected() -> None:
    class Optional(Model):
        bus = Bus(enabled=False)
        source = Sine(f=1.0)

    class Both(Model):
        bus, part, source = Bus(), Optional(), Sine(f=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.part.bus >> self.bus
            yield self.source.y >> self.bus.x

    assert "bus.x" in dt.simulate(Both(), stop_time=1.0).names


def test_an_open_bus_is_an_input_of_an_exported_model() -> None:
    (given,) = flatten(Reader(), driven=True).inputs
    assert variable_name(trace(Reader()), given.variable) == "bus.speed"
    with pytest.raises(ModelError, match=r"nothing gives 'bus\.speed' of the model 'Reader'"):
        dt.compile(Reader())


class WrongUnit(Model):
    """A speed that is an angular one."""

    bus = Signals()
    sensor = SpeedSensor()

    def equations(self) -> Iterable[Any]:
        yield self.sensor.w >> self.bus.speed


class Deep(Model):
    """A bus of a part of a part."""

    rig = Rig()
    gain = Gain(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.rig.writer.bus.speed >> self.gain.u


class TwoSources(Model):
    """A connection and an equation."""

    bus = Signals()
    sine = Sine(f=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.bus.speed
        yield self.bus.speed == constant(1.0, "m/s")


FAULTS: list[tuple[type[Model], type[Exception], str]] = [
    (WrongUnit, UnitError, "'sensor.w' has unit rad/s but 'bus.speed' has unit m/s"),
    (Deep, ModelError, "'rig.writer.bus' is a bus inside a part of a part"),
    (TwoSources, ModelError, "'bus.speed' has 2 sources, 'bus.speed' and 'sine.y'"),
]


@pytest.mark.parametrize(("model", "kind", "message"), FAULTS)
def test_faults_are_named(model: type[Model], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        dt.compile(model())
