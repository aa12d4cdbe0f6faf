"""Find names and calls in pieces of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drivetrain.modelica.syntax import nodes

__all__ = ["calls_in", "references_in"]


def calls_in(e: Any) -> Iterator[nodes.Call]:
    """Yield the calls in a piece of text."""
    if isinstance(e, nodes.Call):
        yield e
    if isinstance(e, (list, tuple)):
        for one in e:
            yield from calls_in(one)
    for key in getattr(type(e), "__slots__", ()):
        yield from calls_in(getattr(e, key))


def references_in(e: Any, skipped: tuple[str, ...] = ()) -> list[nodes.Reference]:
    """Return the names that an expression reads, those of functions left out.

    Parameters
    ----------
    e : Expression, or several
        What is searched.
    skipped : tuple of str
        Functions whose arguments do not count.
    """
    if isinstance(e, nodes.Reference):
        inside = [one for part in e.parts for one in part.subscripts]
        return [e, *(found for one in inside for found in references_in(one, skipped))]
    if isinstance(e, (list, tuple)):
        return [found for one in e for found in references_in(one, skipped)]
    if isinstance(e, nodes.Call) and str(e.function) in skipped:
        return []
    fields = getattr(type(e), "__slots__", ())
    skip = "function" if isinstance(e, nodes.Call) else ""
    return [
        found
        for key in fields
        if key not in (skip, "position")
        for found in references_in(getattr(e, key), skipped)
    ]
