"""What is known of a run with sensitivities."""

from __future__ import annotations

from dataclasses import dataclass

from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.kernel.sensitivity import CarriedSensitivities
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.sensitivities.directions import Directions

__all__ = ["Carried"]


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
    directions : Directions
        How parameters and initial states change.
    found : CarriedSensitivities
        What the kernel has found.
    """

    result: Result
    solver: Solver
    translation: Translation
    directions: Directions
    found: CarriedSensitivities
