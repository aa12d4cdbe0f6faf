"""Progress of a study: a bar on a terminal, a function of the caller, or silence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

from drivetrain.errors import UsageError, shown

__all__ = ["Report", "reported"]

Report = Callable[[int, int, int], object]
"""Called with the numbers of runs that are over, of those that failed, and of all."""

_PATIENCE: Final = 0.5
"""Seconds after which a bar is shown."""
_BETWEEN: Final = 0.1
"""Least seconds between two calls."""


@contextmanager
def reported(asked: object, label: str) -> Iterator[Report]:
    """Give the function to be called now and then.

    Parameters
    ----------
    asked : bool, None or callable
        True for a bar if standard error is a terminal; False or None for silence; or a function of
        three numbers.
    label : str
        Text in front of the bar.

    Raises
    ------
    UsageError
        If it is anything else.
    """
    if callable(asked):
        yield _Seldom(asked)
    elif asked is True and sys.stderr is not None and sys.stderr.isatty():
        bar = _Bar(label)
        try:
            yield _Seldom(bar)
        finally:
            bar.close()
    elif asked is True or asked is False or asked is None:
        yield lambda over, failed, count: None
    else:
        raise UsageError(
            f"progress={shown(asked)}: give True, False, or a function of three numbers: runs that "
            "are over, failed ones, and all"
        )


class _Seldom:
    """Passes on a few calls each second, the last one always."""

    def __init__(self, report: Report) -> None:
        self._report, self._next = report, 0.0

    def __call__(self, over: int, failed: int, count: int) -> None:
        now = monotonic()
        if over >= count or now >= self._next:
            self._next = now + _BETWEEN
            self._report(over, failed, count)


class _Bar:
    """A bar with runs, rate and time left; shown after half a second."""

    def __init__(self, label: str) -> None:
        self._label, self._began = label, monotonic()
        self._first: int | None = None
        self._shown: tuple[Any, Any] | None = None

    def __call__(self, over: int, failed: int, count: int) -> None:
        if self._first is None:
            self._first = over
        seconds = monotonic() - self._began
        if self._shown is None:
            if seconds < _PATIENCE:
                return
            self._shown = self._opened(count)
        rate = (over - self._first) / seconds
        bar, task = self._shown
        told = f"{failed} failed  {rate:.3g} runs/s"
        bar.update(task, completed=over, told=told)

    def close(self) -> None:
        if self._shown is not None:
            self._shown[0].stop()

    def _opened(self, count: int) -> tuple[Any, Any]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Remaining

        columns = (
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
            TextColumn("{task.fields[told]}"), Remaining(),
        )  # fmt: skip
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        bar.start()
        return bar, bar.add_task(self._label, total=count, told="")
