"""Units as FMI describes them: exponents of base units, and units to show quantities in."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BASE_UNITS", "DisplayUnit", "Unit"]

BASE_UNITS = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")
"""Base units in the order of the standard."""


@dataclass(frozen=True)
class DisplayUnit:
    """A unit for showing values: ``shown = factor * value + offset``.

    With ``inverse`` it is ``shown = factor / value`` (FMI 3 only).
    """

    name: str
    factor: float = 1.0
    offset: float = 0.0
    inverse: bool = False


@dataclass(frozen=True)
class Unit:
    """A unit: ``value in base units = factor * value + offset``.

    Parameters
    ----------
    name : str
        As variables refer to it.
    exponents : tuple of int, optional
        Of the base units, in the order of :data:`BASE_UNITS`; None if the unit says nothing.
    factor, offset : float
        Conversion to base units.
    displays : tuple of DisplayUnit
        Units to show it in.
    """

    name: str
    exponents: tuple[int, ...] | None = None
    factor: float = 1.0
    offset: float = 0.0
    displays: tuple[DisplayUnit, ...] = ()
