"""MAT files in the layout read by viewers of Modelica results (Dymola, OpenModelica, DyMat …).

A version-4 MAT file with six matrices, all of them transposed (``binTrans``), so that one column
belongs to one variable or one instant:

``Aclass``
    Kind and version of the layout.
``name``, ``description``
    One text per column, padded with spaces; a description ends with the unit in brackets, or with
    the type of what is not real, as in ``Mode (0: stuck, 1: forward) [:#(type=Integer)]``.
``dataInfo``
    Four integers per name: the matrix that holds it (0: the time, in both), its row there counted
    from 1 and negative for the negated row, 0 (linear interpolation), -1 (undefined outside) or,
    for a parameter, 0 (the same outside).
``data_1``
    Parameters and constants, at the first and at the last instant.
``data_2``
    Recorded columns at every instant. Aliases share one row.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.row_layout import CONSTANT, TIME_COLUMN, Layout

if TYPE_CHECKING:
    from drivetrain.simulation.results.trajectories import Trajectories

__all__ = ["write"]

_CONSTANTS, _TRAJECTORIES = 1, 2
_DOUBLE, _INT32, _TEXT = 0, 20, 51  # type codes of version 4: precision * 10 + is it text


def write(result: Trajectories, path: Path) -> None:
    """Write a result as a MAT file in the layout of Modelica tools.

    Parameters
    ----------
    result : Result
        The result to write: the time, all variables, all numeric parameters. Characters outside
        Latin-1 in names and descriptions are replaced, because the format does not support them.
    path : Path
        File to write.
    """
    layout = result.layout
    parameters = dict(_scalars(result.parameters))
    recorded, where = _recorded(layout)
    constant = np.flatnonzero(layout.column == CONSTANT)
    values = [*layout.constant[constant].tolist(), *parameters.values()]
    names = ["time", *layout.names, *parameters]
    described = zip(layout.names, layout.descriptions, layout.units, layout.kinds, strict=True)
    descriptions = [
        f"Time of {result.model}, simulated by drivetrain [s]",
        *(
            _description(text, unit) if kind == "real" else _of_discrete(text, kind, labels)
            for text, unit, kind, labels in (
                (text, unit, kind, layout.labels.get(name, {}))
                for name, text, unit, kind in described
            )
        ),
        *(_description("", _unit_of(name, result.parameter_units)) for name in parameters),
    ]
    with path.open("wb") as file:
        _write_texts(file, "Aclass", ["Atrajectory", "1.1", "", "binTrans"], transposed=False)
        _write_texts(file, "name", names)
        _write_texts(file, "description", descriptions)
        _write_matrix(file, "dataInfo", _data_info(layout, where, constant, len(parameters)))
        _write_matrix(file, "data_1", _constants(result.time, values))
        _write_matrix(file, "data_2", result.rows[:, recorded].T)


def _recorded(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the columns to be written, time first, and the row of each variable among them."""
    recorded = np.union1d([TIME_COLUMN], layout.column[layout.column != CONSTANT]).astype(np.int64)
    return recorded, np.searchsorted(recorded, layout.column)


def _data_info(
    layout: Layout,
    where: NDArray[np.int64],
    constant: NDArray[np.int64],
    n_parameters: int,
) -> NDArray[np.int32]:
    n = len(layout)
    info = np.zeros((4, 1 + n + n_parameters), dtype=np.int32)
    info[3] = -1
    info[1, 0] = 1
    variables = info[:, 1 : n + 1]
    variables[0] = _TRAJECTORIES
    variables[1] = layout.sign * (where + 1)
    variables[0, constant] = _CONSTANTS
    variables[1, constant] = 2 + np.arange(len(constant))
    info[0, n + 1 :] = _CONSTANTS
    info[1, n + 1 :] = 2 + len(constant) + np.arange(n_parameters)
    info[3, n + 1 :] = 0
    return info


def _constants(time: NDArray[np.float64], values: Sequence[float]) -> NDArray[np.float64]:
    """Return time and constants at the first and the last instant, one row each."""
    matrix = np.empty((1 + len(values), 2))
    matrix[0] = (time[0], time[-1]) if len(time) else 0.0
    matrix[1:] = np.reshape(values, (-1, 1))
    return matrix


def _scalars(parameters: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Return all numeric parameters; elements of arrays one by one."""
    for name, value in parameters.items():
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            continue
        for index in np.ndindex(array.shape):
            suffix = "[" + ",".join(map(str, index)) + "]" if index else ""
            yield name + suffix, float(array[index])


def _unit_of(name: str, units: Mapping[str, str]) -> str:
    return units.get(name) or units.get(name.rpartition("[")[0], "")


def _description(text: str, unit: str) -> str:
    return f"{text} [{unit}]".lstrip() if unit else text


def _of_discrete(text: str, kind: str, labels: Mapping[int, str]) -> str:
    listed = ", ".join(f"{value}: {label}" for value, label in labels.items())
    described = f"{text} ({listed})" if listed else text
    return f"{described} [:#(type={kind.capitalize()})]".lstrip()


def _write_texts(
    file: BinaryIO, name: str, texts: Sequence[str], *, transposed: bool = True
) -> None:
    encoded = [text.encode("latin-1", errors="replace") for text in texts]
    width = max(1, *map(len, encoded))
    letters = np.frombuffer(b"".join(text.ljust(width) for text in encoded), dtype=np.uint8)
    matrix = letters.reshape(len(texts), width)
    _write_matrix(file, name, matrix.T if transposed else matrix)


def _write_matrix(file: BinaryIO, name: str, matrix: NDArray[Any]) -> None:
    """Write one matrix, column by column, after the header of version 4."""
    code = {"f": _DOUBLE, "i": _INT32, "u": _TEXT}[matrix.dtype.kind]
    order = 1000 if sys.byteorder == "big" else 0
    label = name.encode("ascii") + b"\0"
    file.write(struct.pack("=5i", order + code, *matrix.shape, 0, len(label)))
    file.write(label)
    file.write(np.ascontiguousarray(matrix.T).data)
