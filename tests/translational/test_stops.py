"""Mass between stops, elastic stops, rolling resistance and vehicles against closed forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import Constant, Sine
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Model, constant, fixed
from drivetrain.rotational import Torque
from drivetrain.translational import (
    Brake,
    ElastoGap,
    Fixed,
    Force,
    Mass,
    MassWithStopAndFriction,
    Rod,
    Spring,
    SpringDamper,
    Vehicle,
)

SMOOTH = {"F_prop": 0.0, "F_Coulomb": 0.0, "F_Stribeck": 0.0, "fexp": 1.0}
DRY = {"F_prop": 0.0, "F_Coulomb": 2.0, "F_Stribeck": 0.0, "fexp": 1.0}


def sledge(force: float, start: float = 0.0, v: float = 0.0, **friction: float) -> Model:
    """Return a mass of 2 kg and length 0.2 m between the walls -1 m and 1 m, pushed by a force."""

    class Sledge(Model):
        mass = MassWithStopAndFriction(
            m=2.0, smin=-1.0, smax=1.0, L=0.2, s=fixed(start), v=fixed(v), **friction
        )
        push = Force()
        constant = Constant(k=force)

        def equations(self) -> Iterable[Any]:
            yield self.push >> self.mass
            yield self.constant.y >> self.push.f

    return Sledge()


@pytest.mark.parametrize("sense", [1, -1])
def test_it_stops_dead_at_the_wall(sense):
    result = simulate(sledge(4.0 * sense, **SMOOTH), stop_time=2.0, tolerance=1e-9)
    arrival = (2 * 0.9 / 2.0) ** 0.5
    late = result.time > arrival + 1e-6
    np.testing.assert_allclose(result["mass.s"][late], 0.9 * sense, atol=1e-9)
    np.testing.assert_array_equal(result["mass.v"][late], 0.0)
    assert set(result["mass.stopped"][late]) == {sense}
    assert result.time[result["mass.stopped"] != 0][0] == pytest.approx(arrival, abs=1e-7)


def test_what_an_impact_takes_is_dissipated():
    class Pair(Model):
        mass = MassWithStopAndFriction(
            m=2.0, smin=-1.0, smax=1.0, L=0.2, s=fixed(0.0), v=fixed(3.0), **SMOOTH
        )
        other = Mass(m=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.mass >> self.other

    audit = simulate(Pair(), stop_time=1.0).energy
    assert audit.relative_error < 1e-12
    assert audit.dissipated_by["mass"][-1] == pytest.approx(3.0 * 3.0**2 / 2, rel=1e-12)
    assert audit.dissipated_by["mass"][0] == 0.0


def test_it_leaves_the_wall_when_pulled_back():
    class Swung(Model):
        mass = MassWithStopAndFriction(
            m=1.0, smin=-1.0, smax=1.0, L=0.0, s=fixed(0.5), v=fixed(0.0), **DRY
        )
        push = Force()
        sine = Sine(amplitude=10.0, f=0.5)

        def equations(self) -> Iterable[Any]:
            yield self.push >> self.mass
            yield self.sine.y >> self.push.f

    result = simulate(Swung(), stop_time=3.0)
    assert result["mass.s"].max() <= 1.0 + 1e-9
    assert result["mass.s"].min() >= -1.0 - 1e-9
    stopped = result["mass.stopped"]
    assert {-1, 0, 1} <= set(stopped)
    # At the right wall until the sine pulls with more than the friction force of 2.002 N.
    first = np.flatnonzero((stopped[:-1] == 1) & (stopped[1:] == 0))[0]
    leaves = 1.0 + np.arcsin(2 * 1.001 / 10.0) / np.pi
    assert result.time[first] == pytest.approx(leaves, abs=2e-3)


def test_dry_friction_stops_it_before_the_wall():
    result = simulate(sledge(0.0, v=1.0, **DRY), stop_time=2.0, tolerance=1e-9)
    assert result["mass.s"][-1] == pytest.approx(2.0 * 1.0**2 / (2 * 2.0), rel=1e-8)
    assert result["mass.mode"][-1] == 0
    assert result.energy.dissipated[-1] == pytest.approx(1.0, rel=1e-8)


def test_friction_that_depends_on_speed():
    law = {"F_prop": 0.5, "F_Coulomb": 2.0, "F_Stribeck": 1.0, "fexp": 3.0}
    result = simulate(sledge(6.0, v=0.1, **law), stop_time=0.4)
    v, f = result["mass.v"][5:], result["mass.f"][5:]
    np.testing.assert_allclose(f, 0.5 * v + 2.0 + np.exp(-3 * v), rtol=1e-9)


@pytest.mark.parametrize(("start", "v"), [(1.5, 0.0), (-0.95, 0.0), (0.9, 1.0), (-0.9, -1.0)])
def test_a_start_in_the_wall_is_refused(start, v):
    with pytest.raises(DrivetrainError, match="beyond a stop"):
        simulate(sledge(0.0, start=start, v=v, **DRY), stop_time=0.1)


@pytest.mark.parametrize(("start", "v"), [(0.9, -1.0), (-0.9, 0.0)])
def test_a_start_at_the_wall_may_lead_inwards(start, v):
    result = simulate(sledge(0.0, start=start, v=v, **DRY), stop_time=0.1)
    assert abs(result["mass.s"][-1]) <= 0.9


class Ball(Model):
    """A ball falls onto an elastic floor."""

    mass = Mass(m=1.0, s=fixed(1.0), v=fixed(0.0))
    gap = ElastoGap(c=1e4, d=0.0)
    floor = Fixed()
    weight = Force()
    gravity = Constant(k=-9.80665)

    def equations(self) -> Iterable[Any]:
        yield self.floor >> self.gap >> self.mass
        yield self.weight >> self.mass.flange_b
        yield self.gravity.y >> self.weight.f


@pytest.mark.parametrize("n", [1.0, 1.5])
def test_an_elastic_bounce_conserves_energy(n):
    parameters = {"gap.n": n}
    result = simulate(Ball(), stop_time=1.5, tolerance=1e-10, parameters=parameters, interval=1e-3)
    height = 9.80665 * result["mass.s"] + result["mass.v"] ** 2 / 2
    deep = np.maximum(-result["mass.s"], 0.0)
    spring = 1e4 * deep ** (n + 1) / (n + 1)
    np.testing.assert_allclose(height + spring, 9.80665, rtol=1e-6)
    assert result["mass.s"].min() < -0.01


def test_a_damped_contact_never_pulls():
    result = simulate(Ball(), stop_time=1.5, parameters={"gap.d": 300.0})
    assert result["gap.f"].max() <= 1e-9
    assert np.all(np.abs(result["gap.f_d"]) <= np.abs(result["gap.f_c"]) + 1e-9)
    assert abs(result["mass.v"][-1]) < 1e-3
    assert result["mass.s"][-1] == pytest.approx(-9.80665e-4, rel=1e-3)


def test_rods_keep_their_length():
    class Train(Model):
        wall = Fixed(s0=0.5)
        spring = Spring(c=100.0, s_rel0=0.2)
        rod = Rod(L=0.3)
        mass = Mass(m=1.0, L=0.4, s=fixed(1.3), v=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield self.wall >> self.spring >> self.rod >> self.mass

    result = simulate(Train(), stop_time=1.0, tolerance=1e-9)
    np.testing.assert_allclose(result["rod.flange_b.s"] - result["rod.flange_a.s"], 0.3, atol=1e-12)
    rest = 0.5 + 0.2 + 0.3 + 0.2
    np.testing.assert_allclose(
        result["mass.s"], rest + (1.3 - rest) * np.cos(10 * result.time), atol=1e-6
    )


CAR = {"m": 1000.0, "J": 4.0, "R": 0.3, "A": 2.0, "Cd": 0.3}


def drive(torque: float, v: float = 0.0, **given: Any) -> Any:
    """Return a run of a car with a constant torque at its axle."""

    class Drive(Model):
        car = Vehicle(**CAR, **given)
        torque_source = Torque()
        constant = Constant(k=torque)

        def equations(self) -> Iterable[Any]:
            yield self.torque_source >> self.car.flange_r
            yield self.constant.y >> self.torque_source.tau

        def initial_equations(self) -> Iterable[Any]:
            yield self.car.mass.s == 0
            yield self.car.mass.v == constant(v, "m/s")

    return simulate(Drive(), stop_time=200.0, tolerance=1e-8)


def test_a_car_reaches_the_speed_of_its_drag():
    result = drive(300.0, v=1.0, cr_constant=0.0)
    k = 0.3 * 2.0 * 1.2 / 2
    mass = 1000.0 + 4.0 / 0.3**2
    limit = (300.0 / 0.3 / k) ** 0.5
    t = result.time
    expected = limit * np.tanh(k * limit / mass * t + np.arctanh(1.0 / limit))
    np.testing.assert_allclose(result["car.mass.v"], expected, rtol=1e-5)


@pytest.mark.parametrize("slope", [0.05, -0.2])
def test_slope_and_rolling_resistance_balance_the_torque(slope):
    angle = np.arctan(slope)
    needed = 1000.0 * 9.80665 * (np.sin(angle) + 0.015 * np.cos(angle)) * 0.3
    result = drive(needed, v=1e-2, inclination_constant=slope)
    drag = 0.3 * 2.0 * 1.2 / 2 * 1e-4
    assert result["car.mass.v"][-1] == pytest.approx(1e-2, rel=1e-2)
    assert result["car.rolling_resistance.f"][0] == pytest.approx(147.09975 * np.cos(angle))
    assert result["car.drag_force.f"][0] == pytest.approx(drag)


def test_wind_from_behind_pushes():
    result = drive(0.0, v=1.0, v_wind_constant=10.0, cr_constant=0.0)
    assert 1.0 < result["car.mass.v"][-1] < 10.0
    assert result.energy.relative_error < 1e-5


class Trailer(Model):
    """A mass with stops pushes another one, whose start is demanded, beside a brake of no mass."""

    trailer = Mass(m=1.0, L=0.2, s=fixed(-0.6), v=fixed(1.0))
    car = MassWithStopAndFriction(m=2.0, L=1.0, smin=-9.0, smax=1.0, **SMOOTH)
    load = Mass(m=1.0)
    spring = SpringDamper(c=10.0, d=1.0)
    brake = Brake(fn_max=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.trailer >> self.car
        yield self.load >> self.spring >> self.brake
        yield self.brake.f_normalized == 1


def test_what_stops_stops_what_is_fixed_to_it():
    result = simulate(Trailer(), stop_time=1.0)
    assert np.all(result["trailer.v"][result.time < 0.5 - 1e-9] == 1.0)
    assert np.all(result["trailer.v"][result.time > 0.5 + 1e-9] == 0.0)
    assert result["trailer.s"][-1] == pytest.approx(-0.1)
