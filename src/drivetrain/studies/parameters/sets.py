"""The parameter values of all runs, one column for each name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.studies.parameters.axes import Axis
from drivetrain.studies.parameters.varied_model import Target

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ParameterTable", "Variant", "variants_of"]


@dataclass(frozen=True, eq=False)
class Variant:
    """Runs with the same equations.

    Attributes
    ----------
    structural : mapping
        Values of the structural parameters by name.
    runs : int array
        Indices of the runs.
    """

    structural: Mapping[str, Any]
    runs: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ParameterTable:
    """The values of all runs.

    Attributes
    ----------
    axes : sequence of Axis
        What varies, and how.
    columns : mapping of str to ndarray
        Name → one value for each run, in the unit of the parameter.
    shape : mapping of str to ndarray
        Values along each dimension of a grid, the first one varying slowest; empty otherwise.
    index : object
        Labels of the runs, if they come from a table.
    """

    axes: Sequence[Axis]
    columns: Mapping[str, NDArray[Any]]
    shape: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    index: Any = None

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(next(iter(self.columns.values())))

    @property
    def targets(self) -> list[Target]:
        """What the names stand for."""
        return [target for axis in self.axes for target in axis.targets]

    @property
    def units(self) -> dict[str, str]:
        """Unit of each column."""
        return {target.name: target.unit for target in self.targets}

    def frame(self) -> pd.DataFrame:
        """Return the values as a table; its ``attrs["units"]`` tells the units."""
        import pandas as pd

        index = pd.RangeIndex(len(self), name="run") if self.index is None else self.index
        table = pd.DataFrame(dict(self.columns), index=index)
        table.attrs["units"] = self.units
        return table

    def given(self, names: Sequence[str], runs: Any) -> dict[str, NDArray[Any]]:
        """Return the values of some parameters in some runs."""
        return {name: self.columns[name][runs] for name in names}

    @property
    def at_run_time(self) -> list[str]:
        """Names of what can be set without another translation."""
        return [target.name for target in self.targets if target.kind != "structural"]

    def variants(self) -> Iterator[Variant]:
        """Yield the groups of runs that share their equations, in the order of appearance."""
        names = [target.name for target in self.targets if target.kind == "structural"]
        yield from variants_of({name: self.columns[name] for name in names}, len(self))


def variants_of(structural: Mapping[str, NDArray[Any]], count: int) -> Iterator[Variant]:
    """Yield the groups of runs with the same structural parameters, in the order of appearance.

    Parameters
    ----------
    structural : mapping of str to ndarray
        Values of the structural parameters that vary, one for each run.
    count : int
        Number of runs.
    """
    if not structural:
        yield Variant({}, np.arange(count))
        return
    groups: dict[tuple[Any, ...], list[int]] = {}
    for run, key in enumerate(zip(*(one.tolist() for one in structural.values()), strict=True)):
        groups.setdefault(key, []).append(run)
    for key, runs in groups.items():
        yield Variant(dict(zip(structural, key, strict=True)), np.array(runs, dtype=np.int64))
