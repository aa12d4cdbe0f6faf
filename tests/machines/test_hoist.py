"""A hoist: what lifting and lowering take, who holds the load, what rope and floor carry."""

from __future__ import annotations

import math

import numpy as np
import pytest

WEIGHT, ASKED = 9810.0, 9810.0 * 0.2 / 40
"""Of the load in N, and what it asks for at the worm without losses in N·m."""
BEARING = 0.5


def efficiencies(mu: float) -> tuple[float, float]:
    """Return those of the worm, driven by the motor and by the load."""
    c, t = math.cos(math.radians(20)), math.tan(math.radians(4))
    return (c - mu * t) / (c + mu / t), (c - mu / t) / (c + mu * t)


def friction(w: float) -> float:
    """Return the friction coefficient of the flanks at a speed of the motor."""
    v = abs(w) * 0.06 / (2 * math.cos(math.radians(4)))
    return float(np.interp(v, [0, 1, 3, 10], [0.1, 0.075, 0.065, 0.06]))


def test_what_lifting_and_lowering_at_full_speed_take(run):
    r = run("Hoist")
    up, down = efficiencies(friction(100.0))
    assert r.at(4.0, "motor_torque.tau") == pytest.approx(ASKED / up + BEARING, rel=1e-5)
    assert r.at(11.0, "motor_torque.tau") == pytest.approx(ASKED * down - BEARING, abs=1e-5)
    assert abs(down) < 0.02 < -efficiencies(0.1)[1]


def test_the_load_leaves_the_floor_with_a_taut_rope(run):
    r = run("Hoist")
    (taut,) = r.events.times("rope.contact", after=True)
    (leaves,) = r.events.times("floor.contact", after=False)
    assert r.at(taut, "rope_end.s") == pytest.approx(r.at(taut, "load.s"), abs=1e-9)
    # on the floor it stands 1 mm deep; from there the pull is its weight, and what the damper takes
    assert -1e-3 < r.at(leaves, "load.s") < 1e-4
    assert taut < leaves < taut + 0.05
    standing = r.time < taut
    np.testing.assert_array_equal(r["rope.f"][standing], 0.0)


def test_the_worm_holds_the_load_when_the_brake_fails(run):
    r = run("Hoist")
    assert r.events.times("brake.mode", after="free")[-1] == pytest.approx(7.0)
    off = (r.time > 6.0) & (r.time < 8.0)
    assert r["worm.locked"][off].all()
    assert not r["motor.w"][off].any()
    # the sum of two states that both move while the rope swings: it is as exact as their roundings
    assert np.ptp(r["motor.phi"][off]) <= 8 * np.spacing(r["motor.phi"][off].max())
    late = (r.time > 7.5) & (r.time < 8.0)
    assert np.ptp(r["load.s"][late]) < 1e-7
    np.testing.assert_allclose(r["worm.tau"][late], -ASKED, rtol=1e-5)
    np.testing.assert_allclose(r["worm.flange_a.tau"][late], 0.0, atol=1e-13)


def test_brake_and_worm_share_what_the_load_asks_for(run):
    r = run("Hoist")
    both = (r.time > 6.5) & (r.time < 7.0)
    assert r["brake.locked"][both].all()
    pull = r["rope.f"][both] / 200.0
    np.testing.assert_allclose((r["brake.tau"] + r["worm.tau"])[both], pull, rtol=1e-9)


def test_the_load_is_set_down_and_the_rope_is_slack(run):
    r = run("Hoist")
    assert r.final["rope.f"] == 0.0
    assert r.final["floor.f"] == pytest.approx(-WEIGHT, rel=1e-6)
    assert r.final["load.s"] == pytest.approx(-1e-3, rel=1e-6)
    assert r.final["rope_end.s"] < r.final["load.s"] - 0.1
    assert r.final["worm.mode"] == 0
    assert r["rope.f"].max() <= 0.0
    assert r["floor.f"].max() <= 0.0


def test_a_worm_with_less_friction_lets_the_load_run_down(compiled):
    mu = 0.03
    r = compiled("Hoist").simulate(
        parameters={"worm.mu_table": [[0, mu]]}, stop_time=8.0, interval=1e-3
    )
    assert r.events.times("worm.mode", after="backward") == pytest.approx([7.0])
    _, eta = efficiencies(mu)
    # seen from the rope: motor and wheel are heavy, and the flanks keep a part of the pull
    inertia = 0.08 * 200.0**2 + eta * (5.0 * 5.0**2 + 5.0 + 1000.0)
    acceleration = (eta * WEIGHT - BEARING * 200.0) / inertia
    fallen = r.at(7.0, "load.s") - r.at(8.0, "load.s")
    assert fallen == pytest.approx(acceleration / 2, rel=0.01)
