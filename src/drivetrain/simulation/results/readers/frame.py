"""Tables of pandas: measured data, or trajectories from elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import NameLookupError, ResultError, nearest, shown
from drivetrain.simulation.results.readers.contents import (
    Contents,
    Signal,
    contents_of,
    name_and_unit,
    seconds,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["is_frame", "read_frame"]

_TIMES = ("time", "Time", "t")


def is_frame(thing: object) -> TypeGuard[pd.DataFrame]:
    """Tell whether something is a table of pandas, without importing it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(thing, pandas.DataFrame)


def read_frame(
    table: pd.DataFrame,
    *,
    time: str | None = None,
    units: Mapping[str, str] | None = None,
    model: str = "data",
) -> Contents:
    """Return the trajectories in a table.

    Parameters
    ----------
    table : DataFrame
        One column per variable. The time is the column `time`, else one called ``time``, ``Time``
        or ``t``, else the index if it is called so. A header may hold a unit: ``"motor.w [rpm]"``.
    time : str, optional
        Column of the time.
    units : mapping of str to str, optional
        Unit by column; else that in the header, else in ``table.attrs["units"]``.
    model : str
        Label of the data.

    Raises
    ------
    ResultError
        If there is no time, or a column does not hold numbers.
    """
    headers = [str(header) for header in table.columns]
    names, found = zip(*map(name_and_unit, headers), strict=True) if headers else ((), ())
    told = {**_attrs(table), **dict(zip(names, found, strict=True))}
    told = {name: told.get(name) or _attrs(table).get(name, "") for name in names}
    told.update(_checked(units, names))
    at, instants, unit = _time(table, names, told, time)
    signals = [
        _signal(name, table.iloc[:, k].to_numpy(), told[name])
        for k, name in enumerate(names)
        if k != at
    ]
    return contents_of(seconds(instants, unit), signals, model=model)


def _attrs(table: pd.DataFrame) -> dict[str, str]:
    given = table.attrs.get("units")
    return {str(k): str(v) for k, v in given.items()} if isinstance(given, Mapping) else {}


def _checked(units: Mapping[str, str] | None, names: tuple[str, ...]) -> dict[str, str]:
    if units is not None and not isinstance(units, Mapping):
        raise ResultError(f"units={shown(units)}: give units by column, {{'motor.w': 'rpm'}}")
    given = dict(units or {})
    for name, unit in given.items():
        if name not in names:
            raise NameLookupError(f"units: there is no column {name!r}{nearest(name, names)}")
        if not isinstance(unit, str):
            raise ResultError(f"units: {name}: {shown(unit)}; give a unit as a text, 'rad/s'")
    return given


def _time(
    table: pd.DataFrame, names: tuple[str, ...], units: Mapping[str, str], asked: str | None
) -> tuple[int, NDArray[Any], str]:
    """Return the number of the column of the time (-1: the index), the instants, their unit."""
    if asked is not None and asked not in names:
        raise NameLookupError(f"time: there is no column {asked!r}{nearest(str(asked), names)}")
    for name in _TIMES if asked is None else (asked,):
        if name in names:
            at = names.index(name)
            return at, _as_numbers(name, table.iloc[:, at].to_numpy()), units[name]
    name, unit = name_and_unit(str(table.index.name or ""))
    if name in _TIMES:
        return -1, _as_numbers(name, table.index.to_numpy()), unit
    hint = nearest("time", names)
    raise ResultError(
        f"a table needs its time, as a column or index 'time'{hint}; there are the columns "
        f"{shown(list(names))}; name another one by time=…"
    )


def _as_numbers(name: str, values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype.kind == "m":  # time differences
        return np.asarray(values / np.timedelta64(1, "ns") * 1e-9, dtype=float)
    if values.dtype.kind == "O":
        with suppress(TypeError, ValueError):
            values = values.astype(float)
    if values.dtype.kind not in "biuf":
        raise ResultError(f"column {name!r} does not hold numbers but {shown(values[:1].tolist())}")
    return values


def _signal(name: str, values: NDArray[Any], unit: str) -> Signal:
    numbers = _as_numbers(name, values)
    kind = "boolean" if numbers.dtype.kind == "b" else "real"
    return Signal(name, np.asarray(numbers, dtype=float), unit, kind=kind)
