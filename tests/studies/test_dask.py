"""Dask distributed: workers and drivers that are killed, versions that differ."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drivetrain import studies
from drivetrain.errors import StudyError
from drivetrain.studies import Study, StudyResult
from drivetrain.studies.store.chunks import read_chunk
from tests.studies.models import Flywheel, deadly, slow
from tests.studies.processes import begun, forking, schedule, until, work_for

distributed: Any = pytest.importorskip("distributed")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by signals")

RUNS = 400


def study(n: int = RUNS, record: Any = None) -> Study:
    record = record or {"w": slow, "rest": studies.first("bearing.mode", "stuck")}
    vary = {"wheel.J": studies.uniform(1, 3)}
    return Flywheel().study(vary, design=studies.random(n, seed=1), record=record)


def same(one: StudyResult, other: StudyResult) -> bool:
    return all(np.array_equal(one[name], other[name], equal_nan=True) for name in one.outcomes)


SETTINGS = {
    "distributed.scheduler.allowed-failures": 3,
    "distributed.worker.multiprocessing-method": "forkserver",
}


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    import dask

    with dask.config.set(SETTINGS):
        distributed.utils.get_mp_context()  # which sets what is imported, once
        forking()
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                host="127.0.0.1", silence_logs=logging.CRITICAL,
            ) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):  # fmt: skip
            yield client


@pytest.fixture(scope="module")
def own() -> StudyResult:
    fast = {"w": studies.final("wheel.w"), "rest": studies.first("bearing.mode", "stuck")}
    return study(record=fast).run(progress=False)


def test_a_worker_that_is_killed_costs_nothing_but_time(
    client: Any, own: StudyResult, tmp_path: Path
) -> None:
    killed: list[int] = []

    def kill(over: int, failed: int, count: int) -> None:
        if not killed and over > RUNS / 3:
            workers = client.scheduler_info(-1)["workers"]
            killed.append(next(iter(client.run(os.getpid, workers=[next(iter(workers))]).values())))
            os.kill(killed[0], signal.SIGKILL)
            while killed[0] in client.run(os.getpid, on_error="ignore").values():
                time.sleep(0.05)
            client.wait_for_workers(2, timeout=60)

    result = study().run(tmp_path, engine=client, progress=kill)
    assert killed
    assert not len(result.failed)
    assert same(own, result)
    pieces = [read_chunk(file, 2, 2, RUNS) for file in tmp_path.glob("chunk-*.npz")]
    runs = np.concatenate([piece.runs for piece in pieces])
    assert sorted(runs) == list(range(RUNS))  # each once
    processes = {piece.machine["pid"] for piece in pieces}
    assert killed[0] in processes
    assert len(processes) == 3


def drive(address: str, folder: Path) -> None:
    study().run(folder, engine=f"dask={address}", progress=False)


def test_a_driver_that_is_killed_is_resumed(client: Any, own: StudyResult, tmp_path: Path) -> None:
    folder = tmp_path / "driver.study"
    with begun(drive, client.scheduler.address, folder):
        until(lambda: len(list(folder.glob("chunk-*.npz"))) >= 4)
    before = set(folder.glob("chunk-*.npz"))
    result = study().run(folder, engine=client, progress=False)
    assert same(own, result)
    assert before < set(folder.glob("chunk-*.npz"))
    assert not list(folder.glob(".drivetrain-*"))


def test_a_run_that_ends_its_process_is_one_failed_row(client: Any) -> None:
    def allow(n: int, dask_scheduler: Any = None) -> None:
        dask_scheduler.allowed_failures = n

    vary = {"wheel.J": [1.0, 2.0, 5.0, 1.5]}
    guilty = Flywheel().study(vary, design=studies.grid(), record={"w": deadly})
    client.run_on_scheduler(allow, 0)
    try:
        result = guilty.run(engine=client, progress=False)
    finally:
        client.run_on_scheduler(allow, 3)
    assert list(result.failed) == [2]
    assert "ended its process" in result.message(2)
    assert (result["w"][[0, 1, 3]] == 0).all()


def test_other_versions_are_refused(client: Any) -> None:
    def pretend(version: str) -> str:
        import drivetrain

        before, drivetrain.__version__ = drivetrain.__version__, version
        return before

    client.wait_for_workers(2, timeout=60)
    before = next(iter(client.run(pretend, "0.0.9").values()))
    try:
        with pytest.raises(StudyError, match=r"drivetrain 0\.0\.9 instead of"):
            study(20).run(engine=client, progress=False)
    finally:
        client.run(pretend, before)


def test_workers_without_the_package_are_refused(client: Any) -> None:
    def hide() -> None:
        names = [one for one in sys.modules if one.partition(".")[0] == "drivetrain"]
        sys.hidden = {name: sys.modules.pop(name) for name in names}  # type: ignore[attr-defined]
        sys.modules["drivetrain"] = None  # type: ignore[assignment]

    def show() -> None:
        sys.modules.update(sys.hidden)  # type: ignore[attr-defined]

    client.wait_for_workers(2, timeout=60)
    client.run(hide)
    try:
        with pytest.raises(StudyError, match="has no module 'drivetrain"):
            study(20).run(engine=client, progress=False)
    finally:
        client.run(show)


def test_a_scheduler_that_dies_leaves_the_store_whole(own: StudyResult, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"

    def kill(over: int, failed: int, count: int) -> None:
        if over > RUNS / 4:
            scheduler.kill()

    with begun(schedule, file) as scheduler:
        until(file.exists)
        with (
            begun(work_for, file),
            distributed.Client(scheduler_file=str(file), set_as_default=False) as client,
        ):
            client.wait_for_workers(1, timeout=60)
            with pytest.raises(StudyError, match="connection to the workers was lost"):
                study().run(tmp_path / "s", engine=client, progress=kill)
    stored = StudyResult.load(tmp_path / "s")
    over = stored.status == "done"
    assert RUNS / 4 < over.sum() < RUNS
    np.testing.assert_array_equal(stored["rest"][over], own["rest"][over])
    assert not (tmp_path / "s" / "lock.json").exists()
