"""Designs of given values: all combinations, values side by side, a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import mul
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.quantities.columns import is_frame
from drivetrain.studies.designs.design import Design, listed
from drivetrain.studies.parameters.axes import Axis, Constant, Listed
from drivetrain.studies.parameters.sets import ParameterTable

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Grid", "Table", "grid", "table", "zipped"]


@dataclass(frozen=True)
class Grid(Design):
    """All combinations of the given values."""

    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return all combinations; the first parameter varies slowest."""
        several = listed("grid()", axes)
        sizes = [len(_values(axis)) for axis in several]
        count = prod(sizes)
        inner = [count // size for size in accumulate(sizes, mul)]
        columns = {}
        for axis in axes:
            values = _values(axis)
            if isinstance(axis.spread, Constant):
                columns[axis.names[0]] = np.repeat(values, count)
                continue
            repeat = inner[several.index(axis)]
            columns[axis.names[0]] = np.tile(
                np.repeat(values, repeat), count // (len(values) * repeat)
            )
        shape = {axis.names[0]: _values(axis) for axis in several}
        return ParameterTable(axes, columns, shape)

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return "grid()"


@dataclass(frozen=True)
class Zipped(Design):
    """The first values of all parameters, then the second ones, and so on."""

    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return the values side by side."""
        several = listed("zipped()", axes)
        lengths = {axis.label: len(_values(axis)) for axis in several}
        if len(set(lengths.values())) > 1:
            told = ", ".join(f"{name}: {n}" for name, n in lengths.items())
            raise UsageError(
                f"zipped() takes values side by side, so all lists need the same length; found "
                f"{told}. All combinations are made by grid()"
            )
        count = next(iter(lengths.values()), 1)
        return ParameterTable(axes, _side_by_side(axes, count))

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return "zipped()"


@dataclass(frozen=True, eq=False)
class Table(Design):
    """The rows of a data frame.

    Attributes
    ----------
    frame : DataFrame
        One column for each parameter.
    """

    frame: Any

    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return the rows; parameters that are varied besides have one value for all."""
        columns = _side_by_side(axes, len(self.frame))
        index = getattr(self.frame, "index", None)
        return ParameterTable(axes, columns, index=index)

    def given(self, vary: dict[Any, Any]) -> dict[Any, Any]:
        """Return the columns, and the constant values that are given besides."""
        names = list(self.frame.columns)
        for name in names:
            if names.count(name) > 1:
                raise UsageError(f"table: there are several columns {name!r}; keep one")
        for name, value in vary.items():
            if name in names:
                raise UsageError(f"vary: {name!r} is a column of the table as well; give one")
            if not isinstance(value, str) and hasattr(value, "__iter__"):
                raise UsageError(
                    f"vary={{{name!r}: {shown(value)}}}: beside a table give one value for all runs"
                )
        return {**{name: self.frame[name] for name in names}, **vary}

    def __repr__(self) -> str:
        """Return its size."""
        return f"table({len(self.frame)} rows)"


def _values(axis: Axis) -> NDArray[Any]:
    spread = axis.spread
    if isinstance(spread, Constant):
        return spread.value
    assert isinstance(spread, Listed)
    return spread.values


def _side_by_side(axes: Sequence[Axis], count: int) -> dict[str, NDArray[Any]]:
    return {
        axis.names[0]: np.repeat(_values(axis), count)
        if isinstance(axis.spread, Constant)
        else _values(axis)
        for axis in axes
    }


@explained
def grid() -> Grid:
    """Return the design of all combinations of the given values.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain import studies
    >>> model = dt.examples.find("CoupledClutches")()
    >>> vary = {"clutch1.peak": [1, 1.2], "J1.J": [1, 2, 3]}
    >>> record = {"w": studies.final("J1.w")}
    >>> len(model.study(vary, design=studies.grid(), record=record))
    6
    """
    return Grid()


@explained
def zipped() -> Zipped:
    """Return the design that takes values side by side: lists of the same length."""
    return Zipped()


@explained
def table(frame: pd.DataFrame) -> Table:
    """Return the design whose runs are the rows of a table.

    Parameters
    ----------
    frame : DataFrame
        One column for each parameter, whose header may tell a unit, ``"J1.J [kg.cm2]"``. Its index
        labels the runs.

    Raises
    ------
    UsageError
        If it is no table, or has no rows or columns.
    """
    if not is_frame(frame) or not len(frame) or not len(frame.columns):
        raise UsageError(f"table({shown(frame)}): give a data frame with a column per parameter")
    return Table(frame)
