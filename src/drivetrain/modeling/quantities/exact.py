"""Convert numbers from engineering units to declared units, rounded once."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UnitError
from drivetrain.modeling.quantities.parsing import parse_quantity, parse_unit
from drivetrain.modeling.quantities.symbols import Unit
from drivetrain.modeling.units import dimension

__all__ = [
    "check_fits",
    "converted",
    "displayed",
    "from_text",
    "is_difference",
    "scaled",
    "times_exactly",
]

_KELVINS_AT_0_DEGC = Fraction("273.15")
_SPLITTER = 134217729.0
"""Splits a number of 53 bits into two halves."""
_DIFFERENCE = re.compile(r"(?:^|[\W_])(?:dT|delta_?T|T_rel)(?:_\w*|\d*)(?!\w)")


def from_text(text: str, unit: str, where: str) -> float:
    """Return the number that a text such as ``"20 kg.cm2"`` stands for, in a declared unit.

    Parameters
    ----------
    text : str
        Number and unit.
    unit : str
        The declared unit.
    where : str
        Target of the value, for messages.

    Raises
    ------
    UnitError
        If it is not understood, of another kind, or ambiguous.
    """
    try:
        number, given, _ = parse_quantity(text)
    except UnitError as error:
        raise UnitError(f"{where}: {error} (declared in {unit!r})") from None
    check_fits(given, repr(text), unit, where)
    if isinstance(number, float):
        return number
    try:
        return float(number * given.exact + _shift(given, unit))
    except OverflowError:
        raise UnitError(f"{where}: {text!r} is too large to compute with") from None


def converted(values: Any, given: str, unit: str, where: str) -> Any:
    """Return numbers in a unit that is named apart, in the header of a column, as declared.

    Parameters
    ----------
    values : float or float array
        The numbers.
    given : str
        Their unit.
    unit : str
        The declared unit.
    where : str
        Target, for messages.

    Raises
    ------
    UnitError
        As for :func:`from_text`.
    """
    try:
        own = parse_unit(given)
    except UnitError as error:
        raise UnitError(f"{where}: {error} (declared in {unit!r})") from None
    check_fits(own, f"values in {given!r}", unit, where)
    return scaled(values, own.exact, _shift(own, unit))


def displayed(values: NDArray[np.float64], unit: str, shown: str, where: str) -> Any:
    """Return numbers in a declared unit as numbers in another one, for people.

    Parameters
    ----------
    values : float array
        Numbers in `unit`.
    unit : str
        The declared unit.
    shown : str
        The unit in which they are to be shown.
    where : str
        Name of the variable, for messages.

    Raises
    ------
    UnitError
        As for :func:`from_text`.
    """
    try:
        own = parse_unit(shown)
    except UnitError as error:
        raise UnitError(f"{where}: {error}") from None
    check_fits(own, f"unit {shown!r}", unit, where)
    if shown == unit:
        return values
    return scaled(values, 1 / own.exact, -_shift(own, unit) / own.exact)


def check_fits(given: Unit, told: str, unit: str, where: str) -> None:
    """Refuse a unit of another kind than declared, or one that is ambiguous there.

    Parameters
    ----------
    given : Unit
        The unit in which a value is given.
    told : str
        The value in messages.
    unit : str
        The declared unit.
    where : str
        Target of the value, for messages.

    Raises
    ------
    UnitError
        The message names both units.
    """
    if not isinstance(unit, str):
        raise UnitError(f"{where}: unit={unit!r}: write a unit as a text, 'N.m'")
    if given.dimension != dimension(unit):
        remedy = ": a number without a unit is needed" if unit == "1" else _meant(told, unit)
        raise UnitError(f"{where}: {told} cannot be converted to {unit!r}{remedy}")
    if given.zero is not None and is_difference(where):
        raise UnitError(
            f"{where}: {told} is a temperature, but {unit!r} is that of a difference: write it in K"
        )
    check_turns(given, told, unit, where)


def check_turns(given: Unit, told: str, unit: str, where: str) -> None:
    """Refuse turns for radians, and radians for turns, where the unit does not tell which."""
    counts = given.cycles or (not given.angle and given.factor != 1)
    if unit.startswith("rad/s") and counts:
        raise UnitError(
            f"{where}: {told} may count turns, and {unit!r} measures angles: write turns as rev, "
            "'50 rev/s' or '1500 rpm', and radians as rad"
        )
    if "rad" in unit and given.cycles:
        raise UnitError(f"{where}: {told} counts turns, and {unit!r} measures angles: write rad")
    if "Hz" in unit and given.angle:
        raise UnitError(
            f"{where}: {told} measures an angle, and {unit!r} counts turns: write it in Hz"
        )


def _meant(told: str, unit: str) -> str:
    """Return a hint for a symbol that means something else than many expect."""
    last = told.strip("'").rpartition(" ")[2].strip("'")
    if last == "C" and dimension(unit) == dimension("K"):
        return "; C is the coulomb: did you mean 'degC'?"
    if last == "F" and dimension(unit) == dimension("K"):
        return "; F is the farad: did you mean 'degF'?"
    if last == "g" and dimension(unit) == dimension("m/s2"):
        return "; g is the gram: did you mean 'g_n'?"
    return ""


def is_difference(name: str) -> bool:
    """Return whether a name is that of a difference of temperatures: ``dT``, ``T_rel``.

    Parameters
    ----------
    name : str
        Name of a variable, possibly within a message.
    """
    return _DIFFERENCE.search(name) is not None


def _shift(given: Unit, unit: str) -> Fraction:
    """Return what has to be added after multiplication."""
    if unit != "degC":
        return given.zero or Fraction(0)
    return (given.zero or Fraction(0)) - _KELVINS_AT_0_DEGC


def scaled(values: Any, factor: Fraction, shift: Fraction = Fraction(0)) -> Any:
    """Return ``values * factor + shift``, rounded once.

    Parameters
    ----------
    values : number or array
        Finite numbers, infinities or NaN.
    factor, shift : Fraction
        Exact numbers.
    """
    if np.ndim(values) == 0:
        return _one(values, factor, shift)
    array = np.asarray(values, dtype=np.float64)
    if not shift:
        return times_exactly(array, factor)
    flat = (_one(value, factor, shift) for value in array.ravel().tolist())
    return np.fromiter(flat, np.float64, array.size).reshape(array.shape)


def _one(value: Any, factor: Fraction, shift: Fraction) -> float:
    if isinstance(value, (float, np.floating)) and not np.isfinite(value):
        return float(value)
    plain = value.item() if isinstance(value, np.generic) else value
    return float(Fraction(plain) * factor + shift)


def times_exactly(values: NDArray[np.float64], factor: Fraction) -> NDArray[np.float64]:
    """Return products with an exact number, rounded once.

    Parameters
    ----------
    values : float array
        Any numbers.
    factor : Fraction
        The exact number.

    Notes
    -----
    A factor that is no number of 53 bits is the sum of two of them; the rounding error of the first
    product is computed without error (Dekker, Numer. Math. 18, 1971).
    """
    high = float(factor)
    low = float(factor - Fraction(high))
    if not low:
        return values * high
    inverse = float(1 / factor)
    if Fraction(inverse) * factor == 1:
        return values / inverse
    with np.errstate(all="ignore"):
        product = values * high
        error = _rounding_of(values, high, product) + values * low
        total = product + error
    return np.where(np.isfinite(error), total, product)


def _rounding_of(values: NDArray[np.float64], factor: float, product: Any) -> Any:
    """Return by how much products are rounded."""
    v_high, v_low = _halves(values)
    f_high, f_low = _halves(factor)
    rest: Any = ((v_high * f_high - product) + v_high * f_low + v_low * f_high) + v_low * f_low
    return rest


def _halves(value: Any) -> tuple[Any, Any]:
    scaled_up = _SPLITTER * value
    high = scaled_up - (scaled_up - value)
    return high, value - high
