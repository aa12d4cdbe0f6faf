"""Comma-separated text: the column ``time``, then one column per variable.

Every number is written with as many digits as are needed to recover it exactly.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.text import text_rows
from drivetrain.simulation.results.row_layout import TIME_COLUMN, Layout

if TYPE_CHECKING:
    from drivetrain.simulation.results.trajectories import Trajectories

__all__ = ["write"]

_CELLS_AT_ONCE = 500_000


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
    layout = result.layout
    names = _with_units(layout) if header_units else ["time", *result.names]
    columns, kinds = layout.columns(), np.array(["real", *layout.kinds])
    at_once = max(1, _CELLS_AT_ONCE // len(names))
    with path.open("wb") as file:
        file.write(",".join(map(_quoted, names)).encode() + b"\n")
        for start in range(0, len(result.rows), at_once):
            rows = result.rows[start : start + at_once]
            values = np.empty((len(rows), len(names)))
            values[:, 0] = rows[:, TIME_COLUMN]
            values[:, 1:] = columns.with_constants(columns.read(rows))
            file.write(_lines(values, kinds))


def _lines(values: NDArray[np.float64], kinds: NDArray[np.str_]) -> bytes:
    """Return lines of text; Booleans and integers without a point."""
    whole, true = kinds != "real", kinds == "boolean"
    values[:, true] = values[:, true] != 0.0
    values[:, whole] = np.rint(values[:, whole])
    return text_rows(values, whole)


def _with_units(layout: Layout) -> list[str]:
    told = zip(layout.names, layout.units, layout.kinds, strict=True)
    names = [f"{name} [{unit}]" if kind == "real" else name for name, unit, kind in told]
    return ["time [s]", *names]


def _quoted(name: str) -> str:
    """Return a column name as a field; names of matrix elements contain a comma."""
    if not any(mark in name for mark in ',"\n'):
        return name
    return '"' + name.replace('"', '""') + '"'
