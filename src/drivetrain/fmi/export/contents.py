"""What a unit contains beside its binaries."""

from __future__ import annotations

import inspect
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from drivetrain.diagram.diagram import diagram_of
from drivetrain.errors import DrivetrainError
from drivetrain.fmi.description.data import ModelDescription
from drivetrain.fmi.description.fmi_3 import lines_of_terminals
from drivetrain.fmi.description.writer import XML_HEAD
from drivetrain.fmi.export.documentation import documentation
from drivetrain.fmi.export.reference import reference_csv
from drivetrain.fmi.export.variables import ExportedVariables
from drivetrain.modeling.component import Component
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.prepared_model import PreparedModel

__all__ = ["contents", "text_of"]


def contents(
    prepared: PreparedModel, result: Result, found: ExportedVariables,
    description: ModelDescription, xml: bytes,
) -> dict[str, bytes]:  # fmt: skip
    """Return all files but the binaries, by their path in the archive.

    Parameters
    ----------
    prepared : PreparedModel
        The compiled model.
    result : Result
        Its usual run, in which inputs keep their start values.
    found : ExportedVariables
        Its variables.
    description : ModelDescription
        What the unit says of itself.
    xml : bytes
        The same as a file.
    """
    files = {"modelDescription.xml": xml}
    files |= _pages(prepared.model, description, text_of(prepared.model))
    files["extra/drivetrain/reference.csv"] = reference_csv(result, found)
    return files


def text_of(model: Component) -> str:
    """Return what the author of a model says of it.

    Parameters
    ----------
    model : Component
        The model.
    """
    kind = type(model)
    written = "" if kind.__module__.startswith("drivetrain.modeling.") else kind.__doc__
    return inspect.cleandoc(written or "")


def _pages(model: Component, description: ModelDescription, text: str) -> dict[str, bytes]:
    """Return documentation, pictures and terminals."""
    files = {}
    picture = _picture(model)
    if picture is not None:
        files["documentation/diagram.svg"], image = picture
        if description.version == "2.0":
            files["model.png"] = image
        else:
            files["terminalsAndIcons/icon.svg"], files["terminalsAndIcons/icon.png"] = picture
    shown_picture = "diagram.svg" if picture is not None else None
    page = documentation(description, text, shown_picture)
    files["documentation/index.html"] = page.encode()
    files |= _licences()
    terminals = "\n".join(lines_of_terminals(description))
    if terminals:
        files["terminalsAndIcons/terminalsAndIcons.xml"] = f"{XML_HEAD}{terminals}\n".encode()
    return files


def _picture(model: Component) -> tuple[bytes, bytes] | None:
    """Return the diagram as SVG and as PNG; None for a model that cannot be drawn."""
    try:
        made = diagram_of(model)
    except DrivetrainError:
        return None
    return made.content(".svg"), made.content(".png", scale=1.0)


def _licences() -> dict[str, bytes]:
    try:
        listed = distribution("drivetrain").files or []
    except PackageNotFoundError:
        return {}
    for one in listed:
        text = Path(str(one.locate()))
        if one.name == "LICENSE" and text.exists():
            return {"documentation/licenses/drivetrain.txt": text.read_bytes()}
    return {}
