"""Calls: functions that say which of their arguments was misspelt, and what they take."""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

from drivetrain.errors import ArgumentError, DrivetrainError, nearest, shown
from drivetrain.tracebacks import fold

__all__ = ["collected_warnings", "explained", "explained_class", "folding", "outside", "warn"]

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")

_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def outside() -> int:
    """Return the level of the first caller outside the package, for a warning issued by the caller.

    A warning given with it as ``stacklevel`` points to the user's line.
    """
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("drivetrain."):
        frame, level = frame.f_back, level + 1
    return level


_collected: ContextVar[list[str] | None] = ContextVar("collected", default=None)


def warn(warning: Warning) -> None:
    """Warn at the user's line, or where warnings are collected.

    Parameters
    ----------
    warning : Warning
        What to warn of.
    """
    collected = _collected.get()
    if collected is None:
        warnings.warn(warning, stacklevel=outside())
    else:
        collected.append(str(warning))


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Return the warnings of the package that this thread gives within a context, as texts.

    The filters of `warnings` belong to all threads; code that runs beside a user's leaves them
    alone. Warnings of others are shown as ever.
    """
    told: list[str] = []
    token = _collected.set(told)
    try:
        yield told
    finally:
        _collected.reset(token)


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that refuses arguments it does not have with the nearest right ones.

    Parameters
    ----------
    function : callable
        A function or a method that people call by hand.

    Returns
    -------
    callable
        The same, but raising ArgumentError where Python would raise a bare TypeError.

    Examples
    --------
    >>> @explained
    ... def turn(angle: float, *, axis: str = "z") -> float:
    ...     return angle
    >>> turn(1.0, axes="x")
    Traceback (most recent call last):
        ...
    drivetrain.errors.ArgumentError: turn(axes='x'): turn has no argument 'axes'; did you mean \
'axis'?; it takes angle, and by name axis
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                begun = error.__traceback__ and error.__traceback__.tb_next
                if begun:  # it is the function that failed, not the call
                    raise
                raise ArgumentError(_refusal(function, args, dict(kwargs), error)) from None
        except DrivetrainError as error:
            fold(error)
            raise

    return call


class folding:  # noqa: N801
    """Context in which an error of the package loses the package's frames on its way out.

    For calls that are not `explained`. See :mod:`drivetrain.tracebacks`.
    """

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Fold the frames, and let the error pass."""
        if isinstance(error, DrivetrainError):
            fold(error)


def explained_class(cls: type[C]) -> type[C]:
    """Return a class whose instances are made by a function that is `explained`.

    Parameters
    ----------
    cls : type
        Any class; it is changed.
    """
    cls.__init__ = explained(cls.__init__)  # type: ignore[method-assign]
    return cls


def _refusal(
    function: Callable[..., object],
    args: tuple[object, ...],
    kwargs: dict[str, object],
    error: TypeError,
) -> str:
    """Say what is wrong with a call, and what would be right."""
    parameters = list(inspect.signature(function).parameters.values())
    name = function.__qualname__
    if parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
        made = function.__name__ == "__init__"
        owner = args[0] if isinstance(args[0], type) else type(args[0])
        name = owner.__name__ + ("" if made else f".{function.__name__}")
    known = [p.name for p in parameters if p.kind in _BY_NAME]
    for unknown in (k for k in kwargs if k not in known):
        asked = f"{name}({unknown}={shown(kwargs[unknown])})"
        hint = nearest(unknown, known)
        return f"{asked}: {name} has no argument {unknown!r}{hint}; {_taken(parameters)}"
    wrong = str(error).partition("() ")[2] or str(error)
    return f"{name}(…) {wrong}; {_taken(parameters)}"


def _taken(parameters: list[inspect.Parameter]) -> str:
    """List what a function takes."""
    by_name = [p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY]
    others = [
        f"*{p.name}" if p.kind is inspect.Parameter.VAR_POSITIONAL else p.name
        for p in parameters
        if p.name not in by_name
    ]
    named = [f"by name {', '.join(by_name)}"] if by_name else []
    return f"it takes {', and '.join([*([', '.join(others)] if others else []), *named]) or 'none'}"
