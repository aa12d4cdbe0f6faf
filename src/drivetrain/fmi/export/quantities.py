"""Units of the package as FMI describes them, and the quantities that they measure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import pi

from drivetrain.fmi.description.data import DataType, TypeDefinition
from drivetrain.fmi.description.units import DisplayUnit, Unit
from drivetrain.modeling.units import dimension

__all__ = ["PLAIN", "declared_unit", "per_second", "type_name", "types_of", "units_of"]

PLAIN = ("", "1")
"""Spellings of no unit."""

_DISPLAYS = {
    "rad": (DisplayUnit("deg", 180 / pi), DisplayUnit("rev", 1 / (2 * pi))),
    "rad/s": (DisplayUnit("rpm", 30 / pi), DisplayUnit("deg/s", 180 / pi)),
    "rad/s2": (DisplayUnit("rpm/s", 30 / pi),),
    "m": (DisplayUnit("mm", 1e3), DisplayUnit("km", 1e-3)),
    "m/s": (DisplayUnit("km/h", 3.6),),
    "K": (DisplayUnit("degC", 1.0, -273.15),),
    "N": (DisplayUnit("kN", 1e-3),),
    "N.m": (DisplayUnit("N.mm", 1e3), DisplayUnit("kN.m", 1e-3)),
    "N.m/rad": (DisplayUnit("N.m/deg", pi / 180),),
    "kg.m2": (DisplayUnit("kg.cm2", 1e4),),
    "Pa": (DisplayUnit("bar", 1e-5),),
    "W": (DisplayUnit("kW", 1e-3),),
    "J": (DisplayUnit("kJ", 1e-3), DisplayUnit("kW.h", 1 / 3.6e6)),
    "s": (DisplayUnit("ms", 1e3),),
}

_TYPES = {
    "rad": ("Angle", "Angle", "deg"),
    "rad/s": ("AngularVelocity", "AngularVelocity", "rpm"),
    "rad/s2": ("AngularAcceleration", "AngularAcceleration", ""),
    "N.m": ("Torque", "Torque", ""),
    "kg.m2": ("Inertia", "MomentOfInertia", ""),
    "N.m/rad": ("RotationalSpringConstant", "RotationalSpringConstant", ""),
    "N.m.s/rad": ("RotationalDampingConstant", "RotationalDampingConstant", ""),
    "m": ("Length", "Length", ""),
    "m/s": ("Velocity", "Velocity", ""),
    "m/s2": ("Acceleration", "Acceleration", ""),
    "N": ("Force", "Force", ""),
    "kg": ("Mass", "Mass", ""),
    "N/m": ("TranslationalSpringConstant", "TranslationalSpringConstant", ""),
    "N.s/m": ("TranslationalDampingConstant", "TranslationalDampingConstant", ""),
    "s": ("Time", "Time", ""),
    "Hz": ("Frequency", "Frequency", ""),
    "K": ("Temperature", "ThermodynamicTemperature", "degC"),
    "W": ("Power", "Power", ""),
    "J": ("Energy", "Energy", ""),
    "W/K": ("ThermalConductance", "ThermalConductance", ""),
    "J/K": ("HeatCapacity", "HeatCapacity", ""),
    "Pa": ("Pressure", "Pressure", "bar"),
    "V": ("Voltage", "ElectricPotential", ""),
    "A": ("Current", "ElectricCurrent", ""),
    "Ohm": ("Resistance", "Resistance", ""),
}
"""By unit: name of the type, quantity as Modelica calls it, unit in which it is usually shown."""

_RATES = {
    "": "1/s", "rad": "rad/s", "rad/s": "rad/s2", "m": "m/s", "m/s": "m/s2", "K": "K/s", "J": "W",
    "N": "N/s", "N.m": "N.m/s", "A": "A/s", "V": "V/s", "s": "",
}  # fmt: skip

_FACTOR = re.compile(r"rad\^?(-?\d+)?(?![A-Za-z])")


def declared_unit(unit: str) -> Unit:
    """Return the definition of a unit of the package.

    Parameters
    ----------
    unit : str
        As declared, such as ``"N.m.s/rad"``.
    """
    m, kg, s, ampere, kelvin, mol, cd = (int(power) for power in dimension(unit))
    exponents = (kg, m, s, ampere, kelvin, mol, cd, _radians(unit))
    offset = 273.15 if unit == "degC" else 0.0
    return Unit(unit, exponents, offset=offset, displays=_DISPLAYS.get(unit, ()))


def _radians(unit: str) -> int:
    """Return the power of the radian, which counts as 1 here but not in FMI."""
    above, _, below = unit.partition("/")
    powers = [[int(found[1] or 1) for found in _FACTOR.finditer(part)] for part in (above, below)]
    return sum(powers[0]) - sum(powers[1])


def type_name(unit: str) -> str:
    """Return the name of the type of quantities in a unit, empty if there is none."""
    return _TYPES[unit][0] if unit in _TYPES else ""


def per_second(unit: str) -> str:
    """Return the unit of derivatives of quantities in a unit; empty if it has no usual spelling."""
    return _RATES.get(unit, "")


def units_of(found: Iterable[str]) -> tuple[Unit, ...]:
    """Return the definitions of units, each once, by name."""
    return tuple(declared_unit(unit) for unit in sorted(set(found).difference(PLAIN)))


def types_of(found: Iterable[str]) -> tuple[TypeDefinition, ...]:
    """Return the types of quantities in some units, each once, by name."""
    types = [
        TypeDefinition(name, DataType.FLOAT64, quantity, unit, shown)
        for unit in set(found)
        for name, quantity, shown in ([_TYPES[unit]] if unit in _TYPES else ())
    ]
    return tuple(sorted(types, key=lambda one: one.name))
