"""Find the files that texts of a model name: tables, and resources of a package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from drivetrain.errors import ModelicaError, nearest

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.packages.stored_class import StoredClass

__all__ = ["LOAD_RESOURCE", "file_meant", "missing_file", "resource"]

LOAD_RESOURCE: Final = frozenset(
    (
        "Modelica.Utilities.Files.loadResource",
        "ModelicaServices.ExternalReferences.loadResource",
    )
)
"""Functions whose value is the path of a file."""

_SCHEME: Final = "modelica://"
_FILES: Final = (".csv", ".mat", ".txt")


def file_meant(lookup: Lookup, text: str, scope: StoredClass) -> str:
    """Return the path of the file that a text names, if there is one; else the text.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    text : str
        ``modelica://Package/Resources/cycle.txt``, or a path: relative to the file in which it is
        written, or to a package around that. The folder of a package, if it ends with a slash.
    scope : StoredClass
        The class in which it is written.
    """
    if text.startswith(_SCHEME) and text.endswith("/"):  # the name of a file follows
        folder = next((one for one in _places(lookup, text, scope) if one.is_dir()), None)
        return text if folder is None else f"{folder}/"
    is_path = text.lower().endswith(_FILES) and "\n" not in text
    if not text.startswith(_SCHEME) and not is_path:
        return text
    found = (place for place in _places(lookup, text, scope) if place.is_file())
    return str(next(found, text))


def _places(lookup: Lookup, text: str, scope: StoredClass) -> list[Path]:
    """Return where a file is looked for that a text names."""
    if text.startswith(_SCHEME):
        name, _, path = text.removeprefix(_SCHEME).partition("/")
        package = lookup.stored(name, scope)
        return [] if package is None else [_folder(package) / unquote(path)]
    places, one = [_folder(scope) / text], scope.parent
    while one is not None:
        places.append(_folder(one) / text)
        one = one.parent
    return list(dict.fromkeys(places))


def _folder(one: StoredClass) -> Path:
    return (one.folder or Path(one.source.file).parent).resolve()


def resource(lookup: Lookup, text: str, scope: StoredClass, position: int) -> str:
    """Return the path of a file or folder that has to be there.

    Raises
    ------
    ModelicaError
        If it is not; the message tells where it was looked for.
    """
    for place in [*_places(lookup, text, scope), Path(text)]:
        if place.exists():
            return f"{place}/" if text.endswith("/") else str(place)
    raise missing_file(lookup, text, scope, position)


def missing_file(lookup: Lookup, text: str, scope: StoredClass, position: int) -> ModelicaError:
    """Return that a file is not there, and where it was looked for."""
    places = _places(lookup, text, scope)
    if not places:
        name = text.removeprefix(_SCHEME).partition("/")[0]
        return scope.source.mistake(
            position,
            f"there is no package '{name}' that could have the file of '{text}': name the folder "
            "with its source (libraries=, --library, MODELICAPATH)",
        )
    files = [one.name for one in places[0].parent.iterdir()] if places[0].parent.is_dir() else []
    looked = ", ".join(f"'{one}'" for one in places)
    hint = nearest(places[0].name, files)
    return scope.source.mistake(position, f"there is no file '{text}': looked for {looked}{hint}")
