"""Instances of FMUs in processes of their own, which may crash, hang, or exist once only."""

from __future__ import annotations

import math
import pickle
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import IO, Any

from drivetrain.calls import warn
from drivetrain.errors import FMUError, ModelWarning
from drivetrain.fmi.description.data import FmiKind, ModelVariable
from drivetrain.fmi.imported.archive import Archive

__all__ = ["IsolatedInstance", "receive", "send"]

_LENGTH = struct.Struct("<Q")
_TO_LOAD = 60.0
"""Time in which a process has to be ready, s: Python and this package are loaded there."""
_TO_END = 2.0
_BETWEEN_LOOKS = 0.05


def send(stream: IO[bytes], message: object) -> None:
    """Write a message."""
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read a message.

    Raises
    ------
    EOFError
        If the other side has ended.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


class _Watch:
    """Ends a process that takes longer for an answer than it may."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process, self._deadline = process, math.inf
        self._is_over = Event()
        self.has_ended_it = False
        Thread(target=self._look, daemon=True).start()

    @contextmanager
    def of(self, patience: float) -> Iterator[None]:
        """Watch over one answer, which may take so long, s."""
        self._deadline = monotonic() + patience
        try:
            yield
        finally:
            self._deadline = math.inf

    def _look(self) -> None:
        while not self._is_over.wait(_BETWEEN_LOOKS):
            if monotonic() > self._deadline:
                self.has_ended_it = True
                self._process.kill()
                return

    def stop(self) -> None:
        """Look no more."""
        self._is_over.set()


class IsolatedInstance:
    """An instance of an FMU for co-simulation in a process of its own, with the same methods.

    Parameters
    ----------
    archive : Archive
        The FMU.
    part : str
        Path of the component, for messages.
    kind : FmiKind
        How it is used.
    patience : float
        Time that it has for each call, s.

    Raises
    ------
    FMUError
        If it cannot be loaded or instantiated, crashes, or does not answer.
    """

    def __init__(self, archive: Archive, part: str, kind: FmiKind, patience: float) -> None:
        self._title, self._part, self._patience = archive.title, part, patience
        self._groups: dict[int, tuple[tuple[ModelVariable, ...], int]] = {}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "drivetrain.fmi.imported.isolated_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._watch = _Watch(self._process)
        try:
            self._exchange(sys.path, "in the beginning", _TO_LOAD)
            self._exchange((archive, part, kind), "while it was instantiated", patience)
        except BaseException:
            self.close()
            raise

    def _exchange(self, message: object, when: str, patience: float) -> Any:
        """Send a message; return the answer, unless it takes too long."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with self._watch.of(patience):
                send(process.stdin, message)
                found, told = receive(process.stdout)
        except (EOFError, OSError) as error:
            raise self._ended(when, patience) from error
        for text in told:
            warn(ModelWarning(text))
        if isinstance(found, BaseException):
            raise found
        return found

    def _ended(self, when: str, patience: float) -> FMUError:
        """Return the error for a process that has ended, or had to be ended."""
        status = self._process.wait()
        where = f"{self._part} ({self._title})"
        if self._watch.has_ended_it:
            return FMUError(
                f"{where} has not answered within {patience:g} s {when}, and has been ended: it "
                "hangs, or needs more time, isolated=… in s"
            )
        name = f"exit status {status}"
        if status < 0:
            with suppress(ValueError):
                name = signal.Signals(-status).name
        return FMUError(
            f"{where} has crashed {when} ({name}); this happens inside the FMU, so report it to "
            "those who have made it, with its inputs and parameters"
        )

    def _call(self, when: str, name: str, *arguments: object) -> Any:
        return self._exchange((name, arguments), when, self._patience)

    def _number(self, variables: tuple[ModelVariable, ...]) -> int:
        """Return the number under which the process knows variables."""
        known = self._groups.get(id(variables))
        if known is None or known[0] is not variables:
            known = self._groups[id(variables)] = variables, len(self._groups)
            self._call("when its variables were told", "know", known[1], variables)
        return known[1]

    def begin(self, time: float) -> None:
        """Say when the run begins."""
        self._call("before its initialisation", "begin", time)

    def initialise(self) -> None:
        """Enter initialisation mode."""
        self._call("at its initialisation", "initialise")

    def start(self) -> None:
        """Leave initialisation mode."""
        self._call("at its initialisation", "start")

    def step(self, begin: float, end: float) -> float:
        """Advance by one step; return the instant reached."""
        when = f"in the step from t = {begin:.9g} s to {end:.9g} s"
        reached: float = self._call(when, "step", begin, end)
        return reached

    def configure(self, variables: tuple[ModelVariable, ...], values: Sequence[Any]) -> None:
        """Set structural parameters."""
        number = self._number(variables)
        self._call("when it was configured", "configure", number, list(values))

    def get(self, variables: tuple[ModelVariable, ...]) -> list[Any]:
        """Return values of variables, in the numbers of the FMU."""
        number = self._number(variables)
        found: list[Any] = self._call("when its outputs were read", "get", number)
        return found

    def set(self, variables: tuple[ModelVariable, ...], values: Sequence[Any]) -> None:
        """Set values of variables, in the numbers of the FMU."""
        self._call("when values were set", "set", self._number(variables), list(values))

    def set_rates(self, variables: tuple[ModelVariable, ...], values: Sequence[float]) -> None:
        """Set the derivatives of real inputs of an FMU of version 2.0, in its numbers."""
        self._call("when values were set", "set_rates", self._number(variables), list(values))

    def close(self) -> None:
        """End the run, and the process."""
        process = self._process
        with suppress(Exception):
            if process.poll() is None:
                self._exchange(("close", ()), "at its end", _TO_END)
        self._watch.stop()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_TO_END)
            return
        process.kill()
        process.wait()
