"""Parts of a description that FMI 2.0 and 3.0 write alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drivetrain.fmi.description.data import (
    DefaultExperiment,
    EnumerationItem,
    Interface,
    LogCategory,
    ModelDescription,
)
from drivetrain.fmi.description.markup import element, nested
from drivetrain.fmi.description.units import BASE_UNITS, Unit

__all__ = ["experiment", "interfaces", "items", "log_categories", "section", "units"]


def section(name: str, inner: Iterable[str]) -> Iterator[str]:
    """Yield the lines of an element, none if it is empty: the schemas allow no empty lists."""
    lines = list(nested(name, (), inner))
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
