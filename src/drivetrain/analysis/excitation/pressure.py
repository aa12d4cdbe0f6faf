"""Pressure in a cylinder over the crank angle, from a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import any_shape, keep, numbers, one_of, text
from drivetrain.calls import explained, explained_class
from drivetrain.errors import ParameterError, TableError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.quantities.columns import InUnit

__all__ = ["Pressure"]

Floats = NDArray[np.float64]

_FEWEST = 8
_SAME = 0.01
"""Difference of the pressures at both ends of a cycle that counts as scatter, over their range."""
_GAP = 2.5
"""Longest step across the end of a table, relative to its longest step within."""
_ROUNDING = 1e-6


@explained_class
@dataclass(frozen=True, eq=False, init=False, repr=False)
class Pressure:
    """Pressure of one working cycle above that behind the piston.

    Between the rows of the table it follows cubic polynomials that go through all of them, keep
    monotone stretches monotone and so do not overshoot (Fritsch and Butland, 1984), and it repeats
    after the cycle.

    Parameters
    ----------
    angle : array_like, shape (n,)
        Crank angles, ascending over one cycle and zero at the firing dead centre, as measured:
        from 0 to 720 or from −360 to 360 degrees. The end of the cycle may be given or not.
    pressure : array_like, shape (n,)
        Pressures.
    strokes : {4, 2}
        Strokes of a cycle: 4 for two revolutions, 2 for one.
    angle_unit, pressure_unit : str
        Units of plain numbers; rad and Pa by default, ``"deg"`` and ``"bar"`` for most tables.
    ambient : number or quantity
        Pressure behind the piston, Pa, that is subtracted: 0 for tables of gauge pressure, about
        ``"1.013 bar"`` for absolute pressure.

    Attributes
    ----------
    angle : float array
        Angles of the rows from 0 on, rad, below the end of the cycle.
    pressure : float array
        Pressures less ambient pressure, Pa.

    Raises
    ------
    TableError
        If angles do not ascend, or do not cover the cycle once.
    UnitError
        If a unit does not fit.

    Examples
    --------
    >>> import numpy as np
    >>> degrees = np.arange(0, 720, 2)
    >>> flat = Pressure(degrees, np.full(360, 3.0), angle_unit="deg", pressure_unit="bar")
    >>> float(flat(1.0))
    300000.0
    """

    angle: Floats
    pressure: Floats
    strokes: int

    def __init__(
        self,
        angle: ArrayLike,
        pressure: ArrayLike,
        *,
        strokes: int = 4,
        angle_unit: str = "rad",
        pressure_unit: str = "Pa",
        ambient: Number = 0.0,
    ) -> None:
        turns = 1 if one_of(strokes, "strokes", (4, 2)) == 2 else 2
        angles = _in_unit(angle, angle_unit, "angle", "rad")
        pressures = _in_unit(pressure, pressure_unit, "pressure", "Pa")
        if len(angles) != len(pressures):
            raise TableError(f"{len(angles)} angles for {len(pressures)} pressures")
        angles, pressures = _one_cycle(angles, pressures, 2 * np.pi * turns)
        above = pressures - checked_number(ambient, "ambient", "Pa")
        keep(self, angle=angles, pressure=above, strokes=int(strokes))

    def __repr__(self) -> str:
        """Return one line."""
        low, high = self.pressure.min() / 1e5, self.pressure.max() / 1e5
        return f"<pressure of a {self.strokes}-stroke cycle: {low:.4g} … {high:.4g} bar>"

    @property
    def cycle(self) -> float:
        """Length of the cycle, rad."""
        return 4 * np.pi if self.strokes == 4 else 2 * np.pi

    @explained
    def __call__(self, angle: ArrayLike | Number) -> Floats:
        """Return the pressure at crank angles.

        Parameters
        ----------
        angle : array_like
            Angles, rad; any number of cycles.
        """
        from scipy.interpolate import PchipInterpolator

        more = min(4, len(self.angle))
        knots = np.concatenate(
            [
                self.angle[-more:] - self.cycle,
                self.angle,
                self.angle[:more] + self.cycle,
            ]
        )
        values = np.concatenate([self.pressure[-more:], self.pressure, self.pressure[:more]])
        within = np.mod(any_shape(angle, "angle", "rad"), self.cycle)
        return np.asarray(PchipInterpolator(knots, values)(within), dtype=float)

    @property
    def step_count(self) -> int | None:
        """Number of equal steps of the table in a cycle; None if its steps differ."""
        count = len(self.angle)
        ideal = self.angle[0] + self.cycle / count * np.arange(count)
        even = (np.abs(self.angle - ideal) <= _ROUNDING * self.cycle).all()
        return count if even else None


def _in_unit(values: Any, given: str, label: str, unit: str) -> Floats:
    """Return numbers in an SI unit; plain ones are in a given unit."""
    if text(given, f"{label}_unit") != unit:
        return numbers(InUnit(values, given), label, unit)
    return numbers(values, label, unit)


def _one_cycle(angle: Floats, pressure: Floats, cycle: float) -> tuple[Floats, Floats]:
    """Return a table from 0 on, without the end of the cycle."""
    if len(angle) < _FEWEST:
        raise TableError(f"{len(angle)} pressures in a cycle: give {_FEWEST} at least")
    steps = np.diff(angle)
    if not (steps > 0).all():
        place = int(np.flatnonzero(steps <= 0)[0]) + 1
        raise TableError(
            f"crank angles have to ascend, but number {place} is {angle[place]:g} rad after "
            f"{angle[place - 1]:g} rad"
        )
    length = angle[-1] - angle[0]
    if abs(length - cycle) <= _ROUNDING * cycle:
        _check_closed(pressure)
        angle, pressure = angle[:-1], pressure[:-1]
    elif length > cycle or cycle - length > _GAP * steps.max():
        raise TableError(
            f"the angles span {shown(float(length))} rad, but a cycle has {cycle:.6g} rad: give "
            "pressures over the whole cycle, strokes=2 or 4, and angle_unit='deg' for degrees"
        )
    turned = np.mod(angle, cycle)
    turned[turned >= cycle * (1 - 1e-15)] = 0.0
    order = np.argsort(turned, kind="stable")
    return turned[order], pressure[order]


def _check_closed(pressure: Floats) -> None:
    apart = abs(pressure[-1] - pressure[0])
    if apart > _SAME * np.ptp(pressure):
        raise ParameterError(
            f"the cycle begins with {pressure[0]:g} Pa and ends with {pressure[-1]:g} Pa: leave "
            "out the end, or correct the drift"
        )
