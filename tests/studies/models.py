"""Small models for the tests of studies."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from typing import Any

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.modeling import parameter, sin, variable, where
from drivetrain.rotational import BearingFriction, Inertia, SpringDamper, Torque


class Flywheel(dt.Model):
    """A flywheel that dry friction brings to rest; everything about it is known in closed form."""

    experiment = dt.Experiment(stop_time=4.0)
    wheel = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(3.0))
    bearing = BearingFriction(tau_pos=[[0, 2.0]])

    def equations(self) -> Iterable[Any]:
        yield self.wheel >> self.bearing


class Driven(dt.Model):
    """Two inertias; parameters of the model that parts are bound to, and a structural one."""

    amplitude = parameter(1.0, unit="N.m", doc="Amplitude of the torque")
    J = parameter(1.0, unit="kg.m2", min=0.0, doc="Moment of inertia")
    n = parameter(1, structural=True, kind="integer", doc="Number of further inertias")

    sine = Sine(amplitude=amplitude, f=1.0)
    torque = Torque()
    left = Inertia(J=J, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=100.0, d=1.0)
    right = Inertia.array(n, J=2 * J)

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.torque.tau
        yield self.torque >> self.left >> self.shaft >> self.right[0]
        yield self.right[:-1] >> self.right[1:]


class Formulas(dt.Model):
    """Two functions with known shares of their variance."""

    x1 = parameter(0.0, doc="First number")
    x2 = parameter(0.0, doc="Second number")
    x3 = parameter(0.0, doc="Third number")
    ishigami = variable(doc="Function of Ishigami and Homma (1990)")
    linear = variable(doc="A sum")
    negative = parameter(False, kind="boolean", doc="True for the opposite sum")
    factor = parameter(1, kind="integer", doc="Factor of a number")
    wheel = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
    chosen = variable(doc="A number whose sign and factor are parameters")

    def equations(self) -> Iterable[Any]:
        yield self.chosen == where(self.negative, -self.factor, self.factor)
        yield self.ishigami == (
            sin(self.x1) + 7 * sin(self.x2) ** 2 + 0.1 * self.x3**4 * sin(self.x1)
        )
        yield self.linear == 3 * self.x1 + 2 * self.x2 + self.x3


def locking_time(J: Any, tau: Any, w: Any = 3.0) -> Any:
    """Return when a flywheel comes to rest, s."""
    return J * w / tau


def slow(result: dt.Result) -> float:
    """Return the last speed, after a while."""
    time.sleep(0.004)
    return float(result.final["wheel.w"])


def deadly(result: dt.Result) -> float:
    """End the process of a heavy flywheel."""
    if result.parameters["wheel.J"] > 4.99:
        os.kill(os.getpid(), signal.SIGKILL)
    return float(result.final["wheel.w"])
