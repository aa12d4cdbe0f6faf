"""What a name may turn out to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax.nodes import Component

__all__ = [
    "PREDEFINED",
    "Found",
    "FoundClass",
    "FoundComponent",
    "FoundLiteral",
    "LibraryMember",
    "LibraryName",
    "Predefined",
]

PREDEFINED: Final = frozenset(
    ("Real", "Integer", "Boolean", "String", "Clock", "ExternalObject", "StateSelect",
     "AssertionLevel")
)  # fmt: skip
"""Types of the language itself (Modelica 3.6, section 4.8)."""


@dataclass(frozen=True)
class Predefined:
    """A type of the language, such as ``Real``."""

    name: str

    @property
    def full_name(self) -> str:
        """Its name."""
        return self.name


@dataclass(frozen=True)
class LibraryName:
    """A name below a library that need not be on disk: ``Modelica.Units.SI.Torque``."""

    full_name: str

    @property
    def name(self) -> str:
        """Its last part."""
        return self.full_name.rpartition(".")[2]


@dataclass(frozen=True, eq=False)
class FoundComponent:
    """A component, parameter or constant in the class that declares it."""

    owner: StoredClass
    component: Component

    @property
    def full_name(self) -> str:
        """Name of the class and of the component."""
        return f"{self.owner.full_name}.{self.component.name}"


@dataclass(frozen=True)
class LibraryMember:
    """A member that a class inherits from a class of the library."""

    base: str
    name: str

    @property
    def full_name(self) -> str:
        """Name of the class of the library and of the member."""
        return f"{self.base}.{self.name}"


@dataclass(frozen=True, eq=False)
class FoundLiteral:
    """A literal of an enumeration of one's own."""

    owner: StoredClass
    name: str

    @property
    def full_name(self) -> str:
        """Name of the enumeration and of the literal."""
        return f"{self.owner.full_name}.{self.name}"


FoundClass: TypeAlias = StoredClass | LibraryName | Predefined
Found: TypeAlias = FoundClass | FoundComponent | FoundLiteral | LibraryMember
