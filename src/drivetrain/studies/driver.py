"""Drives a study: reads what is finished, has the rest made, stores and collects it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivetrain.errors import SimulationInterrupted, UsageError
from drivetrain.logs import STUDIES
from drivetrain.simulation.runs.interrupts import Interrupts
from drivetrain.studies.engines.choice import engine_of
from drivetrain.studies.engines.engine import Work
from drivetrain.studies.engines.planning import Planner
from drivetrain.studies.progress import Report, reported
from drivetrain.studies.results.tally import Tally
from drivetrain.studies.store.folder import Store
from drivetrain.studies.work.machine import differences, machine_facts
from drivetrain.studies.work.piece import Piece

if TYPE_CHECKING:
    from drivetrain.studies.study import Study

__all__ = ["drive"]


def drive(
    study: Study, folder: str | Path | None, engine: Any, progress: Any, fresh: bool
) -> tuple[Tally, list[str]]:
    """Make all runs of a study that are not in its folder yet.

    Parameters
    ----------
    study, folder, engine, progress, fresh
        As for :meth:`Study.run`.

    Returns
    -------
    tally : Tally
        The outcomes of all runs.
    notes : list of str
        What was noticed on the way.

    Raises
    ------
    SimulationInterrupted
        After Ctrl-C; its `result` is the tally.
    """
    chosen = engine_of(engine)
    with _opened(study, folder, fresh) as store, reported(progress, study.model) as report:
        course = _Course(study, store, report)
        course.resume()
        with Interrupts(course.interrupted):
            chosen.do(course.work())
    notes = [*course.notes, *(store.notes if store else ())]
    if course.was_stopped:
        tally = course.tally
        where = " and stored; the same call resumes" if store else ""
        raise SimulationInterrupted(
            f"stopped by the user when {tally.over} of {len(study)} runs were over{where}", tally
        )
    return course.tally, notes


@contextmanager
def _opened(study: Study, folder: str | Path | None, fresh: bool) -> Iterator[Store | None]:
    if folder is None:
        if fresh:
            raise UsageError("fresh=True: there is no folder to start anew; give folder=…")
        with nullcontext():
            yield None
        return
    if not isinstance(folder, (str, Path)) or not str(folder):
        raise UsageError(f"folder={folder!r}: give the name of a folder")
    store = Store(Path(folder), study.manifest(), dict(study.table.columns), fresh)
    try:
        yield store
    finally:
        store.close()


class _Course:
    """One call of :meth:`Study.run`."""

    def __init__(self, study: Study, store: Store | None, report: Report) -> None:
        self._study, self._store, self._report = study, store, report
        self.tally = Tally.of(study)
        self.notes: list[str] = []
        self._here = machine_facts()
        self._stops = 0

    @property
    def was_stopped(self) -> bool:
        """Whether the user has stopped the study before its last run."""
        return self._stops > 0 and self.tally.over < len(self._study)

    def interrupted(self) -> None:
        """Note Ctrl-C; the second one leaves at once."""
        self._stops += 1
        if self._stops > 1:
            raise KeyboardInterrupt

    def resume(self) -> None:
        """Read what is finished."""
        if self._store is None:
            return
        for piece in self._store.pieces():
            self.tally.add(piece)
            self._compare_machines(piece)

    def _compare_machines(self, piece: Piece) -> None:
        """Note once in what the machine that made some runs differs from this one."""
        for told in differences(piece.machine, self._here):
            text = f"some runs were made elsewhere ({told}): last bits of results may differ"
            if text not in self.notes:
                self.notes.append(text)
                STUDIES.warning("%s", text)

    def work(self) -> Work:
        """Return what an engine has to do."""
        study = self._study
        return Work(
            study.runner,
            lambda runs: study.table.given(study.table.at_run_time, runs),
            self._planner,
            self._receive,
            self._over,
            lambda: self._stops > 0,
        )

    def _planner(self, workers: int, threads: int) -> Planner:
        study = self._study
        missing = self.tally.status == 0
        groups = [
            (k, variant.runs[missing[variant.runs]]) for k, variant in enumerate(study.variants)
        ]
        sizes = [study.runner.bytes_of_a_run(k) for k in range(len(groups))]
        return Planner(groups, sizes, workers, threads)

    def _receive(self, piece: Piece) -> None:
        if not len(piece):
            return
        if self._store is not None:
            self._store.write(piece)
        self.tally.add(piece)
        self._compare_machines(piece)
        self._over(0)

    def _over(self, more: int) -> None:
        """Report; a KeyboardInterrupt of the caller's function stops the study like Ctrl-C."""
        tally = self.tally
        try:
            self._report(tally.over + more, tally.failed, len(tally.status))
        except KeyboardInterrupt:
            self._stops = max(self._stops, 1)
            if more:
                raise  # out of the chunk, which is given up
