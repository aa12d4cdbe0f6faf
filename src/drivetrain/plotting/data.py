"""Measured data beside results, in the units of the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from drivetrain.simulation.results.readers.frame import is_frame
from drivetrain.simulation.results.row_layout import CONSTANT, wildcard
from drivetrain.simulation.results.tables.data_units import conversion

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["as_results", "known_names"]


def as_results(runs: Any) -> Any:
    """Return runs by label with each table as a result, in the units of the runs.

    Parameters
    ----------
    runs : mapping of str to Result or DataFrame
        Anything else is returned as it is.
    """
    if not isinstance(runs, Mapping):
        return runs
    from drivetrain.simulation.results.result import Result

    made = [run for run in runs.values() if isinstance(run, Result)]
    return {
        label: _in_units_of(made, Result.from_pandas(run, model=str(label)))
        if is_frame(run)
        else run
        for label, run in runs.items()
    }


def known_names(table: Result, names: Sequence[str]) -> list[str]:
    """Return the names and patterns of which a table has something; all of them if it has none."""
    texts = (name for name in names if isinstance(name, str))
    known = [name for name in texts if any(map(wildcard(name).fullmatch, table.names))]
    return known or list(names)


def _in_units_of(runs: Sequence[Result], table: Result) -> Result:
    """Return a table with each variable in the unit of the first run that has it."""
    from drivetrain.simulation.results.result import Result

    layout, rows = table.layout, table.rows.copy()
    units, constant = list(layout.units), layout.constant.copy()
    for k, name in enumerate(layout.names):
        wanted = next((run.units[name] for run in runs if name in run), units[k])
        factor, offset = conversion(units[k], wanted, name)
        column, units[k] = layout.column[k], wanted
        if column == CONSTANT:
            constant[k] = factor * constant[k] + offset
        else:
            rows[:, column] = factor * rows[:, column] + offset
    told = replace(layout, units=units, constant=constant)
    return Result(told, rows, model=table.model, status=table.status)
