"""Apache Parquet files: typed columns, with units and descriptions as metadata of the fields."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.errors import ResultError
from drivetrain.simulation.results.row_layout import FLAG_COLUMN

if TYPE_CHECKING:
    from drivetrain.simulation.results.trajectories import Trajectories

__all__ = ["write"]


def write(result: Trajectories, path: Path) -> None:
    """Write a result as a Parquet table.

    Parameters
    ----------
    result : Result
        The result to write: ``time`` and all variables as float64, int64 or bool columns. Each
        field has the metadata ``unit`` and ``description``, and ``labels`` of its values; the table
        has ``model``, ``status``, ``message``, and as JSON ``parameters``, ``parameter_units``,
        ``modes``, and ``flags``: the points that are not regular, by row.
    path : Path
        File to write.

    Raises
    ------
    ResultError
        If pyarrow is not installed.
    """
    try:
        pa, pq = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ResultError(
            "Parquet files need pyarrow, which is not installed; "
            "run: pip install 'drivetrain[parquet]'"
        ) from error

    fields = [pa.field("time", pa.float64(), False, {"unit": "s", "description": "Time"})]
    columns = [pa.array(result.time)]
    layout, rows = result.layout, result.rows
    described = zip(layout.names, layout.units, layout.descriptions, strict=True)
    for position, (name, unit, description) in enumerate(described):
        column = pa.array(layout.values(rows, position))
        metadata = {"unit": unit, "description": description}
        if name in layout.labels:
            metadata["labels"] = json.dumps(dict(layout.labels[name]))
        fields.append(pa.field(name, column.type, False, metadata))
        columns.append(column)
    about = {"model": result.model, "status": result.status.name.lower(), **_details(result)}
    pq.write_table(pa.Table.from_arrays(columns, schema=pa.schema(fields, about)), path)


def _details(result: Trajectories) -> dict[str, str]:
    """Return what else is known of a run, as texts."""
    flags = result.rows[:, FLAG_COLUMN].astype(int)
    special = np.flatnonzero(flags)
    given = {**result.parameters, **getattr(result.parameters, "tables", {})}
    parameters = {name: np.asarray(value).tolist() for name, value in given.items()}
    return {
        "message": result.message,
        "parameters": json.dumps(parameters),
        "parameter_units": json.dumps(dict(result.parameter_units)),
        "modes": json.dumps(sorted(result.layout.modes)),
        "flags": json.dumps(dict(zip(special.tolist(), flags[special].tolist(), strict=True))),
    }
