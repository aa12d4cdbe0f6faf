"""What changes at events only has no rate where an equation with it is differentiated."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

import drivetrain
from drivetrain.blocks import Integrator, Trapezoid
from drivetrain.modeling import Component, Model, constant, der, fixed, time, variable, when
from drivetrain.rotational import Inertia, Speed


class Driven(Model):
    """A speed that follows a trapezoid, which remembers when it has begun."""

    wave = Trapezoid(start_time=0.1, amplitude=2.0, period=1.0, rising=0.2, width=0.3, falling=0.25)
    speed = Speed(exact=True)
    mass = Inertia(J=3.0)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.speed.w_ref
        yield self.speed >> self.mass


def test_the_torque_of_a_trapezoid_is_that_of_its_slopes() -> None:
    run = drivetrain.simulate(Driven(), stop_time=3.0, interval=0.05)
    t = (run.time - 0.1) % 1.0
    clear = np.abs(t[:, None] - [0.0, 0.2, 0.5, 0.75, 1.0]).min(axis=1) > 1e-6
    slope = np.select([run.time < 0.1, t < 0.2, t < 0.5, t < 0.75], [0.0, 10.0, 0.0, -8.0], 0.0)
    np.testing.assert_allclose(run["mass.a"][clear], slope[clear], atol=1e-9)
    np.testing.assert_allclose(run["mass.flange_a.tau"][clear], 3.0 * slope[clear], atol=1e-9)


class Held(Component):
    """A signal that grows from where it was last looked at, by a slope kept since then."""

    u = variable()
    y = variable()
    kept = variable(start=fixed(0.5))
    since = variable("s", start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u * self.kept + self.since / constant(1.0, "s")
        yield when(time >= constant(0.4, "s"), self.kept == 2.0, self.since == time)


def test_values_kept_by_a_when_have_no_rate() -> None:
    class Kept(Model):
        """A signal whose derivative another one follows."""

        ramp = Integrator(y_start=0.0)
        held = Held()
        speed = Integrator()

        def equations(self) -> Iterable[Any]:
            yield self.ramp.u == 3.0
            yield self.held.u == self.ramp.y
            yield self.speed.u == der(self.held.y) * constant(1.0, "s")

    run = drivetrain.simulate(Kept(), stop_time=1.0, interval=0.1)
    expected = np.where(run.time < 0.4, 1.5, 6.0)
    at_event = np.abs(run.time - 0.4) < 1e-9
    np.testing.assert_allclose(run["speed.u"][~at_event], expected[~at_event], rtol=1e-12)
