"""Typical sizes of quantities by unit, used to scale initial residuals.

Speeds are compared with the speeds of the same machine, so nothing depends on the unit of
measurement.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.translation import Translation

__all__ = ["Sizes", "start_scales"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sizes:
    """Largest start value among quantities of one unit; 1 if all are zero, or without unit.

    Attributes
    ----------
    of_variable : float array
        For every variable.
    of_state : float array
        For every state.
    """

    of_variable: Floats
    of_state: Floats


def start_scales(translation: Translation, values: Values) -> Sizes:
    """Return the typical sizes of quantities at a start.

    Parameters
    ----------
    translation : Translation
        The model.
    values : Values
        Its start values.
    """
    t, kind = translation, translation.quantities
    size = np.zeros(int(kind.max(initial=0)) + 1)
    given = np.isfinite(values.start) & (t.aliased.discrete < 0)
    np.maximum.at(size, kind[given], np.abs(values.start[given]))
    size[size == 0.0] = 1.0
    size[0] = 1.0
    state = t.column - 2
    is_state = (state >= 0) & (state < len(t.lowered.states)) & (kind > 0)
    of_state = np.ones(len(t.lowered.states))
    of_state[state[is_state]] = size[kind[is_state]]
    return Sizes(size[kind], of_state)
