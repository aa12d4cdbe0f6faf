"""One-dimensional heat transfer for the losses of drivelines.

A heat port carries the temperature `T` (K) and the heat flow `Q_flow` (W), positive into the
component. Components with temperatures in degrees Celsius are in :mod:`drivetrain.thermal.celsius`.
"""

from typing import TYPE_CHECKING

from drivetrain.modeling.older_names import refuse_older_classes
from drivetrain.thermal.components.body_radiation import BodyRadiation
from drivetrain.thermal.components.convection import Convection
from drivetrain.thermal.components.convective_resistor import ConvectiveResistor
from drivetrain.thermal.components.heat_capacitor import HeatCapacitor
from drivetrain.thermal.components.thermal_collector import ThermalCollector
from drivetrain.thermal.components.thermal_conductor import ThermalConductor
from drivetrain.thermal.components.thermal_resistor import ThermalResistor
from drivetrain.thermal.interfaces import (
    ConditionalHeatPort,
    ConditionalHeatPortWithT,
    Element1D,
    HeatPort,
    Terminal,
)
from drivetrain.thermal.interfaces_of_parts import HeatPortOfParts
from drivetrain.thermal.sensors.conditional_fixed_heat_flow_sensor import (
    ConditionalFixedHeatFlowSensor,
)
from drivetrain.thermal.sensors.heat_flow_sensor import HeatFlowSensor
from drivetrain.thermal.sensors.rel_temperature_sensor import RelTemperatureSensor
from drivetrain.thermal.sensors.temperature_sensor import TemperatureSensor
from drivetrain.thermal.sources.fixed_heat_flow import FixedHeatFlow
from drivetrain.thermal.sources.fixed_temperature import FixedTemperature
from drivetrain.thermal.sources.prescribed_heat_flow import PrescribedHeatFlow
from drivetrain.thermal.sources.prescribed_temperature import PrescribedTemperature

__all__ = [
    "BodyRadiation",
    "ConditionalFixedHeatFlowSensor",
    "ConditionalHeatPort",
    "ConditionalHeatPortWithT",
    "Convection",
    "ConvectiveResistor",
    "Element1D",
    "FixedHeatFlow",
    "FixedTemperature",
    "HeatCapacitor",
    "HeatFlowSensor",
    "HeatPort",
    "HeatPortOfParts",
    "PrescribedHeatFlow",
    "PrescribedTemperature",
    "RelTemperatureSensor",
    "TemperatureSensor",
    "Terminal",
    "ThermalCollector",
    "ThermalConductor",
    "ThermalResistor",
]

if not TYPE_CHECKING:
    __getattr__ = refuse_older_classes(__name__, __all__)
