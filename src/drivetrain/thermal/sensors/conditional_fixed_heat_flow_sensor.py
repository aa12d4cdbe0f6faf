"""Heat flow meter, optionally at a fixed temperature."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealOutput, parameter
from drivetrain.thermal.interfaces import HeatPort
from drivetrain.thermal.sensors.heat_flow_sensor import HeatFlowSensor
from drivetrain.thermal.sources.fixed_temperature import FixedTemperature

__all__ = ["ConditionalFixedHeatFlowSensor"]


class ConditionalFixedHeatFlowSensor(Component):
    """Ideal sensor of the heat flow from `port_a` to `port_b`; `port_a` may be held at 293.15 K."""

    symbol = "sensor"

    use_fixed_temperature = parameter(
        structural=True, kind="boolean", doc="True if port_a is held at 293.15 K"
    )
    Q_flow = RealOutput("W", doc="Heat flow from port_a to port_b")
    port_a = HeatPort(doc="Port from which positive heat flow comes")
    port_b = HeatPort(doc="Port to which positive heat flow goes")
    heat_flow_sensor = HeatFlowSensor()
    fixed_temperature = FixedTemperature(T=293.15, enabled=use_fixed_temperature)

    def equations(self) -> Iterable[Any]:
        yield self.port_a >> self.heat_flow_sensor.port_a
        yield self.heat_flow_sensor.port_b >> self.port_b
        yield self.heat_flow_sensor.Q_flow >> self.Q_flow
        if self.use_fixed_temperature:
            yield self.fixed_temperature.port >> self.heat_flow_sensor.port_a
