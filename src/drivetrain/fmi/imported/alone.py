"""A unit that runs by itself, as from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from drivetrain.calls import warn
from drivetrain.errors import ModelWarning
from drivetrain.fmi.description.data import FmiKind, ModelDescription
from drivetrain.fmi.imported.archive import opened
from drivetrain.fmi.imported.part import FMU, experiment_of_unit

__all__ = ["unit_alone"]

_TICKS = 500


def unit_alone(path: Path) -> FMU:
    """Return a unit with all that it computes if it has no outputs, and with a step.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    FMUError
        If it cannot be used.

    Warns
    -----
    ModelWarning
        If a step between ticks had to be chosen.
    """
    description = opened(path).description
    options: dict[str, Any] = {}
    if not any(one.causality == "output" for one in description.variables):
        options["record"] = "*"
    if _needs_step(description):
        own = experiment_of_unit(description)
        span = own.stop_time - own.start_time
        options["step"] = span / _TICKS
        warn(
            ModelWarning(
                f"{path.name} does not say how far apart the instants are at which it is to be "
                f"read, so that {span / _TICKS:g} s is taken; -p step=… sets another"
            )
        )
    return FMU(path, **options)


def _needs_step(description: ModelDescription) -> bool:
    """Return whether a unit is for co-simulation and suggests no step."""
    interface = description.interface(FmiKind.CO_SIMULATION)
    if interface is None:
        return False
    suggested = interface.capabilities.get("fixedInternalStepSize")
    return not (description.experiment.step_size or suggested)
