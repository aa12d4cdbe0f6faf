"""What an event sets anew moves nothing but what is rigidly tied to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Result, check, fixed, simulate
from drivetrain import translational as tra
from drivetrain.blocks import BooleanPulse, Integrator
from drivetrain.modeling import Model, constant, der, parameter, reinit, time, variable, when
from drivetrain.rotational import (
    BearingFriction,
    Clutch,
    Damper,
    IdealGear,
    IdealGearR2T,
    Inertia,
    LossyGear,
    OneWayClutch,
    SpeedSensor,
    Spring,
    SpringDamper,
    Torque,
)
from drivetrain.rotational.interfaces import Rigid


class Flywheel(Rigid):
    """Disc whose sum of torques is a variable of its own."""

    J = parameter(unit="kg.m2", min=0)
    w = variable("rad/s")
    tau = variable("N.m")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.tau == self.flange_a.tau + self.flange_b.tau
        yield self.J * der(self.w) == self.tau


def struck(link: Any, far: Any, speed: float = 3.0) -> Result:
    """Return the run of two discs of which one is struck at 0.5 s."""

    class Struck(Model):
        near = Inertia(J=1.0, phi=fixed(0), w=fixed(1))
        between, beyond = link, far

        def equations(self) -> Iterable[Any]:
            yield self.near >> self.between >> self.beyond
            yield when(time > constant(0.5, "s"), reinit(self.near.w, speed))

    return simulate(Struck(), stop_time=1.0, tolerance=1e-9)


@pytest.mark.parametrize(
    "link",
    [
        Spring(c=10.0),
        SpringDamper(c=10.0, d=0.1),
        SpringDamper(c=10.0, d=0.1, state_select="prefer"),
        Damper(d=0.5),
        Clutch(fn_max=10, f_normalized=0.0),
    ],
    ids=lambda link: type(link).__name__,
)
@pytest.mark.parametrize("far", [Inertia, Flywheel])
def test_a_speed_beyond_what_is_not_rigid_does_not_jump(link, far):
    result = struck(link, far(J=4.0, phi=fixed(0), w=fixed(1)))
    before, after = (result.at(0.5, "beyond.w", side=side) for side in ("left", "right"))
    assert after == pytest.approx(before, abs=1e-12)
    assert result.at(0.5, "near.w") == 3.0


def test_a_freewheel_that_may_jump_lets_go():
    freewheel = OneWayClutch(fn_max=10, f_normalized=0.0, w_small=1e-3)
    result = struck(freewheel, Inertia(J=4.0, phi=fixed(0), w=fixed(1)), speed=-3.0)
    assert result.at(0.5, "beyond.w") == pytest.approx(1.0)
    assert result.at(0.5, "near.w") == -3.0


@pytest.mark.parametrize(
    "lock", [OneWayClutch(fn_max=10, f_normalized=1.0), Clutch(fn_max=10, f_normalized=1.0)]
)
def test_what_is_locked_passes_a_blow_on(lock):
    """What is set anew stays so; to be at rest against it, the other disc has to follow."""
    result = struck(lock, Inertia(J=4.0, phi=fixed(0), w=fixed(1)))
    assert result.at(0.5, "near.w") == pytest.approx(3.0)
    assert result.at(0.5, "beyond.w") == pytest.approx(3.0)


@pytest.mark.parametrize("speed", [3.0, -3.0])
def test_a_clutch_that_may_jump_slips_after_a_blow(speed):
    """From 1 rad/s on, 10 N.m bring discs of 1 and 4 kg.m2 together within |speed - 1| / 12.5 s."""
    clutch = Clutch(fn_max=10, f_normalized=1.0, mu_pos=[[0, 1.0]], w_small=1e-3)
    result = struck(clutch, Inertia(J=4.0, phi=fixed(0), w=fixed(1)), speed=speed)
    assert result.at(0.5, "near.w") == speed
    assert result.at(0.5, "beyond.w") == pytest.approx(1.0)
    assert result.at(0.55, "between.tau") == pytest.approx(np.copysign(10.0, 1.0 - speed))
    together = 0.5 + abs(speed - 1.0) / 12.5
    assert result.events.times("between.mode", after="stuck")[-1] == pytest.approx(together)
    assert result.final["near.w"] == pytest.approx((speed + 4.0) / 5.0)


class Anvil(Model):
    """A hammer of 1 kg.m2 strikes an anvil of 2 kg.m2 that rests in a bearing."""

    w_small = parameter(1e-3, unit="rad/s")
    hammer = Inertia(J=1.0, phi=fixed(0), w=fixed(10))
    anvil = Inertia(J=2.0, phi=fixed(1), w=fixed(0))
    bearing = BearingFriction(tau_pos=[[0, 3.0]], w_small=w_small)

    def equations(self) -> Iterable[Any]:
        yield self.anvil >> self.bearing
        yield when(
            self.hammer.phi >= self.anvil.phi, reinit(self.hammer.w, 0.0), reinit(self.anvil.w, 5.0)
        )


def test_a_bearing_that_may_jump_is_torn_loose_by_a_blow():
    result = simulate(Anvil(), stop_time=5.0, tolerance=1e-9)
    hit = 0.1
    assert result.at(hit, "anvil.w") == pytest.approx(5.0)
    assert result.at(hit + 1.0, "anvil.w") == pytest.approx(5.0 - 1.5)
    rest = result.events.times("bearing.mode", after="stuck")[-1]
    assert rest == pytest.approx(hit + 5.0 / 1.5)
    assert result.final["anvil.w"] == 0.0


@pytest.mark.parametrize("gear", [IdealGear(ratio=3.0), LossyGear(ratio=3.0)])
def test_what_is_rigidly_tied_jumps_with_it(gear):
    result = struck(gear, Inertia(J=4.0))
    assert result.at(0.5, "near.w") == pytest.approx(3.0)
    assert result.at(0.5, "beyond.w") == pytest.approx(1.0)


def test_a_rack_that_hits_its_stop_leaves_the_motor_turning():
    class Rack(Model):
        motor = Torque(tau=1.0)
        disc = Inertia(J=2e-3, phi=fixed(0), w=fixed(0))
        shaft = SpringDamper(c=5.0, d=0.01, phi_rel=fixed(0), w_rel=fixed(0))
        pinion = IdealGearR2T(ratio=50.0)
        rack = tra.MassWithStopAndFriction(
            m=2.0, smax=0.5, smin=-0.5, L=0.0, F_prop=0.0, F_Coulomb=1.0, F_Stribeck=0.0, fexp=0.0
        )

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.disc >> self.shaft >> self.pinion >> self.rack

    result = simulate(Rack(), stop_time=3.0, tolerance=1e-9)
    hit = result.events.times("rack.stopped", after="right")[0]
    before, after = (result.at(hit, "disc.w", side=side) for side in ("left", "right"))
    assert before > 50.0
    assert after == pytest.approx(before, rel=1e-9)
    # What the disc has, 0.001 w^2, winds the shaft up, 2.5 phi_rel^2, but for damping.
    wound = 5.0 * (before**2 * 2e-3 / 5.0) ** 0.5
    assert np.abs(result["shaft.tau"]).max() == pytest.approx(wound, rel=0.1)
    assert (result.energy.dissipated >= -1e-9).all()


def test_a_controller_that_is_reset_leaves_relative_speeds_states():
    class Reset(Model):
        motor = Torque()
        near = Inertia(J=1.0, phi=fixed(0), w=fixed(1))
        shaft = SpringDamper(c=10.0, d=0.1)
        far = Inertia(J=4.0, phi=fixed(0), w=fixed(1))
        sum = Integrator(use_reset=True)
        restart = BooleanPulse(period=0.3)
        speed = SpeedSensor()

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.near >> self.shaft >> self.far
            yield self.near.flange_b >> self.speed
            yield self.speed.w * constant(1.0, "s/rad") == self.sum.u
            yield self.restart.y >> self.sum.reset
            yield self.motor.tau == -self.sum.y * constant(1.0, "N.m")

    assert "shaft.w_rel" in str(check(Reset()))
