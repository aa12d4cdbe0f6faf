"""Hold some states of a linear model at their values, such as temperatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import (
    Conditions,
    Details,
    StateMatrices,
    StoredEnergies,
    TransmittedPowers,
)
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.matrices import Matrix
from drivetrain.errors import UsageError, nearest, shown
from drivetrain.modeling.argument_values import is_one_of

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["restricted"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]

_CHOICES = ("mechanical",)


def restricted(model: LinearModel, only: str) -> LinearModel:
    """Return a linear model of some of the states; the others stay at their values.

    Parameters
    ----------
    model : LinearModel
        The whole linear model.
    only : {"mechanical"}
        Angles, positions and speeds.

    Raises
    ------
    UsageError
        If `only` is not understood.
    """
    if not is_one_of(only, _CHOICES):
        hint = nearest(str(only), _CHOICES)
        raise UsageError(f"only={shown(only)}: choose 'mechanical' or leave it out{hint}")
    kept = np.flatnonzero(model.is_angle | model.is_speed)
    if len(kept) == len(model.states):
        return model
    point, make = model.point, model.make_details
    names, units = (
        [seen[k] for k in kept.tolist()] for seen in (model.states.names, model.states.units)
    )
    changed = {
        "A": model.A[kept][:, kept],
        "B": model.B[kept],
        "C": model.C[:, kept],
        "constraints": model.constraints[:, kept],
        "states": Signals("state", tuple(names), tuple(units)),
        "point": replace(
            point,
            states=point.states[kept],
            rates=point.rates[kept],
            by_time=point.by_time[kept],
            nominal=point.nominal[kept],
        ),
        "make_details": None
        if make is None
        else lambda: _Restricted(make(), kept, len(model.states)),
    }
    return replace(model, **changed)


class _Restricted:
    """What a model knows about its parts, with some states held."""

    def __init__(self, whole: Details, kept: Ints, n: int) -> None:
        self._whole, self._kept, self._n = whole, kept, n

    def energies(self) -> StoredEnergies:
        """Return the stored energies."""
        found = self._whole.energies()
        return replace(found, rows=found.rows[:, self._kept])

    def powers(self) -> TransmittedPowers:
        """Return the powers at flanges."""
        found = self._whole.powers()
        motions, loads = found.motions[:, self._kept], found.loads[:, self._kept]
        return replace(found, motions=motions, loads=loads)

    def altered(self, factors: Mapping[str, complex]) -> StateMatrices:
        """Return the matrices of laws with complex factors of parameters."""
        found, kept = self._whole.altered(factors), self._kept
        return StateMatrices(found.A[kept][:, kept], found.B[kept], found.C[:, kept], found.D)

    def conditions(self, factors: Mapping[str, complex]) -> Conditions:
        """Return the conditions on which laws depend."""
        found = self._whole.conditions(factors)
        return replace(found, by_states=found.by_states[:, self._kept])

    def beside(self, change: Floats) -> LinearModel:
        """Return the linear model where the states differ by a little."""
        return restricted(self._whole.beside(self._padded(change[:, None])[:, 0]), "mechanical")

    def indeterminate(self) -> Sequence[str]:
        """Return the variables that depend on how locked elements share a load."""
        return self._whole.indeterminate()

    def parameters(self, patterns: Sequence[str]) -> list[tuple[str, float, str]]:
        """Return names, values and units of the parameters that fit names or patterns."""
        return self._whole.parameters(patterns)

    def eigenvalue_slopes(
        self, left: Numbers, right: Numbers, names: Sequence[str], follows: bool
    ) -> Numbers:
        """Return derivatives of eigenvalues, shape (n_modes, n_parameters)."""
        return self._whole.eigenvalue_slopes(
            self._padded(left), self._padded(right), names, follows
        )

    def _padded(self, vectors: Numbers) -> Numbers:
        found = np.zeros((self._n, vectors.shape[1]), dtype=vectors.dtype)
        found[self._kept] = vectors
        return found

    def matrix_slope(self, name: str) -> Matrix:
        """Return the derivative of the state matrix with respect to a parameter."""
        return self._whole.matrix_slope(name)[self._kept][:, self._kept]
