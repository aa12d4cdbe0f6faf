"""Stubs for a user's own files: the signatures of their components."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from drivetrain.cli.failures import BadUsage, Failure
from drivetrain.cli.models import load_file
from drivetrain.modeling.component import Component
from drivetrain.modeling.stubs import with_signatures

__all__ = ["write_stubs"]

_MARK: Final = "# Made by `drivetrain stubs`: do not edit, make it again.\n"


def write_stubs(files: Sequence[str], *, check: bool = False) -> None:
    """Write a stub beside each file, or tell which are out of date.

    Parameters
    ----------
    files : sequence of str
        Python files with component classes.
    check : bool
        Write nothing.

    Raises
    ------
    BadUsage
        If a file defines no component, or has a stub that somebody wrote by hand.
    Failure
        If a stub is out of date, when only checking, or cannot be written.
    """
    made = {Path(file).with_suffix(".pyi"): _stub(Path(file)) for file in files}
    stale = [path for path, text in made.items() if _present(path) != text]
    if check and stale:
        raise Failure(f"out of date: {', '.join(map(str, stale))}; `drivetrain stubs` writes it")
    for path in stale:
        try:
            path.write_text(made[path], encoding="utf-8", newline="\n")
        except OSError as error:
            raise Failure(f"'{path}' cannot be written: {error.strerror}") from error
        click.echo(f"written    {path}")


def _stub(file: Path) -> str:
    """Return the text of the stub of a file."""
    module = load_file(file)
    classes = {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, Component)
        and thing.__module__ == module.__name__
    }
    if not classes:
        raise BadUsage(f"'{file}' defines no component: there is nothing to tell of it")
    return _MARK + with_signatures(file.read_text(encoding="utf-8"), classes)


def _present(path: Path) -> str:
    """Return the text of a stub, if there is one; refuse one that was written by hand."""
    if not path.exists():
        return ""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise Failure(f"'{path}' cannot be read: {error}") from error
    if not text.startswith(_MARK):
        raise BadUsage(f"'{path}' was not made by `drivetrain stubs`: remove it first")
    return text
