"""Detect statements that are made but not yielded while equations are traced.

``self.a >> self.b`` without ``yield`` makes a connection and drops it. While a class is traced, all
statements are recorded, and those that are made but not yielded are reported. An equation cannot be
recorded, since ``a == b`` may be a part of a condition; but one that Python computes only to drop
it shows in the code of the method.
"""

from __future__ import annotations

import dis
import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import CodeType
from typing import Any, NamedTuple

__all__ = ["Note", "dropped_equations", "listening", "note", "stated_besides", "take_besides"]


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


_BESIDES: ContextVar[list[Any] | None] = ContextVar("besides", default=None)


def stated_besides(statement: Any) -> bool:
    """Keep a statement that a function makes for the class whose equations are traced.

    Returns
    -------
    bool
        Whether there is such a class.
    """
    kept = _BESIDES.get()
    if kept is not None:
        kept.append(statement)
    return kept is not None


@contextmanager
def take_besides() -> Iterator[list[Any]]:
    """Collect what functions state inside the block."""
    kept: list[Any] = []
    token = _BESIDES.set(kept)
    try:
        yield kept
    finally:
        _BESIDES.reset(token)


def _line_in(file: str) -> int:
    """Return the innermost line of a file that is being executed, 0 if there is none."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
    return 0


def dropped_equations(code: CodeType) -> Iterator[tuple[str, int]]:
    """Yield the equations in the code of a method whose values are dropped: their text and line.

    Parameters
    ----------
    code : code object
        Of a method; functions inside it are searched too.
    """
    compared = None
    for step in dis.get_instructions(code):
        if step.opname == "COMPARE_OP":
            compared = step if step.argval == "==" else None
        elif step.opname == "POP_TOP" and compared is not None:
            yield _written(code, compared), _line(compared)
            compared = None
        elif step.opname not in _STILL_DROPPED:
            compared = None
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from dropped_equations(inner)


_STILL_DROPPED = ("BUILD_TUPLE", "BUILD_LIST", "NOP")
"""Operations between an equation and its end, as in ``self.x == 1, self.y == 2``."""


def _line(step: dis.Instruction) -> int:
    return (step.positions and step.positions.lineno) or 0


def _written(code: CodeType, step: dis.Instruction) -> str:
    """Return the source text of a comparison; a description if there is none."""
    at = step.positions
    line = linecache.getline(code.co_filename, _line(step)).encode()
    if at is None or not line or at.lineno != at.end_lineno:
        return "… == …"
    return line[at.col_offset : at.end_col_offset].decode(errors="replace")
