"""Result files: one module per format, chosen by the suffix of the file.

A file appears under its name only when it is complete and on the disk: it is written beside its
place and then moved there in one step. Until then an earlier file of that name stays as it is.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from stat import S_IMODE, S_ISREG, S_IWUSR
from typing import TYPE_CHECKING

from drivetrain.errors import ResultError

if TYPE_CHECKING:
    from drivetrain.simulation.result import Result

__all__ = ["SUFFIXES", "check_path", "save", "write_atomically"]

_MODULES = {
    ".csv": "drivetrain.simulation.writers.csv",
    ".parquet": "drivetrain.simulation.writers.parquet",
    ".mat": "drivetrain.simulation.writers.mat",
}

SUFFIXES: tuple[str, ...] = tuple(_MODULES)
"""Suffixes of the formats that can be written."""


def save(result: Result, path: str | Path) -> Path:
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
    target = check_path(path)
    write: Callable[[Result, Path], None] = import_module(_MODULES[_suffix(target)]).write
    with write_atomically(target) as unfinished:
        write(result, unfinished)
    return target


def check_path(path: str | Path, suffixes: tuple[str, ...] = SUFFIXES) -> Path:
    """Check that a file could be written under a name, without writing anything.

    Parameters
    ----------
    path : str or Path
        File to be written.
    suffixes : tuple of str
        Suffixes that are understood.

    Raises
    ------
    ResultError
        If the suffix is unknown, the folder does not exist or cannot be written to, or the name is
        that of something else than a file.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise ResultError(f"{path!r} is not the name of a file; give a text or a Path")
    target = Path(path)
    if _suffix(target) not in suffixes:
        found = f"the suffix {target.suffix!r}" if target.suffix else "no suffix"
        raise ResultError(
            f"cannot tell the format of '{target}': it has {found}; "
            f"use one of {', '.join(suffixes)}"
        )
    try:
        _check_place(target)
    except (OSError, ValueError) as error:
        raise ResultError(_refusal(target, error)) from error
    return target


def _check_place(target: Path) -> None:
    """Check where a file lies in the end, behind all links."""
    place = Path(os.path.realpath(target))
    for folder in (target.parent, place.parent):
        if not os.path.isdir(folder):
            raise ResultError(
                f"cannot write '{target}': there is no folder '{folder}'; create it first"
            )
    if os.path.isdir(place):
        raise ResultError(f"cannot write '{target}': it is a folder; choose another name")
    with suppress(FileNotFoundError):
        if not S_ISREG(os.lstat(place).st_mode):
            raise ResultError(f"cannot write '{target}': it is not a file; choose another name")
    if not os.access(place.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "no permission")


@contextmanager
def write_atomically(target: Path) -> Iterator[Path]:
    """Give a name to write to; move it to its place if all went well, else remove it.

    Parameters
    ----------
    target : Path
        Where the file shall appear. A link is followed.

    Raises
    ------
    ResultError
        In place of an ``OSError`` (no space left, no permission …), with the remedy.
    """
    place = Path(os.path.realpath(target))
    unfinished = place.with_name(f".drivetrain-{secrets.token_hex(4)}{place.suffix}")
    try:
        _create(unfinished, place)
        yield unfinished
        _finish(unfinished, place)
    except OSError as error:
        raise ResultError(_refusal(target, error)) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _create(unfinished: Path, place: Path) -> None:
    """Make an empty file that nobody may read who may not read the file that it will replace."""
    with suppress(FileNotFoundError):
        mode = S_IMODE(place.stat().st_mode)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode | S_IWUSR))


def _finish(unfinished: Path, place: Path) -> None:
    """Put a complete file in its place, with the permissions of the file that was there."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())  # some disks tell only now that they are full
    if place.exists():
        shutil.copymode(place, unfinished)
    os.replace(unfinished, place)


def _suffix(path: Path) -> str:
    return path.suffix.lower()


def _refusal(target: Path, error: OSError | ValueError) -> str:
    remedies = {
        errno.ENAMETOOLONG: "the name is too long; choose a shorter one",
        errno.EFBIG: "files of this size are not allowed; choose a longer interval",
        errno.ENOSPC: "the disk is full; free some space or choose another folder",
        errno.EDQUOT: "the disk quota is used up; free some space or choose another folder",
        errno.EACCES: "no permission; choose another folder",
        errno.EROFS: "the disk is read-only; choose another folder",
    }
    if isinstance(error, ValueError):
        return f"cannot write {str(target)!r}: {error}; choose another name"
    reason = remedies.get(error.errno or 0, error.strerror or str(error))
    there = os.path.lexists(target)
    kept = "the file that was there is unchanged" if there else "nothing is left behind"
    return f"cannot write '{target}': {reason}; {kept}"
