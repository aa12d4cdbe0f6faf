"""Reader of tables in files: CSV, the text format of Modelica tables, and MAT files."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from drivetrain.blocks.mat_file import is_version_5, real_matrices
from drivetrain.errors import ParameterError, TableError, nearest

__all__ = ["read_table", "table_rows"]

Rows = tuple[tuple[float, ...], ...]

_FORMATS = "tables come as .csv, as .mat, or as a text that begins with the line #1"
_HEADER = re.compile(r"^\s*(?:float|double)\s+(\w+)\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*(.*)$")


def table_rows(
    on_file: bool,
    table: Any,
    file_name: str,
    table_name: str,
    delimiter: str,
    n_header_lines: int,
) -> Any:
    """Return the rows of a table block, from the model or from a file."""
    if not isinstance(on_file, (bool, np.bool_)):
        raise ParameterError(f"table_on_file={on_file!r}: give True or False")
    if not on_file:
        return table
    return read_table(file_name, table_name, delimiter, n_header_lines)


def read_table(
    file_name: str, table_name: str = "", delimiter: str = ",", n_header_lines: int = 0
) -> Rows:
    """Read a table of numbers.

    Parameters
    ----------
    file_name : str
        ``.csv``, ``.mat``, or a text file that begins with ``#1`` and holds named tables.
    table_name : str
        Name of the table, in a file that holds several; a CSV file holds one.
    delimiter : str
        Separator of the numbers in a CSV file.
    n_header_lines : int
        Lines of a CSV file before the numbers.

    Raises
    ------
    TableError
        If the file, the table in it, or the numbers cannot be read.
    """
    path = Path(file_name)
    if not path.is_file():
        raise TableError(f"table file {file_name!r} does not exist (looked in {Path.cwd()})")
    suffix = path.suffix.lower()
    try:
        if suffix == ".mat":
            found = _from_mat(path, table_name)
        elif suffix == ".csv":
            found = _from_csv(path, delimiter, n_header_lines)
        else:
            found = _from_text(path, table_name)
        rows = np.asarray(found, dtype=float)
    except UnicodeDecodeError as error:
        raise TableError(
            f"table file {file_name!r} is not a text in UTF-8 ({error.reason} at byte "
            f"{error.start}): {_FORMATS}"
        ) from error
    except (OSError, ValueError, TypeError, OverflowError) as error:
        raise TableError(f"table file {file_name!r} cannot be read: {error}; {_FORMATS}") from error
    if rows.ndim != 2 or not rows.size:
        raise TableError(
            f"table file {file_name!r} holds no table, but numbers of the shape {rows.shape}"
        )
    if not np.isfinite(rows).all():
        row, column = np.argwhere(~np.isfinite(rows))[0].tolist()
        raise TableError(
            f"table file {file_name!r}: row {row + 1}, column {column + 1} is {rows[row, column]}; "
            "give finite numbers"
        )
    return tuple(map(tuple, rows.tolist()))


def _from_csv(path: Path, delimiter: str, n_header_lines: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a file without numbers is reported below
        return np.loadtxt(
            path, delimiter=delimiter, skiprows=n_header_lines, ndmin=2, encoding="utf-8-sig"
        )


def _from_mat(path: Path, table_name: str) -> Any:
    data = path.read_bytes()
    found = real_matrices(data) if is_version_5(data) else _version_4(path)
    table = found[_chosen(path, table_name, list(found))]
    if table is None or table.dtype.kind not in "iuf":
        raise ValueError(f"{table_name!r} is not a matrix of real numbers")
    return table


def _version_4(path: Path) -> dict[str, Any]:
    from scipy.io import loadmat

    try:
        found = loadmat(str(path))
    except Exception as error:  # of many types, if bytes are damaged
        raise ValueError(f"it is damaged or no MAT file ({error})") from error
    arrays = {name: value for name, value in found.items() if isinstance(value, np.ndarray)}
    return {name: value for name, value in arrays.items() if not name.startswith("__")}


def _from_text(path: Path, table_name: str) -> Any:
    """Read ``double name(rows, columns)`` followed by its numbers; # starts a comment."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    if not lines or not lines[0].startswith("#1"):
        raise ValueError("a text file with tables has to begin with the line #1")
    tables: dict[str, tuple[int, int, list[str]]] = {}
    numbers: list[str] = []
    for line in (text.split("#")[0] for text in lines[1:]):
        header = _HEADER.match(line)
        if header:
            numbers = _split(header.group(4))
            tables[header.group(1)] = int(header.group(2)), int(header.group(3)), numbers
        else:
            numbers += _split(line)
    rows, columns, found = tables[_chosen(path, table_name, list(tables))]
    if len(found) != rows * columns:
        raise ValueError(
            f"the table {table_name!r} has {len(found)} numbers, not {rows} times {columns}"
        )
    return np.array(found, dtype=float).reshape(rows, columns)


def _split(text: str) -> list[str]:
    return re.findall(r"[^\s,;]+", text)


def _chosen(path: Path, table_name: str, known: list[str]) -> str:
    if table_name in known:
        return table_name
    raise TableError(
        f"table file {str(path)!r} has no table {table_name!r}{nearest(table_name, known)}; "
        f"it has {', '.join(known) or 'none'}"
    )
