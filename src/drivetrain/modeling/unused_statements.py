"""Notes: statements made while equations are traced, so that none is forgotten.

``self.a >> self.b`` without ``yield`` makes a connection and drops it. Whoever traces a class
listens, and finds what was made and not stated.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

__all__ = ["Note", "listening", "note"]


class Note(NamedTuple):
    """A statement that was made, and the line that made it."""

    statement: Any
    line: int


_NOTES: ContextVar[tuple[str, list[Note]] | None] = ContextVar("notes", default=None)


@contextmanager
def listening(file: str) -> Iterator[list[Note]]:
    """Collect the statements that are made inside the block.

    Parameters
    ----------
    file : str
        Source file whose lines are wanted.
    """
    notes: list[Note] = []
    token = _NOTES.set((file, notes))
    try:
        yield notes
    finally:
        _NOTES.reset(token)


def note(statement: Any) -> None:
    """Take note of a statement, if anybody listens."""
    heard = _NOTES.get()
    if heard is not None:
        file, notes = heard
        notes.append(Note(statement, _line_in(file)))


def _line_in(file: str) -> int:
    """Return the innermost line of a file that is being run, 0 if none is."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
    return 0
