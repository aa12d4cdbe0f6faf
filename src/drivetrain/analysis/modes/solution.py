"""Eigenmodes of a linear model: choose the form and the solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.analysis.arguments import not_negative
from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.modes.reduction import Reduction, reduction_of
from drivetrain.analysis.modes.second_order import SecondOrder, second_order_of
from drivetrain.analysis.modes.solvers import (
    LARGEST_DENSE,
    Pairs,
    Wanted,
    dense_pairs,
    sparse_pairs,
    symmetric_pairs,
)
from drivetrain.errors import AnalysisError, UsageError, shown
from drivetrain.modeling.argument_values import check_flags

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["eigenmodes_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Matrix = Any

_FEW = 24
"""States up to which a general solver takes no longer than a search for symmetry."""
_MANY = 300
"""States above which matrices are sparse while dampers are left out."""


def eigenmodes_of(
    model: LinearModel,
    count: int | None = None,
    near: float = 0.0,
    between: tuple[float, float] | None = None,
    damped: bool = True,
) -> Eigenmodes:
    """Return the eigenmodes of a linear model; see :meth:`LinearModel.eigenmodes`."""
    wanted = _wanted(count, near, between)
    check_flags("eigenmodes", damped=damped)
    if not damped:
        return _undamped(model, wanted)
    if model.A.shape[0] > _FEW:
        found = _symmetric(model, model.A, wanted)
        if found is not None:
            return found
    reduction = model.reduction
    return Eigenmodes(model, _pairs(reduction.matrix, wanted), reduction)


def _wanted(count: Any, near: Any, between: Any) -> Wanted:
    if count is not None and (not isinstance(count, int) or isinstance(count, bool) or count < 1):
        raise UsageError(f"count={shown(count)}: give the number of eigenmodes, 1, 2, …")
    about = not_negative(near, "near", "rad/s")
    return Wanted(count, about, None if between is None else _range(between))


def _range(between: Any) -> tuple[float, float]:
    try:
        low, high = map(float, between)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(
            f"between={shown(between)}: give two angular frequencies in rad/s, (10, 500)"
        ) from None
    if not 0 <= low < high:
        raise UsageError(f"between=({low:g}, {high:g}): the first has to be below the second")
    return low, high


def _pairs(matrix: Matrix, wanted: Wanted) -> Pairs:
    n = matrix.shape[0]
    if n <= LARGEST_DENSE:
        return dense_pairs(dense(matrix), wanted)
    return sparse_pairs(matrix, wanted)


def _symmetric(
    model: LinearModel, matrix: Matrix, wanted: Wanted, *, damped: bool = True
) -> Eigenmodes | None:
    """Return the eigenmodes by a symmetric solver; None if the form does not allow that."""
    reduction = reduction_of(matrix, model.constraints, model.point.nominal, combined=False)
    if not len(reduction.kept):
        return None
    form = _form(model, reduction)
    if form is None or form.proportional is None or form.weights is None:
        return None
    return Eigenmodes(model, symmetric_pairs(form, wanted), reduction, damped=damped)


def _form(model: LinearModel, reduction: Reduction) -> SecondOrder | None:
    kept = reduction.kept
    return second_order_of(reduction.matrix, model.is_angle[kept], model.is_speed[kept])


def _undamped(model: LinearModel, wanted: Wanted) -> Eigenmodes:
    """Return the oscillations without forces that depend on speeds."""
    matrix = _without_damping(model)
    found = _symmetric(model, matrix, wanted, damped=False)
    if found is not None:
        return found
    reduction = reduction_of(matrix, model.constraints, model.point.nominal)
    return Eigenmodes(model, _pairs(reduction.matrix, wanted), reduction, damped=False)


def _without_damping(model: LinearModel) -> Matrix:
    """Return the state matrix in which speeds act on angles only, and others on nothing."""
    angle, speed = model.is_angle, model.is_speed
    matrix = sparse.csr_array(model.A) if model.A.shape[0] > _MANY else model.A
    mechanical = (angle | speed).astype(float)
    coupled = _masked(matrix, mechanical, 1.0 - mechanical)
    if abs(coupled).sum() > 0:
        others = [model.states.names[k] for k in np.flatnonzero(mechanical == 0).tolist()]
        raise AnalysisError(
            f"damped=False: {', '.join(others[:4])} act on the motion, so that there is no purely "
            "mechanical system whose dampers could be left out; linearise with only='mechanical' "
            "to hold them, or take the damped eigenmodes"
        )
    by_angles = _masked(matrix, mechanical, angle.astype(float))
    by_speeds = _masked(matrix, angle.astype(float), speed.astype(float))
    return by_angles + by_speeds


def _masked(matrix: Matrix, rows: Floats, columns: Floats) -> Matrix:
    if is_sparse(matrix):
        left, right = sparse.diags_array(rows), sparse.diags_array(columns)
        return (left @ matrix @ right).tocsr()
    return rows[:, None] * matrix * columns
