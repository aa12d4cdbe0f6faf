"""Differentials without losses: equal torques, mean speeds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.gears import Differential
from drivetrain.rotational import ConstantTorque, IdealGear, IdealPlanetary, Inertia, Torque

SHAFT, LEFT, RIGHT, TORQUE, RATIO = 0.1, 1.0, 3.0, 30.0, 3.5


def axle(differential: Any, **more: Any) -> Any:
    """Return a shaft that turns two loads through a differential."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.engine >> self.shaft >> self.differential.flange_a
        yield self.differential.left >> self.left.flange_a
        yield self.differential.right >> self.right >> self.resistance.flange

    return build(
        equations,
        engine=ConstantTorque(tau_constant=TORQUE),
        shaft=Inertia(J=SHAFT, **REST),
        differential=differential,
        left=Inertia(J=LEFT, **REST),
        right=Inertia(J=RIGHT),
        resistance=ConstantTorque(tau_constant=-20.0),
        **more,
    )


@pytest.mark.parametrize("ratio", [RATIO, 1.0, -2.0])
def test_accelerations_of_three_shafts(ratio: float):
    run = dt.simulate(axle(Differential(ratio=ratio)), stop_time=1.0)
    # shaft, left, right, torque at flange_a: their balances, and the mean of the speeds
    balance = np.array(
        [
            [SHAFT, 0, 0, 1],
            [0, LEFT, 0, -ratio / 2],
            [0, 0, RIGHT, -ratio / 2],
            [1, -ratio / 2, -ratio / 2, 0],
        ]
    )
    expected = np.linalg.solve(balance, [TORQUE, 0, -20, 0])
    found = [run.final[f"{name}.a"] for name in ("shaft", "left", "right")]
    assert found == pytest.approx(expected[:3], rel=1e-12)
    assert run.final["differential.flange_a.tau"] == pytest.approx(expected[3], rel=1e-12)
    np.testing.assert_array_equal(run["differential.left.tau"], run["differential.right.tau"])
    assert run.energy.relative_error < 1e-12


def test_it_is_a_planetary_gear_behind_a_final_drive():
    def one(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.engine.tau
        yield self.engine >> self.shaft >> self.differential.flange_a
        yield self.differential.left >> self.left.flange_a
        yield self.differential.right >> self.right.flange_a

    def other(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.engine.tau
        yield self.engine >> self.shaft >> self.final_drive >> self.planets.carrier
        yield self.planets.sun >> self.left.flange_a
        yield self.planets.ring >> self.right.flange_a

    parts: dict[str, Any] = {
        "wave": Sine(f=2.0, amplitude=TORQUE),
        "engine": Torque(),
        "shaft": Inertia(J=SHAFT, **REST),
        "left": Inertia(J=LEFT, phi=dt.fixed(0.0), w=dt.fixed(1.0)),
        "right": Inertia(J=RIGHT),
    }
    here = dt.simulate(build(one, differential=Differential(ratio=RATIO), **parts), stop_time=1.0)
    gears = {"final_drive": IdealGear(ratio=RATIO), "planets": IdealPlanetary(ratio=1.0)}
    there = dt.simulate(build(other, **gears, **parts), stop_time=1.0)
    for name in ("left.w", "right.w", "shaft.w", "left.phi"):
        np.testing.assert_allclose(here[name], there[name], rtol=0, atol=1e-10)


def test_housings_take_a_torque_about_each_axis():
    """The final drive tilts the engine, and winds the axle up."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.engine >> self.shaft >> self.differential.flange_a
        yield self.differential.left >> self.left.flange_a
        yield self.differential.right >> self.right.flange_a
        yield self.differential.support_a >> self.bed.flange_a
        yield self.differential.support_b >> self.axle.flange_a

    model = build(
        equations,
        engine=ConstantTorque(tau_constant=TORQUE),
        shaft=Inertia(J=SHAFT, **REST),
        differential=Differential(ratio=RATIO, use_support_a=True, use_support_b=True),
        left=Inertia(J=LEFT, **REST),
        right=Inertia(J=RIGHT, **REST),
        bed=Inertia(J=100.0, **REST),
        axle=Inertia(J=50.0),
    )
    run = dt.simulate(model, stop_time=0.1)
    taken = run.final["differential.flange_a.tau"]
    assert run.final["bed.flange_a.tau"] == pytest.approx(taken, rel=1e-12)
    assert run.final["axle.flange_a.tau"] == pytest.approx(-RATIO * taken, rel=1e-12)
    assert taken > 0
