"""Runs by an executor of `concurrent.futures`: processes, Dask, MPI pools, and others alike."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import replace
from time import perf_counter

import numpy as np

from drivetrain.errors import DrivetrainError, StudyError
from drivetrain.logs import STUDIES
from drivetrain.studies.engines.engine import Engine, Work
from drivetrain.studies.engines.planning import Planner, Task
from drivetrain.studies.work.machine import versions
from drivetrain.studies.work.order import Order, sent
from drivetrain.studies.work.piece import Piece
from drivetrain.studies.work.recipe import pickled

__all__ = ["Executors"]

_SECONDS_BETWEEN_LOOKS = 0.1
_IN_FLIGHT = 2
"""Chunks that are given out for each worker: one is worked on, one waits."""
_DEATHS = 2
"""So often a run ends its process, with nothing else going on, until it counts as failed."""
_KILLED = ("KilledWorker", "BrokenProcessPool", "TerminatedWorkerError", "BrokenExecutor")
_LOST = ("CommClosedError", "FutureCancelledError", "CancelledError", "ClosedClientError")


class Executors(Engine):
    """An executor, and what to do when its workers die.

    The chunks that were on a worker that died are made again one at a time, with nothing else
    going on, so that the guilty one is certain. It is halved until a single run is left.

    Parameters
    ----------
    make : callable
        Returns an executor; called again if one has broken.
    workers : callable
        Returns the number of workers of an executor.
    label : str
        What it is called.
    can_restart : bool
        Whether `make` returns a new one each time.
    close : callable
        Called with an executor that is no longer needed, and whether to wait for it.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        workers: Callable[[Executor], int],
        label: str,
        can_restart: bool = False,
        close: Callable[[Executor, bool], None] | None = None,
    ) -> None:
        self._make, self._workers, self._label = make, workers, label
        self._can_restart = can_restart
        self._close = close or (lambda executor, waits: None)

    def __repr__(self) -> str:
        return self._label

    def do(self, work: Work) -> None:
        """Make runs until all are over, or the user stops."""
        key, recipe = pickled(work.runner)
        _Course(self, work, key, recipe).run()

    def open(self) -> Executor:
        """Return an executor."""
        return self._make()

    def close(self, executor: Executor, waits: bool) -> None:
        """Give an executor back."""
        self._close(executor, waits)

    def count(self, executor: Executor) -> int:
        """Return the number of workers."""
        return max(self._workers(executor), 1)

    def opened_again(self, broken: Executor) -> Executor:
        """Return an executor in place of a broken one.

        Raises
        ------
        StudyError
            If the broken one is the user's own.
        """
        if not self._can_restart:
            raise StudyError(
                f"the pool of {self._label} is broken: one of its processes ended. What was "
                "finished is kept in the folder of the study, if it has one. With "
                "engine='processes', or a function that makes the executor, it is started again "
                "and the run that ends its process is found"
            )
        self.close(broken, False)
        return self._make()


class _Course:
    """One study on an executor."""

    def __init__(self, engine: Executors, work: Work, key: str, recipe: bytes) -> None:
        self._engine, self._work = engine, work
        self._key, self._recipe = key, recipe
        self._executor = engine.open()
        self._planner: Planner = work.planner(engine.count(self._executor), 1)
        self._flying: dict[Future[Piece], tuple[Task, float]] = {}
        self._suspects: deque[Task] = deque()
        self._has_worked = False

    def run(self) -> None:
        waits = True
        try:
            while self._go_on():
                self._look()
        except BaseException:
            waits = False
            for future in self._flying:
                future.cancel()
            raise
        finally:
            self._engine.close(self._executor, waits)

    def _go_on(self) -> bool:
        """Give out chunks; return whether any is being worked on."""
        if self._work.was_stopped():
            for future in list(self._flying):
                if future.cancel():
                    del self._flying[future]
            return bool(self._flying)
        if self._suspects:
            if not self._flying:
                self._submit(self._suspects.popleft())
            return True
        most = _IN_FLIGHT * self._engine.count(self._executor)
        while len(self._flying) < most and (task := self._planner.next()) is not None:
            self._submit(task)
        return bool(self._flying)

    def _submit(self, task: Task) -> None:
        columns = dict(self._work.columns_of(task))
        order = Order(self._key, self._recipe, task.variant, task.runs, columns, versions())
        call = sent(order)
        try:
            future = self._executor.submit(pickle.loads, call)
        except BrokenExecutor:
            self._executor = self._engine.opened_again(self._executor)
            future = self._executor.submit(pickle.loads, call)
        except RuntimeError as error:  # shut down, or without its scheduler
            raise _lost(error) from error
        self._flying[future] = task, perf_counter()

    def _look(self) -> None:
        """Take what is finished."""
        alone = len(self._flying) == 1
        done, _ = wait(self._flying, _SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
        dead: list[Task] = []
        is_broken = False
        for future in done:
            task, began = self._flying.pop(future)
            try:
                piece = future.result()
            except (Exception, CancelledError) as error:
                if not _has_killed(error):
                    raise self._explained(error) from error
                dead.append(task)
                is_broken |= isinstance(error, BrokenExecutor)
            else:
                self._receive(piece, task, began)
        if is_broken and not self._has_worked:
            self._check_workers()
        if dead:
            self._bury(dead, alone)

    def _receive(self, piece: Piece, task: Task, began: float) -> None:
        if not np.array_equal(piece.runs, task.runs):
            raise StudyError("a worker has returned other runs than it was given")
        self._has_worked = True
        self._planner.measured(task, piece.seconds, piece.size)
        self._work.receive(piece)

    def _bury(self, dead: list[Task], alone: bool) -> None:
        """Note the chunks whose process has ended."""
        STUDIES.warning("lost a worker of %s with %d chunks", self._engine, len(dead))
        if not alone or len(dead) > 1:
            # Others that were merely assigned to the worker are blamed as well: look at each alone.
            self._suspects.extend(dead)
            return
        (task,) = dead
        if len(task.runs) > 1:
            self._suspects.extendleft(reversed(task.halves()))
        elif task.deaths + 1 < _DEATHS:
            self._suspects.appendleft(replace(task, deaths=task.deaths + 1))
        else:
            self._work.receive(self._failed(task))

    def _check_workers(self) -> None:
        """Refuse workers that end without any run: no run is to blame for that."""
        for _ in range(2):
            try:
                self._executor.submit(int).result()
            except BrokenExecutor:
                self._executor = self._engine.opened_again(self._executor)
            else:
                self._has_worked = True
                return
        raise StudyError(
            f"the workers of {self._engine} end as soon as they start, before any run. If that is "
            "no lack of memory: processes read the script that started them, so it has to be a "
            "file (not standard input), with the line that runs the study under  "
            "if __name__ == '__main__':"
        )

    def _failed(self, task: Task) -> Piece:
        piece = self._work.runner.failed(task.variant, task.runs)
        piece.messages[int(task.runs[0])] = (
            f"it ended its process {_DEATHS} times, alone on its worker: the run itself does so, "
            "by an external function or for lack of memory"
        )
        return piece

    def _explained(self, error: BaseException) -> BaseException:
        """Return the error to be raised for one of a worker."""
        if isinstance(error, ModuleNotFoundError):
            name = error.name or "?"
            return StudyError(
                f"a worker has no module {name!r}: install the same packages there as here"
            )
        if isinstance(error, CancelledError) or type(error).__name__ in _LOST:
            return _lost(error)
        if isinstance(error, StudyError):
            return error
        if isinstance(error, DrivetrainError):
            return StudyError(f"a worker could not begin: {error}")
        return error


def _has_killed(error: BaseException) -> bool:
    return isinstance(error, BrokenExecutor) or type(error).__name__ in _KILLED


def _lost(error: BaseException) -> StudyError:
    told = f"{type(error).__name__}: {error}".rstrip(": ")
    return StudyError(
        f"the connection to the workers was lost ({told}). Finished chunks are kept in the folder "
        "of the study, if it has one: start the cluster and make the same call again"
    )
