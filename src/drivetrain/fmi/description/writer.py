"""Write a description as the XML of FMI 2.0 or 3.0."""

from __future__ import annotations

from drivetrain.errors import UsageError
from drivetrain.fmi.description.data import ModelDescription
from drivetrain.fmi.description.fmi_2 import lines_of_fmi_2
from drivetrain.fmi.description.fmi_3 import lines_of_fmi_3

__all__ = ["XML_HEAD", "description_xml"]

XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
"""First line of a file."""


def description_xml(description: ModelDescription) -> str:
    """Return the text of ``modelDescription.xml``.

    Parameters
    ----------
    description : ModelDescription
        What it says; its `version` decides about the form.

    Raises
    ------
    UsageError
        If there is no such version.
    """
    if description.version == "2.0":
        lines = lines_of_fmi_2(description)
    elif description.version == "3.0":
        lines = lines_of_fmi_3(description)
    else:
        raise UsageError(f"version {description.version!r}: descriptions are of FMI 2.0 or 3.0")
    return XML_HEAD + "\n".join(lines) + "\n"
