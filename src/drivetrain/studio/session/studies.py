"""Studies that a page asks for: their runs are made a few at a time, between its other requests."""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from drivetrain.errors import DrivetrainError
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.runs.latest import Latest
from drivetrain.studio.runs.studio_run import Setting
from drivetrain.studio.runs.study import StudyRun, spaced, study_message, vary
from drivetrain.studio.session.protocol import Command
from drivetrain.studio.session.workbench import Workbench

__all__ = ["Studies"]

_PORTION = 0.25  # s: other requests wait no longer than this, or than one run takes
_MOST_AT_ONCE = 32


class Studies:
    """Varies parameters; a newer study ends the one before.

    Parameters
    ----------
    bench : Workbench
        What all pages share.
    say : callable
        Tells the page facts of a kind.
    send : callable
        Sends a binary message.
    fail : callable
        Takes what went wrong in this program.
    """

    def __init__(
        self,
        bench: Workbench,
        say: Callable[[str, Mapping[str, Any]], Awaitable[None]],
        send: Callable[[str | bytes], Awaitable[None]],
        fail: Callable[[Exception], Awaitable[None]],
    ) -> None:
        self._bench, self._say, self._send = bench, say, send
        self._requests: Latest[Command] = Latest(self._make, fail)
        self._stop = threading.Event()

    def ask(self, command: Command) -> None:
        """Begin a study, and end the one before."""
        self._stop.set()
        self._requests.ask(command)

    def stop(self) -> None:
        """End the study that is going on; what it has found stays."""
        self._requests.drop()
        self._stop.set()

    async def _make(self, command: Command) -> None:
        self._stop = threading.Event()
        try:
            status, sentence = await self._made(command, self._stop)
        except DrivetrainError as error:
            status, sentence = "refused", str(error)
        told = {"number": command["number"], "status": status, "sentence": sentence}
        await self._say("study", told)

    async def _made(self, command: Command, stop: threading.Event) -> tuple[str, str]:
        """Make all runs, and send each; return how it ended."""
        source = await self._bench.ready()
        if source.compiled is None:
            return "refused", "the model cannot be run"
        values = spaced(
            command["low"], command["high"], command["count"], logarithmic=command["logarithmic"]
        )
        setting = Setting(command["parameters"], command["structural"], command["stop_time"])
        structural = dict(setting.structural)
        loaded = await self._bench.worker.do(partial(source.with_structural, structural))
        names = loaded.elements_of(command["names"])
        done, size = 0, 1
        while done < len(values):
            if stop.is_set():
                return "stopped", ""
            if self._bench.loaded is not source:
                return "stopped", "the model was read again meanwhile"
            some = values[done : done + size]
            work = partial(_timed, loaded, setting, command["name"], some, names, stop)
            seconds, runs = await self._bench.worker.do(work)
            for k, run in enumerate(runs):
                if run.status != "stopped":
                    more = {"study": command["number"], "place": done + k}
                    await self._send(study_message(run, names, more))
            done += len(some)
            size = max(1, min(_MOST_AT_ONCE, int(_PORTION * len(some) / max(seconds, 1e-6))))
        return ("stopped" if stop.is_set() else "done"), ""


def _timed(
    loaded: LoadedModel, setting: Setting, name: str, values: list[float], names: list[str],
    stop: threading.Event,
) -> tuple[float, list[StudyRun]]:  # fmt: skip
    """Make some runs, in the worker; return how long that took, and the runs."""
    begin = time.perf_counter()
    runs = vary(loaded, setting, name, values, names, stop)
    return time.perf_counter() - begin, runs
