"""An instance of an FMU, called through FMPy; the same for FMI 2.0 and 3.0."""

from __future__ import annotations

import ctypes
import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from drivetrain.calls import warn
from drivetrain.errors import FMUError, ModelWarning
from drivetrain.fmi.description.data import DataType, FmiKind, ModelVariable
from drivetrain.fmi.imported.archive import Archive
from drivetrain.fmi.imported.platforms import library_of

__all__ = ["Instance"]

_MOST_LINES = 20
_COMPLAINTS = ("warning", "error")
"""Status of messages that are passed on even if nothing fails."""
_MOST_COMPLAINTS = 10
_STATUS = ("ok", "warning", "discard", "error", "fatal", "pending")
_ERROR, _FATAL = 3, 4
_loading = Lock()
"""Loading changes the working folder for a moment, since some libraries look there for others."""


class _Group(NamedTuple):
    """Variables of one type: their places, their references, and the functions for them."""

    places: list[int]
    references: list[int]
    get: Callable[..., Any]
    set: Callable[..., Any]
    refusal: str

    @property
    def counts(self) -> tuple[int, ...]:
        """What else is said when values are read: their number where some are arrays."""
        return () if len(self.places) == len(self.references) else (len(self.places),)


class Instance:
    """An instance of an FMU.

    Parameters
    ----------
    archive : Archive
        The FMU.
    part : str
        Path of the component, for messages.
    kind : FmiKind
        Co-simulation or model exchange.

    Raises
    ------
    FMUError
        If it cannot be loaded or instantiated.
    """

    def __init__(self, archive: Archive, part: str, kind: FmiKind) -> None:
        self._archive, self._part, self._kind = archive, part, kind
        self._is_2 = archive.description.version == "2.0"
        self._lines: deque[str] = deque(maxlen=_MOST_LINES)
        self._worst = 0
        self._complaints: list[str] = []
        self._told: set[str] = set()
        self._known: dict[int, tuple[tuple[ModelVariable, ...], list[_Group]]] = {}
        _instances[id(self)] = self
        self._fmu = self._loaded()
        try:
            self._instantiate()
        except BaseException:
            self._fmu.freeLibrary()
            raise

    def _loaded(self) -> Any:
        from fmpy.fmi2 import FMU2Model, FMU2Slave
        from fmpy.fmi3 import FMU3Model, FMU3Slave

        description = self._archive.description
        interface = description.interface(self._kind)
        assert interface is not None
        library = library_of(self._archive, interface.identifier)
        kinds = (FMU2Slave, FMU2Model) if self._is_2 else (FMU3Slave, FMU3Model)
        made = _lenient(kinds[self._kind is FmiKind.MODEL_EXCHANGE])
        with _loading:
            here = os.getcwd()
            try:
                return made(
                    guid=description.token,
                    modelIdentifier=interface.identifier,
                    unzipDirectory=str(self._archive.folder),
                    instanceName=self._part,
                    libraryPath=str(library),
                )
            except Exception as error:
                raise FMUError(
                    f"{self._part}: the library of {self._archive.title} cannot be loaded: {error}"
                    "; it may need other libraries, or be made for another system"
                ) from error
            finally:
                os.chdir(here)

    def _instantiate(self) -> None:
        try:
            if self._is_2:
                self._callbacks = _functions_2(self)
                _format_messages(self._callbacks)
                self._fmu.instantiate(callbacks=self._callbacks, loggingOn=True)
            else:
                self._fmu.instantiate(logMessage=self._log_3, loggingOn=True)
        except Exception as error:
            raise self._error("cannot be instantiated", error) from error

    def _log_3(self, _: Any, status: int, category: bytes, message: bytes) -> None:
        self.note(status, category, message)

    def note(self, status: int, category: bytes, message: bytes) -> None:
        """Keep a message of the FMU for the error that reports a failure."""
        label = _STATUS[status] if 0 <= status < len(_STATUS) else str(status)
        text = (message or b"").decode("utf-8", "replace").strip()
        kind = (category or b"").decode("utf-8", "replace")
        self._lines.append(f"[{label}] {kind}: {text}" if kind else f"[{label}] {text}")
        if label in _COMPLAINTS and len(self._told) < _MOST_COMPLAINTS:
            self._complaints.append(text)

    def _pass_on(self) -> None:
        """Warn of what the FMU has warned of, each message once."""
        new = [one for one in dict.fromkeys(self._complaints) if one not in self._told]
        self._complaints.clear()
        self._told.update(new)
        for text in new:
            warn(ModelWarning(f"{self._part} ({self._archive.title}) warns: {text}"))

    def _error(self, what: str, error: Exception) -> FMUError:
        """Return the error for a failed call, with what the FMU has logged."""
        self._complaints.clear()  # they are told here
        logged = "".join(f"\n  {line}" for line in self._lines)
        log = f"; it has logged:{logged}" if logged else ", and it has logged nothing"
        status, function = getattr(error, "status", -1), getattr(error, "function", "")
        self._worst = max(self._worst, status)
        known = status in range(len(_STATUS))
        reason = f"{function}: {_STATUS[status]}" if known else str(error)
        return FMUError(f"{self._part} ({self._archive.title}) {what} ({reason}){log}")

    def call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function of the FMU.

        Parameters
        ----------
        what : str
            What has failed if it does.
        function : callable
            The function.
        *arguments
            Its arguments.

        Raises
        ------
        FMUError
            If it reports a failure.
        """
        if self._is_2:  # others in this process may have given FMPy a function of theirs
            _format_messages(type(self._callbacks)(_logger_2()))
        try:
            found = function(*arguments)
        except Exception as error:
            raise self._error(what, error) from error
        if self._complaints:
            self._pass_on()
        return found

    # ------------------------------------------------------------- the run

    def begin(self, time: float) -> None:
        """Say when the run begins."""
        self._time = time
        if self._is_2:
            self.call("refuses its settings", self._set_up)

    def _set_up(self) -> None:
        self._fmu.setupExperiment(startTime=self._time)

    def initialise(self) -> None:
        """Enter initialisation mode."""

        def enter() -> None:
            if self._is_2:
                self._fmu.enterInitializationMode()
            else:
                self._fmu.enterInitializationMode(startTime=self._time)

        self.call("cannot be initialised", enter)

    def start(self) -> None:
        """Leave initialisation mode."""
        self.call("finds no initial values", self._fmu.exitInitializationMode)

    def step(self, begin: float, end: float) -> float:
        """Advance by one step; return the instant reached.

        Raises
        ------
        FMUError
            If it fails, cannot go that far, or asks to end the run.
        """
        what = f"has failed in the step from t = {begin:.9g} s to {end:.9g} s"
        if self._is_2:
            self.call(what, self._step_2, begin, end)
            return end
        _, ends, early, reached = self.call(what, self._fmu.doStep, begin, end - begin)
        if ends:
            at = f"t = {reached:.9g} s"
            raise self._error(f"asks to end the run at {at}", Exception("terminateSimulation"))
        return float(reached) if early else end

    def _step_2(self, begin: float, end: float) -> None:
        self._fmu.doStep(begin, end - begin)

    # -------------------------------------------------- model exchange

    @property
    def address(self) -> int:
        """Address of the instance."""
        address: int = self._fmu.component
        return address

    def function(self, name: str) -> int:
        """Return the address of a function of the FMU, such as ``SetTime``.

        Raises
        ------
        FMUError
            If its library has no such function.
        """
        full = f"fmi{2 if self._is_2 else 3}{name}"
        found = getattr(self._fmu.dll, full)
        if isinstance(found, _Missing):
            raise self._error("is not complete", Exception(f"its library has no function {full}"))
        return ctypes.cast(found, ctypes.c_void_p).value or 0

    def failure(self, what: str, function: str, status: int) -> FMUError:
        """Return the error for a function that the kernel has called."""
        full = f"fmi{2 if self._is_2 else 3}{function}" if function[:1].isupper() else function
        return self._error(what, _FailedError(full, status))

    def place(self, time: float, states: Sequence[float]) -> None:
        """Set time and states between events."""
        values = (ctypes.c_double * len(states))(*states)
        self.call("does not accept the time", self._fmu.setTime, time)
        if len(states):
            refusal = "does not accept its states"
            self.call(refusal, self._fmu.setContinuousStates, values, len(states))

    def states(self, count: int) -> list[float]:
        """Return the states."""
        values = (ctypes.c_double * count)()
        if count:
            refusal = "does not tell its states"
            self.call(refusal, self._fmu.getContinuousStates, values, count)
        return list(values)

    def rates(self, count: int) -> list[float]:
        """Return the derivatives of the states."""
        values = (ctypes.c_double * count)()
        fmu = self._fmu
        read = fmu.getDerivatives if self._is_2 else fmu.getContinuousStateDerivatives
        if count:
            self.call("does not tell its derivatives", read, values, count)
        return list(values)

    def complete_step(self) -> None:
        """Say that steps have led to the present point, where there is an event anyway."""
        found = self.call("does not accept a step", self._fmu.completedIntegratorStep, True)
        if found[1]:
            raise self._error("asks to end the run", Exception("terminateSimulation"))

    def enter_event(self) -> None:
        """Begin an event."""
        self.call("cannot handle an event", self._fmu.enterEventMode)

    def iterate(self) -> tuple[bool, bool, float | None]:
        """Handle an event once.

        Returns
        -------
        bool
            Whether this has to be repeated.
        bool
            Whether states have changed.
        float
            Instant of the next event that is known, s; None if none is.

        Raises
        ------
        FMUError
            If it fails, or asks to end the run.
        """
        update = self._fmu.newDiscreteStates if self._is_2 else self._fmu.updateDiscreteStates
        needed, ends, _, moved, is_known, instant = self.call("fails at an event", update)
        if ends:
            raise self._error("asks to end the run", Exception("terminateSimulation"))
        return bool(needed), bool(moved), float(instant) if is_known else None

    def leave_event(self) -> None:
        """Let time go on."""
        self.call("cannot leave an event", self._fmu.enterContinuousTimeMode)

    # -------------------------------------------------------------- values

    def configure(self, variables: tuple[ModelVariable, ...], values: Sequence[Any]) -> None:
        """Set structural parameters."""
        self.call("cannot be configured", self._fmu.enterConfigurationMode)
        self.set(variables, values)
        self.call("does not accept its structural parameters", self._fmu.exitConfigurationMode)

    def get(self, variables: tuple[ModelVariable, ...]) -> list[Any]:
        """Return values of variables, in the numbers of the FMU; an array as often as long."""
        found: list[Any] = [None] * len(variables)
        for one in self._groups(variables):
            values = self.call("does not tell its outputs", one.get, one.references, *one.counts)
            for place, value in zip(one.places, values, strict=True):
                found[place] = value
        return found

    def set(self, variables: tuple[ModelVariable, ...], values: Sequence[Any]) -> None:
        """Set values of variables, in the numbers of the FMU."""
        for one in self._groups(variables):
            given = [values[k] for k in one.places]
            self.call(one.refusal, one.set, one.references, given)

    def set_rates(self, variables: tuple[ModelVariable, ...], values: Sequence[float]) -> None:
        """Set the derivatives of real inputs of an FMU of version 2.0, in its numbers."""
        references = [one.reference for one in variables]
        refusal = "does not accept derivatives of its inputs"
        orders = [1] * len(references)
        self.call(refusal, self._fmu.setRealInputDerivatives, references, orders, list(values))

    def _groups(self, variables: tuple[ModelVariable, ...]) -> list[_Group]:
        """Return variables by the functions that read and write them."""
        known = self._known.get(id(variables))
        if known is None or known[0] is not variables:
            known = self._known[id(variables)] = variables, self._grouped(variables)
        return known[1]

    def _grouped(self, variables: tuple[ModelVariable, ...]) -> list[_Group]:
        places: dict[str, list[int]] = {}
        for place, variable in enumerate(variables):
            places.setdefault(self._suffix(variable.type), []).append(place)
        return [
            _Group(
                found,
                _references([variables[k] for k in found]),
                getattr(self._fmu, f"get{suffix}"),
                getattr(self._fmu, f"set{suffix}"),
                f"does not accept a value of {_listed(variables[k].name for k in found)}",
            )
            for suffix, found in places.items()
        ]

    def _suffix(self, kind: DataType) -> str:
        if self._is_2:
            return "Integer" if kind is DataType.ENUMERATION else str(kind.in_fmi_2)
        return "Int64" if kind is DataType.ENUMERATION else kind.value

    def close(self) -> None:
        """End the run and unload the FMU."""
        fmu, self._fmu = self._fmu, None
        self._known.clear()
        if fmu is None:
            return
        self._pass_on()
        if self._worst >= _FATAL:  # not even this may be called any more
            return
        with suppress(Exception):
            if self._worst < _ERROR:
                fmu.terminate()
        with suppress(Exception):
            fmu.freeInstance()


def _listed(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _references(variables: Sequence[ModelVariable]) -> list[int]:
    """Return the references of variables; of an array, whose elements follow each other, one."""
    return [
        one.reference
        for place, one in enumerate(variables)
        if not (one.dimensions and place and variables[place - 1] is one)
    ]


class _FailedError(Exception):
    """A function that has returned a status."""

    def __init__(self, function: str, status: int) -> None:
        super().__init__(f"{function}: {status}")
        self.function, self.status = function, status


class _Library:
    """A shared library in which a function may be missing until it is called."""

    def __init__(self, library: Any) -> None:
        self._library, self._handle = library, library._handle

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(self._library, name)
        except AttributeError:
            return _Missing(name)


class _Missing:
    """A function that a library does not have."""

    argnames = argtypes = restype = None

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *_: Any) -> Any:
        raise AttributeError(f"its library has no function {self._name}")


@cache
def _lenient(base: type) -> Any:
    """Return a class of FMPy that does without functions which are not called.

    Many units leave out functions that belong to capabilities which they do not have.
    """

    def load(self: Any) -> None:
        self.dll = _Library(self.dll)
        base._loadFunctions(self)  # type: ignore[attr-defined]

    return type(base.__name__, (base,), {"_loadFunctions": load})


_instances: WeakValueDictionary[int, Instance] = WeakValueDictionary()
"""Instances by what stands for them in messages of FMI 2.0."""


@cache
def _logger_2() -> Any:
    """Return the function to which all FMUs of version 2.0 send their messages.

    FMPy formats their messages in C, and then calls the one function that it was given last,
    whichever FMU the message is from: so there is only one, which lives as long as the process.
    """
    from fmpy.fmi2 import fmi2CallbackLoggerTYPE

    def note(environment: int, _: bytes, status: int, category: bytes, message: bytes) -> None:
        instance = _instances.get(environment or 0)
        if instance is not None:
            instance.note(status, category, message)

    return fmi2CallbackLoggerTYPE(note)


def _functions_2(instance: Instance) -> Any:
    """Return the functions that an FMU of version 2.0 calls."""
    from fmpy import calloc, free
    from fmpy.fmi2 import (
        fmi2CallbackAllocateMemoryTYPE,
        fmi2CallbackFreeMemoryTYPE,
        fmi2CallbackFunctions,
    )

    made = fmi2CallbackFunctions()
    made.logger = _logger_2()
    made.allocateMemory = fmi2CallbackAllocateMemoryTYPE(calloc)
    made.freeMemory = fmi2CallbackFreeMemoryTYPE(free)
    made.componentEnvironment = id(instance)
    return made


@cache
def _formatter() -> Callable[[Any], None] | None:
    """Return what puts the formatting of messages before the function that is to get them.

    FMPy does not have it for every system.
    """
    try:
        from fmpy.logging import addLoggerProxy
    except Exception:
        return None
    add: Callable[[Any], None] = addLoggerProxy
    return add


def _format_messages(functions: Any) -> None:
    """Let messages be formatted on their way, where FMPy can do that."""
    formatter = _formatter()
    if formatter is not None:
        formatter(ctypes.byref(functions))
