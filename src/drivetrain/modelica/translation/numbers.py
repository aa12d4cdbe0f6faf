"""Translate declarations of numbers: parameters, constants, and variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, LibraryName, Predefined
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.expressions import ExpressionTranslator
from drivetrain.modelica.translation.python_code import call, constant, names_in, python_name

__all__ = ["NumberTranslator", "NumberType", "is_before", "number_type"]

_KINDS: Final = frozenset(("Real", "Integer", "Boolean", "String"))
_SHOWN_ONLY: Final = frozenset(("displayUnit", "quantity"))
_ATTRIBUTES: Final = frozenset(
    ("unit", "min", "max", "start", "fixed", "nominal", "stateSelect", *_SHOWN_ONLY)
)
_SELECT: Final = "stateSelect"


@dataclass
class NumberType:
    """A type of numbers, and what the types in between say of it.

    Attributes
    ----------
    kind : str
        ``Real``, ``Integer``, ``Boolean`` or ``String``.
    facts : TypeFacts, optional
        What a type of the library says.
    modifiers : list of (Modification, StoredClass)
        What types of one's own say, inner ones first, and where that stands.
    sizes : list of (Expression, StoredClass)
        Sizes that the type itself has.
    """

    kind: str
    facts: library.TypeFacts | None = None
    modifiers: list[tuple[nodes.Modification, StoredClass]] = field(default_factory=list)
    sizes: list[tuple[nodes.Expression, StoredClass]] = field(default_factory=list)


def number_type(context: ClassContext, found: FoundClass) -> NumberType | None:
    """Return the type of numbers that a class is; ``None`` if it is something else."""
    if isinstance(found, Predefined):
        return NumberType(found.name) if found.name in _KINDS else None
    if isinstance(found, LibraryName):
        facts = library.find_type(found.full_name)
        return None if facts is None else NumberType("Real", facts)
    return _own_type(context, found)


def _own_type(context: ClassContext, stored: StoredClass) -> NumberType | None:
    definition = stored.definition
    if definition.kind != "type" or isinstance(definition.body, nodes.EnumerationBody):
        return None
    bases = context.lookup.bases(stored)
    made = number_type(context, bases[0]) if len(bases) == 1 else None
    if made is None:
        return None
    body = definition.body
    if isinstance(body, nodes.ShortBody):
        arguments = body.arguments
        made.sizes += [(one, stored) for one in body.sizes]
    else:
        assert isinstance(body, nodes.LongBody)
        (one,) = (each for each in body.elements if isinstance(each, nodes.Extends))
        arguments = one.arguments
    for each in arguments or ():
        if isinstance(each, nodes.Modification):
            made.modifiers.append((each, stored))
    return made


class NumberTranslator:
    """Translates declarations of numbers.

    Parameters
    ----------
    context : ClassContext
        The class that declares them.
    expressions : ExpressionTranslator
        For their values.
    """

    def __init__(self, context: ClassContext, expressions: ExpressionTranslator) -> None:
        self._context, self._expressions = context, expressions

    def translate(self, one: nodes.Component, kind: NumberType) -> ast.expr:
        """Return the declaration of a number.

        Parameters
        ----------
        one : Component
            Its declaration.
        kind : NumberType
            Its type.

        Raises
        ------
        ModelicaError
            If it is not supported.
        """
        self._check(one)
        given = self._attributes(one, kind)
        if one.variability not in ("parameter", "constant"):
            return self._variable(one, kind, given)
        if self._is_unknown(given):
            return self._unknown_parameter(one, kind, given)
        return self._parameter(one, kind, given)

    def _check(self, one: nodes.Component) -> None:
        found = [word for word in (one.flow,) if word]
        found += ["inner"] * one.prefixes.is_inner + ["outer"] * one.prefixes.is_outer
        if one.condition is not None:
            found.append("conditional")
        if found:
            raise self._context.mistake(
                one.position, f"the {found[0]} '{one.name}' is not supported yet"
            )

    # -- parameters --------------------------------------------------------------------------------

    def _parameter(
        self, one: nodes.Component, kind: NumberType, given: dict[str, ast.expr]
    ) -> ast.expr:
        named: dict[str, ast.expr] = {}
        if kind.kind == "Real":
            named["unit"] = given.get("unit", constant(None))
        elif kind.kind != "String":
            named["kind"] = constant(kind.kind.lower())
        for key in ("min", "max"):
            if key in given:
                named[key] = given[key]
        sizes = self._sizes(one, kind)
        value = None if one.value is None else self._expressions.translate(one.value)
        if kind.kind == "String" or len(sizes) > 1 or (sizes and kind.kind != "Real"):
            self._context.structural.add(python_name(one.name))
        elif sizes:
            named["vector"] = constant(value=True)
        if one.value is not None and (one.prefixes.is_final or one.variability == "constant"):
            named["final"] = constant(value=True)
        arguments = [] if value is None else [value]
        return self._made("parameter", arguments, named, one)

    def _is_unknown(self, given: dict[str, ast.expr]) -> bool:
        fixed = given.get("fixed")
        return isinstance(fixed, ast.Constant) and fixed.value is False

    def _unknown_parameter(
        self, one: nodes.Component, kind: NumberType, given: dict[str, ast.expr]
    ) -> ast.expr:
        """Return a parameter that the start determines: a variable that does not change."""
        if kind.kind != "Real" or one.value is not None or self._sizes(one, kind):
            raise self._context.mistake(
                one.position,
                f"'{one.name}' has fixed=false, which is supported for a single Real without value",
            )
        self._context.constant_unknowns.append(one)
        return self._variable(one, kind, given)

    # -- variables ---------------------------------------------------------------------------------

    def _variable(
        self, one: nodes.Component, kind: NumberType, given: dict[str, ast.expr]
    ) -> ast.expr:
        sizes = self._sizes(one, kind)
        if kind.kind == "String" or len(sizes) > 1 or (sizes and kind.kind != "Real"):
            what = f"{kind.kind} variable" if not sizes else f"array of {kind.kind}"
            raise self._context.mistake(one.position, f"the {what} '{one.name}' is not supported")
        if one.value is not None:
            self._context.extra.append((one, one.value))
        named: dict[str, ast.expr] = {}
        start = self._start(given, kind)
        if start is not None:
            named["start"] = start
        if one.causality == "input":
            return self._input(one, kind, given, named)
        for key, ours in (("min", "min"), ("max", "max"), ("nominal", "nominal")):
            if key in given and kind.kind == "Real":
                named[ours] = given[key]
        if _SELECT in given:
            named["state_select"] = given[_SELECT]
        if sizes:
            named["size"] = sizes[0]
        unit = [given.get("unit", constant(None))] if kind.kind == "Real" else []
        made = {"Real": "variable", "Integer": "integer", "Boolean": "boolean"}[kind.kind]
        return self._made(made, unit, named, one)

    def _input(
        self,
        one: nodes.Component,
        kind: NumberType,
        given: dict[str, ast.expr],
        named: dict[str, ast.expr],
    ) -> ast.expr:
        sizes = self._sizes(one, kind)
        if sizes:
            named["size"] = sizes[0]
        unit = [given["unit"]] if kind.kind == "Real" and "unit" in given else []
        return self._made(f"{kind.kind}Input", unit, named, one)

    def _start(self, given: dict[str, ast.expr], kind: NumberType) -> ast.expr | None:
        start, fixed = given.get("start"), given.get("fixed")
        if fixed is None:
            return start
        if not isinstance(fixed, ast.Constant):
            position = self._context.stored.definition.position
            raise self._context.mistake(position, "'fixed' is true or false here, no expression")
        zero = constant(False) if kind.kind == "Boolean" else constant(0)
        start = start or zero
        return call(self._expressions.function("fixed"), [start]) if fixed.value else start

    # -- attributes --------------------------------------------------------------------------------

    def _attributes(self, one: nodes.Component, kind: NumberType) -> dict[str, ast.expr]:
        named = dict(_of_facts(kind.facts))
        for each, scope in kind.modifiers:
            self._attribute(each, one, self._expressions.in_scope(scope), named)
        for argument in one.arguments or ():
            if not isinstance(argument, nodes.Modification) or argument.arguments:
                raise self._context.unknown_modifier(argument, one)
            self._attribute(argument, one, self._expressions, named)
        before = _value_before(self._context, one.name)
        if before is not None:
            named["start"], named["fixed"] = self._expressions.translate(before), constant(True)
        return named

    def _attribute(
        self,
        each: nodes.Modification,
        of: nodes.Component,
        expressions: ExpressionTranslator,
        named: dict[str, ast.expr],
    ) -> None:
        key = str(each.name)
        if key not in _ATTRIBUTES or each.value is None:
            raise self._context.unknown_modifier(each, of)
        if key not in _SHOWN_ONLY:
            named[key] = expressions.translate(each.value)

    def _sizes(self, one: nodes.Component, kind: NumberType) -> list[ast.expr]:
        """Return the sizes of an array, empty for a single number; they decide about equations."""
        found = []
        given = [(size, self._context.stored) for size in (*one.sizes, *one.type_sizes)]
        for size, scope in [*given, *kind.sizes]:
            if isinstance(size, nodes.All):
                found.append(constant(None))
                continue
            made = self._expressions.in_scope(scope).translate(size)
            self._context.structural |= names_in(made) & self._context.names.members
            found.append(made)
        return found

    def _made(
        self,
        function: str,
        arguments: list[ast.expr],
        named: dict[str, ast.expr],
        one: nodes.Component,
    ) -> ast.expr:
        if one.description:
            named["doc"] = constant(one.description)
        return call(self._expressions.function(function), arguments, named)


def _value_before(context: ClassContext, text: str) -> nodes.Expression | None:
    """Return what an initial equation says of the value before the start, ``pre(x) = …``."""
    for section in context.body.sections:
        for one in section.statements if section.is_initial else ():
            if isinstance(one, nodes.Equal) and is_before(one.left, text):
                return one.right
    return None


def is_before(e: nodes.Expression, text: str = "") -> bool:
    """Return whether an expression is ``pre(x)``."""
    is_pre = isinstance(e, nodes.Call) and str(e.function) == "pre" and len(e.arguments) == 1
    return is_pre and (not text or str(e.arguments[0]) == text)  # type: ignore[union-attr]


def _of_facts(facts: library.TypeFacts | None) -> Iterator[tuple[str, ast.expr]]:
    if facts is None:
        return
    yield "unit", constant(facts.unit)
    for key, value in (("min", facts.minimum), ("max", facts.maximum), ("start", facts.start)):
        if value is not None:
            yield key, constant(value)
    if facts.nominal is not None:
        yield "nominal", constant(facts.nominal)
