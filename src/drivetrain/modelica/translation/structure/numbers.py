"""Translate declarations of numbers and texts: parameters, constants, and variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from drivetrain.errors import UnitError
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.behaviour.fixed_starts import FixedStart
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.members.class_members import ClassMember
from drivetrain.modelica.translation.members.found_at_start import says_not_fixed
from drivetrain.modelica.translation.members.given import Given, GivenValue, merged
from drivetrain.modelica.translation.members.member_kinds import NumberType
from drivetrain.modelica.translation.python_code import call, constant, python_name
from drivetrain.modelica.translation.structure.state_selection import selected
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.kinds import check_kind
from drivetrain.modelica.translation.values.ranks import sizes_of_type
from drivetrain.modelica.translation.values.size_checks import (
    check_dimensions,
    check_integers,
    check_whole,
)
from drivetrain.modelica.translation.values.sizes_of_values import size_of_value, size_told
from drivetrain.modeling.quantities.parsing import parse_unit
from drivetrain.modeling.units import is_coherent

__all__ = [
    "NumberTranslator",
    "is_before",
    "note_equation",
    "open_unit",
]

_VARIABLES: Final = {"Real": "variable", "Integer": "integer", "Boolean": "boolean"}
_KEYS: Final = {"Real": ("min", "max", "nominal", "stateSelect"), "Integer": ("min", "max")}
_SHOWN_ONLY: Final = frozenset(("displayUnit", "quantity"))
_NAMES: Final = {"unit": "unit", "min": "min", "max": "max", "nominal": "nominal",
                 "stateSelect": "state_select"}  # fmt: skip
_ATTRIBUTES: Final = frozenset((*_NAMES, *_SHOWN_ONLY, "start", "fixed"))


class NumberTranslator:
    """Translates declarations of numbers and texts.

    Parameters
    ----------
    context : ClassContext
        The class that declares them.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def translate(self, member: ClassMember, of: NumberType) -> ast.expr:
        """Return the declaration of a number.

        Parameters
        ----------
        member : ClassMember
            The component.
        of : NumberType
            Its type.

        Raises
        ------
        ModelicaError
            If it is not supported.
        """
        _check_prefixes(member)
        given = merged(member.name, member.given, of.given) if of.given else member.given
        self._check_attributes(member, given)
        if member.component.variability not in ("parameter", "constant"):
            return self._variable(member, of, given)
        if says_not_fixed(given):
            return self._unknown_parameter(member, of, given)
        if member.name in self._context.found_at_start:
            self._check_found(member, of)
            return self._variable(member, of, given)
        return self._parameter(member, of, given)

    # -- parameters --------------------------------------------------------------------------------

    def _parameter(self, member: ClassMember, of: NumberType, given: Given) -> ast.expr:
        named = dict(self._attributes(of, given, ("min", "max")))
        if of.kind == "Real":
            named["unit"] = self._unit(member, of, given)
        sizes = self._sizes(member)
        if of.kind in ("String", "enumeration"):
            named = _of_text(of)
        elif of.kind != "Real":
            if not sizes:
                named["kind"] = constant(of.kind.lower())
            if member.owner.definition.kind.endswith("record"):  # others may take it as a size
                named["structural"] = constant(value=True)
        if len(sizes) > 1 or (sizes and of.kind != "Real"):
            self._context.structural.add(python_name(member.name))
        elif sizes:
            named["vector"] = constant(value=True)
        if sizes:
            every = [one or constant(None) for one in sizes]
            named["size"] = _tuple(every) if any(sizes) else ast.Tuple(every, ast.Load())
        is_final = given.value is not None and given.value.is_final
        if member.component.variability == "constant" or is_final:
            named["final"] = constant(value=True)
        self._check_kind(member, of, given)
        return self._made("parameter", self._default(member, of, given, sizes), named, member)

    def _check_value(
        self, member: ClassMember, of: NumberType, value: GivenValue, sizes: list[ast.expr | None]
    ) -> None:
        """Refuse a value that is none of this type, or has other sizes."""
        expressions = self._context.expressions.in_scope(value.scope)
        if not value.is_each:
            _check_length(value, sizes, expressions)
        if sizes or member.component.variability not in ("parameter", "constant"):
            check_integers(value.expression, of.kind, expressions)
        if not value.is_each:
            check_dimensions(value.expression, len(sizes), member.name, expressions)

    def _check_kind(self, member: ClassMember, of: NumberType, given: Given) -> None:
        """Refuse a value of another kind, such as a Real number for an Integer."""
        value = given.value.expression if given.value else None
        if isinstance(value, nodes.Number) and of.kind != "String":
            return  # the parameter itself has a look at its default
        if given.value is not None and not of.is_numbered:
            scoped = self._context.expressions.in_scope(given.value.scope)
            check_kind(of.kind, f"'{member.name}'", given.value.expression, scoped)

    def _default(
        self,
        member: ClassMember,
        of: NumberType,
        given: Given,
        sizes: list[ast.expr | None],
    ) -> list[ast.expr]:
        """Return the value; without one, the start value, as other tools do."""
        value = given.value or given.attribute("start")
        if value is None:
            return []
        self._check_value(member, of, value, sizes)
        made = self._context.expressions.in_scope(value.scope).value(value.expression)
        if sizes and value.is_each:
            if len(sizes) > 1 or not isinstance(sizes[0], ast.Constant):
                raise _mistake(member, f"'each' for '{member.name}' needs a number as its size")
            made = ast.List([made] * int(sizes[0].value), ast.Load())  # type: ignore[arg-type]
        return [made]

    def _unknown_parameter(self, member: ClassMember, of: NumberType, given: Given) -> ast.expr:
        """Return a parameter that the start determines: a variable that does not change."""
        self._check_found(member, of)
        sizes = self._sizes(member)
        if given.value is not None or len(sizes) > 1:
            raise _mistake(
                member,
                f"'{member.name}' has fixed=false, which is supported for Reals and vectors of "
                "them that have no value",
            )
        self._context.constant_unknowns.append(member)
        named = dict(self._attributes(of, given, ("min", "max", "nominal")))
        start = self._start_of(of, given)
        if start is not None:
            named["start"] = start
        if sizes:
            named["size"] = self._size(member, sizes)
        return self._made("variable", [self._unit(member, of, given)], named, member)

    def _check_found(self, member: ClassMember, of: NumberType) -> None:
        if of.kind != "Real":
            raise _mistake(
                member,
                f"'{member.name}' has fixed=false, or follows from what has, which is supported "
                f"for Reals, not for a {of.kind}",
            )

    # -- variables ---------------------------------------------------------------------------------

    def _variable(self, member: ClassMember, of: NumberType, given: Given) -> ast.expr:
        sizes = self._sizes(member)
        if of.is_numbered:
            return self._numbered(member, of, given, sizes)
        if of.kind not in _VARIABLES:
            what = f"array of {of.kind}" if sizes else f"{of.kind} variable"
            raise _mistake(member, f"the {what} '{member.name}' is not supported")
        if given.value is not None and member.owner is self._context.stored:
            self._check_value(member, of, given.value, sizes)
        note_equation(self._context, member, given)
        if member.component.causality == "input":
            return self._input(member, of, given, sizes)
        keys = _KEYS.get(of.kind, ())
        named = dict(self._attributes(of, given, keys))
        start = self._start(member, of, given, sizes)
        if start is not None:
            named["start"] = start
        if sizes:
            named["size"] = self._size(member, sizes)
        arguments = [self._unit(member, of, given)] if of.kind == "Real" else []
        return self._made(_VARIABLES[of.kind], arguments, named, member)

    def _numbered(
        self, member: ClassMember, of: NumberType, given: Given, sizes: list[ast.expr | None]
    ) -> ast.expr:
        """Return a variable of an enumeration: an integer, with the literals as its labels."""
        if member.component.causality == "input":
            raise _mistake(member, f"the input '{member.name}' of an enumeration is not supported")
        note_equation(self._context, member, given)
        with self._context.expressions.literals_as(numbers=True):
            start = self._start(member, of, given, sizes)
        keys = [constant(place + 1) for place in range(len(of.literals))]
        labels = ast.Dict([*keys], [constant(one) for one in of.literals.values()])
        named: dict[str, ast.expr] = {"start": start or constant(1), "labels": labels}
        if sizes:
            named["size"] = self._size(member, sizes)
        return self._made("integer", [], named, member)

    def _input(
        self, member: ClassMember, of: NumberType, given: Given, sizes: list[ast.expr | None]
    ) -> ast.expr:
        named = {"unit": self._unit(member, of, given)} if of.kind == "Real" else {}
        if of.kind in _KEYS:
            named |= dict(self._attributes(of, given, ("min", "max")))
        start = self._start(member, of, given, sizes)
        if start is not None:
            named["start"] = start
        if sizes:
            named["size"] = self._size(member, sizes)
        return self._made(f"{of.kind}Input", [], named, member)

    def _size(self, member: ClassMember, sizes: list[ast.expr | None]) -> ast.expr:
        """Return the size of a vector, or those of a matrix; the value tells of ``:``."""
        value, found = member.given.value, []
        for dimension, size in enumerate(sizes):
            if size is None and value is not None:
                expressions = self._context.expressions.in_scope(value.scope)
                with self._context.changing_equations():
                    size = size_of_value(value.expression, dimension, expressions)
            if size is None:
                raise _mistake(
                    member, f"give '{member.name}' a size: a number, or an Integer parameter"
                )
            found.append(size)
        return _tuple(found)

    # -- attributes --------------------------------------------------------------------------------

    def _start(
        self,
        member: ClassMember,
        of: NumberType,
        given: Given,
        sizes: list[ast.expr | None],
    ) -> ast.expr | None:
        start, fixed = self._start_of(of, given, sizes), self._fixed(member, of, given)
        before = self._value_before(member)
        if before is not None:
            start, fixed = before, True
        if not fixed:
            return start
        zero = constant(False if of.kind == "Boolean" else int(of.is_numbered))
        return call(self._context.names.function("fixed"), [start or zero])

    def _start_of(
        self, of: NumberType, given: Given, sizes: list[ast.expr | None] | None = None
    ) -> ast.expr | None:
        value = given.attribute("start")
        if value is not None and sizes and not value.is_each:
            _check_length(value, sizes, self._context.expressions.in_scope(value.scope))
        if value is not None:
            return self._context.value(value)
        known = of.facts.start if of.facts else None
        return None if known is None else constant(known)

    def _fixed(self, member: ClassMember, of: NumberType, given: Given) -> bool | None:
        """Return whether a start is fixed; where an expression says so, note it, and say no."""
        value = given.attribute("fixed")
        if value is None:
            return None
        if isinstance(value.expression, nodes.Boolean):
            return value.expression.value
        is_array = isinstance(value.expression, nodes.ArrayConstructor)
        if of.kind != "Real" or is_array != bool(self._sizes(member)):
            raise value.scope.source.mistake(
                value.position,
                f"'fixed' of '{member.name}' is true or false here: expressions are supported for "
                "a single Real, and {true, false, …} for a vector of them",
            )
        default = of.facts.start if of.facts else None
        start = FixedStart(
            python_name(member.name), value, given.attribute("start"), default or 0.0
        )
        self._context.fixed_starts.append(start)
        return False

    def _value_before(self, member: ClassMember) -> ast.expr | None:
        """Return what an initial equation says of the value before the start, ``pre(x) = …``."""
        for section in self._context.body.sections:
            for one in section.statements if section.is_initial else ():
                if isinstance(one, nodes.Equal) and is_before(one.left, member.name):
                    return self._context.expressions.translate(one.right)
        return None

    def _attributes(
        self, of: NumberType, given: Given, keys: tuple[str, ...]
    ) -> Iterator[tuple[str, ast.expr]]:
        known = dict(_of_facts(of.facts))
        for key in keys:
            value = given.attribute(key)
            if value is not None and key == "stateSelect":
                yield _NAMES[key], selected(self._context, value)
            elif value is not None:
                yield _NAMES[key], self._context.value(value)
            elif key in known:
                yield _NAMES[key], known[key]

    def _unit(self, member: ClassMember, of: NumberType, given: Given) -> ast.expr:
        made = dict(self._attributes(of, given, ("unit",))).get("unit", constant(None))
        return open_unit(self._context, member, given.inside.get("unit"), made)

    def _check_attributes(self, member: ClassMember, given: Given) -> None:
        for key, each in given.inside.items():
            if key not in _ATTRIBUTES or each.value is None:
                raise each.scope.source.mistake(
                    each.position, f"this modifier of '{member.name}' is not supported"
                )
            if key == "fixed":
                scoped = self._context.expressions.in_scope(each.value.scope)
                what = f"'fixed' of '{member.name}'"
                check_kind("Boolean", what, each.value.expression, scoped)

    def _sizes(self, member: ClassMember) -> list[ast.expr | None]:
        """Return the sizes of an array, ``None`` for ``:``; they decide about equations."""
        one = member.component
        kind = self._context.lookup.class_of(one.type, member.owner)
        found: list[ast.expr | None] = []
        own = [(size, member.owner) for size in (*one.sizes, *one.type_sizes)]
        for size, scope in (*own, *self._of_type(kind)):
            if isinstance(size, nodes.All):
                found.append(None)
                continue
            expressions = self._context.expressions.in_scope(scope)
            check_whole(size, "a size", expressions)
            with self._context.changing_equations():
                found.append(expressions.size(size))
        return found

    def _of_type(self, kind: FoundClass) -> Iterator[tuple[nodes.Expression, StoredClass]]:
        """Yield the sizes of a type, ``type Vector = Real[3]``, and of those it is made of."""
        while isinstance(kind, StoredClass):
            scope = kind.parent or kind
            yield from ((size, scope) for size in sizes_of_type(kind))
            bases = self._context.lookup.bases(kind)
            if len(bases) != 1:
                return
            kind = bases[0]

    def _made(
        self,
        function: str,
        arguments: list[ast.expr],
        named: dict[str, ast.expr],
        member: ClassMember,
    ) -> ast.expr:
        if member.component.description:
            named["doc"] = constant(member.component.description)
        return call(self._context.names.function(function), arguments, named)


def open_unit(
    context: ClassContext, member: ClassMember, given: Given | None, made: ast.expr
) -> ast.expr:
    """Return the unit of a member; none if it is no SI unit, in which there is no equation.

    Parameters
    ----------
    context : ClassContext
        The class that declares it.
    member : ClassMember
        The member.
    given : Given, optional
        The modifier that says it.
    made : expr
        The unit as it is said.

    Raises
    ------
    ModelicaError
        If nobody knows the unit.
    """
    text = made.value if isinstance(made, ast.Constant) else None
    if not isinstance(text, str) or is_coherent(text):
        return constant(None) if text == "" else made
    try:
        parse_unit(text)
    except UnitError as error:
        message = f"the unit of '{member.name}' is not known: {error}"
        if given is None:
            raise _mistake(member, message) from None
        raise given.scope.source.mistake(given.position, message) from None
    context.other_units[python_name(member.name)] = text
    return constant(None)


def _tuple(sizes: list[ast.expr]) -> ast.expr:
    """Return one size, or several."""
    return sizes[0] if len(sizes) == 1 else ast.Tuple(sizes, ast.Load())


def _check_length(
    given: GivenValue, sizes: list[ast.expr | None], expressions: ExpressionTranslator
) -> None:
    """Refuse an array that has not as many elements as are declared, where both are numbers."""
    for dimension, size in enumerate(sizes):
        told = size_told(given.expression, dimension, expressions)
        count, wanted = getattr(told, "value", None), getattr(size, "value", None)
        if isinstance(count, int) and isinstance(wanted, int) and count != wanted:
            where = "" if len(sizes) == 1 else f" in dimension {dimension + 1}"
            raise given.scope.source.mistake(
                given.position, f"{count} values for {wanted} elements{where}"
            )


def note_equation(context: ClassContext, member: ClassMember, given: Given) -> None:
    """Note the value of a variable, which is an equation.

    Raises
    ------
    ModelicaError
        If a base states another one already.
    """
    if given.value is None:
        return
    inner = member.component.value
    if member.owner is not context.stored:  # the base states what it says itself
        if given.value.expression is inner:
            return
        if inner is not None:
            place = member.owner.where(member.component.position)
            raise given.value.scope.source.mistake(
                given.value.position,
                f"'{member.name}' has a value at {place} already, which is an equation there",
            )
    context.bindings.append((python_name(member.name), given.value))


def is_before(e: nodes.Expression, text: str = "") -> bool:
    """Return whether an expression is ``pre(x)``."""
    if not isinstance(e, nodes.Call) or str(e.function) != "pre" or len(e.arguments) != 1:
        return False
    return not text or str(e.arguments[0]) == text


def _check_prefixes(member: ClassMember) -> None:
    one = member.component
    found = [word for word in (one.flow,) if word]
    found += ["conditional"] * (one.condition is not None)
    if found:
        raise _mistake(member, f"the {found[0]} '{one.name}' is not supported yet")


def _of_facts(facts: library.TypeFacts | None) -> Iterator[tuple[str, ast.expr]]:
    if facts is None:
        return
    yield "unit", constant(facts.unit)
    found = ("min", facts.minimum), ("max", facts.maximum), ("nominal", facts.nominal)
    for key, value in found:
        if value is not None:
            yield key, constant(value)


def _of_text(of: NumberType) -> dict[str, ast.expr]:
    """Return how a text that chooses is declared."""
    named = {"structural": constant(value=True)}
    if of.literals:
        choices = [constant(one) for one in of.literals.values()]
        named["choices"] = ast.Tuple(choices, ast.Load())
    return named


def _mistake(member: ClassMember, message: str) -> Exception:
    return member.owner.source.mistake(member.component.position, message)
