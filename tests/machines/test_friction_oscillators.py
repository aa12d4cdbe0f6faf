"""Vibration that dry friction itself keeps up: a block on a belt, a position control that hunts."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan, pi, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import drivetrain as dt
from drivetrain.blocks import PI, Constant, Feedback, Gain
from drivetrain.modeling import parameter
from drivetrain.rotational import (
    AngleSensor,
    BearingFriction,
    Clutch,
    Fixed,
    Inertia,
    Speed,
    SpeedSensor,
    Spring,
    Torque,
)

Floats = NDArray[np.float64]


class BlockOnBelt(dt.Model):
    """A block on a spring, carried along by a belt until the spring pulls it back."""

    speed = parameter(0.5, unit="rad/s")
    belt = Speed(exact=True, w_ref=speed)
    contact = Clutch(fn_max=10.0, mu_pos=[[0, 0.5], [1, 0.5]], peak=1.6, f_normalized=1.0)
    block = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(speed))
    spring = Spring(c=25.0)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.belt >> self.contact >> self.block >> self.spring >> self.ground


@pytest.mark.parametrize(("speed", "peak"), [(0.5, 1.6), (0.5, 1.1), (0.05, 1.6), (2.0, 1.6)])
def test_the_period_of_a_block_on_a_belt(speed: float, peak: float):
    sliding, stiffness = 5.0, 25.0
    lead = (peak - 1.0) * sliding / stiffness
    parameters = {"contact.peak": peak, "speed": speed}
    run = dt.simulate(BlockOnBelt(), stop_time=20.0, tolerance=1e-9, parameters=parameters)
    # it slides around the angle at which the spring holds the sliding friction, and sticks between
    w = sqrt(stiffness)
    period = 2 * (pi - atan(lead * w / speed)) / w + 2 * lead / speed
    locks = run.events.times("contact.mode", after="stuck")
    assert len(locks) >= 3
    np.testing.assert_allclose(np.diff(locks), period, rtol=1e-6)
    largest = sliding / stiffness + sqrt(lead**2 + (speed / w) ** 2)
    assert run["block.phi"].max() == pytest.approx(largest, rel=1e-4)


class Hunting(dt.Model):
    """A position control with integral part, whose axis sticks."""

    reference = Constant(k=1.0)
    error, damped = Feedback(), Feedback()
    control = PI(k=20.0, T=0.3)
    damping = Gain(k=3.0)
    motor = Torque()
    axis = Inertia(J=0.1, phi=dt.fixed(0), w=dt.fixed(0))
    bearing = BearingFriction(tau_pos=[[0, 1.0]], peak=1.8)
    angle, speed = AngleSensor(), SpeedSensor()

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.axis >> self.bearing
        yield self.axis >> self.angle
        yield self.axis >> self.speed
        yield self.reference.y >> self.error.u1
        yield self.angle.phi >> self.error.u2
        yield self.error.y >> self.control >> self.damped.u1
        yield self.speed.w >> self.damping >> self.damped.u2
        yield self.damped.y >> self.motor.tau


class Hunter:
    """The same by hand: angle, speed and integral, sticking and sliding in turns."""

    def torque(self, x: Floats) -> float:
        return float(20.0 * (x[2] + 1.0 - x[0]) - 3.0 * x[1])

    def sliding(self, sign: float, x: Floats) -> list[float]:
        return [x[1], (self.torque(x) - sign) / 0.1, (1.0 - x[0]) / 0.3]

    def slide(self, t: float, x: Floats, sign: float, end: float) -> tuple[float, Floats]:
        def stops(now: float, x: Floats) -> float:
            return float(x[1] * sign if now > t + 1e-6 else 1.0)

        stops.terminal, stops.direction = True, -1  # type: ignore[attr-defined]
        return self.last(lambda _, x: self.sliding(sign, x), t, x, stops, end)

    def stick(self, t: float, x: Floats, end: float) -> tuple[float, Floats]:
        def breaks(_: float, x: Floats) -> float:
            return 1.8 - abs(self.torque(x))

        breaks.terminal = True  # type: ignore[attr-defined]
        x = np.array([x[0], 0.0, x[2]])
        return self.last(lambda _, x: [0.0, 0.0, (1.0 - x[0]) / 0.3], t, x, breaks, end)

    def last(self, rates: Any, t: float, x: Floats, event: Any, end: float) -> tuple[float, Floats]:
        fine = {"rtol": 1e-11, "atol": 1e-11, "max_step": 0.02, "method": "DOP853"}
        s = solve_ivp(rates, (t, end), x, events=event, **fine)
        return float(s.t[-1]), s.y[:, -1]

    def stops(self, end: float) -> list[float]:
        """Return the instants at which the axis sticks, s."""
        t, x, found = 0.0, np.zeros(3), list[float]()
        while t < end:
            t, x = self.slide(t, x, float(np.sign(self.torque(x))), end)
            if t < end:
                found.append(t)
                t, x = self.stick(t, x, end)
        return found


def test_a_position_control_hunts():
    run = dt.simulate(Hunting(), stop_time=30.0, tolerance=1e-9)
    expected = Hunter().stops(30.0)
    assert len(expected) > 8
    np.testing.assert_allclose(run.events.times("bearing.mode", after="stuck"), expected, rtol=1e-6)
    assert not run["axis.w"][run["bearing.locked"]].any()
