"""Blocks that other programs compute, at ticks of a clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from drivetrain.kernel.arrays import Indices, check_range, fixed
from drivetrain.kernel.foreign.units import Unit

__all__ = ["ForeignBlock", "ForeignProgram", "ForeignSession", "foreign_arrays"]


class ForeignSession(Protocol):
    """One run of a program. Every method raises an exception if the program fails.

    Attributes
    ----------
    unit : Unit or None
        What the kernel calls between events.
    """

    unit: Unit | None

    def failure(self) -> Exception | None:
        """Return what `unit` has failed with; None if it works."""
        ...

    def outputs(self) -> Sequence[float]:
        """Return the outputs at the present instant."""
        ...

    def give_start(self, inputs: Sequence[float]) -> None:
        """Take inputs before the first instant is over; more may follow."""
        ...

    def give(self, time: float, inputs: Sequence[float]) -> Sequence[float] | None:
        """Take the inputs at a tick; return the outputs if they may follow from them at once."""
        ...

    def step(self, time: float) -> Sequence[float]:
        """Advance to a tick, and return the outputs there."""
        ...

    def close(self) -> None:
        """End the run."""
        ...


class ForeignProgram(Protocol):
    """A program that computes a block.

    Attributes
    ----------
    takes_part_in_every_event : bool
        Whether it has events of its own, and makes no steps.
    """

    takes_part_in_every_event: bool

    def open(
        self, parameters: Sequence[float], start_time: float, part: str, number: int
    ) -> ForeignSession:
        """Begin a run of a part, the block of this number, with some values of its parameters."""
        ...


@dataclass(frozen=True)
class ForeignBlock:
    """A block that another program computes.

    Attributes
    ----------
    part : str
        Path of the component.
    program : ForeignProgram
        What computes it.
    clock : int
        Number of its clock.
    inputs, outputs : array of int
        Index in z of the inputs, as latched at ticks, and of the outputs.
    parameters : array of int
        Numbers of its parameters.
    signs : array of float
        Signs with which z contains the outputs.
    """

    part: str
    program: ForeignProgram
    clock: int
    inputs: Indices
    outputs: Indices
    parameters: Indices
    signs: npt.NDArray[np.float64]


def foreign_arrays(
    blocks: Sequence[ForeignBlock], n_z: int, n_sample: int
) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of the blocks in the form that the kernel takes.

    Raises
    ------
    DrivetrainError
        If an index is out of range.
    """
    arrays: dict[str, npt.NDArray[Any]] = {
        "foreign_clock": fixed("foreign_clock", [one.clock for one in blocks], np.int64, None)
    }
    check_range("foreign_clock", arrays["foreign_clock"], 0, n_sample)
    always = [one.program.takes_part_in_every_event for one in blocks]
    arrays["foreign_always"] = fixed("foreign_always", always, np.uint8, len(blocks))
    for name, lists in (
        ("foreign_in", [one.inputs for one in blocks]),
        ("foreign_out", [one.outputs for one in blocks]),
    ):
        numbers = np.concatenate([np.empty(0, dtype=np.int64), *map(np.asarray, lists)])
        arrays[name] = fixed(name, numbers, np.int64, None)
        check_range(name, arrays[name], 0, n_z)
        pointers = np.cumsum([0, *map(len, lists)])
        arrays[f"{name}_ptr"] = fixed(f"{name}_ptr", pointers, np.int64, len(blocks) + 1)
    return arrays
