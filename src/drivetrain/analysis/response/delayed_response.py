"""The response of a linear model with delays, exact at every frequency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from drivetrain.analysis.linear.model_parts import StateMatrices
from drivetrain.analysis.response.inputs import HarmonicInputs
from drivetrain.analysis.response.laws import Laws
from drivetrain.analysis.response.model_response import ModelResponse
from drivetrain.analysis.response.system import System

if TYPE_CHECKING:
    from drivetrain.analysis.linear.delays import Delays

__all__ = ["DelayedResponse"]


class DelayedResponse(ModelResponse):
    """The response of a linear model with delays, each of which is a factor ``exp(-i omega T)``.

    Parameters
    ----------
    delays : Delays
        The delays, and the model without them.
    inputs : HarmonicInputs
        Its inputs.
    rows : list of int
        The rows that are wanted of its outputs.
    laws : Laws
        Complex factors of parameters.
    names : sequence of str
        Names of the rows, for messages.
    """

    def __init__(
        self, delays: Delays, inputs: HarmonicInputs, rows: list[int], laws: Laws,
        names: Sequence[str],
    ) -> None:  # fmt: skip
        def make(factors: Mapping[str, complex]) -> StateMatrices:
            found = delays.matrices(factors)
            return StateMatrices(found.A, found.B, found.C[rows], found.D[rows])

        every = Laws(laws.factors, (*laws.functions, *delays.laws))
        super().__init__(delays.at_rest(), inputs, make, every, names)
        self._adds_up = delays.act_once

    @cached_property
    def _system(self) -> System | None:
        """The system with a term for each delay; None if delays act on each other at once."""
        return super()._system if self._adds_up else None
