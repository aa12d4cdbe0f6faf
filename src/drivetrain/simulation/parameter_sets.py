"""Parameter sets: the values that the runs of an ensemble differ in, one column for each name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.names import parameter_names
from drivetrain.compiler.translate import Translation
from drivetrain.compiler.values import (
    Values,
    check_parameters,
    evaluate_values,
    parameter_declaration,
)
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.given import checked_value

__all__ = ["ParameterSets", "independent_parameters"]

Floats = NDArray[np.float64]


def independent_parameters(flat: Flat) -> NDArray[np.bool_]:
    """Mark the parameters on which no other parameter, start value or bound depends."""
    free = np.ones(flat.n_parameters, dtype=bool)
    for one in flat.instances:
        for e in _expressions(one.trace):
            for node in walk(e):
                slot = _slot(one.trace, node)
                if slot is not None:
                    free[one.parameter + slot] = False
    return free


def _expressions(klass: Any) -> Iterator[Expr]:
    for own in klass.parameters:
        yield from _only_expressions(own.default, own.declaration.minimum, own.declaration.maximum)
    for own in klass.variables:
        yield from _only_expressions(own.start, own.declaration.nominal)
    for binding in klass.bindings:
        yield from _only_expressions(binding.value)
    for binding in klass.start_bindings:
        yield from _only_expressions(binding.start.value)


def _only_expressions(*values: Any) -> Iterator[Expr]:
    return (value for value in values if isinstance(value, Expr))


def _slot(klass: Any, node: Expr) -> int | None:
    if node.op == "par":
        return int(node.value)
    member = klass.members.get(node.value.name) if node.op == "decl" else None
    slot = getattr(member, "slot", None)
    return slot if member in klass.parameters else None


def _column(name: str, values: Any) -> NDArray[Any]:
    """Return the values of one parameter in all runs: numbers, or truth values."""
    try:
        column = np.atleast_1d(values)
        column = column.astype(float) if column.dtype.kind == "O" else column
    except (TypeError, ValueError, OverflowError):
        column = np.empty((0, 0))
    if column.ndim != 1 or column.dtype.kind not in "biuf":
        raise UsageError(f"{name}={shown(values)}: an ensemble needs one number for each run")
    return column


def _nearest_to_zero(column: NDArray[Any]) -> Any:
    """Return the value of least magnitude that is not zero, if there is one."""
    size = np.abs(column.astype(float))
    return column[np.argmin(np.where(size > 0, size, np.inf))]


class ParameterSets:
    """Parameter values of all runs; most sets differ from the model's own in a few numbers.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    parameters : mapping
        Dotted name → one value for each run.

    Raises
    ------
    UsageError
        If the arrays of values have different lengths.
    ParameterError
        If a value is outside its bounds.
    """

    def __init__(self, translation: Translation, parameters: Mapping[str, Any]) -> None:
        check_parameters(parameters)
        self.flat = translation.flat
        self.base = translation.values
        given = parameters if parameters is not None else {}
        self.columns = {name: _column(name, values) for name, values in given.items()}
        lengths = {name: len(column) for name, column in self.columns.items()}
        if len(set(lengths.values())) != 1 or not all(lengths.values()):
            shown = ", ".join(f"{name}: {n}" for name, n in lengths.items()) or "no parameters"
            raise UsageError(f"an ensemble needs one value per run and parameter, found {shown}")
        self.count = next(iter(lengths.values()))
        self._check_bounds()

    def _check_bounds(self) -> None:
        for extreme in (np.min, np.max, _nearest_to_zero):
            corner = {name: extreme(column) for name, column in self.columns.items()}
            evaluate_values(self.flat, corner)
        for name, number in (self._numbers or {}).items():
            checked_value(self.columns[name], parameter_declaration(self.flat, number).kind, name)

    @cached_property
    def _numbers(self) -> dict[str, int] | None:
        """Return the numbers of the parameters if setting them is all there is to do."""
        known = {name: k for k, name in enumerate(parameter_names(self.flat.root))}
        free = independent_parameters(self.flat)
        if all(name in known and free[known[name]] for name in self.columns):
            return {name: known[name] for name in self.columns}
        return None

    @property
    def only_parameters(self) -> bool:
        """Tell whether the runs differ in parameters alone, not in start or nominal values."""
        return self._numbers is not None

    def given(self, run: int) -> dict[str, Any]:
        """Return what is given for one run, by name."""
        return {name: column[run].item() for name, column in self.columns.items()}

    def values(self, run: int) -> Values:
        """Return the values of one run."""
        if self._numbers is None:
            return evaluate_values(self.flat, self.given(run))
        return replace(self.base, parameter=self.parameters(range(run, run + 1))[0])

    def parameters(self, runs: range) -> Floats:
        """Return the parameters of runs that differ in nothing else, one row for each run."""
        rows = np.tile(self.base.parameter, (len(runs), 1))
        for name, number in (self._numbers or {}).items():
            rows[:, number] = self.columns[name][runs.start : runs.stop]
        return rows
