"""Runs of a study made again: in full, or with another tolerance."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import outside
from drivetrain.errors import CheckWarning
from drivetrain.simulation.settings import settings_of
from drivetrain.studies.results.tally import Tally
from drivetrain.studies.work.piece import DONE, SUSPECT, Piece

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result
    from drivetrain.studies.study import Study

__all__ = ["repeated", "retried"]


def repeated(study: Study, tally: Tally, run: int) -> Result:
    """Make a run again, and warn if its outcomes are not those that were recorded.

    Parameters
    ----------
    study : Study
        The study.
    tally : Tally
        What was recorded.
    run : int
        Index of the run.

    Raises
    ------
    SimulationError
        If the run fails.
    """
    variant = _variant(study, run)
    columns = study.table.given(study.table.at_run_time, slice(run, run + 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CheckWarning)
        result = study.runner.simulate(variant, {name: one[0] for name, one in columns.items()})
    piece = study.runner.make(variant, np.array([run]), columns, 1).piece
    _compare(study, tally, run, piece)
    return result


def _compare(study: Study, tally: Tally, run: int, piece: Piece) -> None:
    if tally.status[run] not in (DONE, SUSPECT):
        return
    for name, old, new in zip(study.columns, tally.values[:, run], piece.values[0], strict=True):
        if old != new and not (np.isnan(old) and np.isnan(new)):
            text = (
                f"run {run} of the study of {study.model}: {name} is {float(new)!r} now, "
                f"{float(old)!r} was recorded: versions or machines differ"
            )
            warnings.warn(CheckWarning(text), stacklevel=outside())
            return


def _variant(study: Study, run: int) -> int:
    return next(k for k, one in enumerate(study.variants) if run in one.runs)


def retried(
    study: Study, tally: Tally, runs: NDArray[np.int64], tolerance: Any
) -> tuple[Tally, str]:
    """Make runs again with another tolerance, and return a tally in which they are replaced.

    Parameters
    ----------
    study : Study
        The study.
    tally : Tally
        What was recorded; it is not changed.
    runs : int array
        Indices of the runs.
    tolerance : float
        Relative error tolerance.

    Returns
    -------
    tally : Tally
        The new one.
    note : str
        What was done.
    """
    s = study.settings
    wanted = settings_of(
        study.compiled.model, s.start_time, s.stop_time, tolerance, "auto", s.interval
    )
    runner = study.runner.with_settings(s.with_tolerance(wanted.tolerance))
    made, better = tally.copy(), 0
    for variant, group in enumerate(study.variants):
        own = np.intersect1d(runs, group.runs)
        if not len(own):
            continue
        columns = study.table.given(study.table.at_run_time, own)
        piece = runner.make(variant, own, columns).piece
        for run in own.tolist():
            made.messages.pop(run, None)
        made.add(piece)
        better += int(np.count_nonzero(piece.status == DONE))
    note = f"{len(runs)} runs were made again with tolerance {wanted.tolerance:g}: {better} done"
    return made, note
