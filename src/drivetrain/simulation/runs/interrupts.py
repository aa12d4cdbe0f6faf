"""Deferred handling of Ctrl-C during a run, so that the run ends without losing data."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

__all__ = ["Interrupts"]

_PATIENCE = 3
"""Number of interrupts that indicate that the first one is being ignored."""

_signals: Any = sys.modules.get("_signal", signal)
"""The function wrapped by `signal`: turning handlers into enumerations took a fiftieth of a short
run."""


class Interrupts:
    """Records Ctrl-C in place of an exception that could occur between any two lines.

    An application's own handler stays in place, and threads other than the main one are not
    affected: there a KeyboardInterrupt may still occur.

    Parameters
    ----------
    heed : callable, optional
        Additional action to take at once.

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
        """Whether an interrupt was recorded."""
        return self._count > 0

    def note(self) -> None:
        """Record an interrupt; a run within another one is ended together with it."""
        self._count += 1
        if self._outer:
            self._outer.note()
        if self._heed:
            self._heed()

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.note()
        if self._count >= _PATIENCE:
            signal.default_int_handler(number, frame)
