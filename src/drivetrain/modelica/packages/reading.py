"""Read a Modelica file."""

from __future__ import annotations

import os
from pathlib import Path

from drivetrain.errors import ModelicaError
from drivetrain.modelica.syntax.source_text import SourceText

__all__ = ["read_source"]


def read_source(path: Path) -> SourceText:
    """Return the text of a file: UTF-8, else Latin-1, as older tools wrote it.

    Raises
    ------
    ModelicaError
        If the file cannot be read.
    """
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
