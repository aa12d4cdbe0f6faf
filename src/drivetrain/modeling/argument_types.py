"""Types of the values that components take by name, for type checkers and editors.

The generated stubs of the libraries use them; so can signatures of your own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import StartValue

__all__ = [
    "Array",
    "Boolean",
    "BooleanInput",
    "Count",
    "Each",
    "EachBoolean",
    "EachInput",
    "Input",
    "Inside",
    "Integer",
    "IntegerInput",
    "Number",
    "Real",
    "Rows",
    "Start",
    "Structural",
    "Text",
    "Vector",
]


class _WithUnit(Protocol):
    """A quantity of pint, of one number or of several.

    This is also what pint's units have, as it does not tell them from quantities in ``3 * ureg.m``.
    """

    @property
    def dimensionality(self) -> Any: ...


class Array(Protocol):
    """What NumPy can turn into an array: its own, a Series, a DataFrame."""

    def __array__(self) -> NDArray[Any]: ...


Number: TypeAlias = SupportsFloat | _WithUnit | str
"""A number in the expected unit, a quantity, or a text with its unit."""

Real: TypeAlias = Number | Expr
"""A number in the declared unit, a quantity, a text with its unit, or an expression."""

Integer: TypeAlias = SupportsIndex | SupportsFloat | Expr
"""A whole number or an expression."""

Boolean: TypeAlias = bool | np.bool_ | Expr
"""True, False or an expression."""

Text: TypeAlias = str | Expr
"""A text, or a structural parameter that holds one."""

Structural: TypeAlias = Expr
"""A structural parameter of the enclosing class."""

Vector: TypeAlias = Sequence[Real] | Array | Real
"""Several numbers in sequence, or one for all."""

Rows: TypeAlias = Sequence[Any] | Array | _WithUnit | Expr
"""Rows of a table, or a table of the enclosing class."""

Start: TypeAlias = StartValue
"""Start value of a variable: ``fixed(…)`` or ``guess(…)``."""

Inside: TypeAlias = Mapping[str, Any]
"""Values of what is inside a part, ``dict(w=fixed(100))``."""

Input: TypeAlias = Real | StartValue
"""Value of an input that is not connected."""

IntegerInput: TypeAlias = Integer | StartValue
BooleanInput: TypeAlias = Boolean | StartValue

Each: TypeAlias = Vector
"""In an array of components: a value for all of them, or one for each."""

EachBoolean: TypeAlias = Boolean | Sequence[bool] | Array

EachInput: TypeAlias = Vector | StartValue

Count: TypeAlias = SupportsIndex | Expr
"""Number of components in an array."""
