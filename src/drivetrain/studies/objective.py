"""An outcome as a function of what varies, for optimisers of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.errors import NameLookupError, SimulationInterrupted, UsageError, nearest, shown
from drivetrain.studies.distributions.correlated import CorrelatedNormal
from drivetrain.studies.parameters.axes import Axis, Constant, Listed
from drivetrain.studies.work.piece import DONE

if TYPE_CHECKING:
    from drivetrain.studies.study import Study

__all__ = ["Objective"]

Floats = NDArray[np.float64]
Limit = tuple[float | None, float | None]


class Objective:
    """A number to be made small, of many points at once; see :meth:`Study.objective`.

    Parameters
    ----------
    study : Study
        What varies, what is kept, and how the runs are made.
    outcome : str
        The column to be made small.
    limits : mapping of str to (float or None, float or None)
        Least and greatest values of columns.
    maximise : bool
        Whether it is to be made large instead.
    threads : int, optional
        Number of runs side by side.

    Attributes
    ----------
    names : tuple of str
        What varies, in the order of the coordinates.
    runs, infeasible : int
        Number of runs that were made, and of those that do not count.
    """

    def __init__(
        self, study: Study, outcome: str, limits: Any, maximise: bool, threads: int | None
    ) -> None:
        self._study, self._threads = study, threads
        self._sign = -1.0 if maximise else 1.0
        axes = [axis for axis in study.table.axes if not isinstance(axis.spread, Constant)]
        for target in (target for axis in axes for target in axis.targets):
            if not target.is_numeric or target.kind == "structural":
                raise UsageError(
                    f"objective: {target.name!r} is no number that can be varied between runs"
                )
        self.names = tuple(name for axis in axes for name in axis.names)
        self.bounds = [ends for axis in axes for ends in _bounds(axis)]
        self._column = self._place(outcome)
        if not isinstance(limits, Mapping):
            raise UsageError(f"objective(limits={shown(limits)}): {_LIMITS}")
        self._limits = {self._place(name): _ends(name, ends) for name, ends in limits.items()}
        self.runs = self.infeasible = 0

    def __call__(self, points: ArrayLike) -> Any:
        """Return the number at one point or at many.

        Parameters
        ----------
        points : array_like, shape (n,) or (k, n)
            Values of :attr:`names`, in SI units.

        Returns
        -------
        float, or ndarray of shape (k,)
            Infinite where the run failed, an outcome has no value, or a limit is exceeded.
        """
        array = np.asarray(points, dtype=float)
        found, status = self._made(np.atleast_2d(array))
        good = status == DONE
        for place, (least, most) in self._limits.items():
            good &= (found[:, place] >= least) & (found[:, place] <= most)
        values = self._sign * found[:, self._column]
        good &= ~np.isnan(values)
        self.infeasible += int(np.count_nonzero(~good))
        values = np.where(good, values, np.inf)
        return values if array.ndim > 1 else float(values[0])

    def outcomes(self, points: ArrayLike) -> dict[str, Floats]:
        """Return all columns at some points, for several objectives or constraints.

        Parameters
        ----------
        points : array_like, shape (k, n)
            Values of :attr:`names`, in SI units.

        Returns
        -------
        dict of str to ndarray of shape (k,)
            NaN where there is no value.
        """
        found, _ = self._made(np.atleast_2d(np.asarray(points, dtype=float)))
        return dict(zip(self._study.columns, found.T, strict=True))

    def _made(self, points: Floats) -> tuple[Floats, NDArray[np.uint8]]:
        """Make the runs; return outcomes and status of each."""
        count, width = points.shape if points.ndim == 2 else (0, -1)
        if width != len(self.names):
            raise UsageError(
                f"points of shape {points.shape}: give {len(self.names)} numbers in each row, for "
                f"{', '.join(self.names)}"
            )
        if not np.isfinite(points).all():
            raise UsageError("points: give finite numbers")
        table = self._study.table
        columns = {
            name: np.repeat(table.columns[name][:1], count)
            for name in table.at_run_time
            if name not in self.names
        }
        columns.update(zip(self.names, points.T.copy(), strict=True))
        made = self._study.runner.make(0, np.arange(count), columns, self._threads)
        if made.was_stopped:
            raise SimulationInterrupted("stopped by the user", None)
        self.runs += count
        return made.piece.values, made.piece.status

    def _place(self, name: Any) -> int:
        columns = self._study.columns
        if not isinstance(name, str) or name not in columns:
            raise NameLookupError(
                f"this study has no outcome {shown(name)}{nearest(str(name), columns)}; there are "
                f"{', '.join(columns)}"
            )
        return columns.index(name)


_LIMITS = "give least and greatest values by name, limits={'locked': (None, 0.4)}"


def _ends(name: str, ends: Any) -> tuple[float, float]:
    """Return the limits of a column; infinite where there is none."""
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise UsageError(f"objective(limits={{{name!r}: {shown(ends)}}}): {_LIMITS}")
    least, most = (
        default if one is None else float(one)
        for one, default in zip(ends, (-np.inf, np.inf), strict=True)
    )
    if not least <= most:
        raise UsageError(f"objective(limits={{{name!r}: {shown(ends)}}}): the lower one first")
    return least, most


def _bounds(axis: Axis) -> list[tuple[float, float]]:
    """Return between which values each parameter of an axis lies; infinite if without end."""
    if isinstance(axis.spread, Listed):
        return [(float(axis.spread.values.min()), float(axis.spread.values.max()))]
    if isinstance(axis.spread, CorrelatedNormal):
        return [(-np.inf, np.inf)] * len(axis.targets)
    low, high = axis.at(np.array([[0.0], [1.0]]))[axis.names[0]]
    return [(float(low), float(high))]
