"""Data of contacts that the kernel needs to decide which of them hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drivetrain.kernel.arrays import check_range, fixed

__all__ = ["Contacts"]

Arrays = Mapping[str, npt.NDArray[Any]]

_PARAMETERS = -(2**62)
"""Lower than any index that denotes a parameter (they count downwards)."""


@dataclass(frozen=True)
class Contacts:
    """Limited loads, and the slips that they hold at zero.

    Attributes
    ----------
    rel : sequence of int
        Two relations of each contact, which the kernel determines: whether it slides forward, and
        backward; -1: none.
    z : sequence of int
        Three discrete variables of each: whether there is no contact, whether its load is
        prescribed, and this load; -1: none.
    value : sequence of int
        Eight quantities of each contact, as value indices: slip speed and acceleration, load, lower
        and upper limit at rest, loads at the onset of sliding backward and forward, slip that
        counts as zero after a jump. -1: a constant; -2 - k: parameter k.
    factor : sequence of float
        Signs of these, or the constants.
    massless : sequence of bool
        Whether the load of each acts on the slip itself, and not on its acceleration.
    jams : sequence of bool
        Whether its limits depend on a load that it affects, so that there may be two motions.
    """

    rel: Sequence[int] = ()
    z: Sequence[int] = ()
    value: Sequence[int] = ()
    factor: Sequence[float] = ()
    massless: Sequence[bool] = ()
    jams: Sequence[bool] = ()

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays in the form that the kernel takes."""
        n = len(self.massless)
        kinds = {
            "rel": (np.int64, 2), "z": (np.int64, 3), "value": (np.int64, 8),
            "factor": (np.float64, 8), "massless": (np.uint8, 1), "jams": (np.uint8, 1),
        }  # fmt: skip
        return {
            f"contact_{name}": fixed(f"contact_{name}", getattr(self, name), kind, each * n)
            for name, (kind, each) in kinds.items()
        }

    @staticmethod
    def check(arrays: Arrays, n_rel: int, n_z: int, n_values: int) -> None:
        """Reject indices out of range.

        Raises
        ------
        DrivetrainError
            If there are any.
        """
        check_range("contact_rel", arrays["contact_rel"], -1, n_rel)
        check_range("contact_z", arrays["contact_z"], -1, n_z)
        check_range("contact_value", arrays["contact_value"], _PARAMETERS, n_values)
