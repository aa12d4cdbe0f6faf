"""Limits that a vibration is held against, as curves over the speed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import items, keep, numbers, one_of, text
from drivetrain.analysis.presentation import Presented
from drivetrain.calls import explained, explained_class
from drivetrain.errors import ParameterError, TableError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["KINDS", "Limit"]

Floats = NDArray[np.float64]

KINDS = {
    "torque": ("N.m", "N.m", 1.0),
    "twist": ("rad", "deg", 180 / np.pi),
    "speed": ("rad/s", "rpm", 30 / np.pi),
    "stress": ("Pa", "N/mm2", 1e-6),
}
"""Kinds of limits: unit, unit in tables, and the factor between them."""
_POINTS = 21


@explained_class
@dataclass(frozen=True, eq=False, init=False, repr=False)
class Limit(Presented):
    """Largest half range of a vibration that is allowed, over the speed of a shaft.

    Parameters
    ----------
    name : str
        What it is, such as ``"coupling, continuous"``.
    kind : {"torque", "twist", "speed", "stress"}
        What is limited: torque in N·m, twist in rad, ripple of the speed in rad/s, nominal stress
        in Pa; always half of the range from the largest to the smallest value.
    value : number, quantity, rows or callable
        One limit for all speeds; rows of speed and limit, between which it is linear; or a function
        of an array of speeds in rad/s that returns limits in the SI unit (such an object can be
        pickled if the function can).
    speeds : tuple of number, optional
        Lowest and highest speed for which it holds, rad/s; those of the rows, or all, by default.
    source, edition : str
        Where it is from, and of which date.

    Raises
    ------
    ParameterError, TableError
        If a value is missing, negative, or rows do not ascend.

    Examples
    --------
    >>> coupling = Limit("coupling", "torque", [("30 rpm", "4 kN.m"), ("120 rpm", "2.5 kN.m")])
    >>> float(coupling.at("75 rpm")[0])
    3250.0
    >>> float(coupling.at("130 rpm")[0])
    nan
    """

    name: str
    kind: str
    curve: float | tuple[Floats, Floats] | Callable[[Floats], Any]
    speeds: tuple[float, float]
    source: str
    edition: str

    def __init__(
        self,
        name: str,
        kind: str,
        value: Number | Sequence[tuple[Number, Number]] | Callable[[Floats], Any],
        *,
        speeds: tuple[Number, Number] | None = None,
        source: str = "",
        edition: str = "",
    ) -> None:
        one_of(kind, "kind", tuple(KINDS))
        curve, span = _curve(value, KINDS[kind][0])
        if speeds is not None:
            asked = _span(speeds)
            span = (max(span[0], asked[0]), min(span[1], asked[1]))
        keep(self, name=text(name, "name"), kind=kind, curve=curve, speeds=span)
        keep(self, source=text(source, "source"), edition=text(edition, "edition"))

    @property
    def unit(self) -> str:
        """Unit of the limit."""
        return KINDS[self.kind][0]

    @property
    def title(self) -> str:
        """What it is, in one line."""
        told = ", ".join(filter(None, [self.source, self.edition]))
        return f"{self.name}: limit of {self.kind}" + (f" ({told})" if told else "")

    @explained
    def at(self, speed: ArrayLike | Number) -> Floats:
        """Return the limits at speeds; NaN where none is defined.

        Parameters
        ----------
        speed : array_like or quantity
            Speeds, rad/s.
        """
        asked = numbers(speed, "speed", "rad/s")
        inside = (asked >= self.speeds[0]) & (asked <= self.speeds[1])
        found = np.full(len(asked), np.nan)
        if inside.any():
            found[inside] = self._values(asked[inside])
        return found

    def _values(self, speed: Floats) -> Any:
        if isinstance(self.curve, tuple):
            return np.interp(speed, *self.curve)
        if not callable(self.curve):
            return self.curve
        values = np.asarray(self.curve(speed), dtype=float)
        if values.shape not in ((), speed.shape):
            raise ParameterError(
                f"{self.name}: the function returns {values.size} limits for {speed.size} speeds"
            )
        return values

    def notes(self) -> list[str]:
        """Return for which speeds it holds."""
        low, high = (speed * 30 / np.pi for speed in self.speeds)
        if np.isfinite(high):
            return [f"defined from {low:g} to {high:g} rpm; no limit is known elsewhere"]
        return []

    def to_pandas(self) -> pd.DataFrame:
        """Return the curve as a table of speeds and limits."""
        import pandas as pd

        _, unit, factor = KINDS[self.kind]
        if isinstance(self.curve, tuple):
            speed = self.curve[0]
            speed = speed[(speed >= self.speeds[0]) & (speed <= self.speeds[1])]
        elif np.isfinite(self.speeds[1]):
            speed = np.linspace(*self.speeds, _POINTS)
        else:
            speed = np.array([self.speeds[0]])
        index = pd.Index(speed * 30 / np.pi, name="speed [rpm]")
        return pd.DataFrame({f"{self.kind} [{unit}]": self.at(speed) * factor}, index=index)


def _curve(value: Any, unit: str) -> tuple[Any, tuple[float, float]]:
    """Return the curve in SI units, and the speeds for which it is defined."""
    everywhere = (0.0, np.inf)
    if callable(value) and not isinstance(value, type) and not hasattr(value, "dimensionality"):
        return value, everywhere
    if isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, str):
        return _rows(value, unit)
    limit = checked_number(value, "value", unit)
    _check_limits(np.array([limit]), value)
    return limit, everywhere


def _rows(value: Any, unit: str) -> tuple[tuple[Floats, Floats], tuple[float, float]]:
    several = isinstance(value, Sequence) or value.ndim
    rows = [items(row) or [] for row in value] if several else []
    if len(rows) < 2 or not all(len(row) == 2 for row in rows):
        raise TableError(f"value={shown(value)}: give two rows or more of speed and limit")
    speeds = numbers([row[0] for row in rows], "speeds of the table", "rad/s")
    limits = numbers([row[1] for row in rows], "limits of the table", unit)
    if not (np.diff(speeds) > 0).all() or speeds[0] < 0:
        raise TableError(f"value={shown(value)}: speeds have to ascend from 0 or above")
    _check_limits(limits, value)
    for array in (speeds, limits):
        array.setflags(write=False)
    return (speeds, limits), (float(speeds[0]), float(speeds[-1]))


def _check_limits(limits: Floats, value: Any) -> None:
    if not (limits > 0).all():
        raise ParameterError(f"value={shown(value)}: a limit is a half range, above 0")


def _span(speeds: Any) -> tuple[float, float]:
    if not isinstance(speeds, (tuple, list)) or len(speeds) != 2:
        raise ParameterError(f"speeds={shown(speeds)}: give the lowest and the highest speed")
    low, high = (checked_number(one, "speeds", "rad/s") for one in speeds)
    if not 0 <= low < high:
        raise ParameterError(
            f"speeds={shown(speeds)}: give two speeds, 0 or above, the lower first"
        )
    return low, high
