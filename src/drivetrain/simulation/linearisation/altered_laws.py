"""Linear models whose laws have complex coefficients, such as stiffnesses with a loss factor.

The equations are altered, not the state matrix: where two springs meet without an inertia between
them, the matrix is not linear in either stiffness, but each equation is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.jacobian.equation_slopes import Point
from drivetrain.simulation.slopes.slopes import check_defined
from drivetrain.simulation.slopes.system_slopes import SystemAtRow, SystemSlopes

__all__ = ["AlteredAtRow", "changes_of"]

Complexes = NDArray[np.complex128]
Floats = NDArray[np.float64]

_Changes = Sequence[tuple[complex, Floats]]


class AlteredAtRow(SystemAtRow):
    """Slopes at a row, with complex changes of parameters in all laws.

    The operating point stays as it is: only what deviates from it sees the changes.

    Parameters
    ----------
    source : SystemSlopes
        The equations.
    point : Point
        Values of all quantities.
    changes : sequence of (complex, float array)
        Directions in the space of all parameters, and how far to go in each.
    """

    def __init__(self, source: SystemSlopes, point: Point, changes: _Changes) -> None:
        super().__init__(source, point)
        self._changes = changes

    @cached_property
    def slopes(self) -> Any:
        """Slopes of the equations with respect to all chain members."""
        equations, point = self.source.equations, self.point
        still = np.zeros(len(point.members))
        found = equations.by_members(point)
        for factor, direction in self._changes:
            found = found + factor * equations.changed(point, still, direction)
        check_defined(found.data, point.time)
        return found.tocsr()

    @cached_property
    def by_parameters(self) -> Any:
        """Slopes of the equations with respect to all parameters."""
        equations, point = self.source.equations, self.point
        found = equations.by_parameters(point)
        for factor, direction in self._changes:
            found = found + factor * equations.changed_by_parameters(point, direction)
        return found.tocsc()


def changes_of(
    factors: Mapping[str, complex], directions: Mapping[str, Floats]
) -> list[tuple[complex, Floats]]:
    """Return the changes for factors of parameters; equal factors make one change.

    Parameters
    ----------
    factors : mapping of str to complex
        Factor of each parameter.
    directions : mapping of str to float array
        Change of all parameters for a change of each from its value to twice its value.
    """
    found: dict[complex, Any] = defaultdict(float)
    for name, factor in factors.items():
        if factor != 1:
            found[complex(factor) - 1.0] = found[complex(factor) - 1.0] + directions[name]
    return list(found.items())
