"""Archives with the same bytes for the same content."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

__all__ = ["EARLIEST", "archive"]

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Time stamp of all files: the first one that archives can hold."""

_UNIX = 3
_READABLE = 0o644 << 16
_EXECUTABLE = 0o755 << 16


def archive(files: Mapping[str, bytes], stamp: tuple[int, int, int, int, int, int]) -> bytes:
    """Return a zip archive.

    Parameters
    ----------
    files : mapping of str to bytes
        Content by path inside the archive, with slashes.
    stamp : tuple of int
        Year, month, day, hour, minute, second of all files.
    """
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=6) as pack:
        for path in sorted(files, key=_order):
            info = ZipInfo(path, stamp)
            info.create_system = _UNIX
            info.compress_type = ZIP_DEFLATED
            info.external_attr = _EXECUTABLE if path.startswith("binaries/") else _READABLE
            pack.writestr(info, files[path])
    return made.getvalue()


def _order(path: str) -> tuple[bool, str]:
    """Return the place of a file: the description comes first."""
    return path != "modelDescription.xml", path
