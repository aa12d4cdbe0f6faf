"""The examples of elements that lock one motion together: who holds what, who slips first, when.

While elements stick, each takes of what is added the share with the least sum of squares; one that
is at its limit leaves the rest to the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import event_times

import drivetrain as dt
from drivetrain import examples
from drivetrain.errors import StructureError
from drivetrain.rotational import IdealGear, Inertia

NAMES = [name for name in examples.names() if name.startswith("redundancy.")]
PRECISE = 1e-9


@cache
def run(name: str) -> dt.Result:
    return dt.simulate(examples.find(f"redundancy.{name}")(), tolerance=1e-10)


def near(actual: Any, expected: Any, atol: float = PRECISE) -> None:
    np.testing.assert_allclose(actual, expected, rtol=0, atol=atol)


def before(r: dt.Result, instant: float) -> Any:
    """Return where a run is before an event, whose instant is known up to rounding."""
    return r.time < instant - PRECISE


def after(r: dt.Result, instant: float) -> Any:
    return r.time > instant + PRECISE


def has_event(r: dt.Result, instant: float) -> bool:
    return bool(np.abs(event_times(r) - instant).min() < PRECISE)


def test_there_is_an_example_of_each_kind():
    assert len(NAMES) >= 6


@pytest.mark.parametrize("name", NAMES)
def test_few_events_and_no_locked_motion(name: str):
    r = run(name.partition(".")[2])
    assert len(r.events) < 20
    for element in (n.removesuffix(".locked") for n in r if n.endswith(".locked")):
        speed = next(
            f"{element}.{w}" for w in ("w_relfric", "w_rel", "w_a") if f"{element}.{w}" in r
        )
        near(r[speed][r[f"{element}.locked"]], 0.0)


def test_bearing_and_brake():
    r = run("BearingAndBrake")
    t, load = r.time, r["torque.tau"]
    held, sliding = before(r, 3.7), after(r, 3.7)
    added = np.maximum(load - 0.8, 0.0)
    bearing = np.minimum(np.minimum(load, 0.8) + added / 2, 1.0)
    near(r["bearing.tau"][held], bearing[held])
    near(r["brake.tau"][held], (load - bearing)[held])
    near(r["brake.tau"][t < 1.5], 0.0)  # closed since 1 s
    assert not r["shaft.w"][held].any()
    assert has_event(r, 3.7)
    near(r["shaft.w"][sliding], (t[sliding] - 3.7) ** 2)


@pytest.mark.parametrize(
    ("name", "instant"),
    [("BearingAndBrake", 1.9), ("BrakesAtGear", 1.25), ("ParallelClutches", 2.25),
     ("HeldPlanetary", 1.4), ("LossyGearAndBearing", 1.0)],
)  # fmt: skip
def test_reaching_a_limit_is_no_event(name: str, instant: float):
    assert not has_event(run(name), instant)


def test_brakes_at_both_sides_of_a_gear():
    r = run("BrakesAtGear")
    t = r.time
    held, sliding = before(r, 1.5), after(r, 1.5)
    fast = np.minimum(0.8 * t, 1.0)  # levers 1 and 1/2: shares as 1 : 1/2 over 1 + 1/4
    near(r["fast_brake.tau"][held], fast[held])
    near(r["slow_brake.tau"][held], 2.0 * (t - fast)[held])
    assert not r["fast_shaft.w"][held].any()
    for brake in ("fast_brake", "slow_brake"):
        near(r[f"{brake}.tau"][sliding], 1.0)
    assert has_event(r, 1.5)
    inertia = 0.2 + 1.2 / 4
    near(r["fast_shaft.w"][sliding], (t[sliding] - 1.5) ** 2 / 2 / inertia)


def test_clutches_in_parallel():
    r = run("ParallelClutches")
    t = r.time
    first = np.minimum(1.5, np.maximum(4.0 - 2.0 * (t - 1.0), 0.0))
    near(-r["first.tau"], first)
    together, sliding = before(r, 4.0), after(r, 4.0) & before(r, 5.5)
    near(-r["second.tau"][together], (3.0 - first)[together])
    near(r["motor.w"][together], t[together])
    near(r["load.w"][together], t[together])
    near(-r["second.tau"][sliding], 4.0 - 2.0 * (t[sliding] - 3.5))
    assert has_event(r, 4.0)
    # From then on 3 N·m and less pass: the motor is driven by 1 + 2 (t - 4), the load loses it.
    near(r["motor.w"][sliding], (4.0 + (t - 4.0) + (t - 4.0) ** 2)[sliding])
    near(r["load.w"][sliding], (4.0 + (t - 4.0) - (t - 4.0) ** 2 / 3.0)[sliding])
    near(r["second.tau"][after(r, 5.5)], 0.0)
    near(r["load.w"][after(r, 5.5)], 4.75)


def test_all_members_of_a_planetary_held():
    """The gear carries λ, -3 λ and 2 λ; the brakes hold L - λ, 3 λ and -2 λ."""
    r = run("HeldPlanetary")
    t = r.time
    held, sliding = before(r, 1.8), after(r, 1.8)
    carried = np.maximum(t / 14.0, t - 1.3)  # 1² + 2² + 3² = 14
    near(r["sun_brake.tau"][held], (t - carried)[held])
    near(r["ring_brake.tau"][held], -2.0 * carried[held])
    near(r["carrier_brake.tau"][held], 3.0 * carried[held])
    for member in ("sun", "ring"):
        assert not r[f"{member}.w"][held].any()
    assert has_event(r, 1.8)
    assert not r["carrier_brake.mode"].any()
    assert not r["carrier.w"].any()
    sun = (t - 1.8) ** 2 / 2 / (0.1 + 0.8 / 4)
    near(r["sun.w"][sliding], sun[sliding])
    near(r["ring.w"][sliding], -sun[sliding] / 2)


def test_a_lossy_gear_beside_a_bearing():
    r = run("LossyGearAndBearing")
    t = r.time
    held, sliding = before(r, 1.5), after(r, 1.5)
    bearing = np.minimum(t / 2, 0.5)
    near(r["bearing.tau"][held], bearing[held])
    near(r["gear.tau_loss"][held], (t - bearing)[held])
    assert np.all(r["gear.tau_loss"] <= 0.5 * r["gear.flange_a.tau"] + PRECISE)
    assert has_event(r, 1.5)
    # J2 a = 2 η (M - 0.5 - 2 J1 a) - 2 with η = 1/2
    near(r["load.w"][sliding], (t[sliding] - 1.5) ** 2 / 2 / (1.5 + 2 * 0.2))


def test_friction_on_a_speed_source():
    r = run("FrictionOnSpeedSource")
    t = r.time
    turns, rests = after(r, 1.0) & before(r, 5.0), before(r, 1.0) | after(r, 5.0)
    for element, torque in (("bearing", 0.5), ("brake", 1.5)):
        near(r[f"{element}.tau"][turns], torque)
        near(r[f"{element}.tau"][rests], 0.0)
    # 5 N·m on 1 kg·m²: up to 10 rad/s from 1 s to 3 s, down from 4 s to 6 s.
    near(r["mass.w"], np.interp(t, [0, 1, 3, 4, 6], [0, 0, 10, 10, 0]))
    assert has_event(r, 1.0)
    assert has_event(r, 4.0)
    knots = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    for begin, end, taken in zip(knots, knots[1:], [0, 8, 7, 2, -4, -5], strict=False):
        near(-r["source.flange.tau"][after(r, begin) & before(r, end)], taken)


@pytest.mark.parametrize("difference", [0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3])
def test_gears_around_a_rigid_ring_are_refused_whatever_their_ratios(difference: float) -> None:
    """They say the same twice, or contradict each other: no result hides which of the two."""

    class Ring(dt.Model):
        a, b = Inertia(J=1.0), Inertia(J=2.0)
        one, other = IdealGear(ratio=3.0 * (1.0 / 3.0)), IdealGear(ratio=1.0 + difference)

        def equations(self) -> Iterable[Any]:
            yield self.a >> self.one >> self.b
            yield self.a.flange_b >> self.other >> self.b.flange_a

    with pytest.raises(StructureError, match="contradict each other") as caught:
        dt.compile(Ring())
    for gear in ("one (IdealGear)", "other (IdealGear)"):
        assert gear in str(caught.value)
