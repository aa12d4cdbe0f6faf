"""Block lower triangular form: the order of solution and the algebraic loops."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from drivetrain.compiler.graph.dulmage_mendelsohn import dulmage_mendelsohn
from drivetrain.compiler.graph.matching import maximum_matching, preferred_matching
from drivetrain.compiler.graph.sparse import BoolArray, IntArray, as_indices
from drivetrain.compiler.graph.strong import strong_components

__all__ = ["BlockEntries", "Blocks", "block_entries", "block_lower_triangular"]


class Blocks(NamedTuple):
    """An order of solution. Block ``k`` is ``block_start[k]:block_start[k + 1]`` of both orders.

    Attributes
    ----------
    equation_order : int array of shape (n,)
        Equations in order of solution, ascending inside a block.
    unknown_order : int array of shape (n,)
        The unknown matched with each of them.
    block_start : int array of shape (blocks + 1,)
        Where the blocks begin; the last entry is ``n``.
    """

    equation_order: IntArray
    unknown_order: IntArray
    block_start: IntArray

    @property
    def sizes(self) -> IntArray:
        """Number of equations of every block."""
        return np.diff(self.block_start)


class BlockEntries(NamedTuple):
    """The entries inside the diagonal blocks; those of block ``k`` are ``start[k]:start[k + 1]``.

    Attributes
    ----------
    entry : int array
        Position in the lists passed in, ascending inside a block.
    equation, unknown : int array
        Local numbers: position in the block, so that matched pairs have equal numbers.
    start : int array of shape (blocks + 1,)
        Where the entries of each block begin.
    """

    entry: IntArray
    equation: IntArray
    unknown: IntArray
    start: IntArray


def block_lower_triangular(
    n: int, equation: ArrayLike, unknown: ArrayLike, preferred: ArrayLike | None = None
) -> Blocks:
    """Order equations and unknowns so that every block needs only itself and earlier blocks.

    A perfect matching makes the system a directed graph of equations, whose strongly connected
    components are the blocks [1]_; they are the same for every perfect matching. Equations that
    are already in a valid order of solution keep it.

    Parameters
    ----------
    n : int
        Number of equations and of unknowns.
    equation, unknown : array_like of int, shape (entries,)
        Which equation contains which unknown; repetitions do not matter.
    preferred : array_like of bool, shape (entries,), optional
        Entries for which the equation is easily solved. Inside blocks of several equations the
        matching uses as many of them as possible; a block of one equation leaves no choice.

    Returns
    -------
    Blocks

    Raises
    ------
    StructuralSingularity
        If there is no perfect matching.
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] I. S. Duff, J. K. Reid, "An implementation of Tarjan's algorithm for the block
       triangularization of a matrix", ACM Transactions on Mathematical Software 4 (1978) 137–147.
    """
    row, column = as_indices(equation, n, "Equation"), as_indices(unknown, n, "Unknown")
    unknown_of = maximum_matching(n, n, row, column)
    if n and unknown_of.min() < 0:
        raise dulmage_mendelsohn(n, n, row, column).singularity()
    equation_of = np.empty(n, dtype=np.intp)
    equation_of[unknown_of] = np.arange(n)
    label = strong_components(n, equation_of[column], row)
    order = np.argsort(label, kind="stable")
    start = np.zeros((int(label[order[-1]]) if n else -1) + 2, dtype=np.intp)
    np.cumsum(np.bincount(label), out=start[1:])
    if preferred is not None:
        mask: BoolArray = np.asarray(preferred, dtype=np.bool_).ravel()
        inner = label[row] == label[equation_of[column]]
        in_loop = inner & (start[label + 1] - start[label] > 1)[row]
        _prefer(unknown_of, row[in_loop], column[in_loop], mask[in_loop])
    return Blocks(order, unknown_of[order], start)


def block_entries(blocks: Blocks, equation: ArrayLike, unknown: ArrayLike) -> BlockEntries:
    """Sort the entries inside diagonal blocks by block, with local numbers.

    `tear` takes the slice of one block; entries that refer to earlier blocks are left out.

    Parameters
    ----------
    blocks : Blocks
        From `block_lower_triangular`.
    equation, unknown : array_like of int, shape (entries,)
        The entries passed to it.

    Returns
    -------
    BlockEntries

    Raises
    ------
    StructureError
        If an index is out of range.
    """
    n, count = blocks.equation_order.size, blocks.block_start.size - 1
    row = _inverse(blocks.equation_order)[as_indices(equation, n, "Equation")]
    column = _inverse(blocks.unknown_order)[as_indices(unknown, n, "Unknown")]
    block = np.repeat(np.arange(count), blocks.sizes)
    inside = np.flatnonzero(block[row] == block[column])
    of_entry = block[row[inside]]
    order = np.argsort(of_entry, kind="stable")
    entry, first = inside[order], blocks.block_start[of_entry[order]]
    start = np.zeros(count + 1, dtype=np.intp)
    np.cumsum(np.bincount(of_entry, minlength=count), out=start[1:])
    return BlockEntries(entry, row[entry] - first, column[entry] - first, start)


def _prefer(unknown_of: IntArray, row: IntArray, column: IntArray, mask: BoolArray) -> None:
    """Rematch the equations of `row` in place, along preferred entries."""
    if bool(np.all(mask)):
        return
    rows, local_row = np.unique(row, return_inverse=True)
    columns, local_column = np.unique(column, return_inverse=True)
    found = preferred_matching(rows.size, local_row, local_column, mask)
    unknown_of[rows] = columns[found]


def _inverse(order: IntArray) -> IntArray:
    place = np.empty(order.size, dtype=np.intp)
    place[order] = np.arange(order.size)
    return place
