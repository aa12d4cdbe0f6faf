"""What a study adds to the runs that it makes."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

import drivetrain as dt
from benchmarks.comparison import Bar, Line, print_lines
from benchmarks.timing import Sample
from drivetrain import studies
from drivetrain.studies.study import Study
from drivetrain.studies.work.runner import Runner

__all__ = ["study_bars"]

_RUNS = 4096


def study_bars(times: int) -> Iterator[Bar]:
    """Print what studies cost beside their runs; yield what was promised.

    It is the time that this thread computes: while runs are made on others it waits.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    launch = dt.compile(dt.examples.find("CoupledClutches")())
    vary = {"clutch1.peak": studies.uniform(1.0, 1.3), "J1.J": studies.uniform(0.9, 1.1)}
    study = launch.study(
        vary,
        design=studies.sobol(_RUNS),
        record={
            "speed": studies.final("J1.w"),
            "locked": studies.first("clutch1.mode", "stuck"),
            "heat": studies.dissipated("clutch1"),
        },
    )
    study.run(progress=False)
    own = Sample(tuple(_own_time(study) / _RUNS for _ in range(max(times // 3, 3))))
    print_lines("studies", [Line("three outcomes, for each run", own)], "the first")
    yield Bar("studies", "time besides the runs, of each run", 20e-6, own.minimum, unit=" s")


def _own_time(study: Study) -> float:
    """Return the time in s that this thread computes, but for the ensembles."""
    inside = 0.0
    plain = Runner._ensemble

    def timed(self: Runner, *args: object) -> object:
        nonlocal inside
        begin = thread_time()
        made = plain(self, *args)  # type: ignore[arg-type]
        inside += thread_time() - begin
        return made

    Runner._ensemble = timed  # type: ignore[method-assign,assignment]
    begin = thread_time()
    try:
        study.run(progress=False)
    finally:
        Runner._ensemble = plain  # type: ignore[method-assign]
    return thread_time() - begin - inside
