"""Parameters of :mod:`drivetrain.thermal`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import REQUIRED

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "BodyRadiation": {"Gr": REQUIRED},
    "ConditionalFixedHeatFlowSensor": {"use_fixed_temperature": REQUIRED},
    "Convection": {},
    "ConvectiveResistor": {},
    "FixedHeatFlow": {"Q_flow": REQUIRED, "T_ref": 293.15, "alpha": 0.0},
    "FixedTemperature": {"T": REQUIRED},
    "HeatCapacitor": {"C": REQUIRED},
    "HeatFlowSensor": {},
    "PrescribedHeatFlow": {"T_ref": 293.15, "alpha": 0.0},
    "PrescribedTemperature": {},
    "RelTemperatureSensor": {},
    "TemperatureSensor": {},
    "ThermalCollector": {"m": 3},
    "ThermalConductor": {"G": REQUIRED},
    "ThermalResistor": {"R": REQUIRED},
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "FixedHeatFlow": {"T_ref": (0, None)},
    "FixedTemperature": {"T": (0, None)},
    "PrescribedHeatFlow": {"T_ref": (0, None)},
    "ThermalCollector": {"m": (1, None)},
}
"""Lower and upper bound of the parameters that have one."""
