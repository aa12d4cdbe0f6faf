"""Outcomes by name, as the user asked for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, shown
from drivetrain.simulation.outcomes.functions import Function, Text
from drivetrain.simulation.outcomes.outcome import Bound, Outcome
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["named_outcomes", "outcomes_by_name"]

_FORMS = (
    "give outcomes such as final('load.w'), at('load.w', 0.5) or first('clutch.mode', 'stuck'), a "
    "function of a result, a list of these, or {'name': outcome}"
)


@dataclass(frozen=True, repr=False)
class Renamed(Outcome):
    """An outcome under another name."""

    outcome: Outcome
    label: str

    @property
    def name(self) -> str:
        """The other name."""
        return self.label

    @property
    def components(self) -> tuple[str, ...]:  # type: ignore[override]
        """Those of the outcome."""
        return self.outcome.components

    @property
    def output_times(self) -> tuple[float, ...]:
        """Those of the outcome."""
        return self.outcome.output_times

    @property
    def needs_points(self) -> bool:  # type: ignore[override]
        """As for the outcome."""
        return self.outcome.needs_points

    @property
    def variables(self) -> tuple[str, ...] | None:
        """Those of the outcome."""
        return self.outcome.variables

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return those of the outcome."""
        return self.outcome.units(layout)

    def readings(self, result: Result) -> list[Reading]:
        """Return those of the outcome."""
        return self.outcome.readings(result)

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        return self.outcome.bound(layout, translation)

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return repr(self.outcome)


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
    if isinstance(one, Function) and name is None and "<lambda>" in one.name:
        raise UsageError("outcomes: a function without a name: give {'name': function}")
    if isinstance(one, Outcome):
        return one if name is None or name == one.name else Renamed(one, name)
    if not callable(one) or isinstance(one, type):
        raise UsageError(f"outcomes: {shown(one)} is none; {_FORMS}")
    own = name or getattr(one, "name", None) or getattr(one, "__name__", "")
    if not isinstance(own, str) or own == "<lambda>":
        raise UsageError("outcomes: a function without a name: give {'name': function}")
    return Function(one, (), label=own or type(one).__name__)


def outcomes_by_name(record: Any) -> dict[str, Outcome]:
    """Return the outcomes that a study keeps.

    Parameters
    ----------
    record : mapping
        Name → outcome, text or function.

    Raises
    ------
    UsageError
        If something is none.
    """
    if not isinstance(record, Mapping):
        raise UsageError(
            f"record={shown(record)}: give outcomes by name, record={{'v': final('vehicle.v')}}"
        )
    found: dict[str, Outcome] = {}
    for name, what in record.items():
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise UsageError(f"record: {shown(name)} is no name for an outcome; give a text")
        if isinstance(what, str):
            found[name] = Text(what)
        elif isinstance(what, Outcome):
            found[name] = what
        elif callable(what) and not isinstance(what, type):
            found[name] = Function(what)
        else:
            raise UsageError(
                f"record={{{name!r}: {shown(what)}}}: give an outcome such as final('vehicle.v'), "
                "a text such as 'stats.steps', or a function of a result"
            )
    return found
