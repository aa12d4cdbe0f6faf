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

    @property
    def stop(self) -> threading.Event:
        """Set it to end the run that is going on; each piece of work begins with it cleared."""
        return self._stop

    async def do(self, work: Callable[[], R]) -> R:
        """Do a piece of work after those that are waiting, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._begun, work)

    def _begun(self, work: Callable[[], R]) -> R:
        self._stop.clear()
        return work()

    def close(self) -> None:
        """End the run that is going on, and take no more work."""
        self._stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
