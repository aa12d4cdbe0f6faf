"""The shared library of a unit: its model, the kernel and the FMI layer in one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from drivetrain.fmi.binary.model_object import Unit, object_of
from drivetrain.fmi.binary.parameter_program import ParameterProgram
from drivetrain.fmi.binary.variables import BinaryVariable
from drivetrain.fmi.platforms import Platform, link, own_platform
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["build_library", "event_indicators"]


def build_library(
    model: PreparedModel,
    variables: Sequence[BinaryVariable],
    path: str | Path,
    *,
    token: str,
    name: str,
    settings: Settings,
    platform: Platform | None = None,
    nominals: NDArray[np.float64] | None = None,
    parameters: ParameterProgram | None = None,
) -> None:
    """Write the shared library of a unit.

    It offers all functions of FMI 2.0 and 3.0, for model exchange and co-simulation.

    Parameters
    ----------
    model : PreparedModel
        The model.
    variables : sequence of BinaryVariable
        Its variables; the place of one is its value reference.
    path : path
        File to be written.
    token : str
        The text by which description and binary recognise each other: ``guid``,
        ``instantiationToken``.
    name : str
        Name of the unit, for messages.
    settings : Settings
        Time span, tolerance and method of the run described.
    platform : Platform, optional
        Where it is to run; by default the one at hand.
    nominals : array, optional
        Nominal values of the states in model exchange; by default those of the model.
    parameters : ParameterProgram, optional
        What follows from parameters, if it is known already.

    Raises
    ------
    DrivetrainError
        There is no compiler for the platform, or linking fails.
    InitialisationError
        The model itself has no consistent start.
    """
    target = own_platform() if platform is None else platform
    unit = Unit(model, settings, variables, name, token, nominals, parameters)
    link(target, [object_of(unit, target.triple)], Path(path))


def event_indicators(model: PreparedModel) -> int:
    """Return the number of event indicators for model exchange.

    Parameters
    ----------
    model : PreparedModel
        The model.
    """
    struct = model.translation.kernel.struct
    return int(struct.n_rel + struct.n_switching)
