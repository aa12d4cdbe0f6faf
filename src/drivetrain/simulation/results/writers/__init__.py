"""Result files: one module per format, chosen by the suffix of the file."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from drivetrain.files import check_path, suffix_of, write_atomically
from drivetrain.simulation.results.trajectories import Trajectories

__all__ = ["SUFFIXES", "save"]

_MODULES = {
    ".csv": "drivetrain.simulation.results.writers.csv",
    ".parquet": "drivetrain.simulation.results.writers.parquet",
    ".mat": "drivetrain.simulation.results.writers.mat",
}

SUFFIXES: tuple[str, ...] = tuple(_MODULES)
"""Suffixes of the formats that can be written."""


def save(result: Trajectories, path: str | Path) -> Path:
    """Write a result to a file in the format of its suffix; see :meth:`Result.save`.

    Parameters
    ----------
    result : Result
        What to write.
    path : str or Path
        File, with one of :data:`SUFFIXES`.

    Raises
    ------
    ResultError
        If the suffix is unknown, the folder is missing, or the disk refuses.
    """
    target = check_path(path, SUFFIXES)
    write: Callable[[Trajectories, Path], None] = import_module(_MODULES[suffix_of(target)]).write
    with write_atomically(target) as unfinished:
        write(result, unfinished)
    return target
