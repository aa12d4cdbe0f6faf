"""Arrays as Modelica defines them: nested lists of numbers or expressions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from drivetrain import modeling
from drivetrain.errors import ExpressionError
from drivetrain.modelica import functions
from drivetrain.modeling import maximum, minimum
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.unused_statements import stated_besides

__all__ = [
    "array",
    "cat",
    "cross",
    "diagonal",
    "each",
    "each_equal",
    "fill",
    "identity",
    "linspace",
    "maximum_of",
    "minimum_of",
    "ndims",
    "ones",
    "outer_product",
    "picked",
    "power",
    "product",
    "put",
    "rows",
    "scalar",
    "size",
    "sized",
    "skew",
    "span",
    "sum",
    "symmetric",
    "together",
    "transpose",
    "values",
    "vector",
    "zeros",
]


_ROUNDING: Final = 1e-10
"""Share of a step by which a range may miss its end: 0:0.1:0.3 has four numbers."""


class _Array(np.ndarray):
    """An array whose operators need sizes that fit: NumPy would repeat what is too short."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
        """Compute if both sides have the same size, or one is a single value."""
        shapes = [np.shape(one) for one in inputs]
        if ufunc is np.matmul:
            fits = shapes[0][-1] == shapes[1][0]
        else:
            fits = len({shape for shape in shapes if shape}) < 2
        if not fits:
            told = " and ".join(map(_told, shapes))
            raise ExpressionError(f"arrays of the sizes {told} cannot be computed with")
        plain = [one.view(np.ndarray) if isinstance(one, _Array) else one for one in inputs]
        found = getattr(ufunc, method)(*plain, **named)
        return found.view(_Array) if isinstance(found, np.ndarray) else found


def array(values: Any) -> Any:
    """Return numbers or expressions as an array that can be computed with."""
    shape = _shape(values)
    made = np.empty(shape, dtype=object)
    for place in np.ndindex(*shape):
        made[place] = _at(values, place)
    return made.view(_Array)


def values(of: Any) -> Any:
    """Return an array as nested lists."""
    return array(of).tolist()


def _shape(values: Any) -> tuple[int, ...]:
    if isinstance(values, np.ndarray):
        return tuple(values.shape)
    if not isinstance(values, (list, tuple)) and not _is_part_array(values):
        return ()
    inside = {_shape(one) for one in values}
    if len(inside) > 1:
        raise ExpressionError("the rows of an array have different lengths")
    return (len(values), *(inside.pop() if inside else ()))


def _is_part_array(values: Any) -> bool:
    """Return whether something is an array of parts, or a slice of one."""
    if getattr(values, "connects_as", "") != "component":
        return False
    return bool(values._shape)


def _at(values: Any, place: tuple[int, ...]) -> Any:
    if isinstance(values, np.ndarray):
        return values[place]
    for index in place:
        values = values[index]
    return values


def picked(values: Any, *places: Any) -> Any:
    """Return elements of an array by indices that count from 1.

    Parameters
    ----------
    values : array
        The array, or several parts.
    *places : int, integer expression, iterable of int, or None
        An index for each dimension: one, several, or None for all. An index that changes during
        a run picks one of single values; the run ends where there is none of that number.

    Raises
    ------
    ExpressionError
        If there is no such element.
    """
    if not places:
        return values
    if _is_part_array(values):
        return _parts(values, places)
    first, *rest = places
    if isinstance(first, Expr):
        return _varying(values, first, rest)
    numbers = _numbers(values, first)
    if isinstance(numbers, int):
        return picked(_element(values, numbers), *rest)
    if not rest and hasattr(values, "connects_as"):
        return values[numbers]
    return [picked(_element(values, number), *rest) for number in numbers]


def _parts(values: Any, places: tuple[Any, ...]) -> Any:
    """Return parts of an array of parts by indices that count from 1."""
    if any(isinstance(place, Expr) for place in places):
        raise ExpressionError(f"'{values.name}': which part it is has to be known before a run")
    if len(places) > len(values._shape):
        raise ExpressionError(f"'{values.name}' has {len(values._shape)} dimensions")
    counts = values._shape
    numbers = [_number_of(values, one, k) for one, k in zip(places, counts, strict=False)]
    return values[tuple(numbers) if len(numbers) > 1 else numbers[0]]


def _element(values: Any, number: int) -> Any:
    return values[number]


def _numbers(values: Any, place: Any) -> Any:
    """Return the number from 0 of an element, or those of several."""
    return _number_of(values, place, len(values))


def _number_of(values: Any, place: Any, count: int) -> Any:
    if place is None:
        return list(range(count))
    if isinstance(place, (int, np.integer)) and not isinstance(place, bool):
        if not 1 <= place <= count:
            name = getattr(values, "name", "the array")
            there = f"1 … {count}" if count > 1 else "1" * count or "no index"
            raise ExpressionError(f"index {place}: {name} has {there}")
        return int(place) - 1
    if isinstance(place, (list, tuple, range, np.ndarray)):
        return [_number_of(values, one, count) for one in place]
    raise ExpressionError(f"index {place}: an index is a whole number")


def _varying(values: Any, place: Expr, rest: list[Any]) -> Any:
    """Return the element whose number is known only during a run."""
    elements = [picked(one, *rest) for one in values]
    if not elements:
        raise ExpressionError(f"index {place}: there are no elements")
    name = getattr(values, "name", "the array")
    is_there = (place >= 1) & (place <= len(elements))
    stated_besides(modeling.ensure(is_there, f"the index {place} of {name} is 1 … {len(elements)}"))
    made = elements[-1]
    for number in range(len(elements) - 1, 0, -1):
        made = functions.choose(place == number, elements[number - 1], made)
    return made


def sized(values: Any, *sizes: Any) -> Any:
    """Return an array if it has these sizes; None, and what is not known yet, may be any.

    Raises
    ------
    ExpressionError
        If it has others.
    """
    found = _shape(values)
    if len(found) != len(sizes) or any(
        not (size is None or isinstance(size, Expr) or size == there)
        for size, there in zip(sizes, found, strict=True)
    ):
        wanted = " × ".join(":" if one is None else str(one) for one in sizes)
        raise ExpressionError(f"an array of {_told(found)} is given where {wanted} is declared")
    return values


def together(*vectors: Any) -> Iterator[tuple[Any, ...]]:
    """Return the elements of several vectors, those of the same index together.

    Raises
    ------
    ExpressionError
        If their sizes differ.
    """
    counts = [len(one) for one in vectors]
    if len(set(counts)) > 1:
        told = " and ".join(map(str, counts))
        raise ExpressionError(
            f"vectors of the sizes {told} are given to a function of each element"
        )
    return zip(*vectors, strict=True)


def put(values: Any, value: Any, *places: Any) -> None:
    """Give elements of an array, which is changed, other values; indices count from 1.

    Raises
    ------
    ExpressionError
        If there are no such elements, or not as many as values.
    """
    numbers = _numbers(values, places[0])
    for k, number in enumerate([numbers] if isinstance(numbers, int) else numbers):
        if isinstance(numbers, list) and (ndims(value) == 0 or len(value) != len(numbers)):
            told = _told(_shape(value))
            raise ExpressionError(f"{told} cannot be given to {len(numbers)} elements")
        one = value if isinstance(numbers, int) else value[k]
        if len(places) > 1:
            put(values[number], one, *places[1:])
        else:
            values[number] = one


def each(function: Callable[[Any], Any], values: Any) -> Any:
    """Return a function of each element of an array."""
    if not _shape(values):
        return function(values)
    return [each(function, one) for one in values]


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
    """Return the size of an array in a dimension that counts from 1, or all of its sizes.

    Raises
    ------
    ExpressionError
        If it has no such dimension.
    """
    shape = _shape(values)
    if dimension is None:
        return list(shape)
    if not 1 <= dimension <= len(shape):
        raise ExpressionError(f"size(…, {dimension}) of an array of {_told(shape)}")
    return shape[dimension - 1]


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
    if not isinstance(count, (int, np.integer)) or isinstance(count, bool):
        raise ExpressionError(f"identity({count}): a size is a whole number")
    return diagonal([1] * count)


def diagonal(values: Any) -> list[list[Any]]:
    """Return a matrix with these values on its diagonal."""
    _check_shape("diagonal", values, (None,))
    count = len(values)
    return [[values[k] if k == j else 0 for j in range(count)] for k in range(count)]


def linspace(first: Any, last: Any, count: int) -> list[Any]:
    """Return equally spaced values.

    Raises
    ------
    ExpressionError
        If they are fewer than two.
    """
    if not isinstance(count, (int, np.integer)) or count < 2:
        raise ExpressionError(f"linspace(…, {count}): two values or more are needed")
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
    _check_shape("transpose", values, (None, None))
    return array(values).T


def cross(a: Any, b: Any) -> list[Any]:
    """Return the vector product of two vectors of three elements."""
    for one in (a, b):
        _check_shape("cross", one, (3,))
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def outer_product(a: Any, b: Any) -> list[list[Any]]:
    """Return the matrix of the products of the elements of two vectors."""
    for one in (a, b):
        _check_shape("outerProduct", one, (None,))
    return [[one * other for other in b] for one in a]


def skew(a: Any) -> list[list[Any]]:
    """Return the matrix by which a vector is multiplied for the vector product with `a`."""
    _check_shape("skew", a, (3,))
    return [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]


def power(values: Any, exponent: Any) -> Any:
    """Return a square matrix multiplied by itself, the identity matrix for the exponent 0.

    Raises
    ------
    ExpressionError
        If the matrix is not square, or the exponent is no natural number.
    """
    made = array(values)
    sizes = np.shape(made)
    if len(sizes) != 2 or sizes[0] != sizes[1]:
        raise ExpressionError(f"an array of {_told(sizes)} to a power: a square matrix is needed")
    is_whole = isinstance(exponent, (int, np.integer)) and not isinstance(exponent, bool)
    if not is_whole or exponent < 0:
        raise ExpressionError(
            f"a matrix to the power of {exponent}: the exponent is an Integer, 0 or more, that is "
            "known before a run"
        )
    found = array(identity(sizes[0])) if exponent == 0 else made
    for _ in range(int(exponent) - 1):
        found = found @ made
    return found


def span(start: Any, stop: Any, step: Any = 1) -> list[Any]:
    """Return the numbers from one to another, ``start:step:stop``.

    Raises
    ------
    ExpressionError
        If the step is zero, or one of them is known only during a run.
    """
    if any(isinstance(one, Expr) for one in (start, stop, step)):
        raise ExpressionError("the bounds of a range are known before a run")
    if step == 0:
        raise ExpressionError(f"the range {start}:{step}:{stop} has no step")
    last = math.floor((stop - start) / step + _ROUNDING)
    return [start + k * step for k in range(last + 1)]


def symmetric(values: Any) -> list[list[Any]]:
    """Return a matrix with the elements above its diagonal below it, too."""
    _check_shape("symmetric", values, (None, None))
    count = len(values)
    _check_shape("symmetric", values, (count, count))
    return [[values[min(k, j)][max(k, j)] for j in range(count)] for k in range(count)]


def scalar(values: Any) -> Any:
    """Return the only element of an array.

    Raises
    ------
    ExpressionError
        If there are more, or none.
    """
    every = _elements(values)
    if len(every) != 1:
        raise ExpressionError(f"scalar(…) of an array of {_told(_shape(values))}")
    return every[0]


def _check_shape(function: str, values: Any, wanted: tuple[int | None, ...]) -> None:
    """Refuse an array of other sizes than a function takes; None is any."""
    found = _shape(values)
    if len(found) != len(wanted) or any(
        size not in (None, there) for size, there in zip(wanted, found, strict=True)
    ):
        told = " × ".join("n" if size is None else str(size) for size in wanted)
        raise ExpressionError(f"{function}(…) takes an array of {told}, not of {_told(found)}")


def vector(values: Any) -> list[Any]:
    """Return all elements as a vector."""
    return _elements(array(values))


def rows(*parts: Any) -> Any:
    """Return a matrix of rows of matrices, vectors and numbers: ``[a, b; c, d]``."""
    return _joined([_joined([_matrix(one) for one in row], 1) for row in parts], 0)


def _joined(parts: list[Any], axis: int) -> Any:
    """Return arrays put together along an axis.

    Raises
    ------
    ExpressionError
        If their other sizes differ.
    """
    try:
        return np.concatenate(parts, axis=axis)
    except ValueError as error:
        told = " and ".join(_told(np.shape(one)) for one in parts)
        raise ExpressionError(f"arrays of {told} cannot be put together") from error


def _matrix(values: Any) -> Any:
    made = array(values)
    return made.reshape(made.shape[0] if made.ndim else 1, -1)


def cat(dimension: int, *parts: Any) -> Any:
    """Return arrays put together along a dimension that counts from 1."""
    return _joined([array(one) for one in parts], dimension - 1)
