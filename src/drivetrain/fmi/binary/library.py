"""The shared library of a unit: its model, the kernel and the FMI layer in one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from drivetrain.fmi.binary.model_object import Unit, object_of
from drivetrain.fmi.binary.variables import BinaryVariable
from drivetrain.fmi.platforms import Platform, link, own_platform
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["build_library", "event_indicators", "link_unit"]


def build_library(
    model: PreparedModel,
    variables: Sequence[BinaryVariable],
    path: str | Path,
    *,
    token: str,
    name: str,
    settings: Settings,
) -> None:
    """Write the shared library of a unit for the platform at hand.

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
    """
    link_unit(Unit(model, settings, variables, name, token), own_platform(), Path(path))


def link_unit(unit: Unit, platform: Platform, path: Path) -> None:
    """Write the shared library of a unit.

    It offers all functions of FMI 2.0 and 3.0, for model exchange and co-simulation.

    Parameters
    ----------
    unit : Unit
        What it is made of.
    platform : Platform
        Where it is to run.
    path : Path
        File to be written.

    Raises
    ------
    DrivetrainError
        There is no compiler for the platform, or linking fails.
    InitialisationError
        The model itself has no consistent start.
    """
    link(platform, [object_of(unit, platform.triple)], path)


def event_indicators(model: PreparedModel) -> int:
    """Return the number of event indicators for model exchange.

    Parameters
    ----------
    model : PreparedModel
        The model.
    """
    struct = model.translation.kernel.struct
    return int(struct.n_rel + struct.n_switching)
