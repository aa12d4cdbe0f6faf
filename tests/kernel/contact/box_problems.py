"""Random contacts with limits, and what solves them by other means."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import lsq_linear, nnls

__all__ = ["Contacts", "accelerations", "misses_nearest", "random_contacts"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Contacts:
    """Loads x between limits act on shafts by the columns of ``D'``; slips accelerate by ``D``."""

    D: Floats
    """Shape (contacts, shafts)."""
    J: Floats
    drive: Floats
    """Torques that drive the shafts."""
    low: Floats
    high: Floats
    before: Floats
    """Loads just before, which the limits may have fallen below."""
    balanced: bool
    """Whether loads within the limits exist that balance the drive."""

    @property
    def size(self) -> float:
        """A load that is large among these."""
        return float(1.0 + np.abs([self.low, self.high, self.before]).max())

    @property
    def delassus(self) -> Floats:
        """``D J^-1 D'``: how slips answer to loads, but for the sign."""
        matrix: Floats = (self.D / self.J) @ self.D.T
        return matrix

    def slip_accelerations(self, loads: Floats) -> Floats:
        """Return how slips accelerate; loads oppose."""
        slips: Floats = (self.D / self.J) @ (self.drive - self.D.T @ loads)
        return slips


def random_contacts(seed: int, most: int = 12) -> Contacts:
    """Return contacts that nearly always need each other, half of them with round numbers.

    In every other problem the drive is what some loads within the limits balance.
    """
    draw = np.random.default_rng(seed)
    shafts, m = int(draw.integers(1, 5)), int(draw.integers(1, most + 1))
    if seed % 2:
        D = draw.integers(-1, 2, (m, shafts)).astype(float)
        J, limit = draw.choice([0.5, 1.0, 2.0], shafts), draw.choice([0.5, 1.0, 2.0, 3.0], m)
        parts = draw.choice([-1.0, -0.5, 0.0, 0.5, 1.0], (2, m))
    else:
        digits = int(draw.integers(0, 4))
        D = draw.choice([-1, 0, 1], (m, shafts)) * draw.uniform(0.5, 2, (m, shafts)).round(digits)
        J, limit = 10.0 ** draw.uniform(-1, 1, shafts), 10.0 ** draw.uniform(-1, 1, m)
        parts = np.where(
            draw.random((2, m)) < 0.3, draw.choice([-1, 1], (2, m)), draw.uniform(-1, 1, (2, m))
        )
    low = -limit * draw.choice([1, 1, 1, 0, 0.5], m)
    high = limit * draw.choice([1, 1, 1, 0.5], m)
    balanced, before = np.where(parts > 0, parts * high, -parts * low)
    if draw.random() < 0.2:
        before = before * draw.uniform(1, 2)
    drive, is_balanced = D.T @ balanced, bool(draw.random() < 0.5)
    if not is_balanced:
        drive = drive + draw.choice([-2.0, -1.0, 0.0, 1.0, 2.0], shafts)
    return Contacts(D, J, drive, low, high, before, is_balanced)


def accelerations(contacts: Contacts) -> Floats:
    """Return the slip accelerations, which are unique.

    Gauss's principle: least squares within bounds, by SciPy.
    """
    root = 1.0 / np.sqrt(contacts.J)
    wide = np.maximum(contacts.high, contacts.low + 1e-12)  # SciPy wants room between bounds
    found = lsq_linear(
        root[:, None] * contacts.D.T, root * contacts.drive, (contacts.low, wide), "bvls", tol=1e-15
    )
    return contacts.slip_accelerations(found.x)


def misses_nearest(contacts: Contacts, loads: Floats) -> float:
    """Return by how much loads miss being those nearest to the ones before that balance the drive.

    At the nearest ones the change is a sum of what the equations, and each load that is at a limit,
    hold against it, the latter inwards only (H. W. Kuhn, A. W. Tucker, 1951). As the distance is
    strictly convex, no others are. The best such sum is found by non-negative least squares.
    """
    least = 1e-9 * contacts.size
    each = np.eye(len(loads))
    holds = [contacts.D, -contacts.D]
    holds += [-each[:, loads >= contacts.high - least], each[:, loads <= contacts.low + least]]
    normals = np.hstack(holds)
    missed = float(nnls(normals, loads - contacts.before, maxiter=100 * normals.shape[1])[1])
    unbalanced = np.abs(contacts.D.T @ loads - contacts.drive).max()
    outside = np.maximum(loads - contacts.high, contacts.low - loads).max()
    return max(missed, float(unbalanced), float(outside))
