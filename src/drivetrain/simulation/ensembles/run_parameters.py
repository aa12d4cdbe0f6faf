"""Parameters of the runs of an ensemble, computed on access."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.tables.parameter_facts import ParameterFacts, RunParameterValues
from drivetrain.simulation.results.variable_names import ParameterNames, ParameterValues

__all__ = ["RunParameters"]

Floats = NDArray[np.float64]


class RunParameters(Sequence[Mapping[str, float]]):
    """Parameters of each run by dotted name.

    Parameters
    ----------
    names : ParameterNames
        Names, common to all runs.
    count : int
        Number of runs.
    values : callable
        Returns the value of every parameter in a given run.
    facts : ParameterFacts, optional
        Declarations and tables, the same in all runs.
    """

    def __init__(
        self,
        names: ParameterNames,
        count: int,
        values: Callable[[int], Floats],
        facts: ParameterFacts | None = None,
    ) -> None:
        self._names, self._count, self._values = names, count, values
        self._facts = facts

    def __len__(self) -> int:
        """Return the number of runs."""
        return self._count

    @overload
    def __getitem__(self, run: int) -> Mapping[str, float]: ...

    @overload
    def __getitem__(self, run: slice) -> Sequence[Mapping[str, float]]: ...

    def __getitem__(self, run: int | slice) -> Mapping[str, float] | Sequence[Mapping[str, float]]:
        """Return the parameters of one run, or of some."""
        number = range(self._count)[run]
        if isinstance(number, range):
            return [self[k] for k in number]
        values = partial(self._values, number)
        if self._facts is None:
            return ParameterValues(self._names, values)
        return RunParameterValues(self._names, values, self._facts)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle names and values, without the model."""
        kept = _Kept.of(self._count, self._values)
        return RunParameters, (self._names, self._count, kept, self._facts)


@dataclass(frozen=True, eq=False)
class _Kept:
    """Values for all runs: those of the first, and one row per run for those that vary."""

    first: Floats
    varying: NDArray[np.int64]
    rows: Floats

    @staticmethod
    def of(count: int, values: Callable[[int], Floats]) -> _Kept:
        first = values(0)
        others = []
        for run in range(count):
            numbers = values(run)
            differing = np.flatnonzero(numbers != first)
            others.append((differing, numbers[differing]))
        varying = np.unique(np.concatenate([differing for differing, _ in others]))
        rows = np.tile(first[varying], (count, 1))
        for row, (differing, numbers) in zip(rows, others, strict=True):
            row[np.searchsorted(varying, differing)] = numbers
        return _Kept(first, varying, rows)

    def __call__(self, run: int) -> Floats:
        values = self.first.copy()
        values[self.varying] = self.rows[run]
        return values
