"""Units of an FMU: the coherent SI unit of each variable, and the conversion to it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from drivetrain.errors import UnitError
from drivetrain.fmi.description.data import ModelDescription
from drivetrain.fmi.description.units import BASE_UNITS, Unit
from drivetrain.modeling.quantities.coherent import coherent_unit
from drivetrain.modeling.quantities.parsing import parse_unit

__all__ = ["Conversion", "contradictory_units", "conversions"]

_SAME = 1e-3
"""Part by which a factor may differ from that of the unit of this name: some are rounded."""


@dataclass(frozen=True)
class Conversion:
    """How the numbers of an FMU become those of the model: ``factor * value + offset``.

    Attributes
    ----------
    unit : str
        Coherent SI unit.
    factor, offset : float
        The conversion.
    """

    unit: str = "1"
    factor: float = 1.0
    offset: float = 0.0

    def to_si(self, value: float) -> float:
        """Return a number of the model."""
        return value * self.factor + self.offset

    def from_si(self, value: float) -> float:
        """Return a number of the FMU."""
        return (value - self.offset) / self.factor


def conversions(description: ModelDescription) -> Mapping[str, Conversion]:
    """Return the conversion of each unit that variables refer to.

    The definition in the FMU counts; a unit that has none is understood by its name, or else
    taken for a number without a unit.
    """
    defined = {unit.name: unit for unit in description.units}
    used = {variable.unit for variable in description.variables} - {""}
    return {name: _of(name, defined.get(name)) for name in used}


def contradictory_units(description: ModelDescription) -> list[str]:
    """Return what is told of units that are defined as something else than their names say."""
    used = {variable.unit for variable in description.variables}
    found = []
    for one in description.units:
        named = _by_name(one.name)
        if one.name not in used or one.exponents is None or named.unit == "1":
            continue
        own = coherent_unit(_spelled(one.exponents))
        if parse_unit(own).dimension != parse_unit(named.unit).dimension:
            found.append(f"{one.name} is {own} there, and not {named.unit}")
        elif not math.isclose(one.factor, named.factor, rel_tol=_SAME):
            found.append(f"{one.name} is {one.factor:g} {named.unit}, and not {named.factor:g}")
    return found


def _of(name: str, defined: Unit | None) -> Conversion:
    if defined is None or defined.exponents is None:
        return _by_name(name)
    try:
        named = _by_name(name)
        if named.unit != "1" or not any(defined.exponents):
            own = coherent_unit(_spelled(defined.exponents))
            same = parse_unit(own).dimension == parse_unit(named.unit).dimension
            unit = named.unit if same else own
        else:
            unit = coherent_unit(_spelled(defined.exponents))
    except UnitError:
        return Conversion()
    return Conversion(unit, defined.factor, defined.offset)


def _by_name(name: str) -> Conversion:
    try:
        unit, given = coherent_unit(name), parse_unit(name)
    except UnitError:
        return Conversion()
    offset = float(given.zero) if given.zero is not None else 0.0
    return Conversion(unit, float(given.exact), offset)


def _spelled(exponents: tuple[int, ...]) -> str:
    """Return exponents of base units as a text."""
    powers = list(zip(BASE_UNITS, exponents, strict=True))
    above = [f"{base}{power if power > 1 else ''}" for base, power in powers if power > 0]
    below = [f"{base}{-power if power < -1 else ''}" for base, power in powers if power < 0]
    text = ".".join(above) or "1"
    return f"{text}/({'.'.join(below)})" if below else text
