"""Clutches: when they lock, what they heat, and what they do then."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning

from drivetrain import simulate
from drivetrain.modeling import Model
from drivetrain.rotational import Clutch, ConstantTorque, Inertia

J1, J2, TORQUE, W0, FN = 1.0, 2.0, 2.0, 10.0, 20.0


def launch(mu_pos: Any, **clutch: Any) -> Model:
    """A turning mass with a constant torque is coupled to a resting one."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.left >> self.clutch >> self.right

    return build(
        equations,
        motor=ConstantTorque(tau_constant=TORQUE),
        left=Inertia(J=J1, **turning(W0)),
        clutch=Clutch(fn_max=FN, mu_pos=mu_pos, f_normalized=1.0, **clutch),
        right=Inertia(J=J2, **REST),
    )


def lock_time(result: Any) -> float:
    locked = [e.time for e in result.events for c in e.changes if c.name == "clutch.locked"]
    assert len(locked) == 1
    return float(locked[0])


@pytest.mark.parametrize("peak", [1.0, 1.5])
def test_time_of_locking_under_constant_friction(peak: float):
    """The relative speed falls by (M_f - M)/J1 + M_f/J2 each second."""
    friction = 0.5 * FN
    rate = (friction - TORQUE) / J1 + friction / J2
    result = simulate(launch([[0, 0.5]], peak=peak), stop_time=1.5, tolerance=1e-6)
    assert lock_time(result) == pytest.approx(W0 / rate, rel=1e-10)
    heat = friction * W0**2 / rate / 2
    assert result.energy.dissipated_by["clutch"][-1] == pytest.approx(heat, rel=1e-9)


def test_masses_go_on_together():
    result = simulate(launch([[0, 0.5]]), stop_time=1.5)
    locked = result["clutch.locked"]
    together = TORQUE / (J1 + J2)
    np.testing.assert_allclose(result["left.a"][locked], together, rtol=1e-14)
    np.testing.assert_allclose(result["clutch.tau"][locked], -J2 * together, rtol=1e-14)
    assert np.all(result["clutch.w_rel"][locked] == 0.0)
    assert np.ptp(result["clutch.phi_rel"][locked]) == 0.0


@pytest.mark.parametrize("slope", [0.03, -0.02])
def test_time_of_locking_under_friction_linear_in_speed(slope: float):
    """w' = -a - b w reaches zero at ln(1 + b w0/a)/b."""
    mu = [[0, 0.5], [10, 0.5 + 10 * slope]]
    a = (0.5 * FN - TORQUE) / J1 + 0.5 * FN / J2
    b = slope * FN * (1 / J1 + 1 / J2)
    expected = math.log(1 + b * W0 / a) / b
    result = simulate(launch(mu), stop_time=1.5, tolerance=1e-12)
    assert lock_time(result) == pytest.approx(expected, rel=1e-10)


def test_heat_goes_with_the_tolerance():
    """The heat is what is missing in the kinetic energy, with the work of the motor."""
    mu = [[0, 0.5], [10, 0.8]]
    errors = []
    for tolerance in (1e-4, 1e-6, 1e-8):
        result = simulate(launch(mu), stop_time=1.5, tolerance=tolerance)
        lost = J1 * W0**2 / 2 - result.energy.stored[-1] + result.energy.supplied[-1]
        errors.append(abs(result.energy.dissipated[-1] / lost - 1))
    assert errors[0] < 1e-4
    assert errors[1] < 1e-6
    assert errors[2] < 1e-8
