"""Translate one function of Modelica into Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

from drivetrain.errors import DrivetrainError, ExpressionError
from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.behaviour.algorithms import sizes_of
from drivetrain.modelica.translation.behaviour.function_statements import (
    FunctionStatements,
    VaryingStatements,
)
from drivetrain.modelica.translation.behaviour.statements import (
    contains,
    members_set_in,
    sets_elements,
)
from drivetrain.modelica.translation.behaviour.unset_outputs import Unset
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.given import Given
from drivetrain.modelica.translation.members.varying_records import varying
from drivetrain.modelica.translation.python_code import call, constant, name, python_name
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.ranks import rank_of
from drivetrain.modelica.translation.values.record_values import record_of
from drivetrain.modeling.expression import Expr

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.translation.behaviour.functions import FunctionLibrary

__all__ = ["Manner", "OneFunction", "TranslatedParts", "with_values"]


@dataclass(eq=False)
class TranslatedParts:
    """A function of Modelica in Python.

    Attributes
    ----------
    python : callable
        It.
    inputs : list of Component
        What it is given.
    outputs : int
        How many values it returns.
    is_plain : bool
        Whether it computes with plain numbers only.
    tree : FunctionDef, optional
        Its text.
    names : mapping
        What the names in it mean that stand for things from elsewhere.
    """

    python: Callable[..., Any]
    inputs: list[nodes.Component]
    outputs: int
    is_plain: bool
    tree: ast.FunctionDef | None = None
    names: Mapping[str, Any] = field(default_factory=dict)


class Manner(Enum):
    """How the statements of a function become Python.

    `NATURAL` is Python's own ``if`` and ``while`` where loops without known ends need them, else
    expressions; `VARYING` says ``return`` and ``break`` by expressions, too; `PLAIN` computes with
    numbers only.
    """

    NATURAL = "natural"
    VARYING = "varying"
    PLAIN = "plain"


class OneFunction:
    """The translation of one function."""

    def __init__(
        self,
        library: FunctionLibrary,
        stored: StoredClass,
        lookup: Lookup,
        version: str | None,
        manner: Manner = Manner.NATURAL,
    ) -> None:
        self._stored, self._manner = stored, manner
        self._again = (library, stored, lookup, version)
        self._context = ClassContext(stored, lookup, version, _NoClasses(), library)
        self._context.is_function = True
        self._context.is_varying = manner is Manner.VARYING
        self._said_by = next(
            (one for one in self._context.members.ancestors if _sections(one)), stored
        )
        self._expressions = ExpressionTranslator(
            self._context, self._read, self._said_by, in_equations=True
        )
        self._expressions.may_be_plain = True

    def made(self) -> TranslatedParts:
        """Return the function."""
        context = self._context
        self._check()
        components = with_values(context.members)
        inputs = [one for one in components if one.causality == "input"]
        outputs = [one.name for one in components if one.causality == "output"]
        statements = self._statements()
        is_plain = self._is_plain(statements)
        context.is_plain = is_plain
        unset = Unset(statements, context) if not is_plain else None
        if unset is not None:
            statements = unset.statements
        body: list[ast.stmt] = []
        for one in inputs:
            self._expressions.locals[one.name] = python_name(one.name)
        body += self._defaults(inputs)
        body += self._checked_sizes(inputs)
        body += self._beginnings([one for one in components if one.causality != "input"])
        statements_of = FunctionStatements if is_plain else VaryingStatements
        if unset is not None:
            body += [self._said(one) for one in unset.beginnings(self._expressions)]
        translator = statements_of(context, self._expressions, is_plain, outputs)
        translator.sets_elements = sets_elements(statements)
        body += translator.function(statements)
        if unset is not None:
            body[-1:-1] = [self._said(one) for one in unset.checks(self._expressions)]
        context.refusals.raise_if_any(self._stored.full_name)
        tree = self._tree(inputs, body)
        python = self._compiled(tree)
        is_plain = is_plain or context.calls_plain
        python = self._for_numbers(python) if is_plain else self._for_all(python)
        names = dict(context.names.values)
        return TranslatedParts(python, inputs, len(outputs), is_plain, tree, names)

    def _statements(self) -> list[Any]:
        """Return its statements, or those of the function that it extends."""
        return [one for section in _sections(self._said_by) for one in section.statements]

    def _said(self, one: ast.stmt) -> ast.stmt:
        return self._context.at(self._stored.definition.position, one)

    def _is_plain(self, statements: list[Any]) -> bool:
        """Return whether statements compute with plain numbers only."""
        if self._manner is Manner.PLAIN:
            return True
        ends = () if self._manner is Manner.VARYING else (nodes.Break, nodes.Return)
        return contains(statements, (nodes.While, *ends)) or _calls(statements, self._stored)

    def _check(self) -> None:
        definition = self._stored.definition
        for section in _sections(self._said_by):
            if section.is_initial or section.kind != "algorithm":
                word = f"{'initial ' * section.is_initial}{section.kind}"
                raise self._said_by.source.mistake(
                    section.position, f"an {word} section has no place in a function"
                )
        if not _sections(self._said_by):
            raise self._context.mistake(
                definition.position, f"the function {definition.name} has no algorithm"
            )

    def _read(
        self, found: FoundComponent | LibraryMember, e: nodes.Reference, scope: StoredClass
    ) -> ast.expr:
        if isinstance(found, FoundComponent) and found.owner is not self._stored:
            return self._context.expressions.in_scope(scope).translate(e)
        raise self._context.mistake(e.position, f"'{e}' is read before it gets a value")

    def _defaults(self, inputs: list[nodes.Component]) -> list[ast.stmt]:
        """Return the values of inputs that are left out."""
        made: list[ast.stmt] = []
        for one in inputs:
            if one.value is not None:
                key = python_name(one.name)
                test = ast.Compare(name(key), [ast.Is()], [constant(None)])
                assign = ast.Assign(
                    [ast.Name(key, ast.Store())], self._expressions.translate(one.value)
                )
                made.append(self._context.at(one.position, ast.If(test, [assign], [])))
        return made

    def _checked_sizes(self, inputs: list[nodes.Component]) -> list[ast.stmt]:
        """Return checks of the sizes of inputs that are declared with some."""
        made: list[ast.stmt] = []
        for one in inputs:
            sizes = sizes_of(one, self._expressions)
            if sizes:
                key = python_name(one.name)
                checked = call(self._context.names.array_function("sized"), [name(key), *sizes])
                assign = ast.Assign([ast.Name(key, ast.Store())], checked)
                made.append(self._context.at(one.position, assign))
        return made

    def _beginnings(self, components: list[nodes.Component]) -> list[ast.stmt]:
        """Return the values that outputs and protected variables have from the beginning."""
        made: list[ast.stmt] = []
        for one in components:
            value = None if one.value is None else self._expressions.translate(one.value)
            if (
                value is not None
                and one.value is not None
                and rank_of(one.value, self._expressions)
            ):
                value = self._own(value)
            sizes = (*one.sizes, *one.type_sizes)
            if value is None and sizes and not any(isinstance(s, nodes.All) for s in sizes):
                given = [self._expressions.size(size) for size in sizes]
                value = call(self._context.names.array_function("zeros"), given)
            if value is None and self._is_filled(one):
                value = self._record(one)
            if value is not None:
                target = ast.Name(self._expressions.local(one.name), ast.Store())
                made.append(self._context.at(one.position, ast.Assign([target], value)))
        return made

    def _own(self, value: ast.expr) -> ast.expr:
        """Return an array of one's own, of which elements may change."""
        statements = self._statements()
        if not sets_elements(statements) or isinstance(value, (ast.List, ast.ListComp)):
            return value
        return call(self._context.names.array_function("values"), [value])

    def _is_filled(self, one: nodes.Component) -> bool:
        """Return whether it is a record whose members get their values one by one."""
        whole = nodes.Reference((nodes.NamePart(one.name),))
        if record_of(whole, self._expressions) is None:
            return False
        statements = self._statements()
        return one.name in set(members_set_in(statements))

    def _record(self, one: nodes.Component) -> ast.expr:
        """Return a record with those members that have a value from the beginning."""
        if one.arguments:
            raise self._context.mistake(
                one.position, f"modifiers of the record '{one.name}' in a function: give its value"
            )
        record = record_of(nodes.Reference((nodes.NamePart(one.name),)), self._expressions)
        assert record is not None
        given = {}
        for key, member in ClassMembers(self._context.lookup, varying(record)).by_name.items():
            if isinstance(member.component.value, (nodes.Number, nodes.Boolean)):
                given[python_name(key)] = self._expressions.translate(member.component.value)
        return call(self._context.names.record_function("record"), [], given)

    def _tree(self, inputs: list[nodes.Component], body: list[ast.stmt]) -> ast.FunctionDef:
        definition = self._stored.definition
        keys = [python_name(one.name) for one in inputs]
        first = next((k for k, one in enumerate(inputs) if one.value is not None), len(inputs))
        defaults: list[ast.expr] = [constant(None) for _ in inputs[first:]]
        arguments = ast.arguments([], [ast.arg(key) for key in keys], None, [], [], None, defaults)
        doc: ast.stmt = ast.Expr(constant(definition.description or definition.name))
        key = python_name(definition.name) + "_varying" * self._context.is_varying
        made = ast.FunctionDef(key, arguments, [doc, *body], [], None)
        return self._context.at(definition.position, made)

    def _compiled(self, tree: ast.FunctionDef) -> Callable[..., Any]:
        module = ast.fix_missing_locations(ast.Module([tree], []))
        namespace = dict(self._context.names.values)
        exec(compile(module, self._stored.source.file, "exec"), namespace)
        found: Callable[..., Any] = namespace[tree.name]
        return found

    def _for_numbers(self, python: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function with loops without a known end that says so, if they have none."""
        title, place = self._stored.full_name, self._stored.where()

        @wraps(python)
        def function(*arguments: Any, **named: Any) -> Any:
            try:
                return python(*arguments, **named)
            except (ArithmeticError, ValueError, IndexError, UnboundLocalError) as error:
                raise self._without_value(arguments, error) from error
            except (ExpressionError, RecursionError) as error:
                told = ", ".join(map(str, arguments))
                raise ExpressionError(
                    f"{title}({told}): the function, declared at {place}, chooses by what is "
                    "known only while the model runs, in a loop without a known end or by calling "
                    "itself: give it numbers and parameters, or write it with 'for'"
                ) from error

        return function

    def _for_all(self, python: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that asks for no value of a branch that numbers do not choose."""

        @cache
        def plain() -> Callable[..., Any]:
            return OneFunction(*self._again, Manner.PLAIN).made().python

        @wraps(python)
        def function(*arguments: Any, **named: Any) -> Any:
            try:
                return python(*arguments, **named)
            except (ArithmeticError, ValueError, IndexError) as error:
                if isinstance(error, DrivetrainError):
                    raise
                if any(isinstance(one, Expr) for one in (*arguments, *named.values())):
                    raise self._without_value(arguments, error) from error
            return plain()(*arguments, **named)

        return function

    def _without_value(self, arguments: tuple[Any, ...], error: Exception) -> Exception:
        """Return why a function has no value."""
        if isinstance(error, DrivetrainError):
            return error
        told = ", ".join(map(str, arguments))
        return ExpressionError(
            f"{self._stored.full_name}({told}): the function, declared at {self._stored.where()}, "
            f"has no value: {error}"
        )


def _sections(stored: StoredClass) -> tuple[nodes.Section, ...]:
    body = stored.definition.body
    return body.sections if isinstance(body, nodes.LongBody) else ()


def _calls(e: Any, stored: StoredClass) -> bool:
    """Return whether a function calls itself."""
    if isinstance(e, nodes.Call) and str(e.function) == stored.name:
        return True
    if isinstance(e, (list, tuple)):
        return any(_calls(one, stored) for one in e)
    fields = getattr(type(e), "__slots__", ())
    return any(_calls(getattr(e, key), stored) for key in fields)


class _NoClasses:
    """Refuses parts inside a function."""

    def translate(self, stored: StoredClass) -> Any:
        """Refuse a component class."""
        raise stored.source.mistake(stored.definition.position, "a part inside a function")

    def translate_connector(self, stored: StoredClass) -> Any:
        """Refuse a connector."""
        return self.translate(stored)

    def variant(self, stored: StoredClass, given: Given) -> tuple[StoredClass, Given]:
        """Return both as they are."""
        return stored, given

    def stored_of(self, python: type[Any]) -> StoredClass | None:
        """Return nothing: a function has no parts."""
        return None


def with_values(members: ClassMembers) -> list[nodes.Component]:
    """Return the components of a function, with the values that modifiers give them."""
    return [
        replace(one.component, value=one.given.value.expression)
        if one.given.value is not None
        else one.component
        for one in members.by_name.values()
    ]
