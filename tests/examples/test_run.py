"""Every example runs, its energy adds up, and one fact about each is what mechanics says."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from drivetrain import examples, simulate


@cache
def run(name: str) -> Any:
    model = examples.find(name)()
    e = model.experiment
    return simulate(model, stop_time=e.stop_time, interval=e.interval, tolerance=1e-8)


@pytest.mark.parametrize("name", examples.names())
def test_energy_adds_up(name):
    result = run(name)
    assert result.time[-1] == examples.find(name).experiment.stop_time
    audit = result.energy
    change = audit.stored[-1] - audit.stored[0]
    supplied, lost = audit.supplied[-1], audit.dissipated[-1]
    scale = abs(audit.stored).max() + abs(supplied) + lost
    assert supplied == pytest.approx(change + lost, abs=1e-6 * scale)


def test_an_explicit_ground_changes_nothing():
    first, grounded = run("First"), run("FirstGrounded")
    for name in ("inertia2.w", "inertia3.w", "damper.phi_rel"):
        assert first[name][-1] == pytest.approx(grounded[name][-1], rel=1e-9)


def test_clutches_conserve_momentum():
    r = run("CoupledClutches")
    momentum = sum(r[f"J{k}.w"] for k in (1, 2, 3, 4))
    impulse = (1 - np.cos(10 * np.pi * r.time)) / np.pi
    np.testing.assert_allclose(momentum, 10.0 + impulse, rtol=1e-7)


def test_a_released_clutch_is_free():
    r = run("CoupledClutches")
    late = r.time > 1.2501
    assert np.all(r["clutch1.mode"][late] == 2)
    assert np.all(r["clutch1.tau"][late] == 0.0)


def test_the_brake_ends_all_motion():
    r = run("Friction")
    assert r["brake.mode"][-1] == 0
    assert r["inertia1.w"][-1] == 0.0
    np.testing.assert_allclose(r["t_motor"][r.time > 0.5], 0.0, atol=1e-12)
    np.testing.assert_array_equal(r["t_clutch"], r["clutch.tau"])


def test_reaction_torque_of_a_gear_twists_its_bearing():
    r = run("ElasticBearing")
    ratio, shaft, load, motor = 3.0, 1.0, 50.0, 100.0
    into_gear = motor * (load / ratio**2) / (shaft + load / ratio**2)
    twist = (ratio - 1) * into_gear / 1e5
    assert abs(r["spring_damper.phi_rel"][-1]) == pytest.approx(twist, rel=0.02)
    assert r["shaft.w"][-1] == pytest.approx(750.0 / (shaft + load / ratio**2), rel=5e-3)


def test_the_oscillator_without_backlash_decays_as_it_should():
    r = run("Backlash")
    t, decay, w = r.time, 5.0, np.sqrt(4000.0 - 25.0)
    phi = np.pi / 2 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    np.testing.assert_allclose(r["inertia1.phi"], phi, atol=1e-5)


def test_soft_contact_does_not_jump_but_full_damping_does():
    r = run("Backlash")
    at_events = np.flatnonzero(np.diff(r.time) == 0)
    soft, full = (np.abs(np.diff(r[f"{n}.tau"])[at_events]).max()
                  for n in ("elasto_backlash", "elasto_backlash2"))  # fmt: skip
    assert soft < 1e-3
    assert full > 100.0


def test_gear_ratio_before_and_after_the_shift():
    r = run("SimpleGearShift")
    before = (r.time > 0.6) & (r.time < 1.9)
    np.testing.assert_allclose(r["gear_ratio"][before], 0.4, rtol=1e-9)
    assert r["gear_ratio"][-1] == pytest.approx(1.0, rel=1e-9)
