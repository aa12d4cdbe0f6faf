"""What happens does not depend on how large the machine is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import simulate
from drivetrain.blocks import Ramp
from drivetrain.modeling import Model
from drivetrain.rotational import BearingFriction, Clutch, ConstantTorque, Inertia
from tests.closed_forms.building import REST, build, turning

HELD = 2e-8
"""Torque that holds the driven wheel at rest, N·m."""
MOST = 1e-7
"""Torque of the clutch when its force is complete, after one second, N·m."""


def movement(size: float) -> Model:
    """Return a wheel that races and, behind a slipping clutch, one that its bearing holds."""

    def connections(this: Any) -> Iterable[Any]:
        yield this.drive.flange >> this.racing.flange_a
        yield this.racing.flange_b >> this.clutch.flange_a
        yield this.clutch.flange_b >> this.held.flange_a
        yield this.held.flange_b >> this.bearing.flange_a
        yield this.force.y >> this.clutch.f_normalized

    return build(
        connections,
        drive=ConstantTorque(tau_constant=1e-6 * size),
        racing=Inertia(J=1e-12 * size, **turning(100.0)),
        clutch=Clutch(mu_pos=[[0.0, 1.0]], fn_max=MOST * size, cgeo=1.0),
        held=Inertia(J=1e-12 * size, **REST),
        bearing=BearingFriction(tau_pos=[[0.0, HELD * size]]),
        force=Ramp(height=1.0, duration=1.0),
    )


@pytest.mark.parametrize("size", [1.0, 1e6, 1e12])
def test_a_bearing_lets_go_beside_a_wheel_that_races(size: float):
    """Accelerations of 10⁶ rad/s² are no reason to overlook a torque of 10⁻⁸ N·m."""
    result = simulate(movement(size), stop_time=0.5)
    (slips,) = [
        event.time
        for event in result.events
        for change in event.changes
        if change.name == "bearing.start_forward" and change.after
    ]
    assert slips == pytest.approx(HELD / MOST, rel=1e-4)
    assert result["bearing.w"][-1] == pytest.approx(MOST / 1e-12 * 0.3**2 / 2, rel=1e-3)
