"""Exported models without binaries, as far as tests of descriptions need them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from drivetrain import CompiledModel
from drivetrain.fmi.description.data import FmiKind, ModelDescription
from drivetrain.fmi.description.writer import description_xml
from drivetrain.fmi.export.archive import EARLIEST, archive
from drivetrain.fmi.export.contents import contents, text_of
from drivetrain.fmi.export.describing import described, with_token
from drivetrain.fmi.export.variables import ExportedVariables, exported_variables
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.run import run_model
from drivetrain.simulation.settings import settings_of

__all__ = ["describe", "hollow_unit", "variables_of"]


def variables_of(
    compiled: CompiledModel, outputs: list[str] | None = None, which="parts"
) -> ExportedVariables:
    """Return the variables of a model."""
    settings = settings_of(compiled.model, None, None, None, "auto", None)
    return exported_variables(compiled.prepared, settings, outputs, which)


def describe(
    compiled: CompiledModel, version: str, outputs: list[str] | None = None, which="parts"
) -> tuple[ExportedVariables, ModelDescription]:
    """Return the variables and the description of a model for co-simulation."""
    settings = settings_of(compiled.model, None, None, None, "auto", None)
    found = exported_variables(compiled.prepared, settings, outputs, which)
    text = text_of(compiled.model)
    kinds = [FmiKind.CO_SIMULATION]
    description = described(compiled.prepared, found, settings, version, kinds, text)
    return found, with_token(description)[0]


@lru_cache(maxsize=2)
def usual_run(compiled: CompiledModel) -> Result:
    """Return the run that a unit holds, made once for those of a model that follow each other."""
    settings = settings_of(compiled.model, None, None, None, "auto", None)
    return run_model(compiled.prepared, settings, None, None, None)


def hollow_unit(
    path: Path, compiled: CompiledModel, version: str, outputs: list[str] | None = None, which="all"
) -> Path:
    """Write a unit that has everything but a binary that works."""
    found, description = describe(compiled, version, outputs, which)
    xml = description_xml(description).encode()
    files = contents(compiled.prepared, usual_run(compiled), found, description, xml)
    files[f"binaries/{'linux64' if version == '2.0' else 'x86_64-linux'}/none.so"] = b""
    path.write_bytes(archive(files, EARLIEST))
    return path
