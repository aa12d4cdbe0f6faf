"""Compute selected columns that were not recorded, without all the others.

Columns read for run after run get machine code that computes them alone, as soon as computing all
the others has taken as long as generating that code.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Selection
from drivetrain.simulation.results.row_layout import Columns

__all__ = ["ColumnSelection"]

_WORTHWHILE = 10_000_000
"""Number of values that take about as long to compute as code takes to be generated."""
_MOST = 8


@dataclass
class _Known:
    """A selection, and the number of values computed needlessly for it."""

    selection: Selection
    in_vain: int = 0
    is_final: bool = False


class ColumnSelection:
    """Selections requested for runs of a compiled model; the latest few are cached."""

    def __init__(self) -> None:
        self._known: dict[Columns, _Known] = {}

    def selection(self, translation: Translation, columns: Columns, n_rows: int) -> Selection:
        """Return how columns are selected from rows.

        Parameters
        ----------
        translation : Translation
            The compiled model.
        columns : Columns
            The columns; none is constant.
        n_rows : int
            Number of rows.
        """
        known = self._known.get(columns)
        if known is None:
            while len(self._known) >= _MOST:
                self._known.pop(next(iter(self._known)), None)
            selection = Selection(translation.kernel, columns.column, columns.opposite)
            known = self._known[columns] = _Known(selection)
        if not known.is_final:
            known.in_vain += n_rows * max(translation.kernel.n_y - len(columns.column), 0)
            if known.in_vain > _WORTHWHILE:
                known.selection = _with_code(translation, columns) or known.selection
                known.is_final = True
        return known.selection


def _with_code(translation: Translation, columns: Columns) -> Selection | None:
    """Return the same selection with specialised code; None if one column is read twice."""
    kernel = translation.kernel
    computed = np.flatnonzero(columns.column >= kernel.known_length)
    column = columns.column[computed]
    if len(np.unique(column)) < len(column):
        return None
    address, engine = translation.column_code(column, computed)
    return Selection(kernel, columns.column, columns.opposite, address, computed, engine)
