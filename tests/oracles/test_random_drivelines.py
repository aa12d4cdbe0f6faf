"""Random drivelines keep their own equations, their energy, and the limits of friction."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivetrain import compile as compile_model
from drivetrain.simulation.verification.residuals import residuals
from tests.oracles.drivelines import Driveline, drivelines

pytestmark = pytest.mark.slow

_LONG = int(os.environ.get("DRIVETRAIN_LONG", "0"))
# Among thousands some have ratios of 1e4 and more, which magnify rounding errors as much.
_ROUNDING = 1e-7 if _LONG else 1e-9

_SPEEDS = ("w_relfric", "w_rel", "w_a")

few = settings(
    max_examples=_LONG or 60,
    derandomize=not _LONG,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


def run(line: Driveline, pace: float = 1.0) -> tuple[Any, Any]:
    """Run a line; of a slow one the speeds are as small as its pace, and told as exactly."""
    compiled = compile_model(line.model())
    tolerance = 1e-7 * min(pace, 1.0)
    return compiled, compiled.simulate(
        stop_time=1.0 / pace, tolerance=tolerance, interval=0.02 / pace
    )


def check_energy(result: Any) -> None:
    """The audit closes; nanojoules count as nothing."""
    audit = result.energy
    size = max(np.abs(e).max() for e in (audit.stored, audit.supplied, audit.dissipated))
    assert np.abs(audit.balance).max() <= 1e-4 * size + 1e-7, str(audit)


def check_friction_limits(result: Any) -> None:
    """A locked element transmits at most its peak torque, none of them delivers energy."""
    for name in (n.removesuffix(".locked") for n in result if n.endswith(".locked")):
        locked = result[f"{name}.locked"]
        if f"{name}.tau0_max" in result:
            limit = result[f"{name}.tau0_max"][locked]
            torque = result[f"{name}.tau"][locked]
            # A freewheel holds back any torque.
            torque = torque if name.startswith("freewheel") else np.abs(torque)
            assert np.all(torque <= limit * (1 + 1e-9) + 1e-9), f"{name} holds more than it can"
        speed = result[next(f"{name}.{w}" for w in _SPEEDS if f"{name}.{w}" in result)]
        assert np.all(np.abs(speed[locked]) <= 1e-9 * (1 + np.abs(speed).max())), name
        loss = result[f"{name}.loss_power"]
        assert loss.min() >= -1e-9 * (1.0 + np.abs(loss).max()), f"{name} delivers energy"


def check(line: Driveline):
    """Assert what holds for every driveline: equations, energy, limits of friction."""
    compiled, result = run(line)
    found = residuals(compiled, result)
    assert found.worst <= _ROUNDING, str(found)
    check_energy(result)
    check_friction_limits(result)


@few
@given(drivelines())
def test_driveline(line: Driveline):
    check(line)


@few
@given(drivelines(redundant=True))
def test_driveline_with_shared_locks(line: Driveline):
    """How elements that lock one motion share the torque is free; the motion is not."""
    check(line)


@few
@given(drivelines(lossy=True))
def test_driveline_with_lossy_gears(line: Driveline):
    check(line)


@settings(few, max_examples=max(few.max_examples // 2, 1))
@given(drivelines(redundant=True, lossy=True), st.sampled_from([2.0**-20, 2.0**20, 2.0**40]))
def test_motion_is_the_same_in_small_and_in_large_machines(line: Driveline, size: float):
    """All torques, stiffnesses and inertias are a million times as large, or as small, or more.

    Modes change in the same order, and locks share what they hold in the same way.
    """
    _, one = run(line)
    _, other = run(line.scaled(size))
    assert changes(other) == changes(one)
    for name in (n for n in one if n.startswith("mass") and n.endswith(".w")):
        np.testing.assert_allclose(
            other[name][-1], one[name][-1], rtol=1e-5, atol=1e-5 * (1.0 + np.abs(one[name]).max())
        )
    for name in (n for n in one if n.endswith((".tau", ".tau_loss"))):
        size_of = np.abs(one[name]).max()
        found, expected = (run.at(np.linspace(0.005, 0.995, 45), name) for run in (other, one))
        assert (abs(found / size - expected) <= 1e-4 * size_of + 1e-9).all(), name


def changes(result: Any) -> list[Any]:
    """Return what modes and locks changed to, one event after the other."""
    found = (
        sorted((c.name, c.after) for c in event.changes if c.name.endswith((".mode", ".locked")))
        for event in result.events
    )
    return [names for names in found if names]


@settings(few, max_examples=max(few.max_examples // 2, 1))
@given(drivelines(redundant=True, lossy=True), st.sampled_from([2.0**-10, 2.0**10]))
def test_motion_is_the_same_in_slow_and_in_fast_machines(line: Driveline, pace: float):
    """The same angles and torques a thousand times as slowly, or as fast."""
    _, one = run(line)
    _, other = run(line.hurried(pace), pace)
    for name in (n for n in one if n.startswith("mass") and n.endswith(".w")):
        np.testing.assert_allclose(
            other[name][-1] / pace,
            one[name][-1],
            rtol=1e-5,
            atol=1e-5 * (1.0 + np.abs(one[name]).max()),
        )


@settings(few, max_examples=max(few.max_examples // 4, 1))
@given(drivelines(redundant=True))
def test_runs_are_repeatable_bit_by_bit(line: Driveline):
    _, first = run(line)
    _, second = run(line)
    assert first.rows.tobytes() == second.rows.tobytes()
