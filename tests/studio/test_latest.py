"""Of requests that come while one is answered, only the newest is kept."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from drivetrain.studio.runs.latest import Latest


async def answered(requests: list[int], wrong: tuple[int, ...] = ()) -> list[int | str]:
    """Return what is answered of requests that come at once, and then of one more."""
    seen: list[int | str] = []

    async def answer(number: int) -> None:
        await asyncio.sleep(0)
        if number in wrong:
            raise ValueError(f"no {number}")
        seen.append(number)

    async def fail(error: Exception) -> None:
        seen.append(str(error))

    latest = Latest(answer, fail)
    for number in requests:
        latest.ask(number)
    await latest.idle()
    latest.ask(100)
    await latest.idle()
    return seen


def in_a_loop_of_its_own(requests: list[int], wrong: tuple[int, ...] = ()) -> list[int | str]:
    """Run in a thread: a browser that drives other tests keeps a loop in this one."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(lambda: asyncio.run(answered(requests, wrong))).result()


def test_the_newest_wins() -> None:
    assert in_a_loop_of_its_own([0, 1, 2, 3, 4]) == [4, 100]


def test_a_failure_is_told_and_the_next_is_answered() -> None:
    assert in_a_loop_of_its_own([0, 7], wrong=(7,)) == ["no 7", 100]
