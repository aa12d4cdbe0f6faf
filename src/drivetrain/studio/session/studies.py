"""Studies that a page asks for.

Runs over one parameter, of which curves are drawn, are made a few at a time between the other
requests of the page. Those over several are made as studies are elsewhere, by threads beside them.
Those in folders were, or are being, made by others.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from drivetrain.calls import collected_warnings
from drivetrain.errors import DrivetrainError, SimulationInterrupted, UsageError
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.runs.latest import Latest
from drivetrain.studio.runs.sampled_study import SampledStudy, Varied, study_facts
from drivetrain.studio.runs.studio_run import Setting, elements_set
from drivetrain.studio.runs.study import Fan, StudyRun, study_message, vary
from drivetrain.studio.session.protocol import Command
from drivetrain.studio.session.workbench import Workbench

if TYPE_CHECKING:
    from drivetrain.studies.study import Study

__all__ = ["Studies"]

_PORTION = 0.25  # s: other requests wait no longer than this, or than one run takes
_MOST_AT_ONCE = 32
_PAUSE = 1.0  # s: until a folder is read again

Ended = tuple[str, str, Mapping[str, Any]]
"""How a study ended, what is to be said, and further facts."""


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
        self._store = TemporaryDirectory(prefix="drivetrain-studio-", ignore_cleanup_errors=True)
        self._fan: Fan | None = None
        self._sampled: SampledStudy | None = None

    @property
    def made(self) -> list[Fan | SampledStudy]:
        """The last study of each kind, for scripts."""
        return [one for one in (self._fan, self._sampled) if one is not None]

    def close(self) -> None:
        """End what is going on, and forget all runs."""
        self.stop()
        self._store.cleanup()

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
        makers = {"vary": self._made, "study": self._sample, "open_study": self._open}
        make = makers[command.kind]
        more: Mapping[str, Any] = {}
        try:
            status, sentence, more = await make(command, self._stop)
        except DrivetrainError as error:
            status, sentence = "refused", str(error)
        told = {"number": command["number"], "status": status, "sentence": sentence, **more}
        await self._say("study" if command.kind == "vary" else "samples", told)

    async def _loaded(self, setting: Setting) -> LoadedModel:
        source = await self._bench.ready()
        if source.compiled is None:
            raise UsageError("the model cannot be run")
        return await self._bench.worker.do(
            partial(source.with_structural, dict(setting.structural))
        )

    async def _made(self, command: Command, stop: threading.Event) -> Ended:
        """Make all runs over one parameter, and send each; return how it ended."""
        source = await self._bench.ready()
        setting = _setting(command)
        loaded = await self._loaded(setting)
        names = loaded.elements_of(command["names"])
        fan = Fan(
            setting, _fixed(loaded, setting), command["name"], command["low"], command["high"],
            command["count"], command["logarithmic"], loaded.elements_of([command["name"]]),
            tuple(names), loaded.revision,
        )  # fmt: skip
        values = fan.values
        self._fan = fan
        done, size = 0, 1
        while done < len(values):
            if stop.is_set():
                return "stopped", "", {}
            if self._bench.loaded is not source:
                return "stopped", "the model was read again meanwhile", {}
            some = values[done : done + size]
            work = partial(_timed, loaded, setting, command["name"], some, names, stop)
            seconds, runs = await self._bench.worker.do(work)
            for k, run in enumerate(runs):
                if run.status != "stopped":
                    more = {"study": command["number"], "place": done + k}
                    await self._send(study_message(run, names, more))
            done += len(some)
            size = max(1, min(_MOST_AT_ONCE, int(_PORTION * len(some) / max(seconds, 1e-6))))
        return ("stopped" if stop.is_set() else "done"), "", {}

    async def _sample(self, command: Command, stop: threading.Event) -> Ended:
        """Make all runs over several parameters; return how it ended, and what has come of it."""
        setting = _setting(command)
        loaded = await self._loaded(setting)
        asked = SampledStudy(
            setting, _fixed(loaded, setting), command["varied"], command["outcomes"],
            command["count"], command["seed"], loaded.revision,
        )  # fmt: skip
        study = await self._bench.worker.do(partial(asked.of, loaded))
        self._sampled = asked
        loop = asyncio.get_running_loop()

        async def say(over: int, failed: int, count: int) -> None:
            facts = {"number": command["number"], "over": over, "failed": failed, "count": count}
            await self._say("sampled", facts)

        def tell(over: int, failed: int, count: int) -> None:
            if stop.is_set():
                raise KeyboardInterrupt
            asyncio.run_coroutine_threadsafe(say(over, failed, count), loop)

        folder = Path(self._store.name) / study.hash
        return await asyncio.to_thread(_run, study, folder, tell, asked.varied)

    async def _open(self, command: Command, stop: threading.Event) -> Ended:
        """Tell what a folder holds, again and again while another process writes to it."""
        from drivetrain.studio.runs.stored_study import stored_study

        loaded = await self._bench.ready()
        folder = self._bench.studies.get(command["study"])
        if folder is None:
            raise UsageError("there is no such study: name it when the Studio is started")
        while True:
            begin = time.perf_counter()
            found = await self._bench.worker.do(partial(stored_study, folder, loaded))
            if not found.is_written:
                return "done", found.sentence, found.facts
            told = {"number": command["number"], "status": "running", "sentence": found.sentence}
            await self._say("samples", {**told, **found.facts})
            pause = max(_PAUSE, 3 * (time.perf_counter() - begin))
            if await asyncio.to_thread(stop.wait, pause):
                return "stopped", found.sentence, found.facts


def _setting(command: Command) -> Setting:
    return Setting(command["parameters"], command["structural"], command["stop_time"])


def _fixed(loaded: LoadedModel, setting: Setting) -> dict[str, Any]:
    """Return the parameters that are set, those of arrays one by one."""
    elements = elements_set(loaded, setting)
    return {one: setting.parameters[name] for name, some in elements.items() for one in some}


def _run(
    study: Study, folder: Path, tell: Callable[[int, int, int], None], varied: Sequence[Varied]
) -> Ended:
    """Run a study; one that was stopped goes on where it ended when it is asked for again."""
    status = "done"
    with collected_warnings() as caught:
        try:
            result = study.run(folder, progress=tell)
        except SimulationInterrupted as stop:
            result, status = stop.result, "stopped"
    told = "; ".join(dict.fromkeys([*study.notes, *caught]))
    return status, told, study_facts(result, [one.name for one in varied])


def _timed(
    loaded: LoadedModel, setting: Setting, name: str, values: list[float], names: list[str],
    stop: threading.Event,
) -> tuple[float, list[StudyRun]]:  # fmt: skip
    """Make some runs, in the worker; return how long that took, and the runs."""
    begin = time.perf_counter()
    runs = vary(loaded, setting, name, values, names, stop)
    return time.perf_counter() - begin, runs
