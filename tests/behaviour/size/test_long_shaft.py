"""A long shaft: nothing that grows with the square of its length, and no names nobody reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, blocks, simulate, translational
from drivetrain.compiler.frontend import qualified_names as names
from drivetrain.modeling import constant, fixed, parameter
from drivetrain.rotational import ConstantTorque, Inertia, SpringDamper
from drivetrain.simulation.initialisation import newton as initialise

pytestmark = pytest.mark.slow


class LongShaft(Model):
    """Discs joined by springs, all of them demanded to stand still at the start."""

    n = parameter(structural=True, kind="integer", doc="Number of discs")
    drive = ConstantTorque(tau_constant=1.0)
    disc: Any = Inertia.array(n, J=1.0, phi=fixed(0.0), w=fixed(0.0))
    link: Any = SpringDamper.array(n - 1, c=1000.0, d=0.1)

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.drive >> self.disc[0]
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def test_demands_that_hold_need_no_matrix_and_no_names(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any) -> Any:
        raise AssertionError("not needed")

    with monkeypatch.context() as patch:
        for maker in ("_descend", "_walk", "component_path"):
            patch.setattr(names, maker, refuse)
        for square in ("_Basis", "_jacobian"):
            patch.setattr(initialise, square, refuse)
        result = simulate(LongShaft(n=300), stop_time=1e-3, interval=1e-3)
    assert result.stats.states == 600
    assert result["disc[0].w"][-1] == pytest.approx(1e-3, rel=1e-3)
    assert np.abs(result["disc[299].w"]).max() < 1e-12


class OneOfManyRead(Model):
    """Sensors between masses, of which one is read: the last of its kind in a row of equations."""

    push = translational.ConstantForce(f_constant=3.0)
    first = translational.Mass(m=0.5)
    second = translational.Mass(m=1.5)
    sensor = translational.RelAccSensor()
    lag = blocks.FirstOrder(T=0.25)
    others: Any = translational.Mass.array(30, m=1.0)
    sensors: Any = translational.RelAccSensor.array(29)

    def equations(self) -> Iterable[Any]:
        yield self.push >> self.second
        yield self.first.flange_b >> self.sensor.flange_a
        yield self.second.flange_b >> self.sensor.flange_b
        yield self.lag.u == self.sensor.a_rel / constant(1.0, "m/s2")
        yield self.others[:-1].flange_b >> self.sensors.flange_a
        yield self.sensors.flange_b >> self.others[1:].flange_a


def test_one_of_many_equal_parts_may_be_read_alone():
    result = simulate(OneOfManyRead(), stop_time=1.0)
    assert result["lag.y"][-1] == pytest.approx(2.0 * (1.0 - np.exp(-4.0)), rel=1e-6)
