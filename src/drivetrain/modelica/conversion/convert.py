"""Convert Modelica models into Python."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from drivetrain.modelica.conversion.to_python.module import python_module
from drivetrain.modelica.loading import stored_model, translator_of

__all__ = ["convert"]


def convert(
    path: str | os.PathLike[str],
    name: str = "",
    *,
    libraries: Iterable[str | os.PathLike[str]] = (),
) -> str:
    """Return a Modelica model as Python: a module with its class, and those that it is made of.

    The module moves as the model does when it is loaded, to the last bit.

    Parameters
    ----------
    path : path
        A file, or the folder of a package.
    name : str
        The class: its name in the file, or inside a package ``Tests.Launch``. It may be left out
        if there is only one.
    libraries : iterable of paths
        Folders with libraries, before those of ``MODELICAPATH``.

    Raises
    ------
    ModelicaError
        If the text is no Modelica, there is no such class, or it needs what is not supported.
    """
    stored = stored_model(Path(path), name)
    classes = translator_of(stored, libraries)
    classes.translate(stored)
    definition = stored.definition
    return python_module([*classes.translated.values()], definition.description or definition.name)
