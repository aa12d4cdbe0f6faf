"""Teeth meet while their damping is exactly at its limit, where the torque bends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from tests.closed_forms.building import build

from drivetrain import simulate
from drivetrain.modeling import Model, guess
from drivetrain.rotational import Gearbox, Inertia, LossyGear

STIFFNESS, DAMPING, GAP = 1537.0, 0.7138, 0.3775


def stuck_gear_behind_teeth() -> Model:
    """Return teeth that run into a gear at rest, which breaks away at their first push."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.held >> self.gear
        yield self.gear.flange_b >> self.idler.flange_a
        yield self.driver.flange_b >> self.box.flange_a
        yield self.held.flange_b >> self.box.flange_b

    losses = [
        [0.0, 0.736, 0.2649, 0.3577, 9.734],
        [4.324, 0.8571, 0.9994, 2.434, 4.866],
        [6.839, 0.8571, 0.9994, 2.434, 4.866],
    ]
    return build(
        equations,
        held=Inertia(J=1.594, w=guess(0.0)),
        idler=Inertia(J=0.116, w=guess(1.0)),
        gear=LossyGear(loss_table=losses, ratio=1.805),
        driver=Inertia(J=0.62, w=guess(1.0)),
        box=Gearbox(ratio=0.2363, c=STIFFNESS, d=DAMPING, b=GAP, state_select="always"),
    )


def test_an_attempt_is_not_repeated_without_change():
    """The torque is that of the spring and, up to as much, that of the damper; the run ends."""
    result = simulate(stuck_gear_behind_teeth(), stop_time=0.06, interval=1e-3)
    assert result.stats.rejected_steps < 50
    teeth = "box.elasto_backlash"
    beyond = np.minimum(result[f"{teeth}.phi_rel"] + GAP / 2, 0.0)
    spring, damper = STIFFNESS * beyond, DAMPING * result[f"{teeth}.w_rel"]
    in_contact = beyond < -1e-9
    limited = np.clip(damper, -np.abs(spring), np.abs(spring))
    expected = np.where(in_contact, np.minimum(spring + limited, 0.0), 0.0)
    found = result[f"{teeth}.tau"]
    np.testing.assert_allclose(found[in_contact], expected[in_contact], rtol=1e-9, atol=1e-9)
    assert in_contact.sum() > 10
    audit = result.energy
    assert np.abs(audit.balance).max() <= 1e-5 * np.abs(audit.stored).max()
