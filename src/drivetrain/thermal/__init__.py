"""One-dimensional heat transfer: where the losses of a driveline go.

A heat port carries the temperature `T` (K) and the heat flow `Q_flow` (W), positive into the
component.
"""

from drivetrain.thermal.components.convection import Convection
from drivetrain.thermal.components.heat_capacitor import HeatCapacitor
from drivetrain.thermal.components.thermal_conductor import ThermalConductor
from drivetrain.thermal.interfaces import ConditionalHeatPort, Element1D, HeatPort
from drivetrain.thermal.sensors.heat_flow_sensor import HeatFlowSensor
from drivetrain.thermal.sensors.temperature_sensor import TemperatureSensor
from drivetrain.thermal.sources.fixed_heat_flow import FixedHeatFlow
from drivetrain.thermal.sources.fixed_temperature import FixedTemperature
from drivetrain.thermal.sources.prescribed_heat_flow import PrescribedHeatFlow
from drivetrain.thermal.sources.prescribed_temperature import PrescribedTemperature

__all__ = [
    "ConditionalHeatPort",
    "Convection",
    "Element1D",
    "FixedHeatFlow",
    "FixedTemperature",
    "HeatCapacitor",
    "HeatFlowSensor",
    "HeatPort",
    "PrescribedHeatFlow",
    "PrescribedTemperature",
    "TemperatureSensor",
    "ThermalConductor",
]
