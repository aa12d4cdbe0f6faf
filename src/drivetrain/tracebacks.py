"""Tracebacks that show the user's lines and leave out those of the package.

Whoever misspells a name wants to see the own line and the message, not thirty lines of a compiler.
The frames of the package are therefore folded where its errors leave it. The environment variable
``DRIVETRAIN_FULL_TRACEBACK=1`` shows them all, for work on the package itself.
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import Final

__all__ = ["FULL_TRACEBACK", "fold", "folded", "lines_for_ipython"]

FULL_TRACEBACK: Final = "DRIVETRAIN_FULL_TRACEBACK"
"""Environment variable; unset, empty or 0: frames of the package are folded."""

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def fold(error: BaseException) -> None:
    """Take the frames of the package out of the traceback of an error, and of its causes.

    Types, messages and causes stay as they are. Called where an error leaves the package, and
    followed by a bare ``raise``, which does not add the calling frame again.

    Parameters
    ----------
    error : BaseException
        An error of the package, just caught.
    """
    if _wants_all():
        return
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        one.__traceback__ = folded(one.__traceback__)
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def folded(trace: TracebackType | None) -> TracebackType | None:
    """Return a traceback without the frames of the package.

    Parameters
    ----------
    trace : traceback or None
        It is left as it is.
    """
    shown = []
    while trace is not None:
        if not _is_own(trace):
            shown.append(trace)
        trace = trace.tb_next
    made = None
    for one in reversed(shown):
        made = TracebackType(made, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return made


def lines_for_ipython(error: BaseException) -> list[str]:
    """Return how IPython shows an error: in its usual way, the frames of the package folded.

    Parameters
    ----------
    error : BaseException
        An error of the package.

    Raises
    ------
    RuntimeError
        If IPython does not run.
    """
    from IPython.core.getipython import get_ipython  # type: ignore[attr-defined,unused-ignore]

    shell = get_ipython()
    if shell is None:
        raise RuntimeError("IPython does not run")
    fold(error)
    lines: list[str] = shell.InteractiveTB.structured_traceback(
        type(error), error, error.__traceback__
    )
    return lines


def _wants_all() -> bool:
    return os.environ.get(FULL_TRACEBACK, "0") not in ("", "0")


def _is_own(trace: TracebackType) -> bool:
    """Return whether a frame belongs to the package; the shipped examples are somebody's model."""
    return trace.tb_frame.f_code.co_filename.startswith(_PACKAGE)
