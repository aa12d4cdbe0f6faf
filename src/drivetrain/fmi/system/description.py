"""Write ``SystemStructure.ssd`` (System Structure and Parameterization 1.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from drivetrain.fmi.description.data import DataType, ModelDescription, ModelVariable
from drivetrain.fmi.description.markup import element, nested
from drivetrain.fmi.description.units import BASE_UNITS
from drivetrain.fmi.system.wiring import Wire

__all__ = ["system_description"]

_NAMESPACE = "http://ssp-standard.org/SSP1/SystemStructure"


def system_description(
    name: str,
    units: Mapping[str, ModelDescription],
    sources: Mapping[str, str],
    connections: Sequence[Wire],
    stop_time: float | None,
    parameter_sets: Mapping[str, str],
) -> str:
    """Return the description of a system.

    Inputs that nothing sets are inputs of the system, named ``unit_input``.

    Parameters
    ----------
    name : str
        Name of the system.
    units : mapping
        Descriptions of its units by their names.
    sources : mapping
        Paths of their files in the archive.
    connections : sequence of Wire
        Which output sets which input.
    stop_time : float, optional
        Where a run ends, s.
    parameter_sets : mapping
        Paths of the files with values of parameters, by units.
    """
    taken = {(one.target, one.input) for one in connections}
    free = [
        (unit, one) for unit, said in units.items() for one in said.variables
        if one.causality == "input" and (unit, one.name) not in taken
    ]  # fmt: skip
    components = (
        line
        for unit, said in units.items()
        for line in _component(unit, said, sources[unit], parameter_sets.get(unit))
    )
    joined = [
        element("ssd:Connection", [("startConnector", f"{unit}_{one.name}"), ("endElement", unit),
                                   ("endConnector", one.name)])
        for unit, one in free
    ]  # fmt: skip
    joined += [
        element("ssd:Connection", [("startElement", one.source), ("startConnector", one.output),
                                   ("endElement", one.target), ("endConnector", one.input)])
        for one in connections
    ]  # fmt: skip
    inner = [
        *_connectors((f"{unit}_{one.name}", one) for unit, one in free),
        *nested("ssd:Elements", [], components),
        *(nested("ssd:Connections", [], joined) if joined else ()),
    ]
    outer = [
        *nested("ssd:System", [("name", name)], inner),
        *_units(units),
        element("ssd:DefaultExperiment", [("startTime", 0.0), ("stopTime", stop_time)]),
    ]
    head = [
        ("xmlns:ssd", f"{_NAMESPACE}Description"), ("xmlns:ssc", f"{_NAMESPACE}Common"),
        ("version", "1.0"), ("name", name), ("generationTool", "drivetrain"),
    ]  # fmt: skip
    lines = nested("ssd:SystemStructureDescription", head, outer)
    return "\n".join(('<?xml version="1.0" encoding="UTF-8"?>', *lines)) + "\n"


def _component(
    unit: str, said: ModelDescription, source: str, parameter_set: str | None
) -> Iterator[str]:
    ports = [one for one in said.variables if one.causality in ("input", "output")]
    given = [("name", unit), ("type", "application/x-fmu-sharedlibrary"), ("source", source)]
    inner = [*_connectors((one.name, one) for one in ports)]
    if parameter_set is not None:
        binding = element("ssd:ParameterBinding", [("source", parameter_set)])
        inner += nested("ssd:ParameterBindings", [], [binding])
    return nested("ssd:Component", given, inner)


def _connectors(ports: Iterable[tuple[str, ModelVariable]]) -> Iterator[str]:
    lines = [line for name, one in ports for line in _connector(name, one)]
    return nested("ssd:Connectors", [], lines) if lines else iter(())


def _connector(name: str, one: ModelVariable) -> Iterator[str]:
    return nested("ssd:Connector", [("name", name), ("kind", one.causality)], [_type(one)])


def _type(one: ModelVariable) -> str:
    if one.type is DataType.BOOLEAN:
        return element("ssc:Boolean", [])
    if one.type.is_float:
        return element("ssc:Real", [("unit", one.unit)])
    return element("ssc:Integer" if one.type.is_integer else "ssc:String", [])


def _units(units: Mapping[str, ModelDescription]) -> Iterator[str]:
    """Yield the units of quantities that connectors name."""
    named = {one.unit for said in units.values() for one in said.variables
             if one.causality in ("input", "output")}  # fmt: skip
    known = {one.name: one for said in units.values() for one in said.units}
    lines: list[str] = []
    for name in sorted(named & known.keys()):
        one = known[name]
        powers = zip(BASE_UNITS, one.exponents or (), strict=False)
        base: list[tuple[str, object]] = [(key, power) for key, power in powers if power]
        base += [("factor", one.factor)] if one.factor != 1.0 else []
        base += [("offset", one.offset)] if one.offset else []
        lines += nested("ssc:Unit", [("name", name)], [element("ssc:BaseUnit", base)])
    return nested("ssd:Units", [], lines) if lines else iter(())
