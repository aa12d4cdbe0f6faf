"""Several parameters varied at once: a study as others make it, asked for by a page."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import drivetrain
from drivetrain.errors import UsageError
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.model.places import EVERY
from drivetrain.studio.runs.studio_run import Setting

if TYPE_CHECKING:
    from drivetrain.outcomes import Outcome
    from drivetrain.studies.results.study_result import StudyResult
    from drivetrain.studies.study import Study

__all__ = ["SPREADS", "WORDS", "Asked", "SampledStudy", "Varied", "study_facts"]

SPREADS = ("uniform", "log_uniform", "normal")
"""Distributions between two numbers; 95 % of a normal one."""
_WITHIN = 1.959963984540054
"""Standard deviations on each side that hold 95 % of a normal distribution."""

WORDS: Mapping[str, str] = {
    "final": "variable", "minimum": "variable", "maximum": "variable", "mean": "variable",
    "rms": "variable", "integral": "variable", "peak": "variable",
    "first": "event", "last": "event", "count": "event", "time_in": "event",
    "dissipated": "part", "supplied": "part", "stored": "part",
}  # fmt: skip
"""Outcomes that a page may ask for, and what they are of."""


@dataclass(frozen=True)
class Varied:
    """A parameter, and how it is drawn.

    Attributes
    ----------
    name : str
        The parameter.
    spread : str
        One of :data:`SPREADS`.
    low, high : float
        Between which numbers.
    """

    name: str
    spread: str
    low: float
    high: float

    @property
    def arguments(self) -> tuple[float, float]:
        """Arguments of the distribution."""
        if self.spread == "normal":
            return (self.low + self.high) / 2, (self.high - self.low) / (2 * _WITHIN)
        return self.low, self.high

    def distribution(self) -> Any:
        """Return the distribution.

        Raises
        ------
        UsageError
            If there is none between these numbers.
        """
        if not self.low < self.high:
            raise UsageError(
                f"{self.name} from {self.low:g} to {self.high:g}: the first number has to be the "
                "lower one"
            )
        return getattr(drivetrain.studies, self.spread)(*self.arguments)


@dataclass(frozen=True)
class Asked:
    """An outcome, as a page names it.

    Attributes
    ----------
    word : str
        One of :data:`WORDS`.
    of : str
        A variable or a part; empty for all parts.
    value : str
        Label of a value of a discrete variable; empty for any.
    """

    word: str
    of: str
    value: str = ""

    @property
    def arguments(self) -> tuple[str, ...]:
        """Arguments of the outcome."""
        return tuple(filter(None, (self.of, self.value if WORDS[self.word] == "event" else "")))

    def outcome(self) -> Outcome:
        """Return the outcome."""
        made: Outcome = getattr(drivetrain.outcomes, self.word)(*self.arguments)
        return made


@dataclass(frozen=True)
class SampledStudy:
    """What is to be varied, and what is kept.

    Attributes
    ----------
    setting : Setting
        All that is not varied.
    fixed : mapping
        Its parameters, those of arrays one by one.
    varied : tuple of Varied
        What is.
    asked : tuple of Asked
        Outcomes.
    count, seed : int
        Number of samples, and what determines them.
    revision : int
        Of the source that it is made from.
    """

    setting: Setting
    fixed: Mapping[str, Any]
    varied: tuple[Varied, ...]
    asked: tuple[Asked, ...]
    count: int
    seed: int
    revision: int = 0

    def of(self, loaded: LoadedModel) -> Study:
        """Return the study of a model, compiled for it alone, so that it can run beside the page.

        Parameters
        ----------
        loaded : LoadedModel
            The model, with the structural parameters of the setting.

        Raises
        ------
        DrivetrainError
            If there is no such study; the message says why.
        """
        assert loaded.model is not None
        vary: dict[str, Any] = {}
        for one in self.varied:
            if EVERY in one.name:
                raise UsageError(
                    f"{one.name} stands for several parameters, which would be drawn one by one: "
                    "vary it alone, or one element of it in a script"
                )
            if one.name in vary:
                raise UsageError(f"{one.name} is varied twice: remove one of them")
            vary[one.name] = one.distribution()
        vary = {**self.fixed, **vary}
        record = {one.name: one for one in (asked.outcome() for asked in self.asked)}
        return drivetrain.compile(loaded.model).study(
            vary, design=drivetrain.studies.sobol(self.count, seed=self.seed), record=record,
            stop_time=self.setting.stop_time,
        )  # fmt: skip


def study_facts(
    result: StudyResult, names: Sequence[str], structural: Container[str] = (), step: int = 1
) -> dict[str, Any]:
    """Return the runs of a study as plain data, column by column.

    Parameters
    ----------
    result : StudyResult
        What has come of the study.
    names : sequence of str
        Its parameters.
    structural : container of str
        Those that change the equations.
    step : int
        Tell every so many-th run only.
    """
    values = [(name, result.parameters[name]) for name in names]
    values += [(name, result[name]) for name in result.outcomes]
    columns = [
        {"name": name, "unit": result.units[name], "is_parameter": k < len(names),
         "is_structural": name in structural, "is_flag": column.dtype.kind == "b",
         "values": [_plain(value) for value in column[::step]]}
        for k, (name, column) in enumerate(values)
    ]  # fmt: skip
    status, runs = result.status, range(0, len(result), step)
    told = [result.message(run) for run in runs]
    return {
        "columns": columns, "step": step, "count": len(result), "statuses": list(status[::step]),
        "over": int((status != "not run").sum()), "failed": int((status == "failed").sum()),
        "messages": {str(k): text for k, text in enumerate(told) if text},
    }  # fmt: skip


def _plain(value: Any) -> float | None:
    return float(value) if isfinite(value) else None
