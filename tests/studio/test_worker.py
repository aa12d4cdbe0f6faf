"""The thread for slow work: what waits when it is interrupted ends as soon as it begins."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from drivetrain.studio.runs.worker import Worker


def test_runs_that_wait_are_interrupted_as_well_and_later_ones_are_not() -> None:
    async def work() -> list[bool]:
        worker, gate = Worker(), threading.Event()

        def going_on() -> bool:
            gate.wait()
            return worker.stop.is_set()

        tasks = [asyncio.create_task(worker.do(going_on)) for _ in range(2)]
        await asyncio.sleep(0)
        worker.interrupt()
        tasks.append(asyncio.create_task(worker.do(going_on)))
        await asyncio.sleep(0)
        gate.set()
        found = await asyncio.gather(*tasks)
        worker.close()
        return found

    with ThreadPoolExecutor(1) as pool:  # a thread without an event loop
        assert pool.submit(lambda: asyncio.run(work())).result() == [True, True, False]
