"""Tables in files: CSV, the text format of Modelica tables, and MAT files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from drivetrain.errors import TableError, nearest

__all__ = ["read_table", "table_rows"]

Rows = tuple[tuple[float, ...], ...]

_HEADER = re.compile(r"^\s*(?:float|double)\s+(\w+)\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*(.*)$")


def table_rows(
    on_file: bool,
    table: Any,
    file_name: str,
    table_name: str,
    delimiter: str,
    n_header_lines: int,
) -> Any:
    """Return the rows of a table block: those given, or those of a file."""
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
        Which table of a file that holds several; a CSV file holds one.
    delimiter : str
        What separates the numbers of a CSV file.
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
            found = np.loadtxt(path, delimiter=delimiter, skiprows=n_header_lines, ndmin=2)
        else:
            found = _from_text(path, table_name)
    except (OSError, ValueError) as error:
        raise TableError(f"table file {file_name!r} cannot be read: {error}") from error
    return tuple(tuple(map(float, row)) for row in found)


def _from_mat(path: Path, table_name: str) -> Any:
    from scipy.io import loadmat

    content = {k: v for k, v in loadmat(str(path)).items() if not k.startswith("__")}
    return content[_chosen(path, table_name, list(content))]


def _from_text(path: Path, table_name: str) -> Any:
    """Read ``double name(rows, columns)`` followed by its numbers; # starts a comment."""
    lines = path.read_text().splitlines()
    if not lines or not lines[0].startswith("#1"):
        raise ValueError("a text file with tables has to begin with the line #1")
    tables: dict[str, tuple[int, int, list[str]]] = {}
    numbers: list[str] = []
    for line in (text.split("#")[0] for text in lines[1:]):
        header = _HEADER.match(line)
        if header:
            numbers = header.group(4).split()
            tables[header.group(1)] = int(header.group(2)), int(header.group(3)), numbers
        else:
            numbers += re.split(r"[\s,;]+", line.strip()) if line.strip() else []
    rows, columns, found = tables[_chosen(path, table_name, list(tables))]
    return np.array(found[: rows * columns], dtype=float).reshape(rows, columns)


def _chosen(path: Path, table_name: str, known: list[str]) -> str:
    if table_name in known:
        return table_name
    raise TableError(
        f"table file {str(path)!r} has no table {table_name!r}{nearest(table_name, known)}; "
        f"it has {', '.join(known) or 'none'}"
    )
