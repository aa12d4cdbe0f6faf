"""Starting an engine: work of the gas, freewheel, idling."""

from __future__ import annotations

import math

import numpy as np
import pytest

EXPONENT, COMPRESSION = 1.3, 10.5
SWEPT = math.pi * 0.084**2 / 4 * 0.09
LARGEST = SWEPT * COMPRESSION / (COMPRESSION - 1)
EXPANSION = 1e5 * LARGEST / (EXPONENT - 1) * (COMPRESSION ** (EXPONENT - 1) - 1)
"""Work of the gas of one cylinder that expands without combustion, above vacuum, J."""


def strokes(r) -> np.ndarray:
    """Rows at which a cylinder passes its upper dead centre."""
    return np.flatnonzero(np.diff(r["cylinders.strokes"]) == 1) + 1


def test_the_work_of_a_stroke_is_the_fuel_times_that_of_an_expansion(run):
    r = run("EngineStart")
    rows = strokes(r)
    work = np.diff(r.energy.supplied_by["cylinders"][rows])
    np.testing.assert_allclose(work, r["cylinders.dose"][rows[:-1]] * EXPANSION, atol=1e-4)


def test_the_freewheel_never_lets_the_engine_be_slower(run):
    r = run("EngineStart")
    assert r["freewheel.w_rel"].min() > -1e-7
    assert np.all(r["freewheel.tau"] <= 1e-4)
    held = r["freewheel.locked"]
    np.testing.assert_allclose(r["starter.w"][held], 12 * r["crankshaft.w"][held], atol=1e-6)


def test_it_fires_where_it_should_and_the_starter_is_released(run):
    r = run("EngineStart")
    fired = r.events.times("fired", after=True)[0]
    k = np.searchsorted(r.time, fired)
    assert r["crankshaft.phi"][k] >= 15.0 - 1e-9
    assert r["crankshaft.w"][k] >= 15.0 - 1e-9
    assert r["starter.w"][-1] == 0.0
    assert not r["freewheel.stuck"][-1]


def test_idling_the_gas_works_against_friction_alone(run):
    r = run("EngineStart")
    a, b = strokes(r)[[-11, -1]]
    work = r.energy.supplied_by["cylinders"][b] - r.energy.supplied_by["cylinders"][a]
    friction = r.energy.dissipated_by["friction"][b] - r.energy.dissipated_by["friction"][a]
    assert work == pytest.approx(friction, rel=1e-3)
    assert r["cylinders.dose"][-1] == pytest.approx(r["cylinders.dose"][a], rel=1e-3)
