"""Descriptions in FMI 2.0: variables by their place in the list, aliases with one reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from drivetrain.errors import UsageError
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

__all__ = ["lines_of_fmi_2"]

_LONG = 50_000
"""Variables from which on the list leaves out what the types of variables say anyway."""

_REAL = frozenset(("Real",))
_NUMBERS = frozenset(("Real", "Integer", "Enumeration"))


def lines_of_fmi_2(description: ModelDescription) -> Iterator[str]:
    """Yield the lines of ``modelDescription.xml``.

    Parameters
    ----------
    description : ModelDescription
        What it says.
    """
    yield from nested("fmiModelDescription", _root(description), _inside(description), "")


def _root(d: ModelDescription) -> list[tuple[str, object]]:
    return [
        ("fmiVersion", "2.0"), ("modelName", d.name), ("guid", d.token),
        ("description", d.description), ("author", d.author), ("version", d.model_version),
        ("copyright", d.copyright), ("license", d.license), ("generationTool", d.generation_tool),
        ("generationDateAndTime", d.generation_time), ("variableNamingConvention", d.naming),
        ("numberOfEventIndicators", d.event_indicators or None),
    ]  # fmt: skip


def _inside(d: ModelDescription) -> Iterator[str]:
    yield from parts.interfaces(d)
    yield from parts.units(d.units, inverse=False)
    yield from parts.section("TypeDefinitions", (line for t in d.types for line in _type(t)))
    yield from parts.log_categories(d.log_categories)
    yield from parts.experiment(d.experiment)
    places = _places(d)
    yield from nested("ModelVariables", (), _variables(d, places), "")
    yield from nested("ModelStructure", (), _structure(d, places), "")


def _type_name(kind: DataType, of: str) -> str:
    name = kind.in_fmi_2
    if name is None:
        raise UsageError(f"{of} is of type {kind.value}, which FMI 2.0 does not have; use fmi=3")
    return name


def _type(one: TypeDefinition) -> Iterator[str]:
    kind = _type_name(one.type, one.name)
    own: list[tuple[str, object]] = [("quantity", one.quantity)]
    if kind in _REAL:
        own += [("unit", one.unit), ("displayUnit", one.display_unit)]
        own += [("relativeQuantity", one.relative or None)]
    if kind == "Real":
        own += [("min", one.minimum), ("max", one.maximum), ("nominal", one.nominal)]
    inner = nested(kind, own, parts.items(one.items))
    yield from nested("SimpleType", [("name", one.name), ("description", one.description)], inner)


class _Places(dict[str, int]):
    """Place of each name in the list of variables, from 1, and of each reference."""

    def __init__(self) -> None:
        super().__init__()
        self.of_reference: dict[int, int] = {}


def _places(d: ModelDescription) -> _Places:
    places = _Places()
    for k, (name, variable) in enumerate(d.names(), 1):
        places[name] = k
        places.of_reference.setdefault(variable.reference, k)
    return places


def _variables(d: ModelDescription, places: _Places) -> Iterator[str]:
    outer: dict[tuple[object, ...], str] = {}
    inner: dict[tuple[object, ...], str] = {}
    is_long = len(d.variables) > _LONG
    units = {t.name: t.unit for t in d.types} if is_long else {}
    type_attributes = partial(_type_attributes, units)
    for v in d.variables:
        if v.dimensions:
            raise UsageError(f"{v.name} is an array, which FMI 2.0 does not have; use fmi=3")
        kind = _type_name(v.type, v.name)
        head = f'name="{text(v.name)}" valueReference="{v.reference}"'
        head += parts.shared_attributes(v, _attributes, outer)
        of_type = parts.shared_attributes(v, type_attributes, inner)
        of_type += attributes(_own(v, kind, places))
        yield f"<ScalarVariable {head}><{kind}{of_type}/></ScalarVariable>"
        for alias in v.aliases:
            yield from _alias(v, alias)


def _attributes(v: ModelVariable) -> list[tuple[str, object]]:
    """Return what a variable may have in common with many others."""
    return [("description", v.description), *parts.roles(v)]


def _type_attributes(units: Mapping[str, str], v: ModelVariable) -> list[tuple[str, object]]:
    """Return the same of its type; its unit is left out if that of the declared type says it."""
    kind = _type_name(v.type, v.name)
    found: list[tuple[str, object]] = [("declaredType", v.declared_type)]
    if kind in _NUMBERS:
        found += [("quantity", v.quantity)]
    if kind in _REAL:
        found += [("unit", "" if v.unit == units.get(v.declared_type) else v.unit)]
        found += [("displayUnit", v.display_unit)]
        found += [("relativeQuantity", v.relative or None)]
    if kind in _NUMBERS:
        found += [("min", _bound(v, v.minimum)), ("max", _bound(v, v.maximum))]
    if kind in _REAL:
        found += [("nominal", v.nominal)]
    return found


def _own(v: ModelVariable, kind: str, places: _Places) -> Iterator[tuple[str, object]]:
    """Yield what a variable has for itself alone."""
    if v.start is not None:
        yield "start", start_text(v.start, v.type)
    if kind in _REAL and v.derivative_of is not None:
        yield "derivative", places[v.derivative_of]
    if kind in _REAL and v.reinit:
        yield "reinit", True


def _bound(v: ModelVariable, value: float | None) -> float | int | None:
    return value if value is None or v.type.is_float else int(value)


def _alias(v: ModelVariable, alias: Alias) -> Iterator[str]:
    """Yield another name of a variable: it may not have a start value of its own."""
    causality = v.causality if v.causality in ("calculatedParameter",) else "local"
    initial = "calculated" if v.initial else ""
    own = [
        ("name", alias.name), ("valueReference", v.reference),
        ("description", alias.description or v.description), ("causality", causality),
        ("variability", v.variability), ("initial", initial),
    ]  # fmt: skip
    kind = _type_name(v.type, v.name)
    inner: list[tuple[str, object]] = [("declaredType", v.declared_type)]
    if kind in _REAL:
        inner += [("unit", v.unit), ("displayUnit", alias.display_unit or v.display_unit)]
    yield from nested("ScalarVariable", own, [element(kind, inner)])


def _structure(d: ModelDescription, places: _Places) -> Iterator[str]:
    found = d.structure
    yield from parts.section("Outputs", _unknowns(found.outputs, places), "")
    yield from parts.section("Derivatives", _unknowns(found.derivatives, places), "")
    yield from parts.section("InitialUnknowns", _unknowns(found.initial_unknowns, places), "")


def _unknowns(found: Iterable[Unknown], places: _Places) -> Iterator[str]:
    of = places.of_reference
    for one in found:
        known = ""
        if one.dependencies is not None:
            kinds = one.kinds or ("dependent",) * len(one.dependencies)
            pairs = sorted(zip((of[k] for k in one.dependencies), kinds, strict=True))
            known = parts.dependencies(
                [place for place, _ in pairs], [kind for _, kind in pairs if one.kinds]
            )
        yield f'<Unknown index="{of[one.reference]}"{known}/>'
