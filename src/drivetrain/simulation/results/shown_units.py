"""Units in which a result is shown, as requested by name, pattern or quantity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from drivetrain.errors import NameLookupError, UnitError, nearest, shown
from drivetrain.modeling.quantities.display import DisplayUnits
from drivetrain.modeling.quantities.exact import displayed, is_difference
from drivetrain.modeling.quantities.parsing import parse_unit
from drivetrain.modeling.units import dimension
from drivetrain.simulation.results.row_layout import is_pattern, wildcard

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["in_units", "shown_units"]


def shown_units(
    declared: Mapping[str, str], asked: Any, usual: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the unit in which each of some variables is to be shown.

    Parameters
    ----------
    declared : mapping of str to str
        Declared units of real variables, by name.
    asked : str, mapping of str to str, or None
        One unit for all variables of its kind; or units by name or pattern; or `display_units`.
    usual : mapping of str to str, optional
        Units of the others, by declared unit.

    Raises
    ------
    UnitError
        If a unit is unknown, or of another kind than a variable.
    NameLookupError
        If a name or pattern matches none of the variables.
    """
    usual = asked if isinstance(asked, DisplayUnits) else usual or {}
    units = {name: _usual(name, unit, usual) for name, unit in declared.items()}
    if asked is None or isinstance(asked, DisplayUnits):
        return units
    if isinstance(asked, str):
        return units | dict.fromkeys(_of_kind(declared, asked), asked)
    if not isinstance(asked, Mapping):
        raise UnitError(f"units={shown(asked)}: give a unit, 'rpm', or units by name, {{'*.w': …}}")
    for pattern, unit in asked.items():
        for name in _named(declared, pattern):
            displayed(_NOTHING, declared[name], unit, name)  # refuses what does not fit
            units[name] = unit
    return units


_NOTHING: Any = 0.0


def _usual(name: str, unit: str, usual: Mapping[str, str]) -> str:
    """Return the unit for a quantity; a difference of temperatures stays in kelvin."""
    chosen = usual.get(unit, unit)
    return unit if parse_unit(chosen).zero is not None and is_difference(name) else chosen


def _of_kind(declared: Mapping[str, str], asked: str) -> list[str]:
    """Return the variables that can be shown in a unit."""
    own = parse_unit(asked)
    fitting = [
        name
        for name, unit in declared.items()
        if dimension(unit) == own.dimension
        and ("rad" in unit) == bool(own.angle)
        and ("Hz" in unit) == bool(own.cycles)
    ]
    if not fitting:
        there = ", ".join(dict.fromkeys(declared.values())) or "none"
        raise UnitError(f"unit {asked!r} fits no variable here; they are in {there}")
    for name in fitting:
        displayed(_NOTHING, declared[name], asked, name)
    return fitting


def _named(declared: Mapping[str, str], pattern: Any) -> list[str]:
    if is_pattern(pattern):
        fits = wildcard(pattern).fullmatch
        found = [name for name in declared if fits(name)]
    else:
        found = [pattern] if pattern in declared else []
    if not found:
        raise NameLookupError(
            f"unit of {pattern!r}: there is no real variable of this name here"
            f"{nearest(str(pattern), declared)}"
        )
    return found


def in_units(table: pd.DataFrame, asked: Any) -> pd.DataFrame:
    """Return a table of results with some columns in other units, which their names then tell.

    Parameters
    ----------
    table : DataFrame
        Columns in the units of ``attrs["units"]``.
    asked : str or mapping
        As for :func:`shown_units`.

    Raises
    ------
    UnitError, NameLookupError
        As for :func:`shown_units`.
    """
    declared: dict[str, str] = table.attrs["units"]
    real = {name: unit for name, unit in declared.items() if table[name].dtype.kind == "f"}
    wanted = shown_units(real, asked)
    columns: dict[str, Any] = {}
    units: dict[str, str] = {}
    for name, unit in declared.items():
        other, values = wanted.get(name, unit), table[name].to_numpy()
        header = name if other == unit else f"{name} [{other}]"
        columns[header] = values if other == unit else displayed(values, unit, other, name)
        units[header] = other
    made = type(table)(columns, index=table.index)
    made.attrs = {**table.attrs, "units": units}
    return made
