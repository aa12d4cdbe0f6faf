"""What a study adds to the runs that it makes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.util import find_spec
from time import perf_counter, thread_time
from typing import Any

import drivetrain as dt
from benchmarks.comparison import Bar, Line, print_lines
from benchmarks.timing import Sample
from drivetrain import studies
from drivetrain.studies.study import Study
from drivetrain.studies.work.runner import Runner

__all__ = ["study_bars"]

_RUNS = 4096
_FAR_RUNS = 16384
"""Enough for some chunks of a second."""


def study_bars(times: int) -> Iterator[Bar]:
    """Print what studies cost beside their runs; yield what was promised.

    It is the time that this thread computes: while runs are made on others it waits.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    study = _launches(_RUNS)
    study.run(progress=False)
    own = Sample(tuple(_own_time(study) / _RUNS for _ in range(max(times // 3, 3))))
    print_lines("studies", [Line("three outcomes, for each run", own)], "the first")
    yield Bar("studies", "time besides the runs, of each run", 20e-6, own.minimum, unit=" s")
    yield Bar(
        "studies", "time of Dask, beside that of runs in chunks of a second", 0.05, _by_dask()
    )


def _launches(count: int) -> Study:
    vary = {"clutch1.peak": studies.uniform(1.0, 1.3), "J1.J": studies.uniform(0.9, 1.1)}
    return dt.examples.find("CoupledClutches")().study(
        vary,
        design=studies.sobol(count),
        record={
            "speed": studies.final("J1.w"),
            "locked": studies.first("clutch1.mode", "stuck"),
            "heat": studies.dissipated("clutch1"),
        },
    )


def _by_dask() -> float | None:
    """Return the least time besides the runs of one worker, beside that of its runs.

    Both are wall times, so that other work on the machine counts for both.
    """
    if find_spec("distributed") is None:
        return None
    import distributed

    with (
        distributed.LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None,
            host="127.0.0.1", silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,  # type: ignore[no-untyped-call]
    ):  # fmt: skip
        _launches(64).run(engine=client, progress=False)  # the worker compiles the model
        return min(_share_besides(client) for _ in range(3))


def _share_besides(client: Any) -> float:
    """Return the time besides the runs of a study, beside that of its runs."""
    study = _launches(_FAR_RUNS)
    begin = perf_counter()
    result = study.run(engine=client, progress=False)
    wall = perf_counter() - begin
    inside = float(result.to_pandas()["seconds"].sum())
    return wall / inside - 1


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
