"""Deal values to the components of an array, and to the elements of what they have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import VectorRef

__all__ = ["dealt", "dealt_to_elements", "told"]


def dealt(slots: Any, value: Any, label: str) -> Iterator[tuple[Any, Any]]:
    """Yield slots with what they get: a single value goes to all, an array has one for each.

    Parameters
    ----------
    slots : int or int array
        A slot of each component, with a dimension for each of the arrays around it.
    value : number, expression, or nested lists of these
        What is given.
    label : str
        Name in messages.

    Raises
    ------
    ParameterError
        If there are not as many values as components.
    """
    flat = np.ravel(slots) if np.ndim(slots) else slots
    try:
        found = _shape(value)
    except ParameterError:
        raise ParameterError(f"{label}={shown(value)}: give rows of equal length") from None
    has_expressions = bool(found) and any(isinstance(one, Expr) for one in _flat(value))
    if not has_expressions:
        is_table = len(found) > 1 and found == np.shape(slots)
        yield flat, _flat(value) if is_table else value  # their number is checked at the end
        return
    every = _flat(value)
    if _is_given_one_number(value):
        yield flat, every[0]
        return
    if found not in (np.shape(slots), (np.size(slots),)):
        wanted = told(np.shape(slots))
        raise ParameterError(f"{label}: {told(found)} values for {wanted} components")
    yield from zip(np.atleast_1d(flat).tolist(), every, strict=True)


def _is_given_one_number(value: Any) -> bool:
    """Return whether a value is a vector of any size, which is given a single number."""
    if not isinstance(value, VectorRef) or len(value) != 1:
        return False
    return getattr(getattr(value[0], "declaration", None), "size", None) is None


def dealt_to_elements(sizes: tuple[int, ...], components: tuple[int, ...], value: Any) -> list[Any]:
    """Return what each element of a vector gets, row by row, in an array of components.

    Parameters
    ----------
    sizes : tuple of int
        Those of the vector, or matrix.
    components : tuple of int
        Those of the array; none for a single component.
    value : nested lists
        A vector for all components, or one for each.

    Raises
    ------
    ParameterError
        If there are not as many values as elements.
    """
    found = _shape(value)
    if found == sizes:
        return _flat(value)
    if components and found == (*components, *sizes):
        several = _as_array(value, found).reshape(*components, -1)
        return [several[..., k].tolist() for k in range(several.shape[-1])]
    raise ParameterError(f"{told(found)} values for {told(sizes)} elements")


def told(sizes: tuple[int, ...]) -> str:
    """Return the sizes of an array as text: ``"2 × 3"``."""
    return " × ".join(map(str, sizes)) or "1"


def _shape(value: Any) -> tuple[int, ...]:
    """Return the sizes of nested lists, vectors of references among them.

    Raises
    ------
    ParameterError
        If the rows have different lengths.
    """
    if isinstance(value, np.ndarray):
        return tuple(value.shape)
    if not isinstance(value, (list, tuple, VectorRef)):
        return ()
    inside = {_shape(one) for one in value}
    if len(inside) > 1:
        raise ParameterError("the rows of an array have different lengths")
    return (len(value), *(inside.pop() if inside else ()))


def _flat(value: Any) -> list[Any]:
    return list(_as_array(value, _shape(value)).ravel())


def _as_array(value: Any, shape: tuple[int, ...]) -> Any:
    """Return nested lists as an array of objects."""
    made = np.empty(shape, dtype=object)
    for place in np.ndindex(*shape):
        one = value
        for index in place:
            one = one[index]
        made[place] = one
    return made
