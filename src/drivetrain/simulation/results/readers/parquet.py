"""Apache Parquet files written by :meth:`Result.save`, or by anything else with a column ``time``.

Units, descriptions and names of values are metadata of the fields; events, parameters and the
status are metadata of the table.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from drivetrain.errors import ResultError
from drivetrain.simulation.results.readers.contents import Contents, Signal, contents_of
from drivetrain.simulation.results.readers.modelica_names import python_names

__all__ = ["read"]

_KINDS = {"b": "boolean", "i": "integer", "u": "integer", "f": "real"}


def read(path: Path) -> Contents:
    """Return the trajectories in a file.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    ResultError
        If pyarrow is not installed, or a column does not hold numbers.
    """
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        raise ResultError(
            "Parquet files need pyarrow, which is not installed; "
            "run: pip install 'drivetrain[parquet]'"
        ) from error
    table = parquet.read_table(path)
    names = table.column_names
    if "time" not in names:
        raise ResultError(f"there is no column 'time'; there are {', '.join(names[:5])} …")
    signals = [_signal(table, k) for k, name in enumerate(names) if name != "time"]
    time = np.asarray(table["time"].to_numpy(), dtype=float)
    about = {k.decode(): v.decode() for k, v in (table.schema.metadata or {}).items()}
    flags = json.loads(about["flags"]) if "flags" in about else None
    return contents_of(
        time,
        signals,
        modes=json.loads(about.get("modes", "[]")),
        flags=None if flags is None else {int(row): flag for row, flag in flags.items()},
        aliases=python_names(names),
        model=about.get("model", path.stem),
        status=about.get("status", "done"),
        message=about.get("message", ""),
        parameters=_parameters(about),
        parameter_units=json.loads(about.get("parameter_units", "{}")),
    )


def _parameters(about: dict[str, str]) -> dict[str, Any]:
    given = json.loads(about.get("parameters", "{}"))
    return {k: np.array(v) if isinstance(v, list) else v for k, v in given.items()}


def _signal(table: Any, number: int) -> Signal:
    field = table.schema.field(number)
    values = table.column(number).to_numpy()
    kind = _KINDS.get(values.dtype.kind)
    if kind is None:
        raise ResultError(f"column {field.name!r} is {field.type}, not numbers; leave it out")
    told = {k.decode(): v.decode() for k, v in (field.metadata or {}).items()}
    labels = {int(k): v for k, v in json.loads(told.get("labels", "{}")).items()}
    unit, description = told.get("unit", ""), told.get("description", "")
    return Signal(field.name, np.asarray(values, dtype=float), unit, description, kind, labels)
