"""Parameter values that vary between the runs of an ensemble, one column per name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import find_parameter, table_names
from drivetrain.compiler.frontend.values import (
    Values,
    check_parameters,
    declaration_of,
    evaluate_values,
)
from drivetrain.compiler.translation import Translation
from drivetrain.errors import DrivetrainError, UsageError, shown
from drivetrain.modeling.argument_values import checked_value
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.quantities.columns import (
    InUnit,
    is_frame,
    plain_numbers,
    series_unit,
    split_header,
)
from drivetrain.simulation.diagnostics.idle_parameters import warn_of_idle_parameters

__all__ = ["ParameterSets"]

Floats = NDArray[np.float64]

_CELLS = 4_000_000


def _is_table(translation: Translation, name: str) -> bool:
    root = translation.flat.root
    return find_parameter(root, name) is None and name in table_names(root)


def _tables(translation: Translation, name: str, values: Any) -> NDArray[Any]:
    """Return the tables of all runs, after checking each."""
    if is_frame(values) or not hasattr(values, "__len__") or not hasattr(values, "__iter__"):
        raise UsageError(f"{name!r} is a table: an ensemble needs a list with one for each run")
    column = np.empty(len(values), dtype=object)
    for run, rows in enumerate(values):
        try:
            evaluate_values(translation.flat, {name: rows})
        except DrivetrainError as error:
            raise type(error)(f"run {run}: {error}") from error
        column[run] = rows
    return column


def _by_name(parameters: Any) -> Any:
    """Return the columns of a table by name; anything else as it is."""
    if not is_frame(parameters):
        return parameters
    names = list(parameters.columns)
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"parameters: the table has several columns {name!r}; keep one")
    return {name: _numbers_of(name, parameters[name]) for name in names}


def _numbers_of(name: Any, column: Any) -> Any:
    """Return a column of a table, with its unit unless the header says it."""
    numbers, unit = plain_numbers(column), series_unit(column)
    in_header = isinstance(name, str) and split_header(name)[1] is not None
    return numbers if unit is None or in_header else InUnit(numbers, unit)


def _column(translation: Translation, name: str, values: Any) -> NDArray[Any]:
    """Return the values of one parameter: numbers, or Booleans; a single one without a shape."""
    declaration = declaration_of(translation.flat, name)
    if declaration is None:
        evaluate_values(translation.flat, {name: 0.0})  # refuses the name
    else:
        values = to_si(values, declaration.unit, name)
    try:
        column = np.asarray(values)
        column = column.astype(float) if column.dtype.kind == "O" else column
    except (TypeError, ValueError, OverflowError):
        column = np.empty((0, 0))
    if column.ndim > 1 or column.dtype.kind not in "biuf":
        raise UsageError(
            f"{name}={shown(values)}: an ensemble needs one number for each run, or one for "
            "all of them"
        )
    if declaration is not None:
        checked_value(values, name, declaration.unit, declaration.kind)
    return column


def _common_length(columns: Mapping[str, NDArray[Any]]) -> int:
    """Return the number of runs; single values apply to all of them."""
    lengths = {name: len(column) for name, column in columns.items() if column.ndim}
    if not columns or len(set(lengths.values())) > 1 or not all(lengths.values()):
        told = ", ".join(f"{name}: {n}" for name, n in lengths.items()) or "no parameters"
        raise UsageError(f"an ensemble needs one value per run and parameter, found {told}")
    return next(iter(lengths.values()), 1)


def _nearest_to_zero(column: NDArray[Any]) -> Any:
    """Return the nonzero value of least magnitude, if there is one."""
    size = np.abs(column.astype(float))
    return column[np.argmin(np.where(size > 0, size, np.inf))]


class ParameterSets:
    """Parameter values of all runs.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    parameters : mapping or DataFrame
        Dotted name → one value per run, or a single one for all runs.

    Raises
    ------
    UsageError
        If the arrays of values have different lengths.
    ParameterError
        If a value is of another type than its parameter, or outside its bounds.
    UnitError
        If a quantity is of another kind than its parameter.
    """

    def __init__(self, translation: Translation, parameters: Any) -> None:
        self.index = getattr(parameters, "index", None) if is_frame(parameters) else None
        columns = {
            name: (_tables if _is_table(translation, name) else _column)(translation, name, values)
            for name, values in check_parameters(_by_name(parameters)).items()
        }
        self.count = _common_length(columns)
        self.columns = {
            name: column if column.ndim else np.full(self.count, column)
            for name, column in columns.items()
        }
        self._flat = translation.flat
        self._own = translation.values
        warn_of_idle_parameters(translation, self.columns)
        self._follow = translation.parameter_updates.of(tuple(self.columns))
        self._rows = self._follow.checked(self.columns) if self._follow else None
        self._check_bounds()

    @property
    def only_parameters(self) -> bool:
        """Tell whether the runs differ in parameters only, not in start or nominal values."""
        return self._follow is not None

    @property
    def most_at_once(self) -> int:
        """Number of runs for which all parameters should be in memory at once."""
        return max(_CELLS // max(len(self._own.parameter), 1), 1)

    def given(self, run: int) -> dict[str, Any]:
        """Return the given values for one run, by name."""
        return {
            name: column[run] if column.dtype.kind == "O" else column[run].item()
            for name, column in self.columns.items()
        }

    def values(self, run: int) -> Values:
        """Return the values of one run."""
        if self._follow is None:
            return evaluate_values(self._flat, self.given(run))
        return replace(self._own, parameter=self.parameters(range(run, run + 1))[0])

    def parameters(self, runs: range) -> Floats:
        """Return the parameters of runs that differ in nothing else, one row per run."""
        return self._judged(runs)[0]

    def _judged(self, runs: range) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the parameters of runs, and which of them are within their bounds."""
        assert self._follow is not None
        assert self._rows is not None
        return self._follow.parameters(self._rows[runs.start : runs.stop])

    def _check_bounds(self) -> None:
        if self._follow is None:
            for extreme in (np.min, np.max, _nearest_to_zero):
                corner = {
                    name: extreme(column)
                    for name, column in self.columns.items()
                    if column.dtype.kind != "O"  # tables have been checked one by one
                }
                evaluate_values(self._flat, corner)
            return
        for begin in range(0, self.count, self.most_at_once):
            _, fit = self._judged(range(begin, begin + self.most_at_once))
            for run in (begin + np.flatnonzero(~fit)).tolist():
                evaluate_values(self._flat, self.given(run))  # raises an error if anything is wrong
