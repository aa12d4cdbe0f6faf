"""Emergency stop of a wind turbine: ratios, power, heat, and the swing after the stop."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.examples import find

RATIO = (1 + 56 / 19) * (1 + 93 / 18) * 95 / 24


def test_the_gearbox_has_the_ratio_of_its_stages(run):
    r = run("WindTurbineStop")
    assert pytest.approx(96.35, abs=0.01) == RATIO
    np.testing.assert_allclose(r["disc.w"], RATIO * r["carrier.w"], rtol=1e-9, atol=1e-9)


def test_before_the_loss_the_torques_balance(run):
    r = run("WindTurbineStop")
    before = r.time < 2.0
    np.testing.assert_allclose(r["rotor.w"][before], 1.2671, rtol=1e-3)
    power = 43093.55 * 1.2671 * RATIO
    drag, wind = 2e5 * 1.2671, 4.4155e6 * 1.2671
    assert wind - drag == pytest.approx(power / 0.985, rel=1e-3)


def test_the_brake_takes_what_nothing_else_took(run):
    r = run("WindTurbineStop")
    audit, loss = r.energy, np.flatnonzero(r.time >= 2.0)[0]
    others = sum(
        audit.dissipated_by[name][-1] - audit.dissipated_by[name][loss]
        for name in ("shaft", "coupling", "stage3")
    )
    from_air = sum(
        audit.supplied_by[name][-1] - audit.supplied_by[name][loss] for name in ("wind", "blades")
    )
    released = audit.stored[loss] - audit.stored[-1]
    assert r["brake_heat"][-1] == pytest.approx(released + from_air - others, rel=1e-6)
    assert r["brake_heat"][-1] == pytest.approx(audit.dissipated_by["brake"][-1], rel=1e-7)
    assert r["brake_heat"][-1] > 0.9 * audit.stored[loss]


def test_the_rotor_swings_on_its_shaft_when_the_brake_holds(run):
    r = run("WindTurbineStop")
    stop = r.events.times("brake.mode", after="stuck")[-1]
    held = r.time > stop + 0.1
    t, w = r.time[held], r["rotor.w"][held]
    assert np.all(r["generator.w"][r.time > stop + 5] ** 2 < 1e-2)
    k = np.flatnonzero(np.sign(w[1:]) != np.sign(w[:-1]))
    crossings = t[k] - w[k] * (t[k + 1] - t[k]) / (w[k + 1] - w[k])
    c, d, J = 867.637e6, 6.215e6, 35444067.0
    frequency = np.sqrt(c / J - (d / (2 * J)) ** 2)
    half_period = np.diff(crossings).mean()
    assert np.pi / half_period == pytest.approx(frequency, rel=1e-4)
    peaks = [abs(w[a:b]).max() for a, b in pairwise(k)]
    decay = np.log(peaks[0] / peaks[-1]) / (half_period * (len(peaks) - 1))
    assert decay == pytest.approx(d / (2 * J), rel=1e-2)


def test_teeth_that_lose_torque_beside_a_brake_keep_or_let_go_at_none():
    """Where the torque of the stuck gear passes zero, so does the limit of its losses."""
    compiled = dt.compile(find("machines.WindTurbineStop")())
    ends = [
        compiled.simulate(tolerance=1e-6 * 10 ** (-k / 60))["rotor.phi"][-1]
        for k in (7, 35, 38, 81, 150, 167, 180)
    ]
    assert np.ptp(ends) < 1e-6
