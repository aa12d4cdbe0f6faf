"""Connected components of signed equalities, for alias elimination."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, as_indices, weak_labels

__all__ = ["SignedComponents", "components", "signed_components"]


class SignedComponents(NamedTuple):
    """Classes of variables that are equal up to sign: ``v[i] == sign[i] * v[representative[i]]``.

    Attributes
    ----------
    representative : int array of shape (n,)
        Smallest member of the class of each variable.
    sign : int8 array of shape (n,)
        +1 or -1 relative to the representative; +1 in a class that is zero.
    is_zero : bool array of shape (n,)
        Whether the class is zero, because a member is zero or because ``v == -v`` follows.
    """

    representative: IntArray
    sign: NDArray[np.int8]
    is_zero: BoolArray


def signed_components(
    n: int, a: ArrayLike, b: ArrayLike, sign: ArrayLike, zero: ArrayLike = ()
) -> SignedComponents:
    """Merge variables along the equalities ``v[a] == sign * v[b]``.

    Every variable gets two nodes, ``+v`` and ``-v``; an equality joins ``+a`` with ``±b`` and
    ``-a`` with ``∓b``. A class is zero when ``+v`` and ``-v`` meet in one connected component.
    The doubling is that of signed graphs [1]_.

    Parameters
    ----------
    n : int
        Number of variables.
    a, b : array_like of int, shape (edges,)
        The two sides of each equality.
    sign : array_like of int, shape (edges,)
        +1 or -1 for each equality (only the sign bit is used).
    zero : array_like of int
        Variables known to be zero.

    Returns
    -------
    SignedComponents

    Raises
    ------
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] T. Zaslavsky, "Signed graphs", Discrete Applied Mathematics 4 (1982) 47–74.
    """
    left, right = as_indices(a, n, "Variable"), as_indices(b, n, "Variable")
    zeros = as_indices(zero, n, "Variable")
    flip = (np.asarray(sign).ravel() < 0).astype(np.intp)
    # Node 2 i is +v[i], node 2 i + 1 is -v[i]: the smallest node belongs to the smallest variable.
    label = weak_labels(
        2 * n,
        np.concatenate([2 * left, 2 * left + 1, 2 * zeros]),
        np.concatenate([2 * right + flip, 2 * right + 1 - flip, 2 * zeros + 1]),
    )
    plus = _smallest_member(label)[0::2]
    is_zero = label[0::2] == label[1::2]
    return SignedComponents(plus >> 1, (1 - 2 * (plus & 1)).astype(np.int8), is_zero)


def components(n: int, a: ArrayLike, b: ArrayLike) -> IntArray:
    """Return the connected component of every node of an undirected graph.

    Parameters
    ----------
    n : int
        Number of nodes.
    a, b : array_like of int, shape (edges,)
        Ends of the edges.

    Returns
    -------
    int array of shape (n,)
        Smallest node of the component.

    Raises
    ------
    StructureError
        If an index is out of range.
    """
    return _smallest_member(weak_labels(n, as_indices(a, n, "Node"), as_indices(b, n, "Node")))


def _smallest_member(label: IntArray) -> IntArray:
    first = np.empty(label.size, dtype=np.intp)
    # Of several values for one place NumPy keeps the last: in reverse order, the smallest.
    first[label[::-1]] = np.arange(label.size - 1, -1, -1)
    return first[label]
