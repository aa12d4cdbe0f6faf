"""Detect statements that are made but not yielded while equations are traced.

``self.a >> self.b`` without ``yield`` makes a connection and drops it. While a class is traced, all
statements are recorded, and those that are made but not yielded are reported.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

__all__ = ["Note", "listening", "note"]


class Note(NamedTuple):
    """A statement, and the line that made it."""

    statement: Any
    line: int


_NOTES: ContextVar[tuple[str, list[Note]] | None] = ContextVar("notes", default=None)


@contextmanager
def listening(file: str) -> Iterator[list[Note]]:
    """Collect the statements made inside the block.

    Parameters
    ----------
    file : str
        Source file whose lines are recorded.
    """
    notes: list[Note] = []
    token = _NOTES.set((file, notes))
    try:
        yield notes
    finally:
        _NOTES.reset(token)


def note(statement: Any) -> None:
    """Record a statement if statements are being collected."""
    heard = _NOTES.get()
    if heard is not None:
        file, notes = heard
        notes.append(Note(statement, _line_in(file)))


def _line_in(file: str) -> int:
    """Return the innermost line of a file that is being executed, 0 if there is none."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
    return 0
