"""The source of a unit: its model as C beside kernel and FMI layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drivetrain.fmi.binary.model_object import Unit, code_of
from drivetrain.fmi.description.markup import element, nested
from drivetrain.fmi.description.writer import XML_HEAD
from drivetrain.fmi.sources.c_text import c_text
from drivetrain.fmi.sources.source_files import MODEL_FILE, kernel_files, source_names

__all__ = ["files_to_compile", "source_code"]

_FOLDER = "sources"


def files_to_compile() -> tuple[str, ...]:
    """Return the names of the files that an importing tool has to compile."""
    return (MODEL_FILE, *source_names(kernel_files()))


def source_code(unit: Unit, version: str) -> dict[str, bytes]:
    """Return the files of the folder ``sources``, by their path in the archive.

    Parameters
    ----------
    unit : Unit
        What it is made of; its name is the identifier of the interfaces.
    version : str
        ``"2.0"`` or ``"3.0"``.
    """
    texts = {**kernel_files(), MODEL_FILE: c_text(code_of(unit))}
    if version == "3.0":
        texts["buildDescription.xml"] = _build_description(unit.name, files_to_compile())
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
