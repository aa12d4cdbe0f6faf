"""The source of a unit: its model as C beside kernel and FMI layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.fmi.binary.model_object import Unit, code_of
from drivetrain.fmi.description.data import ModelDescription
from drivetrain.fmi.description.markup import element, nested
from drivetrain.fmi.description.writer import XML_HEAD
from drivetrain.fmi.export.variables import ExportedVariables
from drivetrain.fmi.sources.c_text import c_text
from drivetrain.fmi.sources.source_files import MODEL_FILE, kernel_files, source_names
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["files_to_compile", "source_code"]

_FOLDER = "sources"


def files_to_compile() -> tuple[str, ...]:
    """Return the names of the files that an importing tool has to compile."""
    return (MODEL_FILE, *source_names(kernel_files()))


def source_code(
    prepared: PreparedModel, settings: Settings, found: ExportedVariables,
    description: ModelDescription, nominals: NDArray[np.float64],
) -> dict[str, bytes]:  # fmt: skip
    """Return the files of the folder ``sources``, by their path in the archive.

    Parameters
    ----------
    prepared : PreparedModel
        The compiled model.
    settings : Settings
        Settings of its usual run.
    found : ExportedVariables
        Its variables.
    description : ModelDescription
        What the unit says of itself.
    nominals : array
        Nominal values of its states in model exchange.
    """
    identifier = description.interfaces[0].identifier
    unit = Unit(
        prepared, settings, found.binary, identifier, description.token, nominals, found.parameters
    )
    texts = {**kernel_files(), MODEL_FILE: c_text(code_of(unit))}
    if description.version == "3.0":
        texts["buildDescription.xml"] = _build_description(identifier, files_to_compile())
    return {f"{_FOLDER}/{name}": text.encode() for name, text in texts.items()}


def _build_description(identifier: str, names: Sequence[str]) -> str:
    lines = nested(
        "fmiBuildDescription", [("fmiVersion", "3.0")], _configuration(identifier, names)
    )
    return XML_HEAD + "\n".join(lines) + "\n"


def _configuration(identifier: str, names: Sequence[str]) -> Iterator[str]:
    files = [element("SourceFile", [("name", name)]) for name in names]
    files += [element("IncludeDirectory", [("name", ".")])]
    sets = [*nested("SourceFileSet", [("language", "C11")], files)]
    library = element("Library", [("name", "m"), ("external", True)])
    yield from nested("BuildConfiguration", [("modelIdentifier", identifier)], [*sets, library])
