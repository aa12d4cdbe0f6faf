"""Unpack FMUs into a private folder that is removed when Python ends."""

from __future__ import annotations

import atexit
import shutil
import stat
import tempfile
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from threading import Lock
from zipfile import BadZipFile, ZipFile

from drivetrain.errors import FMUError
from drivetrain.fmi.description.data import ModelDescription
from drivetrain.fmi.description.reader import read_description

__all__ = ["Archive", "opened"]

_MOST_BYTES = 4 * 2**30
"""Size of the contents beyond which an archive is taken for a bomb."""
_known: dict[str, Archive] = {}
_lock = Lock()


@dataclass(frozen=True)
class Archive:
    """An unpacked FMU.

    Attributes
    ----------
    title : str
        Its file name.
    digest : str
        Hash of the file.
    folder : Path
        Where it has been unpacked.
    """

    title: str
    digest: str
    folder: Path

    @cached_property
    def description(self) -> ModelDescription:
        """What it says of itself."""
        return read_description(self.folder, self.title)


def opened(path: Path) -> Archive:
    """Unpack an FMU, once for all files of the same contents.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    FMUError
        If there is no such file, it is no archive, or wants to write outside its folder.
    """
    if not path.is_file():
        raise FMUError(f"there is no file {str(path)!r} (looked in {Path.cwd()})")
    digest = sha256(path.read_bytes()).hexdigest()
    with _lock:
        if digest not in _known:
            _known[digest] = Archive(path.name, digest, _unpacked(path))
        return _known[digest]


def _unpacked(path: Path) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="drivetrain-fmu-"))  # readable by its owner only
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        with ZipFile(path) as archive:
            _check(archive, path.name)
            archive.extractall(folder)
    except BadZipFile as error:
        raise FMUError(
            f"{path.name} is no archive ({error}), and every FMU is one: the file may be damaged, "
            "or not downloaded completely"
        ) from error
    return folder


def _check(archive: ZipFile, title: str) -> None:
    """Refuse members that lead out of the folder, links, and contents of an absurd size."""
    for member in archive.infolist():
        name = member.filename
        parts = PurePosixPath(name).parts
        is_link = stat.S_ISLNK(member.external_attr >> 16)
        if "\\" in name or ":" in name or name.startswith("/") or ".." in parts or is_link:
            raise FMUError(
                f"{title} contains {name!r}, which would be written outside its own folder: no "
                "valid FMU does, so do not trust this file"
            )
    size = sum(member.file_size for member in archive.infolist())
    if size > _MOST_BYTES:
        raise FMUError(
            f"{title} would take {size / 2**30:.0f} GB when unpacked; up to "
            f"{_MOST_BYTES / 2**30:.0f} GB are accepted"
        )
