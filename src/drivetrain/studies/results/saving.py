"""Tables of studies in files."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivetrain.errors import ResultError
from drivetrain.files import check_path, suffix_of, write_atomically

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["save_table"]


def save_table(table: pd.DataFrame, path: str | Path) -> Path:
    """Write a table to a file; see :meth:`StudyResult.save`.

    Parameters
    ----------
    table : DataFrame
        The table.
    path : str or Path
        The file.

    Raises
    ------
    ResultError
        If the suffix is unknown, pyarrow is missing, or writing fails.
    """
    target = check_path(path, (".parquet", ".csv"))
    if suffix_of(target) == ".csv":
        with write_atomically(target) as unfinished:
            table.to_csv(unfinished)
        return target
    if find_spec("pyarrow") is None:
        raise ResultError(f"writing '{target}' needs pyarrow: pip install 'drivetrain[parquet]'")
    import pyarrow as pa
    import pyarrow.parquet as pq

    plain = table.copy(deep=False)
    for name in plain.columns:
        if plain[name].dtype == object and name != "message":
            plain[name] = [json.dumps(_plain(value)) for value in plain[name]]
    made = pa.Table.from_pandas(plain)
    units = table.attrs["units"]
    fields = [
        field.with_metadata({"units": units[field.name]}) if field.name in units else field
        for field in made.schema
    ]
    with write_atomically(target) as unfinished:
        pq.write_table(made.cast(pa.schema(fields, made.schema.metadata)), unfinished)
    return target


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value
