"""Comma-separated text: the column ``time``, then one column per variable.

Every number is written with as many digits as are needed to recover it exactly. Most of the time
goes into converting numbers to digits, so this is done once per recorded column (not once per name)
and once per stretch of equal values.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.row_layout import CONSTANT, TIME_COLUMN, Layout

if TYPE_CHECKING:
    from drivetrain.simulation.results.trajectories import Trajectories

__all__ = ["write"]

_CELLS_AT_ONCE = 2_000_000


def write(result: Trajectories, path: Path, header_units: bool = False) -> None:
    """Write a result as comma-separated text in UTF-8.

    Parameters
    ----------
    result : Result
        The result to write: all variables at every recorded row; Booleans and integers as integers.
    path : Path
        File to write.
    header_units : bool
        Whether the units follow the names: ``J1.w [rad/s]``.
    """
    names = _with_units(result.layout) if header_units else ["time", *result.names]
    header = ",".join(map(_quoted, names))
    at_once = max(1, _CELLS_AT_ONCE // (len(result.names) + 1))
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(header + "\n")
        for start in range(0, len(result.rows), at_once):
            lines = _lines(result.layout, result.rows[start : start + at_once])
            file.writelines(line + "\n" for line in lines)


def _with_units(layout: Layout) -> list[str]:
    told = zip(layout.names, layout.units, layout.kinds, strict=True)
    names = [f"{name} [{unit}]" if kind == "real" else name for name, unit, kind in told]
    return ["time [s]", *names]


def _lines(layout: Layout, rows: NDArray[np.float64]) -> Iterator[str]:
    known: dict[tuple[int, int, bool], list[str]] = {}
    columns = [_texts(rows[:, TIME_COLUMN])]
    described = zip(layout.column.tolist(), layout.sign.tolist(), layout.kinds, strict=True)
    for position, (column, sign, kind) in enumerate(described):
        if column == CONSTANT:
            text = _texts(layout.values(rows[:1], position))[0]
            columns.append([text] * len(rows))
            continue
        key = (column, sign, kind == "real")
        if key not in known:
            known[key] = _texts(layout.values(rows, position))
        columns.append(known[key])
    return map(",".join, zip(*columns, strict=True))


def _texts(values: NDArray[np.float64] | NDArray[np.int64] | NDArray[np.bool_]) -> list[str]:
    """Return the shortest texts from which the values are recovered exactly."""
    numbers = np.ascontiguousarray(values, dtype=np.int64 if values.dtype == bool else None)
    bits = numbers.view(np.int64)
    starts = np.flatnonzero(np.concatenate([[True], bits[1:] != bits[:-1]]))
    texts = list(map(repr, numbers[starts].tolist()))
    if len(texts) == len(numbers):
        return texts
    lengths = np.diff(np.append(starts, len(numbers)))
    repeated: list[str] = np.repeat(np.array(texts, dtype=object), lengths).tolist()
    return repeated


def _quoted(name: str) -> str:
    """Return a column name as a field; names of matrix elements contain a comma."""
    if not any(mark in name for mark in ',"\n'):
        return name
    return '"' + name.replace('"', '""') + '"'
