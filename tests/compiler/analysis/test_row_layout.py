"""What is recorded together with its derivative, for the step probe of the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain import Model
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.pipeline import translate
from drivetrain.modeling import constant, fixed
from drivetrain.rotational import IdealGear, Inertia, SpringDamper, Torque


class Geared(Model):
    """Two shafts on one gear, and a third one behind a spring."""

    drive = Torque()
    motor = Inertia(J=0.1, phi=fixed(0.0), w=fixed(0.0))
    gear = IdealGear(ratio=3.0)
    load = Inertia(J=1.0)
    spring = SpringDamper(c=100.0, d=0.1)
    wheel = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.drive >> self.motor >> self.gear >> self.load >> self.spring >> self.wheel
        yield self.drive.tau == constant(1.0, "N.m")


def names_in(t: Any, index: int) -> set[str]:
    """Names of the variables in a column of a row."""
    found = (t.column == index + FIRST_VALUE).nonzero()[0]
    return {variable_name(t.flat.root, int(number)) for number in found}


def test_what_is_no_state_is_paired_with_its_derivative() -> None:
    t = translate(Geared())
    pairs = [(names_in(t, value), names_in(t, rate)) for value, rate in t.kernel.pairs.tolist()]
    paired = {(name, rate) for value, rates in pairs for name in value for rate in rates}
    states = {name for index in range(t.kernel.n_x) for name in names_in(t, index)}
    for part in ("motor", "load", "wheel"):
        for name, rate in (("phi", "w"), ("w", "a")):
            is_state = f"{part}.{name}" in states
            assert ((f"{part}.{name}", f"{part}.{rate}") in paired) != is_state
    assert ("load.w", "load.a") in paired or ("motor.w", "motor.a") in paired


def test_no_state_and_no_last_derivative_is_paired() -> None:
    t = translate(Geared())
    pairs = t.kernel.pairs
    assert len(pairs)
    assert (pairs[:, 0] >= t.kernel.n_rates).all()
    named = {name for value in pairs[:, 0].tolist() for name in names_in(t, value)}
    assert not named & {"motor.a", "load.a", "wheel.a", "spring.tau"}
