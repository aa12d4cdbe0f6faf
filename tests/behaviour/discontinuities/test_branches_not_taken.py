"""Branches that are not taken: what is infinite in them harms nothing, whatever it is added to."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, fixed, simulate
from drivetrain.compiler.codegen import function_splitting as parts
from drivetrain.modeling import (
    Expr,
    constant,
    der,
    exp,
    parameter,
    reinit,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import (
    BearingFriction,
    ConstantTorque,
    Inertia,
    InverseSpeedDependentTorque,
    LossyGear,
)

SECOND = constant(1.0, "s")


class FromRest(Model):
    """Constant power at a gear with losses and a bearing, which both hold the shaft at first."""

    motor: Any = InverseSpeedDependentTorque(tau_nominal=300.0, w_nominal=150.0, w0=150.0)
    rotor = Inertia(J=0.8, phi=fixed(0.0), w=fixed(0.0))
    gear = LossyGear(ratio=20.0, loss_table=[[0, 0.9, 0.85, 3.0, 3.0]])
    drum = Inertia(J=20.0)
    bearing = BearingFriction(tau_pos=[[0, 500.0]])

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.rotor >> self.gear >> self.drum >> self.bearing


class WithConstantTorque(FromRest):
    motor = ConstantTorque(tau_constant=300.0)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_constant_power_starts_what_several_frictions_hold(solver):
    result = simulate(FromRest(), stop_time=0.2, solver=solver)
    expected = simulate(WithConstantTorque(), stop_time=0.2, solver=solver)
    # Below w_nominal the torque is constant; (20 * (0.9 * (300 - 0.8 a) - 3) - 500) * 20 = 20 a
    acceleration = (20 * (0.9 * 300 - 3) - 500) / (20 * 0.9 * 0.8 + 1)
    assert result["rotor.w"][-1] == pytest.approx(acceleration * 0.2, rel=1e-9)
    assert [e.shown for e in result.events] == [e.shown for e in expected.events]


class Levels(Model):
    """A loop that is not linear, driven by what is infinite while a condition is not met."""

    kind = parameter("state", structural=True, kind="string")
    x = variable(start=fixed(0.0))
    y = variable()

    def equations(self) -> Iterable[Any]:
        """Let the level rise, and fall to nothing where it is asked for."""
        yield der(self.x) == 1.0 / SECOND
        yield self.y + exp(self.y) == self.drive()
        if self.kind == "jump":
            yield when(self.x > 1.0, reinit(self.x, 0.0))

    def drive(self) -> Expr:
        """Return the right side of the loop, 1 at first."""
        if self.kind == "time":
            found: Expr = where(time < 0.0 * SECOND, SECOND / time, 1.0)
        else:
            found = where(self.x < 0.5, 1.0, 0.5 / self.x)
        return found


@pytest.mark.parametrize("length", [5, 300], ids=["in parts", "whole"])
@pytest.mark.parametrize("kind", ["state", "time", "jump"])
def test_a_loop_sees_the_branch_that_holds(kind, length, monkeypatch):
    monkeypatch.setattr(parts, "LENGTH", length)
    result = simulate(Levels(kind=kind), stop_time=1.2)
    assert result["y"][0] == pytest.approx(0.0, abs=1e-12)
    right = 0.5 / 1.2 if kind == "state" else 1.0
    last = float(result["y"][-1])
    assert last + math.exp(last) == pytest.approx(right, rel=1e-9)
    assert result["x"][-1] == pytest.approx(0.2 if kind == "jump" else 1.2)
