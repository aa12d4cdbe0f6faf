"""What the translators of one class share: its scope, its names, what it refuses."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from drivetrain import modeling
from drivetrain.modelica import library
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_names import ClassNames
from drivetrain.modelica.translation.references import inherited_member
from drivetrain.modelica.translation.refusals import Refusals

if TYPE_CHECKING:
    from drivetrain.errors import ModelicaError
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.translation.functions import FunctionLibrary

__all__ = ["ClassContext"]


def _ancestors(lookup: Lookup, stored: StoredClass) -> Iterator[StoredClass]:
    for base in lookup.bases(stored):
        if isinstance(base, StoredClass):
            yield base
            yield from _ancestors(lookup, base)


Node = TypeVar("Node", bound=ast.AST)


class ClassContext:
    """The class that is being translated.

    Parameters
    ----------
    stored : StoredClass
        The class.
    lookup : Lookup
        What names mean.
    version : str, optional
        Version of the Modelica Standard Library that it was written for.
    translate : callable
        Makes the component class of another class.
    functions : FunctionLibrary
        Translates functions.

    Attributes
    ----------
    refusals : Refusals
        What cannot be translated.
    names : ClassNames
        Names of its members, and of what it takes from elsewhere.
    used : set of str
        Members that have been read since it was last emptied.
    structural : set of str
        Members that change the equations.
    numbers_fit : bool
        Whether it computes with plain numbers, which fit every unit in Modelica.
    is_function : bool
        Whether it is a function.
    calls_plain : bool
        Whether it is a function that calls one for plain numbers only.
    is_computed : bool
        Whether the last value was one that Python computes before there are equations.
    extra : list
        Variables with a value, which is an equation.
    constant_unknowns : list of Component
        Parameters that the start determines.
    """

    def __init__(
        self,
        stored: StoredClass,
        lookup: Lookup,
        version: str | None,
        translate: Callable[[StoredClass], type[modeling.Component]],
        functions: FunctionLibrary,
    ) -> None:
        self.stored, self.lookup, self.version, self.translate = stored, lookup, version, translate
        self.refusals = Refusals()
        self.names = ClassNames(one.name for one in self.components())
        self.used: set[str] = set()
        self.structural: set[str] = set()
        self.numbers_fit = False
        self.is_function = False
        self.calls_plain = False
        self.is_computed = False
        self.own_functions = functions
        self.extra: list[tuple[nodes.Component, nodes.Expression]] = []
        self.constant_unknowns: list[nodes.Component] = []
        self._ancestors: list[StoredClass] | None = None

    @property
    def body(self) -> nodes.LongBody:
        """Its elements and sections."""
        body = self.stored.definition.body
        assert isinstance(body, nodes.LongBody)
        return body

    def inherits(self, other: StoredClass) -> bool:
        """Return whether the class has members of another one: its base, however far up."""
        if self._ancestors is None:
            self._ancestors = list(_ancestors(self.lookup, self.stored))
        return other in self._ancestors

    def inherited_from_library(
        self, e: nodes.Reference, read: Callable[[nodes.Reference, library.LibraryClass], ast.expr]
    ) -> ast.expr | None:
        """Return a member that the class inherits from a class of the library, if this is one."""
        if e.is_global or self.lookup.member(self.stored, e.parts[0].name) is not None:
            return None
        base = inherited_member(self, self.stored, e.parts[0].name)
        return None if base is None else read(e, base)

    def components(self) -> Iterator[nodes.Component]:
        """Yield the components that it declares."""
        body = self.stored.definition.body
        if isinstance(body, nodes.LongBody):
            yield from (one for one in body.elements if isinstance(one, nodes.Component))

    def library_class(self, full_name: str, position: int) -> library.LibraryClass:
        """Return the class that stands for one of the library.

        Raises
        ------
        ModelicaError
            If it has no counterpart.
        """
        of = library.find_class(full_name, self.version)
        if of is None:
            why = library.why_missing(full_name)
            raise self.mistake(
                position, f"{full_name} has no counterpart here{f': {why}' if why else ''}"
            )
        return of

    # -- places ------------------------------------------------------------------------------------

    def at(self, position: int, node: Node) -> Node:
        """Give a piece of Python the line of a place in the Modelica file, and return it."""
        placed: Any = node
        placed.lineno = placed.end_lineno = self.stored.source.line(position)
        placed.col_offset = placed.end_col_offset = 0
        return node

    def mistake(self, position: int, message: str) -> ModelicaError:
        """Return an error at a place of the class."""
        return self.stored.source.mistake(position, message)

    def refuse(self, position: int, message: str) -> None:
        """Note a refusal, and go on."""
        with self.refusals.noted():
            raise self.mistake(position, message)

    def unknown_modifier(self, each: nodes.Argument, of: nodes.Component) -> ModelicaError:
        """Return the error for a modifier that is not understood."""
        return self.mistake(each.position, f"this modifier of '{of.name}' is not supported")
