"""Interface of the data from which result files are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.row_layout import Layout

__all__ = ["Trajectories"]


class Trajectories(Protocol):
    """Recorded rows, the names of their columns, and the parameters of the run."""

    layout: Layout
    model: str
    message: str
    parameter_units: Mapping[str, str]

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Values of the parameters by name."""

    @property
    def names(self) -> Sequence[str]:
        """Names of all variables."""

    @property
    def time(self) -> NDArray[np.float64]:
        """Instants of the rows, s."""

    @property
    def rows(self) -> NDArray[np.float64]:
        """Complete rows."""

    @property
    def status(self) -> Enum:
        """How the run ended."""
