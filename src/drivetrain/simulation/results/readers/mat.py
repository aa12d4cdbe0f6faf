"""MAT files in the layout of Modelica tools; :mod:`~.writers.mat` describes it.

Files with one column per variable (``binNormal``) and with one row per variable (``binTrans``) are
read. In those of other tools nothing tells a constant variable from a parameter: there every
constant is both.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError
from drivetrain.simulation.results.readers.contents import Contents, Signal, contents_of
from drivetrain.simulation.results.readers.modelica_names import python_names

__all__ = ["read"]

_NEEDED = ("Aclass", "name", "description", "dataInfo", "data_1", "data_2")
_CONSTANTS = 1
_OURS = re.compile(r"Time of (?P<model>.*), simulated by drivetrain \[s\]")
_TYPE = re.compile(r"\s*\[:#\(type=(Boolean|Integer)\)\]")
_UNIT = re.compile(r"\s*\[(?P<unit>[^\[\]]*)\]\s*$")
_LABELS = re.compile(r"\s*\((?P<labels>-?\d+: [^():,]+(?:, -?\d+: [^():,]+)*)\)\s*$")


def read(path: Path) -> Contents:
    """Return the trajectories in a file.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    ResultError
        If it is a MAT file of another kind.
    """
    from scipy.io import loadmat

    found: dict[str, NDArray[Any]] = loadmat(path, chars_as_strings=False)
    missing = [name for name in _NEEDED if name not in found]
    if missing:
        raise ResultError(f"it is no result of a Modelica tool: there is no matrix {missing[0]!r}")
    return _File(found, path.stem).contents()


class _File:
    """The matrices of a file, one row per variable."""

    def __init__(self, matrices: dict[str, NDArray[Any]], stem: str) -> None:
        form = _texts(matrices["Aclass"])[3:]
        self.is_transposed = bool(form) and form[0] == "binTrans"
        self.names = _texts(self._upright(matrices["name"]).T)
        self.descriptions = _texts(self._upright(matrices["description"]).T)
        self.info = self._upright(matrices["dataInfo"]).astype(np.int64)
        self.data = {
            int(name[5:]): np.asarray(self._upright(matrix), dtype=float)
            for name, matrix in matrices.items()
            if re.fullmatch(r"data_\d+", name)
        }
        ours = _OURS.fullmatch(self.descriptions[0]) if self.descriptions else None
        self.is_ours, self.model = ours is not None, ours["model"] if ours else stem
        self._columns: dict[int, NDArray[np.float64]] = {}

    def _upright(self, matrix: NDArray[Any]) -> NDArray[Any]:
        """Return a matrix as in a transposed file."""
        return matrix if self.is_transposed else matrix.T

    def contents(self) -> Contents:
        signals, parameters, units = [], dict[str, float](), dict[str, str]()
        described = zip(self.names, self.descriptions, self.info.T.tolist(), strict=True)
        for k, (name, description, (block, row, _, outside)) in enumerate(described):
            if k == 0 and name.lower() == "time":
                continue
            block = block or 2
            signal = self._signal(name, description, block, row)
            is_parameter = block == _CONSTANTS and outside == 0
            if is_parameter:
                parameters[name] = float(signal.values[0])
                units.update({name: signal.unit} if signal.unit else {})
            if not (is_parameter and self.is_ours):
                signals.append(signal)
        return contents_of(
            self._time(),
            signals,
            modes=[one.name for one in signals if one.labels],
            aliases={} if self.is_ours else python_names(self.names),
            first_index=int(not self.is_ours),
            model=self.model,
            parameters=parameters,
            parameter_units=units,
        )

    def _time(self) -> NDArray[np.float64]:
        for block, matrix in self.data.items():
            if block > 2 and not np.array_equal(matrix[0], self.data[2][0]):
                raise ResultError(f"data_{block} has instants of its own, which is not supported")
        time: NDArray[np.float64] = self.data[2][0]
        return time

    def _signal(self, name: str, description: str, block: int, row: int) -> Signal:
        text, kind, labels = description, "real", dict[int, str]()
        typed = _TYPE.search(text)
        if typed:
            text, kind = _TYPE.sub("", text), typed[1].lower()
            listed = _LABELS.search(text)
            if listed and self.is_ours:
                text = text[: listed.start()]
                pairs = (one.split(": ") for one in listed["labels"].split(", "))
                labels = {int(number): label for number, label in pairs}
        found = _UNIT.search(text)
        unit = found["unit"].partition("|")[0] if found else ""
        text = text[: found.start()] if found else text
        if kind != "real" or (self.is_ours and not unit):
            unit = "1"
        return Signal(name, self._values(block, row), unit, text.strip(), kind, labels)

    def _values(self, block: int, row: int) -> NDArray[np.float64]:
        if block == _CONSTANTS:
            constant: NDArray[np.float64] = np.sign(row) * self.data[block][abs(row) - 1][:1]
            return constant
        key = block * 2**40 + row
        if key not in self._columns:
            values = self.data[block][abs(row) - 1]
            self._columns[key] = values if row > 0 else 0.0 - values
        return self._columns[key]


def _texts(letters: NDArray[Any]) -> list[str]:
    """Return the rows of a matrix of letters as texts."""
    if letters.ndim == 1:
        return [str(one).rstrip("\0 ") for one in letters]
    return ["".join(row).rstrip("\0 ") for row in letters.tolist()]
