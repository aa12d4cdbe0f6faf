"""Car on split friction: a differential with plates between its outputs, tyres that slip."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.rotational import Clutch, IdealPlanetary, Inertia, Torque

TORQUE, BEGIN, END = 400.0, 0.1, 2.0
ICE, ASPHALT = 30.0, 900.0
CAR, WHEEL, SHAFT = 100.0, 1.0, 0.3


class SplitFriction(dt.Model):
    """The engine pulls at both wheels of an axle, of which the left one stands on ice."""

    engine = Torque()
    shaft = Inertia(J=SHAFT, phi=dt.fixed(0), w=dt.fixed(0))
    differential = IdealPlanetary(ratio=1.0)
    plates = Clutch(fn_max=1000.0, mu_pos=[[0, 0.1]], f_normalized=1.0)
    left = Inertia(J=WHEEL, phi=dt.fixed(0))
    right = Inertia(J=WHEEL, phi=dt.fixed(0))
    on_ice = Clutch(fn_max=ICE, mu_pos=[[0, 1.0]], f_normalized=1.0)
    on_asphalt = Clutch(fn_max=ASPHALT, mu_pos=[[0, 1.0]], f_normalized=1.0)
    car = Inertia(J=CAR, w=dt.fixed(0))
    pedal = Step(height=TORQUE, start_time=BEGIN)

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.shaft >> self.differential.carrier
        yield self.differential.sun >> self.left >> self.on_ice >> self.car
        yield self.differential.ring >> self.right >> self.on_asphalt >> self.car.flange_a
        yield self.left.flange_b >> self.plates >> self.right.flange_b
        yield self.pedal.y >> self.engine.tau


def accelerations(plates: float) -> tuple[float, float]:
    """Return those of the left wheel, which spins, and of the car with the right one, rad/s2."""
    # left, right, carrier; then the torque that the carrier takes
    balance = np.array(
        [
            [WHEEL, 0.0, 0.0, -0.5],
            [0.0, WHEEL + CAR, 0.0, -0.5],
            [0.0, 0.0, SHAFT, 1.0],
            [-0.5, -0.5, 1.0, 0.0],
        ]
    )
    left, right, *_ = np.linalg.solve(balance, [-plates - ICE, plates + ICE, TORQUE, 0.0])
    return float(left), float(right)


@pytest.mark.parametrize("plates", [0.0, 20.0, 100.0, 160.0])
def test_what_the_plates_hand_over_moves_the_car(plates: float):
    run = dt.simulate(SplitFriction(), stop_time=END, parameters={"plates.fn_max": 10 * plates})
    left, right = accelerations(plates)
    assert run.final["left.w"] == pytest.approx(left * (END - BEGIN), rel=1e-9)
    assert run.final["car.w"] == pytest.approx(right * (END - BEGIN), rel=1e-9)
    assert run.final["right.w"] == run.final["car.w"]
    assert run.energy.relative_error < 1e-12


def test_plates_that_hold_make_one_axle():
    run = dt.simulate(SplitFriction(), stop_time=END, parameters={"plates.fn_max": 2000.0})
    everything = CAR + 2 * WHEEL + SHAFT
    assert run.final["car.w"] == pytest.approx(TORQUE / everything * (END - BEGIN), rel=1e-9)
    assert not run["plates.w_rel"].any()
    assert not run["on_ice.w_rel"].any()
