"""What a study varies, one axis for each parameter or group of correlated ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UsageError, shown
from drivetrain.modeling.quantities.columns import InUnit, is_column, series_unit, split_header
from drivetrain.studies.distributions.correlated import CorrelatedNormal
from drivetrain.studies.distributions.discrete import Choice
from drivetrain.studies.distributions.distribution import Distribution, Floats
from drivetrain.studies.distributions.frozen import Frozen, is_frozen
from drivetrain.studies.parameters.varied_model import Target, VariedModel, as_list

__all__ = ["Axis", "Constant", "Listed", "Spread", "axes_of"]

Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Listed:
    """Values that were given one by one; numbers are in the unit of the parameter."""

    values: NDArray[Any]

    def __repr__(self) -> str:
        return shown(self.values.tolist())


@dataclass(frozen=True, eq=False)
class Constant:
    """One value for all runs."""

    value: NDArray[Any]

    def __repr__(self) -> str:
        return shown(self.value[0])


Spread = Listed | Constant | Distribution | CorrelatedNormal


@dataclass(frozen=True, eq=False)
class Axis:
    """Parameters that vary together, and how.

    Attributes
    ----------
    targets : tuple of Target
        One, or those that are correlated.
    spread : Listed, Constant, Distribution or CorrelatedNormal
        Their values.
    """

    targets: tuple[Target, ...]
    spread: Spread

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the parameters."""
        return tuple(target.name for target in self.targets)

    @property
    def label(self) -> str:
        """The names in one text."""
        return ", ".join(self.names)

    @property
    def width(self) -> int:
        """Number of levels that a sample needs."""
        return 0 if isinstance(self.spread, Constant) else len(self.targets)

    def at(self, levels: Floats) -> Columns:
        """Return the values of each parameter at some levels of probability.

        Parameters
        ----------
        levels : float array, shape (n, width)
            Numbers between 0 and 1.
        """
        if isinstance(self.spread, Constant):
            return {self.names[0]: np.repeat(self.spread.value, len(levels))}
        if isinstance(self.spread, CorrelatedNormal):
            found: list[NDArray[Any]] = list(self.spread.at(levels))
        else:
            spread = self.spread
            drawn = Choice(spread.values) if isinstance(spread, Listed) else spread
            found = [drawn.at(levels[:, 0])]
        return {
            target.name: self._in_unit(target, values)
            for target, values in zip(self.targets, found, strict=True)
        }

    def _in_unit(self, target: Target, values: NDArray[Any]) -> NDArray[Any]:
        """Return drawn values in the unit of the parameter; those of lists are already."""
        if not target.is_numeric or isinstance(self.spread, (Listed, Constant)):
            return values
        return np.asarray(target.numbers(values))


def axes_of(model: VariedModel, vary: Any) -> list[Axis]:
    """Return the axes of a study.

    Parameters
    ----------
    model : VariedModel
        The model.
    vary : mapping
        Name, or several names → values or distribution.

    Raises
    ------
    UsageError
        If something is no value, or a parameter is named more than once.
    NameLookupError
        If there is no such parameter.
    """
    if not isinstance(vary, Mapping):
        raise UsageError(
            f"vary={shown(vary)}: give values or distributions by name, vary={{'motor.J': [1, 2]}}"
        )
    axes = [_axis(model, key, value) for key, value in vary.items()]
    _refuse_repeated(model, [target for axis in axes for target in axis.targets])
    return axes


def _axis(model: VariedModel, key: Any, value: Any) -> Axis:
    targets = tuple([_target(model, name, value) for name in _names(key)])
    if isinstance(value, CorrelatedNormal) or targets[1:]:
        return Axis(targets, _correlated(targets, key, value))
    target = targets[0]
    spread = Frozen(value) if is_frozen(value) else value
    if isinstance(spread, Distribution):
        return Axis(targets, _distribution(target, spread))
    return Axis(targets, _given(target, spread))


def _names(key: Any) -> tuple[str, ...]:
    names = key if isinstance(key, tuple) else (key,)
    if not names or not all(isinstance(name, str) for name in names):
        raise UsageError(f"vary: {shown(key)} is not the name of a parameter; give a text")
    return names


def _target(model: VariedModel, header: str, value: Any) -> Target:
    name, unit = split_header(header) if _may_have_unit(header) else (header, None)
    if unit is None and is_column(value):
        unit = series_unit(value)
    return model.target(name, unit)


def _may_have_unit(header: str) -> bool:
    return header[-1:] in ("]", ")") or " " in header


def _correlated(targets: tuple[Target, ...], key: Any, value: Any) -> CorrelatedNormal:
    if not isinstance(value, CorrelatedNormal) or len(value) != len(targets):
        raise UsageError(
            f"vary={{{shown(key)}: {shown(value)}}}: several names together need a distribution of "
            "as many parameters, correlated_normal(mean, sd, correlation)"
        )
    odd = [one.name for one in targets if not one.is_numeric]
    if odd:
        raise UsageError(f"{odd[0]!r} is no number, so it cannot be correlated with others")
    return value.in_numbers([_number(target) for target in targets])


def _distribution(target: Target, spread: Distribution) -> Distribution:
    if target.is_numeric:
        if isinstance(spread, Choice) and target.number_kind == "boolean":
            return spread.of(target.numbers(spread.values).tolist())
        return spread.in_numbers(_number(target))
    if not isinstance(spread, Choice):
        what = "a table" if target.kind == "table" else "no number that can be drawn"
        raise UsageError(f"{target.name!r} is {what}: give a list, or choice([…]), not {spread}")
    return spread.of(_objects(target, spread.values))


def _number(target: Target) -> Any:
    """Return the function that turns one given number into one in the unit of the samples."""

    def convert(value: Any) -> Any:
        if target.given_unit is None:
            value = Target(target.name, target.kind, target.unit).numbers(value)
        return _plain(value, target)

    return convert


def _plain(value: Any, target: Target) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UsageError(f"{target.name}={shown(value)}: give one number")
    return float(value)


def _given(target: Target, value: Any) -> Listed | Constant:
    """Return values that were listed, or a single one."""
    if target.kind == "structural":
        several = None if isinstance(value, str) else as_list(value, target.name)
    elif target.kind == "table":
        several = as_list(value, target.name)
        if several is None or np.ndim(_first(several)) != 2:
            raise UsageError(
                f"{target.name!r} is a table: give a list of tables, [[[0, 1]], [[0, 2]]]"
            )
    else:
        several = as_list(value, target.name)
    listed = [value] if several is None else several
    if not listed:
        raise UsageError(f"{target.name}=[]: give at least one value")
    if target.is_numeric:
        source = value if several is not None else [value]
        values = np.asarray(target.numbers(_numeric(source, several)))
        if values.ndim != 1:
            raise UsageError(f"{target.name}={shown(value)}: give one number for each run")
        if not np.isfinite(values).all():
            raise UsageError(f"{target.name}={shown(value)}: give finite numbers")
    else:
        values = _column(_objects(target, listed))
    return Constant(values) if several is None else Listed(values)


def _numeric(source: Any, several: list[Any] | None) -> Any:
    """Return values as an array where they are plain, else as they were given."""
    if is_column(source):
        from drivetrain.modeling.quantities.columns import plain_numbers

        return plain_numbers(source)
    return several if isinstance(source, (range, tuple)) else source


def _first(several: list[Any]) -> Any:
    try:
        return np.asarray(several[0], dtype=float)
    except (TypeError, ValueError, IndexError):
        return 0.0


def _objects(target: Target, values: Iterable[Any]) -> list[Any]:
    """Return tables as arrays of numbers, and structural values as they are."""
    if target.kind == "table":
        return [value if isinstance(value, InUnit) else _table(target, value) for value in values]
    plain = [value.item() if isinstance(value, np.generic) else value for value in values]
    for value in plain:
        if not isinstance(value, (bool, int, float, str)):
            raise UsageError(
                f"{target.name}={shown(value)}: it changes the equations, so give numbers, texts, "
                "True or False"
            )
    return plain


def _table(target: Target, value: Any) -> Any:
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        return value  # quantities and frames are converted where the model reads them


def _column(values: list[Any]) -> NDArray[Any]:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def _refuse_repeated(model: VariedModel, targets: list[Target]) -> None:
    """Refuse parameters that are given twice, under one name or under several."""
    seen: dict[Any, str] = {}
    for target in targets:
        key: Any = target.name
        if target.kind == "start":
            key = model.variable_of_start(target.name)
        if key in seen:
            other = seen[key]
            same = (
                "is given more than once"
                if other == target.name
                else (f"and {other!r} are two names of one start value")
            )
            raise UsageError(f"vary: {target.name!r} {same}; give one of them")
        seen[key] = target.name
