"""What the translators of one class share: its scope, its names, what it refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from drivetrain import modeling
from drivetrain.modelica import library
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_names import ClassNames
from drivetrain.modelica.translation.members.class_members import (
    ClassMember,
    ClassMembers,
    members_of,
)
from drivetrain.modelica.translation.members.found_at_start import found_at_start
from drivetrain.modelica.translation.members.given import Given, GivenValue
from drivetrain.modelica.translation.members.member_kinds import PartClass, part_of_own_class
from drivetrain.modelica.translation.members.member_names import MemberReader
from drivetrain.modelica.translation.python_code import call, constant
from drivetrain.modelica.translation.refusals import Refusals
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator

if TYPE_CHECKING:
    from drivetrain.errors import ModelicaError
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.packages.stored_class import StoredClass
    from drivetrain.modelica.translation.behaviour.fixed_starts import FixedStart
    from drivetrain.modelica.translation.behaviour.functions import FunctionLibrary
    from drivetrain.modelica.translation.structure.parameter_attributes import BoundOfParameter

__all__ = ["ClassContext", "Classes", "RecordDefault"]


class Classes(Protocol):
    """Where the component classes of Modelica classes come from."""

    def translate(self, stored: StoredClass) -> type[modeling.Component]:
        """Return the component class for a Modelica class."""

    def translate_connector(self, stored: StoredClass) -> type[modeling.Connector]:
        """Return the connector class for a Modelica connector."""

    def variant(self, stored: StoredClass, given: Given) -> tuple[StoredClass, Given]:
        """Return the class of a part with redeclarations, and what is left to be given to it."""

    def stored_of(self, python: type[Any]) -> StoredClass | None:
        """Return the Modelica class of a component class; ``None`` if it comes from elsewhere."""


_WAYS_OUT = (
    "use another class, or name a folder with the source of the library (libraries=, --library, "
    "MODELICAPATH)"
)

Node = TypeVar("Node", bound=ast.AST)


class RecordDefault(NamedTuple):
    """A record of variables, or an array of them, a member, and the value that it has there."""

    record: str
    dimensions: int
    member: str
    value: GivenValue


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
    classes : Classes
        Makes the component classes of other classes.
    functions : FunctionLibrary
        Translates functions.

    Attributes
    ----------
    refusals : Refusals
        What cannot be translated.
    members : ClassMembers
        Its components, inherited ones included.
    names : ClassNames
        Names of its members, and of what it takes from elsewhere.
    expressions : ExpressionTranslator
        For values in its body.
    used : set of str
        Members that have been read since it was last emptied.
    structural : set of str
        Members that change the equations.
    numbers_fit : bool
        Whether it computes with plain numbers, which fit every unit in Modelica.
    is_function : bool
        Whether it is a function.
    is_plain, is_varying : bool
        Whether it is a function for plain numbers only, and one that says by expressions when it
        ends.
    calls_plain : bool
        Whether it is a function that calls one for plain numbers only.
    is_computed : bool
        Whether the last value was one that Python computes before there are equations.
    bindings : list of (str, GivenValue)
        Names of variables, and of inputs of parts, whose values are equations.
    set_at_events : set of str
        Names of the variables that ``when`` sets.
    binding_conditions : dict of expr
        Conditions of those of them that count only sometimes.
    record_defaults : list of RecordDefault
        Values that records of variables give to their members themselves.
    found_at_start : frozenset of str
        Parameters whose values are found at the start, by their names.
    constant_unknowns : list of ClassMember
        Those of them that initial equations determine.
    fixed_starts : list of FixedStart
        Starts that are conditions only where an expression is true.
    parameter_bounds : list of BoundOfParameter
        Bounds that parameters of parts are given.
    hidden : dict of expr
        Declarations of variables that the text does not have, by their names.
    other_units : dict of str
        Units that are no SI units, by the names of the members that have them.
    drawn_lines : dict
        Points of the lines of its connections, by the two ports they join.
    """

    def __init__(
        self,
        stored: StoredClass,
        lookup: Lookup,
        version: str | None,
        classes: Classes,
        functions: FunctionLibrary,
    ) -> None:
        self.stored, self.lookup, self.version = stored, lookup, version
        self._classes = classes
        self.refusals = Refusals()
        self.members = ClassMembers(lookup, stored)
        self.names = ClassNames(self.members.by_name)
        self.used: set[str] = set()
        self.structural: set[str] = set()
        self.own_functions = functions
        self.numbers_fit = False
        self.is_function = False
        self.is_plain = self.is_varying = False
        self.calls_plain = False
        self.is_computed = False
        self.bindings: list[tuple[str, GivenValue]] = []
        self.set_at_events: set[str] = set()
        self.binding_conditions: dict[str, ast.expr] = {}
        self.record_defaults: list[RecordDefault] = []
        self.found_at_start = found_at_start(self.members)
        self.constant_unknowns: list[ClassMember] = []
        self.fixed_starts: list[FixedStart] = []
        self.parameter_bounds: list[BoundOfParameter] = []
        self.hidden: dict[str, ast.expr] = {}
        self.other_units: dict[str, str] = {}
        self.drawn_lines: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {}
        self.expressions = ExpressionTranslator(self, MemberReader(self).read)

    def value(self, given: GivenValue) -> ast.expr:
        """Return the Python for a value, whatever class its text stands in.

        Raises
        ------
        ModelicaError
            If it is not supported.
        """
        return self.expressions.in_scope(given.scope).value(given.expression)

    @contextmanager
    def changing_equations(self) -> Iterator[None]:
        """Note that the members that are read in this block change the equations."""
        before, self.used = self.used, set()
        try:
            yield
        finally:
            self.structural |= self.used
            self.used |= before

    def hidden_boolean(self, position: int) -> str:
        """Return the name of a new variable for the condition at a place of the class."""
        key = self.names.unused("condition")
        doc = constant(f"Condition of line {self.stored.source.line(position)}")
        made = call(self.names.function("boolean"), [], {"doc": doc})
        self.hidden[key] = self.at(position, made)
        return key

    def variant(self, stored: StoredClass, given: Given) -> tuple[StoredClass, Given]:
        """Return the class of a part with redeclarations, and what is left to be given to it."""
        return self._classes.variant(stored, given)

    @property
    def body(self) -> nodes.LongBody:
        """Its elements and sections."""
        body = self.stored.definition.body
        return body if isinstance(body, nodes.LongBody) else nodes.LongBody()

    def components(self) -> Iterator[nodes.Component]:
        """Yield the components that it declares."""
        yield from (one for one in self.body.elements if isinstance(one, nodes.Component))

    def translate(self, stored: StoredClass) -> type[modeling.Component]:
        """Return the component class for another Modelica class."""
        return self._classes.translate(stored)

    def translate_connector(self, stored: StoredClass) -> type[modeling.Connector]:
        """Return the connector class for a connector of one's own."""
        return self._classes.translate_connector(stored)

    def part_class(self, stored: StoredClass) -> PartClass:
        """Return a class of one's own as those see it who make a part of it."""
        members = members_of(self.lookup, stored)
        return part_of_own_class(members, stored, self.translate(stored), self.version)

    def own_class(self, python: type[Any]) -> PartClass | None:
        """Return the class of one's own that a component class was made from."""
        stored = self._classes.stored_of(python)
        return None if stored is None else self.part_class(stored)

    def stored_of(self, python: type[Any]) -> StoredClass | None:
        """Return the Modelica class of a component class; ``None`` if it comes from elsewhere."""
        return self._classes.stored_of(python)

    def library_class(self, full_name: str, position: int) -> library.LibraryClass:
        """Return the class that stands for one of the library.

        Raises
        ------
        ModelicaError
            If it has no counterpart.
        """
        of = library.find_class(full_name, self.version)
        if of is None:
            why = library.why_missing(full_name) or _WAYS_OUT
            raise self.mistake(position, f"{full_name} has no counterpart here: {why}")
        return of

    # -- places ------------------------------------------------------------------------------------

    def at(self, position: int, node: Node, scope: StoredClass | None = None) -> Node:
        """Give a piece of Python the line of a place in the Modelica file, and return it."""
        placed: Any = node
        placed.lineno = placed.end_lineno = (scope or self.stored).source.line(position)
        placed.col_offset = placed.end_col_offset = 0
        return node

    def mistake(self, position: int, message: str) -> ModelicaError:
        """Return an error at a place of the class."""
        return self.stored.source.mistake(position, message)

    def refuse(self, position: int, message: str) -> None:
        """Note a refusal, and go on."""
        with self.refusals.noted():
            raise self.mistake(position, message)
