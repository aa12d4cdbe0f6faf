"""Sources and friction elements against formulas."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from drivetrain import simulate
from drivetrain.blocks import Constant, Ramp, Sine, Step
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    Accelerate,
    BearingFriction,
    Brake,
    Clutch,
    ConstantSpeed,
    ConstantTorque,
    Damper,
    Fixed,
    IdealPlanetary,
    Inertia,
    Position,
    QuadraticSpeedDependentTorque,
    Speed,
    Spring,
    Torque,
    TorqueStep,
)

PRECISE = {"tolerance": 1e-9, "interval": 0.01}


def driven(source: Any, signal: Any = None, into: str = "", **start: Any) -> Model:
    """Return the model of a source on an inertia of 2 kg·m²."""
    members = {"source": source, "load": Inertia(J=2.0, **start)}
    if signal is not None:
        members["signal"] = signal

    def equations(self: Any) -> Iterable[Any]:
        yield self.source >> self.load
        if signal is not None:
            yield self.signal.y >> getattr(self.source, into)

    made: Model = type("Driven", (Model,), {**members, "equations": equations})()
    return made


REST = {"phi": fixed(0.0), "w": fixed(0.0)}


def test_constant_torque():
    r = simulate(driven(ConstantTorque(tau_constant=3.0), **REST), stop_time=2.0, **PRECISE)
    np.testing.assert_allclose(r["load.w"], 1.5 * r.time, atol=1e-9)
    np.testing.assert_allclose(r["load.phi"], 0.75 * r.time**2, atol=1e-8)


def test_torque_step():
    step = TorqueStep(step_torque=4.0, offset_torque=-1.0, start_time=0.5)
    r = simulate(driven(step, **REST), stop_time=1.0, **PRECISE)
    np.testing.assert_allclose(
        r["load.w"], -0.5 * r.time + 2.0 * np.maximum(r.time - 0.5, 0), atol=1e-9
    )


def test_constant_speed():
    r = simulate(driven(ConstantSpeed(w_fixed=3.0), phi=fixed(1.0)), stop_time=1.0, **PRECISE)
    np.testing.assert_allclose(r["load.phi"], 1.0 + 3.0 * r.time, atol=1e-9)


def test_quadratic_drag():
    drag = QuadraticSpeedDependentTorque(
        tau_nominal=-200.0, w_nominal=100.0, torque_direction=False
    )
    r = simulate(driven(drag, phi=fixed(0.0), w=fixed(100.0)), stop_time=5.0, **PRECISE)
    np.testing.assert_allclose(r["load.w"], 100.0 / (1.0 + r.time), rtol=1e-7)


def test_accelerate():
    r = simulate(
        driven(Accelerate(), Sine(amplitude=2.0, f=1 / math.tau), "a_ref"), stop_time=3.0, **PRECISE
    )
    np.testing.assert_allclose(r["load.w"], 2.0 * (1 - np.cos(r.time)), atol=1e-7)
    np.testing.assert_allclose(r["source.flange.tau"], -4.0 * np.sin(r.time), atol=1e-7)


@pytest.mark.parametrize("exact", [True, False])
def test_speed_follows_a_ramp(exact):
    ramp = Ramp(height=10.0, duration=10.0)
    r = simulate(driven(Speed(exact=exact), ramp, "w_ref"), stop_time=2.0, **PRECISE)
    rate = math.tau * 50.0
    lag = 0.0 if exact else (1 - np.exp(-rate * r.time)) / rate
    np.testing.assert_allclose(r["load.w"], r.time - lag, atol=1e-7)


def test_exact_position_is_differentiated_twice():
    sine = Sine(amplitude=2.0, f=1 / math.tau)
    r = simulate(driven(Position(exact=True), sine, "phi_ref"), stop_time=3.0, **PRECISE)
    np.testing.assert_allclose(r["load.w"], 2.0 * np.cos(r.time), atol=1e-9)
    np.testing.assert_allclose(r["load.a"], -2.0 * np.sin(r.time), atol=1e-9)


def test_filtered_position_has_the_static_gain_one():
    model = driven(Position(f_crit=2.0), Constant(k=1.0), "phi_ref", w=fixed(1.0))
    r = simulate(model, stop_time=3.0, **PRECISE)
    assert r["load.phi"][0] == pytest.approx(1.0)
    assert r["load.phi"][-1] == pytest.approx(1.0, abs=1e-6)


class Stopping(Model):
    """A brake stops a wheel: 0.5 * 40 N·m against 2 kg·m² at 10 rad/s."""

    wheel = Inertia(J=2.0, phi=fixed(0.0), w=fixed(10.0))
    brake = Brake(fn_max=40.0)
    pedal = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.wheel >> self.brake
        yield self.pedal.y >> self.brake.f_normalized


def test_a_brake_stops_at_the_right_time_and_holds():
    r = simulate(Stopping(), stop_time=2.0, **PRECISE)
    np.testing.assert_allclose(r["wheel.w"], np.maximum(10.0 - 10.0 * r.time, 0.0), atol=1e-9)
    stopped = r.time > 1.0 + 1e-12
    assert np.all(r["brake.mode"][stopped] == 0)
    assert np.all(r["wheel.w"][stopped] == 0.0)
    heat = np.trapezoid(r["brake.loss_power"], r.time)
    assert heat == pytest.approx(0.5 * 2.0 * 10.0**2, rel=1e-6)


class LockUp(Model):
    """A clutch of 20 N·m joins 1 kg·m² at 30 rad/s and 3 kg·m² at rest."""

    engine = Inertia(J=1.0, phi=fixed(0.0), w=fixed(30.0))
    clutch = Clutch(fn_max=40.0)
    vehicle = Inertia(J=3.0, phi=fixed(0.0), w=fixed(0.0))
    pedal = Step(start_time=0.1)

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.clutch >> self.vehicle
        yield self.pedal.y >> self.clutch.f_normalized


def test_a_clutch_locks_at_the_right_time_with_the_right_heat():
    r = simulate(LockUp(), stop_time=2.0, **PRECISE)
    locks_at = 0.1 + 30.0 / (20.0 * (1 / 1.0 + 1 / 3.0))
    first = np.argmax(r["clutch.mode"] == 0)
    assert r.time[first] == pytest.approx(locks_at, abs=1e-9)
    assert r["engine.w"][-1] == pytest.approx(7.5, rel=1e-9)
    assert r["clutch.w_rel"][-1] == 0.0
    heat = np.trapezoid(r["clutch.loss_power"], r.time)
    assert heat == pytest.approx(0.5 * 30.0**2 - 0.5 * 4.0 * 7.5**2, rel=1e-6)


class Oscillator(Model):
    """A spring of 18 N·m/rad and 2 kg·m²: 3 rad/s."""

    ground = Fixed()
    spring = Spring(c=18.0, phi_rel0=0.5)
    mass = Inertia(J=2.0, phi=fixed(1.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.spring >> self.mass


def test_natural_frequency():
    r = simulate(Oscillator(), stop_time=5.0, **PRECISE)
    np.testing.assert_allclose(r["mass.phi"], 0.5 + 0.5 * np.cos(3.0 * r.time), atol=1e-7)


class Planetary(Model):
    """Sun driven, ring fixed: the carrier turns with 1 / (1 + ratio)."""

    gear = IdealPlanetary(ratio=2.0)
    sun = Inertia(J=1.0, phi=fixed(0.0), w=fixed(9.0))
    carrier = Inertia(J=2.0)
    ground = Fixed()
    drag = Damper(d=0.0)
    motor = Torque(tau=11.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.sun >> self.gear.sun
        yield self.gear.ring >> self.ground.flange
        yield self.gear.carrier >> self.carrier >> self.drag >> self.ground


def test_planetary_ratio():
    r = simulate(Planetary(), stop_time=1.0, **PRECISE)
    np.testing.assert_allclose(r["carrier.w"], r["sun.w"] / 3.0, rtol=1e-12)
    np.testing.assert_allclose(r["sun.w"], 9.0 + 9.0 * r.time, rtol=1e-9)


def braked(*elements: Any) -> Model:
    """Return an inertia with friction elements side by side, turned to and fro by a torque."""
    members = {f"friction{k}": element for k, element in enumerate(elements)}
    members |= {
        "wheel": Inertia(J=1.0, phi=fixed(0.0), w=fixed(2.0)),
        "motor": Torque(),
        "sine": Sine(amplitude=12.0, f=1.0),
    }

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.wheel
        for k in range(len(elements)):
            yield self.wheel.flange_b >> getattr(self, f"friction{k}").flange_a

    made: Model = type("Braked", (Model,), {**members, "equations": equations})()
    return made


@pytest.mark.parametrize("torques", [(3.0, 5.0), (1.0, 2.0, 3.0), (1.0, 2.0, 3.0, 4.0)])
def test_elements_that_lock_one_shaft_do_as_one_of_their_sum(torques):
    apart = [BearingFriction(tau_pos=[[0, torque]]) for torque in torques]
    models = braked(*apart), braked(BearingFriction(tau_pos=[[0, sum(torques)]]))
    r, expected = (simulate(m, stop_time=3.0, tolerance=1e-9, interval=0.01) for m in models)
    np.testing.assert_allclose(r["wheel.w"][-1], expected["wheel.w"][-1], atol=1e-8)
    np.testing.assert_allclose(r["wheel.phi"][-1], expected["wheel.phi"][-1], atol=1e-8)
    shares = np.array([r[f"friction{k}.tau"] for k in range(len(torques))])
    limits = np.array(torques)[:, None]
    assert (np.abs(shares) <= limits + 1e-9).all()
    stops = np.flatnonzero((r["wheel.w"][1:] == 0.0) & (r["wheel.w"][:-1] != 0.0))
    assert len(stops) > 0
    for k in stops:
        nearest = _nearest(shares[:, k], limits[:, 0], shares[:, k + 1].sum())
        np.testing.assert_allclose(shares[:, k + 1], nearest, atol=1e-9)


def _nearest(before: Any, limits: Any, total: float) -> Any:
    """Return the shares of a total that are nearest to those before and within their limits."""

    def shared(shift: float) -> Any:
        return np.clip(before + shift, -limits, limits)

    far = 2.0 * limits.sum()
    return shared(brentq(lambda shift: shared(shift).sum() - total, -far, far, xtol=1e-14))
