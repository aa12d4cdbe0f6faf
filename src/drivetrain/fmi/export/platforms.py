"""Platforms of binaries, by their names in FMI 2.0 and 3.0."""

from __future__ import annotations

import platform
import sys

from drivetrain.errors import UsageError, nearest

__all__ = ["FOLDERS", "folder_of", "own_platform", "suffix_of_library"]

FOLDERS = {
    "linux64": "x86_64-linux",
    "linux-arm64": "aarch64-linux",
    "win64": "x86_64-windows",
    "win-arm64": "aarch64-windows",
    "darwin64": "x86_64-darwin",
    "darwin-arm64": "aarch64-darwin",
}
"""Folder of binaries in FMI 3.0, by the name of the platform."""

_IN_FMI_2 = {"linux64": "linux64", "win64": "win64", "darwin64": "darwin64"}
_SUFFIXES = {"linux": ".so", "win": ".dll", "darwin": ".dylib"}


def own_platform() -> str:
    """Return the name of the platform that this process runs on."""
    system = {"win32": "win", "darwin": "darwin"}.get(sys.platform, "linux")
    arm = platform.machine().lower() in ("arm64", "aarch64")
    return f"{system}-arm64" if arm else f"{system}64"


def folder_of(name: str, version: str) -> str:
    """Return the folder of the binary for a platform.

    Parameters
    ----------
    name : str
        A key of :data:`FOLDERS`.
    version : str
        ``"2.0"`` or ``"3.0"``.

    Raises
    ------
    UsageError
        If there is no such platform; FMI 2.0 gives ARM no name of its own.
    """
    if name not in FOLDERS:
        known = ", ".join(FOLDERS)
        raise UsageError(f"platform {name!r}: choose among {known}{nearest(name, FOLDERS)}")
    if version == "3.0":
        return FOLDERS[name]
    if name not in _IN_FMI_2:
        raise UsageError(f"FMI 2.0 has no folder for {name}: use fmi=3, or leave it out")
    return _IN_FMI_2[name]


def suffix_of_library(name: str) -> str:
    """Return the suffix of shared libraries of a platform."""
    return _SUFFIXES[name.partition("-")[0].rstrip("64")]
