"""Measured columns as instants, values and standard deviations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.measured import Measured
from drivetrain.calibration.sensor import Sensor, sensor_of
from drivetrain.data.reading import columns_of, frame_of
from drivetrain.errors import TableError, UnitError, UsageError, nearest, shown
from drivetrain.modeling.argument_values import checked_number, checked_value
from drivetrain.modeling.columnwise_conversion import to_si_columns
from drivetrain.modeling.quantities.columns import is_frame, split_header
from drivetrain.modeling.quantities.parsing import is_quantity_text
from drivetrain.modeling.units import dimension
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["Channel", "channels_of", "tables_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Channel:
    """A measured column.

    Attributes
    ----------
    column : str
        Its name in the data.
    sensor : Sensor
        What it shows.
    unit : str
        Unit of the signal.
    time, values, sigma : float array
        Instants, s; measured values and their standard deviations in that unit.
    missing : int
        Number of samples without a number.
    is_known : bool
        Whether the standard deviation was given; else it is 1.
    """

    column: str
    sensor: Sensor
    unit: str
    time: Floats
    values: Floats
    sigma: Floats
    missing: int
    is_known: bool

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.time)

    @property
    def spread(self) -> float:
        """Standard deviation of the measured values about their mean."""
        return float(np.std(self.values))


def tables_of(data: Any, time: str | None) -> list[Any]:
    """Return the tables of an experiment as data frames.

    Parameters
    ----------
    data : object
        What the user gave.
    time : str or None
        Name of the column with the time.

    Raises
    ------
    TableError
        If something is no table.
    """
    if data is None:
        return []
    several = isinstance(data, list | tuple) and any(
        is_frame(one) or isinstance(one, Mapping | str) for one in data
    )
    return [frame_of(one, time, None) for one in (data if several else [data])]


def channels_of(measured: Measured, layout: Layout) -> list[Channel]:
    """Return the measured columns of an experiment.

    Parameters
    ----------
    measured : Measured
        The experiment.
    layout : Layout
        Variables of the model.

    Raises
    ------
    UsageError
        If it is not said what is observed.
    TableError
        If a column does not exist, or holds no numbers.
    UnitError
        If a column has another unit than its signal.
    NameLookupError
        If there is no such signal.
    """
    tables = tables_of(measured.data, measured.time)
    observe = measured.observe
    if not tables:
        return []
    if not isinstance(observe, Mapping) or not observe:
        raise UsageError(
            f"observe={shown(observe)}: say what the columns show, observe={{'n_in': 'engine.w'}}"
        )
    _check_sigma(measured.sigma, list(observe))
    owners = {str(column): _owner(tables, str(column), measured.time) for column in observe}
    return [
        _channel(owners[str(column)], str(column), sensor_of(given, str(column)), measured, layout)
        for column, given in observe.items()
    ]


def _owner(tables: Sequence[Any], column: str, time: str | None) -> Any:
    """Return the table that has a column."""
    known = [[split_header(str(header))[0] for header in table.columns] for table in tables]
    having = [table for table, names in zip(tables, known, strict=True) if column in names]
    if not having:
        there = [name for names in known for name in names]
        raise TableError(
            f"observe: the data have no column {column!r}{nearest(column, there)}; they have "
            f"{', '.join(map(repr, there))}"
        )
    if len(having) > 1:
        raise TableError(f"observe: {column!r} is a column of {len(having)} tables; rename one")
    return columns_of(having[0], time, None)


def _channel(
    owner: Any, column: str, sensor: Sensor, measured: Measured, layout: Layout
) -> Channel:
    frame, first, columns = owner
    position = layout.position(sensor.signal)
    unit = layout.units[position]
    found = next((one for one in columns if one.name == column), None)
    if found is None:
        raise TableError(f"observe: {column!r} is the column with the time")
    if found.unit != "1" and dimension(found.unit) != dimension(unit):
        raise UnitError(
            f"column {column!r} is in {found.unit}, but {sensor.signal} in {unit}: observe another "
            "variable, or say the unit in the header, 'n [rpm]'"
        )
    sigma, is_known = measured.sigma, measured.sigma is not None
    if isinstance(sigma, Mapping):
        is_known = column in sigma
        sigma = sigma.get(column)
    noise = next((one for one in columns if one.name == sigma), None) if _is_text(sigma) else None
    if _is_text(sigma) and noise is None:
        known = [one.name for one in columns]
        raise TableError(f"sigma={sigma!r}: no such column{nearest(str(sigma), known)}")
    wanted = [first, found, *([noise] if noise else [])]
    rows, kept = _numbers(frame, wanted, unit)
    if not len(rows):
        raise TableError(f"column {column!r} has no numbers")
    deviation = rows[:, 2] if noise else _deviation(sigma, is_known, column, unit, kept)
    if not (np.isfinite(deviation) & (deviation > 0)).all():
        raise UsageError(f"sigma of {column!r}: give numbers above 0")
    order = np.argsort(rows[:, 0], kind="stable")
    time, values = rows[order, 0], rows[order, 1]
    missing = len(kept) - len(rows)
    return Channel(column, sensor, unit, time, values, deviation[order], missing, is_known)


def _numbers(frame: Any, columns: Sequence[Any], unit: str) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the rows without missing numbers, in SI units, and which these are."""
    headers = {split_header(str(header))[0]: header for header in frame.columns}
    chosen = frame[[headers[one.name] for one in columns]]
    kept = chosen.notna().to_numpy().all(axis=1)
    chosen = chosen[kept]
    if not len(chosen):
        return np.empty((0, len(columns))), kept
    names = [one.name for one in columns]
    rows = to_si_columns(chosen, [one.unit for one in columns], "data", names)
    rows = np.asarray(rows, dtype=float)
    if not np.isfinite(rows).all():
        raise TableError(f"column {names[1]!r} has infinite numbers")
    return rows, kept


def _deviation(
    sigma: Any, is_known: bool, column: str, unit: str, kept: NDArray[np.bool_]
) -> Floats:
    """Return the standard deviation of each sample that has a number."""
    if not is_known:
        return np.ones(int(kept.sum()))
    if np.ndim(getattr(sigma, "magnitude", sigma)) == 0:
        return np.full(int(kept.sum()), checked_number(sigma, f"sigma of {column}", unit))
    numbers = np.asarray(checked_value(sigma, f"sigma of {column}", unit), dtype=float)
    if numbers.shape != kept.shape:
        raise UsageError(
            f"sigma of {column!r} has {numbers.size} numbers for {len(kept)} samples: give one for "
            "each, or one for all"
        )
    return numbers[kept]


def _check_sigma(sigma: Any, columns: Sequence[Any]) -> None:
    if isinstance(sigma, Mapping):
        for name in sigma:
            if name not in columns:
                raise UsageError(
                    f"sigma: {shown(name)} is not observed{nearest(str(name), map(str, columns))}"
                )


def _is_text(value: Any) -> bool:
    """Return whether a value is the name of a column, rather than a number with a unit."""
    return isinstance(value, str) and not is_quantity_text(value)
