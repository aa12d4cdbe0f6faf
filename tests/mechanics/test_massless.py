"""Friction elements with nothing but massless parts at one side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import check, edition2002, simulate
from drivetrain import compile as compile_model
from drivetrain.blocks import Sine, Step
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    Damper,
    Fixed,
    Inertia,
    LossyGear,
    OneWayClutch,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.verification.residuals import residuals


class Launch(Model):
    """An engine accelerates a vehicle through a clutch and an elastic shaft without inertia."""

    engine = Inertia(J=0.2, phi=fixed(0), w=fixed(100))
    clutch = Clutch(fn_max=200, mu_pos=[[0, 0.4]])
    shaft = SpringDamper(c=2e4, d=20)
    vehicle = Inertia(J=2.0)
    pedal = Step(start_time=0.1)

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.clutch >> self.shaft >> self.vehicle
        yield self.pedal.y >> self.clutch.f_normalized


def test_launch_through_a_massless_shaft() -> None:
    """80 N·m act until both speeds are equal; the shaft swings afterwards."""
    result = simulate(Launch(), stop_time=1.0, tolerance=1e-8)
    sliding = 0.1 + 100 / (80 / 0.2 + 80 / 2.0)
    start, stop = result.events.times("clutch.mode")
    assert start == 0.1
    assert stop == pytest.approx(sliding, abs=2e-3)
    heat = 0.5 * 0.2 * 2.0 / 2.2 * 100**2
    assert result.energy.dissipated[-1] == pytest.approx(heat, rel=1e-3)
    assert result.energy.relative_error < 1e-7
    assert result["engine.w"][-1] == pytest.approx(100 * 0.2 / 2.2, rel=1e-2)


def test_the_speed_behind_the_clutch_is_no_state() -> None:
    assert not [name for name in check(Launch()).states if name.startswith("clutch.w")]


class Dashpot(Model):
    """A brake holds the free end of a damper; nothing in between has inertia."""

    wheel = Inertia(J=1.0, phi=fixed(0), w=fixed(0))
    motor = Torque()
    push = Step(height=6.0, start_time=0.5)
    damper = Damper(d=2.0)
    brake = Brake(fn_max=8.0, mu_pos=[[0, 0.5]], f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.push.y >> self.motor.tau
        yield self.motor >> self.wheel >> self.damper >> self.brake


def test_a_brake_behind_a_damper_slips_at_its_torque() -> None:
    """The wheel follows w = 3 (1 - exp(-2 t)) until the damper carries the brake's 4 N·m."""
    result = simulate(Dashpot(), stop_time=3.0, tolerance=1e-9)
    slip = 0.5 + np.log(3.0) / 2
    (found,) = result.events.times("brake.mode", after="forward")
    assert found == pytest.approx(slip, rel=1e-7)
    late = result.time > slip + 1e-6
    np.testing.assert_allclose(result["brake.tau"][late], 4.0, rtol=1e-9)
    np.testing.assert_allclose(
        result["wheel.w"][late], 2.0 + 2.0 * (result.time[late] - slip), rtol=1e-6
    )


def test_inertia_behind_the_element_keeps_the_law_on_acceleration() -> None:
    class WithInertia(Launch):
        """The same with a small hub behind the clutch."""

        hub = Inertia(J=1e-3)
        ground = Fixed()
        mount = SpringDamper(c=1.0, d=0.0)

        def equations(self) -> Iterable[Any]:
            yield self.hub.flange_a >> self.clutch.flange_b
            yield self.vehicle >> self.mount >> self.ground

    assert "clutch.w_rel" in check(WithInertia()).states


class Seat(Model):
    """A bearing sits between two elastic shafts; the shaft in it has no inertia."""

    left = Inertia(J=1.0, phi=fixed(0), w=fixed(3))
    first = SpringDamper(c=100.0, d=1.0)
    bearing = BearingFriction(tau_pos=[[0, 1.0]])
    second = SpringDamper(c=100.0, d=1.0)
    right = Inertia(J=1.0, phi=fixed(0), w=fixed(0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.first >> self.bearing >> self.second >> self.right


def test_a_bearing_between_elastic_shafts_brings_them_to_rest() -> None:
    compiled = compile_model(Seat())
    result = compiled.simulate(stop_time=20.0, tolerance=1e-8)
    assert residuals(compiled, result).worst <= 1e-9
    assert result.energy.relative_error < 1e-6
    assert np.abs(result["bearing.tau"]).max() <= 1.0 + 1e-9
    assert abs(result["bearing.w"][-1]) == 0.0
    assert result.energy.dissipated[-1] == pytest.approx(4.5, rel=0.05)


class Freewheel(Model):
    """A freewheel with a slipping clutch between two elastic shafts, under a swinging load."""

    clutch: Any = OneWayClutch(fn_max=4.0)
    left = Inertia(J=1.0, phi=fixed(0), w=fixed(2))
    first = SpringDamper(c=100.0, d=1.0)
    second = SpringDamper(c=100.0, d=1.0)
    right = Inertia(J=1.0, phi=fixed(0), w=fixed(0))
    load = Torque()
    swing = Sine(amplitude=5.0, f=3.0)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.first >> self.clutch >> self.second >> self.right
        yield self.load.flange >> self.right.flange_b
        yield self.swing.y >> self.load.tau
        yield from self.signals()

    def signals(self) -> Iterable[Any]:
        yield self.clutch.f_normalized == 0.5


class OldFreewheel(Freewheel):
    clutch = edition2002.OneWayClutch(fn_max=4.0)

    def signals(self) -> Iterable[Any]:
        yield self.clutch.in_port == 0.5


class FreewheelWithHubs(Freewheel):
    """The same with some inertia beside the freewheel, which does not matter."""

    driving = Inertia(J=1e-6, w=fixed(0))
    driven = Inertia(J=1e-6, w=fixed(0))

    def equations(self) -> Iterable[Any]:
        yield self.driving.flange_a >> self.clutch.flange_a
        yield self.driven.flange_a >> self.clutch.flange_b


@pytest.mark.parametrize("model", [Freewheel, OldFreewheel])
def test_a_freewheel_between_elastic_shafts(model: type[Model]) -> None:
    compiled = compile_model(model())
    result = compiled.simulate(stop_time=1.0, tolerance=1e-8)
    assert residuals(compiled, result).worst <= 1e-9
    assert result.energy.relative_error < 1e-6
    assert "clutch.w_rel" not in check(model()).states
    assert result["clutch.w_rel"].min() > -1e-9
    assert result["clutch.w_rel"].max() > 0.1
    assert result["clutch.tau"].min() < -5.0
    assert result["clutch.tau"].max() == pytest.approx(1.0001, rel=1e-6)
    heavy = simulate(FreewheelWithHubs(), stop_time=1.0, tolerance=1e-8)
    for name in ("left.w", "right.w"):
        assert result[name][-1] == pytest.approx(heavy[name][-1], rel=1e-3)


LOSSES = [[0, 0.8, 0.7, 0.5, 0.4], [50, 0.9, 0.8, 1.0, 0.8]]


class Reducer(Model):
    """A gear with losses between two elastic shafts; the load turns it, stops it and drives it."""

    gear: Any = LossyGear(ratio=2.0, loss_table=LOSSES)
    left = Inertia(J=1.0, phi=fixed(0), w=fixed(0.2))
    first = SpringDamper(c=100.0, d=1.0)
    second = SpringDamper(c=100.0, d=1.0)
    right = Inertia(J=1.0, phi=fixed(0), w=fixed(0))
    load = Torque()
    swing = Sine(f=3.0)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.first >> self.gear >> self.second >> self.right
        yield self.load.flange >> self.right.flange_b
        yield self.swing.y >> self.load.tau


class OldReducer(Reducer):
    gear = edition2002.LossyGear(i=2.0, loss_table=LOSSES)


@pytest.mark.parametrize("amplitude", [3.0, 60.0])
@pytest.mark.parametrize("model", [Reducer, OldReducer])
def test_a_lossy_gear_between_elastic_shafts(model: type[Model], amplitude: float) -> None:
    class WithHub(model):  # type: ignore[valid-type,misc]
        """The same with some inertia at the gear, which does not matter."""

        hub = Inertia(J=1e-6, w=fixed(0))

        def equations(self) -> Iterable[Any]:
            yield self.hub.flange_a >> self.gear.flange_a

    given: dict[str, Any] = {
        "stop_time": 1.0,
        "tolerance": 1e-8,
        "parameters": {"swing.amplitude": amplitude},
    }
    compiled = compile_model(model())
    result = compiled.simulate(**given)
    assert residuals(compiled, result, given["parameters"]).worst <= 1e-9
    assert result.energy.relative_error < 1e-6
    assert {-1, 0, 1} <= set(result["gear.mode"].tolist())
    hub = simulate(WithHub(), **given)
    for name in ("left.w", "right.w"):
        assert result[name][-1] == pytest.approx(hub[name][-1], rel=1e-3)


def test_a_massless_end_that_rests_at_a_contact_does_not_leave_it():
    """What a loop is solved from there stays as it was: it has solutions at both sides."""

    class Loose(drivetrain.Model):
        node = Inertia(J=0.3766, w=drivetrain.guess(15.39))
        gear = edition2002.Gear2(d=0.01071, b=0.8801)

        def equations(self):
            yield self.node.flange_b >> self.gear.flange_b

    result = drivetrain.simulate(Loose(), stop_time=0.05)
    assert len(result.events) <= 4


class Masing(Model):
    """A flywheel: a spring with a slip clutch behind it, beside a clutch and another spring."""

    wave = Sine(amplitude=34.22, f=30.0)
    torque, load = Torque(), Torque(tau=-10.0)
    near = Inertia(J=0.087, phi=fixed(0), w=fixed(90))
    far = Inertia(J=0.231, phi=fixed(0), w=fixed(90))
    hysteresis = Clutch(fn_max=35.0, mu_pos=[[0, 0.4]], peak=1.1, f_normalized=1.0)
    link = SpringDamper(c=3886.0, d=0.496)
    slip = Clutch(fn_max=4.29, mu_pos=[[0, 0.4]], f_normalized=1.0)
    spring = SpringDamper(c=498.0, d=0.2)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.torque.tau
        yield self.torque >> self.near >> self.hysteresis >> self.far >> self.load.flange
        yield self.near >> self.link >> self.slip >> self.far
        yield self.near >> self.spring >> self.far


def test_twists_between_inertias_that_turn_keep_their_digits() -> None:
    """Differences of angles of a hundred rad have few; that of a clutch acts on nothing."""
    states = set(check(Masing()).states)
    assert {"link.phi_rel", "spring.phi_rel", "spring.w_rel"} < states


RESTING = [
    [34.21682142899651, 0.08712350287954979, 0.23112566356586708, 35.00625087284208,
     3885.677710498835, 0.49629116064711337, 4.293711287152131, 498.0996058521069],
    [7.254947001639535, 0.24673017947023498, 0.1682685064136563, 13.40039301544641,
     5471.171765940687, 0.195451142764597, 7.685787463990371, 826.2423291916841],
]  # fmt: skip
NAMES = [
    "wave.amplitude", "near.J", "far.J", "hysteresis.fn_max",
    "link.c", "link.d", "slip.fn_max", "spring.c",
]  # fmt: skip


@pytest.mark.parametrize("numbers", RESTING)
def test_a_slip_clutch_comes_to_rest_at_its_limit(numbers: list[float]) -> None:
    """Beside a clutch that sticks, the spring before it relaxes until it just slips no more."""
    values = dict(zip(NAMES, numbers, strict=True))
    result = simulate(Masing(), stop_time=1.0, tolerance=1e-8, solver="rodas", parameters=values)
    assert np.abs(result["slip.tau"]).max() <= 0.4 * values["slip.fn_max"] * (1 + 1e-9)
    assert result.energy.relative_error < 1e-6
