"""Radiation, resistances, the collector, sensors, degrees Celsius."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from drivetrain import simulate
from drivetrain.blocks import Constant, Ramp
from drivetrain.modeling import Model, fixed
from drivetrain.thermal import (
    BodyRadiation,
    ConditionalFixedHeatFlowSensor,
    ConvectiveResistor,
    FixedHeatFlow,
    FixedTemperature,
    HeatCapacitor,
    RelTemperatureSensor,
    ThermalCollector,
    ThermalResistor,
    celsius,
)

PRECISE = {"tolerance": 1e-10, "interval": 0.1}


class Radiating(Model):
    body = HeatCapacitor(C=10.0, T=fixed(800.0))
    radiation = BodyRadiation(Gr=0.05)
    ambient = FixedTemperature(T=300.0)

    def equations(self) -> Iterable[Any]:
        yield self.body >> self.radiation.port_a
        yield self.radiation.port_b >> self.ambient


def test_radiation():
    r = simulate(Radiating(), stop_time=10.0, **PRECISE)
    sigma = 5.670374419e-8

    def rate(t, T):
        return -0.05 * sigma * (T**4 - 300.0**4) / 10.0

    expected = solve_ivp(rate, (0, 10), [800.0], "DOP853", r.time, rtol=1e-12, atol=1e-9).y[0]
    np.testing.assert_allclose(r["body.T"], expected, rtol=1e-8)


class Resisted(Model):
    body = HeatCapacitor(C=10.0, T=fixed(400.0))
    first = ThermalResistor(R=0.3)
    second = ConvectiveResistor(Rc=0.2)
    difference = RelTemperatureSensor()
    ambient = celsius.FixedTemperature(T=26.85)
    thermometer = celsius.TemperatureSensor()

    def equations(self) -> Iterable[Any]:
        yield self.body >> self.first.port_a
        yield self.first.port_b >> self.second.solid
        yield self.second.fluid >> self.ambient
        yield self.body >> self.difference.port_a
        yield self.ambient >> self.difference.port_b
        yield self.body >> self.thermometer


def test_resistances_in_a_row():
    r = simulate(Resisted(), stop_time=10.0, **PRECISE)
    rise = 100.0 * np.exp(-r.time / 5.0)
    np.testing.assert_allclose(r["body.T"], 300.0 + rise, rtol=1e-8)
    np.testing.assert_allclose(r["difference.T_rel"], rise, rtol=1e-7)
    np.testing.assert_allclose(r["first.Q_flow"], rise / 0.5, rtol=1e-7)
    np.testing.assert_allclose(r["thermometer.T"], 26.85 + rise, rtol=1e-8)


class Collected(Model):
    body = HeatCapacitor(C=10.0, T=fixed(300.0))
    one = FixedHeatFlow(Q_flow=20.0)
    two = FixedHeatFlow(Q_flow=30.0)
    collector = ThermalCollector()

    def equations(self) -> Iterable[Any]:
        yield self.one >> self.collector.port_a[0]
        yield self.two >> self.collector.port_a[2]
        yield self.collector.port_b >> self.body


def test_collector():
    r = simulate(Collected(), stop_time=1.0, **PRECISE)
    np.testing.assert_allclose(r["body.T"], 300.0 + 5.0 * r.time, rtol=1e-10)
    np.testing.assert_allclose(r["collector.port_a[1].port.T"], r["body.T"])
    np.testing.assert_allclose(r["collector.port_b.Q_flow"], -50.0)


class Metered(Model):
    body = HeatCapacitor(C=10.0, T=fixed(300.0))
    source = FixedHeatFlow(Q_flow=20.0)
    sensor = ConditionalFixedHeatFlowSensor(use_fixed_temperature=False)

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.sensor.port_b
        yield self.sensor.port_a >> self.body


class Grounded(Model):
    source = FixedHeatFlow(Q_flow=20.0)
    sensor = ConditionalFixedHeatFlowSensor(use_fixed_temperature=True)

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.sensor.port_b


@pytest.mark.parametrize(("model", "rate", "start"), [(Metered, 2.0, 300.0), (Grounded, 0, 293.15)])
def test_sensor_that_may_be_grounded(model, rate, start):
    r = simulate(model(), stop_time=1.0)
    np.testing.assert_allclose(r["sensor.Q_flow"], -20.0, rtol=1e-12)
    np.testing.assert_allclose(r["source.port.T"], start + rate * r.time, rtol=1e-10)


class Prescribed(Model):
    ramp = Ramp(height=10.0, duration=1.0, offset=20.0)
    boundary = celsius.PrescribedTemperature()
    body = HeatCapacitor(C=10.0)
    kelvin = celsius.FromKelvin()
    back = celsius.ToKelvin()
    room = Constant(k=293.15)

    def equations(self) -> Iterable[Any]:
        yield self.ramp.y >> self.boundary.T
        yield self.boundary >> self.body
        yield self.room.y >> self.kelvin.Kelvin
        yield self.kelvin.Celsius >> self.back.Celsius


def test_degrees_celsius():
    r = simulate(Prescribed(), stop_time=0.9)
    np.testing.assert_allclose(r["body.T"], 293.15 + 10.0 * r.time, rtol=1e-12)
    np.testing.assert_allclose(r["kelvin.Celsius"], 20.0, rtol=1e-12)
    np.testing.assert_allclose(r["back.Kelvin"], 293.15, rtol=1e-12)
