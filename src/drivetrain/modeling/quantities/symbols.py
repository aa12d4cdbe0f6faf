"""Units in which values may be given, defined exactly by rational numbers and powers of π."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from drivetrain.modeling.units import DIMENSIONLESS, Dimension, dimension

__all__ = ["PI", "Unit", "known_symbols", "symbol"]

PI = Fraction("3.14159265358979323846264338327950288419716939937510582097494459")


@dataclass(frozen=True)
class Unit:
    """A unit, relative to the coherent SI unit of its dimension.

    Attributes
    ----------
    factor : Fraction
        Number of SI units in it, without the powers of π.
    pi : int
        Power of π.
    dimension : tuple of float
        Exponents of the base units.
    zero : Fraction or None
        For a scale of temperature, kelvins at its zero.
    angle, cycles : int
        Powers of units of angle, and of hertz, neither of which shows in the dimension.
    """

    factor: Fraction = Fraction(1)
    pi: int = 0
    dimension: Dimension = DIMENSIONLESS
    zero: Fraction | None = None
    angle: int = 0
    cycles: int = 0

    @property
    def exact(self) -> Fraction:
        """Number of SI units in it, to sixty digits where π occurs."""
        return self.factor * PI**self.pi

    def times(self, other: Unit, power: int = 1) -> Unit:
        """Return the product with a power of another unit."""
        powers = zip(self.dimension, other.dimension, strict=True)
        return Unit(
            self.factor * other.factor**power,
            self.pi + power * other.pi,
            tuple(a + power * b for a, b in powers),
            None,
            self.angle + power * other.angle,
            self.cycles + power * other.cycles,
        )


_PREFIXES = {
    "T": 12, "G": 9, "M": 6, "k": 3, "h": 2, "d": -1, "c": -2, "m": -3, "u": -6, "n": -9,
}  # fmt: skip

_PREFIXED = frozenset((
    "m", "g", "s", "A", "K", "mol", "rad", "Hz", "N", "J", "W", "Pa", "V", "Ohm", "C", "F", "H",
    "S", "T", "Wb", "Nm", "Wh", "Ah", "bar", "l", "L", "cal", "t", "As", "Vs", "VA", "var",
))  # fmt: skip
"""Symbols that take a prefix."""

_SI = (
    "m", "kg", "s", "A", "K", "mol", "cd", "1", "sr", "N", "J", "W", "Pa", "V", "Ohm", "C", "F",
    "H", "S", "T", "Wb",
)  # fmt: skip

_DEFINED = {
    "g": "1/1000 kg", "t": "1000 kg", "lb": "0.45359237 kg", "oz": "1/16 lb",
    "slug": "1 lbf.s2.ft-1",
    "min": "60 s", "h": "3600 s", "d": "86400 s",
    "in": "0.0254 m", "ft": "12 in", "yd": "3 ft", "mi": "1760 yd", "um": "1/1000000 m",
    "mph": "1 mi.h-1", "knot": "1852 m.h-1", "g_n": "9.80665 m.s-2",
    "kgf": "1 kg.g_n", "kp": "1 kgf", "lbf": "1 lb.g_n", "ozf": "1 oz.g_n",
    "Nm": "1 N.m", "Ncm": "1/100 N.m", "Nmm": "1/1000 N.m",
    "bar": "100000 Pa", "atm": "101325 Pa", "Torr": "101325/760 Pa", "psi": "1 lbf.in-2",
    "hp": "550 ft.lbf.s-1", "PS": "75 kgf.m.s-1",
    "Wh": "3600 J", "cal": "4.184 J", "Btu": "1055.05585262 J",
    "As": "1 A.s", "Vs": "1 V.s", "VA": "1 V.A", "var": "1 V.A", "Ah": "3600 A.s",
    "l": "1/1000 m3", "L": "1 l",
    "degRk": "5/9 K",
    "deg": "1/180 pi.rad", "arcmin": "1/60 deg", "arcsec": "1/3600 deg", "gon": "1/200 pi.rad",
    "rev": "2 pi.rad", "turn": "1 rev", "rpm": "1 rev.min-1", "rps": "1 rev.s-1",
    "percent": "1/100 1", "ppm": "1/1000000 1", "ohm": "1 Ohm",
}  # fmt: skip
"""Definitions of symbols by others, as written in standards (NIST SP 811, DIN 66036)."""

_ALIASES = {
    "%": "percent",
    "inch": "in",
    "lbs": "lb",
    "lbm": "lb",
    "sec": "s",
    "hr": "h",
    "day": "d",
}

_PLAIN = {
    "pi": Unit(pi=1),
    "rad": Unit(angle=1),
    "Hz": Unit(dimension=dimension("Hz"), cycles=1),
    "degC": Unit(dimension=dimension("K"), zero=Fraction("273.15")),
    "degF": Unit(Fraction(5, 9), 0, dimension("K"), Fraction("459.67") * Fraction(5, 9)),
    **{name: Unit(dimension=dimension(name)) for name in _SI},
}


@cache
def symbol(name: str) -> Unit | None:
    """Return the unit that a symbol, perhaps with an SI prefix, stands for; None if there is none.

    Parameters
    ----------
    name : str
        Such as ``"kN"`` or ``"rpm"``.
    """
    name = _ALIASES.get(name, name)
    if name in _PLAIN:
        return _PLAIN[name]
    if name in _DEFINED:
        return _defined(_DEFINED[name])
    power, base = _PREFIXES.get(name[:1]), name[1:]
    if power is None or base not in _PREFIXED:
        return None
    stem = symbol(base)
    assert stem is not None
    return Unit(Fraction(10) ** power).times(stem)


def _defined(text: str) -> Unit:
    number, factors = text.split()
    made = Unit(Fraction(number))
    for factor in factors.split("."):
        name = factor.rstrip("-0123456789") or "1"
        base = symbol(name)
        assert base is not None
        made = made.times(base, int(factor.removeprefix(name) or 1))
    return made


def known_symbols() -> list[str]:
    """Return the symbols to be suggested for a misspelt one."""
    usual = (
        "mm",
        "cm",
        "km",
        "kN",
        "kW",
        "MW",
        "kPa",
        "MPa",
        "GPa",
        "ms",
        "mN",
        "kNm",
        "kJ",
        "mrad",
    )
    own = (name for name in (*_PLAIN, *_DEFINED, *_ALIASES) if name.isidentifier())
    return list(dict.fromkeys((*own, *usual)))
