"""Files of finished runs: each appears whole or not at all."""

from __future__ import annotations

import json
import os
import secrets
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from drivetrain.files import write_atomically
from drivetrain.studies.work.piece import Piece

__all__ = ["PATTERN", "read_chunk", "write_chunk"]

PATTERN = "chunk-*.npz"


def write_chunk(folder: Path, piece: Piece) -> Path:
    """Write runs to a new file of a folder.

    Parameters
    ----------
    folder : Path
        The folder.
    piece : Piece
        The runs.
    """
    first = int(piece.runs[0]) if len(piece) else 0
    target = folder / f"chunk-{first:09d}-{os.getpid()}-{secrets.token_hex(4)}.npz"
    told = {"messages": piece.messages, "seconds": piece.seconds, "machine": piece.machine}
    arrays: dict[str, Any] = {
        "runs": piece.runs,
        "values": piece.values,
        "codes": piece.codes,
        "status": piece.status,
        "told": np.frombuffer(json.dumps(told).encode(), dtype=np.uint8),
    }
    if piece.trajectories is not None:
        arrays["trajectories"] = piece.trajectories
    with write_atomically(target) as unfinished, open(unfinished, "wb") as file:
        np.savez(file, **arrays)
    return target


def read_chunk(file: Path, columns: int, outcomes: int, count: int) -> Piece:
    """Read runs from a file.

    Parameters
    ----------
    file : Path
        The file.
    columns, outcomes, count : int
        Numbers of columns, of outcomes and of runs of the study.

    Raises
    ------
    ValueError
        If it is torn, or not of this study.
    """
    try:
        with open(file, "rb") as opened, np.load(opened, allow_pickle=False) as arrays:
            told = json.loads(arrays["told"].tobytes())
            piece = Piece(
                arrays["runs"],
                arrays["values"],
                arrays["codes"],
                arrays["status"],
                {int(run): str(text) for run, text in told["messages"].items()},
                float(told["seconds"]),
                arrays["trajectories"] if "trajectories" in arrays.files else None,
                dict(told["machine"]),
            )
    except (OSError, EOFError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise ValueError(f"it cannot be read ({type(error).__name__})") from error
    n = len(piece.runs)
    shapes = piece.values.shape, piece.codes.shape, piece.status.shape
    if shapes != ((n, columns), (n, outcomes), (n,)):
        raise ValueError("its columns are not those of this study")
    if n and not 0 <= piece.runs.min() <= piece.runs.max() < count:
        raise ValueError("it has runs that this study has not")
    return piece
