"""Files that hold the whole state of a simulation."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UsageError
from drivetrain.kernel.library import ABI_VERSION
from drivetrain.simulation.runs.origin import Identity

__all__ = ["Saved", "read_file", "write_file"]

Arrays = Mapping[str, NDArray[Any]]

_FORMAT = "drivetrain simulation"
_VERSION = 1


class Saved(NamedTuple):
    """Contents of a file.

    Attributes
    ----------
    told : dict
        Settings, values that were set, counters.
    arrays : mapping
        Parameters, tables, tolerances, rows, the state of the kernel as `state`.
    """

    told: dict[str, Any]
    arrays: Arrays


def write_file(path: Path, identity: Identity, saved: Saved) -> None:
    """Write a file.

    Parameters
    ----------
    path : Path
        Where to.
    identity : Identity
        The model.
    saved : Saved
        What to write.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    model = {
        "title": identity.title,
        "variables": list(identity.variables),
        "parameters": list(identity.parameters),
        "equations": identity.equations,
    }
    head = {"format": _FORMAT, "version": _VERSION, "kernel": ABI_VERSION, "model": model}
    text = json.dumps(head | {"told": saved.told}).encode()
    try:
        with path.open("wb") as file:
            np.savez_compressed(
                file, head=np.frombuffer(text, np.uint8), **saved.arrays, allow_pickle=False
            )
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error}") from error


def read_file(path: Path, identity: Identity) -> Saved:
    """Read a file.

    Parameters
    ----------
    path : Path
        Where from.
    identity : Identity
        The model that it has to belong to.

    Raises
    ------
    UsageError
        If there is no such file, or it is another one, of another version or of another model.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        head = json.loads(arrays.pop("head").tobytes())
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise UsageError(
            f"{path} is no saved simulation, or it is damaged: give a file that "
            "simulation.save(path) wrote"
        ) from error
    _check(path, head, identity)
    return Saved(head["told"], arrays)


def _check(path: Path, head: Any, identity: Identity) -> None:
    """Refuse other versions and other models."""
    if not isinstance(head, dict) or head.get("format") != _FORMAT:
        raise UsageError(f"{path} is no saved simulation")
    for what, found, known in (
        ("format", head.get("version"), _VERSION),
        ("kernel", head.get("kernel"), ABI_VERSION),
    ):
        if found != known:
            raise UsageError(
                f"{path} has version {found} of the {what}, this package reads version {known}: "
                "save the simulation again with this version of the package"
            )
    model = head["model"]
    there = Identity(
        model["title"], tuple(model["variables"]), tuple(model["parameters"]), model["equations"]
    )
    difference = identity.difference(there)
    if difference is not None:
        raise UsageError(f"{path} was saved by a simulation of another model: {difference}")
