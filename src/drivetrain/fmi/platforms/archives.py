"""The static archive of kernel and FMI layer for each platform.

That of the own platform is built together with the kernel, with a name for the sources beside it;
released packages contain the others. One that is missing, or is not of the present sources, is
built once and kept in the user's cache.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from drivetrain.errors import DrivetrainError
from drivetrain.fmi.platforms.platform import Platform
from drivetrain.fmi.platforms.toolchain import find_toolchain
from drivetrain.logs import EXPORT

__all__ = ["ROOTS", "archive", "digest", "include_folders", "shipped", "sources"]

_PACKAGE: Final = Path(__file__).parents[2]
ROOTS: Final = (_PACKAGE / "kernel", _PACKAGE / "fmi" / "binary")
"""Folders with ``source`` and ``include``."""
_SHIPPED: Final = Path(__file__).parent / "archives"
_OWN: Final = _SHIPPED / "own.a"
"""Built together with the kernel."""
_OWN_SOURCES: Final = _SHIPPED / "own.sources"
"""From which sources."""


def archive(platform: Platform) -> Path:
    """Return the static archive for a platform.

    Parameters
    ----------
    platform : Platform
        Of the units.

    Raises
    ------
    DrivetrainError
        If it has to be built and there is no compiler, or the installed kernel is of other sources.
    """
    found = shipped(platform)
    if found.exists():
        return found
    if platform.is_own and _OWN.exists():
        _check_own()
        return _OWN
    kept = _cache_folder() / digest() / f"{platform.fmi_3}.a"
    if not kept.exists():
        build(platform, kept)
    return kept


def _check_own() -> None:
    """Refuse an archive that was built before the sources changed: results would be other ones."""
    built = _OWN_SOURCES.read_text().strip() if _OWN_SOURCES.exists() else ""
    if built != digest():
        raise DrivetrainError(
            f"the kernel of this installation ({_OWN}) was built from other C sources than those "
            "that lie beside it, so a unit would compute something else than they say: build the "
            "kernel again, with 'pip install -e .' in a clone, or reinstall the package"
        )


def build(platform: Platform, path: Path) -> None:
    """Build the archive; it appears at its place when it is complete."""
    tools = find_toolchain(platform)
    EXPORT.info(
        "%s builds the kernel for %s, which takes seconds, and minutes where it makes its runtime "
        "first; it is kept in %s",
        tools.name, platform.name, path.parent,
    )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as name:
        folder = Path(name)
        objects = tools.compile(sources(), include_folders(), folder)
        made = folder / path.name
        tools.archive(objects, made)
        made.replace(path)


def shipped(platform: Platform) -> Path:
    """Return where a released package has the archive of a platform made from these sources."""
    return _SHIPPED / digest() / f"{platform.fmi_3}.a"


def sources() -> list[Path]:
    """Return the C files of kernel and FMI layer."""
    return sorted(file for root in ROOTS for file in (root / "source").rglob("*.c"))


def include_folders() -> list[Path]:
    """Return the folders of their headers."""
    return [root / folder for root in ROOTS for folder in ("include", "source")]


@cache
def digest() -> str:
    """Return a name for the state of the sources; ``cmake/sources.cmake`` computes the same."""
    lines = []
    for root in ROOTS:
        for file in [*root.rglob("*.c"), *root.rglob("*.h")]:
            text = file.read_bytes().replace(b"\r\n", b"\n")
            name = file.relative_to(_PACKAGE).as_posix()
            lines.append(f"{name} {hashlib.sha256(text).hexdigest()}\n")
    return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()[:16]


def _cache_folder() -> Path:
    if sys.platform.startswith("win"):
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "drivetrain" / "fmi"
