"""Find the class of this package that a class of the Modelica Standard Library is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from drivetrain.errors import nearest
from drivetrain.modelica.library.classes import GROUPS
from drivetrain.modelica.library.editions import (
    DIFFERENCES,
    OLDER_DEFAULTS,
    OLDER_NAMES,
    SHORT_PACKAGES,
    edition_of,
)
from drivetrain.modelica.library.members import (
    BY_CLASS,
    EVERYWHERE,
    FIXED_VALUES,
    IN_TEXT,
    MODIFIERS,
    OLDER_BY_CLASS,
    OLDER_MEMBERS,
    ONLY_HERE,
    WITHOUT_EFFECT,
)
from drivetrain.modelica.library.starts import STARTS
from drivetrain.modelica.library.unsupported import unsupported_library
from drivetrain.modeling import Component, Connector

__all__ = [
    "LibraryClass",
    "class_that_stands_for",
    "find_class",
    "is_package",
    "known_classes",
    "why_missing",
]

_OF_2002: Final = " (2002)"
_OF_FACTS: Final = (
    "Modelica.Blocks.Icons",
    "Modelica.Blocks.Types",
    "Modelica.Constants",
    "Modelica.Electrical.Machines.Thermal.Constants",
    "Modelica.Icons",
    "Modelica.Math",
    "Modelica.SIunits.Conversions.NonSIunits",
    "Modelica.Units.Conversions",
    "Modelica.Units.NonSI",
    "Modelica.Units.SI",
)
"""Packages that have types, constants and functions, but no component."""
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LibraryClass:
    """A class of this package that stands for one of the Modelica Standard Library.

    Parameters
    ----------
    module, name : str
        Where it is.
    members : mapping
        Modelica name → name here: parameters, variables, connectors and parts. Names of older
        editions are included; a dotted one (``inPort.signal``) stands for one member here.
    modelica_name : str
        Full name in edition 4 of the library, or in that of 2002.
    edition : str
        The edition that was asked for, else the newest with this name: "4", "3", "2" or "2002".
    modifiers : mapping
        As `members`, for those that are another member here when they are given a value.
    without_effect : frozenset of str
        Modelica parameters that are accepted and change no equation here.
    fixed_values : mapping
        Modelica parameter → the only value that it may have here.
    starts : mapping
        Modelica parameter without a default → the start value that other tools take, and warn.
    defaults : mapping
        Member here → its value in an older edition, in which it could not be set.
    difference : str
        How results differ from those that the class had in its edition; empty if they do not.
    """

    module: str
    name: str
    members: Mapping[str, str]
    modelica_name: str = ""
    edition: str = "4"
    modifiers: Mapping[str, str] = field(default_factory=dict)
    without_effect: frozenset[str] = frozenset()
    fixed_values: Mapping[str, str | bool] = field(default_factory=dict)
    starts: Mapping[str, float] = field(default_factory=dict)
    defaults: Mapping[str, bool] = field(default_factory=dict)
    difference: str = ""

    def load(self) -> type[Any]:
        """Return the class: a component, or a connector or signal of an interface."""
        found: type[Any] = getattr(import_module(self.module), self.name)
        return found


@cache
def find_class(full_name: str, version: str | None = None) -> LibraryClass | None:
    """Return the class that stands for a class of the Modelica Standard Library.

    Parameters
    ----------
    full_name : str
        Full Modelica name, of any edition.
    version : str, optional
        Version of the library that the user has. It decides about names that meant another class
        in 2002; without it, the newest meaning counts.

    Returns
    -------
    LibraryClass or None
        None if there is no counterpart: `why_missing` says why.
    """
    edition = edition_of(version)
    if edition == "2002" and full_name in _places("2002"):
        return _made(full_name, "2002")
    for since, newer in _readings(full_name):
        if newer in _places("4"):
            return _made(newer, _effective(edition, since))
    return _made(full_name, "2002") if full_name in _places("2002") else None


def _effective(asked: str | None, since: str) -> str:
    return since if asked in (None, "2002") else str(asked)


def _readings(full_name: str) -> Iterator[tuple[str, str]]:
    """Yield the edition-4 names that a name may stand for, each with its last edition."""
    yield "4", full_name
    if full_name in OLDER_NAMES:
        yield OLDER_NAMES[full_name]
    package, _, name = full_name.rpartition(".")
    for sub in SHORT_PACKAGES.get(package, ()):
        yield "2", f"{package}.{sub}.{name}"


@cache
def _places(edition: str) -> Mapping[str, tuple[str, str]]:
    """Return full Modelica name → module and name here."""
    is_old = edition == "2002"
    return {
        f"{group.package.removesuffix(_OF_2002)}.{modelica}": (group.library, ours)
        for group in GROUPS
        if group.package.endswith(_OF_2002) == is_old
        for modelica, ours in group.names()
        if not group.library.startswith("drivetrain.examples")
    }


def _made(name: str, edition: str) -> LibraryClass:
    module, ours = IN_TEXT.get(name) or _places("2002" if edition == "2002" else "4")[name]
    cls = getattr(import_module(module), ours)
    return LibraryClass(
        module,
        ours,
        MappingProxyType(_members(cls, name)),
        name,
        edition,
        MODIFIERS.get(name, _NOTHING),
        WITHOUT_EFFECT[""] | WITHOUT_EFFECT.get(name, frozenset()),
        FIXED_VALUES.get(name, _NOTHING),
        STARTS.get(name, _NOTHING) if edition != "2002" else _NOTHING,
        OLDER_DEFAULTS.get((edition, name), _NOTHING),
        DIFFERENCES.get((edition, name), ""),
    )


def _members(cls: type[Any], name: str) -> dict[str, str]:
    """Return Modelica name → name here of the members of a class."""
    if not issubclass(cls, Component):
        return {one: one for one in _variables_of_connector(cls)}
    exceptions = BY_CLASS.get(name, _NOTHING)
    hidden = ONLY_HERE.union(MODIFIERS.get(name, _NOTHING).values())
    ours = [one for one in cls.declarations() if one not in hidden]
    found = {exceptions.get(one, EVERYWHERE.get(one, one)): one for one in ours}
    return {**_older_members(name, ours), **found}


def _older_members(name: str, ours: list[str]) -> dict[str, str]:
    """Return Modelica name in an older edition → name here, for one class."""
    older = dict(OLDER_MEMBERS)
    if "flange" in ours:
        older |= {"flange_a": "flange", "flange_b": "flange"}
    older |= OLDER_BY_CLASS.get(name, _NOTHING)
    return {old: new for old, new in older.items() if new in ours}


def _variables_of_connector(cls: type[Any]) -> tuple[str, ...]:
    return tuple(one.name for one in cls.variables()) if issubclass(cls, Connector) else ()


def known_classes() -> tuple[str, ...]:
    """Return the full Modelica names of all classes that have a counterpart here."""
    return tuple(dict.fromkeys([*_places("4"), *OLDER_NAMES, *_places("2002")]))


def class_that_stands_for(python: type[Any]) -> LibraryClass | None:
    """Return the class of the library for which a class of this package stands; else None."""
    name = _stood_for().get(python)
    return None if name is None else find_class(name)


@cache
def _stood_for() -> Mapping[type[Any], str]:
    """Return class here → full Modelica name, that of edition 4 first."""
    places = [
        (name, *_places(edition)[name]) for edition in ("2002", "4") for name in _places(edition)
    ]
    return {getattr(import_module(module), ours): name for name, module, ours in reversed(places)}


def is_package(full_name: str) -> bool:
    """Return whether a name is a package of the Modelica Standard Library of which more is known.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Mechanics.Rotational``.
    """
    return full_name in _packages()


@cache
def _packages() -> frozenset[str]:
    packages = set(_OF_FACTS)
    for name in [*known_classes(), *_OF_FACTS]:
        while "." in name:
            name = name.rpartition(".")[0]
            packages.add(name)
    return frozenset(packages)


def why_missing(full_name: str) -> str:
    """Return what to do about a Modelica class that has no counterpart here.

    Parameters
    ----------
    full_name : str
        Full Modelica name.

    Returns
    -------
    str
        A phrase: what to use instead, that nothing of its library has one, or the nearest name;
        it may be empty.
    """
    package, _, name = full_name.rpartition(".")
    for group in GROUPS:
        if group.package.removesuffix(_OF_2002) == package and name in group.missing:
            return group.missing[name]
    if full_name == "ExternalObject":
        return (
            "it holds what C code keeps between calls; read the data in Python, and give functions "
            "of them by load(…, functions={…})"
        )
    library = unsupported_library(full_name)
    if library:
        return f"nothing of {library} has one; what needs none of it can be simulated alone"
    return _nearest_class(package, name)


def _nearest_class(package: str, name: str) -> str:
    """Return a hint to a class: spelt alike in the same package, or so called in one beside it."""
    around = package.rpartition(".")[0]
    known = [one.rpartition(".") for one in known_classes()]
    beside = [f"{p}.{n}" for p, _, n in known if n == name and p.startswith(f"{around}.")]
    if beside:
        return f"did you mean {beside[0]!r}?"
    return nearest(name, [n for p, _, n in known if p == package]).removeprefix("; ")
