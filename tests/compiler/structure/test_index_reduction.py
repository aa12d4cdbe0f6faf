"""The same machine of any size is translated alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tests.closed_forms.building import build, turning
from tests.closed_forms.test_scales import MACHINES

from drivetrain import compile as compile_model
from drivetrain.blocks import Step
from drivetrain.compiler.report import state_names
from drivetrain.modeling import Model
from drivetrain.rotational import Clutch, IdealPlanetary, Inertia, SpringDamper


def elastic_clutch(size: float) -> Model:
    """A clutch between elastic shafts: their torques have to be equal, which hides a constraint."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.J1 >> self.shaft1 >> self.clutch >> self.shaft2 >> self.J2
        yield self.pedal.y >> self.clutch.f_normalized

    return build(
        equations,
        J1=Inertia(J=size, **turning(10.0)),
        shaft1=SpringDamper(c=100.0 * size, d=size),
        clutch=Clutch(fn_max=20.0 * size),
        shaft2=SpringDamper(c=50.0 * size, d=2.0 * size),
        J2=Inertia(J=size, **turning(0.0)),
        pedal=Step(start_time=0.1),
    )


def elastic_planetary(size: float) -> Model:
    """A planetary without inertia on elastic shafts, stiff and soft ones."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.J1 >> self.stiff >> self.gear.sun
        yield self.gear.ring >> self.soft >> self.J2
        yield self.gear.carrier >> self.middle >> self.J3

    return build(
        equations,
        J1=Inertia(J=size, **turning(1.0)),
        stiff=SpringDamper(c=1e7 * size, d=1e3 * size),
        gear=IdealPlanetary(ratio=2.0),
        soft=SpringDamper(c=1e-3 * size, d=1e-5 * size),
        J2=Inertia(J=2.0 * size, **turning(0.0)),
        middle=SpringDamper(c=1e2 * size, d=1e-2 * size),
        J3=Inertia(J=3.0 * size, **turning(0.0)),
    )


def structure(machine: Callable[[float], Model], size: float) -> Any:
    """Return what the compiler found: states, sizes of loops, how they are solved."""
    translation = compile_model(machine(size)).translation
    loops = [(len(one.tearing), len(one.steps)) for one in translation.lowered.loops]
    return state_names(translation), loops, translation.lowered.loop_kinds


@pytest.mark.parametrize("power", [-40, -30, -20, -10, 10, 20, 30, 40])
@pytest.mark.parametrize("machine", [elastic_clutch, elastic_planetary, *MACHINES])
def test_machines_of_any_size_are_translated_alike(machine: Any, power: int) -> None:
    assert structure(machine, 2.0**power) == structure(machine, 1.0)
