"""What all engines have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.studies.engines.planning import Planner, Task
from drivetrain.studies.work.piece import Piece
from drivetrain.studies.work.runner import Runner

__all__ = ["Engine", "Work"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Work:
    """What an engine has to do, and whom it tells.

    Attributes
    ----------
    runner : Runner
        Makes runs.
    columns : callable
        Returns the parameters of some runs.
    planner : callable
        Returns the chunks, given the numbers of workers and threads.
    receive : callable
        Called with each piece of finished runs.
    over : callable
        Called with the number of runs of the present chunk that are over.
    was_stopped : callable
        Tells whether the user has asked to stop.
    """

    runner: Runner
    columns: Callable[[Ints], Mapping[str, NDArray[Any]]]
    planner: Callable[[int, int], Planner]
    receive: Callable[[Piece], None]
    over: Callable[[int], None]
    was_stopped: Callable[[], bool]

    def columns_of(self, task: Task) -> Mapping[str, NDArray[Any]]:
        """Return the parameters of the runs of a task."""
        return self.columns(task.runs)


class Engine(ABC):
    """Makes all runs of a study."""

    @abstractmethod
    def do(self, work: Work) -> None:
        """Make runs until all are over, or the user stops.

        Parameters
        ----------
        work : Work
            What to do.
        """
