"""Result files: one module per format, selected by the suffix of the file."""

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
"""Supported suffixes."""


def save(result: Trajectories, path: str | Path, header_units: bool = False) -> Path:
    """Write a result to a file in the format of its suffix; see :meth:`Result.save`.

    Parameters
    ----------
    result : Result
        The result to write.
    path : str or Path
        File, with one of :data:`SUFFIXES`.
    header_units : bool
        Whether units follow the names in text; the other formats always hold them.

    Raises
    ------
    ResultError
        If the suffix is unknown, the folder is missing, or writing fails.
    """
    target = check_path(path, SUFFIXES)
    suffix = suffix_of(target)
    write: Callable[..., None] = import_module(_MODULES[suffix]).write
    options = {"header_units": True} if header_units and suffix == ".csv" else {}
    with write_atomically(target) as unfinished:
        write(result, unfinished, **options)
    return target
