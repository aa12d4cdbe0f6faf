"""Descriptions in FMI 3.0: one element per type, references throughout, aliases as elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drivetrain.fmi.description import common_parts as parts
from drivetrain.fmi.description.data import (
    Alias,
    DataType,
    ModelDescription,
    ModelVariable,
    TypeDefinition,
    Unknown,
)
from drivetrain.fmi.description.markup import element, nested, start_text

__all__ = ["lines_of_fmi_3", "lines_of_terminals"]


def lines_of_fmi_3(description: ModelDescription) -> Iterator[str]:
    """Yield the lines of ``modelDescription.xml``.

    Parameters
    ----------
    description : ModelDescription
        What it says.
    """
    yield from nested("fmiModelDescription", _root(description), _inside(description))


def _root(d: ModelDescription) -> list[tuple[str, object]]:
    return [
        ("fmiVersion", "3.0"), ("modelName", d.name), ("instantiationToken", d.token),
        ("description", d.description), ("author", d.author), ("version", d.model_version),
        ("copyright", d.copyright), ("license", d.license), ("generationTool", d.generation_tool),
        ("generationDateAndTime", d.generation_time), ("variableNamingConvention", d.naming),
    ]  # fmt: skip


def _inside(d: ModelDescription) -> Iterator[str]:
    yield from parts.interfaces(d)
    yield from parts.units(d.units, inverse=True)
    yield from parts.section("TypeDefinitions", (line for t in d.types for line in _type(t)))
    yield from parts.log_categories(d.log_categories)
    yield from parts.experiment(d.experiment)
    references = {name: variable.reference for name, variable in d.names()}
    yield from nested("ModelVariables", (), _variables(d, references))
    yield from nested("ModelStructure", (), _structure(d))


def _type(one: TypeDefinition) -> Iterator[str]:
    own: list[tuple[str, object]] = [("name", one.name), ("description", one.description)]
    own += [("quantity", one.quantity)]
    if one.type.is_float:
        own += [("unit", one.unit), ("displayUnit", one.display_unit)]
        own += [("relativeQuantity", one.relative or None)]
        own += [("min", one.minimum), ("max", one.maximum), ("nominal", one.nominal)]
    yield from nested(f"{one.type.value}Type", own, parts.items(one.items))


def _variables(d: ModelDescription, references: dict[str, int]) -> Iterator[str]:
    for variable in d.variables:
        yield from _variable(variable, references)


def _variable(v: ModelVariable, references: dict[str, int]) -> Iterator[str]:
    own: list[tuple[str, object]] = [
        ("name", v.name), ("valueReference", v.reference), ("description", v.description),
        ("causality", v.causality), ("variability", v.variability), ("initial", v.initial),
        ("declaredType", v.declared_type),
    ]  # fmt: skip
    if v.type.is_float or v.type.is_integer:
        own += [("quantity", v.quantity)]
    if v.type.is_float:
        own += [("unit", v.unit), ("displayUnit", v.display_unit)]
        own += [("relativeQuantity", v.relative or None), ("nominal", v.nominal)]
    if v.type.is_float or v.type.is_integer:
        own += [("min", _bound(v, v.minimum)), ("max", _bound(v, v.maximum))]
    if v.type.is_float and v.derivative_of is not None:
        own += [("derivative", references[v.derivative_of])]
    if v.type.is_float and v.reinit:
        own += [("reinit", True)]
    inner = []
    if v.type is DataType.STRING and v.start is not None:
        texts = v.start if isinstance(v.start, tuple) else (v.start,)
        inner += [element("Start", [("value", str(one) or " ")]) for one in texts]
    elif v.start is not None:
        own += [("start", start_text(v.start, v.type))]
    inner = [*_dimensions(v), *inner, *(_alias(one) for one in v.aliases)]
    yield from nested(v.type.value, own, inner)


def _bound(v: ModelVariable, value: float | None) -> float | int | None:
    return value if value is None or v.type.is_float else int(value)


def _dimensions(v: ModelVariable) -> Iterator[str]:
    for one in v.dimensions:
        yield element("Dimension", [("start", one.size), ("valueReference", one.reference)])


def _alias(alias: Alias) -> str:
    own = [("name", alias.name), ("description", alias.description)]
    return element("Alias", [*own, ("displayUnit", alias.display_unit)])


def _structure(d: ModelDescription) -> Iterator[str]:
    found = d.structure
    yield from _unknowns("Output", found.outputs)
    yield from _unknowns("ContinuousStateDerivative", found.derivatives)
    yield from _unknowns("InitialUnknown", found.initial_unknowns)
    yield from _unknowns("EventIndicator", found.event_indicators)


def _unknowns(name: str, found: Iterable[Unknown]) -> Iterator[str]:
    for one in found:
        line = element(name, [("valueReference", one.reference)])
        if one.dependencies is not None:
            shown = f' dependencies="{" ".join(map(str, one.dependencies))}"'
            shown += f' dependenciesKind="{" ".join(one.kinds)}"' if one.kinds else ""
            line = line.replace("/>", f"{shown}/>")
        yield line


def lines_of_terminals(description: ModelDescription) -> Iterator[str]:
    """Yield the lines of ``terminalsAndIcons.xml``, none if there are no terminals.

    Parameters
    ----------
    description : ModelDescription
        Its terminals are written.
    """
    terminals = []
    for one in description.terminals:
        own = [
            ("name", one.name), ("matchingRule", one.matching),
            ("terminalKind", one.terminal_kind), ("description", one.description),
        ]  # fmt: skip
        members = [
            element(
                "TerminalMemberVariable",
                [("variableName", m.variable), ("memberName", m.name), ("variableKind", m.kind)],
            )
            for m in one.members
        ]
        terminals += list(nested("Terminal", own, members))
    if terminals:
        inner = nested("Terminals", (), terminals)
        yield from nested("fmiTerminalsAndIcons", [("fmiVersion", "3.0")], inner)
