"""Write component classes, and those that they are made of, as Modelica."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Final

from drivetrain.errors import DrivetrainError, ModelicaError
from drivetrain.modelica.conversion.to_modelica.declarations import (
    DeclarationWriter,
    attributes,
    plain_attributes,
)
from drivetrain.modelica.conversion.to_modelica.expressions import number
from drivetrain.modelica.conversion.to_modelica.library_names import modelica_class
from drivetrain.modelica.conversion.to_modelica.modifiers import modification
from drivetrain.modelica.conversion.to_modelica.names import identifier, reference, reference_to
from drivetrain.modelica.conversion.to_modelica.recording import Recorded, recorded
from drivetrain.modelica.conversion.to_modelica.statements import StatementWriter
from drivetrain.modelica.syntax import nodes
from drivetrain.modeling import Bus, Component, Connector, Experiment
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL, Expr
from drivetrain.modeling.members.bundles import Bundle
from drivetrain.modeling.tracing.trace import Trace, trace

__all__ = ["ClassWriter"]

_MOST: Final = 10
_OURS: Final = "drivetrain."
_EXAMPLES: Final = "drivetrain.examples"
_OLD: Final = "drivetrain.edition2002"


class ClassWriter:
    """Writes a model and all classes of one's own that it is made of."""

    def __init__(self) -> None:
        self._names: dict[Any, str] = {}
        self._top: type[Any] | None = None
        self._refusals: list[str] = []
        self.written: list[nodes.ClassDefinition] = []

    def write(self, model: Component) -> None:
        """Write a model; afterwards `written` has its class, behind those that it is made of.

        Raises
        ------
        ModelicaError
            With everything in it that has no counterpart in Modelica, up to ten reasons.
        """
        self._top = type(model)
        self._name(type(model), trace(model))
        if self._refusals:
            shown = "\n".join(self._refusals[:_MOST])
            left = len(self._refusals) - _MOST
            more = f"\nand {left} more" if left > 0 else ""
            title = type(model).__name__
            raise ModelicaError(f"{title} cannot be written as Modelica:\n{shown}{more}")

    # -- names of classes --------------------------------------------------------------------------

    def _name(self, cls: type[Any], inside: Trace | None) -> str:
        """Return the name of a class, which is written if it is none of the library."""
        of = modelica_class(cls)
        if of is not None:
            return of.modelica_name
        if cls.__module__.startswith(_OLD):
            raise ModelicaError(f"{cls.__name__} is of the edition of 2002, which is not written")
        if inside is not None and inside.cls is not cls:
            raise ModelicaError(f"{inside.title} is built step by step: write it as a class")
        key = (cls, tuple(inside.structural.items())) if inside is not None else cls
        if key not in self._names:
            self._names[key] = self._free(cls.__name__)
            before = len(self._refusals)
            made = self._connector(cls) if inside is None else self._class(key, inside)
            self.written.append(made)
            if _is_ours(cls) and len(self._refusals) > before:
                reason = self._refusals[before].removeprefix(f"{cls.__name__}.")
                self._refusals[before:] = [
                    f"{cls.__name__} has no counterpart in the Modelica Standard Library, and "
                    f"cannot be written as equations: {reason}"
                ]
        return self._names[key]

    def _free(self, text: str) -> str:
        taken = set(self._names.values())
        numbered = (f"{text}{k}" for k in count(2))
        found = text if text not in taken else next(one for one in numbered if one not in taken)
        return identifier(found)

    # -- classes -----------------------------------------------------------------------------------

    def _bus(self, cls: type[Bus]) -> nodes.ClassDefinition:
        elements = []
        for name, one in cls.declared().items():
            if isinstance(one, Connector):
                kind, given = self._name(type(one), None), None
            else:
                kind = {BOOLEAN: "Boolean", INTEGER: "Integer"}.get(one.kind, "Real")
                given = (tuple(attributes(one)) or None) if one.kind == REAL else None
            made = nodes.Component(
                reference(kind), identifier(name), arguments=given, description=one.doc
            )
            elements.append(made)
        body = nodes.LongBody(tuple(elements))
        title = self._names[cls]
        return nodes.ClassDefinition("expandable connector", title, body, description=_doc(cls))

    def _connector(self, cls: type[Connector]) -> nodes.ClassDefinition:
        if issubclass(cls, Bus):
            return self._bus(cls)
        for name, stated in cls.stated().items():
            if isinstance(stated, Bundle):
                self._refuse(f"{cls.__name__}.{name}: bundles cannot be written")
        elements = tuple(
            nodes.Component(
                reference("Real"), identifier(one.name), flow="flow" if one.is_flow else "",
                arguments=tuple(plain_attributes(one)) or None, description=one.doc,
            )
            for one in cls.variables()
        )  # fmt: skip
        body = nodes.LongBody(elements)
        return nodes.ClassDefinition("connector", self._names[cls], body, description=_doc(cls))

    def _class(self, key: Any, inside: Trace) -> nodes.ClassDefinition:
        cls: type[Component] = inside.cls
        said = recorded(cls, inside.structural)
        declarations = DeclarationWriter(said.trace, _names_in(said.trace), self._name)
        elements: list[nodes.Component] = []
        try:
            elements += declarations.write()
        except ModelicaError as error:
            self._refuse(f"{cls.__name__}.{error}")
        body = nodes.LongBody(tuple(elements), tuple(self._sections(said)))
        annotation = _annotation(cls) if cls is self._top else None
        return nodes.ClassDefinition(
            "model", self._names[key], body, description=_doc(cls), annotation=annotation
        )

    def _sections(self, said: Recorded) -> Iterator[nodes.Section]:
        writer = StatementWriter(said.trace, _names_in(said.trace))
        for is_initial, statements in ((True, said.initial), (False, said.statements)):
            made: list[Any] = []
            for statement, where in statements:
                try:
                    made += writer.write(statement)
                except DrivetrainError as error:
                    self._refuse(f"{said.trace.title}, {where}: {error}")
            if made:
                yield nodes.Section("equation", is_initial, tuple(made))

    def _refuse(self, text: str) -> None:
        if text not in self._refusals:
            self._refusals.append(text)


def _is_ours(cls: type[Any]) -> bool:
    """Return whether a class belongs to a library of this package."""
    return cls.__module__.startswith(_OURS) and not cls.__module__.startswith(_EXAMPLES)


def _names_in(inside: Trace) -> Any:
    """Return what finds the Modelica name of a variable or parameter of a class."""

    def named(e: Expr) -> nodes.Expression:
        declaration = getattr(e, "value", None) if e.op == "decl" else None
        path = str(declaration.name if declaration is not None else getattr(e, "name", e))
        return reference_to(inside, path)

    return named


def _doc(cls: type[Any]) -> str:
    """Return the first line of a docstring, without a full stop."""
    found = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    return " ".join(found.partition("\n\n")[0].split()).removesuffix(".")


def _annotation(cls: type[Component]) -> tuple[nodes.Argument, ...] | None:
    experiment = getattr(cls, "experiment", None)
    if not isinstance(experiment, Experiment):
        return None
    default = Experiment()
    values: Mapping[str, float | None] = {
        "StartTime": experiment.start_time if experiment.start_time else None,
        "StopTime": experiment.stop_time,
        "Interval": experiment.interval,
        "Tolerance": None if experiment.tolerance == default.tolerance else experiment.tolerance,
    }
    given = tuple(modification(k, number(v)) for k, v in values.items() if v is not None)
    return (nodes.Modification(reference("experiment"), given, None),)
