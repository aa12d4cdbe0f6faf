"""A row of a run at which derivatives are taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.kernel.binding import Solver

__all__ = ["Reached"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Reached:
    """A solver at an instant, and the row there.

    Attributes
    ----------
    solver : Solver
        With the parameters of the run; it may be closed.
    row : float array
        Time, flag, states, discrete values and relations.
    values : Values
        Parameters and start values of the run.
    """

    solver: Solver
    row: Floats
    values: Values
