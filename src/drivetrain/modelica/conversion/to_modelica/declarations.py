"""Write the declarations of a class as Modelica."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from drivetrain.errors import ModelicaError
from drivetrain.modelica.conversion.to_modelica.annotations import placement
from drivetrain.modelica.conversion.to_modelica.expressions import Named, expression, number
from drivetrain.modelica.conversion.to_modelica.library_names import modelica_class
from drivetrain.modelica.conversion.to_modelica.modifiers import (
    modification,
    modifiers,
    start_modifiers,
    value_of,
)
from drivetrain.modelica.conversion.to_modelica.names import identifier, reference
from drivetrain.modelica.syntax import nodes
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.expression import BOOLEAN, INTEGER
from drivetrain.modeling.members import (
    REQUIRED,
    Declaration,
    Disabled,
    Parameter,
    Signal,
    StartValue,
    TableParameter,
    Variable,
)
from drivetrain.modeling.members.scopes import is_inner, is_outer, scope_of
from drivetrain.modeling.tracing.trace import OwnVector, Trace

__all__ = ["DeclarationWriter", "attributes"]

_TYPES: Final = {"real": "Real", INTEGER: "Integer", BOOLEAN: "Boolean"}
_SIGNALS: Final = "Modelica.Blocks.Interfaces"

ClassName = Callable[[Any, Trace | None], str]


class DeclarationWriter:
    """Writes the declarations of a class.

    Parameters
    ----------
    trace : Trace
        The class for the values of its structural parameters.
    named : callable
        What its parameters are called.
    class_name : callable
        What the class of a part or of a connector is called.
    """

    def __init__(self, trace: Trace, named: Named, class_name: ClassName) -> None:
        self._trace, self._named, self._class_name = trace, named, class_name
        self._parts = {sub.name: sub.trace for sub in trace.subs}

    def write(self) -> Iterator[nodes.Component]:
        """Yield the declarations.

        Raises
        ------
        ModelicaError
            If one has no counterpart in Modelica; the message names it.
        """
        for name, member in self._trace.cls.declarations().items():
            if isinstance(self._trace.members.get(name), Disabled):
                continue
            try:
                made = self._declaration(name, member)
            except ModelicaError as error:
                raise ModelicaError(f"{name}: {error}") from None
            if made is not None:
                made.annotation = placement(self._trace.cls, name)
                yield made

    def _declaration(self, name: str, member: Any) -> nodes.Component | None:
        made = self._of_kind(name, member)
        scope = scope_of(member)
        if scope is not None and scope.name:
            raise ModelicaError(
                f"parts find it by another name, '{scope.name}': Modelica has no way to say so"
            )
        if made is not None and scope:
            prefixes = replace(made.prefixes, is_inner=is_inner(member), is_outer=is_outer(member))
            made = replace(made, prefixes=prefixes)
        if made is not None and is_outer(member):
            made = replace(made, arguments=None, value=None)  # they belong to the inner one
        return made

    def _of_kind(self, name: str, member: Any) -> nodes.Component | None:
        if isinstance(member, Parameter):
            return self._parameter(name, member)
        if isinstance(member, Signal):
            return self._signal(name, member)
        if isinstance(member, Variable):
            return self._variable(name, member)
        if isinstance(member, Component):
            return self._part(name, member)
        if isinstance(member, Connector):
            text = self._class_name(type(member), None)
            return nodes.Component(reference(text), identifier(name), description=_line(member.doc))
        if isinstance(member, TableParameter):
            raise ModelicaError("a table of one's own is data of Python")
        raise ModelicaError(f"a {type(member).__name__} has no counterpart in Modelica")

    # -- numbers -----------------------------------------------------------------------------------

    def _parameter(self, name: str, one: Parameter) -> nodes.Component | None:
        value = self._trace.structural[name] if one.structural else one.default
        if one.structural and not isinstance(value, (bool, int, float)):
            return None  # equations are written for this value
        made = None if value is REQUIRED else value_of(value, one, self._named)
        sizes = self._sizes(one)
        prefixes = nodes.Prefixes(is_final=one.final or one.structural)
        return nodes.Component(
            reference(self._kind(one, value)), identifier(name), sizes=sizes,
            variability="parameter", arguments=tuple(self._bounds(one)) or None, value=made,
            prefixes=prefixes, description=_line(one.doc),
        )  # fmt: skip

    def _kind(self, one: Parameter, value: Any) -> str:
        if isinstance(value, bool):
            return "Boolean"
        return _TYPES[one.kind]

    def _sizes(self, one: Parameter) -> tuple[nodes.Expression, ...]:
        if not one.vector:
            return ()
        return (number(one.size) if isinstance(one.size, int) else nodes.All(),)

    def _bounds(self, one: Parameter | Variable) -> Iterator[nodes.Modification]:
        if one.kind == "real":
            yield from attributes(one)
        is_array = bool(getattr(one, "vector", None) or getattr(one, "size", None) is not None)
        for key, bound in (("min", one.minimum), ("max", one.maximum)):
            if bound is not None:
                yield modification(key, expression(bound, self._named), is_each=is_array)

    def _variable(self, name: str, one: Variable) -> nodes.Component:
        if one.least_change:
            raise ModelicaError("'least_change' has no counterpart in Modelica")
        given = [*self._bounds(one), *self._start(one)]
        if one.nominal is not None:
            given.append(modification("nominal", expression(one.nominal, self._named)))
        select = self._state_select(one)
        if select != "default":
            given.append(modification("stateSelect", reference(f"StateSelect.{select}")))
        return nodes.Component(
            reference(_TYPES[one.kind]), identifier(name), sizes=self._size(name, one),
            arguments=tuple(given) or None, description=_line(one.doc),
        )  # fmt: skip

    def _state_select(self, one: Variable) -> str:
        select = one.state_select
        return select if isinstance(select, str) else str(self._trace.structural[select.name])

    def _size(self, name: str, one: Variable) -> tuple[nodes.Expression, ...]:
        if one.size is None:
            return ()
        found, left = [], self._trace.members[name]
        while isinstance(left, OwnVector):
            found.append(number(len(left.elements)))
            left = left.elements[0] if left.elements else None
        return tuple(found)

    def _start(self, one: Variable) -> Iterator[nodes.Modification]:
        if one.start is not None:
            start = StartValue(one.start, one.is_fixed)
            yield from start_modifiers(start, self._named, each=one.size is not None)

    def _signal(self, name: str, one: Signal) -> nodes.Component:
        kind = type(one).__name__
        given = [*attributes(one)] if one.kind == "real" else []
        if isinstance(one.start, (int, float)) and one.start:
            given += [*self._start(one)]
        return nodes.Component(
            reference(f"{_SIGNALS}.{kind}"), identifier(name), sizes=self._size(name, one),
            arguments=tuple(given) or None, description=_line(one.doc),
        )  # fmt: skip

    # -- parts -------------------------------------------------------------------------------------

    def _part(self, name: str, part: Component) -> nodes.Component:
        trace = self._trace.outer[name] if is_outer(part) else self._parts[name]
        given = {} if part._steps_taken() else part._modifiers
        enabled = part.__dict__["_enabled"]
        if modelica_class(type(part)) is None and enabled is not True:
            enabled = True  # it is there for the values for which this class is written
        condition = None if enabled is True else expression(enabled, self._named)
        sizes = () if part._count is None else (number(self._count(name)),)
        return nodes.Component(
            reference(self._class_name(type(part), trace)), identifier(name), sizes=sizes,
            arguments=tuple(modifiers(part, given, self._named)) or None, condition=condition,
        )  # fmt: skip

    def _count(self, name: str) -> int:
        return next(sub.count for sub in self._trace.subs if sub.name == name) or 0


def attributes(one: Declaration) -> Iterator[nodes.Modification]:
    """Yield the unit of a number, if it is stated."""
    if not one.is_open:
        yield modification("unit", nodes.String(one.unit))


def _line(text: str) -> str:
    """Return a description as one line without a full stop."""
    return " ".join(text.split()).removesuffix(".")
