"""A small result made by hand: two inertias, a clutch that locks, an alias, a constant."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from drivetrain.simulation.results.certificate import Certificate
from drivetrain.simulation.results.result import Result, RunStatus, Statistics
from drivetrain.simulation.results.row_layout import Layout

MODES = {-1: "backward", 0: "stuck", 1: "forward", 2: "free", 3: "unknown"}

#: name, column, sign, constant, unit, kind, description
VARIABLES = [
    ("J1.w", 2, 1, 0.0, "rad/s", "real", "Angular velocity"),
    ("J1.flange_a.tau", 3, 1, 0.0, "N.m", "real", "Cut torque"),
    ("J1.flange_b.tau", 3, -1, 0.0, "N.m", "real", "Cut torque"),
    ("J2.w", 4, 1, 0.0, "rad/s", "real", "Angular velocity"),
    ("fixed.phi", -1, 1, 0.1, "rad", "real", "Angle of the housing"),
    ("clutch.mode", 5, 1, 0.0, "1", "integer", "Mode of friction"),
    ("clutch.locked", 6, 1, 0.0, "1", "boolean", "True while it is locked"),
    ("logic.y", 7, 1, 0.0, "1", "boolean", "Output"),
    ("logic.u", 7, 1, 0.0, "1", "boolean", "The same signal"),
    ("counter.n", 8, -1, 0.0, "1", "integer", "Counts down"),
    ("off.y", -1, 1, 1.0, "1", "boolean", "Always on"),
]

#: time, flag, J1.w, tau, J2.w, mode, locked, logic, counter
ROWS = [
    (0.0, 3, 10.0, 1.5, 0.0, 2, 0, 0, 0),
    (0.1, 0, 10.0, 1.5, 0.0, 2, 0, 0, 0),
    (0.2, 1, 10.0, 1.5, 0.0, 2, 0, 0, 0),
    (0.2, 2, 10.0, 0.1, 0.0, 1, 0, 1, 0),
    (0.3, 0, 8.0, 0.1, 2.0, 1, 0, 1, 0),
    (0.35, 1, 7.0, 0.1, 3.0, 1, 0, 1, 0),
    (0.35, 2, 7.0, -0.7, 3.0, 1, 0, 1, 0),
    (0.4, 1, 5.0, 0.1, 5.0, 1, 0, 1, 0),
    (0.4, 2, 5.0, 1 / 3, 5.0, 0, 1, 1, 4),
    (0.5, 4, 5.0, 1 / 3, 5.0, 0, 1, 1, 4),
]


def layout() -> Layout:
    names, column, sign, constant, units, kinds, descriptions = zip(*VARIABLES, strict=True)
    return Layout(
        names=names,
        column=np.array(column, dtype=np.int64),
        sign=np.array(sign, dtype=np.int8),
        constant=np.array(constant, dtype=np.float64),
        units=units,
        kinds=kinds,
        descriptions=descriptions,
        labels={"clutch.mode": MODES},
    )


def make_result(**changes: object) -> Result:
    """Return the result of this file, with some arguments of `Result` replaced."""
    arguments: dict[str, object] = {
        "layout": layout(),
        "rows": np.array(ROWS, dtype=np.float64),
        "model": "Launch",
        "status": RunStatus.DONE,
        "parameters": {"J1.J": 0.2, "clutch.mu_pos": np.array([[0.0, 0.4], [1.0, 0.3]])},
        "parameter_units": {"J1.J": "kg.m2"},
        "stats": Statistics(states=4, equations=60, steps=40, state_events=2, time_events=1),
        "check": Certificate(1e-6, equations=60, points=5),
    }
    return Result(**(arguments | changes))  # type: ignore[arg-type]


@pytest.fixture
def result() -> Result:
    return make_result()


@pytest.fixture
def result_with() -> Callable[..., Result]:
    return make_result
