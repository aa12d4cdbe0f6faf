"""What all designs have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import index
from typing import Any

from drivetrain.errors import UsageError, shown
from drivetrain.studies.parameters.axes import Axis, Constant, Listed
from drivetrain.studies.parameters.sets import ParameterTable

__all__ = ["Design", "counted", "listed", "seeded"]


class Design(ABC):
    """Which values of the parameters are combined in the runs of a study."""

    @abstractmethod
    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return the parameter values of all runs.

        Parameters
        ----------
        axes : sequence of Axis
            What varies, and how.

        Raises
        ------
        UsageError
            If the axes do not suit the design.
        """


def listed(design: str, axes: Sequence[Axis]) -> list[Axis]:
    """Return the axes with several values, after refusing distributions."""
    for axis in axes:
        if not isinstance(axis.spread, (Listed, Constant)):
            raise UsageError(
                f"{design} combines values, but {axis.label} has a distribution, {axis.spread}: "
                "give a list, or draw samples with sobol(n), latin(n) or random(n)"
            )
    found = [axis for axis in axes if isinstance(axis.spread, Listed)]
    if not axes:
        raise UsageError(f"{design}: give at least one parameter to vary")
    return found


def counted(n: Any, design: str) -> int:
    """Return a number of samples, or refuse it."""
    try:
        count = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        count = 0
    if count < 1:
        raise UsageError(f"{design}({shown(n)}): give the number of samples, 1 or more")
    return count


def seeded(seed: Any, design: str) -> int:
    """Return the seed of a design, or refuse it."""
    try:
        found = -1 if isinstance(seed, bool) else index(seed)
    except TypeError:
        found = -1
    if found < 0:
        raise UsageError(f"{design}: seed={shown(seed)}: give a whole number, 0 or more")
    return found
