"""Find libraries and the package around a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from drivetrain.errors import ModelicaError
from drivetrain.modelica.packages.reading import read_source
from drivetrain.modelica.packages.stored_class import PACKAGE_FILE, StoredClass, in_file
from drivetrain.modelica.syntax.nodes import StoredFile
from drivetrain.modelica.syntax.parser import parse
from drivetrain.modelica.syntax.source_text import SourceText

__all__ = ["Libraries", "library_folders", "open_file"]

_VERSION: Final = re.compile(r"(.+?) (\d+(?:\.\d+)*)(?:[-+ ].*)?")


def library_folders(given: Iterable[str | os.PathLike[str]] = ()) -> list[Path]:
    """Return the folders in which libraries are looked for: those given, then ``MODELICAPATH``.

    Raises
    ------
    ModelicaError
        If a folder that was given is none.
    """
    found = []
    for one in map(Path, given):
        if not one.is_dir():
            raise ModelicaError(f"'{one}' is no folder in which libraries could be looked for")
        found.append(one)
    paths = os.environ.get("MODELICAPATH", "").split(os.pathsep)
    return [*found, *(Path(path) for path in paths if path and Path(path).is_dir())]


class Libraries:
    """Libraries in some folders, read as far as they are asked for.

    Parameters
    ----------
    folders : iterable of Path
        Folders that hold libraries, or are libraries themselves.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self.folders = list(folders)
        self._tops: dict[tuple[str, str], StoredClass | None] = {}

    def top(self, name: str, version: str = "") -> StoredClass | None:
        """Return a library by its name; the newest one, unless a version is asked for.

        Parameters
        ----------
        name : str
            The first part of a full name, such as ``Modelica``.
        version : str
            The version wanted, as ``uses`` tells; ``4`` and ``4.0`` accept ``4.0.0``.
        """
        key = name, version
        if key not in self._tops:
            file = next(self._files(name, version), None)
            self._tops[key] = None if file is None else in_file(file, name, None)
        return self._tops[key]

    def _files(self, name: str, version: str) -> Iterator[Path]:
        """Yield the files in which a library may be, the best one first."""
        for folder in self.folders:
            found = []
            if folder.name == name or _VERSION.sub(r"\1", folder.name) == name:
                found.append(folder / PACKAGE_FILE)
            found += [folder / name / PACKAGE_FILE, folder / f"{name}.mo"]
            versioned = [
                (match[2], one)
                for one in folder.glob(f"{name} *")
                if (match := _VERSION.fullmatch(one.name)) and match[1] == name
            ]
            versioned.sort(key=lambda pair: _numbers(pair[0]), reverse=True)
            fitting = [one / PACKAGE_FILE for has, one in versioned if _fits(has, version)]
            yield from (file for file in [*fitting, *found] if file.is_file())


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _fits(has: str, wanted: str) -> bool:
    """Return whether a version begins as the wanted one does."""
    if not re.fullmatch(r"\d+(?:\.\d+)*", wanted):
        return True
    return _numbers(has)[: len(_numbers(wanted))] == _numbers(wanted)


def open_file(path: Path) -> list[StoredClass]:
    """Return the classes of a file, with the packages around them.

    A file that is ``within`` a package lies in its folder, or stands alone: then what it says of
    its package is believed, and nothing else of the package is known.

    Raises
    ------
    ModelicaError
        If the file cannot be read, is no Modelica, or holds no class.
    """
    if path.is_dir():
        path = path / PACKAGE_FILE
    source = read_source(path)
    stored = parse(source)
    if not stored.classes:
        raise ModelicaError(f"{source.file}: there is no class in this file")
    _refuse_doubles(stored, source)
    within = str(stored.within) if stored.within else ""
    parent = _package_around(path, within)
    folder = path.parent if path.name == PACKAGE_FILE else None
    alone = "" if parent else within
    made = [StoredClass(one, source, parent, folder, alone) for one in stored.classes]
    for one in made:
        one.stands_beside(made)
    return made


def _refuse_doubles(stored: StoredFile, source: SourceText) -> None:
    places: dict[str, str] = {}
    for one in stored.classes:
        if one.name in places:
            raise source.mistake(
                one.position, f"the file has another class '{one.name}', at {places[one.name]}"
            )
        places[one.name] = source.where(one.position)


def _package_around(path: Path, within: str) -> StoredClass | None:
    """Return the package that a file says to be within, if it is there."""
    if not within:
        return None
    names = within.split(".")
    folder = path.parent.parent if path.name == PACKAGE_FILE else path.parent
    for _ in names[1:]:
        folder = folder.parent
    if not (folder / PACKAGE_FILE).is_file():
        return None
    found: StoredClass | None = in_file(folder / PACKAGE_FILE, names[0], None)
    for name in names[1:]:
        found = found.child(name) if found else None
    return found
