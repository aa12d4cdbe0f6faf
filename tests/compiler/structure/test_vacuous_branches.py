"""Equations that say nothing in some branch are refused, others are not taken for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

import drivetrain
from drivetrain.blocks import FirstOrder
from drivetrain.compiler.structure.vacuous_branches import find_empty_branches
from drivetrain.errors import StructureError
from drivetrain.modeling import Component, Expr, Model, constant, der, tanh, time, variable, where
from drivetrain.rotational import Clutch, ConstantTorque, Inertia


class OpenClutch(Model):
    """A clutch that is open at one side, pressed by what something else determines."""

    motor = ConstantTorque(tau_constant=1.0)
    mass = Inertia(J=1.0)
    clutch = Clutch(fn_max=1.0)
    lag = FirstOrder(T=0.1)

    def pressure(self) -> Expr:
        """Return the normal force over its largest value."""
        raise NotImplementedError

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.mass
        yield self.mass.flange_b >> self.clutch.flange_b
        yield self.lag.u == 1.0
        yield self.clutch.f_normalized == self.pressure()


PRESSURES: dict[str, Callable[[Any], Any]] = {
    "a lag": lambda m: m.lag.y,
    "a function of it": lambda m: 0.6 + 0.3 * tanh(m.lag.y),
    "the speed": lambda m: 0.6 * m.mass.w / constant(1.0, "rad/s"),
    "time": lambda m: 0.6 * time / constant(1.0, "s"),
    "a number": lambda m: 0.6,
}


@pytest.mark.parametrize("name", PRESSURES)
def test_an_open_clutch_holds_nobody_up(name: str) -> None:
    """Its torque, which is zero, must not determine by what it is pressed."""
    model = type("Open", (OpenClutch,), {"pressure": PRESSURES[name]})()
    with pytest.raises(StructureError, match=r"takes up at clutch\.flange_a") as caught:
        drivetrain.compile(model)
    assert "clutch (Clutch)" in str(caught.value)


class Branches(Component):
    """Two unknowns, one of which an equation with branches determines."""

    x = variable()
    y = variable()

    def law(self) -> Any:
        """Return the equation."""
        raise NotImplementedError

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == constant(1.0, "1/s") - self.x / constant(1.0, "s")
        yield self.law()


def compiled(law: Callable[[Any], Any]) -> Any:
    """Return the model with this law."""
    part = type("Part", (Branches,), {"law": law})
    return drivetrain.compile(type("Whole", (Model,), {"part": part()})())


@pytest.mark.parametrize(
    "law",
    [
        lambda m: where(m.x > 0.5, m.y - m.x, 0.0) == 0.0,
        lambda m: where(m.x > 0.5, 1.0, 0.0) * (m.y - 1.0) == 0.0,
        lambda m: where((m.x > 0.5) & (time > constant(0.2, "s")), m.y, 0.0) == 0.0,
    ],
)
def test_a_branch_without_unknowns_is_named(law: Callable[[Any], Any]) -> None:
    with pytest.raises(StructureError, match="no unknown any more") as caught:
        compiled(law)
    assert "part (Part)" in str(caught.value)


@pytest.mark.parametrize(
    "law",
    [
        lambda m: m.y == where(m.x > 0.5, 1.0, 0.0),
        lambda m: where(m.x > 0.5, m.y, 0.0) + where(m.x > 0.5, 0.0, m.y) == 1.0,
        lambda m: where(m.x > 0.5, 2.0, 1.0) * m.y == 1.0,
    ],
)
def test_an_unknown_in_every_branch_is_enough(law: Callable[[Any], Any]) -> None:
    translation = compiled(law).translation
    assert not len(find_empty_branches(translation.groups))
