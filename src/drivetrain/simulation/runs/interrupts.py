"""Interrupts: Ctrl-C is noted while a run goes on, so that it ends where nothing is lost."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

__all__ = ["Interrupts"]

_PATIENCE = 3
"""So many interrupts are meant for what does not heed the first one."""

_signals: Any = sys.modules.get("_signal", signal)
"""What `signal` wraps: turning handlers into enumerations took a fiftieth of a short run."""


class Interrupts:
    """Takes note of Ctrl-C in place of an exception that could come between any two lines.

    Whoever has a handler of their own for it keeps that, and so do threads but the main one: there
    it may still be a KeyboardInterrupt.

    Parameters
    ----------
    heed : callable, optional
        What to do besides, at once.

    Examples
    --------
    >>> import signal
    >>> with Interrupts() as interrupts:
    ...     signal.raise_signal(signal.SIGINT)
    ...     interrupts.noted
    True
    """

    def __init__(self, heed: Callable[[], None] | None = None) -> None:
        self._heed, self._count = heed, 0
        self._usual: object = None
        self._outer: Interrupts | None = None

    def __enter__(self) -> Interrupts:
        if current_thread() is main_thread():
            handler = _signals.getsignal(signal.SIGINT)
            outer = getattr(handler, "__self__", None)
            self._outer = outer if isinstance(outer, Interrupts) else None
            if handler is signal.default_int_handler or self._outer:
                self._usual = handler
                _signals.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._usual is not None:
            _signals.signal(signal.SIGINT, self._usual)

    @property
    def noted(self) -> bool:
        """Whether there was one."""
        return self._count > 0

    def note(self) -> None:
        """Take note of one; a run within another one is ended together with it."""
        self._count += 1
        if self._outer:
            self._outer.note()
        if self._heed:
            self._heed()

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.note()
        if self._count >= _PATIENCE:
            signal.default_int_handler(number, frame)
