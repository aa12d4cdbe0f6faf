"""Load Modelica models as component classes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from drivetrain.errors import ModelWarning
from drivetrain.modelica import library
from drivetrain.modelica.chosen_class import stored_model
from drivetrain.modelica.lookup.lookup import Lookup
from drivetrain.modelica.packages.libraries import Libraries, library_folders
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax.nodes import String
from drivetrain.modelica.syntax.values import modifications
from drivetrain.modelica.translation.component_class import ClassTranslator
from drivetrain.modeling import Component

__all__ = ["load", "translator_of", "warn_of_versions"]


def load(
    path: str | os.PathLike[str],
    name: str = "",
    *,
    libraries: Iterable[str | os.PathLike[str]] = (),
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> type[Component]:
    """Return a Modelica model as a component class.

    Classes of the Modelica Standard Library are those of this package. What is not
    supported is refused by name and place.

    Parameters
    ----------
    path : path
        A file, or the folder of a package.
    name : str
        The class: its name in the file, or inside a package ``Tests.Launch``. It may be left out
        if there is only one that can be run.
    libraries : iterable of paths
        Folders with libraries, before those of ``MODELICAPATH``.
    functions : mapping of callables, optional
        Functions of Python in place of external ones of Modelica, by their names. They are called
        with expressions while equations are made, and return one, or several in a tuple.

    Raises
    ------
    ModelicaError
        If the text is no Modelica, there is no such class, or it needs what is not supported.
    """
    stored = stored_model(Path(path), name)
    classes = translator_of(stored, libraries, functions)
    made = classes.translate_whole(stored)
    warn_of_versions(classes, stored)
    return made


def warn_of_versions(classes: ClassTranslator, stored: StoredClass) -> None:
    """Warn of names that do not belong to one version of the library; they are understood."""
    note = classes.note_on_versions()
    if note:
        warnings.warn(f"{stored.source.file}: {note}", ModelWarning, stacklevel=3)


def translator_of(
    stored: StoredClass,
    libraries: Iterable[str | os.PathLike[str]] = (),
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> ClassTranslator:
    """Return what translates a class, and those that it is made of.

    Parameters
    ----------
    stored : StoredClass
        The class; it tells the version of the standard library.
    libraries : iterable of paths
        Folders with libraries, before those of ``MODELICAPATH``.
    functions : mapping of callables, optional
        Functions of Python in place of external ones.

    Raises
    ------
    ModelicaError
        If a folder is none.
    """
    version = _version(stored)
    lookup = Lookup(
        Libraries(library_folders(libraries)), _is_known, lambda base: _members_of(base, version)
    )
    return ClassTranslator(lookup, version, functions)


def _is_known(full_name: str) -> bool:
    """Return whether a name is known of the Modelica Standard Library."""
    if full_name in ("Modelica", "ModelicaServices"):
        return True
    return (
        library.is_package(full_name)
        or library.find_class(full_name) is not None
        or library.find_type(full_name) is not None
        or library.constant_facts(full_name) is not None
        or library.find_enumeration(full_name) is not None
        or library.find_function(full_name) is not None
        or library.find_conversion(full_name) is not None
        or library.is_of_mathematics(full_name)
        or library.is_icon(full_name)
    )


def _members_of(full_name: str, version: str | None) -> Collection[str]:
    """Return the Modelica names of the members of a class of the library."""
    found = library.find_class(full_name, version)
    return {one.partition(".")[0] for one in found.members} if found else ()


def _version(stored: StoredClass) -> str | None:
    """Return the version of the standard library that ``uses`` tells, if it does."""
    for used in modifications(stored.top.definition.annotation, "uses"):
        for one in modifications(used.arguments, "Modelica"):
            for each in modifications(one.arguments):
                if isinstance(each.value, String):
                    return each.value.value
    return None
