"""Executors other than own threads: the same bits, and one failed row for a run that kills."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drivetrain import studies
from drivetrain.errors import StudyError, UsageError
from drivetrain.studies import Study, StudyResult
from drivetrain.studies.engines.planning import Planner
from tests.studies.models import Flywheel, deadly
from tests.studies.processes import forking

ROOT = Path(__file__).parents[2]
RECORD = {"phi": studies.final("wheel.phi"), "rest": studies.first("bearing.mode", "stuck")}


def study(n: int = 60, record: Any = None) -> Study:
    return Flywheel().study(
        {"wheel.J": studies.uniform(1, 3)},
        design=studies.random(n, seed=1),
        record=record or RECORD,
    )


def same(one: StudyResult, other: StudyResult) -> bool:
    return all(np.array_equal(one[name], other[name], equal_nan=True) for name in one.outcomes)


@pytest.fixture
def quick_pool() -> Iterator[Any]:
    """Give a function that makes a pool of processes which begin with everything imported."""
    if sys.platform == "win32":
        pytest.skip("kills by signals")
    made: list[Executor] = []

    def make() -> Executor:
        made.append(ProcessPoolExecutor(2, mp_context=forking()))
        return made[-1]

    yield make
    for pool in made:
        pool.shutdown(wait=True, cancel_futures=True)


def test_an_executor_of_the_user_makes_the_same_bits() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert same(study().run(progress=False), study().run(engine=pool, progress=False))


def test_processes_make_the_same_bits(tmp_path: Any) -> None:
    own = study().run(progress=False)
    far = study().run(tmp_path, engine="processes=2", progress=False)
    assert same(own, far)
    assert same(own, study().run(tmp_path, progress=False))


def test_a_run_that_ends_its_process_is_one_failed_row(quick_pool: Any) -> None:
    vary = {"wheel.J": [1.0, 2.0, 1.5, 5.0, 2.5, 3.0, 1.2, 1.1, 1.3]}
    guilty = Flywheel().study(vary, design=studies.grid(), record={"w": deadly, **RECORD})
    result = guilty.run(engine=quick_pool, progress=False)
    assert list(result.failed) == [3]
    assert "ended its process" in result.message(3)
    innocent = Flywheel().study(vary, design=studies.grid(), record=RECORD).run(progress=False)
    others = np.delete(np.arange(9), 3)
    np.testing.assert_array_equal(result["phi"][others], innocent["phi"][others])


SCRIPT = """
from drivetrain import studies
from tests.studies.models import Flywheel
study = Flywheel().study(
    {"wheel.J": [1.0, 2.0]}, design=studies.grid(), record={"w": studies.final("wheel.w")}
)
study.run(engine="processes=1", progress=False)
"""


def test_workers_that_cannot_start_are_refused_and_no_run_is_blamed() -> None:
    """Processes read the script that started them; that of standard input is not there."""
    done = subprocess.run(
        [sys.executable, "-"], input=SCRIPT, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "StudyError: the workers of processes=1 end as soon as they start" in done.stderr


def test_a_broken_pool_of_the_user_cannot_be_started_again(quick_pool: Any) -> None:
    vary = {"wheel.J": [1.0, 5.0]}
    guilty = Flywheel().study(vary, design=studies.grid(), record={"w": deadly})
    with pytest.raises(StudyError, match="pool of ProcessPoolExecutor is broken"):
        guilty.run(engine=quick_pool(), progress=False)


def test_what_cannot_travel_is_refused_with_the_reason() -> None:
    lock = threading.Lock()

    def locked(result: Any) -> float:
        with lock:
            return 1.0

    with pytest.raises(StudyError, match=r"cannot be sent to other processes: .*lock"):
        study(record={"x": locked}).run(engine="processes=1", progress=False)


@pytest.mark.parametrize(
    "engine", ["thread", "processes=0", "dask", 3, "dask=", pytest.param(lambda: 3, id="function")]
)
def test_what_is_no_engine_is_refused(engine: Any) -> None:
    with pytest.raises((UsageError, StudyError)):
        study().run(engine=engine, progress=False)


def test_there_is_no_scheduler_where_none_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivetrain.studies.engines.choice._PATIENCE", 0.5)
    with pytest.raises(StudyError, match="no scheduler"):
        study().run(engine="dask=tcp://127.0.0.1:1", progress=False)


def test_chunks_take_about_the_same_time_and_end_small() -> None:
    planner = Planner([(0, np.arange(10_000))], [100.0], workers=4)
    sizes = []
    while (task := planner.next()) is not None:
        sizes.append(len(task.runs))
        planner.measured(task, 0.001 * len(task.runs), 0)
    assert sum(sizes) == 10_000
    assert sizes[0] < max(sizes) <= 1500
    assert sizes[-1] == 1
    large = Planner([(0, np.arange(1000))], [1e6])
    first = large.next()
    assert first is not None
    large.measured(first, 1e-6, 8_000_000 * len(first.runs))
    second = large.next()
    assert second is not None
    assert len(second.runs) == 8
