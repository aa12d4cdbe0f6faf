"""Noisy relations: those whose sides are equal but for rounding may be true or false.

Relations are frozen between events, so that the truth that a run has taken need not be the one that
its results show. An equation is fulfilled where it is so under either.
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
"""What a relation counts as: of the relation, the difference of its sides, and their truth."""

_MOST = 8
"""So many relations of an equation are tried both ways."""


def least_difference(
    difference: Callable[[Relation], Floats],
    noisy: Callable[[Expr, Any], Bools],
    usual: Relation,
) -> Floats:
    """Return the difference of an equation's sides under the truths of noisy relations that fit.

    Parameters
    ----------
    difference : callable
        Gives it, point by point, when relations count as they are told.
    noisy : callable
        Tells of a relation and the difference of its sides at which points that may be rounding.
    usual : callable
        What a relation counts as where it is not noisy, or not tried.

    Returns
    -------
    float array
        Undefined only where it is so in all cases.
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
