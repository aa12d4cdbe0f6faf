"""Convert Modelica models into Python."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path

from drivetrain.errors import ModelicaError, ModelWarning
from drivetrain.modelica.chosen_class import complete_models, models_in, stored_class
from drivetrain.modelica.conversion.to_python.module import python_module
from drivetrain.modelica.conversion.to_python.package import python_package
from drivetrain.modelica.loading import translator_of, warn_of_versions

__all__ = ["convert", "convert_package"]


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
        classes.translate_whole(one)
    warn_of_versions(classes, chosen[0])
    about = chosen[0].definition if len(chosen) == 1 else chosen[0].top.definition
    made, functions = [*classes.translated.values()], [*classes.functions.translated()]
    return python_module(made, functions, about.description or about.name)


def convert_package(
    path: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    libraries: Iterable[str | os.PathLike[str]] = (),
) -> list[Path]:
    """Write a Modelica package as a folder of Python modules, and return the files.

    A package in it is a module; one that has further packages is a folder. All its models are
    converted, and what they are made of; those that need what is not supported are left out, each
    with a warning. Files of the same names are written over.

    Parameters
    ----------
    path : path
        The file of the package, or its folder.
    folder : path
        Where the modules go; it is made if it is not there.
    libraries : iterable of paths
        Folders with libraries, before those of ``MODELICAPATH``.

    Raises
    ------
    ModelicaError
        If the text is no Modelica, or none of its models can be converted.
    OSError
        If the files cannot be written.

    Examples
    --------
    >>> from pathlib import Path
    >>> import drivetrain as dt
    >>> _ = Path("Rig.mo").write_text('''package Rig
    ...   package Parts
    ...     model Wheel extends Modelica.Mechanics.Rotational.Components.Inertia(J=2); end Wheel;
    ...   end Parts;
    ...   model Coasting Parts.Wheel wheel(w(start=10)); end Coasting;
    ... end Rig;''')
    >>> [str(file) for file in dt.modelica.convert_package("Rig.mo", "rig")]
    ['rig/__init__.py', 'rig/parts.py']
    """
    place = Path(path)
    models = complete_models(place)
    if not models:
        raise ModelicaError(f"'{place}' has no model that could be converted")
    classes = translator_of(models[0], libraries)
    refused = {}
    for one in models:
        try:
            classes.translate(one)
        except ModelicaError as error:
            refused[one.full_name] = str(error)
    if len(refused) == len(models):
        raise ModelicaError("\n".join(refused.values()))
    for name, message in refused.items():
        warnings.warn(f"{name} is left out: {message}", ModelWarning, stacklevel=2)
    warn_of_versions(classes, models[0])
    made, functions = [*classes.translated.values()], [*classes.functions.translated()]
    return _written(python_package(made, functions, models[0].top), Path(folder))


def _written(files: Mapping[str, str], folder: Path) -> list[Path]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]
