"""A gear with losses that starts from rest: which side drives is part of the answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.blocks import Sine
from drivetrain.modeling import Model
from drivetrain.rotational import BearingFriction, ConstantTorque, Inertia, LossyGear, Torque
from drivetrain.simulation.verification.residuals import residuals

RATIO = -0.2


def start(t1: float, t2: float, J1: float, eta1: float, eta2: float) -> float:
    """Return the acceleration of side a with the losses worked out by hand.

    Seen from side a: J1 a = t1 - tau and J2 a = t2 + share tau. Where power flows from a to b a
    share eta1 arrives, where it flows back only eta2 of it does.
    """
    J2, t2 = 1.0 / RATIO**2, t2 / RATIO
    for sign in (1.0, -1.0):
        for from_a in (True, False):
            share = eta1 if from_a else 1 / eta2
            a = (t2 + share * t1) / (J2 + share * J1)
            if a * sign > 0 and ((t1 - J1 * a) * sign > 0) == from_a:
                return a
    return 0.0


@pytest.mark.parametrize("t1", [-10.0, -1.0, 1.0])
@pytest.mark.parametrize("t2", [-10.0, 1.0, 10.0])
@pytest.mark.parametrize("J1", [0.1, 2.0, 100.0])
@pytest.mark.parametrize(("eta1", "eta2"), [(0.5, 0.97), (0.97, 0.5), (0.9, 0.9)])
def test_start_from_rest(t1: float, t2: float, J1: float, eta1: float, eta2: float):
    def equations(self: Any) -> Iterable[Any]:
        yield self.left_motor >> self.left >> self.gear >> self.right
        yield self.right_motor.flange >> self.right.flange_b

    model = build(
        equations,
        left_motor=ConstantTorque(tau_constant=t1),
        left=Inertia(J=J1, **REST),
        gear=LossyGear(ratio=RATIO, loss_table=[[0, eta1, eta2, 0, 0]]),
        right=Inertia(J=1.0),
        right_motor=ConstantTorque(tau_constant=t2),
    )
    result = simulate(model, stop_time=0.1)
    expected = start(t1, t2, J1, eta1, eta2)
    np.testing.assert_allclose(result["left.a"], expected, rtol=1e-10, atol=1e-12)
    assert result.energy.relative_error < 1e-9


class SeveralGears(Model):
    """A train of three gears and a bearing that all hold one motion."""

    swing = Sine(amplitude=12.253386454757788, f=2.0)
    motor = Torque()
    first = Inertia(J=1.496886325988999, **REST)
    fast = LossyGear(ratio=10.0, loss_table=[[0, 0.455, 0.551, 0, 0], [5, 0.437, 0.9, 0, 0]])
    second = Inertia(J=2.542754536846807)
    middle = LossyGear(
        ratio=10.0, loss_table=[[0, 0.859, 0.836, 1.0, 0.3], [50, 0.683, 0.857, 0.465, 0.235]]
    )
    third = Inertia(J=0.1518811299519132)
    slow = LossyGear(ratio=2.0, loss_table=[[0, 0.518, 0.962, 0, 0]])
    last = Inertia(J=0.012141608493679915)
    bearing = BearingFriction(tau_pos=[[0, 1.455379287394703]])

    def equations(self) -> Iterable[Any]:
        yield self.swing.y >> self.motor.tau
        yield self.first >> self.fast >> self.second >> self.middle >> self.third >> self.slow
        yield self.slow >> self.last >> self.bearing
        yield self.motor.flange >> self.third.flange_b


class ReversingGears(Model):
    """Three gears between two masses, torques on all shafts, different bearings either way."""

    swing0 = Sine(amplitude=0.8467483231945849, f=5.0, phase=2.5)
    swing1 = Sine(amplitude=15.66570115957397, f=0.7, phase=1.0)
    swing2 = Sine(amplitude=24.82519512084739, f=2.0, phase=1.0)
    motor0 = Torque()
    motor1 = Torque()
    motor2 = Torque()
    first = Inertia(J=2.6959080895513003, **turning(-3.0))
    a = LossyGear(ratio=-3.0, loss_table=[[0, 0.807, 0.914, 1, 0], [50, 0.805, 0.446, 0.905, 0]])
    b = LossyGear(
        ratio=2.0, loss_table=[[0, 0.543, 0.505, 0.1, 0.3], [5, 0.806, 0.644, 0.0711, 0.193]]
    )
    c = LossyGear(ratio=-0.2, loss_table=[[0, 0.583, 0.947, 0, 2], [5, 0.97, 0.438, 0, 1.088]])
    last = Inertia(J=0.10223791060842143)

    def equations(self) -> Iterable[Any]:
        yield self.swing0.y >> self.motor0.tau
        yield self.swing1.y >> self.motor1.tau
        yield self.swing2.y >> self.motor2.tau
        yield self.first >> self.a >> self.b >> self.c >> self.last
        yield self.motor0.flange >> self.b.flange_b
        yield self.motor1.flange >> self.c.flange_b
        yield self.motor2.flange >> self.a.flange_b


def test_the_modes_of_three_gears_that_reverse_are_found():
    compiled = compile_model(ReversingGears())
    result = compiled.simulate(stop_time=0.4, tolerance=1e-7)
    assert residuals(compiled, result).worst <= 1e-9
    assert result["first.w"][-1] > 0
    assert len(result.events) < 50


def test_gears_at_their_limits_together_have_modes():
    """Which of them is at its limit is told by rounding alone, in equations that nearly depend."""
    compiled = compile_model(SeveralGears())
    result = compiled.simulate(stop_time=2.0, tolerance=1e-7)
    assert residuals(compiled, result).worst <= 1e-9
    assert len(result.events.times("bearing.mode", after="stuck")) >= 4
    (shared,) = result.events.shared
    assert set(shared.motion.members) == {"fast", "middle", "slow", "bearing"}
