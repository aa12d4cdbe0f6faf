"""CVODE and IDA of SUNDIALS agree with the integrators of the kernel on every example.

Between events the runs differ in everything that the step is: method, order, step control and
interpolation. So what they share, motions and modes, is not the doing of an integrator.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.sundials_reference import SECOND_OPINIONS

from drivetrain import compile as compile_model
from drivetrain import examples

pytestmark = pytest.mark.slow

LONG = bool(os.environ.get("DRIVETRAIN_LONG"))
SHORTER = {
    "machines.EightSpeedAutomatic": 3.0,
    "machines.EngineStart": 1.0,
    "machines.ShipShafting": 2.0,
    "machines.WindTurbineStop": 15.0,
}
"""Stop times in s of what takes many seconds, unless `--long` is asked."""
EARLIER = {"redundancy.FrictionOnSpeedSource": 5.9}
"""The same where something happens in the very last instant, of which rounding decides whether it
still counts."""
TIGHTER = {"OneWayClutch": 1e-10, "machines.ShipShafting": 1e-11}
"""A clutch touches locking without staying, so a coarser run may miss or catch that; throws of a
crank move against each other a millionth as fast as the shaft turns."""


@cache
def compiled(name: str) -> Any:
    return compile_model(examples.find(name)())


@cache
def run(name: str, solver: str) -> Any:
    e = examples.find(name).experiment
    stop = EARLIER.get(name, e.stop_time if LONG else SHORTER.get(name, e.stop_time))
    tolerance = TIGHTER.get(name, 1e-9)
    return compiled(name).simulate(
        stop_time=stop, interval=e.interval, tolerance=tolerance, solver=solver
    )


def mode_changes(result: Any) -> dict[str, list[Any]]:
    """Instants and modes by element; others may come and go with a relation that touches zero.

    Elements of machines that do not act on each other change at one instant in any order.
    """
    found: dict[str, list[Any]] = {}
    for event in result.events:
        for change in event.shown:
            modes = change.before, change.after
            found.setdefault(change.name, []).append((event.time, modes))
    return found


def common_rows(one: Any, other: Any) -> tuple[Any, Any]:
    """Rows of both results at common output points that are not near an event."""
    times, first, second = np.intersect1d(one.time, other.time, return_indices=True)
    span = times[-1] - times[0]
    events = np.array([event.time for result in (one, other) for event in result.events])
    far = np.abs(times[:, None] - events[None, :]).min(axis=1, initial=span) > 1e-3 * span
    return first[far], second[far]


@pytest.mark.parametrize("solver", SECOND_OPINIONS)
@pytest.mark.parametrize("name", examples.names())
def test_same_motions_modes_and_events(
    name: str, solver: str, request: pytest.FixtureRequest
) -> None:
    if (name, solver) == ("machines.EightSpeedAutomatic", "ida"):
        reason = "after ida's steps a brake that breaks away can stick once more for 2e-13 s"
        request.applymarker(pytest.mark.xfail(reason=reason, strict=False))
    ours, theirs = run(name, "auto"), run(name, solver)
    mine, other = mode_changes(ours), mode_changes(theirs)
    assert mine.keys() == other.keys()
    for element, changes in mine.items():
        assert [modes for _, modes in changes] == [modes for _, modes in other[element]]
        instants = [[time for time, _ in one] for one in (changes, other[element])]
        np.testing.assert_allclose(*instants, rtol=0, atol=1e-4, err_msg=element)
    assert theirs.energy.relative_error < 1e-3

    mine_at, other_at = common_rows(ours, theirs)
    for signal in ours:
        expected = np.asarray(ours[signal], float)
        allowed = 2e-4 * np.abs(expected).max() + 1e-6
        found = np.asarray(theirs[signal], float)[other_at]
        np.testing.assert_allclose(found, expected[mine_at], rtol=0, atol=allowed, err_msg=signal)
