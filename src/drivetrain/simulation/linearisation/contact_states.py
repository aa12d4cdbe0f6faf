"""States of the contacts of a model in a recorded row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.operating_point import Contacts
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["ContactStates"]

Floats = NDArray[np.float64]

_TRUTH = {0: "false", 1: "true"}


class ContactStates:
    """Reads the states of contacts: modes, or whether an element without modes is locked.

    Parameters
    ----------
    layout : Layout
        How variables are read from rows.
    """

    def __init__(self, layout: Layout) -> None:
        names = sorted(layout.modes, key=layout.position)
        places = [layout.position(name) for name in names]
        self._names = tuple(names)
        self._labels = tuple(dict(layout.labels.get(name, _TRUTH)) for name in names)
        self._column, self._sign = layout.column[places], layout.sign[places].astype(float)

    def at(self, row: Floats) -> Contacts:
        """Return the states in a row."""
        values = np.where(self._column >= 0, row[np.maximum(self._column, 0)] * self._sign, 0.0)
        return Contacts(self._names, self._labels, np.rint(values).astype(np.int64))
