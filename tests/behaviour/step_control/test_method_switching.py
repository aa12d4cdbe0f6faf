"""The free choice between the two integrators pays, also where stiffness comes and goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, examples, simulate
from drivetrain import compile as compile_model
from drivetrain.blocks import Sine
from drivetrain.kernel.binding import Method
from drivetrain.modeling import (
    boolean,
    constant,
    cos,
    der,
    fixed,
    parameter,
    sin,
    time,
    variable,
)
from drivetrain.rotational import (
    Damper,
    ElastoBacklash,
    Fixed,
    IdealGear,
    Inertia,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.results.result import Statistics

TEETH: dict[str, Any] = {
    "c": 1e6,
    "d": 100.0,
    "b": 1e-3,
    "phi_rel": fixed(0.0),
    "w_rel": fixed(0.0),
}
STIFF_STEP = 3.0
"""Cost of a step of the stiff method, in steps of the explicit one."""


class RattlingTrain(Model):
    """Three gear stages whose teeth are stiff while they touch and fly freely in between."""

    wave = Sine(amplitude=50.0, f=2.0)
    motor = Torque()
    rotor = Inertia(J=0.01, phi=fixed(0.0), w=fixed(0.0))
    gear1 = IdealGear(ratio=3.0)
    mesh1 = ElastoBacklash(**TEETH)
    shaft1 = Inertia(J=0.05)
    gear2 = IdealGear(ratio=4.0)
    mesh2 = ElastoBacklash(**TEETH)
    shaft2 = Inertia(J=0.5)
    gear3 = IdealGear(ratio=5.0)
    mesh3 = ElastoBacklash(**TEETH)
    load = Inertia(J=5.0)
    brake = Damper(d=10.0)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.rotor >> self.gear1 >> self.mesh1 >> self.shaft1
        yield self.shaft1 >> self.gear2 >> self.mesh2 >> self.shaft2 >> self.gear3
        yield self.gear3 >> self.mesh3 >> self.load >> self.brake >> self.ground.flange


def cost(stats: Statistics) -> float:
    return stats.steps + stats.rejected_steps + (STIFF_STEP - 1) * stats.stiff_steps


@pytest.mark.parametrize("tolerance", [1e-5, 1e-6, 1e-7])
def test_teeth_that_rattle_stay_with_the_explicit_method(tolerance: float):
    compiled = compile_model(RattlingTrain())
    free, explicit = (
        compiled.simulate(stop_time=1.0, tolerance=tolerance, solver=solver).stats
        for solver in ("auto", "bs5")
    )
    assert explicit.state_events > 50
    assert cost(free) < 1.15 * cost(explicit)


class Timetable(Model):
    """Signals, and nothing to be integrated."""

    wave = Sine(amplitude=2.0, f=1.0)

    def equations(self) -> Iterable[Any]:
        return ()


@pytest.mark.parametrize("solver", ["auto", "bs5", "rodas"])
def test_any_method_will_do_without_states(solver: Method) -> None:
    result = simulate(Timetable(), stop_time=0.25, solver=solver)
    assert result["wave.y"][-1] == pytest.approx(2.0)


class Shaft(Model):
    """Many discs with couplings in a row."""

    n = parameter(150, structural=True, kind="integer")
    c = parameter(1e6, unit="N.m/rad")
    d = parameter(1e3, unit="N.m.s/rad")
    wave = Sine(amplitude=10.0, f=1.0)
    drive = Torque()
    disc: Any = Inertia.array(n, J=1e-3, phi=fixed(0.0), w=fixed(0.0))
    link: Any = SpringDamper.array(n - 1, c=c, d=d)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.drive.tau
        yield self.drive >> self.disc[0]
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def test_a_stiff_shaft_whose_equations_run_as_loops_is_handed_over():
    """Explicitly it would take more than a million steps; its centre turns as if it were rigid."""
    compiled = compile_model(Shaft())
    assert compiled.translation.program.rows
    assert compiled.translation.kernel.jacobian_to_come
    result = compiled.simulate(stop_time=1.0, tolerance=1e-6)
    assert 10 < result.stats.stiff_steps < result.stats.steps < 1000
    momentum = sum(result[f"disc[{k}].w"] for k in range(150)) * 1e-3
    pushed = 10.0 / (2 * np.pi) * (1 - np.cos(2 * np.pi * result.time))
    np.testing.assert_allclose(momentum, pushed, atol=1e-5)
    assert abs(result["link[0].tau"]).max() == pytest.approx(10.0, rel=0.01)


def test_a_soft_shaft_needs_no_jacobian():
    compiled = compile_model(Shaft())
    soft = {"c": 10.0, "d": 1e-3}
    assert compiled.simulate(stop_time=0.1, parameters=soft).stats.stiff_steps == 0
    assert compiled.translation.kernel.jacobian_to_come


@pytest.mark.parametrize("tolerance", [1e-3, 1e-4, 1e-5])
def test_modes_that_were_stirred_up_are_given_time_to_decay(tolerance: float):
    """Fast cranks on a slow ship: what stability made of the explicit steps decays in dozens of
    stiff ones, which pay off only then."""
    compiled = compile_model(examples.find("machines.ShipShafting")())
    free, stiff = (
        compiled.simulate(stop_time=10.0, interval=0.02, tolerance=tolerance, solver=solver).stats
        for solver in ("auto", "rodas")
    )
    assert cost(free) < 1.5 * cost(stiff)


class Chased(Model):
    """A fast state that follows a cosine, and an event early on, while steps are explicit."""

    x = variable(start=fixed(1.0))
    y = variable(start=fixed(1.0))
    is_early = boolean()

    def equations(self) -> Iterable[Any]:
        angle = time * constant(1.0, "rad/s")
        slope = -constant(1.0, "1/s") * sin(angle)
        yield der(self.x) == slope - constant(1e5, "1/s") * (self.x - cos(angle))
        yield der(self.y) == constant(-0.5, "1/s") * self.y
        yield self.is_early == (self.y > 0.999999)


@pytest.mark.parametrize("tolerance", [1e-3, 1e-6])
def test_points_within_stiff_steps_are_exact_after_an_event_of_explicit_ones(
    tolerance: float,
) -> None:
    result = simulate(Chased(), stop_time=3.0, tolerance=tolerance, interval=0.001)
    assert result.stats.state_events == 1
    np.testing.assert_allclose(result["x"], np.cos(result.time), atol=2e-8)
