"""The free choice between the two integrators pays, also where stiffness comes and goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, simulate
from drivetrain import compile as compile_model
from drivetrain.blocks import Sine
from drivetrain.kernel.binding import Method
from drivetrain.modeling import fixed
from drivetrain.rotational import Damper, ElastoBacklash, Fixed, IdealGear, Inertia, Torque
from drivetrain.simulation.result import Statistics

TEETH: dict[str, Any] = {
    "c": 1e6,
    "d": 100.0,
    "b": 1e-3,
    "phi_rel": fixed(0.0),
    "w_rel": fixed(0.0),
}
STIFF_STEP = 3.5
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
        for solver in ("auto", "dopri5")
    )
    assert explicit.state_events > 50
    assert cost(free) < 1.15 * cost(explicit)


class Timetable(Model):
    """Signals, and nothing to be integrated."""

    wave = Sine(amplitude=2.0, f=1.0)

    def equations(self) -> Iterable[Any]:
        return ()


@pytest.mark.parametrize("solver", ["auto", "dopri5", "rodas"])
def test_any_method_will_do_without_states(solver: Method) -> None:
    result = simulate(Timetable(), stop_time=0.25, solver=solver)
    assert result["wave.y"][-1] == pytest.approx(2.0)
