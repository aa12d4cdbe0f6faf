"""Translate a Modelica class into a component class."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, Final

from drivetrain import modeling
from drivetrain.errors import ModelWarning
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundComponent, LibraryName, Predefined
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.experiment import experiment_of
from drivetrain.modelica.translation.expressions import ExpressionTranslator
from drivetrain.modelica.translation.modifiers import PartTranslator
from drivetrain.modelica.translation.python_code import (
    as_test,
    attribute,
    call,
    constant,
    name,
    names_in,
    python_name,
)
from drivetrain.modelica.translation.refusals import Refusals

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

__all__ = ["ClassTranslator"]

_KINDS: Final = frozenset(("model", "class", "block"))
_MODELING: Final = "modeling"
_CLASSES: Final = "library"
_UNIT_OF: Final = {"Real": "1", "Integer": "1", "Boolean": "1"}


class ClassTranslator:
    """Makes component classes from Modelica classes that consist of parts, parameters, connections.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    version : str, optional
        Version of the Modelica Standard Library that the models were written for.
    """

    def __init__(self, lookup: Lookup, version: str | None = None) -> None:
        self._lookup, self._version = lookup, version
        self._made: dict[StoredClass, type[modeling.Component]] = {}
        self._in_work: list[StoredClass] = []

    def translate(self, stored: StoredClass) -> type[modeling.Component]:
        """Return the component class for a Modelica class.

        Raises
        ------
        ModelicaError
            With everything in the class that is not supported, up to ten reasons.
        """
        if stored not in self._made:
            if stored in self._in_work:
                raise stored.source.mistake(
                    stored.definition.position, f"{stored.full_name} is a part of itself"
                )
            self._in_work.append(stored)
            try:
                self._made[stored] = _OneClass(self, self._lookup, self._version, stored).made()
            finally:
                self._in_work.pop()
        return self._made[stored]


class _OneClass:
    """The translation of one class."""

    def __init__(
        self, classes: ClassTranslator, lookup: Lookup, version: str | None, stored: StoredClass
    ) -> None:
        self._classes, self._lookup, self._version, self._stored = classes, lookup, version, stored
        self._refusals = Refusals()
        self._globals: dict[str, Any] = {_MODELING: modeling, "__name__": "modelica"}
        self._expressions = ExpressionTranslator(lookup, stored, self._own, self._function)
        self._parts = PartTranslator(self._expressions, stored)
        self._used: set[str] = set()
        self._structural: set[str] = set()

    def made(self) -> type[modeling.Component]:
        """Return the class."""
        body = self._checked_body()
        self._check_elements(body)
        bases = self._bases()
        declarations = self._declarations(body)
        connections = list(self._connections(body))
        self._refusals.raise_if_any(self._stored.full_name)
        return self._compiled(bases, [*declarations, *self._equations(connections)])

    # -- the shape of the class --------------------------------------------------------------------

    def _checked_body(self) -> nodes.LongBody:
        definition = self._stored.definition
        if definition.kind not in _KINDS or not isinstance(definition.body, nodes.LongBody):
            raise self._stored.source.mistake(
                definition.position, f"the {definition.kind} {definition.name} cannot be simulated"
            )
        return definition.body

    def _check_elements(self, body: nodes.LongBody) -> None:
        for section in body.sections:
            if section.kind == "algorithm" or section.is_initial:
                word = f"{'initial ' * section.is_initial}{section.kind}"
                self._refuse(section.position, f"an {word} section is not supported yet")
        if body.external is not None:
            self._refuse(body.external.position, "external functions are not supported")

    def _bases(self) -> list[ast.expr]:
        found = []
        for base in self._lookup.bases(self._stored):
            with self._refusals.noted():
                made = self._base(base)
                if made is not None:
                    found.append(made)
        return found or [attribute(name(_MODELING), "Model")]

    def _base(self, base: StoredClass | LibraryName | Predefined) -> ast.expr | None:
        one = self._extends_of(base)
        if isinstance(base, LibraryName) and library.is_icon(base.full_name):
            return None
        if one.arguments:
            raise self._stored.source.mistake(
                one.position, "modifiers of 'extends' are not supported yet"
            )
        if isinstance(base, StoredClass):
            return self._global(base.name, self._classes.translate(base))
        of = self._library_class(base.full_name, one.position)
        return self._global(of.name, of.load())

    def _extends_of(self, base: StoredClass | LibraryName | Predefined) -> nodes.Extends:
        body = self._stored.definition.body
        assert isinstance(body, nodes.LongBody)
        every = [one for one in body.elements if isinstance(one, nodes.Extends)]
        return every[self._lookup.bases(self._stored).index(base)]

    # -- declarations ------------------------------------------------------------------------------

    def _declarations(self, body: nodes.LongBody) -> list[ast.stmt]:
        made: dict[str, ast.Assign] = {}
        needs: dict[str, set[str]] = {}
        self._refuse_doubles()
        for one in body.elements:
            if not isinstance(one, nodes.Component):
                continue
            self._used = set()
            with self._refusals.noted():
                value = self._declaration(one)
                key = python_name(one.name)
                made[key] = self._at(one.position, ast.Assign([ast.Name(key, ast.Store())], value))
                needs[key] = set(self._used)
        self._mark_structural(made, needs)
        return [made[key] for key in self._sorted(needs) if key in made]

    def _refuse_doubles(self) -> None:
        """Refuse components that would take each other's place."""
        seen: dict[str, str] = {}
        for one in self._components():
            key = python_name(one.name)
            if key in seen:
                same = "twice" if seen[key] == one.name else f"beside '{seen[key]}', too like it"
                self._refuse(one.position, f"'{one.name}' is declared {same}")
            seen[key] = one.name

    def _mark_structural(self, made: dict[str, ast.Assign], needs: dict[str, set[str]]) -> None:
        """Make parameters structural that change equations, and those that they follow from."""
        left = [*self._structural]
        seen: set[str] = set()
        while left:
            key = left.pop()
            if key in seen or key not in made:
                continue
            seen.add(key)
            left += needs[key]
            value = made[key].value
            assert isinstance(value, ast.Call)
            value.keywords.append(ast.keyword("structural", constant(value=True)))

    def _sorted(self, needs: dict[str, set[str]]) -> Iterable[str]:
        """Return names such that what a declaration reads stands before it."""
        try:
            return list(TopologicalSorter(needs).static_order())
        except CycleError as error:
            names = " → ".join(error.args[1])
            self._refuse(self._stored.definition.position, f"values depend on each other: {names}")
            return []

    def _declaration(self, one: nodes.Component) -> ast.expr:
        self._check_prefixes(one)
        kind = self._lookup.class_of(one.type, self._stored)
        if isinstance(kind, Predefined):
            return self._number(one, kind.name, None)
        if isinstance(kind, LibraryName):
            facts = library.find_type(kind.full_name)
            if facts is not None:
                return self._number(one, "Real", facts)
            if library.find_enumeration(kind.full_name) is not None:
                raise self._mistake(one.position, "parameters of an enumeration are not supported")
            return self._part(one, self._library_class(kind.full_name, one.type.position))
        return self._own_part(one, kind)

    def _check_prefixes(self, one: nodes.Component) -> None:
        found = [word for word in (one.flow, one.causality) if word]
        found += ["inner"] * one.prefixes.is_inner + ["outer"] * one.prefixes.is_outer
        found += ["replaceable"] * one.prefixes.is_replaceable
        found += ["array"] * bool(one.sizes or one.type_sizes)
        if found:
            raise self._mistake(one.position, f"the {found[0]} '{one.name}' is not supported yet")

    def _number(self, one: nodes.Component, kind: str, facts: library.TypeFacts | None) -> ast.expr:
        if one.variability not in ("parameter", "constant") or kind not in _UNIT_OF:
            what = f"the {kind} variable" if kind in _UNIT_OF else f"the {kind}"
            raise self._mistake(
                one.position, f"{what} '{one.name}' is not supported yet: only parameters are"
            )
        named = {"doc": constant(one.description)} if one.description else {}
        named |= self._attributes(one, facts)
        if kind != "Real":
            named["kind"] = constant(kind.lower())
        elif "unit" not in named:
            raise self._mistake(
                one.position,
                f"'{one.name}' is a Real without a unit, which is not supported yet: give it a "
                'type of Modelica.Units.SI, or (unit = "1") for a plain number',
            )
        arguments = [] if one.value is None else [self._expressions.translate(one.value)]
        return call(self._function("parameter"), arguments, named)

    def _attributes(
        self, one: nodes.Component, facts: library.TypeFacts | None
    ) -> dict[str, ast.expr]:
        named: dict[str, ast.expr] = {}
        if facts is not None:
            named["unit"] = constant(facts.unit)
            if facts.minimum is not None:
                named["min"] = constant(facts.minimum)
            if facts.maximum is not None:
                named["max"] = constant(facts.maximum)
        for each in one.arguments or ():
            key = str(each.name) if isinstance(each, nodes.Modification) else ""
            if not isinstance(each, nodes.Modification) or each.value is None:
                raise self._modifier(each, one)
            if key in ("unit", "min", "max"):
                named[key] = self._expressions.translate(each.value)
            elif key not in ("displayUnit", "quantity", "start", "nominal"):
                raise self._mistake(each.position, f"'{key}' of a parameter is not supported")
        return named

    # -- parts -------------------------------------------------------------------------------------

    def _part(self, one: nodes.Component, of: library.LibraryClass) -> ast.expr:
        if not issubclass(of.load(), modeling.Component):
            raise self._mistake(
                one.position,
                f"the connector '{one.name}' is not supported yet: connect the parts directly",
            )
        self._warn_of_difference(of, one.type.position)
        arguments = {key: constant(value) for key, value in of.defaults.items()}
        arguments |= self._parts.arguments(of, one.arguments or ())
        if one.value is not None:
            raise self._mistake(one.position, f"'{one.name}' is a part, which has no value")
        declared = of.load().declarations()
        for key, value in arguments.items():
            if getattr(declared.get(key), "structural", False):
                self._structural |= names_in(value)
        arguments |= self._condition(one)
        return call(self._global(of.name, of.load()), [], arguments)

    def _warn_of_difference(self, of: library.LibraryClass, position: int) -> None:
        if of.difference:
            place = self._stored.where(position)
            warnings.warn(
                f"{place}: {of.modelica_name}: {of.difference}", ModelWarning, stacklevel=2
            )

    def _own_part(self, one: nodes.Component, stored: StoredClass) -> ast.expr:
        made = self._classes.translate(stored)
        members = {key: key for key in made.declarations()}
        of = library.LibraryClass("", stored.name, members, stored.full_name)
        named: dict[str, ast.expr] = {}
        for each in one.arguments or ():
            if not isinstance(each, nodes.Modification) or each.arguments or each.value is None:
                raise self._modifier(each, one)
            key = python_name(str(each.name))
            if key not in of.members:
                raise self._mistake(each.position, f"{stored.full_name} has no '{each.name}'")
            named[key] = self._expressions.translate(each.value)
            if getattr(made.declarations()[key], "structural", False):
                self._structural |= names_in(named[key])
        return call(self._global(stored.name, made), [], named | self._condition(one))

    def _condition(self, one: nodes.Component) -> dict[str, ast.expr]:
        if one.condition is None:
            return {}
        condition = self._expressions.translate(one.condition)
        self._structural |= names_in(condition)
        return {"enabled": condition}

    def _library_class(self, full_name: str, position: int) -> library.LibraryClass:
        of = library.find_class(full_name, self._version)
        if of is None:
            why = library.why_missing(full_name)
            raise self._mistake(
                position, f"{full_name} has no counterpart here{f': {why}' if why else ''}"
            )
        return of

    # -- equations ---------------------------------------------------------------------------------

    def _connections(self, body: nodes.LongBody) -> Iterator[ast.stmt]:
        for section in body.sections:
            for one in section.statements:
                if isinstance(one, nodes.Connect):
                    with self._refusals.noted():
                        yield self._connection(one)
                else:
                    self._refuse(one.position, "equations other than connect are not supported yet")

    def _connection(self, one: nodes.Connect) -> ast.stmt:
        ends = [self._connector(end) for end in (one.first, one.second)]
        made: ast.stmt = ast.Expr(ast.Yield(call(self._function("connect"), ends)))
        conditions = list(self._conditions(one))
        if conditions:  # a connection with a part that is not there does not count
            test = conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)
            made = ast.If(test, [made], [])
        self._at(one.position, made)
        return made

    def _conditions(self, one: nodes.Connect) -> Iterator[ast.expr]:
        """Yield the conditions of the parts that a connection joins."""
        names = {end.parts[0].name for end in (one.first, one.second)}
        for part in self._components():
            if part.name in names and part.condition is not None:
                own = {python_name(each.name) for each in self._components()}
                yield as_test(self._expressions.translate(part.condition), own)

    def _connector(self, end: nodes.Reference) -> ast.expr:
        if any(part.subscripts for part in end.parts):
            raise self._mistake(end.position, "indices in connect are not supported yet")
        found = self._lookup.meaning(end, self._stored)
        if not isinstance(found, FoundComponent):
            raise self._mistake(end.position, f"'{end}' is no connector")
        made = attribute(name("self"), python_name(end.parts[0].name))
        return self._followed(made, found, [part.name for part in end.parts[1:]], end)

    def _followed(
        self, made: ast.expr, found: FoundComponent, rest: list[str], end: nodes.Reference
    ) -> ast.expr:
        """Follow a name into the parts that it names."""
        for k, part in enumerate(rest):
            kind = self._lookup.class_of(found.component.type, found.owner)
            if isinstance(kind, StoredClass):
                below = self._lookup.member(kind, part)
                if not isinstance(below, FoundComponent):
                    raise self._mistake(end.position, f"{kind.full_name} has no '{part}'")
                found, made = below, attribute(made, python_name(part))
                continue
            of = self._library_class(kind.full_name, end.position)
            return self._in_library(made, of, rest[k:], end)
        return made

    def _in_library(
        self, made: ast.expr, of: library.LibraryClass, rest: list[str], end: nodes.Reference
    ) -> ast.expr:
        ours = of.members.get(rest[0])
        if ours is None or len(rest) > 1:
            asked = ".".join(rest)
            raise self._mistake(end.position, f"{of.modelica_name} has no connector '{asked}'")
        return attribute(made, ours)

    def _equations(self, connections: list[ast.stmt]) -> list[ast.stmt]:
        if not connections:
            return []
        arguments = ast.arguments([], [ast.arg("self")], None, [], [], None, [])
        made = ast.FunctionDef("equations", arguments, connections, [], None)
        return [self._at(self._stored.definition.position, made)]

    # -- names -------------------------------------------------------------------------------------

    def _own(self, found: FoundComponent, e: nodes.Reference) -> ast.expr:
        """Return what a component is in an expression of the class body."""
        if found.owner is not self._stored or len(e.parts) > 1 or e.parts[0].subscripts:
            raise self._mistake(
                e.position, f"'{e}' cannot be read here yet, only parameters of the class itself"
            )
        if found.component.variability not in ("parameter", "constant"):
            raise self._mistake(e.position, f"'{e}' is no parameter")
        self._used.add(python_name(found.component.name))
        return name(python_name(found.component.name))

    def _function(self, text: str) -> ast.expr:
        return attribute(self._module(_MODELING, modeling), text)

    def _module(self, text: str, value: Any) -> ast.expr:
        return self._global(text, value)

    def _global(self, text: str, value: Any) -> ast.expr:
        """Return a name for a value that no member of the class hides."""
        taken = {python_name(one.name) for one in self._components()}
        key = python_name(text)
        while key in taken or self._globals.get(key, value) is not value:
            key += "_"
        self._globals[key] = value
        return name(key)

    def _components(self) -> Iterator[nodes.Component]:
        body = self._stored.definition.body
        if isinstance(body, nodes.LongBody):
            yield from (one for one in body.elements if isinstance(one, nodes.Component))

    # -- the class ---------------------------------------------------------------------------------

    def _compiled(self, bases: list[ast.expr], body: list[ast.stmt]) -> type[modeling.Component]:
        definition = self._stored.definition
        doc: list[ast.stmt] = [ast.Expr(constant(definition.description or definition.name))]
        key = python_name(definition.name)
        made = self._at(
            definition.position,
            ast.ClassDef(key, bases, [], [*doc, *self._experiment(), *body], []),
        )
        tree = ast.fix_missing_locations(ast.Module([made], []))
        namespace = dict(self._globals)
        exec(compile(tree, self._stored.source.file, "exec"), namespace)
        found: type[modeling.Component] = namespace[key]
        return found

    def _experiment(self) -> list[ast.stmt]:
        given = experiment_of(self._stored)
        if not given:
            return []
        values = {key: constant(value) for key, value in given.items()}
        made = call(self._function("Experiment"), [], values)
        return [ast.Assign([ast.Name("experiment", ast.Store())], made)]

    def _at(self, position: int, node: Any) -> Any:
        node.lineno = node.end_lineno = self._stored.source.line(position)
        node.col_offset = node.end_col_offset = 0
        return node

    def _modifier(self, each: nodes.Argument, of: nodes.Component) -> Exception:
        return self._mistake(each.position, f"this modifier of '{of.name}' is not supported")

    def _mistake(self, position: int, message: str) -> Exception:
        return self._stored.source.mistake(position, message)

    def _refuse(self, position: int, message: str) -> None:
        with self._refusals.noted():
            raise self._mistake(position, message)
