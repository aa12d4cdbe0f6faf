"""Ratchets: free in one direction, caught at teeth in the other."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, sqrt
from typing import Any

import numpy as np
import pytest

from drivetrain import Result, simulate
from drivetrain.couplings import Ratchet
from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import ConstantTorque, Fixed, Inertia

J, TORQUE, PITCH = 0.02, 0.1, 0.25


class Thrown(Model):
    """A body that is thrown forward and pulled back by a constant torque."""

    phi0 = parameter(0.1, unit="rad")
    w0 = parameter(4.0, unit="rad/s")
    ground = Fixed()
    ratchet = Ratchet(pitch=PITCH, c=1e5, d=5.0)
    body = Inertia(J=J, phi=fixed(phi0), w=fixed(w0))
    weight = ConstantTorque(tau_constant=-TORQUE)

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.ratchet >> self.body >> self.weight


def run(stop_time: float = 2.0, **values: float) -> Result:
    return simulate(Thrown(), stop_time=stop_time, tolerance=1e-11, parameters=values)


@pytest.mark.parametrize("phi0", [0.1, 0.0, -0.55])
@pytest.mark.parametrize("w0", [4.0, 2.3, 0.7])
def test_it_is_caught_at_the_last_tooth(phi0: float, w0: float) -> None:
    result = run(phi0=phi0, w0=w0)
    back = TORQUE / J
    highest = phi0 + w0**2 / (2 * back)
    tooth = floor(highest / PITCH)
    meets = np.argmax(result["ratchet.holds"])
    fall = highest - PITCH * tooth
    assert result["ratchet.tooth"][meets] == tooth
    assert result["body.phi"][meets] == pytest.approx(PITCH * tooth, abs=1e-9)
    assert result["body.w"][meets] == pytest.approx(-sqrt(2 * back * fall), rel=1e-7)
    assert result.time[meets] == pytest.approx(w0 / back + sqrt(2 * fall / back), rel=1e-8)
    before = result.time < result.time[meets]
    np.testing.assert_array_equal(result["ratchet.tau"][before], 0.0)
    assert result["ratchet.tooth"][-1] == tooth
    assert result["ratchet.tau"].max() <= 0.0


def test_it_holds_the_load_at_rest() -> None:
    result = run(60.0)
    assert result.final["ratchet.tau"] == pytest.approx(-TORQUE, rel=1e-6)
    assert result.final["body.phi"] == pytest.approx(6 * PITCH - TORQUE / 1e5, abs=1e-8)


@pytest.mark.parametrize(("c", "d"), [(1e5, 0.0)])
def test_a_blow_without_damping_gives_the_speed_back(c: float, d: float) -> None:
    result = simulate(
        Thrown(), stop_time=2.0, interval=1e-5, tolerance=1e-11, parameters={"ratchet.d": d}
    )
    holds = result["ratchet.holds"]
    meets = int(np.argmax(holds))
    leaves = meets + int(np.argmin(holds[meets:]))
    w = result["body.w"][meets]
    assert result["body.w"][leaves] == pytest.approx(-w, rel=1e-8)
    blow = TORQUE + sqrt(TORQUE**2 + c * J * w**2)
    assert -result["ratchet.tau"].min() == pytest.approx(blow, rel=1e-4)


def test_a_blow_between_two_bodies_keeps_their_momentum() -> None:

    class Met(Model):
        left = Inertia(J=0.5, phi=fixed(0.0), w=fixed(2.0))
        ratchet = Ratchet(pitch=PITCH, c=1e4, d=40.0)
        right = Inertia(J=J, phi=fixed(0.3), w=fixed(-1.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.ratchet >> self.right

    result = simulate(Met(), stop_time=3.0, tolerance=1e-10)
    momentum = 0.5 * result["left.w"] + J * result["right.w"]
    np.testing.assert_allclose(momentum, 0.5 * 2.0 - J, rtol=1e-9)
    meets = np.argmax(result["ratchet.holds"])
    assert result.time[meets] == pytest.approx((0.3 - PITCH) / 3.0, rel=1e-8)
    # The pawl throws it forward again, slower than it came.
    assert 0.0 < result.final["ratchet.w_rel"] < 3.0
