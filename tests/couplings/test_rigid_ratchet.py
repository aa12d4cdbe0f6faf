"""Rigid ratchets: free in one direction, caught by a blow at the last tooth."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, sqrt
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.couplings import RigidRatchet
from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import ConstantTorque, Fixed, Inertia

J, TORQUE, PITCH = 0.02, 0.1, 0.25


class Thrown(Model):
    """A body that is thrown forward and pulled back by a constant torque."""

    phi0 = parameter(0.1, unit="rad")
    w0 = parameter(4.0, unit="rad/s")
    ground = Fixed()
    ratchet = RigidRatchet(pitch=PITCH)
    body = Inertia(J=J, phi=fixed(phi0), w=fixed(w0))
    weight = ConstantTorque(tau_constant=-TORQUE)

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.ratchet >> self.body >> self.weight


@pytest.mark.parametrize("phi0", [0.1, 0.05, -0.55])
@pytest.mark.parametrize("w0", [4.0, 2.3, 0.7])
def test_it_is_caught_at_the_last_tooth_and_stays(phi0: float, w0: float) -> None:
    result = simulate(Thrown(), stop_time=2.0, parameters={"phi0": phi0, "w0": w0})
    back = TORQUE / J
    highest = phi0 + w0**2 / (2 * back)
    tooth = floor(highest / PITCH)
    fall = highest - PITCH * tooth
    rests = int(np.argmax(result["ratchet.resting"]))
    assert result.time[rests] == pytest.approx(w0 / back + sqrt(2 * fall / back), rel=1e-9)
    late = result.time > result.time[rests]
    np.testing.assert_array_equal(result["body.w"][late], 0.0)
    np.testing.assert_allclose(result["body.phi"][late], PITCH * tooth, atol=1e-9)
    np.testing.assert_allclose(result["ratchet.tau"][late], -TORQUE, rtol=1e-14)
    assert result.final["ratchet.tooth"] == tooth
    # All that was there and is not in the height of the tooth is gone.
    left = J * w0**2 / 2 - TORQUE * (PITCH * tooth - phi0)
    assert result.energy.dissipated[-1] == pytest.approx(left, rel=1e-9)


def test_two_bodies_go_on_with_the_speed_that_momentum_tells() -> None:
    class Met(Model):
        left = Inertia(J=0.5, phi=fixed(0.0), w=fixed(2.0))
        ratchet = RigidRatchet(pitch=PITCH)
        right = Inertia(J=J, phi=fixed(0.3), w=fixed(-1.0))
        brake = ConstantTorque(tau_constant=-0.01)

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.ratchet >> self.right >> self.brake

    result = simulate(Met(), stop_time=0.1)
    rests = int(np.argmax(result["ratchet.resting"]))
    # 0.05 rad at 3 rad/s, and a little faster
    a = 0.01 / J
    meets = (sqrt(9.0 + 2 * a * 0.05) - 3.0) / a
    assert result.time[rests] == pytest.approx(meets, rel=1e-9)
    common = (0.5 * 2.0 + J * (-1.0 - a * meets)) / (0.5 + J)
    assert result["left.w"][rests] == pytest.approx(common, rel=1e-9)
    assert result["right.w"][rests] == pytest.approx(common, rel=1e-9)
    assert result["ratchet.w_rel"][-1] == 0.0


def test_it_rebounds_if_asked_and_every_blow_is_at_a_tooth() -> None:
    result = simulate(Thrown(), stop_time=3.0, parameters={"ratchet.e": 0.5})
    back = TORQUE / J
    first = 0.8 + sqrt(2 * 0.2 / back)
    blow = sqrt(2 * back * 0.2)
    # It falls on the sixth tooth from 0.2 rad, and rests after bounces of 2 w e^k / back.
    rests = float(result.time[np.argmax(result["ratchet.resting"])])
    assert rests == pytest.approx(first + 2 * blow / back, abs=2e-3)
    assert result.final["body.phi"] == pytest.approx(6 * PITCH, abs=1e-9)


def test_no_torque_forward() -> None:
    result = simulate(Thrown(), stop_time=0.79)
    np.testing.assert_array_equal(result["ratchet.tau"], 0.0)
    assert result.final["ratchet.tooth"] == floor(result.final["body.phi"] / PITCH)
    assert not result["ratchet.resting"].any()
