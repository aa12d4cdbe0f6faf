"""What all outcomes have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.studies.outcomes.batch import Batch

__all__ = [
    "OCCURRED",
    "Bound",
    "Found",
    "Outcome",
    "Window",
    "checked_window",
    "spread_out",
    "text_of",
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
    """A number, or several, to be kept of each run."""

    def __post_init__(self) -> None:
        name = getattr(self, "name", "")
        if not isinstance(name, str):
            raise UsageError(
                f"{type(self).__name__.lower()}({shown(name)}): give the name of a variable"
            )
        for told in ("value", "before"):
            given = getattr(self, told, None)
            if given is not None and not isinstance(given, (bool, int, str)):
                raise UsageError(f"{name}: {told}={shown(given)}: give a whole number or a label")

    @property
    def over_time(self) -> bool:
        """Whether it is read from output points between the events."""
        return False

    @property
    def instants(self) -> tuple[float, ...]:
        """Instants at which it is read, s."""
        return ()

    @abstractmethod
    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model.

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

    def __repr__(self) -> str:
        """Return how it was asked for."""
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(self).__name__)
        return f"{name.lstrip('_')}({text_of(self)})"


def text_of(outcome: Any) -> str:
    """Return the arguments of an outcome that is a dataclass, as they were given."""
    told = []
    for one in sorted(fields(outcome), key=lambda one: one.kw_only is True):
        value = getattr(outcome, one.name)
        if value == one.default or not one.repr:
            continue
        told.append(repr(value) if one.kw_only is False else f"{one.name}={value!r}")
    return ", ".join(told)


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
