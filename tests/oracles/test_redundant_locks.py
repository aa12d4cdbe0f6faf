"""Elements across members that gears hold equal anyway: their torque is finite and changes least.

What tells their torque apart from those of the gears is 1 - (1 - i) - i for a ratio i, which is
rounding. Rank is judged beside the terms, so that no ratio makes a torque of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain
from drivetrain import Component
from drivetrain.blocks import Sine
from drivetrain.book import UngroundedGear
from drivetrain.rotational import (
    Clutch,
    IdealPlanetary,
    Inertia,
    LossyGear,
    OneWayClutch,
    Torque,
)
from drivetrain.simulation.verification.residuals import residuals
from tests.closed_forms.building import build, turning

RATIOS = [1 / 3, 0.4719, -0.37, 2.7, 1 / 7]
LEFT, RIGHT, HOUSE = 1.0, 2.0, 3.0
PUSH = 3.0


def ring(ratio: float, teeth: float, lock: Component, with_losses: bool = False) -> Component:
    """Three shafts that a planetary and a gear let turn only together, and a lock between two."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.left >> self.gear.flange_a
        yield self.gear.flange_b >> self.right
        yield self.gear.housing >> self.house
        yield self.left.flange_b >> self.planetary.sun
        yield self.right.flange_b >> self.planetary.carrier
        yield self.right.flange_b >> self.planetary.ring
        yield self.house.flange_b >> self.lock >> self.right.flange_b
        if with_losses:
            yield self.right.flange_b >> self.mesh >> self.last

    mesh = {"mesh": LossyGear(ratio=-0.2143, loss_table=[[0.0, 0.9, 0.8, 0.13, 0.1]])}
    return build(
        equations,
        sine=Sine(amplitude=PUSH, f=1.0),
        motor=Torque(),
        left=Inertia(J=LEFT, **turning(0.0)),
        right=Inertia(J=RIGHT),
        house=Inertia(J=HOUSE),
        gear=UngroundedGear(ratio=ratio),
        planetary=IdealPlanetary(ratio=teeth),
        lock=lock,
        **(mesh | {"last": Inertia(J=2.063)} if with_losses else {}),
    )


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("with_losses", [False, True])
@pytest.mark.parametrize("teeth", [-3.807, 2.3, 1 / 7])
@pytest.mark.parametrize("ratio", RATIOS)
def test_a_clutch_that_nothing_loads(
    ratio: float, teeth: float, with_losses: bool, solver: Any
) -> None:
    clutch = Clutch(fn_max=50.0, f_normalized=1.0)
    compiled = drivetrain.compile(ring(ratio, teeth, clutch, with_losses))
    result = compiled.simulate(stop_time=0.7, solver=solver)
    assert result["lock.locked"].all()
    np.testing.assert_allclose(result["lock.tau"], 0.0, atol=1e-12)
    np.testing.assert_allclose(result["house.w"], result["left.w"], atol=1e-12)
    assert residuals(compiled, result).worst < 1e-9
    if not with_losses:
        share = (RIGHT + HOUSE) / (LEFT + RIGHT + HOUSE)
        through = result["gear.flange_a.tau"] + result["planetary.sun.tau"]
        np.testing.assert_allclose(through, share * result["motor.tau"], atol=1e-9)


@pytest.mark.parametrize("with_losses", [False, True])
@pytest.mark.parametrize("teeth", [-3.807, 2.3])
@pytest.mark.parametrize("ratio", RATIOS)
def test_a_freewheel_carries_nothing_of_its_friction(
    ratio: float, teeth: float, with_losses: bool
) -> None:
    """At the first instant it neither slides nor locks yet, which leaves no trace in its torque."""
    freewheel = OneWayClutch(fn_max=5000.0, f_normalized=1.0)
    compiled = drivetrain.compile(ring(ratio, teeth, freewheel, with_losses))
    result = compiled.simulate(stop_time=0.7)
    assert result["lock.locked"].all()
    np.testing.assert_allclose(result["lock.tau"], 0.0, atol=1e-12)
    np.testing.assert_allclose(result["lock.w_rel"], 0.0, atol=1e-12)
    assert residuals(compiled, result).worst < 1e-9
    if not with_losses:
        together = result["motor.tau"] / (LEFT + RIGHT + HOUSE)
        np.testing.assert_allclose(result["house.a"], together, atol=1e-9)
