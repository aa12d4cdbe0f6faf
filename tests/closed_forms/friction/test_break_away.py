"""Closed forms: an element lets go only if it cannot hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning
from tests.compiled_examples import compiled_example
from tests.oracles.friction.break_away import early_break_aways

import drivetrain as dt
from drivetrain.blocks import Ramp, Step
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantTorque,
    Inertia,
    LossyGear,
    OneWayClutch,
    SpringDamper,
    Torque,
)

SLIDING = 5.0
"""Torque of the clutches below while they slide, N·m."""
CARRIED = 6.0
"""Torque that they carry at rest, N·m."""


def friction(peak: float) -> dict[str, Any]:
    return {"fn_max": SLIDING / 0.5, "mu_pos": [[0, 0.5]], "peak": peak, "f_normalized": 1.0}


class Closing(dt.Model):
    """A clutch carries a load on a turning shaft on which a weak brake closes."""

    left = Inertia(J=1.0, **turning(1.0))
    clutch = Clutch(**friction(1.5))
    right = Inertia(J=1.0, **turning(1.0))
    motor = Torque()
    torque = Step(height=2 * CARRIED, start_time=0.1)
    brake = Brake(fn_max=0.02, mu_pos=[[0, 0.5]])
    step = Step(start_time=0.5)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.clutch >> self.right >> self.brake
        yield self.motor >> self.left
        yield self.torque >> self.motor.tau
        yield self.step.y >> self.brake.f_normalized


@pytest.fixture(scope="module")
def closing() -> dt.CompiledModel:
    return dt.compile(Closing())


@pytest.mark.parametrize("tolerance", [1e-3, 1e-4, 1e-6, 1e-8, 1e-10])
@pytest.mark.parametrize("solver", ["auto", "bs5", "rodas"])
@pytest.mark.parametrize("force", [0.02, 0.2, 2.0])
def test_a_clutch_holds_where_a_brake_closes(closing, solver, tolerance, force):
    """The brake adds half of its torque to what the clutch carries."""
    parameters = {"brake.fn_max": force}
    result = closing.simulate(
        stop_time=1.0, tolerance=tolerance, solver=solver, parameters=parameters
    )
    assert result.final["clutch.locked"]
    carried = CARRIED + 0.5 * (0.5 * force)
    assert result.final["clutch.tau"] == pytest.approx(-carried, rel=1e-9)


@pytest.mark.parametrize("force", [8.0, 20.0])
def test_a_brake_that_is_strong_enough_tears_it_loose(closing, force):
    """It adds 2 N·m at least to the 6 N·m of a clutch that holds 7.5 N·m."""
    result = closing.simulate(stop_time=0.6, parameters={"brake.fn_max": force})
    assert not result.final["clutch.locked"]
    assert abs(result.final["clutch.tau"]) == pytest.approx(SLIDING)


@pytest.mark.parametrize("peak", [1.0, 1.2, 1.5])
def test_a_load_that_grows_breaks_away_at_the_limit(peak):
    limit = peak * SLIDING
    compiled = dt.compile(
        build(
            lambda m: [m.ramp.y >> m.motor.tau, m.motor >> m.body >> m.brake],
            body=Inertia(J=1.0, **REST), brake=Brake(**friction(peak)), motor=Torque(),
            ramp=Ramp(height=20.0, duration=1.0),
        )
    )  # fmt: skip
    result = compiled.simulate(stop_time=1.0)
    assert not result.final["brake.locked"]
    at = limit / 20.0
    assert result.final["body.w"] == pytest.approx(
        10.0 * (1 - at**2) - SLIDING * (1 - at), rel=1e-6
    )


class Equal(dt.Model):
    """Two shafts turn at the same speed, which is a sum of others: rounding may be between them."""

    first = Inertia(J=1.928, **turning(3.3))
    shaft = SpringDamper(c=1e-6, d=0.0)
    left = Inertia(J=1.0, **turning(10.0))
    right = Inertia(J=1.0, **turning(10.0))
    clutch = Clutch(**friction(1.5))
    motor = ConstantTorque(tau_constant=2 * CARRIED)

    def equations(self) -> Iterable[Any]:
        yield self.first >> self.shaft >> self.left >> self.clutch >> self.right
        yield self.motor >> self.right


def test_a_start_at_equal_speeds_holds():
    compiled, random = dt.compile(Equal()), np.random.default_rng(1)
    for speed, first in random.uniform(-100, 100, (40, 2)).tolist():
        parameters = {
            "first.w.start": first, "left.w.start": speed, "right.w.start": speed
        }  # fmt: skip
        result = compiled.simulate(stop_time=0.01, parameters=parameters)
        assert result.final["clutch.locked"]


@pytest.mark.parametrize(("w_left", "w_right"), [(10.0, 10.0 + 1e-9), (10.0 + 1e-9, 10.0)])
def test_a_start_at_speeds_that_differ_slides(w_left, w_right):
    compiled = dt.compile(Equal())
    parameters = {"left.w.start": w_left, "right.w.start": w_right}
    result = compiled.simulate(stop_time=0.01, parameters=parameters)
    assert result["clutch.mode"][0] == (1 if w_right > w_left else -1)


def test_two_brakes_that_share_a_load_let_go_together():
    """The weaker one bears its limit, the stronger one the rest up to its own."""
    compiled = dt.compile(
        build(
            lambda m: [m.ramp.y >> m.motor.tau, m.motor >> m.body >> m.a, m.body >> m.b],
            body=Inertia(J=1.0, **REST), a=Brake(fn_max=4.0, f_normalized=1.0),
            b=BearingFriction(tau_pos=[[0, 6.0]]), motor=Torque(),
            ramp=Ramp(height=20.0, duration=1.0),
        )
    )  # fmt: skip
    result = compiled.simulate(stop_time=1.0)
    assert not result.final["a.locked"]
    assert not result.final["b.locked"]


def test_a_gear_and_a_freewheel_break_away_when_they_have_to():
    compiled = dt.compile(
        build(
            lambda m: [
                m.ramp.y >> m.motor.tau, m.motor >> m.body >> m.gear >> m.middle >> m.wheel,
                m.wheel >> m.last >> m.held
            ],
            body=Inertia(J=1.0, **REST), middle=Inertia(J=1.0), last=Inertia(J=1.0, **REST),
            gear=LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 1.0, 1.0]]),
            wheel=OneWayClutch(fn_max=4.0, f_normalized=1.0, peak=1.3),
            held=Brake(**friction(1.3)), motor=Torque(), ramp=Ramp(height=-20.0, duration=1.0),
        )
    )  # fmt: skip
    result = compiled.simulate(stop_time=1.0)
    assert not result.final["gear.locked"]
    assert not result.final["wheel.locked"]


@pytest.mark.parametrize("name", [n for n in dt.examples.names() if "edition2002" not in n])
def test_no_example_lets_go_what_could_hold(name):
    compiled = compiled_example(name)
    for tolerance in (1e-4, 1e-7):
        result = compiled.simulate(tolerance=tolerance)
        assert not list(early_break_aways(compiled, result))
