"""The views of one widget: each has a session of its own, found by the name it gives itself."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from typing import Any

from drivetrain.notebook.event_loop import background_loop
from drivetrain.studio.runs.studio_run import StudioRun, perform
from drivetrain.studio.session.session import Perform, Session
from drivetrain.studio.session.workbench import Workbench

__all__ = ["Views"]

_MOST = 8
"""Views of one widget; beyond that the one that was opened first is forgotten."""

Send = Callable[[Mapping[str, Any], Sequence[bytes]], None]


class Views:
    """Answers the views of a widget, on a loop of its own.

    A view sends ``{"view": its name, "text": a command}``; without a text it only says that it is
    there, and with ``"end": true`` that it goes. It is sent ``{"view": …, "text": a message}``, or
    no text and one buffer. Commands and messages are those of the Studio.

    Parameters
    ----------
    bench : Workbench
        The model.
    send : callable
        Sends content and buffers to all views; called by another thread.
    shown : callable
        Called with each run that a view shows, by another thread.
    perform : callable
        Makes a run.
    """

    def __init__(
        self,
        bench: Workbench,
        send: Send,
        shown: Callable[[StudioRun], None],
        perform: Perform = perform,
    ) -> None:
        self._bench, self._send, self._shown, self._perform = bench, send, shown, perform
        self._sessions: dict[str, Session] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_used = self._is_closed = False

    def hear(self, content: Any) -> None:
        """Take a message from the notebook; returns at once, whichever thread it is called by."""
        self._is_used = True
        # The context tells the kernel to which message, and which of its shells, an answer belongs.
        background_loop().call_soon_threadsafe(self._take, content, context=copy_context())

    def close(self) -> None:
        """End all sessions, and the run that is going on."""
        if self._is_used:
            background_loop().call_soon_threadsafe(self._close)
        else:
            self._bench.close()

    def _take(self, content: Any) -> None:
        view = content.get("view") if isinstance(content, dict) else None
        if self._is_closed or not isinstance(view, str):
            return
        if content.get("end"):
            self._end(view)
            return
        if view not in self._sessions:
            self._begin(view)
        text = content.get("text")
        if isinstance(text, str):
            self._do(self._sessions[view].receive(text))

    def _begin(self, view: str) -> None:
        while len(self._sessions) >= _MOST:
            self._end(next(iter(self._sessions)))
        session = Session(self._bench, partial(self._tell, view), self._perform, self._shown)
        self._sessions[view] = session
        self._do(session.begin())

    def _end(self, view: str) -> None:
        session = self._sessions.pop(view, None)
        if session is not None:
            session.close()

    def _close(self) -> None:
        self._is_closed = True
        for view in list(self._sessions):
            self._end(view)
        self._bench.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Go on with a piece of work; others, such as the command to stop, do not wait for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            traceback.print_exception(error)

    async def _tell(self, view: str, message: str | bytes) -> None:
        if view not in self._sessions:
            return
        if isinstance(message, str):
            self._send({"view": view, "text": message}, [])
        else:
            self._send({"view": view}, [message])
