"""The thread in which everything slow happens: loading, compiling and running, one at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

__all__ = ["Worker"]

R = TypeVar("R")


class Worker:
    """One thread beside the event loop.

    The kernel runs without the lock of the interpreter, so that the page is answered meanwhile.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="studio")
        self._stop = threading.Event()
        self._given = self._ended = 0

    @property
    def stop(self) -> threading.Event:
        """Set it to end the run that is going on; each piece of work begins with it cleared."""
        return self._stop

    def interrupt(self) -> None:
        """End the run that is going on, and those that wait, as soon as they begin."""
        self._ended = self._given
        self._stop.set()

    async def do(self, work: Callable[[], R]) -> R:
        """Do a piece of work after those that are waiting, and return its result."""
        self._given += 1
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._begun, self._given, work)

    def _begun(self, number: int, work: Callable[[], R]) -> R:
        (self._stop.clear if number > self._ended else self._stop.set)()
        return work()

    def close(self) -> None:
        """End the run that is going on, and take no more work."""
        self._stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
