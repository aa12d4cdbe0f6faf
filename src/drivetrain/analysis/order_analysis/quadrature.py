"""Quadrature on a cell of angle: the pair of Gauss and Kronrod with 7 and 15 nodes.

The rule with 15 nodes integrates polynomials up to degree 23 exactly. The other one uses 7 of the
same nodes; how far the two are apart tells whether the nodes resolve the integrand.

References
----------
R. Piessens, E. de Doncker-Kapenga, C. W. Überhuber, D. K. Kahaner: QUADPACK, Springer 1983,
routine QK15.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["NODES", "SEVEN_WEIGHTS", "WEIGHTS", "interpolation"]

Floats = NDArray[np.float64]

_HALF_NODES = (
    0.991455371120812639206854697526329,
    0.949107912342758524526189684047851,
    0.864864423359769072789712788640926,
    0.741531185599394439863864773280788,
    0.586087235467691130294144838258730,
    0.405845151377397166906606412076961,
    0.207784955007898467600689403773245,
)
_HALF_WEIGHTS = (
    0.022935322010529224963732008058970,
    0.063092092629978553290700663189204,
    0.104790010322250183839876322541518,
    0.140653259715525918745189590510238,
    0.169004726639267902826583426598550,
    0.190350578064785409913256402421014,
    0.204432940075298892414161999234649,
)
_MIDDLE_WEIGHT = 0.209482141084727828012999174891714
_HALF_SEVEN = (
    0.129484966168869693270611432679082,
    0.279705391489276667901467771423780,
    0.381830050505118944950369775488975,
)
_MIDDLE_SEVEN = 0.417959183673469387755102040816327

NODES: Floats = np.array([*(-node for node in _HALF_NODES), 0.0, *_HALF_NODES[::-1]])
"""Nodes from -1 to 1, increasing."""
WEIGHTS: Floats = np.array([*_HALF_WEIGHTS, _MIDDLE_WEIGHT, *_HALF_WEIGHTS[::-1]])
"""Weights of the rule with 15 nodes; their sum is 2."""
SEVEN_WEIGHTS: Floats = np.zeros(len(NODES))
"""Weights of the rule with 7 nodes, zero at the others."""
SEVEN_WEIGHTS[1::2] = [*_HALF_SEVEN, _MIDDLE_SEVEN, *_HALF_SEVEN[::-1]]


def interpolation(points: Floats) -> Floats:
    """Return the matrix that turns values at the nodes into those of their polynomial.

    Parameters
    ----------
    points : float array, shape (n,)
        From -1 to 1.

    Returns
    -------
    float array, shape (15, n)
        Row vectors of values are multiplied by it from the right.

    Notes
    -----
    Barycentric formula (Berrut and Trefethen, SIAM Review 46, 2004).
    """
    apart = NODES[:, None] - NODES
    np.fill_diagonal(apart, 1.0)
    distance = points - NODES[:, None]
    exact = distance == 0.0
    terms = 1.0 / (apart.prod(axis=1)[:, None] * np.where(exact, 1.0, distance))
    matrix = terms / terms.sum(axis=0)
    hit = exact.any(axis=0)
    matrix[:, hit] = exact[:, hit]
    return np.asarray(matrix, dtype=np.float64)
