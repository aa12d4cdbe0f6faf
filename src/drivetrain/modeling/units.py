"""Units of measurement as exponents of the SI base units.

Only coherent SI units occur inside a model, so a unit is fully described by its dimension: the
exponents of (m, kg, s, A, K, mol, cd). The radian is 1, as in the SI brochure, so that
``kg.m2 * rad/s2`` is a torque. Quantities in other units are converted where they enter (see
:mod:`drivetrain.modeling.conversion`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from drivetrain.errors import UnitError, nearest

__all__ = ["ANY", "DIMENSIONLESS", "Dimension", "describe", "dimension", "is_coherent", "spelled"]

Dimension = tuple[float, ...]

_BASE = ("m", "kg", "s", "A", "K", "mol", "cd")
DIMENSIONLESS: Dimension = (0.0,) * len(_BASE)
ANY = None
"""The dimension of a literal zero or infinity: it matches every unit."""


def _dim(**powers: float) -> Dimension:
    return tuple(float(powers.get(base, 0)) for base in _BASE)


_SYMBOLS: dict[str, Dimension] = {
    **{base: _dim(**{base: 1}) for base in _BASE},
    "1": DIMENSIONLESS,
    "rad": DIMENSIONLESS,
    "sr": DIMENSIONLESS,
    "Hz": _dim(s=-1),
    "N": _dim(kg=1, m=1, s=-2),
    "J": _dim(kg=1, m=2, s=-2),
    "W": _dim(kg=1, m=2, s=-3),
    "Pa": _dim(kg=1, m=-1, s=-2),
    "V": _dim(kg=1, m=2, s=-3, A=-1),
    "Ohm": _dim(kg=1, m=2, s=-3, A=-2),
    "C": _dim(A=1, s=1),
    "F": _dim(kg=-1, m=-2, s=4, A=2),
    "H": _dim(kg=1, m=2, s=-2, A=-2),
    "S": _dim(kg=-1, m=-2, s=3, A=2),
    "T": _dim(kg=1, s=-2, A=-1),
    "Wb": _dim(kg=1, m=2, s=-2, A=-1),
    "degC": _dim(K=1),
}

_FACTOR = re.compile(r"([A-Za-z]+|1)\^?(-?\d+)?")


def is_coherent(unit: str) -> bool:
    """Return whether a unit string is one of coherent SI units, which `dimension` understands."""
    try:
        dimension(unit)
    except UnitError:
        return False
    return True


@lru_cache(maxsize=512)
def dimension(unit: str) -> Dimension:
    """Return the dimension of a unit string such as ``"N.m/rad"`` or ``"kg.m2"``.

    Parameters
    ----------
    unit : str
        Factors joined by ``.`` with integer exponents, at most one ``/``; the part after the slash
        may be in brackets: ``"W/(m2.K)"``.

    Returns
    -------
    tuple of float
        Exponents of m, kg, s, A, K, mol, cd.

    Raises
    ------
    UnitError
        If a symbol is not a coherent SI unit.

    Examples
    --------
    >>> dimension("N.m") == dimension("kg.m2/s2")
    True
    """
    numerator, _, denominator = unit.partition("/")
    total = [0.0] * len(_BASE)
    for part, direction in ((numerator, 1.0), (denominator, -1.0)):
        for factor in filter(None, part.strip("() ").split(".")):
            _accumulate(total, factor, direction, unit)
    return tuple(total)


def _accumulate(total: list[float], factor: str, direction: float, unit: str) -> None:
    match = _FACTOR.fullmatch(factor)
    if match is None or match.group(1) not in _SYMBOLS:
        hint = _COHERENT.get(factor, "") and f"; write it in {_COHERENT[factor]!r}"
        hint = hint or _split(factor) or nearest(factor, _SYMBOLS)
        raise UnitError(
            f"unit {unit!r}: {factor!r} is not a coherent SI unit{hint}; "
            f"known symbols are {', '.join(sorted(_SYMBOLS))}"
        )
    power = direction * float(match.group(2) or 1)
    for k, exponent in enumerate(_SYMBOLS[match.group(1)]):
        total[k] += power * exponent


_COHERENT = {
    "deg": "rad", "rev": "rad", "rpm": "rad/s", "min": "s", "h": "s", "ms": "s", "mm": "m",
    "cm": "m", "km": "m", "g": "kg", "t": "kg", "bar": "Pa", "kN": "N", "kW": "W",
    "kJ": "J", "L": "m3", "l": "m3", "mF": "F", "uF": "F", "nF": "F", "mH": "H", "uH": "H",
    "mV": "V", "kV": "V", "mA": "A", "kOhm": "Ohm", "mS": "S", "var": "V.A",
}  # fmt: skip
"""Common non-coherent units, and the coherent ones of the same quantity."""


def _split(factor: str) -> str:
    """Return a hint to put a point between two units written without one."""
    for k in range(1, len(factor)):
        if factor[:k] in _SYMBOLS and factor[k:] in _SYMBOLS:
            return f"; did you mean '{factor[:k]}.{factor[k:]}'?"
    return ""


def describe(dim: Dimension | None) -> str:
    """Return a readable unit for a dimension, with conventional names where they exist."""
    if dim is ANY:
        return "any unit"
    for name in (
        "1",
        "N.m",
        "N",
        "W",
        "N.m.s",
        "N.m/rad",
        "rad/s",
        "rad/s2",
        "kg.m2",
        "K",
        "W/K",
        "V",
        "Ohm",
        "S",
        "F",
        "H",
        "Wb",
    ):
        if dimension(name) == dim:
            return {"1": "1 (or rad)", "N.m": "N.m (or J)", "rad/s": "rad/s (or Hz)"}.get(
                name, name
            )
    pairs = [(base, power) for base, power in zip(_BASE, dim, strict=True) if power]
    return ".".join(base if power == 1 else f"{base}{power:g}" for base, power in pairs)


_SPELLED = ("1", "N.m", "N", "W", "Pa", "rad/s", "rad/s2", "N.m.s/rad", "kg.m2", "W/K")


def spelled(dim: Dimension, angle: bool = True) -> str:
    """Return a unit string for a dimension; empty if there is none, as for ``m0.5``.

    Parameters
    ----------
    dim : Dimension
        Exponents of the base units.
    angle : bool
        Whether a power of a second may count radians.

    Examples
    --------
    >>> spelled(dimension("J/s")), spelled(dimension("m/s2")), spelled(dimension("W/(m2.K)"))
    ('W', 'm/s2', 'kg/(s3.K)')
    """
    for name in _SPELLED:
        if dimension(name) == dim and (angle or "rad" not in name):
            return name
    if any(power != int(power) for power in dim):
        return ""
    pairs = list(zip(_BASE, map(int, dim), strict=True))
    above = ".".join(f"{base}{power if power > 1 else ''}" for base, power in pairs if power > 0)
    below = [f"{base}{-power if power < -1 else ''}" for base, power in pairs if power < 0]
    if not below:
        return above
    return f"{above or 1}/" + (below[0] if len(below) == 1 else f"({'.'.join(below)})")
