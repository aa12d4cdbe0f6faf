"""Functions that convert units: ``Modelica.Units.Conversions``."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["Conversion", "find_conversion"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """A function ``factor * argument + offset``.

    Parameters
    ----------
    factor, offset : float
        Coefficients.
    argument_unit, unit : str
        Units of the argument and of the result.
    """

    factor: float
    offset: float
    argument_unit: str
    unit: str


_TO_SI: Final[Mapping[str, tuple[str, float, float, str]]] = {
    "degC": ("degC", 1.0, 273.15, "K"),
    "degF": ("degF", 5 / 9, 273.15 - 32 * 5 / 9, "K"),
    "degRk": ("degRk", 5 / 9, 0.0, "K"),
    "deg": ("deg", math.pi / 180, 0.0, "rad"),
    "rpm": ("rev/min", math.pi / 30, 0.0, "rad/s"),
    "kmh": ("km/h", 1 / 3.6, 0.0, "m/s"),
    "day": ("d", 86400.0, 0.0, "s"),
    "hour": ("h", 3600.0, 0.0, "s"),
    "minute": ("min", 60.0, 0.0, "s"),
    "litre": ("l", 1e-3, 0.0, "m3"),
    "Ah": ("A.h", 3600.0, 0.0, "C"),
    "Wh": ("W.h", 3600.0, 0.0, "J"),
    "kWh": ("kW.h", 3.6e6, 0.0, "J"),
    "bar": ("bar", 1e5, 0.0, "Pa"),
    "gps": ("g/s", 1e-3, 0.0, "kg/s"),
    "cm2": ("cm2", 1e-4, 0.0, "m2"),
    "Hz": ("Hz", 2 * math.pi, 0.0, "rad/s"),
}
"""What follows ``from_`` → unit, factor, offset, SI unit."""

_PACKAGES: Final = ("Modelica.Units.Conversions", "Modelica.SIunits.Conversions")


def _conversions() -> Iterator[tuple[str, Conversion]]:
    for package in _PACKAGES:
        for name, (unit, factor, offset, si) in _TO_SI.items():
            yield f"{package}.from_{name}", Conversion(factor, offset, unit, si)
            yield f"{package}.to_{name}", Conversion(1 / factor, -offset / factor, si, unit)


_ALL: Final = dict(_conversions())


def find_conversion(full_name: str) -> Conversion | None:
    """Return what a function for the conversion of units does; None if it is not known.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Units.Conversions.from_rpm``.
    """
    return _ALL.get(full_name)
