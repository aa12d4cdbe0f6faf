"""Conversion between units of data, such as the rpm of a measurement and the rad/s of a run."""

from __future__ import annotations

import re
from functools import lru_cache

from drivetrain.errors import UnitError

__all__ = ["conversion"]

_POWER = re.compile(r"(?<=[A-Za-z])(-?\d+)")


@lru_cache(maxsize=256)
def conversion(unit: str, wanted: str, name: str) -> tuple[float, float]:
    """Return factor and offset that turn values in one unit into another.

    Parameters
    ----------
    unit, wanted : str
        The unit of the values, and the other one; an empty one is unknown, and taken as the same.
    name : str
        What has them, for the message.

    Raises
    ------
    UnitError
        If they are of different kinds, or one is not known.
    """
    if unit == wanted or not unit or not wanted:
        return 1.0, 0.0
    import pint

    registry = pint.get_application_registry()  # type: ignore[no-untyped-call]
    try:
        zero, one = (
            registry.Quantity(value, _spelled(unit)).to(_spelled(wanted)).magnitude
            for value in (0.0, 1.0)
        )
    except (pint.PintError, ValueError, TypeError, AttributeError) as error:
        raise UnitError(f"{name}: {unit!r} cannot be converted to {wanted!r}: {error}") from error
    return float(one - zero), float(zero)


def _spelled(unit: str) -> str:
    """Return a unit as pint reads it: ``"kg.m2"`` is ``"kg*m**2"``."""
    return _POWER.sub(r"**\1", unit.replace("^", "")).replace(".", "*")
