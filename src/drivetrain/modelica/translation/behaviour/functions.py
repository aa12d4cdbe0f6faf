"""Translate functions of Modelica into functions of Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.behaviour.one_function import (
    Manner,
    OneFunction,
    TranslatedParts,
    with_values,
)
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMembers
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.python_code import (
    call,
    constant,
    members_read,
    name,
    names_in,
    python_name,
)
from drivetrain.modelica.translation.values.built_in import BUILT_IN
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.function_values import (
    function_type,
    is_computed,
    varies,
)
from drivetrain.modelica.translation.values.kinds import check_kind
from drivetrain.modelica.translation.values.ranks import rank_of

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

__all__ = ["FunctionLibrary", "TranslatedFunction"]


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
        self._made: dict[tuple[StoredClass, Manner], TranslatedParts] = {}
        self._in_work: dict[StoredClass, list[nodes.Component]] = {}

    def value(self, e: nodes.Call, expressions: ExpressionTranslator) -> ast.expr | None:
        """Return a call as a value, that of the first output; ``None`` for other functions."""
        given = function_type(e.function, expressions)
        if given is not None:
            return self._call_of_input(given, e, expressions)
        found = self._lookup.class_of(e.function, expressions.scope)
        function, made = self._called(found, e, expressions)
        if made is None or function is None or function.outputs < 2 or is_computed(made):
            return made
        return ast.Subscript(made, ast.Constant(0), ast.Load())

    def alone(self, e: nodes.Call, expressions: ExpressionTranslator) -> ast.expr | None:
        """Return a call whose values nobody asks for; ``None`` for functions of the language."""
        text = str(e.function)
        if text in BUILT_IN or not self._lookup.has(e.function.parts[0].name, expressions.scope):
            return None
        return self._called(self._lookup.class_of(e.function, expressions.scope), e, expressions)[1]

    def _call_of_input(
        self, kind: StoredClass, e: nodes.Call, expressions: ExpressionTranslator
    ) -> ast.expr:
        """Return the call of a function that another one is given as an argument."""
        inputs = [one for one in self._components(kind) if one.causality == "input"]
        arguments, named = self._arguments(kind, inputs, e, expressions)
        return call(name(expressions.locals[str(e.function)]), arguments, named)

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
    ) -> tuple[TranslatedParts | None, ast.expr | None]:
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
            recursive = TranslatedParts(_nothing, [], outputs, is_plain=True)
            return recursive, call(name(python_name(found.name)), arguments, named)
        function = self._chosen(found, e, expressions)
        each = self._of_each(found, function, e, expressions)
        if each is not None:
            return function, each
        arguments, named = self._arguments(found, function.inputs, e, expressions)
        python_of = context.names.of(found.name, function.python)
        if function.is_plain and context.is_function:
            context.calls_plain = True
        if function.is_plain and not context.is_function and not expressions.is_computed:
            every = [*arguments, *named.values()]
            if not expressions.in_equations:
                return function, self._computed(
                    found, function, python_of, arguments, named, context
                )
            for one in every:
                context.structural |= members_read(one)
        return function, call(python_of, arguments, named)

    def _chosen(
        self, found: StoredClass, e: nodes.Call, expressions: ExpressionTranslator
    ) -> TranslatedParts:
        """Return a function; where arguments vary, one that has no loop with an unknown end."""
        function, context = self._function(found, e, expressions), expressions.context
        every = [*e.arguments, *(one.value for one in e.named)]
        is_varying = context.is_varying if context.is_function else varies(every, expressions)
        if not function.is_plain or not is_varying:
            return function
        varying = self._function(found, e, expressions, Manner.VARYING)
        return function if varying.is_plain else varying

    def _of_each(
        self,
        found: StoredClass,
        function: TranslatedParts,
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
        found: StoredClass,
        function: TranslatedParts,
        python: ast.expr,
        arguments: list[ast.expr],
        named: dict[str, ast.expr],
        context: ClassContext,
    ) -> ast.expr:
        """Return a value that Python computes before there are equations."""
        context.is_computed = True
        every = [*arguments, *named.values()]
        for one in every:
            context.structural |= names_in(one) & context.names.members
        by_name = {python_name(one.name): one for one in function.inputs}
        wanted = [*function.inputs[: len(arguments)], *(by_name[key] for key in named)]
        are_functions = [self._takes_function(found, one) for one in wanted]
        if function.outputs < 2 and not named and not any(are_functions):
            return call(context.names.function("computed"), [python, *arguments])
        keys = [f"given{k + 1}" for k in range(len(every))]
        inside = [
            one if is_function else name(key)
            for one, key, is_function in zip(every, keys, are_functions, strict=True)
        ]
        named_inside = dict(zip(named, inside[len(arguments) :], strict=True))
        value = call(python, inside[: len(arguments)], named_inside)
        if function.outputs > 1:
            value = ast.Subscript(value, constant(0), ast.Load())
        left = [k for k, is_function in enumerate(are_functions) if not is_function]
        if not left:
            return value
        taken = ast.arguments([], [ast.arg(keys[k]) for k in left], None, [], [], None, [])
        given = [ast.Lambda(taken, value), *(every[k] for k in left)]
        return call(context.names.function("computed"), given)

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
            if self._takes_function(found, wanted):
                continue
            number = number_type(self._lookup, self._lookup.class_of(wanted.type, found))
            if number is not None:
                check_kind(number.kind, f"the input '{wanted.name}'", value, expressions)
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
            made = {
                wanted.name: self._function_value(wanted, value, expressions)
                if self._takes_function(found, wanted)
                else expressions.translate(value)
                for wanted, value in pairs
            }
        values, count = list(made.values()), len(e.arguments)
        keys = [python_name(one.name) for one in e.named]
        return values[:count], dict(zip(keys, values[count:], strict=True))

    def _takes_function(self, found: StoredClass, one: nodes.Component) -> bool:
        """Return whether an input is a function itself."""
        first = one.type.parts[0].name
        if one.type.is_global or not self._lookup.has(first, found):
            return False
        kind = self._lookup.class_of(one.type, found)
        return isinstance(kind, StoredClass) and "function" in kind.definition.kind

    def _function_value(
        self, wanted: nodes.Component, e: nodes.Expression, expressions: ExpressionTranslator
    ) -> ast.expr:
        """Return a function that is an argument itself, with some of its own arguments or not."""
        is_partial = isinstance(e, nodes.PartialFunction)
        reference = e.function if is_partial else e  # type: ignore[union-attr]
        if not isinstance(reference, nodes.Reference):
            raise expressions.refusal(
                e.position, f"'{print_expression(e)}': the input '{wanted.name}' is a function"
            )
        if function_type(reference, expressions) is not None:
            return name(expressions.locals[str(reference)])
        found = self._lookup.class_of(reference, expressions.scope)
        if not isinstance(found, StoredClass) or "function" not in found.definition.kind:
            ours = library.find_function(found.full_name)
            if ours is None or is_partial:
                raise expressions.refusal(e.position, f"'{reference}' is no function that is known")
            return expressions.function(ours)
        return self._own_function_value(found, e, expressions)

    def _own_function_value(
        self, found: StoredClass, e: nodes.Expression, expressions: ExpressionTranslator
    ) -> ast.expr:
        context = expressions.context
        function = self._function(found, e, expressions)
        if function.is_plain:
            varying = self._function(found, e, expressions, Manner.VARYING)
            function = function if varying.is_plain else varying
        python = context.names.of(found.name, function.python)
        bound = e.named if isinstance(e, nodes.PartialFunction) else ()
        for one in bound:
            if one.name not in [each.name for each in function.inputs]:
                raise expressions.refusal(
                    one.position, f"{found.full_name} has no input '{one.name}'"
                )
        if not bound and function.outputs == 1:
            return python
        values = {python_name(one.name): expressions.translate(one.value) for one in bound}
        left = [one for one in map(python_name, _names(function.inputs)) if one not in values]
        taken = ast.arguments([], [ast.arg(f"given_{key}") for key in left], None, [], [], None, [])
        made = call(python, [], {**{key: name(f"given_{key}") for key in left}, **values})
        if function.outputs > 1:
            made = ast.Subscript(made, constant(0), ast.Load())
        return ast.Lambda(taken, made)

    def _components(self, stored: StoredClass) -> list[nodes.Component]:
        """Return what a function declares and inherits."""
        return with_values(ClassMembers(self._lookup, stored))

    # -- translation -------------------------------------------------------------------------------

    def translated(self) -> Iterator[TranslatedFunction]:
        """Yield the functions that have been translated, each behind those that it calls."""
        seen: set[int] = set()
        for (stored, _), one in self._made.items():
            if one.tree is not None and id(one) not in seen:  # others are other names of it
                seen.add(id(one))
                yield TranslatedFunction(stored, one.tree, one.names, one.python)

    def _function(
        self,
        stored: StoredClass,
        e: nodes.Expression,
        expressions: ExpressionTranslator,
        manner: Manner = Manner.NATURAL,
    ) -> TranslatedParts:
        key = stored, manner
        if key not in self._made:
            if stored.full_name in self._given or stored.name in self._given:
                self._made[key] = self._replaced(stored)
            else:
                self._made[key] = self._translated(stored, e, expressions, manner)
        return self._made[key]

    def _replaced(self, stored: StoredClass) -> TranslatedParts:
        python = self._given.get(stored.full_name) or self._given[stored.name]
        inputs = [one for one in self._components(stored) if one.causality == "input"]
        outputs = sum(one.causality == "output" for one in self._components(stored))
        return TranslatedParts(python, inputs, outputs, is_plain=False)

    def _translated(
        self,
        stored: StoredClass,
        e: nodes.Expression,
        expressions: ExpressionTranslator,
        manner: Manner,
    ) -> TranslatedParts:
        body = stored.definition.body
        if isinstance(body, nodes.ShortBody) and not body.arguments:
            (base,) = self._lookup.bases(stored)
            if isinstance(base, StoredClass):
                return self._function(base, e, expressions, manner)
        if isinstance(body, nodes.LongBody) and body.external is not None:
            raise expressions.refusal(
                e.position,
                f"{stored.full_name} is an external function, declared at {stored.where()}: "
                f"give it in Python, load(…, functions={{{stored.full_name!r}: …}})",
            )
        inputs = [one for one in self._components(stored) if one.causality == "input"]
        self._in_work[stored] = inputs
        try:
            return OneFunction(self, stored, self._lookup, self._version, manner).made()
        finally:
            del self._in_work[stored]


def _nothing() -> None:
    return None


def _names(components: list[nodes.Component]) -> list[str]:
    return [one.name for one in components]
