"""The residuals of a result notice whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import examples
from drivetrain.blocks import (
    Add,
    BooleanConstant,
    BooleanTable,
    FixedDelay,
    Integrator,
    SecondOrder,
    Sine,
    TerminateSimulation,
    Trapezoid,
    VariableDelay,
)
from drivetrain.modeling import (
    Component,
    Model,
    der,
    fixed,
    integer,
    parameter,
    pre,
    sample,
    variable,
    when,
)
from drivetrain.rotational import (
    ConstantTorque,
    Inertia,
    LossyGear,
    OneWayClutch,
    Spring,
    Torque,
)
from drivetrain.simulation.verification.residuals import residuals
from drivetrain.thermal import FixedTemperature, HeatCapacitor, ThermalConductor


@pytest.fixture(scope="module")
def clutches() -> tuple[Any, Any]:
    compiled = compile_model(examples.find("CoupledClutches")())
    return compiled, compiled.simulate(interval=0.01)


@pytest.mark.parametrize(
    "name", ["J1.w", "J2.a", "clutch1.sa", "clutch1.tau", "torque.tau", "J3.phi", "clutch3.phi_rel"]
)
def test_one_wrong_value_is_found(clutches: tuple[Any, Any], name: str):
    compiled, result = clutches
    at = len(result.time) // 3
    column = result.layout.column[result.layout.position(name)]
    before = result.rows[at, column]
    result.rows[at, column] += 1e-6
    try:
        found = residuals(compiled, result)
    finally:
        result.rows[at, column] = before
    assert found.worst > 1e-8
    assert found.equations[0].time == result.time[at]


@pytest.mark.parametrize("name", ["clutch1.mode", "clutch2.locked", "clutch3.free"])
def test_a_wrong_mode_is_found(clutches: tuple[Any, Any], name: str):
    compiled, result = clutches
    column = result.layout.column[result.layout.position(name)]
    at = int(np.flatnonzero(result.time > 0.7)[0])
    before = result.rows[at, column]
    result.rows[at, column] = 1 - before
    try:
        found = residuals(compiled, result)
    finally:
        result.rows[at, column] = before
    assert found.worst >= 1.0
    assert name.split(".")[0] == found.equations[0].component


def test_other_parameters_of_a_run_have_to_be_told(clutches: tuple[Any, Any]):
    compiled, _ = clutches
    given = {"J2.J": 2.0, "clutch1.mu_pos": [[0, 0.6], [50, 0.3]]}
    result = compiled.simulate(parameters=given, interval=0.01)
    assert residuals(compiled, result, given).worst <= 1e-9
    assert residuals(compiled, result).worst > 1e-3


def test_report_names_component_equation_and_time(clutches: tuple[Any, Any]):
    found = residuals(*clutches)
    assert "equations, largest scaled residual" in str(found)
    assert "J * a == flange_a.tau + flange_b.tau" in {e.equation for e in found.equations}


class Cooling(Model):
    """Two heat capacities whose rates have no name of their own."""

    hot = HeatCapacitor(C=2.0, T=fixed(400.0))
    wall = ThermalConductor(G=3.0)
    cold = FixedTemperature(T=300.0)
    twin = HeatCapacitor(C=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.hot.port >> self.wall.port_a
        yield self.wall.port_b >> self.cold.port
        yield self.hot.port >> self.twin.port


def test_rates_without_a_name_are_fitted():
    compiled = compile_model(Cooling())
    result = compiled.simulate(stop_time=1.0)
    assert residuals(compiled, result).worst <= 1e-9
    at = result.layout.column[result.layout.position("twin.port.Q_flow")]
    result.rows[50, at] += 1e-3
    assert residuals(compiled, result).worst > 1e-7


class Counting(Component):
    """Counts the ticks of a clock."""

    count = integer(start=fixed(0))
    x = variable(start=fixed(1.0))
    T = parameter(1.0, unit="s")

    def equations(self) -> Iterable[Any]:
        yield when(sample(0.05, 0.1), self.count == pre(self.count) + 1)
        yield self.T * der(self.x) == -self.x


class Sampled(Model):
    """Discrete quantities beside a swinging shaft."""

    counter = Counting()
    sine = Sine(f=2.0)
    torque = Torque()
    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    spring = Spring(c=10.0)
    right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.torque >> self.left >> self.spring >> self.right


def test_discrete_equations_are_held_too():
    compiled = compile_model(Sampled())
    result = compiled.simulate(stop_time=1.0)
    assert residuals(compiled, result).worst <= 1e-9
    assert result["counter.count"][-1] == 10


class EndsAtOnce(Model):
    """A trapezoid, and a condition for the end that holds from the first instant on."""

    wave = Trapezoid(period=0.3, nperiod=2)
    on = BooleanConstant(k=True)
    stop = TerminateSimulation()

    def equations(self) -> Iterable[Any]:
        yield self.on.y >> self.stop.condition


def test_a_run_that_ends_in_its_first_instant_has_left_its_start():
    compiled = compile_model(EndsAtOnce())
    result = compiled.simulate()
    assert len(result.time) == 1
    assert residuals(compiled, result).worst <= 1e-12


class Unstable(Model):
    """A second-order block that grows: its highest derivative has no name."""

    block = SecondOrder(k=3.4, w=12.0, D=-2.0)
    wave = Sine(f=0.7)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.block.u


def test_large_values_hide_no_derivative():
    compiled = compile_model(Unstable())
    result = compiled.simulate(stop_time=1.0)
    assert np.abs(result["block.yd"]).max() > 1e15
    assert residuals(compiled, result).worst <= 1e-9


class Late(Model):
    """A delayed wave in a sum, and one that is the rate of something."""

    wave = Sine(f=1.0)
    late = FixedDelay(delay_time=0.3)
    other = FixedDelay(delay_time=0.1)
    total = Add()
    filled = Integrator()

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.late.u
        yield self.wave.y >> self.other.u
        yield self.late.y >> self.total.u1
        yield self.other.y >> self.total.u2
        yield self.total.y >> self.filled.u


@pytest.mark.parametrize("name", ["late.y", "other.y"])
def test_a_delay_of_another_length_is_found(name: str):
    compiled = compile_model(Late())
    result = compiled.simulate(stop_time=2.0, interval=0.01, parameters={"late.delay_time": 0.2})
    assert residuals(compiled, result, {"late.delay_time": 0.2}).worst <= 1e-9
    wrong = {f"{name.partition('.')[0]}.delay_time": 0.5}
    found = residuals(compiled, result, {"late.delay_time": 0.2, **wrong})
    assert found.worst > 0.1
    assert found.equations[0].component == name.partition(".")[0]


class Crowded(Model):
    """A wave that comes late, and a switch that toggles before and after its crest."""

    wave = Sine(f=0.5)
    lag = Sine(f=0.4, amplitude=0.01, offset=0.04)
    late = VariableDelay(delay_max=0.1)
    switch = BooleanTable(table=[0.48, 0.48 + 1e-8, 0.53, 0.53 + 1e-8])

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.late.u
        yield self.lag.y >> self.late.delay_time


def test_the_past_between_crowded_points_is_right():
    compiled = compile_model(Crowded())
    result = compiled.simulate(stop_time=1.0, interval=0.11)
    past = np.maximum(result.time - result["lag.y"], 0.0)
    np.testing.assert_allclose(result["late.y"], np.sin(np.pi * past), rtol=0, atol=1e-10)
    assert np.abs(past - 0.5).min() < 1e-3
    assert residuals(compiled, result).worst <= 1e-12
    at = int(np.argmin(np.abs(past - 0.5)))
    result.rows[at, result.layout.column[result.layout.position("late.y")]] += 0.1
    found = residuals(compiled, result)
    assert found.worst > 1e-3
    assert found.equations[0].time == result.time[at]


def test_a_value_that_is_none_has_an_infinite_residual():
    compiled = compile_model(Unstable())
    result = compiled.simulate(stop_time=0.1)
    column = result.layout.column[result.layout.position("wave.y")]
    result.rows[5, column] = np.nan
    assert residuals(compiled, result).worst == np.inf


@pytest.mark.parametrize("name", ["Friction.inertia1.J", "SimpleGearShift.load.J"])
def test_values_that_change_the_form_of_equations_are_held_against_it(name: str):
    """A brake on a shaft without inertia has other equations than one on a heavy shaft."""
    title, _, inertia = name.partition(".")
    compiled, without = compile_model(examples.find(title)()), {inertia: 0.0}
    result = compiled.simulate(parameters=without)
    assert residuals(compiled, result, without).worst < 1e-9


def test_torques_that_cross_zero_together_do_so_but_for_the_rounding_of_the_largest():
    """Two clutch torques vanish in one instant; the accelerations they follow from are 2000."""
    losses = [[0.0, 0.97, 0.97, 0.0, 0.0], [100.0, 0.97, 0.97, 0.0, 0.0]]

    class Train(Model):
        shaft = Inertia(J=0.01, phi=fixed(0.0), w=fixed(0.0))
        freewheel = OneWayClutch(fn_max=1.0, mu_pos=[[0.0, 0.5]], peak=1.0)
        force = Sine(amplitude=1.0, f=3.3)
        driver = Inertia(J=0.01, phi=fixed(0.0), w=fixed(0.0))
        gear = LossyGear(ratio=2.0, loss_table=losses)
        wheel = Inertia(J=0.01)
        drive = ConstantTorque(tau_constant=20.0)

        def equations(self):
            yield self.force.y >> self.freewheel.f_normalized
            yield self.shaft.flange_b >> self.freewheel.flange_a
            yield self.freewheel.flange_b >> self.driver.flange_a
            yield self.shaft.flange_b >> self.gear.flange_a
            yield self.gear.flange_b >> self.wheel.flange_a
            yield self.drive.flange >> self.driver.flange_b

    compiled = compile_model(Train())
    result = compiled.simulate(stop_time=1.0)
    crossing = np.abs(result.time - 1.0 / 3.3) < 1e-9
    assert np.abs(result["gear.tau_eta"][crossing]).max() < 1e-9
    assert residuals(compiled, result).worst < 1e-9
