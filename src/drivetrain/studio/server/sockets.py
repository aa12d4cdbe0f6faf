"""How many pages are open, and whether the last one has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Sockets"]

_MOST = 8
_PATIENCE = 3.0  # s: a page that is loaded again is away for a moment


class Sockets:
    """Counts open pages.

    Parameters
    ----------
    gone : callable, optional
        Called when the last page has been closed and none has come back.
    """

    def __init__(self, gone: Callable[[], None] | None = None) -> None:
        self._gone, self._open = gone, 0

    def enter(self) -> bool:
        """Count one more page; return False if there are too many."""
        if self._open >= _MOST:
            return False
        self._open += 1
        return True

    def leave(self) -> None:
        """Count one page less."""
        self._open -= 1
        if self._open == 0 and self._gone is not None:
            asyncio.get_running_loop().call_later(_PATIENCE, self._end_if_alone)

    def _end_if_alone(self) -> None:
        if self._open == 0 and self._gone is not None:
            self._gone()
