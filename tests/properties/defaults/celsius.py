"""Parameters of :mod:`drivetrain.thermal.celsius`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import REQUIRED

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "FixedTemperature": {"T": REQUIRED},
    "FromKelvin": {},
    "PrescribedTemperature": {},
    "TemperatureSensor": {},
    "ToKelvin": {},
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "FixedTemperature": {"T": (-273.15, None)},
}
"""Lower and upper bound of the parameters that have one."""
