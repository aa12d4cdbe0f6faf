"""Reading of result files: one module per format, selected by the suffix of the file."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from drivetrain.errors import DrivetrainError, ResultError, nearest, shown
from drivetrain.simulation.results.readers.contents import Contents

__all__ = ["SUFFIXES", "read"]

_MODULES = {
    ".csv": "drivetrain.simulation.results.readers.csv",
    ".parquet": "drivetrain.simulation.results.readers.parquet",
    ".mat": "drivetrain.simulation.results.readers.mat",
}

SUFFIXES: tuple[str, ...] = tuple(_MODULES)
"""Supported suffixes."""


def read(path: str | Path) -> Contents:
    """Read a result file in the format of its suffix; see :meth:`Result.load`.

    Parameters
    ----------
    path : str or Path
        File, with one of :data:`SUFFIXES`.

    Raises
    ------
    ResultError
        If there is no such file, its suffix is unknown, or it holds no trajectories.
    """
    file = _existing(path)
    reader: Callable[[Path], Contents] = import_module(_MODULES[file.suffix.lower()]).read
    try:
        return reader(file)
    except DrivetrainError as error:
        if str(file) in str(error):
            raise
        raise ResultError(f"cannot read '{file}': {error}") from error
    except Exception as error:  # whatever a damaged file makes the libraries raise
        reason = " ".join(str(error).split()) or type(error).__name__
        raise ResultError(f"cannot read '{file}' as a result file: {reason}") from error


def _existing(path: object) -> Path:
    if not isinstance(path, str | Path):
        raise ResultError(f"{shown(path)} is not the name of a file; give a text or a Path")
    file = Path(path)
    if file.suffix.lower() not in SUFFIXES:
        found = f"the suffix {file.suffix!r}" if file.suffix else "no suffix"
        raise ResultError(
            f"cannot tell the format of '{file}': it has {found}; results are read from "
            f"{', '.join(SUFFIXES)}"
        )
    if not file.is_file():
        there = [one.name for one in file.parent.glob("*") if one.suffix.lower() in SUFFIXES]
        raise ResultError(f"there is no file '{file}'{nearest(file.name, there)}")
    return file
