"""Progress of an ensemble: a function of the caller, or a bar on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from drivetrain.errors import UsageError, shown

__all__ = ["RunsOver", "reported"]

RunsOver = Callable[[int, int], object]
"""Called with the number of runs that are over, and the number of all."""


@contextmanager
def reported(asked: object, label: str) -> Iterator[RunsOver | None]:
    """Give the function to be called now and then; None if nothing was asked for.

    Parameters
    ----------
    asked : callable, bool or None
        Function of two numbers; True for a bar on standard error.
    label : str
        Text in front of the bar.

    Raises
    ------
    UsageError
        If it is anything else.
    """
    if asked is None or asked is False:
        yield None
    elif callable(asked):
        yield asked
    elif asked is True:
        with _bar(label) as show:
            yield show
    else:
        raise UsageError(
            f"progress={shown(asked)}: give True, or a function of two numbers, the runs that are "
            "over and all runs"
        )


@contextmanager
def _bar(label: str) -> Iterator[RunsOver]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(label, total=None)
        yield lambda over, count: bar.update(task, completed=over, total=count)
