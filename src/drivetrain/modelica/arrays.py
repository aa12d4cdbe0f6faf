"""Arrays as Modelica defines them: nested lists of numbers or expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from drivetrain.errors import ExpressionError
from drivetrain.modeling import maximum, minimum
from drivetrain.modeling.expression import Expr

__all__ = [
    "array",
    "cat",
    "cross",
    "diagonal",
    "each_equal",
    "fill",
    "identity",
    "linspace",
    "maximum_of",
    "minimum_of",
    "ndims",
    "ones",
    "product",
    "scalar",
    "size",
    "sum",
    "transpose",
    "values",
    "vector",
    "zeros",
]


def array(values: Any) -> Any:
    """Return numbers or expressions as an array that can be computed with."""
    shape = _shape(values)
    made = np.empty(shape, dtype=object)
    for place in np.ndindex(*shape):
        made[place] = _at(values, place)
    return made


def values(of: Any) -> Any:
    """Return an array as nested lists."""
    return array(of).tolist()


def _shape(values: Any) -> tuple[int, ...]:
    if isinstance(values, np.ndarray):
        return tuple(values.shape)
    if not isinstance(values, (list, tuple)):
        return ()
    inside = {_shape(one) for one in values}
    if len(inside) > 1:
        raise ExpressionError("the rows of an array have different lengths")
    return (len(values), *(inside.pop() if inside else ()))


def _at(values: Any, place: tuple[int, ...]) -> Any:
    if isinstance(values, np.ndarray):
        return values[place]
    for index in place:
        values = values[index]
    return values


def each_equal(left: Any, right: Any) -> Iterator[Any]:
    """Yield an equation for each element of two arrays.

    Raises
    ------
    ExpressionError
        If their sizes differ.
    """
    one, other = array(left), array(right)
    if np.shape(one) != np.shape(other):
        sizes = " and ".join(_told(np.shape(side)) for side in (one, other))
        raise ExpressionError(f"arrays of the sizes {sizes} cannot be equal")
    for a, b in zip(_elements(one), _elements(other), strict=True):
        yield a == b


def _told(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or "1 number"


def _elements(values: Any) -> list[Any]:
    return list(array(values).ravel())


def size(values: Any, dimension: int | None = None) -> Any:
    """Return the size of an array in a dimension that counts from 1, or all of its sizes."""
    shape = _shape(values)
    return list(shape) if dimension is None else shape[dimension - 1]


def ndims(values: Any) -> int:
    """Return the number of dimensions."""
    return len(_shape(values))


def fill(value: Any, *sizes: int) -> Any:
    """Return an array of equal values."""
    made: Any = value
    for count in reversed(sizes):
        made = [made if isinstance(made, Expr) else _copied(made) for _ in range(count)]
    return made


def _copied(values: Any) -> Any:
    return [_copied(one) for one in values] if isinstance(values, list) else values


def zeros(*sizes: int) -> Any:
    """Return an array of zeros."""
    return fill(0, *sizes)


def ones(*sizes: int) -> Any:
    """Return an array of ones."""
    return fill(1, *sizes)


def identity(count: int) -> list[list[int]]:
    """Return the identity matrix."""
    return diagonal([1] * count)


def diagonal(values: Any) -> list[list[Any]]:
    """Return a matrix with these values on its diagonal."""
    count = len(values)
    return [[values[k] if k == j else 0 for j in range(count)] for k in range(count)]


def linspace(first: Any, last: Any, count: int) -> list[Any]:
    """Return equally spaced values."""
    return [first + (last - first) * k / (count - 1) for k in range(count)]


def sum(values: Any) -> Any:  # noqa: A001
    """Return the sum of all elements, 0 if there are none."""
    return _reduced(values, lambda a, b: a + b, 0)


def product(values: Any) -> Any:
    """Return the product of all elements, 1 if there are none."""
    return _reduced(values, lambda a, b: a * b, 1)


def maximum_of(values: Any) -> Any:
    """Return the largest element."""
    return _reduced(values, _larger, None)


def minimum_of(values: Any) -> Any:
    """Return the smallest element."""
    return _reduced(values, _smaller, None)


def _larger(a: Any, b: Any) -> Any:
    return maximum(a, b) if isinstance(a, Expr) or isinstance(b, Expr) else max(a, b)


def _smaller(a: Any, b: Any) -> Any:
    return minimum(a, b) if isinstance(a, Expr) or isinstance(b, Expr) else min(a, b)


def _reduced(values: Any, combine: Callable[[Any, Any], Any], empty: Any) -> Any:
    elements = _elements(array(values))
    if not elements:
        if empty is None:
            raise ExpressionError("an empty array has no largest or smallest element")
        return empty
    made = elements[0]
    for one in elements[1:]:
        made = combine(made, one)
    return made


def transpose(values: Any) -> Any:
    """Return a matrix with rows and columns exchanged."""
    return array(values).T


def cross(a: Any, b: Any) -> list[Any]:
    """Return the vector product of two vectors of three elements."""
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def scalar(values: Any) -> Any:
    """Return the only element of an array."""
    (only,) = _elements(array(values))
    return only


def vector(values: Any) -> list[Any]:
    """Return all elements as a vector."""
    return _elements(array(values))


def cat(dimension: int, *parts: Any) -> Any:
    """Return arrays put together along a dimension that counts from 1."""
    return np.concatenate([array(one) for one in parts], axis=dimension - 1)
