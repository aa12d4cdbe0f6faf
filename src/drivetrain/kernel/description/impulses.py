"""Data of elements that lock while moving, or collide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drivetrain.kernel.arrays import Indices, check_range, fixed

__all__ = ["Impulses"]

Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Impulses:
    """Behaviour of locks over zero time, and the impacts.

    Attributes
    ----------
    stops : sequence of int
        Directions of motion that each lock stops with unlimited load: 0 neither, 1 both, 2 forward,
        3 backward.
    push, on_trial : sequence of int
        Index in z of the trial acceleration of each lock, and of the Boolean that is true while an
        impulse is tried; -1: there is none.
    slides : sequence of int
        Index in z of the sliding direction of each; -1: none.
    backward, forward : sequence of float
        Its values for the two directions.
    impact : sequence of int
        For each impact, the lock whose speed is reversed; -1: none, the speed is prescribed.
    loss : sequence of int
        Quadratures of the energy lost in impulses; their sum never decreases.
    dissipated : sequence of int
        Quadratures of the energy dissipated by other parts; none of them is reduced by an impulse.
    """

    stops: Sequence[int] = ()
    push: Sequence[int] = ()
    on_trial: Sequence[int] = ()
    slides: Sequence[int] = ()
    backward: Sequence[float] = ()
    forward: Sequence[float] = ()
    impact: Sequence[int] = ()
    loss: Sequence[int] = ()
    dissipated: Sequence[int] = ()

    def arrays(self, n_lock: int) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays in the form that the kernel takes; by default locks have no data."""
        kinds = {
            "stops": (0, np.uint8), "push": (-1, np.int64), "on_trial": (-1, np.int64),
            "slides": (-1, np.int64), "backward": (0, np.float64), "forward": (0, np.float64),
        }  # fmt: skip
        found: dict[str, npt.NDArray[Any]] = {}
        for name, (unknown, kind) in kinds.items():
            given = getattr(self, name)
            values = given if len(given) else np.full(n_lock, unknown)
            found[f"lock_{name}"] = fixed(f"lock_{name}", values, kind, n_lock)
        lists: dict[str, Indices] = {
            "impact_lock": self.impact, "loss": self.loss, "dissipated": self.dissipated
        }  # fmt: skip
        found |= {name: fixed(name, values, np.int64, None) for name, values in lists.items()}
        return found

    @staticmethod
    def check(arrays: Arrays, n_z: int, n_q: int) -> None:
        """Reject indices out of range.

        Raises
        ------
        DrivetrainError
            If there are any.
        """
        check_range("lock_stops", arrays["lock_stops"], 0, 4)
        for name in ("lock_push", "lock_on_trial", "lock_slides"):
            check_range(name, arrays[name], -1, n_z)
        check_range("impact_lock", arrays["impact_lock"], -1, len(arrays["lock_stops"]))
        for name in ("loss", "dissipated"):
            check_range(name, arrays[name], 0, n_q)
