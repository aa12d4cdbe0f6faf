"""Self-locking gears whose load is too heavy: no rigid motion, or two; the message says why."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pytest
from tests.closed_forms.building import build, turning

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.errors import SimulationError
from drivetrain.gears import SelfLockingGear, WormGear
from drivetrain.rotational import Clutch, ConstantTorque, ElastoBacklash, Inertia, SpringDamper

RATIO, J_WHEEL, LOAD = 40.0, 1.0, 200.0
LIMIT = 3.23744e-4
"""Inertia of the worm in kg·m² below which nothing rigid can move: |eta2| J_wheel / ratio²."""
WORM = WormGear(ratio=RATIO, gamma=math.radians(4), d1=0.05)


def lowering(J: float, gear: Any = WORM, motor: float = 0.0, **more: Any) -> Any:
    """Return a load that runs down at a worm, braked by nothing but the friction of the teeth."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.shaft >> self.worm
        if more:
            yield self.worm.flange_b >> self.mesh >> self.wheel
        else:
            yield self.worm.flange_b >> self.wheel.flange_a
        yield self.load.flange >> self.wheel.flange_b

    return build(
        equations,
        motor=ConstantTorque(tau_constant=motor),
        shaft=Inertia(J=J, **turning(-10.0)),
        worm=gear,
        wheel=Inertia(J=J_WHEEL),
        load=ConstantTorque(tau_constant=-LOAD),
        **more,
    )


def test_the_limit_is_the_effective_inertia_that_vanishes():
    eta2 = dt.simulate(lowering(1.0), stop_time=0.0).parameters["worm.eta2_0"]
    assert f"{-eta2 * J_WHEEL / RATIO**2:.8f}" == f"{LIMIT:.8f}"


def test_just_above_the_limit_the_worm_stops():
    run = dt.simulate(lowering(3.26e-4), stop_time=0.01)
    (instant,) = run.events.times("worm.mode", after="stuck")
    eta2, heavy = run.parameters["worm.eta2_0"], J_WHEEL / RATIO**2
    deceleration = -eta2 * LOAD / RATIO / (3.26e-4 + eta2 * heavy)
    assert instant == pytest.approx(10.0 / deceleration, rel=1e-9)
    assert run.final["shaft.w"] == 0.0
    assert run.energy.relative_error < 1e-9


@pytest.mark.parametrize("gear", [WORM, SelfLockingGear(ratio=RATIO, eta1_0=0.4, eta2_0=-0.518)])
def test_just_below_it_is_refused_with_criterion_and_remedy(gear: Any):
    with pytest.raises(dt.DrivetrainError) as caught:
        dt.simulate(lowering(3.22e-4, gear), stop_time=0.01)
    told = str(caught.value)
    assert "No modes of the elements agree" in told
    assert "worm: the gear is self-locking (eta2 = -0.51" in told
    assert "J_a + eta2 J_b / i^2 > 0" in told
    assert "J_a has to be more than 0.00032" in told
    assert "give flange_a more inertia" in told
    assert "SpringDamper" in told


def test_far_below_it_is_refused_as_well():
    with pytest.raises(dt.DrivetrainError, match=r"J_a \+ eta2 J_b / i\^2 > 0"):
        dt.simulate(lowering(1e-5), stop_time=0.01)


def accelerations_of_worm(J: float, motor: float, eta1: float, eta2: float) -> list[float]:
    """Return how a worm that runs backward may accelerate, with either flank that is pressed then.

    From ``J a = motor - left * ideal`` and ``J_wheel a / ratio = ratio * ideal - load``.
    """
    found = []
    for left in (eta2, 1.0 / eta1):  # of the ideal torque: the wheel drives, or the worm does
        a = (motor - left * LOAD / RATIO) / (J + left * J_WHEEL / RATIO**2)
        ideal = (LOAD + J_WHEEL * a / RATIO) / RATIO
        if (ideal > 0) == (left == eta2):
            found.append(a)
    return found


@pytest.mark.parametrize("J", [1e-5, 1e-4, 3.1e-4, 3.3e-4, 1e-3])
@pytest.mark.parametrize("motor", [-50.0, -10.0, -3.0, -1.0, 0.0, 5.0])
def test_a_run_ends_where_there_is_not_exactly_one_motion(J: float, motor: float):
    model = lowering(J, motor=motor, gear=SelfLockingGear(ratio=RATIO, eta1_0=0.4, eta2_0=-0.518))
    motions = accelerations_of_worm(J, motor, eta1=0.4, eta2=-0.518)
    if len(motions) == 1:
        run = dt.simulate(model, stop_time=0.0)
        assert run["shaft.a"][-1] == pytest.approx(motions[0], rel=1e-9)
        return
    told = "Two motions agree" if motions else "No modes of the elements agree"
    with pytest.raises(dt.DrivetrainError, match=told) as caught:
        dt.simulate(model, stop_time=0.0)
    assert "J_a + eta2 J_b / i^2 > 0" in str(caught.value)


def test_a_second_motion_that_an_event_brings_ends_the_run():
    """A rigid clutch takes the motor's inertia away, without which the worm is too light."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.clutch >> self.shaft >> self.worm >> self.wheel
        yield self.push.flange >> self.shaft.flange_a
        yield self.load.flange >> self.wheel.flange_b
        yield self.pedal.y >> self.clutch.f_normalized

    model = build(
        equations,
        motor=Inertia(J=1e-3, **turning(-10.0)),
        clutch=Clutch(fn_max=1e4),
        pedal=Step(offset=1.0, height=-1.0, start_time=0.002),
        shaft=Inertia(J=1e-4, w=dt.guess(-10.0)),
        push=ConstantTorque(tau_constant=-3.0),
        worm=WORM,
        wheel=Inertia(J=J_WHEEL),
        load=ConstantTorque(tau_constant=-LOAD),
    )
    with pytest.raises(SimulationError, match="Two motions agree") as caught:
        dt.simulate(model, stop_time=0.01)
    assert caught.value.result.time[-1] == 0.002
    assert "worm: the gear is self-locking" in str(caught.value)


@pytest.mark.parametrize(
    "mesh",
    [
        SpringDamper(c=1e5, d=50.0, phi_rel=dt.fixed(-LOAD / 1e5), w_rel=dt.fixed(0.0)),
        ElastoBacklash(
            c=1e5, d=50.0, b=1e-3, phi_rel=dt.fixed(-5e-4 - LOAD / 1e5), w_rel=dt.fixed(0.0)
        ),
    ],
)
@pytest.mark.parametrize("J", [3.22e-4, 1e-4])
def test_an_elastic_mesh_lets_it_stop(mesh: Any, J: float):
    run = dt.simulate(lowering(J, mesh=mesh), stop_time=2.0)
    assert run.final["shaft.w"] == 0.0
    assert run.final["worm.mode"] == 0
    assert run.final["wheel.w"] == pytest.approx(0.0, abs=1e-2)


def test_a_gear_that_does_not_lock_says_nothing_of_jamming():
    values = {"eta2_0": 0.3, "ratio": 40.0, "law": "acceleration"}
    assert SelfLockingGear._without_modes(values) == ""
    assert "no inertia" in SelfLockingGear._without_modes({**values, "law": "velocity"})
