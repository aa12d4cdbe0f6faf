"""Operating systems and processors by the names that FMI, LLVM and zig have for them."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from typing import Final

from drivetrain.errors import UsageError, nearest

__all__ = ["PLATFORMS", "Platform", "find_platform", "own_platform"]


@dataclass(frozen=True)
class Platform:
    """An operating system on a processor.

    Attributes
    ----------
    name : str
        By which it is chosen.
    fmi_2, fmi_3 : str
        Its folder in the archive of a unit. The standard 2.0 has no name for processors of ARM
        under Linux; on macOS a file may contain code for both processors.
    triple : str
        The name that LLVM has for it.
    zig : str
        And that of zig. Linux is that of 2012, so that the units run on all that are in use.
    suffix : str
        Of shared libraries.
    """

    name: str
    fmi_2: str
    fmi_3: str
    triple: str
    zig: str
    suffix: str

    @property
    def is_own(self) -> bool:
        """Whether this process runs on it."""
        return self.fmi_3 == _own_tuple()


PLATFORMS: Final = (
    Platform("linux64", "linux64", "x86_64-linux", "x86_64-unknown-linux-gnu",
             "x86_64-linux-gnu.2.17", ".so"),
    Platform("linux-arm64", "aarch64-linux", "aarch64-linux", "aarch64-unknown-linux-gnu",
             "aarch64-linux-gnu.2.17", ".so"),
    Platform("win64", "win64", "x86_64-windows", "x86_64-pc-windows-gnu",
             "x86_64-windows-gnu", ".dll"),
    Platform("darwin64", "darwin64", "x86_64-darwin", "x86_64-apple-macosx11.0.0",
             "x86_64-macos.11.0", ".dylib"),
    Platform("darwin-arm64", "aarch64-darwin", "aarch64-darwin", "arm64-apple-macosx11.0.0",
             "aarch64-macos.11.0", ".dylib"),
)  # fmt: skip
"""All that units can be made for."""


def find_platform(name: str) -> Platform:
    """Return the platform of a name, which may also be one that FMI has for its folder.

    Raises
    ------
    UsageError
        If there is none; the message gives the nearest name.
    """
    for one in PLATFORMS:
        if name in (one.name, one.fmi_2, one.fmi_3):
            return one
    names = [one.name for one in PLATFORMS]
    raise UsageError(
        f"there is no platform '{name}'{nearest(name, names)}: "
        f"units are made for {', '.join(names)}"
    )


def own_platform() -> Platform:
    """Return the platform of this process.

    Raises
    ------
    UsageError
        If units cannot be made for it.
    """
    own = _own_tuple()
    for one in PLATFORMS:
        if one.fmi_3 == own:
            return one
    raise UsageError(
        f"units cannot be made for this platform, {own}; name others, or export the source"
    )


def _own_tuple() -> str:
    machine = platform.machine().lower()
    processor = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    system = "windows" if sys.platform.startswith("win") else sys.platform
    return f"{processor}-{system}"
