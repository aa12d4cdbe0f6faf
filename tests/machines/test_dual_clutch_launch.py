"""Launch and power shift with two clutches."""

from __future__ import annotations

import numpy as np
import pytest


def test_a_sliding_clutch_transmits_its_friction_torque(run):
    r = run("DualClutchLaunch")
    for name, cgeo in (("clutch1", 0.85), ("clutch2", 0.75)):
        sliding = abs(r[f"{name}.mode"]) == 1
        slip = r[f"{name}.w_rel"][sliding]
        mu = np.interp(abs(slip), [0, 150, 300], [0.13, 0.11, 0.11])
        force = 4e3 * r[f"{name}.f_normalized"][sliding]
        expected = r[f"{name}.mode"][sliding] * mu * cgeo * force
        np.testing.assert_allclose(r[f"{name}.tau"][sliding], expected)


def test_each_clutch_makes_its_gear(run):
    r = run("DualClutchLaunch")
    for name, ratio in (("clutch1", 3.77), ("clutch2", 2.09)):
        stuck = r[f"{name}.mode"] == 0
        assert stuck.sum() > 50
        np.testing.assert_allclose(r["engine.w"][stuck], ratio * r["output.w"][stuck], rtol=1e-9)


def test_the_shift_does_not_interrupt_the_pull(run):
    r = run("DualClutchLaunch")
    shift = (r.time > 4.0) & (r.time < 5.0)
    assert np.all(r["half_shafts.tau"][shift] < 0.0)
    assert np.all(np.diff(r["v"][r.time > 0.6]) > -1e-3)


def test_the_heat_of_the_launch_is_torque_times_slip(run):
    r = run("DualClutchLaunch")
    heat = np.trapezoid(r["clutch1.tau"] * r["clutch1.w_rel"], r.time)
    assert r.energy.dissipated_by["clutch1"][-1] == pytest.approx(heat, rel=1e-4)
    assert heat > 1e4
