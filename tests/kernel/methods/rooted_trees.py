"""Rooted trees, of which each stands for a condition on the coefficients of a one-step method.

A tree is the sorted tuple of its branches (Hairer, Norsett & Wanner, Solving Ordinary Differential
Equations I, section II.2).
"""

from __future__ import annotations

from math import factorial, prod
from typing import Any

Tree = tuple[Any, ...]


def trees(order: int) -> set[Tree]:
    """All rooted trees with so many vertices, as sorted tuples of subtrees."""
    return {tuple(sorted(forest)) for forest in forests(order - 1)}


def forests(size: int) -> set[Tree]:
    """All collections of trees with so many vertices together."""
    if size == 0:
        return {()}
    found = set()
    for first in range(1, size + 1):
        for tree in trees(first):
            for rest in forests(size - first):
                found.add(tuple(sorted((tree, *rest))))
    return found


def vertices(tree: Tree) -> int:
    """Number of vertices."""
    return 1 + sum(map(vertices, tree))


def density(tree: Tree) -> int:
    """Product of the numbers of vertices of all subtrees; its inverse is what the weights give."""
    return vertices(tree) * prod(map(density, tree))


def symmetry(tree: Tree) -> int:
    """Number of ways to exchange vertices that leave the tree as it is."""
    same = prod(factorial(tree.count(branch)) for branch in set(tree))
    return same * prod(map(symmetry, tree))
