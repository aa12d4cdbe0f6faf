"""The source of a model, read again whenever it has changed: no state of it is missed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import drivetrain as dt
from drivetrain.studio.session.workbench import Workbench
from tests.studio.serving import WAIT


class Wheel(dt.Model):
    """What every source gives."""


class Changing:
    """A source that notes what is in its file, and is changed while it is read."""

    label, import_line, expression, is_class = "wheel", "", "Wheel", True

    def __init__(self, file: Path, *later: str) -> None:
        self.file, self.later, self.seen = file, [*later], list[str]()

    def load(self) -> type[dt.Model]:
        self.seen.append(self.file.read_text(encoding="utf-8"))
        if self.later:
            self.file.write_text(self.later.pop(0), encoding="utf-8")
        return Wheel

    def watched(self) -> list[Path]:
        return [self.file]


def in_a_loop_of_its_own(work: Callable[[], Awaitable[Any]]) -> Any:
    """Run in a thread: a browser that drives other tests keeps a loop in this one."""

    async def limited() -> Any:
        return await asyncio.wait_for(work(), WAIT)  # type: ignore[arg-type]

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(limited())).result()


def test_a_source_that_changes_while_it_is_read_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "wheel.txt"
    file.write_text("first", encoding="utf-8")
    source = Changing(file, "second", "the third")

    async def watch() -> None:
        bench = Workbench(source, may_edit=False)
        watching = asyncio.create_task(bench.watch())
        while len(source.seen) < 3:
            await asyncio.sleep(0.01)
        watching.cancel()
        bench.close()

    in_a_loop_of_its_own(watch)
    assert source.seen == ["first", "second", "the third"]


def test_two_who_read_the_source_at_once_make_two_revisions(tmp_path: Path) -> None:
    file = tmp_path / "wheel.txt"
    file.write_text("first", encoding="utf-8")
    told: list[int] = []

    async def read_twice() -> None:
        bench = Workbench(Changing(file), may_edit=False)

        async def listener() -> None:
            told.append(bench.loaded.revision)

        bench.listen(listener)
        await asyncio.gather(bench.reload(), bench.reload())
        bench.close()

    in_a_loop_of_its_own(read_twice)
    assert told == [1, 2]
