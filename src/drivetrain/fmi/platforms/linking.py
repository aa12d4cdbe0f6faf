"""Link the object of a model with kernel and FMI layer."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from drivetrain.fmi.platforms.archives import archive
from drivetrain.fmi.platforms.platform import Platform
from drivetrain.fmi.platforms.toolchain import find_toolchain

__all__ = ["link"]


def link(platform: Platform, objects: Sequence[bytes], path: Path) -> None:
    """Write the shared library of a unit.

    Parameters
    ----------
    platform : Platform
        For which the objects were made.
    objects : sequence of bytes
        Object files of the model.
    path : Path
        The library. Only functions of the standard are visible in it, and it needs nothing but the
        C library of the system.

    Raises
    ------
    DrivetrainError
        If there is no compiler for the platform.
    """
    tools = find_toolchain(platform)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = []
        for number, one in enumerate(objects):
            file = folder / f"model{number}.o"
            file.write_bytes(one)
            files.append(file)
        made = folder / path.name
        tools.link(files, archive(platform), made)
        path.write_bytes(made.read_bytes())
