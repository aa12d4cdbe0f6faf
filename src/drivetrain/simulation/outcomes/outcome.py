"""What all outcomes have in common.

An outcome can be read in two ways: from one complete result, as exactly as the run is known, which
is what derivatives and fits need; and from the rows of many runs at once, where these are made.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.simulation.outcomes.batch import Batch
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

__all__ = [
    "OCCURRED",
    "Bound",
    "Component",
    "Found",
    "Outcome",
    "Window",
    "checked_name",
    "checked_window",
    "spread_out",
]

Floats = NDArray[np.float64]
Codes = NDArray[np.uint8]

OCCURRED = 0
"""Code of an outcome that has a value; other codes are reasons, see :attr:`Bound.reasons`."""


@dataclass(frozen=True, eq=False)
class Found:
    """The values of an outcome in the runs of a batch.

    Attributes
    ----------
    values : float array, shape (runs, labels)
        NaN where it did not occur.
    codes : uint8 array, shape (runs,), or None
        Why not: numbers of reasons; None if it occurred everywhere.
    """

    values: Floats
    codes: Codes | None = None


@dataclass(frozen=True, eq=False)
class Bound:
    """An outcome, bound to the variables of a model.

    Attributes
    ----------
    reduce : callable
        Computes it from a :class:`Batch`.
    labels : tuple of str
        Names of its components; one empty text for a plain number.
    units : tuple of str
        Unit of each component.
    reads : tuple of str or None
        Variables that it reads; None if it needs complete rows.
    reasons : tuple of str
        Why it may not occur, by code; the first is empty.
    of_result : callable, optional
        Computes it from a complete result: its only way if there is no `reduce`, and that for runs
        whose equations were translated again. A tuple of numbers.
    keep : str
        What an ensemble is to keep, for outcomes that it computes itself.
    """

    reduce: Callable[[Batch], Found] | None
    units: tuple[str, ...]
    reads: tuple[str, ...] | None
    labels: tuple[str, ...] = ("",)
    reasons: tuple[str, ...] = ("",)
    of_result: Callable[[Result], tuple[float, ...]] | None = None
    keep: str = ""


class Outcome(ABC):
    """A number that every run has, or several; also a function of a result.

    Attributes
    ----------
    components : tuple of str
        Names of its numbers, ``outcome["time"]`` is one of them; an empty text for a single one.
    needs_points : bool
        Whether it is read from output points between the events.
    """

    components: tuple[str, ...] = ("",)
    needs_points: bool = False

    @property
    @abstractmethod
    def name(self) -> str:
        """How it is called in tables."""

    @property
    def output_times(self) -> tuple[float, ...]:
        """Instants at which the run has to be recorded, s."""
        return ()

    @property
    def variables(self) -> tuple[str, ...] | None:
        """Variables of which a result has to know, None for all: to know values between points."""
        return None

    @abstractmethod
    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return the unit of each number.

        Parameters
        ----------
        layout : Layout
            Names and units of the variables of a model.
        """

    @abstractmethod
    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says, as exactly as it is known.

        Parameters
        ----------
        result : Result
            The run.

        Raises
        ------
        NameLookupError
            If the model has no such variable, part or value.
        """

    @abstractmethod
    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model, to be read from many runs at once.

        Parameters
        ----------
        layout : Layout
            Names and units of its variables.
        translation : Translation
            The compiled model.

        Raises
        ------
        NameLookupError
            If there is no such variable, part or value.
        """

    def of(self, result: Result) -> Reading:
        """Return what a run says about an outcome that is one number.

        Parameters
        ----------
        result : Result
            The run.
        """
        found = self.readings(result)
        if len(found) != 1:
            raise UsageError(self._several(len(found)))
        return found[0]

    def check_single(self) -> None:
        """Refuse an outcome that has several numbers."""
        if len(self.components) > 1:
            raise UsageError(self._several(len(self.components)))

    def _several(self, count: int) -> str:
        told = f"outcome {self.name!r} has {count} numbers; one is asked for"
        if len(self.components) > 1:
            told += f": {' or '.join(f'{self!r}[{one!r}]' for one in self.components)}"
        return told

    def labels(self, count: int) -> list[str]:
        """Return names of its numbers."""
        if len(self.components) == count and self.components != ("",):
            return [f"{self.name}.{one}" for one in self.components]
        return [self.name] if count == 1 else [f"{self.name}[{k}]" for k in range(count)]

    def recorded(self, result: Result) -> list[float]:
        """Return its numbers as the recorded points of a run tell them.

        Parameters
        ----------
        result : Result
            The run.
        """
        return [one.value for one in self.readings(result)]

    def __call__(self, result: Result) -> float:
        """Return the number, NaN if there is none."""
        if not isinstance(result, Result):
            raise UsageError(f"{self.name} of {shown(result)}: give the result of a run")
        return self.of(result).value

    def __getitem__(self, component: str) -> Component:
        """Return one of several numbers."""
        known = [one for one in self.components if one]
        if component not in known:
            if not known:
                raise UsageError(f"{self!r} is one number and has no {shown(component)}")
            raise NameLookupError(
                f"{self!r} has no {shown(component)}{nearest(str(component), known)}; there are "
                f"{', '.join(known)}"
            )
        return Component(self, component)

    def __repr__(self) -> str:
        """Return how it was asked for."""
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(self).__name__)
        return f"{name.lstrip('_')}({_arguments(self)})"


def _arguments(outcome: Any) -> str:
    """Return the arguments of an outcome that is a dataclass, as they were given."""
    told = []
    for one in sorted(fields(outcome), key=lambda one: one.kw_only is True):
        value = getattr(outcome, one.name)
        if value == one.default or not one.repr:
            continue
        told.append(repr(value) if one.kw_only is False else f"{one.name}={value!r}")
    return ", ".join(told)


@dataclass(frozen=True, repr=False)
class Component(Outcome):
    """One of the numbers of an outcome."""

    outcome: Outcome
    component: str

    @property
    def _place(self) -> int:
        return self.outcome.components.index(self.component)

    @property
    def needs_points(self) -> bool:  # type: ignore[override]
        """As for the outcome."""
        return self.outcome.needs_points

    @property
    def output_times(self) -> tuple[float, ...]:
        """As for the outcome."""
        return self.outcome.output_times

    @property
    def variables(self) -> tuple[str, ...] | None:
        """As for the outcome."""
        return self.outcome.variables

    @property
    def name(self) -> str:
        """Name of the outcome and its own."""
        return f"{self.outcome.name}.{self.component}"

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return its unit."""
        return (self.outcome.units(layout)[self._place],)

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says."""
        return [self.outcome.readings(result)[self._place]]

    def recorded(self, result: Result) -> list[float]:
        """Return what the recorded points say."""
        return [self.outcome.recorded(result)[self._place]]

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        whole, place = self.outcome.bound(layout, translation), self._place
        reduce, of_result = whole.reduce, whole.of_result

        def reduce_one(batch: Batch) -> Found:
            assert reduce is not None
            found = reduce(batch)
            return Found(found.values[:, [place]], found.codes)

        def one_of_result(result: Result) -> tuple[float, ...]:
            assert of_result is not None
            return (of_result(result)[place],)

        return Bound(
            reduce and reduce_one, (whole.units[place],), whole.reads, ("",), whole.reasons,
            of_result and one_of_result,
        )  # fmt: skip

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return f"{self.outcome!r}[{self.component!r}]"


@dataclass(frozen=True, repr=False)
class Window:
    """A part of the run.

    Attributes
    ----------
    between : (float, float) or None
        First and last instant, s; None: the whole run.
    """

    between: tuple[float, float] | None = field(default=None, kw_only=True)

    def runs_in(self, batch: Batch) -> tuple[Batch, NDArray[np.int64] | None]:
        """Return the rows in the window, and which runs have any; None: all of them."""
        if self.between is None:
            return batch, None
        return batch.window(*self.between)


def checked_name(name: Any, what: str) -> str:
    """Return the name of a variable or part.

    Parameters
    ----------
    name : str
        What the user gave.
    what : str
        The function that it was given to, for the message.

    Raises
    ------
    UsageError
        If it is no text.
    """
    if not isinstance(name, str) or not name:
        raise UsageError(f"{what}({shown(name)}): give the dotted name of a variable, 'load.w'")
    return name


def checked_window(between: Any) -> tuple[float, float] | None:
    """Return the two instants of a window, s."""
    if between is None:
        return None
    if isinstance(between, str) or not isinstance(between, Sequence) or len(between) != 2:
        raise UsageError(f"between={shown(between)}: give two instants, (0.1, 0.5)")
    begin, end = (checked_number(one, "between", "s") for one in between)
    if not begin < end:
        raise UsageError(f"between={shown(between)}: the second instant has to come later")
    return begin, end


def spread_out(found: Floats, there: NDArray[np.int64] | None, count: int) -> Found:
    """Return values of some runs as those of all; the others have the code 1."""
    found = found.reshape(len(found), -1)
    if there is None:
        return Found(found)
    values = np.full((count, found.shape[1]), np.nan)
    values[there] = found
    codes = np.ones(count, dtype=np.uint8)
    codes[there] = OCCURRED
    return Found(values, codes)
