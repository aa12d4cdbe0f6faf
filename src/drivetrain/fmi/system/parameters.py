"""Values of parameters that belong to a system, and ``….ssv``, the file that contains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drivetrain.errors import NameLookupError, ParameterError, UnitError, nearest, shown
from drivetrain.fmi.description.data import DataType, ModelDescription, ModelVariable
from drivetrain.fmi.description.markup import element, nested
from drivetrain.fmi.imported.quantities import Conversion, conversions
from drivetrain.modeling.argument_values import checked_number

__all__ = ["Given", "parameter_values", "value_file"]

Given = Mapping[str, tuple[ModelVariable, Any]]
"""Values of one unit by names of its variables, in the numbers of the unit."""
_NAMESPACE = "http://ssp-standard.org/SSP1/SystemStructure"
_ELEMENTS = {DataType.BOOLEAN: "Boolean", DataType.STRING: "String"}


def parameter_values(
    units: Mapping[str, ModelDescription], given: Mapping[str, Any]
) -> dict[str, dict[str, tuple[ModelVariable, Any]]]:
    """Return the values of each unit.

    Parameters
    ----------
    units : mapping
        Descriptions of the units by their names.
    given : mapping of str to number, quantity, bool or str
        Values of ``unit.parameter``, in SI units.

    Raises
    ------
    NameLookupError
        If there is no such unit or variable.
    ParameterError
        If it cannot be set, or is of another type.
    """
    found: dict[str, dict[str, tuple[ModelVariable, Any]]] = {}
    for path, value in given.items():
        unit, _, name = path.partition(".")
        if unit not in units:
            raise NameLookupError(
                f"parameters: there is no unit {unit!r}{nearest(unit, units)}; it is of the form "
                "'unit.parameter'"
            )
        variable = _settable(units[unit], name, path)
        conversion = conversions(units[unit]).get(variable.unit, Conversion())
        found.setdefault(unit, {})[variable.name] = (
            variable,
            _value(variable, conversion, value, path),
        )
    return found


def _settable(said: ModelDescription, name: str, path: str) -> ModelVariable:
    """Return a variable whose value can be set before a run."""
    known = dict(said.names())
    if name not in known:
        able = [key for key, one in known.items() if _can_be_set(one)]
        raise NameLookupError(
            f"parameters: there is no {path!r}{nearest(name, able)}; what can be set is "
            f"{', '.join(able) or 'nothing'}"
        )
    if not _can_be_set(known[name]):
        raise ParameterError(f"parameters: {path!r} is computed, or an array, so it cannot be set")
    return known[name]


def _can_be_set(one: ModelVariable) -> bool:
    is_start = one.initial == "exact" and one.variability != "constant"
    return not one.dimensions and (one.causality in ("parameter", "input") or is_start)


def _value(variable: ModelVariable, conversion: Conversion, value: Any, path: str) -> Any:
    """Return a value in the numbers of the unit."""
    if variable.type is DataType.STRING or variable.type is DataType.BOOLEAN:
        wanted = str if variable.type is DataType.STRING else bool
        if not isinstance(value, wanted):
            raise ParameterError(
                f"parameters: {path!r} is to be a {wanted.__name__}, not {value!r}"
            )
        return value
    try:
        unit = conversion.unit if variable.type.is_float else "1"
        number = checked_number(value, path, unit)
    except (ParameterError, UnitError) as error:
        raise ParameterError(f"parameters: {error}") from error
    if variable.type.is_float:
        return conversion.from_si(number)
    if number != round(number):
        raise ParameterError(f"parameters: {path!r} is whole, not {shown(value)}")
    return round(number)


def value_file(name: str, given: Given) -> str:
    """Return the text of a parameter set (SSP 1.0).

    Parameters
    ----------
    name : str
        Name of the set.
    given : mapping
        Values of one unit.
    """
    lines = [
        line
        for key, (variable, value) in given.items()
        for line in nested("ssv:Parameter", [("name", key)], [_element(variable, value)])
    ]
    head = [
        ("xmlns:ssv", f"{_NAMESPACE}ParameterValues"), ("xmlns:ssc", f"{_NAMESPACE}Common"),
        ("version", "1.0"), ("name", name), ("generationTool", "drivetrain"),
    ]  # fmt: skip
    inner = nested("ssv:Parameters", [], lines)
    text = "\n".join(nested("ssv:ParameterSet", head, inner))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _element(variable: ModelVariable, value: Any) -> str:
    kind = _ELEMENTS.get(variable.type, "Real" if variable.type.is_float else "Integer")
    return element(f"ssv:{kind}", [("value", value)])
