"""Pins and base classes of electrical components."""

from drivetrain.electrical.interfaces.connectors import NegativePin, Pin, PositivePin
from drivetrain.electrical.interfaces.sources import CurrentSource, VoltageSource
from drivetrain.electrical.interfaces.switches import IdealSemiconductor, IdealSwitch
from drivetrain.electrical.interfaces.two_pins import (
    OnePort,
    SourceOnePort,
    TwoPin,
    WithTemperature,
)
from drivetrain.electrical.interfaces.two_port import ControlledSource, TwoPort

__all__ = [
    "ControlledSource",
    "CurrentSource",
    "IdealSemiconductor",
    "IdealSwitch",
    "NegativePin",
    "OnePort",
    "Pin",
    "PositivePin",
    "SourceOnePort",
    "TwoPin",
    "TwoPort",
    "VoltageSource",
    "WithTemperature",
]
