"""Failures of commands: a message and an exit status, no traceback."""

from __future__ import annotations

import linecache
import os
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import click

import drivetrain.errors
from drivetrain.errors import DrivetrainError, UsageError, nearest

__all__ = ["BadUsage", "Failure", "is_own", "source_line_of", "user_code"]

_PACKAGE = os.path.dirname(os.path.abspath(drivetrain.errors.__file__))
_LIBRARY_FOLDERS = {"site-packages", "dist-packages"}
"""Where libraries are installed, also for one user, or below an environment that sees others."""


class Failure(click.ClickException):
    """The model or the run failed: ends a command with a message and exit status 1.

    Parameters
    ----------
    message : str
        What was requested, what was found, what to do.
    """

    exit_code = 1


class BadUsage(Failure):
    """The model or an option was not found or is invalid: exit status 2."""

    exit_code = 2


@contextmanager
def user_code(file: str | None = None) -> Iterator[None]:
    """Run user code; its errors are reported with the user's file and line.

    Parameters
    ----------
    file : str, optional
        A file that counts as the user's own, wherever it is.

    Raises
    ------
    Failure
        In place of any error of this package or of the user's code, ``sys.exit`` included, and if
        memory does not suffice. Errors that come from inside this package without the user's code
        being involved pass through, with their traceback.
    """
    try:
        yield
    except UsageError as error:
        raise BadUsage(_with_line(error, file)) from error
    except DrivetrainError as error:
        raise Failure(_with_line(error, file)) from error
    except SyntaxError as error:
        raise BadUsage(_syntax_text(error, file)) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        where = source_line_of(error, file)
        if where is not None:
            told = f"{type(error).__name__}: {_text_of(error)}{_spelling(error)}"
            raise Failure(f"{told}\n{where}") from error
        if not isinstance(error, MemoryError):
            raise
        raise Failure(
            "there is not enough memory for this model or its result; choose a longer interval or "
            "a smaller model"
        ) from error


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(an error that cannot tell its text)"


def _spelling(error: BaseException) -> str:
    """Return the names nearest to one that Python does not know."""
    trace = error.__traceback__
    if not isinstance(error, NameError) or trace is None:
        return ""
    *_, (frame, _) = traceback.walk_tb(trace)
    return nearest(str(error.name), {**frame.f_globals, **frame.f_locals})


def source_line_of(error: BaseException, file: str | None = None) -> str | None:
    """Return the line of the user's own code that led to an error, as ``file:line`` and text.

    Parameters
    ----------
    error : BaseException
        What was raised.
    file : str, optional
        A file that counts as the user's own, wherever it is.

    Returns
    -------
    str or None
        None if no code outside of this package and of installed libraries was involved.
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == file or is_own(frame.filename)]
    if not own:
        return None
    place, line = own[-1].filename, own[-1].lineno or 0
    return f"  {_short(place)}:{line}: {linecache.getline(place, line).strip()}"


def _with_line(error: DrivetrainError, file: str | None) -> str:
    """Return a message with the line that led to it, unless it names that line already."""
    text, where = str(error), source_line_of(error, file)
    if where is None:
        return text
    place, _, _ = os.path.basename(where.strip()).partition(": ")
    if place in text:
        return text
    return f"{text}\n{where}"


def is_own(file: str) -> bool:
    """Return whether a file is the user's: not of this package, Python, or an installed library.

    Parameters
    ----------
    file : str
        Its path.
    """
    if file.startswith("<"):
        return False
    paths = sysconfig.get_paths()
    foreign = {_PACKAGE, paths["stdlib"], paths["platstdlib"], paths["purelib"], paths["platlib"]}
    place = os.path.abspath(file)
    if any(place.startswith(folder + os.sep) for folder in foreign):
        return False
    return _LIBRARY_FOLDERS.isdisjoint(place.split(os.sep))


def _syntax_text(error: SyntaxError, file: str | None) -> str:
    line = f":{error.lineno}" if error.lineno else ""
    lines = [f"{_short(error.filename or file or '?')}{line}: {error.msg}"]
    if error.text:
        stripped = error.text.lstrip()
        column = (error.offset or 1) - 1 - (len(error.text) - len(stripped))
        lines += [f"    {stripped.rstrip()}", "    " + " " * max(column, 0) + "^"]
    return "\n".join(lines)


def _short(file: str) -> str:
    """Return a path as seen from the current folder, if it lies below it."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return file
    return file if relative.startswith("..") else relative
