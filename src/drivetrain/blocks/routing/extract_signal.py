"""Elements chosen from a vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from drivetrain.errors import ParameterError
from drivetrain.modeling import Component, RealInput, RealOutput, parameter

__all__ = ["ExtractSignal"]


class ExtractSignal(Component):
    """Elements of a vector that are chosen by their numbers."""

    nin = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs")
    nout = parameter(1, structural=True, kind="integer", min=1, doc="Number of outputs")
    extract = parameter(
        None,
        structural=True,
        doc="Number of the input of each output, from 1; the first if omitted",
    )
    u = RealInput(size=nin, doc="Inputs")
    y = RealOutput(size=nout, doc="Outputs")

    def equations(self) -> Iterable[Any]:
        for y, number in zip(self.y, self.chosen(), strict=True):
            yield y == self.u[number - 1]

    def chosen(self) -> Sequence[int]:
        """Return the numbers of the chosen inputs after checking them."""
        given = self.extract if self.extract is not None else range(1, len(self.y) + 1)
        numbers = [int(one) for one in given]
        if len(numbers) != len(self.y):
            raise ParameterError(f"extract has {len(numbers)} numbers: give nout={len(self.y)}")
        wrong = [one for one in numbers if not 1 <= one <= len(self.u)]
        if wrong:
            raise ParameterError(f"extract={wrong[0]}: there are inputs 1 to {len(self.u)}")
        return numbers
