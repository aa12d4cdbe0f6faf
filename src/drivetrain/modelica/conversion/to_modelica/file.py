"""Write a model as the text of a Modelica file."""

from __future__ import annotations

from typing import Any

from drivetrain.errors import ModelicaError
from drivetrain.modelica.conversion.to_modelica.classes import ClassWriter
from drivetrain.modelica.conversion.to_modelica.modifiers import modification
from drivetrain.modelica.conversion.to_modelica.names import reference
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_file
from drivetrain.modeling import Component, Model

__all__ = ["to_modelica"]


def to_modelica(model: Component | type[Component]) -> str:
    """Return a model of Python as Modelica.

    Parts of classes that the Modelica Standard Library has are written by their names there (of
    version 4), classes of one's own with their equations. Together they make a package.

    Parameters
    ----------
    model : Component or type
        The model; a class is written for the default values of its structural parameters.

    Raises
    ------
    ModelicaError
        With everything in it that has no counterpart in Modelica: contacts and holds, motions with
        derivatives, tables and other data of Python.

    Examples
    --------
    >>> import drivetrain as dt
    >>> print(dt.modelica.to_modelica(dt.examples.find("First"))[:13])
    within;
    model
    """
    made = model() if isinstance(model, type) else model
    if not isinstance(made, Component) or (type(made) is Model):
        raise ModelicaError(
            "a model that is built step by step cannot be written as Modelica: write it as a class"
        )
    writer = ClassWriter()
    writer.write(made)
    classes = writer.written
    top = classes[-1] if len(classes) == 1 else _package(type(made).__name__, classes)
    return print_file(nodes.StoredFile(None, (_using(top),), has_within=True))


def _package(name: str, classes: list[nodes.ClassDefinition]) -> nodes.ClassDefinition:
    body = nodes.LongBody(tuple(classes))
    text = f"{name} and what it is made of"
    return nodes.ClassDefinition("package", f"{name}Package", body, description=text)


def _using(top: nodes.ClassDefinition) -> nodes.ClassDefinition:
    """Return a class that says which library it needs."""
    from dataclasses import replace

    version: Any = modification("version", nodes.String("4.0.0"))
    library = nodes.Modification(reference("Modelica"), (version,), None)
    uses = nodes.Modification(reference("uses"), (library,), None)
    return replace(top, annotation=(*(top.annotation or ()), uses))
