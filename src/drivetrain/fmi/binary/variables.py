"""Variables of an FMU as its binary knows them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import inf, nan

__all__ = ["BinaryVariable", "Kind", "Settable", "Type"]


class Kind(IntEnum):
    """Where a variable is found: ``dt_fmu_kind``."""

    TIME = 0
    VALUE = 1
    RATE = 2
    PARAMETER = 3
    INPUT = 4
    CONSTANT = 5
    INDICATOR = 6


class Type(IntEnum):
    """Type of a variable: ``dt_fmu_type``."""

    REAL = 0
    INTEGER = 1
    BOOLEAN = 2
    ENUMERATION = 3


class Settable(IntEnum):
    """When a variable may be set: ``dt_fmu_settable``."""

    NEVER = 0
    BEFORE = 1
    TUNABLE = 2
    ANYTIME = 3


@dataclass(frozen=True)
class BinaryVariable:
    """A variable of an FMU; its value reference is its place in the list.

    Parameters
    ----------
    name : str
        For messages.
    kind : Kind
        Where it is found.
    index : int
        Of a value: its column in a row, less two; of a rate: the column of the state or quadrature,
        less two; of a parameter, an input or an event indicator: its number.
    type : Type
        Real by default.
    sign : int
        -1 if the variable is the negative of what is found there.
    start : float
        Value of a constant, in SI units.
    settable : Settable
        When it may be set: never by default.
    minimum, maximum : float
        Values to which it may be set.
    """

    name: str
    kind: Kind
    index: int = 0
    type: Type = Type.REAL
    sign: int = 1
    start: float = nan
    settable: Settable = Settable.NEVER
    minimum: float = -inf
    maximum: float = inf
