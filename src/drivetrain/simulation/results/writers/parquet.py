"""Apache Parquet files: typed columns, with units and descriptions as metadata of the fields."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.errors import ResultError

if TYPE_CHECKING:
    from drivetrain.simulation.results.trajectories import Trajectories

__all__ = ["write"]


def write(result: Trajectories, path: Path) -> None:
    """Write a result as a Parquet table.

    Parameters
    ----------
    result : Result
        The result to write: ``time`` and all variables as float64, int64 or bool columns. Each
        field has the metadata ``unit`` and ``description``, the table ``model`` and ``status``.
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
    layout = result.layout
    described = zip(layout.names, layout.units, layout.descriptions, strict=True)
    for position, (name, unit, description) in enumerate(described):
        column = pa.array(layout.values(result.rows, position))
        metadata = {"unit": unit, "description": description}
        fields.append(pa.field(name, column.type, False, metadata))
        columns.append(column)
    about = {"model": result.model, "status": result.status.name.lower()}
    pq.write_table(pa.Table.from_arrays(columns, schema=pa.schema(fields, about)), path)
