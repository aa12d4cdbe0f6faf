"""How deep parts, and start values, are nested."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drivetrain.modeling.component import Component
from drivetrain.modeling.members.scopes import is_outer

__all__ = ["is_deep", "parts_of", "shape_of"]

_DEEP = 50


def is_deep(cls: type[Component]) -> bool:
    """Return whether parts are nested too deeply for recursive calls."""
    level, depth = {cls}, 0
    while level and depth <= _DEEP:
        level = {type(part) for above in level for _, part in parts_of(above)}
        depth += 1
    return depth > _DEEP


def parts_of(cls: type[Component]) -> Iterator[tuple[str, Component]]:
    """Yield the parts of a class that are traced with it, by name."""
    for name, member in cls.declarations().items():
        is_part = isinstance(member, Component) and not is_outer(member)
        if is_part and member._steps_taken() is None:
            yield name, member


def shape_of(start: Any) -> tuple[int, ...]:
    """Return how many start values there are, in rows if they are nested."""
    if not isinstance(start, (list, tuple)):
        return ()
    return (len(start), *(shape_of(start[0]) if start else ()))
