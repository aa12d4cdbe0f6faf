"""The C files of a unit that is handed over as source: all in one folder.

Importing tools compile the files of a list, with that folder as the only one for headers. So files
of kernel and FMI layer get names that tell where they come from, and refer to each other by these.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from drivetrain.fmi.platforms.archives import ROOTS

__all__ = ["MODEL_FILE", "kernel_files", "source_names"]

MODEL_FILE: Final = "model.c"
"""Name of the file with the model itself."""

_INCLUDE: Final = re.compile(r'^(\s*#\s*include\s+)"([^"]+)"', re.MULTILINE)
_API: Final = "dt_api.h"
_SETTINGS: Final = """\
/* Part of a unit: hidden inside its library, and without fused operations, so that all compilers
 * give the same numbers. */
#ifndef DT_STATIC
#define DT_STATIC
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

"""


@cache
def kernel_files() -> dict[str, str]:
    """Return the files of kernel and FMI layer: name → text."""
    paths = [path for root in ROOTS for path in sorted(root.rglob("*.[ch]"))]
    names = {path.resolve(): _flat_name(path) for path in paths}
    return {name: _flat_text(path, names) for path, name in names.items()}


def source_names(files: dict[str, str]) -> list[str]:
    """Return the names of those files that have to be compiled."""
    return sorted(name for name in files if name.endswith(".c"))


def _flat_name(path: Path) -> str:
    """Return the name of a file in the one folder: headers that are offered keep theirs."""
    root = next(root for root in ROOTS if root in path.parents)
    inner = path.relative_to(root)
    if inner.parts[0] == "include":
        return path.name
    return "_".join((root.name.replace("binary", "unit"), *inner.parts[1:]))


def _flat_text(path: Path, names: dict[Path, str]) -> str:
    def renamed(found: re.Match[str]) -> str:
        places = [path.parent, *(root / "include" for root in ROOTS)]
        there = ((place / found[2]).resolve() for place in places)
        name = next((names[one] for one in there if one in names), found[2])
        return f'{found[1]}"{name}"'

    text = _INCLUDE.sub(renamed, path.read_text(encoding="utf-8"))
    return _SETTINGS + text if path.name == _API else text
