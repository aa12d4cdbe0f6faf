"""A run with what the page needs to name it, compare it and make it again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from drivetrain.calls import collected_warnings
from drivetrain.errors import DrivetrainError, SimulationError, SimulationInterrupted
from drivetrain.simulation.results.result import Result
from drivetrain.studio.model.facts import fault_facts
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.model.places import expanded

__all__ = ["Setting", "StudioRun", "elements_set", "perform"]

Told = Callable[[float, float], None]

_SILENT = 0.3  # s: shorter runs show no progress
_TELL_EVERY = 0.1  # s


@dataclass(frozen=True)
class Setting:
    """What a run is made with.

    Attributes
    ----------
    parameters : dict
        Parameters that differ from the model, by name; ``throw[:].J`` for all of an array.
    structural : dict
        Structural parameters of the model.
    stop_time : float or None
        End of the run, s; None for that of the model.
    """

    parameters: Mapping[str, Any]
    structural: Mapping[str, Any]
    stop_time: float | None = None

    @property
    def label(self) -> str:
        """A name made of what differs from the model."""
        given = {**self.structural, **self.parameters}
        if self.stop_time is not None:
            given["stop time"] = self.stop_time
        return ", ".join(f"{name} = {_text(value)}" for name, value in given.items())


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.7g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True, eq=False)
class StudioRun:
    """A run, complete or not.

    Attributes
    ----------
    name : str
        ``"run 7"``.
    setting : Setting
        What it was made with.
    result : Result or None
        What was recorded; None if there was no start.
    status : str
        ``"done"``, ``"stopped"`` or ``"failed"``.
    fault : dict or None
        Why it failed.
    wall_time : float
        How long it took, s.
    warnings : tuple of str
        What it warned of.
    elements : mapping
        For names of whole arrays those of their elements.
    revision : int
        Of the source that it was made from.
    """

    name: str
    setting: Setting
    result: Result | None
    status: str
    fault: dict[str, Any] | None
    wall_time: float
    warnings: tuple[str, ...] = ()
    elements: Mapping[str, list[str]] = field(default_factory=dict)
    revision: int = 0

    def caption(self, revision: int) -> str:
        """Return name, what differs from the model, and what else there is to know beside others.

        Parameters
        ----------
        revision : int
            Of the source as it is now.
        """
        notes = [self.setting.label] if self.setting.label else []
        notes += [self.status] * (self.status != "done")
        notes += ["earlier source"] * (self.revision != revision)
        return f"{self.name}: {', '.join(notes)}" if notes else self.name


class _Progress:
    """Tells the progress of long runs, and ends a run that is to stop."""

    def __init__(self, tell: Told, stop: threading.Event) -> None:
        self._tell, self._stop = tell, stop
        self._next = time.perf_counter() + _SILENT

    def __call__(self, fraction: float, simulated: float) -> None:
        if self._stop.is_set():
            raise KeyboardInterrupt
        now = time.perf_counter()
        if now >= self._next:
            self._next = now + _TELL_EVERY
            self._tell(fraction, simulated)


def perform(
    loaded: LoadedModel, setting: Setting, name: str, tell: Told, stop: threading.Event
) -> StudioRun:
    """Run a model; whatever goes wrong is part of what is returned.

    Parameters
    ----------
    loaded : LoadedModel
        A model that was compiled.
    setting : Setting
        What to run it with.
    name : str
        Name of the run.
    tell : callable
        Called now and then during long runs with the fraction done, and the time reached in s.
    stop : threading.Event
        Ends the run when it is set.
    """
    begin = time.perf_counter()
    result: Result | None = None
    fault: Exception | None = None
    elements: Mapping[str, list[str]] = {}
    status = "done"
    with collected_warnings() as caught:
        try:
            loaded = loaded.with_structural(dict(setting.structural))
            elements = elements_set(loaded, setting)
            result = _simulate(loaded, setting, elements, _Progress(tell, stop))
        except SimulationInterrupted as interrupt:
            result, status = interrupt.result, "stopped"
        except SimulationError as error:
            fault, status = error, "failed"
            result = error.result if isinstance(error.result, Result) else None
        except (DrivetrainError, MemoryError) as error:
            fault, status = error, "failed"
    told = tuple(dict.fromkeys(caught))
    facts = None if fault is None else _told_with_start(fault, loaded, result)
    wall_time = time.perf_counter() - begin
    return StudioRun(
        name, setting, result, status, facts, wall_time, told, elements, loaded.revision
    )


def elements_set(loaded: LoadedModel, setting: Setting) -> Mapping[str, list[str]]:
    """Return the parameters that are set one by one, by the name that stands for them."""
    assert loaded.compiled is not None
    return expanded(loaded.compiled.translation.flat.root, setting.parameters)


def _simulate(
    loaded: LoadedModel,
    setting: Setting,
    elements: Mapping[str, list[str]],
    progress: _Progress,
) -> Result:
    assert loaded.compiled is not None
    given = {one: setting.parameters[name] for name, some in elements.items() for one in some}
    return loaded.compiled.simulate(
        parameters=given, stop_time=setting.stop_time, progress=progress
    )


def _told_with_start(
    fault: Exception, loaded: LoadedModel, result: Result | None
) -> dict[str, Any]:
    """Return a fault as data; a run that did not get beyond its start shows how that came about."""
    facts = fault_facts(fault, loaded.structure)
    if result is not None and not facts["start"] and len(result.time) <= 1:
        facts["start"] = [
            {"name": line.name, "rule": line.rule, "unit": line.unit, "label": line.label,
             "requested": _finite(line.requested), "reached": _finite(line.reached)}
            for line in result.start.lines
        ]  # fmt: skip
    return facts


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None
