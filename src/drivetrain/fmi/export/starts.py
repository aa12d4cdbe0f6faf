"""Start values of states: which of them are given exactly, and follow from no parameter."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.modeling.expression import Expr

__all__ = ["computed_starts"]


def computed_starts(flat: Flat) -> NDArray[np.bool_]:
    """Return the variables whose start value is an expression of parameters.

    Parameters
    ----------
    flat : Flat
        The flat model; outer parts come before inner ones, and what they say counts.
    """
    computed = np.zeros(flat.n_variables, dtype=bool)
    given = np.zeros(flat.n_variables, dtype=bool)
    for one in flat.instances:
        for own in one.trace.variables:
            at = one.variable + own.slot
            computed[at[~given[at]]] = _is_computed(own.start)
        for binding in one.trace.start_bindings:
            at = (one.variable[:, None] + np.atleast_1d(np.asarray(binding.slots))).ravel()
            computed[at[~given[at]]] = _is_computed(binding.start.value)
            given[at] = True
    return computed


def _is_computed(value: Any) -> bool:
    return isinstance(value, Expr)
