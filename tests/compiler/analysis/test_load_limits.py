"""Limits of loads that elements share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build

import drivetrain as dt
from drivetrain.blocks import Ramp
from drivetrain.compiler.lower import loops
from drivetrain.modeling import (
    boolean,
    constant,
    contact,
    fixed,
    parameter,
    variable,
    where,
)
from drivetrain.rotational import Fixed, Inertia, Torque
from drivetrain.rotational.interfaces import CompliantWithRelativeStates


class Rub(CompliantWithRelativeStates):
    """Friction whose limit is a parameter itself, not a variable that follows from one."""

    tau_max = parameter(1.0)
    is_plain = parameter(False, structural=True, doc="True if the load is the torque always")
    grip = variable(least_change=True)
    locked = boolean()
    forward = boolean(start=fixed(False))
    backward = boolean(start=fixed(False))

    def equations(self) -> Iterable[Any]:
        yield contact(
            self.w_rel / constant(1.0, "rad/s"),
            acceleration=self.a_rel / constant(1.0, "rad/s2"),
            load=self.grip,
            at_rest=(-self.tau_max, self.tau_max),
            sliding=(-self.tau_max, self.tau_max),
            law=where(self.forward, self.tau_max, -self.tau_max),
            locked=self.locked,
            forward=self.forward,
            backward=self.backward,
        )
        rubs = where(self.forward, self.tau_max, -self.tau_max)
        load = self.grip if self.is_plain else where(self.locked, self.grip, rubs)
        yield self.tau == load * constant(1.0, "N.m")


def held_by_two(push: float, is_plain: bool = False) -> Any:
    def equations(self: Any) -> Iterable[Any]:
        yield self.ground >> self.weak >> self.disc
        yield self.ground >> self.strong >> self.disc
        yield self.ramp.y >> self.torque.tau
        yield self.torque >> self.disc

    return build(
        equations,
        ground=Fixed(),
        weak=Rub(tau_max=3.0, is_plain=is_plain),
        strong=Rub(tau_max=20.0, is_plain=is_plain),
        disc=Inertia(J=1.0, **REST),
        torque=Torque(),
        ramp=Ramp(height=push, duration=1.0),
    )


@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("push", [20.0, -20.0])
def test_a_limit_can_be_a_parameter(
    push: float, sparse: bool, is_plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sparse:
        monkeypatch.setattr(loops, "_MOST_TORN", 0)
    run = dt.simulate(held_by_two(push, is_plain), stop_time=1.0)
    torque, sign = abs(push) * run.time, 1.0 if push > 0 else -1.0
    weak = np.minimum(torque / 2, 3.0)
    assert sign * run["weak.tau"] == pytest.approx(weak, abs=1e-9)
    assert sign * run["strong.tau"] == pytest.approx(torque - weak, abs=1e-9)
    assert (run["disc.w"] == 0.0).all()


def test_a_limit_given_to_a_run_counts() -> None:
    compiled = dt.compile(held_by_two(20.0))
    run = compiled.simulate(stop_time=1.0, parameters={"weak.tau_max": 5.0})
    assert run.final["weak.tau"] == pytest.approx(5.0, abs=1e-9)
    assert run.final["strong.tau"] == pytest.approx(15.0, abs=1e-9)
