"""Stiff drivelines: the stiff method, and the choice between the two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.blocks import Sine
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    Damper,
    ElastoBacklash,
    Fixed,
    IdealGear,
    Inertia,
    SpringDamper,
    Torque,
)


class Mesh(Model):
    """Two gear stages with a stiff mesh between them and backlash in front of the load."""

    motor = Inertia(J=0.01, phi=fixed(0), w=fixed(0))
    first = IdealGear(ratio=3)
    wheel = Inertia(J=0.05)
    mesh = SpringDamper(c=1e8, d=1e3)
    pinion = Inertia(J=0.05, phi=fixed(0), w=fixed(0))
    second = IdealGear(ratio=5)
    gap = ElastoBacklash(c=1e5, d=50, b=0.001)
    load = Inertia(J=2, phi=fixed(0), w=fixed(0))
    torque = Torque()
    sine = Sine(amplitude=20, f=3)
    drag = Damper(d=1)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.torque >> self.motor >> self.first >> self.wheel >> self.mesh >> self.pinion
        yield self.pinion >> self.second >> self.gap >> self.load >> self.drag >> self.ground


@pytest.fixture(scope="module")
def mesh():
    return compile_model(Mesh())


@pytest.fixture(scope="module")
def exact(mesh):
    return mesh.simulate(stop_time=0.5, solver="bs5", tolerance=1e-11, interval=0.01)


@pytest.mark.parametrize("solver", ["rodas", "auto"])
def test_the_stiff_method_agrees_with_the_explicit_one(mesh, exact, solver):
    result = mesh.simulate(stop_time=0.5, solver=solver, tolerance=1e-8, interval=0.01)
    assert result["load.w"][-1] == pytest.approx(exact["load.w"][-1], abs=1e-6)
    times = [event.time for event in result.events]
    np.testing.assert_allclose(times, [event.time for event in exact.events], atol=1e-6)
    assert result.energy.relative_error < 1e-6


def test_a_tighter_tolerance_gives_a_smaller_error(mesh, exact):
    errors = [
        abs(mesh.simulate(stop_time=0.5, tolerance=tol)["load.w"][-1] - exact["load.w"][-1])
        for tol in (1e-4, 1e-6, 1e-8)
    ]
    assert errors[2] < errors[0]
    assert errors[2] < 1e-6


def test_it_switches_by_itself(mesh):
    result = mesh.simulate(stop_time=0.5)
    assert 0 < result.stats.stiff_steps <= result.stats.steps
    explicit = mesh.simulate(stop_time=0.5, solver="bs5")
    assert explicit.stats.stiff_steps == 0
    assert result.stats.steps < 0.2 * explicit.stats.steps


def test_long_shafts_can_be_stiff_too():
    """Equations that run as loops have no symbolic Jacobian: the stiff method avoids loops."""
    shaft = Model("shaft")
    shaft.add(
        disc=Inertia.array(40, J=1.0),
        link=SpringDamper.array(39, c=1e8, d=1e4),
        torque=Torque(tau=1.0),
    )
    shaft.connect(shaft.torque >> shaft.disc[0])
    shaft.connect(shaft.disc[:-1] >> shaft.link >> shaft.disc[1:])
    compiled = compile_model(shaft)
    explicit = compiled.simulate(stop_time=0.1, solver="bs5")
    stiff = compiled.simulate(stop_time=0.1, solver="rodas")
    assert stiff.stats.steps < 0.2 * explicit.stats.steps
    np.testing.assert_allclose(stiff["disc[0].w"][-1], explicit["disc[0].w"][-1], rtol=1e-4)


class Teeth(Model):
    """Stiff teeth under a load that changes its sign: they move more slowly than 1e-3 rad/s."""

    sine = Sine(amplitude=50, f=2)
    torque = Torque()
    rotor = Inertia(J=0.05, phi=fixed(0), w=fixed(0))
    mesh = ElastoBacklash(c=1e8, d=1e3, b=1e-5, phi_rel=fixed(0), w_rel=fixed(0))
    load = Inertia(J=0.5)
    brake = Damper(d=10)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.torque >> self.rotor >> self.mesh >> self.load >> self.brake >> self.ground


def test_long_steps_do_not_meet_the_event_again_that_they_begin_with():
    """What the stiff method's continuous extension does at once in a long step is no crossing."""
    teeth = compile_model(Teeth())
    exact = teeth.simulate(stop_time=1.0, tolerance=1e-8)
    for solver in ("auto", "rodas"):
        result = teeth.simulate(stop_time=1.0, tolerance=1e-3, solver=solver)
        assert result["load.w"][-1] == pytest.approx(exact["load.w"][-1], rel=1e-5)
    assert exact.stats.state_events == 37
    assert result.stats.state_events < 200  # bounces below the tolerance count, too
