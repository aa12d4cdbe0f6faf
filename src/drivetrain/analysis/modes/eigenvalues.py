"""What eigenvalues of oscillations tell: frequencies and damping ratios."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["OfEigenvalues"]


class OfEigenvalues:
    """Adds frequencies and damping ratios to an object with eigenvalues, in their shape.

    Attributes
    ----------
    eigenvalue : complex array
        The eigenvalues, 1/s.
    """

    eigenvalue: NDArray[np.complex128]

    @property
    def omega(self) -> NDArray[np.float64]:
        """Undamped angular frequencies, rad/s."""
        return np.abs(self.eigenvalue)

    @property
    def frequency(self) -> NDArray[np.float64]:
        """Undamped frequencies, Hz."""
        return np.asarray(self.omega / (2 * np.pi))

    @property
    def damping(self) -> NDArray[np.float64]:
        """Damping ratios; below zero an oscillation grows."""
        return np.asarray(0.0 - self.eigenvalue.real / self.omega)
