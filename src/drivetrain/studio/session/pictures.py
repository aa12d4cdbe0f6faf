"""The diagram of a page: which parts of it are open, and what moves on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.runs.latest import Latest
from drivetrain.studio.runs.studio_run import StudioRun
from drivetrain.studio.session.workbench import Workbench

if TYPE_CHECKING:
    from drivetrain.studio.model.picture import Picture

__all__ = ["Pictures"]

_HEAD_START = 0.3  # s: of the first run before the diagram

Wanted = tuple[str, tuple[str, ...]]


class Pictures:
    """Draws the diagram as the page wants it, again whenever the model has changed.

    Parameters
    ----------
    bench : Workbench
        What all pages share.
    loaded : callable
        Returns the model that the page knows.
    say : callable
        Tells the page facts of a kind.
    send : callable
        Sends a binary message.
    fail : callable
        Takes what went wrong in this program.

    Attributes
    ----------
    ran : Event
        Set once the model has run.
    """

    def __init__(
        self,
        bench: Workbench,
        loaded: Callable[[], LoadedModel],
        say: Callable[[str, Mapping[str, Any]], Awaitable[None]],
        send: Callable[[str | bytes], Awaitable[None]],
        fail: Callable[[Exception], Awaitable[None]],
    ) -> None:
        self._bench, self._loaded, self._say, self._send = bench, loaded, say, send
        self._requests: Latest[Wanted] = Latest(self._draw, fail)
        self._moves: Latest[tuple[StudioRun, int]] = Latest(self._move, fail)
        self.ran = asyncio.Event()
        self._wanted: Wanted = ("", ())
        self._shown: frozenset[str] = frozenset()

    def draw(self, view: str | None = None, opened: Sequence[str] = ()) -> None:
        """Draw the diagram; without a view as it was wanted last."""
        if view is not None:
            self._wanted = (view, tuple(opened))
        self._requests.ask(self._wanted)

    async def _draw(self, wanted: Wanted) -> None:
        loaded = self._loaded()
        if loaded.compiled is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ran.wait(), _HEAD_START)
        made = await asyncio.to_thread(_made, loaded, *wanted)
        if loaded is self._loaded():
            self._shown = made.paths
            await self._say("diagram", made.facts())
            await asyncio.to_thread(loaded.hasten)

    async def move(self, run: StudioRun | None, sequence: int) -> None:
        """Send what moves in a run, unless a newer one is waiting."""
        if run is not None:
            self._moves.ask((run, sequence))

    async def _move(self, asked: tuple[StudioRun, int]) -> None:
        run, sequence = asked
        structure, result = self._loaded().structure, run.result
        if structure is None or result is None or not len(result.time):
            return
        from drivetrain.studio.runs.motion_message import motion_message

        head = {"motions": run.name, "sequence": sequence}
        make = partial(motion_message, result, structure, self._shown, head)
        await self._send(await asyncio.to_thread(make))

    async def speeds(self, run: StudioRun | None, instant: float) -> Mapping[str, Any]:
        """Return the exact speeds of the parts that the diagram shows."""
        structure = self._loaded().structure
        if structure is None or run is None:
            return {}
        from drivetrain.studio.runs.motion_message import exact_speeds

        work = partial(exact_speeds, run.result, instant, structure, self._shown)
        return await self._bench.worker.do(work)


def _made(loaded: LoadedModel, view: str, opened: tuple[str, ...]) -> Picture:
    """Return the diagram; what draws it is imported when it is needed."""
    from drivetrain.studio.model.picture import picture

    return picture(loaded, view, opened)
