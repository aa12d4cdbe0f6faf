"""Write the imports of a module, in the order in which sorters of imports put them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from drivetrain.modelica.conversion.to_python.layout import WIDTH

__all__ = ["import_lines", "in_order"]

_ROOT: Final = "drivetrain"
_NUMBERS: Final = re.compile(r"(\d+)")


def import_lines(modules: Iterable[str], members: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield ``import`` lines: those of Python first, then those of this package.

    Parameters
    ----------
    modules : iterable of str
        What is imported as a module, perhaps with ``as``.
    members : mapping
        Module → names that are imported from it.
    """
    groups: dict[bool, list[str]] = {False: [], True: []}
    for one in sorted(modules):
        groups[_is_ours(one)].append(f"import {one}")
    for place in sorted(members):
        groups[_is_ours(place)] += _from(place, in_order(members[place]))
    yield from groups[False]
    if groups[False] and groups[True]:
        yield ""
    yield from groups[True]


def in_order(names: Iterable[str]) -> list[str]:
    """Return names sorted: constants, classes, then others; numbers in them as numbers."""
    return sorted(names, key=lambda one: (_rank(one), _natural(one.lower()), one))


def _is_ours(place: str) -> bool:
    return place.split(".")[0] == _ROOT


def _rank(text: str) -> int:
    if text.isupper() and len(text) > 1:
        return 0
    return 1 if text[:1].isupper() else 2


def _natural(text: str) -> list[tuple[int, int | str]]:
    pieces = (one for one in _NUMBERS.split(text) if one)
    return [(0, int(one)) if one.isdigit() else (1, one) for one in pieces]


def _from(place: str, names: list[str]) -> Iterator[str]:
    line = f"from {place} import {', '.join(names)}"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"from {place} import ("
    yield from (f"    {one}," for one in names)
    yield ")"
