"""What is known of a study besides the outcomes: names, units, parameter values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.studies.store.folder import manifest_of, sets_of

if TYPE_CHECKING:
    from drivetrain.studies.study import Study

__all__ = ["Facts", "OutcomeFacts"]


@dataclass(frozen=True)
class OutcomeFacts:
    """One outcome.

    Attributes
    ----------
    name : str
        Its name.
    columns : list of str
        Names of its columns.
    begin : int
        The first of them.
    reasons : list of str
        Why it may not occur, by code.
    """

    name: str
    columns: list[str]
    begin: int
    reasons: list[str]


_OWN = ("run", "status", "message", "seconds", "time")
"""Columns and dimensions of tables that are no outcomes."""


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of a study.

    Attributes
    ----------
    model : str
        Name of the model.
    count : int
        Number of runs.
    design : str
        How the values were combined.
    parameters : mapping of str to ndarray
        Values of all runs.
    outcomes : list of OutcomeFacts
        What was kept.
    units : mapping of str to str
        Units of parameters and of columns.
    shape : mapping of str to ndarray
        Values along each dimension of a grid.
    index : object
        Labels of the runs, if the values came from a table.
    keep : tuple of str
        Variables whose trajectories were kept.
    grid : float array
        Their output points, s.
    """

    model: str
    count: int
    design: str
    parameters: Mapping[str, NDArray[Any]]
    outcomes: list[OutcomeFacts]
    units: Mapping[str, str]
    shape: Mapping[str, NDArray[Any]]
    index: Any
    keep: tuple[str, ...]
    grid: NDArray[np.float64]

    def label(self, column: str) -> str:
        """Return what a column of an outcome is called beside parameters and other columns."""
        others = {*self.parameters, *self.keep, *_OWN}
        return f"{column} (outcome)" if column in others else column

    def own_label(self, column: str) -> str:
        """Return what a column such as ``"status"`` is called beside parameters."""
        return f"{column} (run)" if column in self.parameters else column

    @property
    def columns(self) -> list[str]:
        """Names of all columns of outcomes."""
        return [column for one in self.outcomes for column in one.columns]

    @classmethod
    def of(cls, study: Study) -> Facts:
        """Return what is known of a study."""
        slots = study.runner.bound(0)
        return cls(
            study.model,
            len(study),
            repr(study.design),
            study.table.columns,
            [
                OutcomeFacts(slot.name, slot.columns, slot.begin, list(slot.bound.reasons))
                for slot in slots
            ],
            study.units,
            study.table.shape,
            study.table.index,
            study.settings.keep,
            study.settings.grid,
        )

    @classmethod
    def read(cls, folder: Path) -> Facts:
        """Return what a folder tells of its study.

        Raises
        ------
        StudyError
            If it is no folder of a study.
        """
        from drivetrain.studies.work.run_settings import RunSettings

        told = manifest_of(folder)
        settings = dict(told["settings"])
        interval = settings.pop("interval")
        instants, keep = tuple(settings.pop("instants")), tuple(settings.pop("keep"))
        known = RunSettings(
            **settings, interval=np.inf if interval is None else interval,
            instants=instants, keep=keep,
        )  # fmt: skip
        outcomes, begin = [], 0
        for name, reasons in zip(told["outcomes"], told["reasons"], strict=True):
            own = [one for one in told["columns"] if one == name or one.startswith(f"{name}.")]
            own = [one for one in own if told["columns"].index(one) >= begin]
            outcomes.append(OutcomeFacts(name, own, begin, reasons))
            begin += len(own)
        return cls(
            told["model"],
            told["runs"],
            told["design"],
            sets_of(folder),
            outcomes,
            told["units"],
            {name: _axis(values) for name, values in told["shape"].items()},
            None,
            keep,
            known.grid,
        )


def _axis(values: list[Any]) -> NDArray[Any]:
    """Return the values along a dimension: numbers, or tables of them."""
    if not any(isinstance(one, list) for one in values):
        return np.asarray(values)
    found = np.empty(len(values), dtype=object)
    found[:] = [np.asarray(one) for one in values]
    return found
