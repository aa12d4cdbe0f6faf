"""Translate functions of Modelica into functions of Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from drivetrain.errors import ExpressionError
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent, LibraryMember, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.behaviour.algorithms import (
    StatementTranslator,
    members_set_in,
    sets_elements,
    sizes_of,
)
from drivetrain.modelica.translation.behaviour.equations import members_in
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.given import Given
from drivetrain.modelica.translation.members.varying_records import varying
from drivetrain.modelica.translation.python_code import call, constant, name, names_in, python_name
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.ranks import rank_of
from drivetrain.modelica.translation.values.record_values import record_of

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

__all__ = ["FunctionLibrary", "TranslatedFunction"]

_STRUCTURAL: Final = (nodes.While, nodes.Break, nodes.Return)


@dataclass(eq=False)
class _Function:
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


@dataclass(frozen=True)
class TranslatedFunction:
    """A function of Modelica in Python.

    Parameters
    ----------
    stored : StoredClass
        What it was.
    node : ast.FunctionDef
        What was compiled.
    names : mapping
        What the names in it mean that stand for things from elsewhere.
    made : callable
        The function.
    """

    stored: StoredClass
    node: ast.FunctionDef
    names: Mapping[str, Any]
    made: Callable[..., Any]


class FunctionLibrary:
    """Functions of one's own, each translated once.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    version : str, optional
        Version of the Modelica Standard Library.
    given : mapping of callables
        Python functions in place of external ones, by their Modelica names.
    """

    def __init__(
        self,
        lookup: Lookup,
        version: str | None = None,
        given: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self._lookup, self._version = lookup, version
        self._given = dict(given or {})
        self._made: dict[StoredClass, _Function] = {}
        self._in_work: dict[StoredClass, list[nodes.Component]] = {}

    def call(
        self, found: FoundClass, e: nodes.Call, expressions: ExpressionTranslator
    ) -> ast.expr | None:
        """Return a call as a value, that of the first output; ``None`` for other functions."""
        function, made = self._called(found, e, expressions)
        if made is None or function is None or function.outputs < 2:
            return made
        return ast.Subscript(made, ast.Constant(0), ast.Load())

    def outputs(self, e: nodes.Expression, expressions: ExpressionTranslator) -> ast.expr:
        """Return a call whose values are all of its outputs.

        Raises
        ------
        ModelicaError
            If it is no call of a function with several outputs.
        """
        function, made = None, None
        if isinstance(e, nodes.Call):
            why = library.unsupported_function(str(e.function))
            if why is not None:
                raise expressions.refusal(e.position, f"{e.function}(…) is not supported: {why}")
            found = self._lookup.class_of(e.function, expressions.scope)
            function, made = self._called(found, e, expressions)
        if made is None or function is None or function.outputs < 2:
            raise expressions.refusal(e.position, "a function with several outputs is needed here")
        return made

    def output(self, e: nodes.Call, expressions: ExpressionTranslator, which: int) -> ast.expr:
        """Return a call as one of its outputs."""
        return ast.Subscript(self.outputs(e, expressions), ast.Constant(which), ast.Load())

    def _called(
        self, found: FoundClass, e: nodes.Call, expressions: ExpressionTranslator
    ) -> tuple[_Function | None, ast.expr | None]:
        if isinstance(found, LibraryName) and found.full_name in self._given:
            python = self._given[found.full_name]
            arguments = [expressions.translate(one) for one in e.arguments]
            named = {one.name: expressions.translate(one.value) for one in e.named}
            return None, call(expressions.context.names.of(found.name, python), arguments, named)
        if not isinstance(found, StoredClass) or "function" not in found.definition.kind:
            return None, None
        context = expressions.context
        if found in self._in_work:
            if found is not context.stored:
                raise expressions.refusal(
                    e.position, f"{found.full_name} calls itself through others"
                )
            arguments, named = self._arguments(found, self._in_work[found], e, expressions)
            outputs = sum(one.causality == "output" for one in self._components(found))
            recursive = _Function(_nothing, [], outputs, is_plain=True)
            return recursive, call(name(python_name(found.name)), arguments, named)
        function = self._function(found, e, expressions)
        each = self._of_each(found, function, e, expressions)
        if each is not None:
            return function, each
        arguments, named = self._arguments(found, function.inputs, e, expressions)
        python_of = context.names.of(found.name, function.python)
        if function.is_plain and context.is_function:
            context.calls_plain = True
        if function.is_plain and not context.is_function:
            every = [*arguments, *named.values()]
            if not expressions.in_equations:
                return function, self._computed(
                    context, function, python_of, found, arguments, named, e
                )
            for one in every:
                context.structural |= members_in(one)
        return function, call(python_of, arguments, named)

    def _of_each(
        self,
        found: StoredClass,
        function: _Function,
        e: nodes.Call,
        expressions: ExpressionTranslator,
    ) -> ast.expr | None:
        """Return the values of a function for the elements of vectors (Modelica 3.6, 12.4.6)."""
        inputs, context = function.inputs, expressions.context
        several = [
            k for k, (one, value) in enumerate(zip(inputs, e.arguments, strict=False))
            if rank_of(value, expressions) == 1 + len(one.sizes) + len(one.type_sizes)
        ]  # fmt: skip
        is_plain = function.is_plain and not context.is_function
        if not several or e.named or function.outputs != 1 or is_plain:
            return None
        if len(e.arguments) > len(inputs):
            return None
        arguments, loops = [expressions.translate(one) for one in e.arguments], []
        for k in several:
            key = context.names.local(inputs[k].name)
            loops.append((key, arguments[k]))
            arguments[k] = name(key)
        target: ast.expr = ast.Name(loops[0][0], ast.Store())
        over = loops[0][1]
        if len(loops) > 1:
            target = ast.Tuple([ast.Name(key, ast.Store()) for key, _ in loops], ast.Store())
            over = call(context.names.array_function("together"), [one for _, one in loops])
        made = call(context.names.of(found.name, function.python), arguments)
        return ast.ListComp(made, [ast.comprehension(target, over, [], 0)])

    def _computed(
        self,
        context: ClassContext,
        function: _Function,
        python: ast.expr,
        found: StoredClass,
        arguments: list[ast.expr],
        named: dict[str, ast.expr],
        e: nodes.Call,
    ) -> ast.expr:
        """Return a value that Python computes before there are equations."""
        if named:
            raise context.mistake(e.position, f"{found.name}: give its arguments by their places")
        context.is_computed = True
        for one in arguments:
            context.structural |= names_in(one) & context.names.members
        return call(context.names.function("computed"), [python, *arguments])

    def _arguments(
        self,
        found: StoredClass,
        inputs: list[nodes.Component],
        e: nodes.Call,
        expressions: ExpressionTranslator,
    ) -> tuple[list[ast.expr], dict[str, ast.expr]]:
        names = [one.name for one in inputs]
        if len(e.arguments) > len(names):
            raise expressions.refusal(e.position, f"{found.full_name} takes {len(names)} arguments")
        given = set(names[: len(e.arguments)])
        for one in e.named:
            if one.name not in names or one.name in given:
                raise expressions.refusal(
                    one.position, f"{found.full_name} has no further input '{one.name}'"
                )
            given.add(one.name)
        by_name = {one.name: one for one in inputs}
        pairs = [
            *zip(inputs, e.arguments, strict=False),
            *((by_name[one.name], one.value) for one in e.named),
        ]
        for wanted, value in pairs:
            declared = len(wanted.sizes) + len(wanted.type_sizes)
            if rank_of(value, expressions) > declared:
                raise expressions.refusal(
                    e.position,
                    f"{found.full_name} of every element of an array is not supported: "
                    f"write {{{found.name}(x[i]) for i in …}}",
                )
        missing = [one.name for one in inputs if one.value is None and one.name not in given]
        if missing:
            raise expressions.refusal(e.position, f"{found.full_name} is given no '{missing[0]}'")
        with expressions.literals_as(numbers=True):
            arguments = [expressions.translate(one) for one in e.arguments]
            return arguments, {
                python_name(one.name): expressions.translate(one.value) for one in e.named
            }

    def _components(self, stored: StoredClass) -> list[nodes.Component]:
        """Return what a function declares and inherits."""
        return [one.component for one in ClassMembers(self._lookup, stored).by_name.values()]

    # -- translation -------------------------------------------------------------------------------

    def translated(self) -> Iterator[TranslatedFunction]:
        """Yield the functions that have been translated, each behind those that it calls."""
        seen: set[int] = set()
        for stored, one in self._made.items():
            if one.tree is not None and id(one) not in seen:  # others are other names of it
                seen.add(id(one))
                yield TranslatedFunction(stored, one.tree, one.names, one.python)

    def _function(
        self, stored: StoredClass, e: nodes.Call, expressions: ExpressionTranslator
    ) -> _Function:
        if stored not in self._made:
            if stored.full_name in self._given or stored.name in self._given:
                self._made[stored] = self._replaced(stored)
            else:
                self._made[stored] = self._translated(stored, e, expressions)
        return self._made[stored]

    def _replaced(self, stored: StoredClass) -> _Function:
        python = self._given.get(stored.full_name) or self._given[stored.name]
        inputs = [one for one in self._components(stored) if one.causality == "input"]
        outputs = sum(one.causality == "output" for one in self._components(stored))
        return _Function(python, inputs, outputs, is_plain=False)

    def _translated(
        self, stored: StoredClass, e: nodes.Call, expressions: ExpressionTranslator
    ) -> _Function:
        body = stored.definition.body
        if not isinstance(body, nodes.LongBody):
            return self._short(stored, e, expressions)
        if body.external is not None:
            raise expressions.refusal(
                e.position,
                f"{stored.full_name} is an external function, declared at {stored.where()}: "
                f"give it in Python, load(…, functions={{{stored.full_name!r}: …}})",
            )
        inputs = [one for one in self._components(stored) if one.causality == "input"]
        self._in_work[stored] = inputs
        try:
            return _OneFunction(self, stored, self._lookup, self._version).made()
        finally:
            del self._in_work[stored]

    def _short(
        self, stored: StoredClass, e: nodes.Call, expressions: ExpressionTranslator
    ) -> _Function:
        (base,) = self._lookup.bases(stored)
        body = stored.definition.body
        is_renamed = isinstance(body, nodes.ShortBody) and not body.arguments
        if is_renamed and isinstance(base, StoredClass):
            return self._function(base, e, expressions)
        raise expressions.refusal(e.position, f"the function {stored.full_name} is not supported")


class _OneFunction:
    """The translation of one function."""

    def __init__(
        self, library: FunctionLibrary, stored: StoredClass, lookup: Lookup, version: str | None
    ) -> None:
        self._stored = stored
        self._context = ClassContext(stored, lookup, version, _NoClasses(), library)
        self._context.is_function = True
        self._expressions = ExpressionTranslator(self._context, self._read, in_equations=True)
        self._expressions.may_be_plain = True

    def made(self) -> _Function:
        """Return the function."""
        context = self._context
        self._check()
        components = [one.component for one in context.members.by_name.values()]
        inputs = [one for one in components if one.causality == "input"]
        outputs = [one.name for one in components if one.causality == "output"]
        statements = [one for section in context.body.sections for one in section.statements]
        is_plain = _is_plain(statements, self._stored)
        body: list[ast.stmt] = []
        for one in inputs:
            self._expressions.locals[one.name] = python_name(one.name)
        body += self._defaults(inputs)
        body += self._checked_sizes(inputs)
        body += self._beginnings([one for one in components if one.causality != "input"])
        translator = _Statements(context, self._expressions, is_plain, outputs)
        translator.sets_elements = sets_elements(statements)
        body += translator.translate(statements)
        body.append(translator.end())
        context.refusals.raise_if_any(self._stored.full_name)
        tree = self._tree(inputs, body)
        python = self._compiled(tree)
        is_plain = is_plain or context.calls_plain
        if is_plain:
            python = self._for_numbers(python)
        names = dict(context.names.values)
        return _Function(python, inputs, len(outputs), is_plain, tree, names)

    def _check(self) -> None:
        definition = self._stored.definition
        for section in self._context.body.sections:
            if section.is_initial or section.kind != "algorithm":
                word = f"{'initial ' * section.is_initial}{section.kind}"
                raise self._context.mistake(
                    section.position, f"an {word} section has no place in a function"
                )
        if not self._context.body.sections:
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
        statements = [each for s in self._context.body.sections for each in s.statements]
        if not sets_elements(statements) or isinstance(value, (ast.List, ast.ListComp)):
            return value
        return call(self._context.names.array_function("values"), [value])

    def _is_filled(self, one: nodes.Component) -> bool:
        """Return whether it is a record whose members get their values one by one."""
        whole = nodes.Reference((nodes.NamePart(one.name),))
        if record_of(whole, self._expressions) is None:
            return False
        statements = [each for s in self._context.body.sections for each in s.statements]
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
        made = ast.FunctionDef(python_name(definition.name), arguments, [doc, *body], [], None)
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
            except (ExpressionError, RecursionError) as error:
                told = ", ".join(map(str, arguments))
                raise ExpressionError(
                    f"{title}({told}): the function, declared at {place}, chooses by what is "
                    "known only while the model runs, in a loop without a known end or by calling "
                    "itself: give it numbers and parameters, or write it with 'for'"
                ) from error

        return function


class _Statements(StatementTranslator):
    """Statements of a function."""

    def __init__(
        self,
        context: ClassContext,
        expressions: ExpressionTranslator,
        is_plain: bool,
        outputs: list[str],
    ) -> None:
        super().__init__(context, expressions, is_plain)
        self._outputs = outputs

    def declared_sizes(self, text: str) -> list[ast.expr]:
        """Return the sizes of a local variable, if it is declared with some."""
        member = self.context.members.by_name.get(text)
        return [] if member is None else sizes_of(member.component, self.expressions)

    def end(self) -> ast.stmt:
        """Return the outputs."""
        missing = [text for text in self._outputs if text not in self.expressions.locals]
        if missing:
            raise self.context.mistake(
                self.context.stored.definition.position, f"the output '{missing[0]}' gets no value"
            )
        values = [name(self.expressions.locals[text]) for text in self._outputs]
        return ast.Return(values[0] if len(values) == 1 else ast.Tuple(values, ast.Load()))

    def otherwise(self, text: str) -> ast.expr | None:
        """Return the value of a variable that a branch does not set: the one it had."""
        known = self.expressions.locals.get(text)
        return None if known is None else name(known)

    def call(self, e: nodes.Call) -> ast.stmt:
        """Return a check of what is known while equations are made."""
        if str(e.function) != "assert":
            return super().call(e)
        arguments = [self.expressions.translate(one) for one in e.arguments[:2]]
        for one in self.elsewhere:
            arguments[0] = ast.BinOp(one, ast.BitOr(), arguments[0])
        return ast.Expr(call(self.context.names.modelica_function("check"), arguments))


def _is_plain(statements: Any, stored: StoredClass) -> bool:
    """Return whether statements need plain numbers: loops without known ends, and recursion."""
    if isinstance(statements, _STRUCTURAL):
        return True
    if isinstance(statements, nodes.Call) and str(statements.function) == stored.name:
        return True
    if isinstance(statements, (list, tuple)):
        return any(_is_plain(one, stored) for one in statements)
    fields = getattr(type(statements), "__slots__", ())
    return any(_is_plain(getattr(statements, key), stored) for key in fields)


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


def _nothing() -> None:
    return None
