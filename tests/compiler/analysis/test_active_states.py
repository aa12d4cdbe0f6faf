"""Which states the motion depends on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import drivetrain as dt
from drivetrain.blocks import Gain
from drivetrain.compiler.report import state_names
from drivetrain.modeling import RealOutput, delay, parameter, where
from drivetrain.rotational import (
    AngleSensor,
    Clutch,
    ConstantTorque,
    Fixed,
    Inertia,
    SpringDamper,
    Torque,
)


def acting(model: dt.Model) -> dict[str, bool]:
    """Tell of each state whether it acts."""
    translation = dt.compile(model).translation
    return dict(zip(state_names(translation), translation.active_states.tolist(), strict=True))


def rolling() -> dt.Model:
    """A shaft that nothing holds."""
    model = dt.Model("rolling")
    model.add(shaft=Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.fixed(0.0)), torque=Torque())
    model.connect(model.torque >> model.shaft)
    return model


def test_the_angle_of_a_shaft_that_rolls_freely_does_not_act():
    model = dt.Model("free")
    model.add(motor=ConstantTorque(tau_constant=1.0), shaft=Inertia(J=1.0))
    model.connect(model.motor >> model.shaft)
    assert sorted(acting(model).values()) == [False, True]


def test_a_twisted_spring_acts_and_a_slipped_angle_does_not():
    model = dt.Model("clutch")
    model.add(left=Inertia(J=1.0), clutch=Clutch(fn_max=1.0), right=Inertia(J=1.0))
    model.add(spring=SpringDamper(c=1.0, d=1.0), wall=Fixed(), pedal=dt.blocks.Constant(k=1.0))
    model.connect(model.left >> model.clutch >> model.right >> model.spring >> model.wall.flange)
    model.connect(model.pedal.y >> model.clutch.f_normalized)
    found = acting(model)
    assert found.pop("clutch.phi_rel") is False
    assert len(found) == 3
    assert all(found.values())


def test_an_angle_that_is_measured_and_fed_back_acts():
    model = rolling()
    model.add(sensor=AngleSensor(), gain=Gain(k=-1.0))
    model.connect(model.shaft >> model.sensor)
    model.connect(model.sensor.phi >> model.gain.u)
    model.connect(model.gain.y >> model.torque.tau)
    assert list(acting(model).values()) == [True, True]


class Late(dt.Model):
    """A shaft whose angle is remembered."""

    shaft = Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.fixed(1.0))
    late = RealOutput("rad", doc="Angle a while ago")

    def equations(self) -> Iterable[Any]:
        yield self.late == delay(self.shaft.phi, 0.1)


def test_an_angle_that_is_remembered_acts():
    assert all(acting(Late()).values())


class Counter(dt.Model):
    """A shaft whose turns are counted."""

    shaft = Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.fixed(1.0))
    beyond = RealOutput("1", doc="1 after the first turn")

    def equations(self) -> Iterable[Any]:
        yield self.beyond == where(self.shaft.phi > 6.28, 1.0, 0.0)


def test_an_angle_that_calls_for_events_acts():
    assert all(acting(Counter()).values())


class Row(dt.Model):
    """Discs that roll freely, joined by springs."""

    n = parameter(40, structural=True, kind="integer", doc="Number of discs")
    disc: Any = Inertia.array(n, J=1.0)
    link: Any = SpringDamper.array(n - 1, c=1.0, d=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def test_springs_of_a_long_shaft_act_and_its_angle_does_not():
    translation = dt.compile(Row()).translation
    assert translation.program.rows
    names = state_names(translation)
    followers = [names[i] for i in (~translation.active_states).nonzero()[0]]
    assert len(followers) == 1
    assert followers[0].startswith("disc")
