"""Selection: columns that are picked out of the rows of a run."""

from __future__ import annotations

import numpy as np

from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import Indices, check_range, fixed
from drivetrain.kernel.description.model import KernelModel

__all__ = ["Selection"]


class Selection:
    """Columns to be picked out of complete rows, though only short ones are there.

    Parameters
    ----------
    model : KernelModel
        Of which model.
    columns : array of int
        Columns of complete rows.
    opposite : array of int
        Places among them where the opposite is wanted.
    function : int
        Address of a function that writes some of them, if there is one.
    computed : array of int
        The places of these; all others have to be in the part that short rows have too.
    keep_alive : object
        What the function lives in.

    Raises
    ------
    DrivetrainError
        There is no such column or place, or nothing computes a column.
    """

    def __init__(
        self,
        model: KernelModel,
        columns: Indices,
        opposite: Indices = (),
        function: int = 0,
        computed: Indices = (),
        keep_alive: object = None,
    ) -> None:
        wanted = fixed("columns", columns, np.int64, None)
        taken = np.delete(np.arange(len(wanted)), np.asarray(computed, dtype=np.int64))
        self._arrays = {
            "from_": fixed("from", wanted[taken], np.int64, None),
            "to": fixed("to", taken, np.int64, None),
            "opposite": fixed("opposite", opposite, np.int64, None),
        }
        at_hand = model.known_length if function else model.row_length
        check_range("columns", self._arrays["from_"], 0, at_hand)
        check_range("opposite", self._arrays["opposite"], 0, len(wanted))
        self._keep_alive = keep_alive
        self.width = len(wanted)
        self.struct = c.Selection(
            width=self.width,
            function=function,
            n_taken=len(taken),
            n_opposite=len(opposite),
            **{name: array.ctypes.data for name, array in self._arrays.items()},
        )
