"""Heat transfer against closed forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import Power, Ramp
from drivetrain.modeling import Model, constant, fixed, time
from drivetrain.thermal import (
    Convection,
    FixedHeatFlow,
    FixedTemperature,
    HeatCapacitor,
    HeatFlowSensor,
    PrescribedHeatFlow,
    PrescribedTemperature,
    TemperatureSensor,
    ThermalConductor,
)

PRECISE = {"tolerance": 1e-9, "interval": 0.1}


class Cooling(Model):
    """A body of 10 J/K at 400 K cools through 2 W/K to 300 K."""

    body = HeatCapacitor(C=10.0, T=fixed(400.0))
    path = ThermalConductor(G=2.0)
    meter = HeatFlowSensor()
    ambient = FixedTemperature(T=300.0)
    thermometer = TemperatureSensor()

    def equations(self) -> Iterable[Any]:
        yield self.body.port >> self.path.port_a
        yield self.path.port_b >> self.meter.port_a
        yield self.meter.port_b >> self.ambient.port
        yield self.body.port >> self.thermometer.port


def test_exponential_cooling():
    r = simulate(Cooling(), stop_time=10.0, **PRECISE)
    rise = 100.0 * np.exp(-r.time / 5.0)
    np.testing.assert_allclose(r["body.T"], 300.0 + rise, rtol=1e-8)
    np.testing.assert_allclose(r["thermometer.T"], r["body.T"], rtol=0)
    np.testing.assert_allclose(r["meter.Q_flow"], 2.0 * rise, rtol=1e-6)
    np.testing.assert_allclose(r["ambient.port.Q_flow"], r["meter.Q_flow"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(r["body.der_T"], -rise / 5.0, rtol=1e-6)


class Blown(Model):
    """As `Cooling`, through a convection with a conductance from outside."""

    body = HeatCapacitor(C=10.0, T=fixed(400.0))
    convection = Convection(Gc=2.0)
    ambient = PrescribedTemperature(T=300.0)

    def equations(self) -> Iterable[Any]:
        yield self.body.port >> self.convection.solid
        yield self.convection.fluid >> self.ambient.port


def test_convection_is_a_controlled_conductor():
    r = simulate(Blown(), stop_time=10.0, **PRECISE)
    np.testing.assert_allclose(r["body.T"], 300.0 + 100.0 * np.exp(-r.time / 5.0), rtol=1e-8)


class Heated(Model):
    body = HeatCapacitor(C=10.0, T=fixed(293.15))
    source = FixedHeatFlow(Q_flow=20.0, alpha=-0.1)

    def equations(self) -> Iterable[Any]:
        yield self.source.port >> self.body.port


def test_heat_flow_that_depends_on_temperature():
    r = simulate(Heated(), stop_time=10.0, **PRECISE)
    np.testing.assert_allclose(r["body.T"], 293.15 + 10.0 * (1 - np.exp(-0.2 * r.time)), rtol=1e-8)


class Ramped(Model):
    body = HeatCapacitor(C=10.0, T=fixed(300.0))
    source = PrescribedHeatFlow()
    power = Ramp(height=20.0, duration=2.0)

    def equations(self) -> Iterable[Any]:
        yield self.power.y >> self.source.Q_flow
        yield self.source.port >> self.body.port


def test_prescribed_heat_flow():
    r = simulate(Ramped(), stop_time=2.0, **PRECISE)
    np.testing.assert_allclose(r["body.T"], 300.0 + 0.5 * r.time**2, rtol=1e-9)


class Held(Model):
    body = HeatCapacitor(C=10.0)
    boundary = PrescribedTemperature()
    ramp = Ramp(height=20.0, duration=10.0, offset=300.0)

    def equations(self) -> Iterable[Any]:
        yield self.ramp.y >> self.boundary.T
        yield self.boundary.port >> self.body.port


def test_a_prescribed_temperature_is_differentiated():
    r = simulate(Held(), stop_time=5.0, **PRECISE)
    np.testing.assert_allclose(r["body.port.Q_flow"], 20.0, rtol=1e-9)


def test_defaults():
    assert HeatCapacitor.declarations()["T"].start == 293.15
    assert not HeatCapacitor.declarations()["T"].is_fixed
    assert FixedHeatFlow.declarations()["T_ref"].default == 293.15
    assert FixedHeatFlow.declarations()["alpha"].default == 0.0
    with pytest.raises(Exception, match="Gc"):
        simulate(type("Open", (Model,), {"convection": Convection()})(), stop_time=1.0)


class PrescribedByPower(Model):
    """A source gives a temperature that is a power of a constant base."""

    power = Power(base=0.0)
    body = HeatCapacitor(C=1.0)
    source = PrescribedTemperature()

    def equations(self) -> Iterable[Any]:
        yield self.power.u == 1.0 + time / constant(1.0, "s")
        yield (2.0 + self.power.y) * constant(100.0, "K") == self.source.T
        yield self.source >> self.body


def test_a_power_of_zero_has_a_rate():
    """The rate of base^u has the factor log(base), which the power outweighs."""
    np.testing.assert_array_equal(simulate(PrescribedByPower())["body.port.Q_flow"], 0.0)
    warmed = simulate(PrescribedByPower(), parameters={"power.base": 0.5}, stop_time=1.0, **PRECISE)
    expected = 100.0 * 0.5 ** (1.0 + warmed.time) * np.log(0.5)
    np.testing.assert_allclose(warmed["body.port.Q_flow"], expected, rtol=1e-12)
