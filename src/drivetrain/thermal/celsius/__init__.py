"""Components with temperatures in degrees Celsius; their heat ports carry kelvins."""

from drivetrain.thermal.celsius.fixed_temperature import FixedTemperature
from drivetrain.thermal.celsius.from_kelvin import FromKelvin
from drivetrain.thermal.celsius.prescribed_temperature import PrescribedTemperature
from drivetrain.thermal.celsius.temperature_sensor import TemperatureSensor
from drivetrain.thermal.celsius.to_kelvin import ToKelvin

__all__ = [
    "FixedTemperature",
    "FromKelvin",
    "PrescribedTemperature",
    "TemperatureSensor",
    "ToKelvin",
]
