"""One page: its commands, its runs, what it is told."""

from __future__ import annotations

import asyncio
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Mapping
from contextvars import copy_context
from functools import partial
from typing import Any

from drivetrain.errors import DrivetrainError, UsageError
from drivetrain.studio.model.details import part_facts, search
from drivetrain.studio.model.facts import model_facts
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.runs.key_numbers import exact_values, key_numbers, told_events
from drivetrain.studio.runs.latest import Latest
from drivetrain.studio.runs.run_message import run_message
from drivetrain.studio.runs.shown_runs import ShownRuns
from drivetrain.studio.runs.studio_run import Setting, StudioRun, perform
from drivetrain.studio.session.messages import as_text
from drivetrain.studio.session.pictures import Pictures
from drivetrain.studio.session.protocol import Command, parse
from drivetrain.studio.session.studies import Studies
from drivetrain.studio.session.workbench import Workbench

__all__ = ["Perform", "Session"]

Send = Callable[[str | bytes], Awaitable[None]]
Told = Callable[[float, float], None]
Perform = Callable[[LoadedModel, Setting, str, Told, threading.Event], StudioRun]

_LONG = 0.3  # s: a newer request ends a run that takes longer


def _ignored(run: StudioRun) -> None:
    """Do nothing with a run."""


class Session:
    """What the server knows of one open page.

    Parameters
    ----------
    bench : Workbench
        What all pages share.
    send : callable
        Sends a message to the page.
    perform : callable
        Makes a run, in the worker.
    shown : callable, optional
        Called with each run that is shown.
    """

    def __init__(
        self,
        bench: Workbench,
        send: Send,
        perform: Perform = perform,
        shown: Callable[[StudioRun], None] = _ignored,
    ) -> None:
        self._bench, self._send, self._perform, self._shown = bench, send, perform, shown
        self._requests: Latest[Command] = Latest(self._run, self._confess)
        self._views: Latest[Command] = Latest(self._rows, self._confess)
        self._linear: Latest[Command] = Latest(self._linear_answer, self._confess)
        self._pictures = Pictures(bench, self._known, self._say, send, self._confess)
        self._studies = Studies(bench, self._say, send, self._confess)
        self._runs = ShownRuns()
        self._told: LoadedModel | None = None
        self._began: float | None = None
        self._unlisten: Callable[[], None] = lambda: None
        self._telling: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Tell the page what the model is, as soon as that is known, and whenever it changes."""
        await self._bench.ready()
        self._unlisten = self._bench.listen(self._tell_source)
        await self._tell_source()

    async def receive(self, message: str) -> None:
        """Answer a command; what is wrong with it becomes a message to the page."""
        try:
            command = parse(message)
            await self._answers[command.kind](self, command)
        except DrivetrainError as error:
            await self._say("refused", {"sentence": str(error)})
        except Exception as error:
            await self._confess(error)

    def close(self) -> None:
        """Forget the page, and end its run."""
        self._unlisten()
        self._studies.close()
        self._end_run()

    async def _say(self, kind: str, facts: Mapping[str, Any]) -> None:
        await self._send(as_text(kind, facts))

    async def _confess(self, error: Exception) -> None:
        """Tell of a mistake in this program: briefly on the page, in full in the terminal."""
        traceback.print_exception(error)
        told = f"something went wrong inside the Studio ({type(error).__name__}: {error})"
        await self._say("refused", {"sentence": f"{told}; the terminal shows where"})

    def _known(self) -> LoadedModel:
        """Return the model that the page knows: as its source is, or with another structure."""
        return self._told or self._bench.loaded

    async def _tell_source(self) -> None:
        await self._tell_model(await self._bench.ready())

    async def _tell_model(self, loaded: LoadedModel) -> None:
        """Tell what the model is, and then, without delaying the first run, its diagram."""
        self._told = loaded
        can_write = _can_write(self._bench)
        self._pictures.ran.clear()
        studies = list(self._bench.studies)
        await self._say("model", {**model_facts(loaded), "may_edit": can_write, "studies": studies})
        self._pictures.draw()

    def _end_run(self) -> None:
        self._requests.drop()
        if self._began is not None:
            self._bench.worker.stop.set()

    async def _stop(self, _: Command) -> None:
        self._end_run()

    async def _ask_run(self, command: Command) -> None:
        self._requests.ask(command)
        if self._began is not None and time.perf_counter() - self._began > _LONG:
            self._bench.worker.stop.set()

    async def _run(self, command: Command) -> None:
        """Run the model, and send what is drawn of the run."""
        loaded = await self._bench.ready()
        if not loaded.runs:
            return
        tell = self._teller(asyncio.get_running_loop(), command["sequence"])
        name = self._runs.next_name(command["after"])
        try:
            run, body, made = await self._bench.worker.do(
                partial(self._performed, loaded, command, name, tell)
            )
        finally:
            self._began = None
        if made is not self._told and loaded is self._bench.loaded:
            await self._tell_model(made)
        self._runs.show(run)
        self._shown(run)
        await self._send(body)
        self._pictures.ran.set()

    def _performed(
        self, loaded: LoadedModel, command: Command, name: str, tell: Callable[[float, float], None]
    ) -> tuple[StudioRun, bytes, LoadedModel]:
        """Run the model, in the worker; return also the model with the structure that it had."""
        self._began = time.perf_counter()
        run = self._perform(loaded, _setting(command), name, tell, self._bench.worker.stop)
        try:
            made = loaded.with_structural(dict(command["structural"]))
        except DrivetrainError:  # the run has failed, and says so
            made = self._known()
        names = made.elements_of(command["names"])
        return run, run_message(run, names, {"sequence": command["sequence"]}), made

    def _teller(
        self, loop: asyncio.AbstractEventLoop, sequence: int
    ) -> Callable[[float, float], None]:
        """Return a function that tells the page the progress of a run, from another thread."""
        context = copy_context()

        def say(facts: Mapping[str, Any]) -> None:
            self._telling = loop.create_task(self._say("progress", facts))

        def tell(fraction: float, simulated: float) -> None:
            facts = {"sequence": sequence, "fraction": fraction, "time": simulated}
            loop.call_soon_threadsafe(say, facts, context=context)

        return tell

    async def _ask_rows(self, command: Command) -> None:
        self._views.ask(command)

    async def _rows(self, command: Command) -> None:
        """Send other variables, or a part of the run in full, of all runs that are shown."""
        names = self._known().elements_of(command["names"])
        more = {"sequence": command["sequence"], "again": True}
        for run in self._runs.all():
            make = partial(run_message, run, names, more, command["span"])
            await self._send(await asyncio.to_thread(make))

    async def _at(self, command: Command) -> None:
        """Tell exact values at an instant, for each run that is shown."""
        names = self._known().elements_of(command["names"])
        found = {}
        for run in self._runs.all():
            work = partial(exact_values, run.result, command["time"], names)
            found[run.name] = await self._bench.worker.do(work)
        last = self._runs.last
        speeds = await self._pictures.speeds(last, command["time"])
        told = {"sequence": command["sequence"], "time": command["time"], "runs": found}
        await self._say("values", {**told, "last": last and last.name, "speeds": speeds})

    async def _diagram(self, command: Command) -> None:
        self._pictures.draw(command["view"], command["opened"])

    async def _motions(self, command: Command) -> None:
        await self._pictures.move(self._runs.last, command["sequence"])

    async def _ask_study(self, command: Command) -> None:
        self._studies.ask(command)

    async def _stop_study(self, _: Command) -> None:
        self._studies.stop()

    async def _inspect(self, command: Command) -> None:
        source = await self._bench.ready()
        known, given = self._known(), command["parameters"]
        await self._say("part", part_facts(known, command["part"], given, source))

    async def _search(self, command: Command) -> None:
        await self._bench.ready()
        found = await asyncio.to_thread(search, self._known(), command["text"])
        await self._say("found", {"text": command["text"], "entries": found})

    async def _numbers(self, command: Command) -> None:
        """Tell the numbers by which runs are compared, and the events of the last run."""
        names = self._known().elements_of(command["names"])
        told = {}
        for run in self._runs.all():
            told[run.name] = await asyncio.to_thread(partial(key_numbers, run.result, names))
        last = self._runs.last
        events = await asyncio.to_thread(told_events, None if last is None else last.result)
        await self._say("numbers", {"runs": told, "events": events})

    async def _ask_eigenmodes(self, command: Command) -> None:
        self._linear.ask(command)

    async def _eigenmodes(self, command: Command) -> None:
        """Tell the eigenmodes of the model with the present values."""
        from drivetrain.studio.runs.eigenmodes import told_eigenmodes

        loaded = await self._bench.ready()
        if loaded.compiled is None:
            return
        setting = Setting(command["parameters"], command["structural"])
        work = partial(told_eigenmodes, loaded, setting, command["time"])
        await self._say("eigenmodes", await self._bench.worker.do(work))

    async def _ask_campbell(self, command: Command) -> None:
        self._linear.ask(command)

    async def _linear_answer(self, command: Command) -> None:
        await (self._eigenmodes if command.kind == "eigenmodes" else self._campbell)(command)

    async def _campbell(self, command: Command) -> None:
        """Tell frequencies over the speed of a shaft, and critical speeds."""
        from drivetrain.studio.runs.campbell import told_campbell

        loaded = await self._bench.ready()
        if loaded.compiled is None:
            return
        if command["between"] is None:
            raise UsageError("give the lowest and the highest speed")
        setting = Setting(command["parameters"], command["structural"])
        wanted = command["shaft"], command["orders"], command["between"], command["average"]
        told = await self._bench.worker.do(partial(told_campbell, loaded, setting, *wanted))
        await self._say("campbell", told)

    async def _pin(self, _: Command) -> None:
        self._runs.pin()
        await self._say("pins", {"pins": self._runs.facts()})

    async def _restore(self, command: Command) -> None:
        """Make a run that was pinned before the connection was lost again."""
        loaded = await self._bench.ready()
        if not loaded.runs or self._runs.is_full:
            return
        stop = self._bench.worker.stop
        work = partial(self._perform, loaded, _setting(command), command["run"], _silent, stop)
        self._runs.restore(await self._bench.worker.do(work))
        await self._say("pins", {"pins": self._runs.facts()})

    async def _unpin(self, command: Command) -> None:
        self._runs.unpin(command["run"])
        await self._say("pins", {"pins": self._runs.facts()})

    async def _export(self, command: Command) -> None:
        """Make a file, and tell the page where to fetch it."""
        from drivetrain.studio.export.exporting import exported

        names = self._known().elements_of(command["names"])
        runs = self._runs.all()
        source, revision = self._bench.source, self._bench.loaded.revision
        studies = self._studies.made
        work = partial(exported, command["kind"], source, runs, names, revision, studies)
        download = await self._bench.worker.do(work)
        await self._say("download", {"key": self._bench.offer(download), "name": download.name})

    async def _write(self, command: Command) -> None:
        """Show what would be written into the source, or write it."""
        from drivetrain.studio.export.write_back import proposed, write

        source = self._bench.source
        if not _can_write(self._bench) or source.file is None:
            raise UsageError(
                "values are not written into the source: start the Studio with --edit, and with "
                "a model from a Python file of your own"
            )
        loaded = await self._bench.ready()
        proposal = await self._bench.worker.do(
            partial(proposed, source.file, loaded, command["parameters"])
        )
        if command["apply"]:
            write(source.file, proposal, command["seen"])
        await self._say("proposal", {
            "diff": proposal.diff, "seen": proposal.checksum, "refused": proposal.refused,
            "written": command["apply"], "names": proposal.names,
        })  # fmt: skip

    async def _reload(self, _: Command) -> None:
        await self._bench.reload()

    _answers: Mapping[str, Callable[[Session, Command], Awaitable[None]]] = {
        "run": _ask_run, "stop": _stop, "rows": _ask_rows, "at": _at, "inspect": _inspect,
        "search": _search, "numbers": _numbers, "eigenmodes": _ask_eigenmodes,
        "campbell": _ask_campbell, "diagram": _diagram, "motions": _motions, "vary": _ask_study,
        "study": _ask_study, "open_study": _ask_study, "stop_study": _stop_study, "pin": _pin,
        "restore": _restore, "unpin": _unpin, "export": _export, "write": _write,
        "reload": _reload,
    }  # fmt: skip


def _setting(command: Command) -> Setting:
    return Setting(command["parameters"], command["structural"], command["stop_time"])


def _silent(fraction: float, simulated: float) -> None:
    """Tell nothing of the progress."""


def _can_write(bench: Workbench) -> bool:
    """Tell whether values may be written into the source: it has to be Python."""
    return bench.may_edit and bench.source.file is not None and bench.source.file.suffix == ".py"
