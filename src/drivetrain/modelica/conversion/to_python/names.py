"""Names in a converted module: what is imported, and what its classes are called."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from drivetrain.errors import ModelicaError
from drivetrain.modelica.conversion.to_python.imports import import_lines
from drivetrain.modelica.library import snake_case
from drivetrain.modelica.translation.python_code import attribute, name

if TYPE_CHECKING:
    from drivetrain.modelica.translation.behaviour.functions import TranslatedFunction
    from drivetrain.modelica.translation.component_class import TranslatedClass

__all__ = ["ModuleNames"]

_ROOT: Final = "drivetrain"


class ModuleNames:
    """Gives things from elsewhere names in a module, such that nothing is hidden.

    Parameters
    ----------
    classes : iterable of TranslatedClass
        The classes of the module.
    functions : iterable of TranslatedFunction
        Its functions.

    Attributes
    ----------
    own : dict
        What the module defines → its name.
    beside : dict
        What modules beside it define → such a module, as imports name it, and the name there.
    """

    def __init__(
        self, classes: Iterable[TranslatedClass], functions: Iterable[TranslatedFunction] = ()
    ) -> None:
        self.own: dict[Any, str] = {}
        self.beside: Mapping[Any, tuple[str, str]] = {}
        self._imported: dict[str, str] = {}
        self._from: dict[str, set[str]] = {}
        self._modules: set[str] = set()
        taken: set[str] = set()
        for one in classes:
            full_name = one.stored.full_name
            self.own[one.made] = _free(_cap_words(one.stored.title), full_name, taken, _in_class)
            taken.add(self.own[one.made])
        for each in functions:
            text = _lower(each.node.name)
            self.own[each.made] = _free(text, each.stored.full_name, taken, _in_function)
            taken.add(self.own[each.made])

    def of(self, value: Any, text: str, hidden: Iterable[str] = ()) -> ast.expr:
        """Return a name for something from elsewhere where some names are hidden.

        Parameters
        ----------
        value : object
            A class of this package or of the module, or a function of the modeling language.
        text : str
            What it is called where it comes from.
        hidden : iterable of str
            Names that mean something else there.

        Raises
        ------
        ModelicaError
            If it has no name that can be imported.
        """
        own = self.own.get(value) if callable(value) else None
        if own is not None:
            return name(own)
        if callable(value) and value in self.beside:
            return self._from_beside(*self.beside[value], hidden)
        return self.imported(_place(value, text), text, hidden)

    def _from_beside(self, place: str, text: str, hidden: Iterable[str]) -> ast.expr:
        key = f"{place}:{text}"
        taken = {*self.own.values(), *hidden}
        new = text
        while new in taken or self._imported.setdefault(new, key) != key:
            new = f"{new}_"
        self._from.setdefault(place, set()).add(text if new == text else f"{text} as {new}")
        return name(new)

    def imported(self, place: str, text: str, hidden: Iterable[str] = ()) -> ast.expr:
        """Return a name for a member of a module where some names are hidden."""
        own = set(self.own.values())
        is_free = text not in own and self._imported.setdefault(text, place) == place
        if is_free and text not in hidden:
            self._from.setdefault(place, set()).add(text)
            return name(text)
        return attribute(self.module(place, hidden), text)

    def module(self, place: str, hidden: Iterable[str] = ()) -> ast.expr:
        """Return a name for a module of this package, or of Python's."""
        package, _, last = place.rpartition(".")
        if last in hidden or last in self.own.values():
            self._modules.add(f"{place} as {last}_")
            return name(f"{last}_")
        if package:
            self._from.setdefault(package, set()).add(last)
        else:
            self._modules.add(place)
        return name(last)

    def imports(self) -> Iterator[str]:
        """Yield the lines that import what has been named."""
        return import_lines(self._modules, self._from)


def _place(value: Any, text: str) -> str:
    """Return the module from which something is imported."""
    parts = str(getattr(value, "__module__", "") or "").split(".")
    for size in range(2, len(parts) + 1):
        place = ".".join(parts[:size])
        if parts[0] == _ROOT and getattr(import_module(place), text, None) is value:
            return place
    raise ModelicaError(f"'{text}' has no counterpart that could be imported in Python")


def _cap_words(text: str) -> str:
    """Return a name as classes of Python are called."""
    words = [one for one in text.strip("'").split("_") if one]
    made = "".join(word[:1].upper() + word[1:] for word in words)
    made = "".join(one for one in made if one.isalnum())
    return made if made[:1].isalpha() else f"Class{made}"


def _lower(text: str) -> str:
    """Return a name as functions of Python are called."""
    made = snake_case(text)
    return made[:1].lower() + made[1:]


def _in_class(package: str, text: str) -> str:
    return f"{_cap_words(package)}{text}"


def _in_function(package: str, text: str) -> str:
    return f"{_lower(package)}_{text}"


def _free(
    text: str,
    full_name: str,
    taken: set[str] | Mapping[str, Any],
    joined: Callable[[str, str], str],
) -> str:
    """Return a name that is free: with the packages around it if need be."""
    packages = full_name.split(".")[-2::-1]
    for package in packages:
        if text not in taken:
            break
        text = joined(package, text)
    numbered = (f"{text}{k}" for k in count(2))
    return text if text not in taken else next(one for one in numbered if one not in taken)
