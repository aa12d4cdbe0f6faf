"""Translate connectors at the boundary of a class, and connector classes of one's own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from drivetrain import modeling
from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, LibraryName
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.members.class_members import ClassMember
from drivetrain.modelica.translation.members.given import Given, GivenValue, given_by, merged
from drivetrain.modelica.translation.members.member_kinds import number_type
from drivetrain.modelica.translation.python_code import as_test, call, constant
from drivetrain.modelica.translation.structure.numbers import note_equation, open_unit
from drivetrain.modeling.members import Signal

if TYPE_CHECKING:
    from drivetrain.modelica.translation.class_context import ClassContext

__all__ = ["ConnectorTranslator", "connector_class"]

_SIGNALS = {
    ("Real", "input"): modeling.RealInput, ("Real", "output"): modeling.RealOutput,
    ("Integer", "input"): modeling.IntegerInput, ("Integer", "output"): modeling.IntegerOutput,
    ("Boolean", "input"): modeling.BooleanInput, ("Boolean", "output"): modeling.BooleanOutput,
}  # fmt: skip
"""Type and causality of a connector → the signal that it is."""
_INSIDE: dict[type[Any], type[Any]] = {
    modeling.RealInput: modeling.RealOutput,
    modeling.IntegerInput: modeling.IntegerOutput,
    modeling.BooleanInput: modeling.BooleanOutput,
}
"""Input → what it is if nothing outside can drive it: a class drives its protected ones itself."""


class ConnectorTranslator:
    """Translates connectors that a class declares.

    Parameters
    ----------
    context : ClassContext
        The class.
    """

    def __init__(self, context: ClassContext) -> None:
        self._context = context

    def translate(self, member: ClassMember, kind: FoundClass) -> ast.expr | None:
        """Return the declaration of a connector; ``None`` if its class is none.

        Raises
        ------
        ModelicaError
            If the connector is not supported.
        """
        python, given = self._class_and_given(member, kind)
        if python is None:
            return None
        if member.given.value is not None and not _is_output(python):
            raise _refusal(member.given, f"the connector '{member.name}' has no value")
        named = self._condition(member)
        sizes = (*member.component.sizes, *member.component.type_sizes)
        if issubclass(python, modeling.Bus):
            self._check_bus(member, given, sizes)
        elif issubclass(python, modeling.Connector):
            if sizes:
                raise _refusal(
                    member.given,
                    f"'{member.name}' is an array of connectors, which is not supported: declare "
                    "each with a name of its own",
                )
            self._bind(member, given)
        else:
            note_equation(self._context, member, member.given)
            if member.component.prefixes.is_protected:
                python = _INSIDE.get(python, python)
            named |= self._of_signal(member, python, given)
            named |= self._size(member, sizes)
        if member.component.description:
            named["doc"] = constant(member.component.description)
        return call(self._name(python.__name__, python), [], named)

    def _check_bus(
        self, member: ClassMember, given: Given, sizes: tuple[nodes.Expression, ...]
    ) -> None:
        if sizes:
            raise _refusal(
                member.given,
                f"'{member.name}' is an array of buses, which is not supported: declare each with "
                "a name of its own",
            )
        if given.inside:
            one = next(iter(given.inside.values()))
            raise _refusal(one, f"what is on the bus '{member.name}' cannot be given values")

    def _name(self, key: str, python: type[Any]) -> ast.expr:
        if python.__module__.startswith("drivetrain.modeling"):
            return self._context.names.function(key)
        return self._context.names.of(key, python)

    def _class_and_given(
        self, member: ClassMember, kind: FoundClass
    ) -> tuple[type[Any] | None, Given]:
        found, given = connector_class(self._context, kind)
        return found, merged(member.name, member.given, given) if given else member.given

    def _of_signal(
        self, member: ClassMember, python: type[Any], given: Given
    ) -> dict[str, ast.expr]:
        named: dict[str, ast.expr] = {}
        is_fixed = False
        for key, one in given.inside.items():
            if one.value is None:
                raise _refusal(one, f"this modifier of '{member.name}' says nothing")
            if key == "start":
                named[key] = self._context.value(one.value)
            elif key == "fixed":
                is_fixed = _is_fixed(one.value)
            elif key in ("min", "max"):
                named[key] = self._context.value(one.value)
            elif key not in ("unit", "displayUnit", "quantity", "nominal"):
                raise _refusal(one, f"'{key}' of the signal '{member.name}' is not supported")
        if is_fixed and python not in _INSIDE:
            is_truth = issubclass(python, modeling.BooleanOutput)
            start = named.get("start") or constant(False if is_truth else 0)
            named["start"] = call(self._context.names.function("fixed"), [start])
        if issubclass(python, (modeling.RealInput, modeling.RealOutput)):
            unit = given.attribute("unit")
            made = constant(None) if unit is None else self._context.value(unit)
            named["unit"] = open_unit(self._context, member, given.inside.get("unit"), made)
        return named

    def _bind(self, member: ClassMember, given: Given) -> None:
        """Note values of variables of a connector, which are equations: ``port(Q_flow = -P)``."""
        for variable, one in given.inside.items():
            if set(one.inside) - {"start", "displayUnit", "nominal"}:
                raise _refusal(one, f"this modifier of '{member.name}.{variable}' is not supported")
            if one.inside:
                raise _refusal(
                    one,
                    f"a start of '{member.name}.{variable}' is not supported: give it to the "
                    "variable of a part that is connected there",
                )
            if one.value is None:
                continue
            key, condition = f"{member.name}.{variable}", member.component.condition
            self._context.bindings.append((key, one.value))
            if condition is not None:
                made = self._context.expressions.in_scope(member.owner).translate(condition)
                test = as_test(made, self._context.names.members)
                self._context.binding_conditions[key] = test

    def _size(
        self, member: ClassMember, sizes: tuple[nodes.Expression, ...]
    ) -> dict[str, ast.expr]:
        if not sizes:
            return {}
        if len(sizes) > 1 or isinstance(sizes[0], nodes.All):
            raise _refusal(member.given, f"'{member.name}' is a matrix of signals")
        with self._context.changing_equations():
            made = self._context.expressions.in_scope(member.owner).translate(sizes[0])
        return {"size": made}

    def _condition(self, member: ClassMember) -> dict[str, ast.expr]:
        condition = member.component.condition
        if condition is None:
            return {}
        with self._context.changing_equations():
            made = self._context.expressions.in_scope(member.owner).translate(condition)
        return {"enabled": made}


def _is_output(python: type[Any]) -> bool:
    """Return whether a connector is an output, whose value is an equation."""
    is_signal = issubclass(python, Signal)
    return is_signal and not python.is_input


def connector_class(
    context: ClassContext, kind: FoundClass
) -> tuple[type[Any] | None, Given | None]:
    """Return the Python class of a connector, and what its class says of it; None if it is none.

    Raises
    ------
    ModelicaError
        If it is a connector that is not supported.
    """
    if isinstance(kind, LibraryName):
        of = library.find_class(kind.full_name, context.version)
        python = of.load() if of else None
        is_part = python is None or issubclass(python, modeling.Component)
        return (None if is_part else python), None
    if not isinstance(kind, StoredClass) or "connector" not in kind.definition.kind:
        return None, None
    body = kind.definition.body
    if isinstance(body, nodes.ShortBody):
        return _short(context, kind, body)
    return context.translate_connector(kind), None


def _short(
    context: ClassContext, kind: StoredClass, body: nodes.ShortBody
) -> tuple[type[Any] | None, Given | None]:
    base = context.lookup.bases(kind)[0]
    scope = kind.parent or kind
    given = given_by(body.arguments, scope, kind.definition.position)
    number = number_type(context.lookup, base)
    if number is not None:
        signal = _SIGNALS.get((number.kind, body.causality))
        if signal is None:
            raise kind.source.mistake(
                kind.definition.position, f"the connector {kind.full_name} is not supported"
            )
        return signal, merged(kind.name, given, number.given) if number.given else given
    found, inner = connector_class(context, base)
    return found, merged(kind.name, given, inner) if inner else given


def _is_fixed(value: GivenValue) -> bool:
    if isinstance(value.expression, nodes.Boolean):
        return value.expression.value
    raise value.scope.source.mistake(value.position, "'fixed' of a signal is true or false here")


def _refusal(one: Given, message: str) -> Exception:
    return one.scope.source.mistake(one.position, message)
