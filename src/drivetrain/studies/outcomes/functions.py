"""Outcomes that are computed by a function of the user, or by the ensemble under a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, shown
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.studies.outcomes.outcome import Bound, Outcome

__all__ = ["Function", "Text", "function"]


@dataclass(frozen=True, repr=False)
class Function(Outcome):
    """What a function makes of the complete result of each run."""

    compute: Callable[[Result], Any]
    labels: tuple[str, ...] = ("",)
    units: tuple[str, ...] = ("1",)
    points: bool = True

    @property
    def over_time(self) -> bool:
        """Whether it is given output points."""
        return self.points

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        return Bound(None, self.units, None, self.labels, of_result=self._numbers)

    def _numbers(self, result: Result) -> tuple[float, ...]:
        found: Any = self.compute(result)
        try:
            several = list(found) if hasattr(found, "__iter__") else [found]
            numbers = tuple([float(one) for one in several])
        except (TypeError, ValueError) as error:
            raise UsageError(f"it returned {shown(found)}: give numbers") from error
        if len(numbers) != len(self.labels):
            raise UsageError(
                f"it returned {len(numbers)} numbers where {len(self.labels)} were announced"
            )
        return numbers

    def __repr__(self) -> str:
        """Return the name of the function."""
        name = getattr(self.compute, "__qualname__", type(self.compute).__name__)
        labels = "" if self.labels == ("",) else f", {list(self.labels)}"
        return f"function({name}{labels})"


@dataclass(frozen=True, repr=False)
class Text(Outcome):
    """What ``ensemble(keep=…)`` computes under a text, such as ``"stats.steps"``."""

    text: str

    @property
    def over_time(self) -> bool:
        """Whether it is read from output points: if it is a statistic of a signal."""
        return "(" in self.text and not self.text.startswith("final(")

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        unit = "J" if self.text.startswith("energy.") else "1"
        if "(" in self.text:
            unit = layout.units[layout.position(self.text.partition("(")[2].removesuffix(")"))]
        return Bound(None, (unit if "error" not in self.text else "1",), None, keep=self.text)

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
    if not callable(compute):
        raise UsageError(f"function({shown(compute)}): give a function of a result")
    names = ("",) if labels is None else _texts(labels, "labels")
    units = (unit,) * len(names) if isinstance(unit, str) else _texts(unit, "unit")
    if len(units) != len(names) or len(set(names)) != len(names):
        raise UsageError(
            f"function(labels={shown(labels)}, unit={shown(unit)}): give one unit for each label, "
            "and no label twice"
        )
    return Function(compute, names, units, bool(points))
