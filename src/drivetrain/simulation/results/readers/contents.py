"""Trajectories that did not come from a run: from a file, or from a table of measured data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError
from drivetrain.simulation.results.row_layout import (
    CONSTANT,
    FLAG_COLUMN,
    TIME_COLUMN,
    Layout,
    RowFlag,
)

__all__ = ["Contents", "Signal", "contents_of", "name_and_unit", "seconds"]

Floats = NDArray[np.float64]

_FIRST = FLAG_COLUMN + 1
_SECONDS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60.0, "h": 3600.0}
_HEADER = re.compile(r"(?P<name>.*\S)\s+(?:\[(?P<a>[^\[\]]*)\]|\((?P<b>[^()]*)\))")


class Signal(NamedTuple):
    """One variable.

    Attributes
    ----------
    name : str
        Its name.
    values : ndarray
        One value per row; a single one if it is constant.
    unit, description : str
        Empty if unknown.
    kind : {"real", "integer", "boolean"}
        Type.
    labels : mapping of int to str
        Names of the values of an integer.
    """

    name: str
    values: NDArray[Any]
    unit: str = ""
    description: str = ""
    kind: str = "real"
    labels: Mapping[int, str] = {}


@dataclass(frozen=True, eq=False)
class Contents:
    """Rows and their layout, and what else is known of a run.

    Attributes
    ----------
    layout : Layout
        How the variables are read from the rows.
    rows : float array
        Time in s, flag, columns.
    model : str
        Name of the model, or of the file.
    status, message : str
        How the run ended: ``"done"``, ``"interrupted"`` or ``"failed"``, and why.
    parameters, parameter_units : mapping
        Parameters by name.
    """

    layout: Layout
    rows: Floats
    model: str = ""
    status: str = "done"
    message: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    parameter_units: Mapping[str, str] = field(default_factory=dict)

    @property
    def time(self) -> Floats:
        """Time of each row, s."""
        return self.rows[:, TIME_COLUMN]

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return the trajectory of a variable."""
        return self.layout.values(self.rows, self.layout.position(name))

    @property
    def is_repeatable(self) -> bool:
        """Data cannot be made again."""
        return False

    def at(
        self,
        time: Floats,
        name: str,
        /,
        *,
        side: Literal["left", "right"] = "right",
        method: Literal["exact", "linear"] = "linear",
    ) -> NDArray[Any]:
        """Return values between the points, linearly and never across an event."""
        found = np.searchsorted(self.time, time, side=side)
        after = np.minimum(found, len(self.time) - 1)
        before = np.clip(found - 1, 0, len(self.time) - 1)
        width = self.time[after] - self.time[before]
        part = np.divide(time - self.time[before], width, out=np.zeros(len(time)), where=width > 0)
        values = self[name].astype(float)
        if self.layout.kinds[self.layout.position(name)] != "real":
            return values[np.where(self.time[after] == time, after, before)]
        return np.asarray(values[before] + part * (values[after] - values[before]))


def contents_of(
    time: Floats,
    signals: Sequence[Signal],
    *,
    modes: Iterable[str] = (),
    flags: Mapping[int, int] | None = None,
    aliases: Mapping[str, str] | None = None,
    first_index: int = 0,
    **about: Any,
) -> Contents:
    """Return the contents made of signals over a common time.

    Parameters
    ----------
    time : float array
        Instants, s; an instant that occurs twice is an event, with the values on both sides.
    signals : sequence of Signal
        The variables. Those with the same array of values share a column.
    modes : iterable of str
        Variables that alone describe the state of their component.
    flags : mapping of int to int, optional
        Kind of the points that are not regular, by row; by default taken from the time.
    aliases : mapping of str to str, optional
        Other names of the variables.
    first_index : int
        Index of the first element of arrays in the names.
    **about
        Further attributes of :class:`Contents`.

    Raises
    ------
    ResultError
        If the time decreases or a name occurs twice.
    """
    _check_time(time)
    _check_names([one.name for one in signals])
    where: dict[int, int] = {}
    column = np.full(len(signals), CONSTANT, dtype=np.int64)
    constant = np.zeros(len(signals))
    kept: list[NDArray[Any]] = []
    for k, signal in enumerate(signals):
        if signal.values.size == 1 and len(time) != 1:
            constant[k] = signal.values.flat[0]
            continue
        if id(signal.values) not in where:
            where[id(signal.values)] = _FIRST + len(kept)
            kept.append(signal.values)
        column[k] = where[id(signal.values)]
    rows = np.empty((len(time), _FIRST + len(kept)))
    rows[:, TIME_COLUMN] = time
    for k, values in enumerate(kept):
        rows[:, _FIRST + k] = values
    rows[:, FLAG_COLUMN] = _flags(rows) if flags is None else _given_flags(len(time), flags)
    layout = Layout(
        [one.name for one in signals],
        column,
        np.ones(len(signals), dtype=np.int8),
        constant,
        [one.unit for one in signals],
        [one.kind for one in signals],
        [one.description for one in signals],
        {one.name: dict(one.labels) for one in signals if one.labels},
        frozenset(modes),
        aliases=dict(aliases or {}),
        first_index=first_index,
    )
    return Contents(layout, rows, **about)


def name_and_unit(header: str) -> tuple[str, str]:
    """Return the name and the unit in the header of a column: ``"motor.w [rpm]"``.

    A unit is in square or round brackets, after a space; it is empty if there is none.
    """
    match = _HEADER.fullmatch(header.strip())
    if match is None:
        return header.strip(), ""
    return match["name"], (match["a"] or match["b"] or "").strip()


def seconds(time: NDArray[Any], unit: str) -> Floats:
    """Return instants in s, given in a unit of time.

    Raises
    ------
    ResultError
        If the unit is none of time, or an instant is no number.
    """
    if unit not in _SECONDS:
        raise ResultError(f"the time is in {unit!r}; known units are {', '.join(_SECONDS)[2:]}")
    instants = np.asarray(time, dtype=float)
    return instants * _SECONDS[unit] if _SECONDS[unit] != 1.0 else instants


def _check_time(time: Floats) -> None:
    wrong = np.flatnonzero(~np.isfinite(time))
    if len(wrong):
        raise ResultError(f"the time in row {wrong[0] + 1} is {time[wrong[0]]}")
    back = np.flatnonzero(np.diff(time) < 0)
    if len(back):
        k = int(back[0])
        raise ResultError(
            f"the time decreases from {time[k]:.9g} s in row {k + 1} to {time[k + 1]:.9g} s in "
            "the next one; sort the rows, or keep one run per table"
        )


def _check_names(names: Sequence[str]) -> None:
    if len(set(names)) == len(names):
        return
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ResultError(f"the name {name!r} occurs twice; give every column its own")
        seen.add(name)


def _given_flags(n_rows: int, flags: Mapping[int, int]) -> Floats:
    given = np.zeros(n_rows)
    for row, flag in flags.items():
        given[row] = flag
    return given


def _flags(rows: Floats) -> Floats:
    """Return the kinds of points, as far as the time tells: an instant that occurs twice."""
    time = rows[:, TIME_COLUMN]
    flags = np.full(len(rows), float(RowFlag.REGULAR))
    flags[:1], flags[-1:] = RowFlag.INITIAL, RowFlag.FINAL
    twice = np.flatnonzero(time[1:] == time[:-1])
    differs = (rows[twice, _FIRST:] != rows[twice + 1, _FIRST:]).any(axis=1)
    ends = -1
    for row, changes in zip(twice.tolist(), differs.tolist(), strict=True):
        alone = not ((twice == row - 1).any() or (twice == row + 1).any())
        if (changes or alone) and row > ends:
            flags[row : row + 2] = RowFlag.LEFT, RowFlag.RIGHT
            ends = row + 1
    return flags
