"""Outcomes that are computed by a function of the user, or by the ensemble under a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Any

import numpy as np

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.argument_values import check_flags
from drivetrain.simulation.outcomes.outcome import Bound, Component, Outcome
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["Function", "Text", "function", "function_of"]

_NO_NUMBER = "the function returned NaN"


@dataclass(frozen=True, repr=False)
class Function(Outcome):
    """What a function makes of the complete result of each run.

    Parameters
    ----------
    compute : callable
        The function, or any other object that can be called with a result.
    components : tuple of str
        Names of its numbers; none if their number is not known before.
    unit_texts : tuple of str
        Their units; none to take the attribute `unit` of the function, if it has one.
    needs_points : bool
        Whether it is given output points between the events.
    label : str
        Its name in tables; that of the function if empty.
    """

    compute: Callable[[Result], Any]
    components: tuple[str, ...] = ("",)
    unit_texts: tuple[str, ...] = ()
    needs_points: bool = True
    label: str = field(default="", kw_only=True)

    @property
    def name(self) -> str:
        """Its label."""
        return self.label or self._called

    @property
    def _called(self) -> str:
        return str(getattr(self.compute, "__qualname__", type(self.compute).__name__))

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return the unit of each number; an empty text where it is not known."""
        if self.unit_texts:
            return self.unit_texts
        unit = getattr(self.compute, "unit", "")
        return (unit if isinstance(unit, str) else "",)

    def readings(self, result: Result) -> list[Reading]:
        """Return its numbers."""
        try:
            value = self.compute(result)
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
        if self.components not in ((), ("",)) and len(numbers) != len(self.components):
            raise UsageError(_miscounted(len(numbers), len(self.components)))
        return [Reading(x) if x == x else Reading(nan, why=_NO_NUMBER) for x in numbers.tolist()]

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        labels = self.components or ("",)
        units = tuple(unit or "1" for unit in self.units(layout))
        return Bound(None, units, None, labels, ("", _NO_NUMBER), self._numbers)

    def _numbers(self, result: Result) -> tuple[float, ...]:
        found: Any = self.compute(result)
        try:
            several = list(found) if hasattr(found, "__iter__") else [found]
            numbers = tuple([float(one) for one in several])
        except (TypeError, ValueError) as error:
            raise UsageError(f"it returned {shown(found)}: give numbers") from error
        if len(numbers) != len(self.components or ("",)):
            raise UsageError(_miscounted(len(numbers), len(self.components or ("",))))
        return numbers

    def __repr__(self) -> str:
        """Return the name of the function."""
        labels = "" if self.components in ((), ("",)) else f", {list(self.components)}"
        return f"function({self._called}{labels})"


def _miscounted(found: int, announced: int) -> str:
    return f"it returned {found} numbers where {announced} were announced"


def function_of(outcome: Outcome) -> Function | None:
    """Return the function that an outcome is, or is a number of; None if it is another one."""
    inner = outcome.outcome if isinstance(outcome, Component) else outcome
    return inner if isinstance(inner, Function) else None


@dataclass(frozen=True, repr=False)
class Text(Outcome):
    """What ``ensemble(keep=…)`` computes under a text, such as ``"stats.steps"``."""

    text: str

    @property
    def name(self) -> str:
        """The text."""
        return self.text

    @property
    def needs_points(self) -> bool:  # type: ignore[override]
        """Whether it is a statistic of a signal."""
        return "(" in self.text and not self.text.startswith("final(")

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return its unit."""
        if "(" in self.text:
            variable = self.text.partition("(")[2].removesuffix(")")
            return (layout.units[layout.position(variable)],)
        return ("J" if self.text.startswith("energy.") and "error" not in self.text else "1",)

    def readings(self, result: Result) -> list[Reading]:
        """Refuse: only ensembles and studies know these texts."""
        raise UsageError(f"{self.text!r} is known to ensembles and studies only")

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        return Bound(None, self.units(layout), None, keep=self.text)

    def __repr__(self) -> str:
        """Return the text."""
        return repr(self.text)


def _texts(given: Any, argument: str) -> tuple[str, ...]:
    """Return several texts, or refuse anything else."""
    fits = isinstance(given, (list, tuple)) and all(isinstance(one, str) for one in given)
    if not fits or not given:
        raise UsageError(f"function({argument}={shown(given)}): give texts in a list")
    return tuple(given)


@explained
def function(
    compute: Callable[[Result], Any],
    labels: Sequence[str] | None = None,
    *,
    unit: str | Sequence[str] = "1",
    points: bool = True,
) -> Function:
    """Return the outcome that a function makes of the result of each run.

    This is the slow path: the function runs in Python, for one run at a time, and needs all
    variables of the run. An error that it raises makes the run a failed one; the others go on.

    Parameters
    ----------
    compute : callable
        Takes a :class:`Result`, as an ensemble gives it (without counters and start report), and
        returns a number, or one for each label.
    labels : sequence of str, optional
        Names of several numbers; the columns are called ``name.label``.
    unit : str or sequence of str
        Their unit, or one for each.
    points : bool
        Whether the result is to hold output points between the events.

    Raises
    ------
    UsageError
        If it is no function, or the units do not match the labels.
    """
    check_flags("function", points=points)
    if not callable(compute) or isinstance(compute, type):
        raise UsageError(f"function({shown(compute)}): give a function of a result")
    names = ("",) if labels is None else _texts(labels, "labels")
    units = (unit,) * len(names) if isinstance(unit, str) else _texts(unit, "unit")
    if len(units) != len(names) or len(set(names)) != len(names):
        raise UsageError(
            f"function(labels={shown(labels)}, unit={shown(unit)}): give one unit for each label, "
            "and no label twice"
        )
    return Function(compute, names, units, points)
