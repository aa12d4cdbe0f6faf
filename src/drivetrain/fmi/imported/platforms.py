"""The shared library of an FMU for this system; one with sources only is compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from drivetrain.errors import FMUError
from drivetrain.fmi.description.reader import fmpy_or_refuse
from drivetrain.fmi.imported.archive import Archive

__all__ = ["library_of"]

_LINES = 12
"""Lines shown of what a compiler says."""


def library_of(archive: Archive, identifier: str) -> Path:
    """Return the shared library for this system.

    Parameters
    ----------
    archive : Archive
        The FMU.
    identifier : str
        Base name of the library.

    Raises
    ------
    FMUError
        If there is none, and none can be compiled.
    """
    fmpy = fmpy_or_refuse("running an FMU")
    names = (str(fmpy.platform), str(fmpy.platform_tuple))
    ending: str = fmpy.sharedLibraryExtension
    places = [archive.folder / "binaries" / name / f"{identifier}{ending}" for name in names]
    found = next((place for place in places if place.is_file()), None)
    if found is not None:
        return found.resolve()
    inside = sorted(p.name for p in (archive.folder / "binaries").glob("*") if p.is_dir())
    if not any((archive.folder / "sources").glob("*.c*")):
        raise FMUError(
            f"{archive.title} cannot run on this system, {' or '.join(names)}: it has libraries "
            f"for {', '.join(inside) or 'no system at all'}, and no sources; have it exported for "
            "this system too, or with its sources"
        )
    _compile(archive, inside)
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise FMUError(
            f"{archive.title}: compiling its sources gave no library {identifier}{ending}"
        )
    return found.resolve()


def _compile(archive: Archive, inside: list[str]) -> None:
    """Compile the sources in a process of its own, which keeps what compilers say."""
    code = "import sys; from fmpy.build import build_platform_binary as b; b(sys.argv[1])"
    made = subprocess.run(
        [sys.executable, "-c", code, str(archive.folder)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode:
        said = "\n  ".join((made.stdout + made.stderr).strip().splitlines()[-_LINES:])
        raise FMUError(
            f"{archive.title} has libraries for {', '.join(inside) or 'no system'} only, and its "
            "sources cannot be compiled here, for which CMake and a C compiler are needed:"
            f"\n  {said}"
        )
