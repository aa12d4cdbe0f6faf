"""Parts of a description that FMI 2.0 and 3.0 write alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from drivetrain.fmi.description.data import (
    DefaultExperiment,
    EnumerationItem,
    Interface,
    LogCategory,
    ModelDescription,
    ModelVariable,
)
from drivetrain.fmi.description.markup import attributes, element, nested
from drivetrain.fmi.description.units import BASE_UNITS, Unit

__all__ = [
    "dependencies", "experiment", "interfaces", "items", "log_categories", "roles", "section",
    "shared_attributes", "units",
]  # fmt: skip


def section(name: str, inner: Iterable[str], indent: str = "  ") -> Iterator[str]:
    """Yield the lines of an element, none if it is empty: the schemas allow no empty lists."""
    lines = list(nested(name, (), inner, indent))
    if len(lines) > 1:
        yield from lines


def interfaces(description: ModelDescription) -> Iterator[str]:
    """Yield the elements ModelExchange, CoSimulation and ScheduledExecution."""
    order = ("ModelExchange", "CoSimulation", "ScheduledExecution")
    for one in sorted(description.interfaces, key=lambda one: order.index(one.kind.element)):
        yield from _interface(one)


def _interface(one: Interface) -> Iterator[str]:
    own = [("modelIdentifier", one.identifier), *one.capabilities.items()]
    files = section("SourceFiles", (element("File", [("name", name)]) for name in one.sources))
    yield from nested(one.kind.element, own, files)


def units(found: Iterable[Unit], inverse: bool) -> Iterator[str]:
    """Yield the element UnitDefinitions; `inverse` display units exist in FMI 3 only."""
    yield from section("UnitDefinitions", (line for one in found for line in _unit(one, inverse)))


def _unit(unit: Unit, inverse: bool) -> Iterator[str]:
    inside = []
    if unit.exponents is not None:
        pairs = [(base, k) for base, k in zip(BASE_UNITS, unit.exponents, strict=True) if k]
        factor = [("factor", unit.factor)] if unit.factor != 1.0 else []
        offset = [("offset", unit.offset)] if unit.offset != 0.0 else []
        inside.append(element("BaseUnit", [*pairs, *factor, *offset]))
    for shown in unit.displays:
        if shown.inverse and not inverse:
            continue
        own: list[tuple[str, object]] = [("name", shown.name), ("factor", shown.factor)]
        own += [("offset", shown.offset)] if shown.offset != 0.0 else []
        own += [("inverse", True)] if shown.inverse else []
        inside.append(element("DisplayUnit", own))
    yield from nested("Unit", [("name", unit.name)], inside)


def items(found: Iterable[EnumerationItem]) -> list[str]:
    """Return the values of an enumeration."""
    return [
        element("Item", [("name", i.name), ("value", i.value), ("description", i.description)])
        for i in found
    ]


def log_categories(found: Iterable[LogCategory]) -> Iterator[str]:
    """Yield the element LogCategories."""
    yield from section(
        "LogCategories",
        (element("Category", [("name", c.name), ("description", c.description)]) for c in found),
    )


def experiment(found: DefaultExperiment) -> Iterator[str]:
    """Yield the element DefaultExperiment, none if nothing is said."""
    own = [
        ("startTime", found.start_time), ("stopTime", found.stop_time),
        ("tolerance", found.tolerance), ("stepSize", found.step_size),
    ]  # fmt: skip
    if any(value is not None for _, value in own):
        yield element("DefaultExperiment", own)


def dependencies(numbers: Sequence[int] | None, kinds: Sequence[str]) -> str:
    """Return the attributes that tell what an unknown depends on; none if nothing is said.

    Parameters
    ----------
    numbers : sequence of int, optional
        Of what it depends on, as the version of the standard counts.
    kinds : sequence of str
        How; may be empty.
    """
    if numbers is None:
        return ""
    shown = f' dependencies="{" ".join(map(str, numbers))}"'
    return shown + (f' dependenciesKind="{" ".join(kinds)}"' if kinds else "")


def roles(v: ModelVariable) -> Iterator[tuple[str, str]]:
    """Yield causality, variability and initial of a variable, but for what the standard assumes."""
    if v.causality != "local":
        yield "causality", v.causality
    usual = "continuous" if v.type.is_float else "discrete"
    if v.variability != usual or not v.type.is_float:
        yield "variability", v.variability
    if v.initial != _assumed_initial(v):
        yield "initial", v.initial


def _assumed_initial(v: ModelVariable) -> str:
    """Return what the standard assumes of `initial`: for constants it is told in any case."""
    if v.causality == "parameter":
        return "exact"
    if v.causality in ("local", "output", "calculatedParameter") and v.variability != "constant":
        return "calculated"
    return ""


def shared_attributes(
    v: ModelVariable,
    listed: Callable[[ModelVariable], Iterable[tuple[str, object]]],
    known: dict[tuple[object, ...], str],
) -> str:
    """Return attributes as text, which is made once for all variables that have the same ones.

    Parameters
    ----------
    v : ModelVariable
        The variable.
    listed : callable
        Returns the attributes of a variable; they may not depend on its name, reference or start.
    known : dict
        Texts made so far.
    """
    key = (
        v.type, v.causality, v.variability, v.initial, v.description, v.unit, v.display_unit,
        v.quantity, v.declared_type, v.minimum, v.maximum, v.nominal, v.relative,
    )  # fmt: skip
    found = known.get(key)
    if found is None:
        found = known[key] = attributes(listed(v))
    return found
