"""Small systems that switch, whose solutions are known piece by piece."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    Experiment,
    Model,
    boolean,
    der,
    fixed,
    no_event,
    parameter,
    pre,
    reinit,
    variable,
    when,
    where,
)
from drivetrain.rotational import BearingFriction, ConstantSpeed, Inertia, Spring


class Refilled(Model):
    """A quantity that decays, and is refilled each time it has fallen to a level."""

    experiment = Experiment(stop_time=2.0)

    k = parameter(1.3, unit="1/s", doc="Rate of decay")
    level = parameter(0.5, doc="Level at which it is refilled")
    amount = parameter(0.7, doc="Amount that is added")
    x = variable(start=fixed(1.0), doc="Quantity")

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == -self.k * self.x
        yield when(self.x < self.level, reinit(self.x, pre(self.x) + self.amount))


class Switching(Model):
    """Two linear systems, one between two lines and one beyond them.

    As in I. A. Hiskens, M. A. Pai, "Trajectory sensitivity analysis of hybrid systems", IEEE
    Transactions on Circuits and Systems I 47, 2000.
    """

    experiment = Experiment(stop_time=0.2)

    first = parameter(2.75, doc="Slope of one line between the systems")
    second = parameter(0.36, doc="Slope of the other")
    rate = parameter(1.0, unit="1/s", doc="Rate of change")
    x1 = variable(start=fixed(0.0), doc="First state")
    x2 = variable(start=fixed(1.0), doc="Second state")
    is_second = boolean(doc="Whether the second system holds")

    def equations(self) -> Iterable[Any]:
        left = self.x2 - self.first * self.x1
        right = self.x2 - self.second * self.x1
        yield self.is_second == (left * right < 0)
        x1, x2 = self.x1, self.x2
        yield der(x1) == self.rate * (x1 + where(self.is_second, 10 * x2, 100 * x2))
        yield der(x2) == self.rate * (x2 - where(self.is_second, 100 * x1, 10 * x1))


class StickSlip(Model):
    """A wheel with a bearing that holds more than it resists, pulled along by a spring."""

    experiment = Experiment(stop_time=1.5)

    pull = ConstantSpeed(w_fixed=1.0)
    spring = Spring(c=10.0)
    wheel = Inertia(J=0.3, phi=fixed(0.0), w=fixed(0.0))
    bearing = BearingFriction(tau_pos=[[0, 4.0]], peak=1.5)

    def equations(self) -> Iterable[Any]:
        yield self.pull >> self.spring >> self.wheel >> self.bearing


class TwoJumps(Model):
    """A quantity whose rate jumps twice at once, without an event, where another passes a level."""

    experiment = Experiment(stop_time=1.0)

    rate = parameter(2.0, unit="1/s", doc="Rate of the other")
    first = parameter(0.5, doc="Level of one jump")
    second = parameter(0.5, doc="Level of the other jump")
    step = parameter(1.0, unit="1/s", doc="The lower of the jumps")
    x = variable(start=fixed(0.0), doc="The other")
    y = variable(start=fixed(0.0), doc="Quantity")

    def equations(self) -> Iterable[Any]:
        one = no_event(where(self.x > self.first, self.step, 0.0))
        other = no_event(where(self.x > self.second, 2 * self.step, 0.0))
        yield der(self.x) == self.rate
        yield der(self.y) == one + other
