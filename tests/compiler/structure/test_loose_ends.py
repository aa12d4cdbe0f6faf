"""Parts that do nothing are found, by `check` and as warnings of a run; sound models are silent."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.rotational import (
    Brake,
    Clutch,
    Damper,
    Fixed,
    IdealGear,
    IdealPlanetary,
    IdealRollingWheel,
    Inertia,
    LossyGear,
    QuadraticSpeedDependentTorque,
    Speed,
    Spring,
    SpringDamper,
    Torque,
    TorqueSensor,
    TorqueStep,
)
from drivetrain.thermal import HeatCapacitor, ThermalConductor
from drivetrain.translational import Mass
from drivetrain.translational import Spring as Coil


def shaft() -> Inertia:
    return Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))


def model(*pairs: tuple[str, str], **parts: Any) -> dt.Model:
    made = dt.Model("Bench")
    made.add(**parts)
    for left, right in pairs:
        made.connect(_at(made, left), _at(made, right))
    return made


def _at(made: Any, path: str) -> Any:
    for name in path.split("."):
        made = getattr(made, name)
    return made


OPEN: dict[str, tuple[Callable[[], dt.Model], str]] = {
    "damper": (
        lambda: model(("a.flange_b", "x.flange_a"), a=shaft(), x=Damper(d=1.0)),
        "'x' (Damper)",
    ),
    "spring": (
        lambda: model(("a.flange_b", "x.flange_a"), a=shaft(), x=Spring(c=1.0)),
        "'x' (Spring)",
    ),
    "spring and damper": (
        lambda: model(("a.flange_b", "x.flange_a"), a=shaft(), x=SpringDamper(c=1.0, d=1.0)),
        "'x' (SpringDamper)",
    ),
    "left end": (
        lambda: model(("x.flange_b", "a.flange_a"), a=shaft(), x=Spring(c=1.0)),
        "its flange_a is open",
    ),
    "gear": (
        lambda: model(("a.flange_b", "x.flange_a"), a=shaft(), x=IdealGear(ratio=2.0)),
        "'x' (IdealGear)",
    ),
    "lossy gear": (
        lambda: model(("a.flange_b", "x.flange_a"), a=shaft(), x=LossyGear(ratio=2.0)),
        "'x' (LossyGear)",
    ),
    "planetary": (
        lambda: model(
            ("a.flange_b", "x.sun"),
            ("b.flange_b", "x.ring"),
            a=shaft(),
            b=shaft(),
            x=IdealPlanetary(ratio=2.0),
        ),
        "its carrier is open",
    ),
    "torque sensor": (
        lambda: model(("a.flange_b", "x.flange_a"), a=shaft(), x=TorqueSensor()),
        "'x' (TorqueSensor)",
    ),
    "wheel": (
        lambda: model(("a.flange_b", "x.flange_r"), a=shaft(), x=IdealRollingWheel(radius=0.3)),
        "its flange_t is open",
    ),
    "coil": (
        lambda: model(("a.flange_b", "x.flange_a"), a=Mass(m=1.0), x=Coil(c=1.0)),
        "'x' (Spring)",
    ),
    "ground": (
        lambda: model(a=shaft(), x=Fixed()),
        "'x' (Fixed) is connected to nothing",
    ),
    "fan": (
        lambda: model(a=shaft(), x=QuadraticSpeedDependentTorque(tau_nominal=-1.0, w_nominal=1.0)),
        "'x' (QuadraticSpeedDependentTorque) is connected to nothing",
    ),
    "heat": (
        lambda: model(
            ("a.port", "c.port_a"),
            ("b.port", "c.port_b"),
            a=HeatCapacitor(C=1.0),
            b=HeatCapacitor(C=1.0),
            c=ThermalConductor(G=1.0),
            x=HeatCapacitor(C=1.0),
        ),
        "'x' (HeatCapacitor) is connected to nothing",
    ),
    "bridged": (
        lambda: model(
            ("a.flange_b", "x.flange_a"), ("x.flange_b", "a.flange_b"), a=shaft(), x=Damper(d=1.0)
        ),
        "'x' (Damper) does nothing: both its ends are connected to each other",
    ),
    "clutch on one shaft": (
        lambda: model(
            ("a.flange_b", "x.flange_a"),
            ("x.flange_b", "a.flange_b"),
            ("p.y", "x.f_normalized"),
            a=shaft(),
            x=Clutch(fn_max=1.0),
            p=Step(start_time=0.1),
        ),
        "'x' (Clutch) does nothing: both its ends are connected to each other",
    ),
}


@pytest.mark.parametrize("case", OPEN)
def test_check_names_the_part(case: str) -> None:
    made, told = OPEN[case]
    found = dt.check(made()).warnings
    assert len(found) == 1
    assert told in found[0]


@pytest.mark.parametrize("case", OPEN)
def test_a_run_warns(case: str) -> None:
    made, told = OPEN[case]
    with pytest.warns(dt.ModelWarning) as caught:
        dt.simulate(made(), stop_time=0.01)
    assert any(told in str(one.message) for one in caught)
    assert {one.filename for one in caught} == {__file__}


def test_a_compiled_model_warns_once() -> None:
    with pytest.warns(dt.ModelWarning) as caught:
        compiled = dt.compile(OPEN["damper"][0]())
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(3):
            compiled.simulate(stop_time=0.01)


def test_it_can_be_silenced() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", dt.ModelWarning)
        dt.simulate(OPEN["damper"][0](), stop_time=0.01)
    assert not caught


SOUND: dict[str, Callable[[], dt.Model]] = {
    "shaft with open ends": lambda: model(("t.flange", "a.flange_a"), t=Torque(tau=1.0), a=shaft()),
    "brake at the end": lambda: model(
        ("a.flange_b", "x.flange_a"), a=shaft(), x=Brake(fn_max=1.0, f_normalized=1.0)
    ),
    "a shaft alone": lambda: model(a=shaft()),
    "a planetary locked as a whole": lambda: model(
        ("a.flange_b", "x.sun"), ("x.carrier", "a.flange_b"), ("x.ring", "b.flange_a"),
        a=shaft(), b=Inertia(J=1.0), x=IdealPlanetary(ratio=2.0),
    ),
    "two shafts alone": lambda: model(a=shaft(), b=shaft()),
    "a damper to the ground": lambda: model(
        ("a.flange_b", "x.flange_a"), ("x.flange_b", "g.flange"), a=shaft(), x=Damper(d=1.0),
        g=Fixed(),
    ),
    "two dampers side by side": lambda: model(
        ("a.flange_b", "x.flange_a"), ("x.flange_b", "b.flange_a"),
        ("a.flange_b", "y.flange_a"), ("y.flange_b", "b.flange_a"),
        a=shaft(), b=shaft(), x=Damper(d=1.0), y=Damper(d=1.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SOUND)
def test_sound_models_are_silent(case: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dt.check(SOUND[case]()).warnings == ()
        dt.simulate(SOUND[case](), stop_time=0.01)


def test_of_many_only_the_first_are_told() -> None:
    made = dt.Model("Long")
    made.add(a=Inertia.array(20, J=1.0), x=Damper.array(20, d=1.0))
    for k in range(20):
        made.connect(made.a[k].flange_b, made.x[k].flange_a)
    found = dt.check(made).warnings
    assert "'x[0]' (Damper)" in found[0]
    assert found[-1] == "and 14 more parts like these"


class Followed(dt.Model):
    """A shaft that another one follows, though nothing connects them."""

    leader = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(3))
    motor = Speed(exact=True)
    mass = Inertia(J=1.0)

    def equations(self) -> Any:
        yield self.motor.w_ref == 2 * self.leader.w
        yield self.motor >> self.mass


def test_a_part_that_an_equation_reads_is_sound() -> None:
    assert dt.check(Followed()).warnings == ()
    housed = model(("f.mass.flange_b", "g.flange"), f=Followed(), g=TorqueStep(step_torque=1.0))
    assert dt.check(housed).warnings == ()


def test_a_source_whose_signal_is_given_by_an_equation_does_nothing_yet() -> None:
    class Loose(Followed):
        spare = Speed(exact=True)

        def equations(self) -> Any:
            yield self.spare.w_ref == 3 * self.leader.w

    (found,) = dt.check(Loose()).warnings
    assert "'spare' (Speed) is connected to nothing" in found


class Inner(dt.Component):
    """A spring in a housing of its own, open outside."""

    from drivetrain.rotational import FlangeA, FlangeB

    flange_a = FlangeA()
    flange_b = FlangeB()
    spring = Spring(c=1.0)

    def equations(self) -> Any:
        yield self.flange_a >> self.spring.flange_a
        yield self.spring.flange_b >> self.flange_b


def test_an_open_end_inside_a_part() -> None:
    made = model(("a.flange_b", "x.flange_a"), a=shaft(), x=Inner())
    (found,) = dt.check(made).warnings
    assert "'x.spring' (Spring)" in found
