"""Losses of parts that leave through one port of the component they are in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import simulate
from drivetrain.electrical import ConstantVoltage, Ground, NegativePin, PositivePin, Resistor
from drivetrain.modeling import Model, fixed
from drivetrain.thermal import HeatCapacitor, HeatPortOfParts


class Divider(HeatPortOfParts):
    """Two resistors in a row."""

    p = PositivePin()
    n = NegativePin()
    upper = Resistor(R=1.0, alpha=0.01, T_ref=300.0, use_heat_port=True)
    lower = Resistor(R=2.0, alpha=0.01, T_ref=300.0, use_heat_port=True)

    def equations(self) -> Iterable[Any]:
        yield self.p >> self.upper.p
        yield self.upper.n >> self.lower.p
        yield self.lower.n >> self.n
        yield self.upper.heat_port >> self.internal_heat_port
        yield self.lower.heat_port >> self.internal_heat_port


class Supplied(Model):
    divider = Divider(T=350.0)
    supply = ConstantVoltage(V=9.0)
    ground = Ground()

    def equations(self) -> Iterable[Any]:
        yield self.supply.p >> self.divider.p
        yield self.divider.n >> self.supply.n
        yield self.ground.p >> self.supply.n


class Cooled(Supplied):
    divider = Divider(use_heat_port=True)
    sink = HeatCapacitor(C=1e6, T=fixed(300.0))

    def equations(self) -> Iterable[Any]:
        yield self.sink.port >> self.divider.heat_port


def test_without_the_port_the_parts_have_a_temperature() -> None:
    final = simulate(Supplied(), stop_time=1.0).final
    assert final["divider.upper.T_heat_port"] == final["divider.lower.T_heat_port"] == 350.0
    assert final["divider.upper.i"] == pytest.approx(9.0 / 4.5)


def test_with_the_port_all_heat_leaves_there() -> None:
    result = simulate(Cooled(), stop_time=100.0, tolerance=1e-9)
    assert result["divider.heat_port.Q_flow"][0] == pytest.approx(-27.0)
    gained = 1e6 * (result["sink.T"][-1] - 300.0)
    assert gained == pytest.approx(2700.0, rel=1e-3)
