"""Checks of what is varied, before anything runs: bounds, and values without effect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import declaration_of, evaluate_values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import DrivetrainError, ParameterError, UsageError
from drivetrain.studies.parameters.axes import Axis
from drivetrain.studies.parameters.sets import ParameterTable

__all__ = ["check_bounds", "check_effects"]

_AT_ONCE = 2_000_000
"""Number of parameter values that are in memory at once."""
_MOST_ALONE = 2000
"""Number of sets that are evaluated one by one where values cannot be computed together."""


def check_bounds(t: Translation, table: ParameterTable, runs: NDArray[np.int64]) -> None:
    """Refuse a design with values outside of their bounds, and say how many.

    Parameters
    ----------
    t : Translation
        The compiled model.
    table : ParameterTable
        The values.
    runs : int array
        Indices of the runs of this model.

    Raises
    ------
    ParameterError
        With the share of values outside, and an example.
    """
    for axis in table.axes:
        for target in axis.targets:
            if target.is_numeric:
                _check_column(t, axis, target.name, table.columns[target.name][runs])
    names = table.at_run_time
    if not names:
        return
    follow = t.parameter_updates.of(tuple(names))
    if follow is None:
        _check_one_by_one(t, table, names, runs)
        return
    at_once = max(_AT_ONCE // max(t.flat.n_parameters, 1), 1)
    outside, first = 0, -1
    for begin in range(0, len(runs), at_once):
        part = runs[begin : begin + at_once]
        _, fit = follow.parameters(follow.checked(table.given(names, part)))
        wrong = np.flatnonzero(~fit)
        if len(wrong) and first < 0:
            first = int(part[wrong[0]])
        outside += len(wrong)
    if outside:
        message = _message(t, table, names, first)
        raise ParameterError(
            f"{_share(outside, len(runs))} of the sets have no valid values, such as run {first}: "
            f"{message}"
        )


def _check_column(t: Translation, axis: Axis, name: str, values: NDArray[Any]) -> None:
    """Refuse values outside of bounds that are plain numbers."""
    declaration = declaration_of(t.flat, name)
    numbers = values.astype(float)
    low, high = (getattr(declaration, bound, None) for bound in ("minimum", "maximum"))
    low = low if isinstance(low, (int, float)) and not name.endswith(".start") else -np.inf
    high = high if isinstance(high, (int, float)) and not name.endswith(".start") else np.inf
    wrong = ~((numbers >= low) & (numbers <= high) & np.isfinite(numbers))
    count = int(wrong.sum())
    if not count:
        return
    example = numbers[np.argmax(wrong)]
    raise ParameterError(
        f"{_share(count, len(values))} of the values of {name} ({axis.spread!r}) lie outside of "
        f"its bounds {_bounds(low, high)}, such as {example:g}: narrow it, truncated_normal(…) and "
        "uniform(…) have bounds; nothing is moved to a bound"
    )


def _bounds(low: float, high: float) -> str:
    return f"[{low:g}, {high:g}]".replace("[-inf", "(−∞").replace("inf]", "∞)")


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.3g} % ({count} of {total})"


def _message(t: Translation, table: ParameterTable, names: Sequence[str], run: int) -> str:
    given = {name: values.item() for name, values in _row(table, names, run).items()}
    try:
        evaluate_values(t.flat, given)
    except DrivetrainError as error:
        return str(error)
    return "the values contradict each other"


def _row(table: ParameterTable, names: Sequence[str], run: int) -> dict[str, Any]:
    return {name: table.columns[name][run : run + 1] for name in names}


def _check_one_by_one(
    t: Translation, table: ParameterTable, names: Sequence[str], runs: NDArray[np.int64]
) -> None:
    """Evaluate sets that follow not from parameters alone: a sample if there are many."""
    chosen = runs
    if len(runs) > _MOST_ALONE:
        numeric = [target.name for target in table.targets if target.is_numeric]
        ends = [f(table.columns[name][runs]) for name in numeric for f in (np.argmin, np.argmax)]
        spread = np.linspace(0, len(runs) - 1, _MOST_ALONE).astype(int)
        chosen = runs[np.union1d(spread, np.array(ends, dtype=int))]
    wrong: list[tuple[int, str]] = []
    for run in chosen.tolist():
        given = {name: table.columns[name][run] for name in names}
        try:
            evaluate_values(t.flat, {k: _plain(v) for k, v in given.items()})
        except DrivetrainError as error:
            wrong.append((run, str(error)))
    if wrong:
        run, message = wrong[0]
        raise ParameterError(
            f"{_share(len(wrong), len(chosen))} of the sets have no valid values, such as run "
            f"{run}: {message}"
        )


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def check_effects(t: Translation, table: ParameterTable) -> list[str]:
    """Refuse parameters without effect, as another one that follows from them is varied as well.

    A value given for a parameter takes the place of its binding: with both ``amplitude`` and
    ``sine.amplitude``, which is bound to it, the first would do nothing.

    Parameters
    ----------
    t : Translation
        The compiled model.
    table : ParameterTable
        The values.

    Returns
    -------
    list of str
        What is hardly meant, but has an effect: bindings that are cut while their source acts
        elsewhere.

    Raises
    ------
    UsageError
        If a parameter has no effect.
    """
    names = [target.name for target in table.targets if target.kind in ("number", "start")]
    notes = []
    for name, cut, acts in t.parameter_updates.overridden(names, t.read_parameters):
        told = " and ".join(cut)
        if acts:
            notes.append(
                f"{told} no longer follow{'s' * (len(cut) == 1)} {name}, which is varied as well "
                "and acts elsewhere"
            )
            continue
        raise UsageError(
            f"vary: {name!r} would have no effect: {told} {'is' if len(cut) == 1 else 'are'} bound "
            f"to it, and a value given for {'it' if len(cut) == 1 else 'them'} takes the place of "
            f"the binding; vary either {name!r} or {told}"
        )
    return notes
