"""The start is found once for all runs that share it, and anew where parameters change it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, check, simulate, translational
from drivetrain import compile as compile_model
from drivetrain.blocks import FirstOrder
from drivetrain.errors import InitialisationError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.modeling import (
    Component,
    boolean,
    constant,
    der,
    fixed,
    guess,
    parameter,
    tanh,
    variable,
    where,
)
from drivetrain.rotational import (
    Clutch,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    Spring,
    SpringDamper,
)
from drivetrain.thermal import HeatCapacitor, PrescribedTemperature


class Geared(Model):
    """A gear between two inertias, of which the one that is no state has a start value."""

    motor = Inertia(J=1.0, phi=fixed(0.0))
    gear = IdealGear(ratio=2.0)
    load = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.gear >> self.load


class FixedLoad(Geared):
    load = Inertia(J=1.0, w=fixed(3.0))


class FixedMotor(Geared):
    motor = Inertia(J=1.0, phi=fixed(0.0), w=fixed(3.0))


class GuessedMembers(Model):
    """Three guesses for the two motions of a planetary gear: the last one has to give way."""

    sun = Inertia(J=1.0, w=guess(9.0))
    ring = Inertia(J=1.0, w=guess(1.0))
    carrier = Inertia(J=1.0, w=guess(5.0))
    planetary = IdealPlanetary(ratio=3.0)

    def equations(self) -> Iterable[Any]:
        yield self.sun.flange_b >> self.planetary.sun
        yield self.planetary.ring >> self.ring.flange_a
        yield self.planetary.carrier >> self.carrier.flange_a


@pytest.mark.parametrize(("model", "state"), [(FixedLoad, "load.w"), (FixedMotor, "motor.w")])
def test_what_is_demanded_is_a_state_if_it_can_be(model: type[Geared], state: str):
    assert state in check(model()).states


@pytest.mark.parametrize("model", [FixedLoad, FixedMotor])
@pytest.mark.parametrize("ratio", [2.0, -1.5, 7.0])
def test_a_ratio_moves_what_hangs_on_a_demand(model: type[Geared], ratio: float):
    compiled = compile_model(model())
    compiled.simulate(stop_time=0.1)
    r = compiled.simulate(stop_time=0.1, parameters={"gear.ratio": ratio})
    assert r["motor.w"][0] == pytest.approx(ratio * r["load.w"][0], rel=1e-12)
    given = "load.w" if model is FixedLoad else "motor.w"
    assert r[given][0] == pytest.approx(3.0, rel=1e-12)


class GuessedClutch(Model):
    """A demanded speed, from which a clutch and a spring lead to the ground."""

    disc = Inertia(J=1.0, phi=fixed(1.0), w=fixed(2.0))
    clutch = Clutch(fn_max=10.0, f_normalized=1.0, phi_rel=guess(-1.5), w_rel=guess(0.0))
    hub = Inertia(J=0.5)
    shaft = SpringDamper(c=200.0, d=0.2)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.disc >> self.clutch >> self.hub >> self.shaft >> self.ground


@pytest.mark.parametrize("slip", [0.0, -1.0])
def test_guesses_of_states_come_before_start_values_of_other_states(slip: float):
    parameters = {"clutch.w_rel.start": slip}
    r = compile_model(GuessedClutch()).simulate(stop_time=0.0, parameters=parameters)
    assert r["clutch.w_rel"][0] == slip
    assert r["clutch.phi_rel"][0] == -1.5
    assert r["shaft.w_rel"][0] == pytest.approx(-2.0 - slip, rel=1e-15)


@pytest.mark.parametrize("ratio", [3.0, 2.0, 5.0])
def test_guesses_count_in_the_same_order_with_every_parameter(ratio: float):
    again = compile_model(GuessedMembers()).simulate(
        stop_time=0.1, parameters={"planetary.ratio": ratio}
    )
    assert again["sun.w"][0] == pytest.approx(9.0, rel=1e-12)
    assert again["ring.w"][0] == pytest.approx(1.0, rel=1e-12)
    assert again["carrier.w"][0] == pytest.approx((9.0 + ratio) / (1.0 + ratio), rel=1e-12)


def test_neither_order_nor_company_of_runs_changes_a_bit():
    parameters = [{"J1.J": 1.0 + 0.3 * k, "clutch1.fn_max": 20.0 - k} for k in range(4)]
    forth, back = compile_model(CoupledClutches()), compile_model(CoupledClutches())
    one = [forth.simulate(parameters=p, interval=np.inf).rows for p in parameters]
    other = [back.simulate(parameters=p, interval=np.inf).rows for p in parameters[::-1]][::-1]
    many = forth.ensemble({n: [p[n] for p in parameters] for n in parameters[0]}, threads=2).rows
    for a, b, c in zip(one, other, many, strict=True):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(a, c)


class Scaled(Model):
    """Its start depends on a parameter."""

    k = parameter(2.0)
    rate = parameter(1.0, unit="1/s")
    x = variable(start=guess(0.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == -self.rate * self.x

    def initial_equations(self) -> Iterable[Any]:
        yield self.k * self.x == 6.0


def test_initial_equations_hold_with_every_parameter():
    compiled = compile_model(Scaled())
    for k in (2.0, 3.0, 2.0, 0.5):
        r = compiled.simulate(stop_time=0.1, parameters={"k": k})
        assert r["x"][0] == pytest.approx(6.0 / k, rel=1e-12)


def test_start_values_of_one_run_do_not_stay():
    compiled = compile_model(CoupledClutches())
    before = compiled.simulate(stop_time=0.1)
    other = compiled.simulate(stop_time=0.1, parameters={"J1.w.start": 4.0})
    assert other["J1.w"][0] == pytest.approx(4.0, rel=1e-12)
    np.testing.assert_array_equal(before.rows, compiled.simulate(stop_time=0.1).rows)


def test_a_model_without_start_of_its_own_runs_with_other_parameters():
    compiled = compile_model(Scaled(k=0.0))
    with pytest.raises(InitialisationError):
        compiled.simulate(stop_time=0.1)
    assert compiled.simulate(stop_time=0.1, parameters={"k": 2.0})["x"][0] == pytest.approx(3.0)


class HeldTemperature(Model):
    """What is filtered rules a temperature: none of the start of the filter gives the guess."""

    filter = FirstOrder(T=0.05)
    body = HeatCapacitor(C=4.0, T=guess(300.0))
    source = PrescribedTemperature()

    def equations(self) -> Iterable[Any]:
        yield self.filter.u == 1
        yield self.source.port >> self.body.port
        share = 1 + 0.1 * tanh(self.filter.y)
        yield share * constant(360.0, "K") == self.source.T


def test_a_guess_out_of_reach_gives_way():
    result = compile_model(HeldTemperature()).simulate(stop_time=0.1)
    assert result["body.T"][0] == pytest.approx(360.0)
    assert "guess, out of reach" in str(result.start)


class FilterAtRest(Model):
    """A filter that starts at rest behind one whose start is known."""

    before = FirstOrder(T=0.2, y_start=0.3)
    after = FirstOrder(k=-0.4, T=0.07, init_type="steady_state")

    def equations(self) -> Iterable[Any]:
        yield self.before.u == 1
        yield self.after.u == 0.6 + 0.3 * tanh(self.before.y)


class FilterAtRestInTheOtherOrder(FilterAtRest):
    after = FirstOrder(k=-0.4, T=0.07, init_type="steady_state")
    before = FirstOrder(T=0.2, y_start=0.3)


@pytest.mark.parametrize("model", [FilterAtRest, FilterAtRestInTheOtherOrder])
def test_what_is_at_rest_moves_itself_there(model: type[Model]):
    result = compile_model(model()).simulate(stop_time=0.1)
    assert result["before.y"][0] == 0.3
    assert result["after.y"][0] == pytest.approx(-0.4 * (0.6 + 0.3 * np.tanh(0.3)))


class SumAtRest(Model):
    """The sum of a state and what decays is at rest at the start; its rate has a name."""

    rate = variable(unit="1/s")
    x = variable()
    decaying = variable(start=fixed(1.0))
    sum = variable()

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == (3.0 - self.x) * constant(1.0, "1/s")
        yield der(self.decaying) == -self.decaying * constant(1.0, "1/s")
        yield self.sum == 2 * self.x + self.decaying
        yield self.rate == der(self.sum)

    def initial_equations(self) -> Iterable[Any]:
        yield der(self.sum) == constant(0.0, "1/s")


def test_the_rate_of_what_is_no_state():
    result = compile_model(SumAtRest()).simulate(stop_time=0.1)
    assert result["x"][0] == pytest.approx(2.5)
    assert result["rate"][0] == pytest.approx(0.0, abs=1e-12)


def test_the_rate_of_what_has_no_name():
    """The acceleration behind half the length of a mass, and the rate of a torque."""

    class Started(Model):
        mass = translational.Mass(m=2.0, L=0.1, v=fixed(0.0))
        spring = translational.Spring(c=3.0)
        wall = translational.Fixed()
        start = translational.InitializeFlange(use_s_start=False, use_v_start=False)
        shaft = Inertia(J=1.0, phi=fixed(0.5))
        bar = Spring(c=100.0)
        ground = Fixed()

        def equations(self) -> Iterable[Any]:
            yield self.mass >> self.spring >> self.wall
            yield self.mass.flange_b >> self.start.flange
            yield self.start.a_start == constant(-0.6, "m/s2")
            yield self.shaft >> self.bar >> self.ground

        def initial_equations(self) -> Iterable[Any]:
            yield der(self.bar.tau) == constant(20.0, "N.m/s")

    result = compile_model(Started()).simulate(stop_time=0.1)
    assert result["mass.a"][0] == pytest.approx(-0.6)
    assert result["bar.phi_rel"][0] == pytest.approx(-0.5)
    assert result["shaft.w"][0] == pytest.approx(-0.2)


class Contrary(Component):
    """A demand on twice a state, and a condition that contradicts itself unless that is 0 or 1."""

    x = variable()
    double = variable(start=fixed(2.0))
    bump = variable()
    sign = variable()
    contrary = boolean()

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == constant(0.0, "1/s")
        yield self.double == 2.0 * self.x
        yield self.bump == (self.x * (self.x - 1.0)) ** 2
        yield self.sign == where(self.contrary, -self.bump, self.bump)
        yield self.contrary == (self.sign > 0.0)


def test_a_demand_is_met_where_beside_the_guess_no_modes_agree():
    """Differences are taken with the modes of the point that they belong to."""

    class Demanding(Model):
        part = Contrary()

        def equations(self) -> Iterable[Any]:
            return ()

    assert simulate(Demanding(), stop_time=0.1)["part.x"][0] == 1.0
