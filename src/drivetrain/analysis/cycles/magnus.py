"""Solve linear equations with changing coefficients, ``Y' = A(t) Y``, panel by panel.

The Magnus expansion writes the solution over a panel as the exponential of one matrix [1]_. For
constant coefficients it is exact however long the panel is, and however stiff the equations are;
otherwise it is of order 6, from three values of A at the nodes of Gauss.

References
----------
.. [1] S. Blanes, F. Casas, J. A. Oteo, J. Ros, "The Magnus expansion and some of its applications",
   Physics Reports 470, 2009, equations (253) to (257).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["NODES", "Exponents", "exponents", "transitions"]

Floats = NDArray[np.float64]

_ROOT = np.sqrt(15.0)
NODES: Floats = np.array([0.5 - _ROOT / 10, 0.5, 0.5 + _ROOT / 10])
"""Where A is needed, as fractions of a panel."""


_PADE_REACH = 5.371920351148152
"""Norm up to which the Padé approximant of order 13 is exact to rounding."""
_PADE = (
    64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0,
    129060195264000.0, 10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0,
    960960.0, 16380.0, 182.0, 1.0,
)  # fmt: skip
"""Its coefficients."""


class Exponents(NamedTuple):
    """Matrices whose exponentials are the solutions over panels.

    Attributes
    ----------
    matrices : float array, shape (n_panels, n, n)
        The matrices.
    doubts : float array, shape (n_panels,)
        Differences from those of order 4, in the largest sum of a column.
    """

    matrices: Floats
    doubts: Floats


def exponents(values: Floats, lengths: Floats) -> Exponents:
    """Return the exponents of order 6 of some panels.

    Parameters
    ----------
    values : float array, shape (n_panels, 3, n, n)
        A at the nodes of each panel.
    lengths : float array, shape (n_panels,)
        Lengths of the panels.
    """
    h = lengths[:, None, None]
    first, middle, last = values[:, 0], values[:, 1], values[:, 2]
    mean = h * middle
    slope = (_ROOT / 3) * h * (last - first)
    bend = (10 / 3) * h * (last - 2 * middle + first)
    inner = _commutator(mean, slope)
    outer = _commutator(mean, 2 * bend + inner) / -60
    base = mean + bend / 12
    matrices = base + _commutator(-20 * mean - bend + inner, slope + outer) / 240
    fourth = base - inner / 12
    doubts = np.abs(matrices - fourth).sum(axis=1).max(axis=1, initial=0.0)
    return Exponents(matrices, doubts)


def transitions(matrices: Floats) -> Floats:
    """Return the exponentials of matrices, by Padé approximants of scaled ones [1]_.

    Many small matrices are treated together, which takes a small part of the time that one after
    the other would take.

    Parameters
    ----------
    matrices : float array, shape (n_panels, n, n)
        The matrices.

    References
    ----------
    .. [1] N. J. Higham, "The scaling and squaring method for the matrix exponential revisited",
       SIAM Journal on Matrix Analysis and Applications 26, 2005.
    """
    if not matrices.size:
        return matrices.copy()
    norms = np.abs(matrices).sum(axis=1).max(axis=1)
    with np.errstate(divide="ignore"):
        halvings = np.maximum(np.ceil(np.log2(norms / _PADE_REACH)), 0.0).astype(np.int64)
    found = _pade(matrices * np.exp2(-halvings)[:, None, None])
    for k in range(int(halvings.max(initial=0))):
        more = halvings > k
        found[more] = found[more] @ found[more]
    return found


def _pade(matrices: Floats) -> Floats:
    """Return the diagonal Padé approximants of order 13 of exponentials."""
    b, unit = _PADE, np.eye(matrices.shape[1])
    square = matrices @ matrices
    fourth = square @ square
    sixth = fourth @ square
    odd = sixth @ (b[13] * sixth + b[11] * fourth + b[9] * square)
    odd = matrices @ (odd + b[7] * sixth + b[5] * fourth + b[3] * square + b[1] * unit)
    even = sixth @ (b[12] * sixth + b[10] * fourth + b[8] * square)
    even = even + b[6] * sixth + b[4] * fourth + b[2] * square + b[0] * unit
    return np.asarray(np.linalg.solve(even - odd, even + odd), dtype=np.float64)


def _commutator(a: Floats, b: Floats) -> Floats:
    product: Floats = a @ b - b @ a
    return product
