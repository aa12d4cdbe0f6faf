"""The coherent SI unit of a quantity, as it is usually written."""

from __future__ import annotations

import re

from drivetrain.modeling.quantities.parsing import parse_unit
from drivetrain.modeling.units import dimension

__all__ = ["coherent_unit"]

_USUAL = (
    "1", "rad", "rad/s", "rad/s2", "Hz", "m", "m/s", "m/s2", "s", "kg", "kg.m2", "N", "N.m", "W",
    "Pa",
    "K", "A", "V", "N/m", "N.s/m", "N.m/rad", "N.m.s/rad", "J/K", "W/K", "W/(m2.K)", "m2", "m3",
    "m3/s", "kg/s", "kg/m3", "Ohm", "S", "F", "H", "C", "Wb", "T", "V.s/rad", "N.m/A",
    "N/A",
)  # fmt: skip
_ENERGY = re.compile(r"J|Wh|cal|Btu")


def coherent_unit(text: str) -> str:
    """Return the coherent SI unit of the kind of a unit.

    Parameters
    ----------
    text : str
        Any unit.

    Raises
    ------
    UnitError
        If it is unknown.

    Examples
    --------
    >>> coherent_unit("rpm"), coherent_unit("lbf.ft"), coherent_unit("kWh")
    ('rad/s', 'N.m', 'J')
    """
    given = parse_unit(text)
    if given.dimension == dimension("J") and not given.angle and _ENERGY.search(text):
        return "J"
    for usual in _USUAL:
        own = parse_unit(usual)
        if (own.dimension, own.angle, own.cycles) == (given.dimension, given.angle, given.cycles):
            return usual
    bases = zip(("m", "kg", "s", "A", "K", "mol", "cd"), given.dimension, strict=True)
    powers = [f"{base}{power:g}" for base, power in bases if power]
    powers += ["rad"] * (given.angle > 0)
    return ".".join(powers) or "1"
