"""A test bench: a clutch that brings a load up to speed, and what its sensors show."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd

import drivetrain as dt
from tests.gradients.machines import LockUp

SIGMA = 0.4
"""Standard deviation of the noise of both speeds, rad/s."""
TRUTH = {"clutch.fn_max": 42.0, "engine.J": 0.21, "brake.d": 0.38}
BOTH = {"n_in": "engine.w", "n_out": "load.w"}


@cache
def bench() -> dt.CompiledModel:
    """Return the compiled machine."""
    return dt.compile(LockUp())


def true_run(stop_time: float = 2.0, **parameters: float) -> dt.Result:
    """Return the run behind the measurements."""
    return bench().simulate(
        parameters={**TRUTH, **parameters}, stop_time=stop_time, interval=0.05, tolerance=1e-9
    )


def record(
    result: dt.Result, times: Any, seed: int | None = 1, sigma: float = SIGMA
) -> pd.DataFrame:
    """Return what the bench records: two speeds with noise."""
    rng = np.random.default_rng(seed)
    noise = 0.0 if seed is None else sigma
    columns = {"t": np.asarray(times, dtype=float)}
    for column, name in BOTH.items():
        columns[column] = result.at(times, name) + noise * rng.normal(size=len(times))
    return pd.DataFrame(columns)
