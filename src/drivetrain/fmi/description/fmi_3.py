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
from drivetrain.fmi.description.markup import attributes, element, nested, start_text, text

__all__ = ["lines_of_fmi_3", "lines_of_terminals"]


def lines_of_fmi_3(description: ModelDescription) -> Iterator[str]:
    """Yield the lines of ``modelDescription.xml``.

    Parameters
    ----------
    description : ModelDescription
        What it says.
    """
    yield from nested("fmiModelDescription", _root(description), _inside(description), "")


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
    yield from nested("ModelVariables", (), _variables(d, references), "")
    yield from nested("ModelStructure", (), _structure(d), "")


def _type(one: TypeDefinition) -> Iterator[str]:
    own: list[tuple[str, object]] = [("name", one.name), ("description", one.description)]
    own += [("quantity", one.quantity)]
    if one.type.is_float:
        own += [("unit", one.unit), ("displayUnit", one.display_unit)]
        own += [("relativeQuantity", one.relative or None)]
        own += [("min", one.minimum), ("max", one.maximum), ("nominal", one.nominal)]
    yield from nested(f"{one.type.value}Type", own, parts.items(one.items))


def _variables(d: ModelDescription, references: dict[str, int]) -> Iterator[str]:
    shared: dict[tuple[object, ...], str] = {}
    for v in d.variables:
        head = f'{v.type.value} name="{text(v.name)}" valueReference="{v.reference}"'
        head += parts.shared_attributes(v, _attributes, shared)
        head += attributes(_own(v, references))
        inner = [*_dimensions(v), *_texts(v), *(_alias(one) for one in v.aliases)]
        if not inner:
            yield f"<{head}/>"
            continue
        yield f"<{head}>"
        yield from (f"  {line}" for line in inner)
        yield f"</{v.type.value}>"


def _attributes(v: ModelVariable) -> list[tuple[str, object]]:
    """Return what a variable may have in common with many others."""
    found: list[tuple[str, object]] = [
        ("description", v.description), *parts.roles(v), ("declaredType", v.declared_type)
    ]  # fmt: skip
    if v.type.is_float or v.type.is_integer:
        found += [("quantity", v.quantity)]
    if v.type.is_float:
        found += [("unit", v.unit), ("displayUnit", v.display_unit)]
        found += [("relativeQuantity", v.relative or None), ("nominal", v.nominal)]
    if v.type.is_float or v.type.is_integer:
        found += [("min", _bound(v, v.minimum)), ("max", _bound(v, v.maximum))]
    return found


def _own(v: ModelVariable, references: dict[str, int]) -> Iterator[tuple[str, object]]:
    """Yield what a variable has for itself alone."""
    if v.type.is_float and v.derivative_of is not None:
        yield "derivative", references[v.derivative_of]
    if v.type.is_float and v.reinit:
        yield "reinit", True
    if v.start is not None and v.type is not DataType.STRING:
        yield "start", start_text(v.start, v.type)


def _texts(v: ModelVariable) -> Iterator[str]:
    """Yield the start of a variable that is a text."""
    if v.type is DataType.STRING and v.start is not None:
        texts = v.start if isinstance(v.start, tuple) else (v.start,)
        for one in texts:
            yield element("Start", [("value", str(one) or " ")])


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
        known = parts.dependencies(one.dependencies, one.kinds)
        yield f'<{name} valueReference="{one.reference}"{known}/>'


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
