"""Sensitivities of eigenmodes: points that stay or follow, what locks hold, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.analysis.test_published_cases import row

import drivetrain as dt
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError, NameLookupError
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantSpeed,
    ConstantTorque,
    Damper,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    QuadraticSpeedDependentTorque,
    SpringDamper,
)


class Fan(dt.Model):
    """A motor drives a fan over a gear; the air damps the more, the faster it turns."""

    motor = ConstantTorque(tau_constant=8)
    rotor = Inertia(J=0.1, phi=dt.fixed(0), w=dt.fixed(80))
    shaft = SpringDamper(c=500, d=0.02, phi_rel=dt.fixed(0.01), w_rel=dt.fixed(0))
    gear = IdealGear(ratio=1.5)
    fan = Inertia(J=0.4)
    air = QuadraticSpeedDependentTorque(tau_nominal=-10, w_nominal=100, torque_direction=False)

    def equations(self) -> Any:
        yield self.motor >> self.rotor >> self.shaft >> self.gear >> self.fan >> self.air


class Held(dt.Model):
    """A planetary set whose ring is held by a brake: what it holds depends on the ratio."""

    motor = ConstantTorque(tau_constant=8)
    rotor = Inertia(J=0.1, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=500, d=0.2, phi_rel=dt.fixed(0), w_rel=dt.fixed(0))
    sun = Inertia(J=0.05)
    planetary = IdealPlanetary(ratio=2)
    ring = Inertia(J=0.3, phi=dt.fixed(0), w=dt.fixed(0))
    brake = Brake(fn_max=1000)
    pressed = Constant(k=1)
    carrier = Inertia(J=0.4)
    load = SpringDamper(c=700, d=1)
    ground = Fixed()

    def equations(self) -> Any:
        yield self.motor >> self.rotor >> self.shaft >> self.sun
        yield self.sun.flange_b >> self.planetary.sun
        yield self.planetary.ring >> self.ring.flange_a
        yield self.ring >> self.brake
        yield self.planetary.carrier >> self.carrier.flange_a
        yield self.carrier >> self.load >> self.ground
        yield self.pressed.y >> self.brake.f_normalized


class Belt(dt.Model):
    """A disc on a spring, dragged by friction whose slope depends on the slip."""

    belt = ConstantSpeed(w_fixed=10)
    clutch = Clutch(fn_max=400, mu_pos=[[0, 0.5], [100, 0.4]])
    disc = Inertia(J=0.5, phi=dt.fixed(0.2), w=dt.fixed(0))
    spring = SpringDamper(c=800, d=0.2)
    beside = Damper(d=0.3)
    second = Inertia(J=0.2, phi=dt.fixed(0), w=dt.fixed(0))
    bearing = BearingFriction(tau_pos=[[0, 0.1], [50, 0.9], [100, 4]])
    ground = Fixed()
    pressed = Constant(k=1)

    def equations(self) -> Any:
        yield self.belt >> self.clutch >> self.disc >> self.spring >> self.ground
        yield self.disc >> self.beside >> self.second >> self.bearing
        yield self.pressed.y >> self.clutch.f_normalized


COMPILED = {klass.__name__: dt.compile(klass()) for klass in (Fan, Held, Belt)}


@pytest.mark.parametrize("name", COMPILED)
def test_equilibria_that_follow_against_differences(name: str) -> None:
    """Steady states are sought again for a parameter a little larger and smaller."""
    compiled = COMPILED[name]
    linear = compiled.linearise(at="steady", outputs=[])
    assert linear.is_equilibrium
    modes = linear.eigenmodes()
    found = modes.sensitivity("*", follows=True)
    stays = modes.sensitivity("*")
    assert found.follows
    assert "follows the parameters" in str(found)
    moved = 0
    for k, (parameter, value) in enumerate(zip(found.parameters, found.values, strict=True)):
        if not value or parameter.endswith((".phi_rel0", ".peak")):
            continue
        step = 1e-5 * abs(value)
        sides = [
            compiled.linearise(
                at="steady", outputs=[], parameters={parameter: value + sign * step}
            ).eigenmodes()
            for sign in (1, -1)
        ]
        expected = (sides[0].eigenvalue - sides[1].eigenvalue) / (2 * step)
        size = 1e-6 * np.abs(modes.eigenvalue) / abs(value)
        assert np.all(np.abs(found.slopes[:, k] - expected) <= 10 * size), parameter
        moved += bool(np.any(np.abs(found.slopes[:, k] - stays.slopes[:, k]) > size))
    assert moved >= (3 if name == "Fan" else 0)


def test_what_locks_hold_depends_on_ratios() -> None:
    """With the ring held the carrier turns ``1/(1 + ratio)`` times as fast as the sun."""
    linear = COMPILED["Held"].linearise(at="steady", outputs=[])
    assert set(linear.held_by) == {"brake"}
    found = linear.eigenmodes().sensitivity("planetary.ratio", "ring.J", "brake.fn_max")

    def eigenvalues(ratio: float) -> Any:
        i = 1 + ratio
        mass = np.diag([0.1, 0.05 + 0.4 / i**2])
        stiffness = 500 * np.array([[1, -1], [-1, 1]]) + np.diag([0, 700 / i**2])
        damping = 0.2 * np.array([[1, -1], [-1, 1]]) + np.diag([0, 1 / i**2])
        lower = -np.linalg.solve(mass, np.hstack([stiffness, damping]))
        values = np.linalg.eigvals(np.vstack([np.hstack([np.zeros((2, 2)), np.eye(2)]), lower]))
        values = values[values.imag > 0]
        return values[np.argsort(np.abs(values))]

    assert linear.eigenmodes().eigenvalue == pytest.approx(eigenvalues(2.0))
    expected = (eigenvalues(2.0 + 1e-5) - eigenvalues(2.0 - 1e-5)) / 2e-5
    assert found.slopes[:, 0] == pytest.approx(expected, rel=1e-6)
    assert np.abs(found.slopes[:, 1:]).max() <= 1e-9


def test_frequencies_and_damping_in_percent() -> None:
    modes = COMPILED["Fan"].linearise(at="steady").eigenmodes()
    found = modes.sensitivity("shaft.c", "shaft.d")
    step = 1e-5
    for column, name in enumerate(("shaft.c", "shaft.d")):
        value = found.values[column]
        sides = [
            COMPILED["Fan"]
            .linearise(at="steady", parameters={name: value * (1 + sign * step)})
            .eigenmodes()
            for sign in (1, -1)
        ]
        omega = (sides[0].omega - sides[1].omega) / (2 * step) / modes.omega
        damping = (sides[0].damping - sides[1].damping) / (2 * step * value)
        assert found.relative[:, column] == pytest.approx(omega, abs=1e-6)
        assert found.damping[:, column] == pytest.approx(damping, rel=1e-4)
    table = found.to_pandas()
    assert list(table.columns) == ["frequency [Hz]", "shaft.c", "shaft.d"]


@pytest.mark.parametrize("n", [2000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_all_parts_of_a_long_row(n: int) -> None:
    """All inertias by one percent lower a frequency by half a percent; springs raise it so."""
    modes = dt.linearise(row(n), outputs=[]).eigenmodes(count=3)
    for pattern, expected in (("disc[*].J", -0.5), ("shaft[*].c", 0.5)):
        found = modes.sensitivity(pattern)
        assert len(found.parameters) in (n, n - 1)
        assert found.relative.sum(axis=1) == pytest.approx([expected] * 3, rel=1e-6)


def test_repeated_eigenvalues_are_told() -> None:
    m = dt.Model("twins")
    for k in (1, 2):
        m.add(**{f"a{k}": Inertia(J=1), f"s{k}": SpringDamper(c=100, d=0), f"b{k}": Inertia(J=2)})
        m.connect(getattr(m, f"a{k}") >> getattr(m, f"s{k}") >> getattr(m, f"b{k}"))
    found = dt.linearise(m).eigenmodes().sensitivity("s1.c")
    assert found.repeated == (1, 2)
    assert "nearly coincide" in str(found)


def test_refused() -> None:
    modes = COMPILED["Fan"].linearise(at="start").eigenmodes()
    with pytest.raises(NameLookupError, match=r"did you mean 'shaft\.d' or 'shaft\.c'"):
        modes.sensitivity("shaft.k")
    with pytest.raises(NameLookupError, match="no parameter"):
        modes.sensitivity("nothing.*")
    with pytest.raises(AnalysisError, match="no equilibrium"):
        modes.sensitivity("shaft.c", follows=True)
