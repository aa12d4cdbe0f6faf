"""Read texts such as ``"20 kg.cm2"``: a number, and a unit in the notation of the package."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from drivetrain.errors import UnitError, nearest
from drivetrain.modeling.quantities.symbols import Unit, known_symbols, symbol

__all__ = ["is_quantity_text", "parse_quantity", "parse_unit"]

_QUANTITY = re.compile(
    r"\s*([+−-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3}(?!\d))?|[+−-]?inf(?=\s))\s*(.*?)\s*",
    re.S,
)
_ONE_OVER = re.compile(r"1\s*/")
_FACTOR = re.compile(r"([^\W\d]+|%|1)\^?([+-]?\d+)?")
_MOST_DIGITS, _HIGHEST_POWER = 60, 9
_SPELLINGS = (
    ("**", "^"), ("*", "."), ("·", "."), ("⋅", "."), ("μ", "u"), ("µ", "u"), ("Ω", "Ohm"),
    ("°C", "degC"), ("°F", "degF"), ("°", "deg"), ("℃", "degC"), ("−", "-"),
)  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_MEANT = {
    "Celsius": "degC", "celsius": "degC", "kmh": "km/h", "kph": "km/h", "G": "g_n",
    "Umin": "rpm", "U": "rev", "r": "rev", "cc": "cm3", "Kelvin": "K", "kt": "t", "HP": "hp",
}  # fmt: skip


def is_quantity_text(value: object) -> bool:
    """Return whether a value is a text that begins with a number and goes on with something.

    Parameters
    ----------
    value : object
        Anything.
    """
    if not isinstance(value, str):
        return False
    found = _QUANTITY.fullmatch(value)
    return found is not None and bool(found.group(2))


def parse_quantity(text: str) -> tuple[Fraction | float, Unit, str]:
    """Return the number, the unit, and the text of the unit, of a quantity.

    Parameters
    ----------
    text : str
        Such as ``"1500 rpm"``.

    Raises
    ------
    UnitError
        If the number or the unit is not understood.
    """
    found = _QUANTITY.fullmatch(text)
    if found is None or not found.group(2):
        raise UnitError(f"{text!r} is no quantity: write a number and a unit, '1500 rpm'")
    number, unit = found.groups()
    if unit[0] in ",'_" or (unit[0].isdigit() and not _ONE_OVER.match(unit)):
        raise UnitError(
            f"{text!r}: the number is not understood: write it with a point and without commas or "
            "gaps, '1500.5 rpm'"
        )
    if len(number) > _MOST_DIGITS:
        raise UnitError(f"{text[:_MOST_DIGITS]!r}…: a number has {_MOST_DIGITS} digits at most")
    number = number.replace("−", "-")
    value = float(number) if "inf" in number else Fraction(number)
    return value, parse_unit(unit), unit


@lru_cache(maxsize=512)
def parse_unit(text: str) -> Unit:
    """Return the unit that a text stands for.

    Parameters
    ----------
    text : str
        Factors joined by ``.`` (or ``*``, ``·``, a space) with whole exponents, at most one ``/``;
        several factors after the slash are in brackets: ``"W/(m2.K)"``.

    Raises
    ------
    UnitError
        If a symbol is unknown (the nearest is suggested) or the notation is ambiguous.

    Examples
    --------
    >>> float(parse_unit("kg.cm2").exact)
    0.0001
    """
    plain = text.translate(_RAISED).strip()
    for spelling, usual in _SPELLINGS:
        plain = plain.replace(spelling, usual)
    above, slash, below = plain.partition("/")
    top = _factors(above, text)
    bottom = _factors(below, text) if slash else []
    if len(bottom) > 1 and not below.strip().startswith("("):
        raise UnitError(
            f"unit {text!r} may be read in two ways: put what is below the slash in brackets, "
            f"{above.strip()}/({'.'.join(bottom)})"
        )
    total = Unit()
    for factor, power in (*((one, 1) for one in top), *((one, -1) for one in bottom)):
        made, own = _factor(factor, text)
        if made.zero is not None:
            if len(top) == 1 and not slash and own == 1:
                return made
            raise UnitError(
                f"unit {text!r}: {factor!r} has a zero of its own, so that it measures a "
                "temperature; of a difference, write K"
            )
        total = total.times(made, power * own)
    return total


def _factors(side: str, whole: str) -> list[str]:
    """Return the factors on one side of the slash."""
    inner = side.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1].strip()
    if not inner or any(sign in inner for sign in "()/"):
        raise UnitError(
            f"unit {whole!r} is not understood: write factors joined by points, and at most one "
            "slash, 'W/(m2.K)'"
        )
    return re.split(r"\s*\.\s*|\s+", inner)


def _factor(factor: str, whole: str) -> tuple[Unit, int]:
    """Return the unit and the power of one factor."""
    found = _FACTOR.fullmatch(factor)
    made = symbol(found.group(1)) if found else None
    power = int(found.group(2) or 1) if found else 1
    if made is None or not found or abs(power) > _HIGHEST_POWER:
        name = found.group(1) if found else factor
        meant = _MEANT.get(name)
        hint = f"; did you mean {meant!r}?" if meant else nearest(name, known_symbols())
        raise UnitError(f"unit {whole!r}: {factor!r} is unknown{hint}")
    return made, power
