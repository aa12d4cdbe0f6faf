"""Selection of columns from the rows of a run."""

from __future__ import annotations

import numpy as np

from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import Indices, check_range, fixed
from drivetrain.kernel.description.model import KernelModel

__all__ = ["Selection"]


class Selection:
    """Columns to be selected from complete rows when only short rows are stored.

    Parameters
    ----------
    model : KernelModel
        The model.
    columns : array of int
        Columns of complete rows.
    opposite : array of int
        Places among them whose sign is reversed.
    function : int
        Address of a function that writes some of them, if there is one.
    computed : array of int
        Their places; all others must be in the part that short rows also have.
    keep_alive : object
        Keeps the function alive.
    reads_past : bool
        Whether rows end with the delayed values, which the function reads, and their rates.

    Raises
    ------
    DrivetrainError
        A column or place does not exist, or a column is not computed.
    """

    def __init__(
        self,
        model: KernelModel,
        columns: Indices,
        opposite: Indices = (),
        function: int = 0,
        computed: Indices = (),
        keep_alive: object = None,
        reads_past: bool = False,
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
            n_past=2 * model.n_delay if reads_past else 0,
            **{name: array.ctypes.data for name, array in self._arrays.items()},
        )
