"""First derivatives of a model at one row of a run, whatever computes them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import AnalysisError
from drivetrain.kernel.binding import Solver

__all__ = ["Rows", "SlopeSource", "Slopes", "check_defined", "mean_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Matrix = Any
"""A NumPy array, or a sparse array of SciPy."""

_CANCELS = 1e-10
"""Mean that counts as zero, relative to the mean magnitude."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Slopes of some quantities.

    Attributes
    ----------
    values : float array, shape (n,)
        The quantities themselves.
    by_states : matrix, shape (n, n_states)
        Their slopes with respect to the states.
    by_inputs : matrix, shape (n, n_inputs)
        Their slopes with respect to what the inputs add.
    """

    values: Floats
    by_states: Matrix
    by_inputs: Matrix


class Slopes(ABC):
    """First derivatives of a model at one row of a run."""

    @property
    @abstractmethod
    def rates(self) -> Rows:
        """Derivatives of the states."""

    @property
    @abstractmethod
    def by_time(self) -> Floats:
        """Explicit dependence of the derivatives of the states on time."""

    @property
    @abstractmethod
    def locks(self) -> Rows:
        """Speeds that locks hold, and the angles behind them, for every lock."""

    @property
    @abstractmethod
    def outputs(self) -> Rows:
        """The variables requested as outputs."""

    @abstractmethod
    def variables(self, numbers: Ints) -> Rows:
        """Return the slopes of any variables, given by their numbers."""


class SlopeSource(ABC):
    """Computes the derivatives of a model at rows of its runs."""

    @abstractmethod
    def at(self, solver: Solver, row: Floats, values: Values) -> Slopes:
        """Return the derivatives at a row.

        Parameters
        ----------
        solver : Solver
            Solver with the parameters of the run; it may be closed.
        row : float array
            Row with relations.
        values : Values
            The same parameters, and tables.

        Raises
        ------
        AnalysisError
            If a derivative is infinite or undefined there.
        """

    @abstractmethod
    def mean(self, solver: Solver, rows: Sequence[Floats], values: Values) -> Slopes:
        """Return the mean of the derivatives at several rows; for the arguments see :meth:`at`."""

    @abstractmethod
    def outputs(self, solver: Solver, rows: Sequence[Floats], values: Values) -> Floats:
        """Return the outputs at several rows, shape (n_rows, n_outputs)."""


def check_defined(numbers: Floats, time: float) -> None:
    """Refuse derivatives that are infinite or undefined."""
    if not np.isfinite(numbers).all():
        raise AnalysisError(
            f"at t = {time:g} s a derivative is infinite or undefined, so that there is no linear "
            "model: choose another operating point"
        )


def mean_of(values: ArrayLike) -> Floats:
    """Return the mean over the first axis, in which what cancels is zero."""
    whole = np.asarray(values, dtype=float)
    if len(whole) == 1:
        return np.asarray(whole[0])
    found = whole.mean(axis=0)
    found[np.abs(found) <= _CANCELS * np.abs(whole).mean(axis=0)] = 0.0
    return np.asarray(found)
