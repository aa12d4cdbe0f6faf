"""Files that are written whole or not at all.

A file appears under its name only when it is complete and on the disk: it is written next to its
place and then moved there in one step. Until then an earlier file of that name stays as it is.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG, S_IWUSR

from drivetrain.errors import ResultError

__all__ = ["check_path", "suffix_of", "write_atomically"]


def check_path(path: str | Path, suffixes: tuple[str, ...]) -> Path:
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
    if suffix_of(target) not in suffixes:
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


def suffix_of(path: Path) -> str:
    """Return the suffix of a file in small letters."""
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
