"""Work sharing between the threads that make the runs of an ensemble.

Each thread takes portions of the runs as long as there are some. The first ones are made with the
machine code from translation; faster code is generated once the remaining runs would benefit from
it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from functools import partial
from math import ceil, inf
from threading import Lock
from time import perf_counter

import numpy as np

from drivetrain.simulation.ensembles.batch import BatchOfRuns, Outcome
from drivetrain.simulation.ensembles.parameter_sets import ParameterSets
from drivetrain.simulation.ensembles.progress import RunsOver
from drivetrain.simulation.runs.interrupts import Interrupts
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["ThreadPool"]

_SECONDS_BETWEEN_REPORTS = 0.1
_PORTIONS_LEFT = 2
"""Number of portions of the size of the next one that should be left for each thread."""
_PORTION = 3e-3
"""Time in s that a portion should take at least: beginning and ending one takes 0.3 ms."""
_PORTIONS_TIMED = 2
"""Portions after which the time per run is measured: the very first one includes one-time work."""
_LEAST_GAIN = 4
"""Faster code saves about a quarter of the time."""


class ThreadPool:
    """The runs of an ensemble, and their outcomes.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Times and tolerance.
    sets : ParameterSets
        Parameter values of the runs.
    threads : int
        Number of parallel runs.
    reduce : callable
        Returns what is kept of the outcome of a run.

    Attributes
    ----------
    outcomes : list of Outcome
        Outcome of each run.
    """

    def __init__(
        self,
        prepared: PreparedModel,
        settings: Settings,
        sets: ParameterSets,
        threads: int,
        reduce: Callable[[int, Outcome], Outcome],
    ) -> None:
        self._reduce = reduce
        self._over: list[int] = []
        self._asked = prepared, settings, sets
        self._runs = BatchOfRuns(*self._asked)
        self._threads = min(threads, sets.count)
        self._left = sets.count
        self._timed, self._seconds_per_run = 0, inf
        self._is_quick = prepared.translation.machine.is_optimised
        self._lock = Lock()
        nothing = np.empty((0, prepared.translation.kernel.row_length))
        not_run = Outcome(nothing, "not run: stopped by the user before", interrupted=True)
        self.outcomes = [reduce(0, not_run)] * sets.count

    @property
    def was_stopped(self) -> bool:
        """Whether the user has stopped the runs, possibly after the last one."""
        return self._runs.stopped.is_set()

    def do(self, progress: RunsOver | None = None) -> None:
        """Make all runs; an interrupt ends those in progress, and no others are started.

        Parameters
        ----------
        progress : callable, optional
            Called now and then with the number of runs that are over, and that of all.
        """
        stop = self._runs.stopped.set
        with Interrupts(stop), ThreadPoolExecutor(self._threads) as pool:
            workers = [pool.submit(self._work) for _ in range(self._threads)]
            waits = [worker.result for worker in workers]
            if progress is not None:
                waits.insert(0, partial(self._report, workers, progress))
            for wait_for in waits:
                try:
                    wait_for()
                except KeyboardInterrupt:  # from an application's own handler
                    stop()
                except BaseException:
                    stop()
                    raise

    def _report(self, workers: list[Future[None]], progress: RunsOver) -> None:
        """Report the progress until all work is done, or cannot go on."""
        pending: Collection[Future[None]] = workers
        while pending:
            _, pending = wait(workers, _SECONDS_BETWEEN_REPORTS, FIRST_EXCEPTION)
            progress(len(self._over), len(self.outcomes))
            if any(worker.done() and worker.exception() for worker in workers):
                return

    def _work(self) -> None:
        while (portion := self._next()) is not None:
            begin = perf_counter()
            for number, outcome in self._runs.outcomes(portion):
                self.outcomes[number] = self._reduce(number, outcome)
                self._over.append(number)  # atomic
            if self._gains_by_quicker_code(perf_counter() - begin, len(portion)):
                self._quicken()

    def _next(self) -> range | None:
        with self._lock:
            if self._runs.stopped.is_set() or not self._left:
                return None
            begin, most = len(self.outcomes) - self._left, self._runs.most_at_once
            size = _portion(begin, self._left, self._threads, most, self._seconds_per_run)
            self._left -= size
            return range(begin, begin + size)

    def _gains_by_quicker_code(self, seconds: float, runs: int) -> bool:
        """Tell, once, whether the remaining runs would take longer than generating faster code."""
        prepared = self._asked[0]
        with self._lock:
            prepared.has_run(seconds)
            self._timed += 1
            self._seconds_per_run = min(self._seconds_per_run, seconds / runs)
            if self._timed < _PORTIONS_TIMED or self._is_quick:
                return False
            to_come = self._seconds_per_run * self._left / max(self._threads, _LEAST_GAIN)
            self._is_quick = prepared.translation.machine.pays(to_come)
            return self._is_quick

    def _quicken(self) -> None:
        """Generate faster code for the remaining portions; the other threads continue meanwhile."""
        prepared = self._asked[0]
        prepared.make_ready(often=True)
        self._runs = BatchOfRuns(*self._asked, self._runs.stopped)


def _portion(begin: int, left: int, threads: int, most: int, seconds: float) -> int:
    """Return the number of runs of the next portion.

    They are small at first, to measure the time per run, and towards the end, so that threads
    finish together; but not so small that they cost more than the runs.

    Parameters
    ----------
    begin, left : int
        Numbers of runs that have been given to threads, and that have not.
    threads, most : int
        Number of threads; largest portion.
    seconds : float
        Time per run; infinite if nothing is known.
    """
    fair = left // (_PORTIONS_LEFT * threads)
    worthwhile = min(ceil(_PORTION / max(seconds, _PORTION / most)), ceil(left / threads))
    return max(min(max(min(fair, 1 + begin // threads), worthwhile), most), 1)
