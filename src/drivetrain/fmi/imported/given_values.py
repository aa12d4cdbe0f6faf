"""Values that are given for whole arrays, and by the names of enumerations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drivetrain.errors import ParameterError, nearest
from drivetrain.fmi.description.data import DataType, ModelDescription, ModelVariable
from drivetrain.fmi.imported.arrays import Sizes, elements_given

__all__ = ["given_values"]


def given_values(
    description: ModelDescription, values: Mapping[str, Any], sizes: Sizes
) -> dict[str, Any]:
    """Return a value for each element of an array, and numbers for names of enumerations.

    Parameters
    ----------
    description : ModelDescription
        What the FMU says of itself.
    values : mapping of str to object
        Values by names.
    sizes : Sizes
        Sizes of its arrays.

    Raises
    ------
    ParameterError
        If an array is of another shape, or an enumeration has no such name.
    """
    known = dict(description.names())
    found: dict[str, Any] = {}
    for name, value in values.items():
        variable = known.get(name)
        if variable is not None and variable.dimensions:
            shape = sizes.shape(variable)
            found |= elements_given(name, value, shape, description.name)
        elif variable is not None and variable.type is DataType.ENUMERATION:
            found[name] = _numbered(description, variable, value)
        else:
            found[name] = value
    return found


def _numbered(description: ModelDescription, variable: ModelVariable, value: Any) -> Any:
    """Return the number of a name of an enumeration; numbers as they are."""
    if not isinstance(value, str):
        return value
    items = {
        item.name: item.value
        for one in description.types
        if one.name == variable.declared_type
        for item in one.items
    }
    if value not in items:
        raise ParameterError(
            f"FMU({variable.name}={value!r}): {variable.declared_type or variable.name} has the "
            f"values {', '.join(items) or 'of numbers only'}{nearest(value, items)}"
        )
    return items[value]
