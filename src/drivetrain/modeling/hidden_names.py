"""Say which member of a class body hides a function of the language that was meant."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from types import FrameType

__all__ = ["hidden_by"]

_HERE = os.path.dirname(os.path.dirname(__file__))
_MOST_FRAMES = 12


def hidden_by(member: object) -> str:
    """Return what to say of a member that was used like the function whose name it has.

    Parameters
    ----------
    member : object
        A part or a declaration that was called, or that stands in an expression.

    Returns
    -------
    str
        What hides what, what to write, and where; empty unless a class body that is being executed
        declares `member` under a name that its module has for something else.
    """
    for frame in _callers():
        if "__qualname__" not in frame.f_locals:
            continue
        for name, value in frame.f_locals.items():
            if value is member and frame.f_globals.get(name, member) is not member:
                return _told(name, member, frame)
    return ""


def _told(name: str, member: object, frame: FrameType) -> str:
    language = vars(sys.modules[__package__])
    full = f", or write dt.modeling.{name} with import drivetrain as dt" * (name in language)
    file = frame.f_code.co_filename.removeprefix(os.getcwd() + os.sep)
    return (
        f"{name!r} is the {type(member).__name__} declared above, which hides what {name!r} means "
        f"elsewhere for the rest of the class body: rename the member{full} "
        f"[in {frame.f_locals['__qualname__']}, {file}:{frame.f_lineno}]"
    )


def _callers() -> Iterator[FrameType]:
    """Yield the frames outside the package that led here, the innermost first."""
    frame: FrameType | None = sys._getframe(2)
    for _ in range(_MOST_FRAMES):
        if frame is None:
            return
        if not frame.f_code.co_filename.startswith(_HERE):
            yield frame
        frame = frame.f_back
