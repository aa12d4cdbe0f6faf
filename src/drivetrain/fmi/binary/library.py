"""Link the object file of a model with kernel and FMI layer to one shared library."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import llvmlite.binding as llvm

from drivetrain.errors import DrivetrainError
from drivetrain.fmi.binary.model_object import Unit, object_of
from drivetrain.fmi.binary.variables import BinaryVariable
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["build_library", "event_indicators"]

_ARCHIVE = Path(__file__).parent / "libdrivetrain_fmu.a"
_COMPILERS = ("cc", "gcc", "clang")


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

    Raises
    ------
    DrivetrainError
        There is no C compiler to link with, or linking fails.
    InitialisationError
        The model itself has no consistent start.
    """
    unit = Unit(model, settings, variables, name, token)
    linker = _linker()
    with tempfile.TemporaryDirectory() as folder:
        model_object = Path(folder) / "model.o"
        model_object.write_bytes(object_of(unit, llvm.get_default_triple()))
        _link(linker, model_object, Path(path))


def event_indicators(model: PreparedModel) -> int:
    """Return the number of event indicators for model exchange.

    Parameters
    ----------
    model : PreparedModel
        The model.
    """
    struct = model.translation.kernel.struct
    return int(struct.n_rel + struct.n_switching)


def _linker() -> str:
    """Return the C compiler of the system, which links."""
    wanted = os.environ.get("DRIVETRAIN_CC")
    found = next(filter(None, map(shutil.which, [wanted] if wanted else _COMPILERS)), None)
    if found is None:
        raise DrivetrainError(
            f"the binary of a unit is linked by a C compiler, and there is no "
            f"{wanted or ' or '.join(_COMPILERS)}; install one (on Debian: apt-get install gcc)"
        )
    return found


def _link(linker: str, model_object: Path, path: Path) -> None:
    """Link a model with kernel and FMI layer; nothing but the functions of FMI is visible."""
    command = [
        linker, "-shared", "-o", str(path), str(model_object), "-Wl,--whole-archive",
        str(_ARCHIVE), "-Wl,--no-whole-archive", "-Wl,--gc-sections", "-Wl,-z,defs", "-Wl,-s",
        "-lm",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DrivetrainError(f"linking failed ({' '.join(command)}):\n{done.stderr}")
