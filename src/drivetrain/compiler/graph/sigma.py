"""Structural index analysis by Pryce's Σ-method: how often to differentiate each equation."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from drivetrain.compiler.graph.dulmage_mendelsohn import dulmage_mendelsohn
from drivetrain.compiler.graph.matching import Numbering, maximum_matching, renumbered
from drivetrain.compiler.graph.sparse import IntArray, as_indices, breadth_first

__all__ = ["Offsets", "offsets"]

# Rigid couplings are differentiated twice. A system that needs more steps may be one for which
# the iteration never ends; only then is the check worth its cost.
_USUAL_STEPS = 2


class Offsets(NamedTuple):
    """The canonical (smallest) offsets of a differential-algebraic system.

    Attributes
    ----------
    chain_of_equation : int array of shape (n,)
        A highest-value transversal: the chain whose highest derivative belongs to each equation.
    c : int array of shape (n,)
        How many times each equation is differentiated.
    d : int array of shape (n,)
        Highest derivative of each chain in the differentiated system.
    """

    chain_of_equation: IntArray
    c: IntArray
    d: IntArray


def offsets(
    n_equations: int,
    n_chains: int,
    equation: ArrayLike,
    chain: ArrayLike,
    order: ArrayLike,
    least: ArrayLike | None = None,
) -> Offsets:
    """Find the smallest ``c, d >= 0`` with ``d[chain] - c[equation] >= order`` on all entries.

    Equality holds on a transversal (one entry per equation and chain), which makes it one of
    highest value [1]_. The pair is found by the primal–dual method with integer steps: match along
    entries where equality holds; while equations stay unmatched, differentiate once all equations
    that alternating paths reach from the unmatched ones. This is the procedure of Pantelides [2]_
    for all equations at once. Every step keeps ``c`` and ``d`` below any feasible pair, so the
    result is the smallest one, and the number of steps is the largest ``c``.

    Parameters
    ----------
    n_equations, n_chains : int
        Sizes. They are equal in any system that can be solved.
    equation, chain : array_like of int, shape (entries,)
        Which equation contains a member of which derivative chain.
    order : array_like of int, shape (entries,)
        Derivative order of that member; repeated pairs count with the highest.
    least : array_like of int, shape (n_chains,), optional
        Lower bounds of ``d``: members up to this order have a name and need an equation.

    Returns
    -------
    Offsets

    Raises
    ------
    StructuralSingularity
        If equations and chains cannot be matched, whatever their derivatives.
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] J. D. Pryce, "A simple structural analysis method for DAEs", BIT Numerical Mathematics
       41 (2001) 364–394.
    .. [2] C. C. Pantelides, "The consistent initialization of differential-algebraic systems",
       SIAM Journal on Scientific and Statistical Computing 9 (1988) 213–231.
    """
    row = as_indices(equation, n_equations, "Equation")
    column = as_indices(chain, n_chains, "Chain")
    sigma = np.asarray(order, dtype=np.intp).ravel()
    c = np.zeros(n_equations, dtype=np.intp)
    d = np.zeros(n_chains, dtype=np.intp)
    if least is not None:
        np.maximum(d, np.asarray(least, dtype=np.intp), out=d)
    np.maximum.at(d, column, sigma)
    numbering = renumbered(n_equations, n_chains, row, column)
    for step in count():
        tight = d[column] - c[row] == sigma
        chain_of = maximum_matching(n_equations, n_chains, row[tight], column[tight], numbering)
        unmatched = np.flatnonzero(chain_of < 0)
        if not unmatched.size and n_equations == n_chains:
            break
        if step == _USUAL_STEPS or n_equations != n_chains:
            _refuse_singular(n_equations, n_chains, row, column, numbering)
        _differentiate(c, d, row[tight], column[tight], chain_of, unmatched)
    return Offsets(chain_of, c, d)


def _refuse_singular(
    n_equations: int, n_chains: int, row: IntArray, column: IntArray, numbering: Numbering | None
) -> None:
    parts = dulmage_mendelsohn(n_equations, n_chains, row, column, numbering)
    if not parts.is_regular:
        raise parts.singularity()


def _differentiate(
    c: IntArray, d: IntArray, row: IntArray, column: IntArray, chain_of: IntArray, start: IntArray
) -> None:
    """Raise by one, in place, the offsets that alternating paths reach from equations `start`."""
    matched = np.flatnonzero(chain_of >= 0)
    equation_of = np.full(d.size, -1, dtype=np.intp)
    equation_of[chain_of[matched]] = matched
    # No path ends at a free chain, or the matching could grow: every partner exists.
    partner = equation_of[column]
    closed = partner >= 0
    reached = breadth_first(c.size, row[closed], partner[closed], start)
    c[reached] += 1
    wanted = np.zeros(d.size, dtype=np.bool_)
    wanted[column[reached[row]]] = True
    d[wanted] += 1
