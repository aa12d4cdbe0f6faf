"""Handling of relations whose sides are equal within rounding and may be true or false.

Relations are frozen between events, so the value that a run has used need not be the one implied by
its results. An equation is satisfied if it is so for either value.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drivetrain.modeling.expression import Expr

__all__ = ["Relation", "least_difference"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Relation: TypeAlias = Callable[[Expr, Any, Any], Any]
"""Value of a relation as a function of the relation, the difference of its sides, and their
truth."""

_MOST = 8
"""Number of relations of an equation that are tried with both values."""


def least_difference(
    difference: Callable[[Relation], Floats],
    noisy: Callable[[Expr, Any], Bools],
    usual: Relation,
) -> Floats:
    """Return the difference of an equation's sides for the best values of ambiguous relations.

    Parameters
    ----------
    difference : callable
        Returns it, point by point, for given values of the relations.
    noisy : callable
        Tells, for a relation and the difference of its sides, at which points that may be rounding.
    usual : callable
        Value of a relation where it is not ambiguous, or not tried.

    Returns
    -------
    float array
        Undefined only where it is undefined in all cases.
    """
    seen: dict[int, Bools] = {}

    def note(e: Expr, apart: Any, truth: Any) -> Any:
        seen[id(e)] = noisy(e, apart)
        return usual(e, apart, truth)

    best = difference(note)
    unsure = [number for number, where in seen.items() if where.any()][:_MOST]
    for choice in product((False, True), repeat=len(unsure)):
        if not np.any(best != 0):
            break
        forced = dict(zip(unsure, choice, strict=True))

        def take(e: Expr, apart: Any, truth: Any, forced: dict[int, bool] = forced) -> Any:
            value = usual(e, apart, truth)
            wanted = forced.get(id(e))
            return value if wanted is None else np.where(seen[id(e)], wanted, value)

        trial = difference(take)
        best = np.where((np.abs(trial) < np.abs(best)) | np.isnan(best), trial, best)
    return best
