"""Comma-separated text: written by :meth:`Result.save`, by OpenModelica, or by anything else.

The column of the time is called ``time`` (or ``Time``, ``t``); a unit may follow a name in
brackets, ``motor.w [rpm]``. Columns of whole numbers become integers, as :meth:`Result.save` writes
modes and truth values; real numbers are always written with a point or an exponent there.
"""

from __future__ import annotations

from csv import reader
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError, nearest, shown
from drivetrain.simulation.results.readers.contents import (
    Contents,
    Signal,
    contents_of,
    name_and_unit,
    seconds,
)
from drivetrain.simulation.results.readers.modelica_names import python_names

__all__ = ["TIMES", "read"]

TIMES = ("time", "Time", "t")
"""Names of the column of the time."""
_SEPARATORS = (",", ";", "\t")


def read(path: Path) -> Contents:
    """Return the trajectories in a file.

    Parameters
    ----------
    path : Path
        The file, in UTF-8.
    """
    import pandas as pd

    with path.open(encoding="utf-8-sig", newline="") as file:
        first = file.readline()
    separator = max(_SEPARATORS, key=first.count)
    headers = next(reader([first], delimiter=separator), [])
    if headers and not headers[-1].strip():
        headers = headers[:-1]  # OpenModelica ends a line with a comma
    names, units = zip(*map(name_and_unit, headers), strict=True) if headers else ((), ())
    at = _time_column(names)
    exact: Any = {"float_precision": "round_trip"} if int(pd.__version__.split(".")[0]) < 3 else {}
    table = pd.read_csv(
        path, sep=separator, header=None, skiprows=1, usecols=range(len(headers)),
        encoding="utf-8-sig", skip_blank_lines=True, **exact,
    )  # fmt: skip
    time = seconds(_numbers("time", table[at].to_numpy()), units[at])
    is_modelica = first.startswith('"time"')
    signals = [
        _signal(names[k], _numbers(names[k], table[k].to_numpy()), units[k], is_modelica)
        for k in range(len(headers))
        if k != at
    ]
    return contents_of(
        time,
        signals,
        aliases=python_names(names),
        first_index=int(is_modelica),
        model=path.stem,
    )


def _time_column(names: tuple[str, ...]) -> int:
    for name in TIMES:
        if name in names:
            return names.index(name)
    hint = nearest("time", names) or f"; there are {shown(list(names))}"
    raise ResultError(f"the first line has no column 'time'{hint}")


def _numbers(name: str, values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype.kind in "biuf":
        return values
    text = next((one for one in values.tolist() if not _is_number(one)), "")
    hint = "; write numbers with a decimal point" if "," in text else "; leave this column out"
    raise ResultError(f"column {name!r} holds {text!r}, which is no number{hint}")


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _signal(name: str, values: NDArray[Any], unit: str, is_modelica: bool) -> Signal:
    kind = {"b": "boolean", "i": "integer", "u": "integer"}.get(values.dtype.kind, "real")
    if is_modelica or unit:
        kind = "real"  # other programs write 1.0 as 1
    return Signal(name, np.asarray(values, dtype=float), unit, kind=kind)
