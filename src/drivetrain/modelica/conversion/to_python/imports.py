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
    groups: dict[int, list[str]] = {}
    for one in sorted(modules):
        groups.setdefault(_group(one), []).append(f"import {one}")
    for place in sorted(members, key=lambda one: (one.startswith("."), *_depth(one), one)):
        groups.setdefault(_group(place), []).extend(_from(place, in_order(members[place])))
    for k, group in enumerate(sorted(groups)):
        if k:
            yield ""
        yield from groups[group]


def _depth(place: str) -> tuple[int]:
    """Return how relative imports are sorted: those from further out first."""
    return (len(place.lstrip(".")) - len(place),)


def in_order(names: Iterable[str]) -> list[str]:
    """Return names sorted: constants, classes, then others; numbers in them as numbers."""
    return sorted(names, key=lambda one: (_rank(one), _natural(one.lower()), one))


def _group(place: str) -> int:
    """Return the group of an import: Python's, this package's, those of modules beside it."""
    return 2 if place.startswith(".") else int(place.split(".")[0] == _ROOT)


def _rank(text: str) -> int:
    if text.isupper() and len(text) > 1:
        return 0
    return 1 if text[:1].isupper() else 2


def _natural(text: str) -> list[tuple[int, int | str]]:
    pieces = (one for one in _NUMBERS.split(text) if one)
    return [(0, int(one)) if one.isdigit() else (1, one) for one in pieces]


def _from(place: str, names: list[str]) -> Iterator[str]:
    """Yield the import of names; those that get another name stand alone."""
    plain = [one for one in names if " as " not in one]
    first = plain[0] if plain else ""
    for one in names:
        if one == first:
            yield from _listed(place, plain)
        elif one not in plain:
            yield f"from {place} import {one}"


def _listed(place: str, names: list[str]) -> Iterator[str]:
    line = f"from {place} import {', '.join(names)}"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"from {place} import ("
    yield from (f"    {one}," for one in names)
    yield ")"
