"""Worms: efficiencies, hoists that are driven, held and lowered, the beginning of self-locking."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning

import drivetrain as dt
from drivetrain.blocks import Ramp
from drivetrain.gears import SelfLockingGear, WormGear
from drivetrain.rotational import ConstantTorque, IdealGear, Inertia, SpringDamper, Torque

ALPHA, LEAD, RATIO = math.radians(20), math.radians(4), 40.0
J_WORM, J_WHEEL, LOAD = 0.002, 1.0, 200.0
IDEAL = LOAD / RATIO
ETA1, ETA2 = 0.3935843, -0.5179905
"""Of a lead angle of 4 degrees and the friction coefficient 0.1."""


def worm(**values: Any) -> WormGear:
    """Return a worm, that of the hoist unless told otherwise."""
    return WormGear(**{"ratio": RATIO, "gamma": LEAD, "d1": 0.05, **values})


def hoist(gear: Any, motor: float = 0.0, load: float = LOAD, J: float = J_WORM, w: float = 0.0):
    """Return a motor that turns a gear from whose wheel a load hangs."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.shaft >> self.worm >> self.wheel
        yield self.load.flange >> self.wheel.flange_b

    return build(
        equations,
        motor=ConstantTorque(tau_constant=motor),
        shaft=Inertia(J=J, **turning(w)),
        worm=gear,
        wheel=Inertia(J=J_WHEEL),
        load=ConstantTorque(tau_constant=-load),
    )


@pytest.mark.parametrize(
    ("degrees", "mu", "eta1", "eta2"),
    [(4, 0.1, "0.3935843", "-0.5179905"), (10, 0.03, "0.8419325", "0.8143582")],
)
def test_the_efficiencies_of_the_flanks(degrees: float, mu: float, eta1: str, eta2: str):
    gear = worm(gamma=math.radians(degrees), mu_table=[[0, mu]])
    run = dt.simulate(hoist(gear, motor=20.0), stop_time=0.1)
    assert f"{run.final['worm.eta1']:.7f}" == eta1
    assert f"{run.final['worm.eta2']:.7f}" == eta2
    assert run.parameters["worm.eta2_0"] == run.final["worm.eta2"]


@pytest.mark.parametrize(("motor", "told"), [(16.0, "918.692169"), (-4.0, "-841.188635")])
def test_a_hoist_is_driven_up_and_down(motor: float, told: str):
    run = dt.simulate(hoist(worm(), motor), stop_time=1.0)
    assert f"{run.final['shaft.a']:.6f}" == told
    assert f"{run.final['shaft.w']:.6f}" == told
    assert run.energy.relative_error < 1e-12


def test_a_hoist_without_motor_holds_to_the_last_bit():
    run = dt.simulate(hoist(worm()), stop_time=1.0)
    assert not run["shaft.w"].any()
    assert not run["shaft.phi"].any()
    assert not run["motor.flange.tau"].any()
    # what the teeth hold is all that the load asks for
    np.testing.assert_allclose(run["worm.tau"], -IDEAL, rtol=1e-15)


@pytest.mark.parametrize(
    ("rate", "mode", "torque"), [(2.0, "forward", IDEAL / ETA1), (-1.0, "backward", IDEAL * ETA2)]
)
def test_the_motor_torque_at_which_it_breaks_away(rate: float, mode: str, torque: float):
    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.shaft >> self.worm >> self.wheel
        yield self.load.flange >> self.wheel.flange_b
        yield self.pedal.y >> self.motor.tau

    model = build(
        equations,
        pedal=Ramp(height=10 * rate, duration=10.0),
        motor=Torque(),
        shaft=Inertia(J=J_WORM, **REST),
        worm=worm(),
        wheel=Inertia(J=J_WHEEL),
        load=ConstantTorque(tau_constant=-LOAD),
    )
    run = dt.simulate(model, stop_time=10.0, interval=0.1)
    (instant,) = run.events.times("worm.mode", after=mode)
    assert instant == pytest.approx(torque / rate, rel=1e-6)
    assert abs(run.at(instant - 1e-3, "worm.w_a")) == 0.0


def test_the_static_torque_of_lowering():
    assert f"{IDEAL * dt.simulate(hoist(worm()), stop_time=0.1).final['worm.eta2']:.6f}" == (
        "-2.589953"
    )


def test_self_locking_begins_at_a_friction_of_the_lead_angle():
    limit = math.cos(ALPHA) * math.tan(LEAD)
    assert f"{limit:.7f}" == "0.0657097"
    above = dt.simulate(hoist(worm(mu_table=[[0, limit * (1 + 1e-9)]])), stop_time=0.5)
    below = dt.simulate(hoist(worm(mu_table=[[0, limit * (1 - 1e-6)]])), stop_time=0.5)
    assert not above["shaft.w"].any()
    assert below.final["shaft.w"] < 0
    assert (below["worm.mode"] == -1).all()


def accelerated(motor: float, load: float, w: float, eta: tuple[float, float], bearing: float):
    """Return the acceleration of the worm, worked out by hand: direction and side are tried."""
    heavy = J_WHEEL / RATIO**2
    for forward, pushes in product((True, False), repeat=2):
        if (w > 0 and not forward) or (w < 0 and forward):
            continue
        sign = 1.0 if forward else -1.0
        share = 1 / eta[0] if forward == pushes else eta[1]
        # at the wheel: ideal = load + heavy a; at the worm: J a = motor - share ideal - bearing
        a = (motor - share * load - sign * bearing) / (J_WORM + share * heavy)
        ideal = load + heavy * a
        if (ideal >= 0) == pushes and (w != 0 or a * sign > 0):
            return a
    return 0.0


@pytest.mark.parametrize("eta", [(0.4, -0.5), (0.9, 0.85), (0.6, 0.0)])
@pytest.mark.parametrize("w", [-10.0, 0.0, 10.0])
@pytest.mark.parametrize("bearing", [0.0, 0.7])
def test_every_direction_and_side(eta: tuple[float, float], w: float, bearing: float):
    gear = SelfLockingGear(ratio=RATIO, eta1_0=eta[0], eta2_0=eta[1], tau_bearing=bearing)
    compiled = dt.compile(hoist(gear, w=w))
    for motor, load in product((-20.0, -3.0, -1.0, 0.0, 2.0, 15.0), (-200.0, -10.0, 50.0, 200.0)):
        values = {"motor.tau_constant": motor, "load.tau_constant": -load}
        run = compiled.simulate(stop_time=1e-4, parameters=values)
        expected = accelerated(motor, load / RATIO, w, eta, bearing)
        assert run["shaft.a"][0] == pytest.approx(expected, rel=1e-12, abs=1e-12), (motor, load)
        assert run.energy.relative_error < 1e-12


def test_a_left_hand_worm_is_the_mirror_image():
    right = dt.simulate(hoist(worm(), -4.0), stop_time=0.5)
    left = dt.simulate(hoist(worm(ratio=-RATIO), 4.0), stop_time=0.5)
    np.testing.assert_array_equal(left["shaft.w"], -right["shaft.w"])
    np.testing.assert_array_equal(left["wheel.w"], right["wheel.w"])


def test_a_worm_without_friction_is_an_ideal_gear():
    run = dt.simulate(hoist(worm(mu_table=[[0, 0.0]]), 3.0), stop_time=0.5)
    ideal = dt.simulate(hoist(IdealGear(ratio=RATIO), 3.0), stop_time=0.5)
    assert run.final["shaft.w"] == pytest.approx(ideal.final["shaft.w"], rel=1e-12)


def test_friction_that_falls_with_the_sliding_speed():
    """Sliding at 4 m/s halves the friction, and the work lost is what the efficiency says."""
    rows = [[0.0, 0.1], [4.0, 0.05], [100.0, 0.05]]
    run = dt.simulate(hoist(worm(mu_table=rows), 16.0), stop_time=1.0, interval=1e-3)
    v = run["worm.w_a"] * 0.05 / (2 * math.cos(LEAD))
    mu = np.interp(v, [r[0] for r in rows], [r[1] for r in rows])
    np.testing.assert_allclose(run["worm.mu"], mu, rtol=1e-12)
    assert v[-1] > 4.0
    moving = run["worm.w_a"] > 0
    arrives = -run["worm.flange_b.tau"] / RATIO / run["worm.flange_a.tau"]
    expected = (np.cos(ALPHA) - mu * np.tan(LEAD)) / (np.cos(ALPHA) + mu / np.tan(LEAD))
    np.testing.assert_allclose(arrives[moving], expected[moving], rtol=1e-10)
    assert run.energy.relative_error < 1e-7


def test_a_worm_between_springs_without_inertia():
    """Both shafts at the worm are springs with dampers: its speed follows from torques alone."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.rotor >> self.fast >> self.worm >> self.slow >> self.wheel
        yield self.load.flange >> self.wheel.flange_b

    at_ease = {"phi_rel": dt.fixed(0.0), "w_rel": dt.fixed(0.0)}
    model = build(
        equations,
        motor=ConstantTorque(tau_constant=-4.0),
        rotor=Inertia(J=0.002, **REST),
        fast=SpringDamper(c=500.0, d=0.5, **at_ease),
        worm=worm(),
        slow=SpringDamper(c=1e5, d=100.0, phi_rel=dt.fixed(-LOAD / 1e5)),
        wheel=Inertia(J=J_WHEEL),
        load=ConstantTorque(tau_constant=-LOAD),
    )
    run = dt.simulate(model, stop_time=1.0)
    late = run.at(0.5, "rotor.w"), run.at(1.0, "rotor.w")
    assert (late[1] - late[0]) / 0.5 == pytest.approx(-841.188635, rel=2e-2)
    assert run.energy.relative_error < 1e-6


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"gamma": math.radians(80), "mu_table": [[0, 0.3]]}, r"worm: the worm cannot drive"),
        ({"mu_table": [[0, 0.1], [1, 0.05]]}, r"mu_table gives is negative"),
    ],
)
def test_what_cannot_be_is_refused(values: dict[str, Any], told: str):
    with pytest.raises(dt.DrivetrainError, match=told):
        dt.simulate(hoist(worm(**values), 16.0), stop_time=2.0)


@pytest.mark.parametrize("values", [{"gamma": 4.0}, {"gamma": 0.0}, {"gamma": -0.1}])
def test_a_lead_angle_lies_below_a_right_angle(values: dict[str, float]):
    with pytest.raises(dt.DrivetrainError, match=r"worm\.gamma = "):
        dt.simulate(hoist(worm(**values)), stop_time=0.1)
