"""The engine that the user asks for, by name or as an object."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from os import cpu_count
from typing import Any, Final

from drivetrain.errors import StudyError, UsageError, nearest, shown
from drivetrain.studies.engines.engine import Engine
from drivetrain.studies.engines.executors import Executors
from drivetrain.studies.engines.threads import Threads

__all__ = ["engine_of"]

_NAMES: Final = ("threads", "processes", "dask")
_FORMS: Final = (
    "give 'threads', 'threads=4', 'processes=4', 'dask=tcp://host:8786', an executor of "
    "concurrent.futures, a client of dask.distributed, or a function that makes an executor"
)

_PATIENCE = 10.0
"""Seconds in which a scheduler has to answer."""


def engine_of(asked: Any) -> Engine:
    """Return the engine that was asked for.

    Parameters
    ----------
    asked : None, str, Executor, distributed.Client or callable
        See :meth:`Study.run`.

    Raises
    ------
    UsageError
        If it is none of these.
    StudyError
        If a package is missing, or a cluster cannot be reached.
    """
    if asked is None:
        return Threads()
    if isinstance(asked, str):
        return _named(asked)
    if isinstance(asked, Executor):
        return Executors(lambda: asked, _workers_of, type(asked).__name__)
    if hasattr(asked, "get_executor") and hasattr(asked, "scheduler_info"):
        return _dask(asked)
    if callable(asked) and not isinstance(asked, type):
        return Executors(_checked(asked), _workers_of, "executor", True, _shut_down)
    raise UsageError(f"engine={shown(asked)}: {_FORMS}")


def _named(text: str) -> Engine:
    name, _, rest = text.partition("=")
    if name == "threads":
        return Threads(_count(text, rest))
    if name == "processes":
        return _processes(_count(text, rest) or cpu_count() or 1)
    if name == "dask" and rest:
        return _dask_at(rest)
    hint = nearest(name, _NAMES) if name not in _NAMES else ""
    raise UsageError(f"engine={text!r}{hint}: {_FORMS}")


def _count(text: str, rest: str) -> int | None:
    if not rest and "=" not in text:
        return None
    if not rest.isdecimal() or int(rest) < 1:
        raise UsageError(f"engine={text!r}: give how many, 1 or more")
    return int(rest)


def _processes(count: int) -> Executors:
    """Return processes that begin anew, as on all systems: scripts need the `__main__` guard."""

    def make() -> Executor:
        if multiprocessing.current_process().name != "MainProcess":
            raise StudyError(
                "a study was started while a worker read your script: put the line that runs it "
                "under  if __name__ == '__main__':"
            )
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(count, mp_context=context, initializer=_ignore_interrupts)

    return Executors(make, _workers_of, f"processes={count}", True, _shut_down)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the one that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _shut_down(executor: Executor, waits: bool) -> None:
    executor.shutdown(wait=waits, cancel_futures=True)
    if waits:
        return
    processes = getattr(executor, "_processes", None) or {}
    for process in list(processes.values()):
        with suppress(Exception):
            process.terminate()


def _dask_at(address: str) -> Executors:
    if find_spec("distributed") is None:
        raise StudyError(
            "engine='dask=…' needs dask.distributed: pip install 'drivetrain[distributed]'"
        )
    from distributed import Client

    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call,unused-ignore]
    except (OSError, ValueError, TimeoutError) as error:
        raise StudyError(
            f"there is no scheduler of Dask at {address!r} ({type(error).__name__}: {error}): "
            "start one, dask scheduler, and workers, dask worker ADDRESS"
        ) from error
    return _dask(client, owned=True)


def _dask(client: Any, owned: bool = False) -> Executors:
    """Return the engine of a Dask client, whose scheduler starts lost workers again."""

    def workers(_: Executor) -> int:
        with suppress(Exception):
            return sum(info["nthreads"] for info in client.scheduler_info(-1)["workers"].values())
        return 1

    def close(executor: Executor, waits: bool) -> None:
        with suppress(Exception):
            executor.shutdown(wait=waits)
        if owned:
            with suppress(Exception):
                client.close(timeout=2)

    def make() -> Executor:
        executor: Executor = client.get_executor(pure=False)
        return executor

    return Executors(make, workers, "dask", True, close)


def _workers_of(executor: Executor) -> int:
    count = getattr(executor, "_max_workers", None)
    return count if isinstance(count, int) else cpu_count() or 1


def _checked(make: Callable[[], Any]) -> Callable[[], Executor]:
    def made() -> Executor:
        executor = make()
        if not hasattr(executor, "submit"):
            raise UsageError(
                f"engine: the function returned {shown(executor)}, which has no submit(): {_FORMS}"
            )
        return executor  # type: ignore[no-any-return]

    return made
