"""Orders of a result: which variable over which shaft, and the exact values that they need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import islice
from math import ceil
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.analyse import Signal, order_map
from drivetrain.analysis.order_analysis.order_map import OrderMap
from drivetrain.analysis.order_analysis.resolution import Resolution, resolution_of
from drivetrain.analysis.order_analysis.shaft import Shaft
from drivetrain.analysis.order_analysis.spans import Values
from drivetrain.errors import (
    DrivetrainError,
    NameLookupError,
    ResultError,
    UnitError,
    UsageError,
    nearest,
    shown,
)
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.quantities.parsing import parse_unit
from drivetrain.modeling.units import DIMENSIONLESS
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, Layout, RowFlag

__all__ = ["Run", "orders_of"]

Floats = NDArray[np.float64]
Method = Literal["exact", "linear"]

_METHODS = ("exact", "linear")
_POINTS_PER_CELL = 8
"""Points of each cell, on average, at which it is seen whether the shaft turns steadily."""
_FEWEST_POINTS, _MOST_POINTS = 1000, 2_000_000
_MOST_LOOKS = 4
"""Times that more points are added, since a shaft may turn more than is seen at few points."""
_AT_ONCE = 2**25
"""Number of values in rows that are made again at once, 256 MiB."""
_ANGLE = ".phi"
_MANY_NAMES = 5000
"""Number of names among which the nearest one is sought."""
_TOLD = 6


class Run(Protocol):
    """A result, as far as orders need it."""

    @property
    def layout(self) -> Layout:
        """How the variables are read."""

    @property
    def model(self) -> str:
        """Name of the model."""

    @property
    def time(self) -> Floats:
        """Instants, s."""

    @property
    def units(self) -> Mapping[str, str]:
        """Unit of each variable."""

    @property
    def recording(self) -> Recording:
        """The rows."""

    @property
    def is_repeatable(self) -> bool:
        """Whether values between the points can be computed exactly."""

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a trajectory."""

    def __contains__(self, name: object) -> bool:
        """Return whether there is a variable of this name."""

    def at(self, time: Floats, *names: str, method: Method = "exact") -> Any:
        """Return values of variables at some instants."""


def orders_of(
    run: Run,
    signal: str,
    shaft: str,
    *,
    revolutions: int,
    highest: float,
    window: str,
    overlap: float,
    between: tuple[float, float] | None,
    method: Method,
) -> OrderMap:
    """Return the orders of a variable; see :meth:`drivetrain.Result.orders` for the arguments."""
    resolution = resolution_of(revolutions, highest, window, overlap)
    _check_method(run, method)
    run.layout.position(signal)  # refuses what is not there
    source = _Source(run, method, signal)
    turning = source.shaft(_angle_of(run, shaft), _span_of(run, between), resolution)
    return order_map(
        turning,
        Signal(signal, run.units[signal], source.signal),
        resolution,
        model=run.model,
        look=_Source(run, method, signal).look,  # without all the values that were noted
        data=None if method == "exact" else np.unique(run.time),
    )


class _Source:
    """Values of a run at any instants; those of the signal are noted when the angle is looked at.

    Values at other instants need the run to be made again, with as many variables as one likes.
    """

    def __init__(self, run: Run, method: Method, signal: str) -> None:
        self._run, self._method, self._signal = run, method, signal
        self._noted: list[tuple[Floats, Floats]] = []

    def look(self, name: str) -> tuple[str, Values]:
        """Return unit and values of a variable."""
        self._run.layout.position(name)  # refuses what is not there
        return self._run.units[name], lambda instants: self._values(instants, name)[0]

    def signal(self, instants: Floats) -> Floats:
        """Return values of the signal."""
        times, values = (np.concatenate(some) for some in zip(*self._noted, strict=True))
        order = np.argsort(times, kind="stable")
        place = order[np.minimum(np.searchsorted(times[order], instants), len(times) - 1)]
        found, missing = values[place], times[place] != instants
        if missing.any():
            found[missing] = self._values(instants[missing], self._signal)[0]
        return found

    def _angle(self, name: str, instants: Floats) -> Floats:
        """Return an angle, rad, and note the signal."""
        angle, signal = self._values(instants, name, self._signal)
        self._noted.append((instants, signal))
        return angle * float(parse_unit(self._run.units[name]).exact)

    def _values(self, instants: Floats, *names: str) -> list[Floats]:
        """Return values of variables, as numbers."""
        aliases = self._run.layout.aliases
        own = [aliases.get(name, name) for name in names]
        asked = tuple(dict.fromkeys(own))
        width = self._run.recording.written.shape[1]
        pieces = np.array_split(instants, max(ceil(len(instants) * width / _AT_ONCE), 1))
        found = [self._run.at(some, *asked, method=self._method) for some in pieces]
        if len(asked) == 1:
            found = [{asked[0]: values} for values in found]
        return [np.concatenate([one[name] for one in found]).astype(np.float64) for name in own]

    def shaft(self, name: str, span: tuple[float, float], resolution: Resolution) -> Shaft:
        """Return a shaft, known at its recorded points, and at others if these are few."""
        begin, end = span
        time = self._run.time
        inside = (time >= begin) & (time <= end)
        factor = float(parse_unit(self._run.units[name]).exact)
        times, angles = time[inside], factor * self._run[name][inside].astype(np.float64)
        flags = self._run.recording.written[inside, FLAG_COLUMN]
        events = np.unique(times[flags != RowFlag.REGULAR])
        for _ in range(_MOST_LOOKS):
            more = self._more_points(times, angles, span, resolution)
            if not len(more):
                break
            times, angles = np.append(times, more), np.append(angles, self._angle(name, more))
            order = np.argsort(times, kind="stable")
            times, angles = times[order], angles[order]
        return Shaft(name, times, angles, partial(self._angle, name), events)

    def _more_points(
        self, times: Floats, angles: Floats, span: tuple[float, float], resolution: Resolution
    ) -> Floats:
        """Return instants at which the angle is to be looked at besides those where it is known."""
        turns = np.abs(np.diff(angles)).sum() / (2 * np.pi)
        wanted = _POINTS_PER_CELL * turns * resolution.cells
        wanted = ceil(min(max(wanted, _FEWEST_POINTS), _MOST_POINTS))
        if self._method == "exact" and len(times) < wanted:
            return np.linspace(*span, wanted)
        return np.setdiff1d(span, times)


def _angle_of(run: Run, shaft: Any) -> str:
    """Return the angle of a part, or the angle that was named itself."""
    if not isinstance(shaft, str):
        raise UsageError(f"shaft={shown(shaft)}: give the name of a part, or of an angle")
    name = shaft if shaft in run else shaft + _ANGLE
    if name not in run:
        whole = run.layout.whole
        if whole is not None and name in whole.positions:
            run.layout.position(name)  # says that it was not recorded
        raise NameLookupError(_no_shaft(run, shaft))
    if not _is_angle(run.units[name]):
        raise UsageError(
            f"shaft={shaft!r}: {name} is no angle, its unit is {run.units[name]!r}; orders need "
            "an angle, such as that of a part with a phi: shaft='flywheel'"
        )
    return name


def _is_angle(unit: str) -> bool:
    try:
        own = parse_unit(unit)
    except UnitError:
        return False
    return own.angle == 1 and own.cycles == 0 and own.dimension == DIMENSIONLESS


def _no_shaft(run: Run, shaft: str) -> str:
    """Say that a part has no angle of its own, or that there is none of this name."""
    names = list(islice(run.layout.names, _MANY_NAMES))
    angles = [name for name in names if _is_angle(run.units[name])]
    own = [name for name in angles if name.startswith(f"{shaft}.")]
    if own:
        return f"shaft={shaft!r} has no angle of its own; name one: {', '.join(own[:_TOLD])}"
    parts = [name.removesuffix(_ANGLE) for name in angles if name.endswith(_ANGLE)]
    hint = nearest(shaft, [*parts, *angles])
    if parts and not hint:
        hint = f"; parts with an angle are {', '.join(parts[:_TOLD])}"
    return f"shaft={shown(shaft)}: no part of this name has an angle phi{hint}"


def _check_method(run: Run, method: Any) -> None:
    """Refuse unknown methods, and exact values of a result that comes without its model."""
    if not isinstance(method, str) or method not in _METHODS:
        raise UsageError(f"method={shown(method)} has no meaning; it is 'exact' or 'linear'")
    if method == "exact" and not run.is_repeatable:
        raise ResultError(
            f"this result of {run.model} comes without its model (it was loaded, copied or "
            "unpickled), so the instants of equal angles cannot be found exactly: run the model "
            "again and ask that result, or take straight lines between the points: "
            "orders(…, method='linear')"
        )


def _span_of(run: Run, between: Any) -> tuple[float, float]:
    """Return the span of time to look at."""
    if not len(run.time):
        raise ResultError(f"the run of {run.model} recorded nothing")
    first, last = run.time[[0, -1]].tolist()
    if between is None:
        return first, last
    wanted = f"between={shown(between)}: give two increasing instants within the run, {first:g} s "
    wanted += f"… {last:g} s"
    try:
        begin, end = (checked_number(one, "between", "s") for one in between)
    except (DrivetrainError, TypeError, ValueError):
        raise UsageError(wanted) from None
    if not first <= begin < end <= last:
        raise UsageError(wanted)
    return begin, end
