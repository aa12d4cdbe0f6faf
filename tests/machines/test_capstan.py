"""Rope around a fixed drum: Euler's formula for a rope that slips either way, or holds."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, pi
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.blocks import Ramp
from drivetrain.rotational import IdealGearR2T, LossyGear
from drivetrain.translational import ConstantForce, Force, Mass

GRIP = exp(0.3 * pi)
"""Force of the rope on one side over that on the other, half a turn with friction 0.3."""
HANDLE, CARGO, RATE, END = 2.0, 3.0, 10.0, 10.0
WEIGHT = 9.81 * CARGO


class Capstan(dt.Model):
    """Somebody pulls at one end of a rope, harder and harder; a load hangs at the other one."""

    pull = Force()
    handle = Mass(m=HANDLE, s=dt.fixed(0), v=dt.fixed(0))
    to_drum, from_drum = IdealGearR2T(ratio=1.0), IdealGearR2T(ratio=1.0)
    drum = LossyGear(ratio=1.0, loss_table=[[0, 1 / GRIP, 1 / GRIP, 0, 0]])
    cargo = Mass(m=CARGO)
    weight = ConstantForce(f_constant=-WEIGHT)
    force = Ramp(height=RATE * END, duration=END)

    def equations(self) -> Iterable[Any]:
        yield self.pull >> self.handle >> self.to_drum.flange_t
        yield self.to_drum.flange_r >> self.drum >> self.from_drum.flange_r
        yield self.from_drum.flange_t >> self.cargo >> self.weight.flange
        yield self.force.y >> self.pull.f


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_the_rope_slips_down_then_holds_then_lifts(solver: str):
    # down: CARGO a = GRIP T - WEIGHT, HANDLE a = RATE t - T
    caught, down = WEIGHT / (RATE / 2 * GRIP), CARGO + HANDLE * GRIP
    run = dt.simulate(Capstan(), stop_time=END, solver=solver, interval=caught / 100)
    assert run.events.times("drum.mode", after="stuck") == pytest.approx([caught], rel=1e-9)
    assert run.at(caught / 2, "handle.v") == pytest.approx(
        (RATE / 2 * GRIP * (caught / 2) - WEIGHT) * (caught / 2) / down, rel=1e-9
    )
    # up: CARGO a = T / GRIP - WEIGHT; the speed begins as a parabola
    lifts, up = WEIGHT * GRIP / RATE, CARGO * GRIP + HANDLE
    assert run.events.times("drum.mode", after="forward") == pytest.approx([lifts], abs=1e-5)
    assert run.at((caught + lifts) / 2, "cargo.v") == 0.0
    assert run.final["cargo.v"] == pytest.approx(RATE / 2 * (END - lifts) ** 2 / up, rel=1e-9)
    assert run.energy.relative_error < 1e-9
