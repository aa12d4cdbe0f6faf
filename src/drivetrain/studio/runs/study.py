"""One parameter varied: many runs of the model, a few at a time."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drivetrain.errors import DrivetrainError, SimulationInterrupted, UsageError
from drivetrain.simulation.ensembles.ensemble import Ensemble
from drivetrain.simulation.results.result import Result
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.model.places import expanded
from drivetrain.studio.runs.key_numbers import key_numbers
from drivetrain.studio.runs.rows_message import curves_message, packed
from drivetrain.studio.runs.studio_run import Setting

__all__ = ["Fan", "StudyRun", "spaced", "study_message", "vary"]

_MOST_POINTS = 800
"""Points of a curve of a fan."""
_NOTHING = {"names": [], "units": [], "kinds": [], "rows": 0, "of": 0}


@dataclass(frozen=True, eq=False)
class StudyRun:
    """One of the runs.

    Attributes
    ----------
    value : float
        What the parameter was set to.
    status : str
        ``"done"``, ``"suspect"``, ``"failed"`` or ``"stopped"``.
    message : str
        Why it is not just done.
    result : Result or None
        What was recorded.
    numbers : list of dict
        Lines as in the table of runs; none of a run that is not complete.
    """

    value: float
    status: str
    message: str = ""
    result: Result | None = None
    numbers: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Fan:
    """One parameter varied, as a page has asked for it.

    Attributes
    ----------
    setting : Setting
        All that is not varied.
    fixed : mapping
        Its parameters, those of arrays one by one.
    name : str
        The parameter; ``throw[:].J`` for all elements of an array.
    low, high : float
        The first and the last value.
    count : int
        Number of values.
    logarithmic : bool
        Whether equal steps are equal ratios.
    elements : sequence of str
        Parameters that have the value.
    names : tuple of str
        Variables whose curves are drawn.
    revision : int
        Of the source that it was made from.
    """

    setting: Setting
    fixed: Mapping[str, Any]
    name: str
    low: float
    high: float
    count: int
    logarithmic: bool
    elements: Sequence[str]
    names: tuple[str, ...]
    revision: int = 0

    @property
    def values(self) -> list[float]:
        """The values."""
        return spaced(self.low, self.high, self.count, logarithmic=self.logarithmic)


def spaced(low: float, high: float, count: int, *, logarithmic: bool) -> list[float]:
    """Return values between two numbers, both included.

    Parameters
    ----------
    low, high : float
        The numbers, the lower one first.
    count : int
        How many values.
    logarithmic : bool
        Whether equal steps are equal ratios.

    Raises
    ------
    UsageError
        If the first number is not the lower one, or a ratio of the two has no meaning.

    Examples
    --------
    >>> spaced(1.0, 100.0, 3, logarithmic=True)
    [1.0, 10.0, 100.0]
    """
    if not low < high:
        raise UsageError(f"from {low:g} to {high:g}: the first number has to be the lower one")
    if not logarithmic:
        return [float(value) for value in np.linspace(low, high, count)]
    if low <= 0:
        raise UsageError(f"from {low:g}: equal ratios need numbers above zero")
    values = np.geomspace(low, high, count)
    values[0], values[-1] = low, high
    return [float(value) for value in values]


def vary(
    loaded: LoadedModel,
    setting: Setting,
    name: str,
    values: Sequence[float],
    names: Sequence[str],
    stop: threading.Event,
) -> list[StudyRun]:
    """Run a model with some values of a parameter; whatever goes wrong is part of what is returned.

    Parameters
    ----------
    loaded : LoadedModel
        A model that was compiled, with the structural parameters of the setting.
    setting : Setting
        All that is not varied.
    name : str
        The parameter; ``throw[:].J`` for all elements of an array.
    values : sequence of float
        Its values.
    names : sequence of str
        Variables of which numbers are told.
    stop : threading.Event
        Ends the runs when it is set.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # each run has its checks with it
        try:
            many = _ensemble(loaded, setting, name, values, stop)
        except SimulationInterrupted as interrupt:
            many = interrupt.result
        except DrivetrainError as error:
            if len(values) == 1:
                return [StudyRun(values[0], "failed", str(error))]
            return [
                run for one in values for run in vary(loaded, setting, name, [one], names, stop)
            ]
    return list(_runs(many, values, names))


def _ensemble(
    loaded: LoadedModel,
    setting: Setting,
    name: str,
    values: Sequence[float],
    stop: threading.Event,
) -> Ensemble:
    def check(over: int, count: int) -> None:
        if stop.is_set():
            raise KeyboardInterrupt

    assert loaded.compiled is not None
    root = loaded.compiled.translation.flat.root
    given: Mapping[str, Any] = {**setting.parameters, name: list(values)}
    elements = {one: given[each] for each, some in expanded(root, given).items() for one in some}
    as_alone: Any = None  # output points are those of a run that is made alone
    return loaded.compiled.ensemble(
        elements, stop_time=setting.stop_time, interval=as_alone, progress=check
    )


def _runs(many: Ensemble, values: Sequence[float], names: Sequence[str]) -> Iterator[StudyRun]:
    stopped, failed, suspect = set(many.interrupted), set(many.failed), set(many.suspect)
    for k, value in enumerate(values):
        if k in stopped:
            yield StudyRun(value, "stopped", many.messages[k])
        elif k in failed:
            yield StudyRun(value, "failed", many.messages[k], many[k])
        else:
            check = many.checks[k]
            told = "; ".join(map(str, check.findings)) if k in suspect and check else ""
            status = "suspect" if told else "done"
            yield StudyRun(value, status, told, many[k], key_numbers(many[k], names))


def study_message(run: StudyRun, names: Sequence[str], more: Mapping[str, Any]) -> bytes:
    """Return a run of a study as a message.

    Parameters
    ----------
    run : StudyRun
        The run.
    names : sequence of str
        Variables.
    more : mapping
        What the header says besides.
    """
    header = {
        **more, "value": run.value, "status": run.status, "message": run.message,
        "numbers": run.numbers,
    }  # fmt: skip
    if run.result is None or not len(run.result.time):
        return packed({**header, **_NOTHING}, np.empty(0), [])
    return curves_message(run.result, names, header, most=_MOST_POINTS)
