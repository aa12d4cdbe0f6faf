"""Preallocated arrays for evaluating single points."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from drivetrain.kernel.description.model import KernelModel

__all__ = ["Probing"]


class Probing:
    """Arguments and results of probes: states, previous discrete variables, row, derivatives.

    Initialisation probes often; arrays with known addresses make that cheap.
    """

    def __init__(self, model: KernelModel) -> None:
        sizes = (model.n_x, model.n_z, model.row_length, model.n_x + model.n_q)
        ends = tuple(accumulate(sizes))
        room = np.empty(ends[-1])
        first = room.ctypes.data
        begins = tuple(end - size for end, size in zip(ends, sizes, strict=True))
        self.arrays = tuple(room[begin:end] for begin, end in zip(begins, ends, strict=True))
        self.addresses = tuple(first + room.itemsize * begin for begin in begins)
