"""Closed forms: a clutch that closes where another one holds already takes over nothing.

Behind a gear rounding is left of the speed at its surfaces; that must not look like sliding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Step, Trapezoid
from drivetrain.rotational import Brake, Clutch, IdealGear, Inertia, Torque

LOAD = 1.0


class Synchroniser(dt.Model):
    """A cone and a dog clutch side by side behind a gear."""

    motor = Inertia(J=0.02, phi=dt.fixed(0), w=dt.fixed(100))
    gear = IdealGear(ratio=1.8)
    shaft = Inertia(J=0.004)
    cone = Clutch(fn_max=600, mu_pos=[[0, 0.09]], cgeo=0.08, peak=1.15, f_normalized=1.0)
    dog = Clutch(fn_max=1e5, mu_pos=[[0, 0.3]])
    car = Inertia(J=1.5, phi=dt.fixed(0), w=dt.fixed(33.3))
    load = Torque(tau=-LOAD)
    close = Step(start_time=0.8)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.gear >> self.shaft >> self.cone >> self.car
        yield self.shaft >> self.dog >> self.car
        yield self.car >> self.load.flange
        yield self.close.y >> self.dog.f_normalized


@pytest.fixture(scope="module")
def synchroniser() -> dt.CompiledModel:
    return dt.compile(Synchroniser())


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_dog_that_closes_beside_a_cone_takes_over_nothing(synchroniser, solver):
    inner = 0.02 * 1.8**2 + 0.004
    share = -LOAD * inner / (inner + 1.5)
    for instant in np.linspace(0.6, 1.0, 15):
        run = synchroniser.simulate(
            stop_time=1.2, solver=solver, parameters={"close.start_time": instant}
        )
        late = run.time >= instant
        assert not run["cone.mode"][late].any()
        assert np.abs(run["dog.tau"]).max() < 1e-9
        assert run["cone.tau"][late] == pytest.approx(share, rel=1e-9)
        assert run.final["dog.mode"] == 0


class Layshaft(dt.Model):
    """Two speeds with a synchroniser each, and a dog beside that of the second one."""

    motor = Inertia(J=0.02, phi=dt.fixed(0), w=dt.fixed(100))
    first, second = IdealGear(ratio=3.0), IdealGear(ratio=1.8)
    shaft = Inertia(J=0.004)
    cone1 = Clutch(fn_max=600, mu_pos=[[0, 0.09]], cgeo=0.08)
    cone2 = Clutch(fn_max=600, mu_pos=[[0, 0.09]], cgeo=0.08)
    dog = Clutch(fn_max=1e5, mu_pos=[[0, 0.3]])
    car = Inertia(J=1.5, phi=dt.fixed(0), w=dt.fixed(100 / 3))
    load = Torque(tau=-2.0)
    off = Trapezoid(amplitude=-1, offset=1, rising=0.02, width=100, period=200, start_time=0.1)
    on, close = Step(start_time=0.15), Step(start_time=0.8)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.first >> self.cone1 >> self.car
        yield self.motor >> self.second >> self.shaft >> self.cone2 >> self.car
        yield self.shaft >> self.dog >> self.car
        yield self.car >> self.load.flange
        yield self.off.y >> self.cone1.f_normalized
        yield self.on.y >> self.cone2.f_normalized
        yield self.close.y >> self.dog.f_normalized


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-9])
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_speeds_that_follow_from_a_system_of_equations_rest_as_well(solver, tolerance):
    run = dt.simulate(Layshaft(), stop_time=1.2, solver=solver, tolerance=tolerance)
    late = run.time >= 0.8
    assert run["cone1.mode"][late].tolist() == [2] * late.sum()
    assert not run["cone2.mode"][late].any()
    assert np.abs(run["dog.tau"]).max() < 1e-9
    assert run.final["dog.mode"] == 0


class TwoBrakes(dt.Model):
    """The second brake holds the first shaft through a gear."""

    shaft = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(10))
    gear = IdealGear(ratio=1.8)
    other = Inertia(J=0.3)
    near = Brake(fn_max=50, f_normalized=1.0)
    far = Brake(fn_max=70)
    close = Step(start_time=0.8)

    def equations(self) -> Iterable[Any]:
        yield self.shaft >> self.near
        yield self.shaft >> self.gear >> self.other >> self.far
        yield self.close.y >> self.far.f_normalized


def test_a_second_brake_that_closes_at_rest_does_nothing():
    run = dt.simulate(TwoBrakes(), stop_time=1.2)
    assert run.final["near.mode"] == run.final["far.mode"] == 0
    assert np.abs(run["far.tau"]).max() == 0.0
    assert not run["near.w"][run.time > 0.8].any()
