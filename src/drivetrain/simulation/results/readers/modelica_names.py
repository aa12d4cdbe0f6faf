"""Names of Modelica as they are called here: ``clutch1.startForward`` is ``start_forward``.

Indices are left alone: the first element of an array is 1 in a file of Modelica and 0 here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["python_name", "python_names", "shifted"]

_SYMBOL = re.compile(r"[A-Z][a-z]*\d*")
_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")
_INDEX = re.compile(r"\[(\d+(?:,\d+)*)\]")


def python_name(name: str) -> str:
    """Return the name here of a variable of Modelica: camelCase becomes snake_case."""
    return ".".join(_part(part) for part in name.split("."))


def python_names(names: Iterable[str]) -> dict[str, str]:
    """Return the names of a file by those they have here, as far as they differ and are unique."""
    own = list(names)
    taken, found, double = set(own), dict[str, str](), set[str]()
    for name in own:
        other = python_name(name)
        if other == name or other in taken:
            continue
        double |= {other} & set(found)
        found[other] = name
    return {other: name for other, name in found.items() if other not in double}


def shifted(name: str, by: int) -> str:
    """Return a name with all indices larger by a number."""

    def moved(match: re.Match[str]) -> str:
        return f"[{','.join(str(int(k) + by) for k in match[1].split(','))}]"

    return _INDEX.sub(moved, name)


def _part(part: str) -> str:
    if len(part) == 1 or _SYMBOL.fullmatch(part):
        return part
    return _HUMP.sub(lambda match: "_" + match[1].lower(), part)
