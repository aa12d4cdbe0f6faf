"""Friction on a shaft without inertia is named where it is ill-posed, and only there."""

from __future__ import annotations

import pytest

import drivetrain as dt
from drivetrain.errors import SimulationError
from drivetrain.rotational import Clutch, Damper, Inertia, LossyGear, Spring, SpringDamper, Torque

Part = dt.Component


def line(beside: Part, gear: Part, behind: Part) -> dt.Model:
    made = dt.Model("Line")
    made.add(t=Torque(tau=1.0), a=Inertia(J=1.0), b=beside, g=gear, c=behind, d=Inertia(J=1.0))
    made.connect(made.t >> made.a >> made.b >> made.g >> made.c >> made.d)
    return made


def gear() -> LossyGear:
    return LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 0.1, 0.1]])


def test_springs_alone_are_warned_of() -> None:
    (found,) = dt.check(line(Spring(c=100.0), gear(), Spring(c=100.0))).warnings
    assert found.startswith("'g' (LossyGear) is on a shaft without inertia")
    assert "only b (Spring) and c (Spring)" in found
    assert "Inertia or Mass between it and b" in found


@pytest.mark.parametrize("beside", [SpringDamper(c=100.0, d=1.0), Inertia(J=0.1)])
def test_dampers_and_inertias_are_sound(beside: Part) -> None:
    made = line(beside, gear(), Spring(c=100.0))
    assert dt.check(made).warnings == ()
    assert dt.simulate(made, stop_time=0.1).time[-1] == 0.1


def test_a_damper_behind_it_is_sound() -> None:
    assert dt.check(line(Spring(c=100.0), gear(), Damper(d=1.0))).warnings == ()


def test_a_failed_run_says_the_same() -> None:
    made = line(Spring(c=100.0), gear(), Clutch(fn_max=1.0, f_normalized=1.0))
    with pytest.raises(SimulationError) as failed:
        dt.simulate(made, stop_time=1.0)
    assert "'g' (LossyGear) is on a shaft without inertia" in str(failed.value)
