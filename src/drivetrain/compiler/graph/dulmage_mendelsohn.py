"""Coarse Dulmage–Mendelsohn decomposition: over-, under- and well-determined parts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from drivetrain.compiler.graph.matching import Numbering, maximum_matching
from drivetrain.compiler.graph.singular import StructuralSingularity
from drivetrain.compiler.graph.sparse import BoolArray, IntArray, as_indices, breadth_first

__all__ = ["CoarseDecomposition", "dulmage_mendelsohn"]


class CoarseDecomposition(NamedTuple):
    """Three parts of a system; they do not depend on the matching from which they were found.

    Attributes
    ----------
    unknown_of_equation : int array of shape (n_equations,)
        A maximum matching, -1 for an equation without unknown.
    over_equations, over_unknowns : int array
        The overdetermined part: more equations than unknowns.
    unmatched_equations : int array
        Its equations without unknown.
    under_equations, under_unknowns : int array
        The underdetermined part: more unknowns than equations.
    unmatched_unknowns : int array
        Its unknowns without equation.
    well_equations, well_unknowns : int array
        The rest: as many equations as unknowns, all matched.
    """

    unknown_of_equation: IntArray
    over_equations: IntArray
    over_unknowns: IntArray
    unmatched_equations: IntArray
    under_equations: IntArray
    under_unknowns: IntArray
    unmatched_unknowns: IntArray
    well_equations: IntArray
    well_unknowns: IntArray

    @property
    def is_regular(self) -> bool:
        """Whether the system is structurally nonsingular, that is, has a perfect matching."""
        return not (self.unmatched_equations.size or self.unmatched_unknowns.size)

    def singularity(self) -> StructuralSingularity:
        """Return the exception that reports this decomposition."""
        return StructuralSingularity(
            self.over_equations,
            self.unmatched_equations,
            self.under_unknowns,
            self.unmatched_unknowns,
            overdetermined_unknowns=self.over_unknowns,
            underdetermined_equations=self.under_equations,
        )


def dulmage_mendelsohn(
    n_equations: int,
    n_unknowns: int,
    equation: ArrayLike,
    unknown: ArrayLike,
    numbering: Numbering | None = None,
) -> CoarseDecomposition:
    """Split a system into its over-, under- and well-determined part [1]_.

    Given a maximum matching, the overdetermined part is what alternating paths reach from
    unmatched equations, the underdetermined part what they reach from unmatched unknowns.

    Parameters
    ----------
    n_equations, n_unknowns : int
        Sizes, which may differ.
    equation, unknown : array_like of int, shape (entries,)
        Which equation contains which unknown.
    numbering : Numbering, optional
        For `maximum_matching`.

    Returns
    -------
    CoarseDecomposition

    Raises
    ------
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] A. L. Dulmage, N. S. Mendelsohn, "Coverings of bipartite graphs", Canadian Journal of
       Mathematics 10 (1958) 517–534; A. Pothen, C.-J. Fan, ACM Transactions on Mathematical
       Software 16 (1990) 303–324.
    """
    row = as_indices(equation, n_equations, "Equation")
    column = as_indices(unknown, n_unknowns, "Unknown")
    unknown_of = maximum_matching(n_equations, n_unknowns, row, column, numbering)
    matched = np.flatnonzero(unknown_of >= 0)
    equation_of = np.full(n_unknowns, -1, dtype=np.intp)
    equation_of[unknown_of[matched]] = matched
    over_equation = _alternating(n_equations, row, equation_of[column], unknown_of < 0)
    under_unknown = _alternating(n_unknowns, column, unknown_of[row], equation_of < 0)
    over_unknown = _touched(n_unknowns, column[over_equation[row]])
    under_equation = _touched(n_equations, row[under_unknown[column]])
    return CoarseDecomposition(
        unknown_of,
        np.flatnonzero(over_equation),
        np.flatnonzero(over_unknown),
        np.flatnonzero(unknown_of < 0),
        np.flatnonzero(under_equation),
        np.flatnonzero(under_unknown),
        np.flatnonzero(equation_of < 0),
        np.flatnonzero(~(over_equation | under_equation)),
        np.flatnonzero(~(over_unknown | under_unknown)),
    )


def _alternating(n: int, source: IntArray, partner: IntArray, free: BoolArray) -> BoolArray:
    """Mark what is reached from free nodes, leaving on any edge and returning on matched ones."""
    has_partner = partner >= 0
    return breadth_first(n, source[has_partner], partner[has_partner], np.flatnonzero(free))


def _touched(n: int, members: IntArray) -> BoolArray:
    mask = np.zeros(n, dtype=np.bool_)
    mask[members] = True
    return mask
