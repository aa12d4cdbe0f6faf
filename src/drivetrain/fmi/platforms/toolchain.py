"""Compilers: that of the system for its own platform, zig for all others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from drivetrain.errors import DrivetrainError
from drivetrain.fmi.platforms.platform import Platform

__all__ = ["Toolchain", "find_toolchain"]

_OPTIONS: Final = (
    "-std=c11", "-O3", "-DNDEBUG", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden",
    "-ffunction-sections", "-fdata-sections", "-g0", "-DDT_STATIC",
)  # fmt: skip
"""As the kernel of this process is compiled: results have the same bits."""


@dataclass(frozen=True)
class Toolchain:
    """Commands that compile C and link for one platform.

    Attributes
    ----------
    name : str
        For messages.
    compiler, archiver : tuple of str
        The commands.
    """

    name: str
    compiler: tuple[str, ...]
    archiver: tuple[str, ...]
    platform: Platform

    def compile(
        self, sources: Sequence[Path], includes: Sequence[Path], folder: Path
    ) -> list[Path]:
        """Compile C files, two at a time.

        Parameters
        ----------
        sources : sequence of Path
            The files.
        includes : sequence of Path
            Folders of headers.
        folder : Path
            Where the objects go.

        Raises
        ------
        DrivetrainError
            With what the compiler says.
        """
        given = [f"-I{one}" for one in includes]
        position = [] if self.platform.suffix == ".dll" else ["-fPIC"]

        def one(source: Path) -> Path:
            made = folder / f"{source.parent.name}_{source.stem}.o"
            self._run([*self.compiler, *_OPTIONS, *position, *given, "-c", source, "-o", made])
            return made

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(one, sources))

    def archive(self, objects: Sequence[Path], path: Path) -> None:
        """Put objects into a static archive, without times of files."""
        self._run([*self.archiver, "rcsD", path, *objects])

    def link(self, objects: Sequence[Path], archive: Path, path: Path) -> None:
        """Link a shared library that needs nothing but the C library of the system.

        Parameters
        ----------
        objects : sequence of Path
            Objects.
        archive : Path
            Static archive, of which all members are taken.
        path : Path
            The library.
        """
        options: list[str | Path] = ["-shared", "-s"]
        if self.platform.suffix == ".so":
            options += [f"-Wl,-soname,{path.name}", "-Wl,-z,defs", "-Wl,--gc-sections"]
        whole: list[str | Path] = ["-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"]
        if self.platform.suffix == ".dylib":
            options += [f"-Wl,-install_name,@rpath/{path.name}"]
            whole = [f"-Wl,-force_load,{archive}"]
        self._run([*self.compiler, *options, *objects, *whole, "-lm", "-o", path])

    def _run(self, command: Sequence[str | Path]) -> None:
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise DrivetrainError(
                f"{self.name} failed for {self.platform.name}: "
                f"{(done.stderr or done.stdout).strip()[:2000]}"
            )


def find_toolchain(platform: Platform) -> Toolchain:
    """Return a compiler for a platform.

    The environment variable ``DRIVETRAIN_CC`` names the one for the own platform, else ``cc`` is
    used. For other platforms, and where there is no ``cc``, it is zig, which the extra `fmi-zig`
    installs.

    Raises
    ------
    DrivetrainError
        If there is none; the message tells the ways out.
    """
    own = os.environ.get("DRIVETRAIN_CC", "cc")
    if platform.is_own and shutil.which(own) and shutil.which("ar"):
        return Toolchain(own, (own,), ("ar",), platform)
    if find_spec("ziglang") is not None:
        zig = (sys.executable, "-m", "ziglang")
        compiler = (*zig, "cc", "-target", platform.zig)
        return Toolchain("zig", compiler, (*zig, "ar"), platform)
    need = "a C compiler ('cc')" if platform.is_own else "a compiler for other platforms"
    raise DrivetrainError(
        f"linking a unit for {platform.name} needs {need}, and there is none: install zig with "
        "pip install 'drivetrain[fmi-zig]', or export a unit that contains source "
        "(sources=True, platforms=()), which the importing tool compiles"
    )
