"""Results of the evaluation of a model's values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Instances
from drivetrain.modeling.expression import Expr

__all__ = ["Source", "Sources", "Values"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(eq=False)
class Values:
    """Everything that can change without recompiling, and the attributes of variables.

    Attributes
    ----------
    parameter : float array
        Value of every run-time parameter.
    start : float array
        Start value of every variable, NaN where none is given.
    nominal : float array
        Typical magnitude of every variable.
    is_fixed : bool array
        Whether the start value is fixed.
    is_given : bool array
        Whether the start value comes from outside the variable's own class.
    select : int8 array
        State selection priority, -2 (never) … 2 (always).
    tables, table_offset : float array, int array
        Packed tables and where each begins.
    """

    parameter: Floats
    start: Floats
    nominal: Floats
    is_fixed: NDArray[np.bool_]
    is_given: NDArray[np.bool_]
    select: NDArray[np.int8]
    tables: Floats
    table_offset: Ints

    def equal_at_run_time(self, other: Values) -> bool:
        """Tell whether all parameters and tables are the same, to the last bit."""
        return all(
            one is two or np.array_equal(one.view(np.int64), two.view(np.int64))
            for one, two in (
                (self.parameter, other.parameter),
                (self.tables, other.tables),
                (self.table_offset, other.table_offset),
            )
        )


class Source(NamedTuple):
    """An expression that determines parameters.

    Attributes
    ----------
    one : Instances
        The class that contains it.
    expression : Expr
        Evaluated in every instance.
    target : int array, shape (instances, slots)
        Numbers of the parameters.
    free : bool array
        Which of these it determines; the others have their values from elsewhere.
    """

    one: Instances
    expression: Expr
    target: Ints
    free: NDArray[np.bool_]


@dataclass(eq=False)
class Sources:
    """The sources of all values that are not plain numbers.

    Attributes
    ----------
    parameters : list of Source
        Those of parameters, in the order of evaluation.
    starts : list of Source
        Those of start values; the targets are variables.
    nominals : list of Source
        Those of nominal values; the targets are variables.
    others : list of tuple
        Class and expression of start and nominal values.
    """

    parameters: list[Source] = field(default_factory=list)
    starts: list[Source] = field(default_factory=list)
    nominals: list[Source] = field(default_factory=list)
    others: list[tuple[Instances, Expr]] = field(default_factory=list)
