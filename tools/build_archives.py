"""Build the static archives of kernel and FMI layer that a release contains, with zig.

``python -m tools.build_archives [PLATFORM …]``: all platforms if none is named. They are placed
inside the package, under the state of the sources; older ones are removed.
"""

from __future__ import annotations

import shutil
import sys
from time import perf_counter

from drivetrain.fmi.platforms import PLATFORMS, find_platform
from drivetrain.fmi.platforms.archives import build, shipped


def main(names: list[str]) -> None:
    """Build the archives of these platforms."""
    chosen = [find_platform(name) for name in names] or list(PLATFORMS)
    folder = shipped(chosen[0]).parent
    for old in folder.parent.glob("*/"):
        if old != folder:
            shutil.rmtree(old)
    for platform in chosen:
        begin = perf_counter()
        path = shipped(platform)
        build(platform, path)
        size = path.stat().st_size / 1024
        print(f"{platform.name:14} {size:6.0f} KiB  {perf_counter() - begin:5.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
