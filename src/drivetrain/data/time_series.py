"""Signals that follow data: a data frame, a CSV file, columns by name, or an array."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from drivetrain.calls import explained
from drivetrain.data.reading import (
    Column,
    columns_of,
    frame_of,
    without_repeated_ends,
)
from drivetrain.errors import ParameterError, TableError, UsageError, nearest, shown
from drivetrain.modeling import SMOOTHNESS, Component, RealOutput, parameter, table
from drivetrain.modeling import time as now
from drivetrain.modeling.columnwise_conversion import to_si_columns
from drivetrain.modeling.component import SourceLine

__all__ = ["TimeSeries", "from_data"]


EXTRAPOLATION = ("hold_last_point", "last_two_points", "periodic", "no_extrapolation")
"""What the outputs do before and after the data."""


class TimeSeries(Component):
    """Base of the classes that :func:`from_data` makes, with one output for each column."""

    _outputs: ClassVar[tuple[str, ...]] = ()
    shift_time = parameter(0.0, unit="s", doc="Time at which the instant 0 of the data lies")

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def equations(self) -> Iterable[Any]:
        """Yield one equation for each column."""
        for number, name in enumerate(self._outputs, start=2):
            yield getattr(self, name) == self.table(now - self.shift_time, number)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the layout: the class is made again."""
        return _remade, (type(self)._layout, vars(self))

    _layout: ClassVar[tuple[Any, ...]] = ()


@explained
def from_data(
    data: Any,
    *,
    time: str | None = None,
    columns: Any = None,
    smoothness: str = "linear_segments",
    extrapolation: str = "hold_last_point",
    shift_time: Any = 0.0,
) -> TimeSeries:
    """Make a part whose outputs follow the columns of data over time.

    Each output has the name of its column. A unit in the header, ``"w [rpm]"``, ``"torque (N.m)"``
    or ``"speed / rpm"``, is converted to SI; the numbers below other headers are in SI units.
    Letters that no name can have become ``_``: ``engine.w`` drives ``data.engine_w``.

    Parameters
    ----------
    data : data frame, str, Path, mapping of columns, or array of shape (n, k)
        The numbers, in ascending order of time; two rows with the same time make a jump. A text is
        the path of a CSV file whose first line names the columns. An array has the time in its
        first column; `columns` names the others.
    time : str, optional
        Name of the column with the time; by default that called ``time`` or ``t``, which may be the
        index of a data frame. It is in s unless its header says otherwise; dates count from the
        first one.
    columns : sequence of str, or mapping of str to str, optional
        Columns to use, all by default; a mapping gives outputs other names, ``{"n": "speed"}``.
    smoothness, extrapolation : str
        As for :func:`drivetrain.modeling.table`; outside the data, the outputs are held.
    shift_time : number or quantity
        Time at which the instant 0 of the data lies, s.

    Returns
    -------
    TimeSeries
        A part. Its parameter `table` can be replaced from run to run, by rows or by a data frame
        with columns of the same names: ``parameters={"road.table": other}``.

    Raises
    ------
    TableError
        If a column is missing, rows are not in order, or a number is missing; the message names
        column and row.
    UnitError
        If a unit in a header is unknown.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain.rotational import Inertia, Torque
    >>> class Rig(dt.Model):
    ...     road = dt.from_data({"t [ms]": [0, 500, 1000], "torque [N.cm]": [0, 200, 0]})
    ...     motor = Torque()
    ...     wheel = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(0))
    ...
    ...     def equations(self):
    ...         yield self.road.torque >> self.motor.tau
    ...         yield self.motor >> self.wheel
    >>> print(f"{dt.simulate(Rig(), stop_time=1.0).final['wheel.w']:.6f}")
    2.000000
    """
    _check_law("smoothness", smoothness, SMOOTHNESS)
    _check_law("extrapolation", extrapolation, EXTRAPOLATION)
    if time is not None and not isinstance(time, str):
        raise UsageError(f"time={shown(time)}: give the name of a column")
    frame, first, chosen = columns_of(frame_of(data, time, columns), time, columns)
    outputs = _outputs(chosen, columns)
    named = [first, *chosen]
    rows = to_si_columns(frame, [c.unit for c in named], "data", [c.name for c in named])
    rows = without_repeated_ends(rows)
    law = "jumping_linear_segments" if smoothness == "linear_segments" else smoothness
    layout = (tuple(named), tuple(outputs), law, extrapolation)
    made = _class_of(*layout)(table=rows, shift_time=shift_time)
    frame_of_call = sys._getframe(2)  # behind `explained`
    made._created = SourceLine(frame_of_call.f_code.co_filename, frame_of_call.f_lineno)
    return made


def _check_law(name: str, value: Any, known: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in known:
        raise ParameterError(
            f"from_data({name}={shown(value)}): choose one of {', '.join(known)}"
            f"{nearest(str(value), known)}"
        )


def _outputs(chosen: list[Column], columns: Any) -> list[str]:
    """Return the names of the outputs."""
    renamed = columns if isinstance(columns, Mapping) else {}
    names = [str(renamed.get(column.name, column.name)) for column in chosen]
    valid = [re.sub(r"\W+", "_", name).strip("_") or "_" for name in names]
    for number, name in enumerate(valid):
        if name in valid[:number]:
            raise TableError(
                f"two columns would be called {name!r}: name the outputs, "
                f"columns={{{chosen[number].name!r}: 'name', …}}"
            )
        if name in ("table", "shift_time"):
            raise TableError(
                f"an output cannot be called {name!r}: name it otherwise, "
                f"columns={{{chosen[number].name!r}: 'name', …}}"
            )
    return valid


@cache
def _class_of(
    named: tuple[Column, ...], outputs: tuple[str, ...], smoothness: str, extrapolation: str
) -> type[TimeSeries]:
    """Return the class for data of one layout."""
    body: dict[str, Any] = {
        "__doc__": "Signals that follow data.",
        "_outputs": outputs,
        "_layout": (named, outputs, smoothness, extrapolation),
        "table": table(
            units=tuple(column.unit for column in named),
            names=tuple(column.name for column in named),
            smoothness=smoothness,
            extrapolation=extrapolation,
            doc="Rows of time and values",
        ),
    }
    for output, column in zip(outputs, named[1:], strict=True):
        body[output] = RealOutput(column.unit, doc=f"Column {column.name!r}")
    metaclass: Any = type(TimeSeries)
    made: type[TimeSeries] = metaclass("TimeSeries", (TimeSeries,), body)
    return made


def _remade(layout: tuple[Any, ...], state: dict[str, Any]) -> TimeSeries:
    made = object.__new__(_class_of(*layout))
    vars(made).update(state)
    return made
