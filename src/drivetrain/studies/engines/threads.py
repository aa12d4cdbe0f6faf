"""Runs on threads of this process: the quickest way on one machine."""

from __future__ import annotations

from os import cpu_count
from time import perf_counter

from drivetrain.studies.engines.engine import Engine, Work

__all__ = ["Threads"]


class Threads(Engine):
    """Threads of this process, which share each chunk.

    Parameters
    ----------
    count : int, optional
        Number of threads; one per processor if omitted.
    """

    def __init__(self, count: int | None = None) -> None:
        self._count = count

    def do(self, work: Work) -> None:
        """Make runs until all are over, or the user stops."""
        planner = work.planner(1, self._count or cpu_count() or 1)
        while not work.was_stopped() and (task := planner.next()) is not None:
            begin = perf_counter()
            made = work.runner.make(
                task.variant,
                task.runs,
                work.columns_of(task),
                self._count,
                lambda over, _: work.over(over),
            )
            work.receive(made.piece)
            if made.was_stopped:
                return
            planner.measured(task, perf_counter() - begin, made.piece.size)

    def __repr__(self) -> str:
        return "threads" if self._count is None else f"threads={self._count}"
