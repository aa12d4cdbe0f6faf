"""End of the run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, Component, parameter, terminate

__all__ = ["TerminateSimulation"]


class TerminateSimulation(Component):
    """End the run, successfully, at the instant at which `condition` becomes true."""

    termination_text = parameter(
        "… End condition reached", structural=True, doc="Why the run ended; kept in the result"
    )
    condition = BooleanInput(doc="The run ends when this becomes true")

    def equations(self) -> Iterable[Any]:
        yield terminate(self.condition, self.termination_text)
