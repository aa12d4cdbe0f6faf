"""Two brakes that hold one shaft share its load; shares depend on where the load has turned.

The changes of the load are shared evenly as long as both brakes are below their limits (J. J.
Moreau, J. Differential Equations 26, 1977). One that has reached its limit keeps it while the load
grows, and unloads from the reversal on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import drivetrain
from drivetrain.blocks import Sine
from drivetrain.rotational import Brake, Inertia, Torque
from tests.closed_forms.building import REST, build

WEAK, STRONG = 1.0, 10.0
"""Limits of the two brakes in N·m."""
LOAD = 3.0
MU = 0.5


def held_shaft() -> drivetrain.Model:
    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.shaft >> self.weak
        yield self.shaft.flange_b >> self.strong

    return build(
        equations,
        sine=Sine(amplitude=LOAD, f=1.0),
        motor=Torque(),
        shaft=Inertia(J=1.0, **REST),
        weak=Brake(fn_max=WEAK / MU, f_normalized=1.0),
        strong=Brake(fn_max=STRONG / MU, f_normalized=1.0),
    )


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("interval", [0.5, 0.01])
def test_shares_follow_the_reversals_of_the_load(solver: Any, interval: float) -> None:
    compiled = drivetrain.compile(held_shaft())
    result = compiled.simulate(stop_time=1.0, interval=interval, solver=solver)
    at_peak, at_trough = WEAK, -WEAK
    at_zero = at_peak - LOAD / 2
    assert result["weak.locked"].all()
    assert result["strong.locked"].all()
    assert result.at(0.5, "weak.tau") == pytest.approx(at_zero, abs=1e-9)
    assert result.at(0.5, "strong.tau") == pytest.approx(-at_zero, abs=1e-9)
    assert result.at(1.0, "weak.tau") == pytest.approx(at_trough + LOAD / 2, abs=1e-9)
