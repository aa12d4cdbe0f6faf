"""Put small models together in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.modeling import Model, fixed
from drivetrain.simulation.results.result import Result, RowFlag

REST = {"phi": fixed(0.0), "w": fixed(0.0)}


def turning(w: float, phi: float = 0.0) -> dict[str, Any]:
    """Return start values of an inertia that turns already."""
    return {"phi": fixed(phi), "w": fixed(w)}


def build(connections: Callable[[Any], Iterable[Any]], **members: Any) -> Model:
    """Return a model of the members; `connections` is its method `equations`."""
    made: Model = type("Built", (Model,), {**members, "equations": connections})()
    return made


def event_times(result: Result) -> NDArray[np.float64]:
    """Return the instants at which the run was interrupted by an event, once each."""
    return np.unique(result.time[result.rows[:, 1] == RowFlag.LEFT])
