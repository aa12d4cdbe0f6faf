"""Convert Modelica models into Python."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from drivetrain.errors import ModelicaError
from drivetrain.modelica.chosen_class import models_in, stored_class
from drivetrain.modelica.conversion.to_python.module import python_module
from drivetrain.modelica.loading import translator_of, warn_of_versions

__all__ = ["convert"]


def convert(
    path: str | os.PathLike[str],
    name: str = "",
    *,
    libraries: Iterable[str | os.PathLike[str]] = (),
) -> str:
    """Return Modelica models as Python: a module with their classes, and what these are made of.

    A converted model moves as it does when it is loaded, to the last bit. Members are spelt as
    in Python: ``gearShift`` becomes ``gear_shift``.

    Parameters
    ----------
    path : path
        A file, or the folder of a package.
    name : str
        A class: its name in the file, or inside a package ``Tests.Launch``. Without it, all
        models of the file that can be run are converted.
    libraries : iterable of paths
        Folders with libraries, before those of ``MODELICAPATH``.

    Raises
    ------
    ModelicaError
        If the text is no Modelica, there is no such class, or it needs what is not supported.
    """
    place = Path(path)
    chosen = [stored_class(place, name)] if name else models_in(place)
    if not chosen:
        raise ModelicaError(f"'{place}' has no model that can be run: name the class that is meant")
    classes = translator_of(chosen[0], libraries)
    for one in chosen:
        classes.translate(one)
    warn_of_versions(classes, chosen[0])
    about = chosen[0].definition if len(chosen) == 1 else chosen[0].top.definition
    made, functions = [*classes.translated.values()], [*classes.functions.translated()]
    return python_module(made, functions, about.description or about.name)
