"""Write a folder of modules: one for each Modelica package, as its classes lie there."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from drivetrain.modelica.conversion.to_python.module import module_text
from drivetrain.modelica.conversion.to_python.names import ModuleNames
from drivetrain.modelica.conversion.to_python.renaming import new_names
from drivetrain.modelica.library import snake_case
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.translation.behaviour.functions import TranslatedFunction
from drivetrain.modelica.translation.component_class import TranslatedClass

__all__ = ["python_package"]

Place: TypeAlias = tuple[str, ...]
"""Names of modules from the folder down; empty for the folder itself."""
Translated: TypeAlias = TranslatedClass | TranslatedFunction


@dataclass
class _Module:
    """A module that is being written."""

    description: str
    classes: list[TranslatedClass] = field(default_factory=list)
    functions: list[TranslatedFunction] = field(default_factory=list)

    def add(self, one: Translated) -> None:
        """Put a class or a function into it."""
        if isinstance(one, TranslatedClass):
            self.classes.append(one)
        else:
            self.functions.append(one)


def python_package(
    classes: Sequence[TranslatedClass], functions: Sequence[TranslatedFunction], top: StoredClass
) -> dict[str, str]:
    """Return the files of a package: their paths in its folder, and their texts.

    A Modelica package is a module, or a folder if it has packages in it. Where packages need each
    other, each of their classes gets a module of its own.

    Parameters
    ----------
    classes : sequence of TranslatedClass
        The classes, each behind those that it is made of.
    functions : sequence of TranslatedFunction
        Functions that these call.
    top : StoredClass
        The package that becomes the folder.

    Raises
    ------
    ModelicaError
        If a class needs what cannot be written as Python.
    """
    every: list[Translated] = [*functions, *classes]
    modules = _modules(every, top)
    folders = {place[:k] for place in modules for k in range(len(place))} | {()}
    names = {place: ModuleNames(one.classes, one.functions) for place, one in modules.items()}
    new = new_names(classes)
    homes = {made: place for place, one in names.items() for made in one.own}
    files = {}
    for place, module in modules.items():
        package = place if place in folders else place[:-1]
        names[place].beside = {
            made: (_relative(package, home), names[home].own[made])
            for made, home in homes.items()
            if home != place
        }
        text = module_text(module.classes, module.functions, names[place], new, module.description)
        files[_file(place, is_folder=place in folders)] = text
    for place in folders - modules.keys():
        files[_file(place, is_folder=True)] = module_text(
            (), (), ModuleNames(()), {}, _title(place)
        )
    return dict(sorted(files.items()))


def _title(place: Place) -> str:
    return place[-1].replace("_", " ") if place else "models"


def _file(place: Place, *, is_folder: bool) -> str:
    return "/".join((*place, "__init__")) + ".py" if is_folder else "/".join(place) + ".py"


def _relative(package: Place, home: Place) -> str:
    """Return how a module inside a package names another module in an import."""
    common = 0
    while common < min(len(package), len(home)) and package[common] == home[common]:
        common += 1
    return "." * (len(package) - common + 1) + ".".join(home[common:])


# -- where things go -------------------------------------------------------------------------------


def _modules(every: Sequence[Translated], top: StoredClass) -> dict[Place, _Module]:
    packages = {one.made: _package_of(one.stored) for one in every}
    places = {made: _place(package, top) for made, package in packages.items()}
    apart = _in_circles(every, places)
    found: dict[Place, _Module] = {}
    for one in every:
        place, package = places[one.made], packages[one.made]
        about = one.stored.definition if place in apart or package is None else package.definition
        if place in apart:
            place = (*place, _module_name(one.stored.title))
        found.setdefault(place, _Module(about.description or about.name)).add(one)
    return found


def _package_of(stored: StoredClass) -> StoredClass | None:
    """Return the package in which a class is declared, however deep in other classes."""
    around = stored.parent
    while around is not None and around.definition.kind != "package":
        around = around.parent
    return around


def _place(package: StoredClass | None, top: StoredClass) -> Place:
    if package is None:
        return ()
    first, *rest = package.full_name.split(".")
    return tuple(map(_module_name, rest if first == top.name else (first, *rest)))


def _module_name(text: str) -> str:
    made = snake_case(text.strip("'")).lower()
    made = "".join(one if one.isalnum() else "_" for one in made)
    return f"{made}_" if keyword.iskeyword(made) or not made.isidentifier() else made


def _in_circles(every: Iterable[Translated], places: Mapping[Any, Place]) -> set[Place]:
    """Return the places whose modules would need each other."""
    needs: dict[Place, set[Place]] = {place: set() for place in places.values()}
    for one in every:
        others = {places[value] for value in _needed(one, places)}
        needs[places[one.made]] |= others - {places[one.made]}
    return {place for place in needs if place in set(_reached(place, needs))}


def _needed(one: Translated, places: Mapping[Any, Place]) -> Iterator[Any]:
    yield from (value for value in one.names.values() if callable(value) and value in places)


def _reached(place: Place, needs: Mapping[Place, set[Place]]) -> set[Place]:
    found: set[Place] = set()
    left = list(needs[place])
    while left:
        other = left.pop()
        if other not in found:
            found.add(other)
            left += needs[other]
    return found
