"""Read a Modelica file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from drivetrain.errors import ModelicaError
from drivetrain.modelica.syntax.source_text import SourceText

__all__ = ["read_source", "reads_noted"]

_noted: ContextVar[set[Path] | None] = ContextVar("noted", default=None)


@contextmanager
def reads_noted() -> Iterator[set[Path]]:
    """Collect the files that are read in a block, those that cannot be read included."""
    files: set[Path] = set()
    before = _noted.set(files)
    try:
        yield files
    finally:
        _noted.reset(before)


def read_source(path: Path) -> SourceText:
    """Return the text of a file: UTF-8, else Latin-1, as older tools wrote it.

    Raises
    ------
    ModelicaError
        If the file cannot be read.
    """
    noted = _noted.get()
    if noted is not None:
        noted.add(path.resolve())
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelicaError(f"'{path}' cannot be read: {error.strerror or error}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return SourceText(text.replace("\r\n", "\n").replace("\r", "\n"), _short(path))


def _short(path: Path) -> str:
    """Return a path relative to the current folder, if it lies below it."""
    return str(path).removeprefix(os.getcwd() + os.sep)
