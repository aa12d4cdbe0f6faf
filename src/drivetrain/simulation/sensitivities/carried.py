"""What is known of a run with sensitivities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.sensitivity import CarriedSensitivities
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.sensitivities.directions import Directions
from drivetrain.simulation.sensitivities.named import Named

__all__ = ["Carried", "Outset", "Task"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Task:
    """What is differentiated, and where.

    Attributes
    ----------
    prepared : PreparedModel
        The model.
    values : Values
        Values of the run.
    given : mapping
        Those that differ from the model's own.
    wanted : sequence of Named
        The parameters.
    integrals : bool
        Whether integrals of powers are differentiated as well; their changes follow the states.
    """

    prepared: PreparedModel
    values: Values
    given: Mapping[str, Any]
    wanted: Sequence[Named]
    integrals: bool


@dataclass(frozen=True, eq=False)
class Outset:
    """Where a run with sensitivities begins, whatever its tolerance.

    Attributes
    ----------
    reached : Reached
        The start that was found.
    there : (float array, float array) or None
        Values and derivatives there.
    directions : Directions
        How parameters and initial states change, before limits of the start are looked at.
    judged : dict
        Direction, and whether slopes rather than values may be others beside it → why there is no
        derivative at a limit of the start; empty texts where there is one.
    """

    reached: Reached
    there: tuple[Floats, Floats] | None
    directions: Directions
    judged: dict[tuple[int, bool], str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Carried:
    """What is known of a run with sensitivities.

    Attributes
    ----------
    result : Result
        The run itself.
    solver : Solver
        Its solver, closed.
    translation : Translation
        Its model.
    task : Task
        What was differentiated.
    outset : Outset
        Where it begins.
    trouble : list of str
        Why there is no derivative from the start on, by direction; empty texts elsewhere.
    found : CarriedSensitivities
        What the kernel has found.
    """

    result: Result
    solver: Solver
    translation: Translation
    task: Task
    outset: Outset
    trouble: list[str]
    found: CarriedSensitivities

    @property
    def directions(self) -> Directions:
        """How parameters and initial states change."""
        return self.outset.directions
