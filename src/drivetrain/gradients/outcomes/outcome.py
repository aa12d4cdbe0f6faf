"""What a run is asked for: outcomes, numbers that are computed from a result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UsageError, shown
from drivetrain.gradients.sensitivities import Sensitivities
from drivetrain.simulation.results.result import Result

__all__ = ["Function", "Outcome", "Reading", "named_outcomes"]

_FORMS = (
    "give outcomes such as final('load.w'), at('load.w', 0.5) or first('clutch.mode', 'stuck'), a "
    "function of a result, a list of these, or {'name': outcome}"
)


class Reading(NamedTuple):
    """What a run has to say about an outcome.

    Attributes
    ----------
    value : float
        The number; NaN if it does not exist in this run.
    place : hashable
        Where in the run it was read. Between runs with different places it is not smooth.
    until : float
        What happens after this instant has no influence, s.
    size : float
        Usual size of such values in the run, for the noise that is to be expected.
    why : str
        Why there is no number.
    """

    value: float
    place: Hashable = None
    until: float = inf
    size: float = 0.0
    why: str = ""


class Outcome(ABC):
    """A number that every run has; also a function of a result.

    Attributes
    ----------
    output_times : tuple of float
        Instants at which the run has to be recorded, s.
    needs_points : bool
        Whether the run has to be recorded at many points over its whole length.
    has_change : bool
        Whether its derivatives follow from the sensitivities of a run.
    """

    output_times: tuple[float, ...] = ()
    needs_points: bool = False
    has_change: bool = False

    @property
    @abstractmethod
    def name(self) -> str:
        """How it is called in tables."""

    @property
    def variables(self) -> tuple[str, ...] | None:
        """Variables that have to be recorded; None: all of them, to know values between points."""
        return None

    @abstractmethod
    def unit(self, result: Result) -> str:
        """Return its unit.

        Parameters
        ----------
        result : Result
            A run of the model.
        """

    @abstractmethod
    def of(self, result: Result) -> Reading:
        """Return what a run says.

        Parameters
        ----------
        result : Result
            The run.

        Raises
        ------
        NameLookupError
            If the model has no such variable, part or value.
        """

    def readings(self, result: Result) -> list[Reading]:
        """Return the numbers of a run; there is one, but for functions that return an array."""
        return [self.of(result)]

    def change(self, run: Sensitivities) -> NDArray[np.float64] | None:
        """Return the derivatives by each parameter; None if they do not follow from these.

        Parameters
        ----------
        run : Sensitivities
            The run.
        """
        return None

    def labels(self, count: int) -> list[str]:
        """Return names of these numbers."""
        return [self.name] if count == 1 else [f"{self.name}[{k}]" for k in range(count)]

    def __call__(self, result: Result) -> float:
        """Return the number, NaN if there is none."""
        if not isinstance(result, Result):
            raise UsageError(f"{self.name} of {shown(result)}: give the result of a run")
        return self.of(result).value


@dataclass(frozen=True)
class Function(Outcome):
    """A function of a result, or any other object that can be called with one.

    Parameters
    ----------
    function : callable
        Returns a number, or an array of one dimension.
    label : str
        Name.
    """

    function: Callable[[Result], Any]
    label: str
    needs_points = True

    @property
    def name(self) -> str:
        """Its label."""
        return self.label

    def unit(self, result: Result) -> str:
        """Return the attribute `unit` of the function, if it has one."""
        unit = getattr(self.function, "unit", "")
        return unit if isinstance(unit, str) else ""

    def of(self, result: Result) -> Reading:
        """Return the number."""
        found = self.readings(result)
        if len(found) != 1:
            raise UsageError(f"outcome {self.name!r} has {len(found)} numbers; one is asked for")
        return found[0]

    def readings(self, result: Result) -> list[Reading]:
        """Return its numbers."""
        try:
            value = self.function(result)
        except Exception as error:
            error.add_note(f"raised by the outcome {self.name!r}")
            raise
        try:
            numbers = np.atleast_1d(np.asarray(value, dtype=float))
        except (TypeError, ValueError):
            numbers = np.empty((0, 0))
        if numbers.ndim != 1:
            raise UsageError(
                f"outcome {self.name!r}: the function returned {shown(value)}; it has to return a "
                "number, or an array of one dimension"
            )
        why = "the function returned NaN"
        return [Reading(x) if x == x else Reading(nan, why=why) for x in numbers.tolist()]


@dataclass(frozen=True)
class _Renamed(Outcome):
    """An outcome under another name."""

    outcome: Outcome
    label: str

    @property
    def name(self) -> str:
        return self.label

    @property
    def output_times(self) -> tuple[float, ...]:  # type: ignore[override]
        return self.outcome.output_times

    @property
    def needs_points(self) -> bool:  # type: ignore[override]
        return self.outcome.needs_points

    @property
    def has_change(self) -> bool:  # type: ignore[override]
        return self.outcome.has_change

    def change(self, run: Sensitivities) -> NDArray[np.float64] | None:
        return self.outcome.change(run)

    @property
    def variables(self) -> tuple[str, ...] | None:
        return self.outcome.variables

    def unit(self, result: Result) -> str:
        return self.outcome.unit(result)

    def of(self, result: Result) -> Reading:
        return self.outcome.of(result)

    def readings(self, result: Result) -> list[Reading]:
        return self.outcome.readings(result)


def named_outcomes(given: Any) -> list[Outcome]:
    """Return outcomes with names of their own.

    Parameters
    ----------
    given : Outcome, callable, sequence of these, or mapping of str to these
        What the user gave.

    Raises
    ------
    UsageError
        If it is something else, empty, or has a name twice.
    """
    if isinstance(given, Mapping):
        for name in given:
            if not isinstance(name, str) or not name.strip():
                raise UsageError(f"outcomes: {shown(name)} is no name; give texts")
        found = [_outcome(one, name) for name, one in given.items()]
    else:
        found = [_outcome(one, None) for one in _listed(given)]
    names = [one.name for one in found]
    if not names:
        raise UsageError(f"outcomes={shown(given)}: {_FORMS}")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"outcomes: {name!r} occurs twice; name them, {{'one': …, 'two': …}}")
    return found


def _listed(given: Any) -> Iterable[Any]:
    if callable(given):
        return [given]
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        return given
    raise UsageError(f"outcomes={shown(given)}: {_FORMS}")


def _outcome(one: Any, name: str | None) -> Outcome:
    if isinstance(one, Outcome):
        return one if name is None or name == one.name else _Renamed(one, name)
    if not callable(one) or isinstance(one, type):
        raise UsageError(f"outcomes: {shown(one)} is none; {_FORMS}")
    own = name or getattr(one, "name", None) or getattr(one, "__name__", "")
    if not isinstance(own, str) or own == "<lambda>":
        raise UsageError("outcomes: a function without a name: give {'name': function}")
    return Function(one, own or type(one).__name__)
