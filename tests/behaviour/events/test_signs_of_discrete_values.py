"""A discrete quantity may be the negative of another name: a sampled torque and its reaction."""

from __future__ import annotations

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.modeling import constant, fixed, pre, sample, variable, when
from drivetrain.rotational import Inertia, Torque

STEP = constant(1.0, "N.m")
NAMES = ("motor.tau", "motor.flange.tau", "mass.flange_a.tau")


class Direct(dt.Model):
    """A torque that grows by 1 N·m every 0.1 s from 0 on, said of the source's signal."""

    motor = Torque()
    mass = Inertia(J=2.0, phi=fixed(0), w=fixed(0))

    def equations(self):
        yield self.motor >> self.mass
        yield when(sample(0.0, constant(0.1, "s")), self.motor.tau == pre(self.motor.tau) + STEP)


class OfSignal(dt.Model):
    """The same by a signal of its own; `opposite` is its negative and gets the value."""

    motor = Torque()
    mass = Inertia(J=2.0, phi=fixed(0), w=fixed(0))
    torque = variable("N.m")
    opposite = variable("N.m", start=fixed(0.0))

    def equations(self):
        yield self.motor >> self.mass
        yield self.motor.tau == self.torque
        yield self.torque == -self.opposite
        yield when(sample(0.0, constant(0.1, "s")), self.opposite == pre(self.opposite) - STEP)


class Started(dt.Model):
    """A torque of 3 N·m that is given as a start value and reverses at 0.5 s."""

    motor = Torque()
    mass = Inertia(J=2.0, phi=fixed(0), w=fixed(0))
    opposite = variable("N.m", start=fixed(-3.0))

    def equations(self):
        yield self.motor >> self.mass
        yield self.motor.tau == -self.opposite
        yield when(
            sample(constant(0.5, "s"), constant(1.0, "s")), self.opposite == -pre(self.opposite)
        )


@pytest.mark.parametrize("model", [Direct, OfSignal])
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_motion_and_record_agree(model, solver):
    run = dt.simulate(model(), stop_time=0.95, interval=0.01, solver=solver)
    inside = np.abs(run.time / 0.1 - np.round(run.time / 0.1)) > 1e-6
    torque = 1 + np.floor(run.time[inside] / 0.1)
    for name, sign in zip(NAMES, (1, -1, 1), strict=True):
        assert run[name][inside] == pytest.approx(sign * torque)
    assert run["mass.a"][inside] == pytest.approx(torque / 2)
    assert run.energy.relative_error < 1e-9
    speed = 0.1 * sum(range(1, 10)) / 2 + 0.05 * 10 / 2
    assert run.final["mass.w"] == pytest.approx(speed)
    assert run.energy.supplied[-1] == pytest.approx(speed**2)


def test_start_value_of_a_negative():
    run = dt.simulate(Started(), stop_time=1.0)
    assert run.at(0.25, "motor.tau") == 3.0
    assert run.at(0.25, "mass.a") == 1.5
    assert run.at(0.25, "mass.w") == pytest.approx(0.375)
    assert run.final["motor.tau"] == -3.0
    assert run.final["mass.w"] == pytest.approx(0.0, abs=1e-12)
    assert run.energy.relative_error < 1e-9
