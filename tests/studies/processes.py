"""Processes for tests that kill them: forked from one interpreter that has imported everything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

__all__ = ["begun", "forking", "schedule", "until", "work_for"]


def forking() -> ForkServerContext:
    """Return the context of that interpreter, which is started with the first process."""
    context = get_context("forkserver")
    context.set_forkserver_preload(
        ["drivetrain.studies.work.order", "distributed", "tests.studies.models", __name__]
    )
    return context


@contextmanager
def begun(call: Callable[..., Any], *arguments: Any) -> Iterator[BaseProcess]:
    """Call a function in a process of its own, which is killed in the end."""
    process = forking().Process(target=call, args=arguments)
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()


def until(is_so: Callable[[], Any], seconds: float = 60.0) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.02)


def schedule(file: Path) -> None:
    """Be a scheduler of Dask that writes its address to a file."""
    from distributed import Scheduler

    _serve(Scheduler, host="127.0.0.1", dashboard_address=":0", scheduler_file=str(file))


def work_for(file: Path) -> None:
    """Be the worker of a scheduler, without a nanny."""
    from distributed import Worker

    _serve(Worker, scheduler_file=str(file), nthreads=1, dashboard=False)


def _serve(kind: Callable[..., Any], **settings: Any) -> None:
    async def serve() -> None:
        async with kind(**settings) as server:
            await server.finished()

    asyncio.run(serve())
