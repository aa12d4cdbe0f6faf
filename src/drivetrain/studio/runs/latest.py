"""The newest wins: of requests that come while one is answered, only the last is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

__all__ = ["Latest"]

R = TypeVar("R")


class Latest(Generic[R]):
    """Answers requests one by one; one that waits gives way to a newer one.

    Parameters
    ----------
    answer : callable
        Coroutine function of a request.
    fail : callable
        Coroutine function of an exception that an answer has raised.
    """

    def __init__(
        self,
        answer: Callable[[R], Awaitable[None]],
        fail: Callable[[Exception], Awaitable[None]],
    ) -> None:
        self._answer, self._fail = answer, fail
        self._waiting: list[R] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return self._task is not None and not self._task.done()

    def ask(self, request: R) -> None:
        """Take a request in place of one that still waits."""
        self._waiting[:] = [request]
        if not self.is_busy:
            self._task = asyncio.get_running_loop().create_task(self._answer_all())

    async def idle(self) -> None:
        """Wait until no request is left."""
        while self._task is not None and not self._task.done():
            await self._task

    def drop(self) -> None:
        """Forget the request that waits."""
        self._waiting.clear()

    async def _answer_all(self) -> None:
        while self._waiting:
            try:
                await self._answer(self._waiting.pop())
            except Exception as error:
                await self._fail(error)
