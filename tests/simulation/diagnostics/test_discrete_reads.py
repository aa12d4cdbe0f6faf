"""Which values a clock takes from the motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.blocks import BooleanPulse, BooleanToReal
from drivetrain.errors import AnalysisError
from drivetrain.modeling import constant, integer, parameter, pre, sample, variable, when
from drivetrain.rotational import Clutch, Fixed, Inertia, SpringDamper, Torque


class Held(dt.Model):
    """A torque that a clock sets, on a shaft fixed at its end."""

    rotor = Inertia(J=1.0)
    shaft = SpringDamper(c=100.0, d=0.1)
    ground = Fixed()
    motor = Torque()
    held = variable(unit="N.m", doc="Torque until the next tick")
    k = parameter(3.0, unit="N.m.s", doc="Gain")

    def line(self) -> Iterator[Any]:
        yield self.motor.flange >> self.rotor >> self.shaft >> self.ground
        yield self.motor.tau == self.held


class Speed(Held):
    """It follows the speed."""

    def equations(self) -> Iterator[Any]:
        yield from self.line()
        yield when(sample(0.0, 0.01), self.held == -self.k * self.rotor.w)


class Integral(Held):
    """It follows the sum of the speeds at all ticks, by way of another value."""

    total = variable(unit="N.m", doc="Sum")

    def equations(self) -> Iterator[Any]:
        yield from self.line()
        yield when(
            sample(0.0, 0.01),
            self.total == pre(self.total) - self.k * self.rotor.w,
            self.held == pre(self.total),
        )


class Counted(Held):
    """It grows with every tick, whatever the motion is."""

    ticks = integer(doc="Number of ticks")

    def equations(self) -> Iterator[Any]:
        yield from self.line()
        yield when(
            sample(0.0, 0.01),
            self.ticks == pre(self.ticks) + 1,
            self.held == pre(self.held) + constant(1.0, "N.m"),
        )


class Pulsed(dt.Model):
    """A clutch that a clock opens and closes."""

    rotor = Inertia(J=1.0)
    clutch = Clutch(fn_max=10.0)
    wheel = Inertia(J=1.0, w=dt.fixed(1.0))
    shaft = SpringDamper(c=100.0, d=0.1)
    ground = Fixed()
    pulse = BooleanPulse(width=50, period=0.1)
    pedal = BooleanToReal()

    def equations(self) -> Iterator[Any]:
        yield self.rotor >> self.clutch >> self.wheel >> self.shaft >> self.ground
        yield self.pulse.y >> self.pedal.u
        yield self.pedal.y >> self.clutch.f_normalized


@pytest.mark.parametrize(("model", "names"), [(Speed, "held"), (Integral, "held, total")])
def test_what_a_clock_reads_of_the_motion_has_no_linear_model(
    model: type[dt.Model], names: str
) -> None:
    with pytest.raises(AnalysisError, match="ticks of a clock") as caught:
        dt.linearise(model())
    listed = str(caught.value).partition(": ")[2].partition(" is set")[0]
    assert sorted(listed.split(", ")) == names.split(", ")


@pytest.mark.parametrize("model", [Counted, Pulsed])
def test_clocks_that_read_nothing_do_no_harm(model: type[dt.Model]) -> None:
    assert len(dt.linearise(model()).eigenmodes()) == 1
