"""Periodic motions with friction, play and impacts, and their multipliers, against formulas."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Constant, Sine
from drivetrain.couplings import RigidStop
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantSpeed,
    ElastoBacklash,
    Fixed,
    Inertia,
    Spring,
    SpringDamper,
    Torque,
)


class DryFriction(dt.Model):
    """A body on a spring with Coulomb friction, driven by a cosine."""

    drive = Sine(amplitude=10.0, f=1.0, phase=math.pi / 2)
    torque = Torque()
    mass = Inertia(J=1.0, phi=dt.fixed(0.1), w=dt.fixed(0.0))
    rub = BearingFriction(tau_pos=[[0, 2], [100, 2]])
    spring = Spring(c=100.0)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.mass >> self.rub >> self.spring >> self.wall


@pytest.fixture(scope="module")
def dry_friction() -> dt.CompiledModel:
    return dt.compile(DryFriction())


def driven(compiled: dt.CompiledModel, omega: float) -> Any:
    f = omega / (2 * math.pi)
    return compiled.cycle(period=1 / f, parameters={"drive.f": f}, tolerance=1e-12)


@pytest.mark.parametrize(
    ("omega", "printed"), [(7.0, 0.19277745), (12.0, 0.21859540), (15.0, 0.07659417)]
)
def test_den_hartog(dry_friction: dt.CompiledModel, omega: float, printed: float) -> None:
    """``(P/c) sqrt(V² − (F/P)² U²)``, for motion without stops.

    J. P. Den Hartog, "Forced vibrations with combined Coulomb and viscous friction", Transactions
    of the ASME 53, 1931, with ``V = 1/(1 − β²)`` and ``U = tan(π/2β)/β`` for undamped motion.
    """
    beta = omega / 10.0
    v, u = 1 / (1 - beta**2), math.tan(math.pi / (2 * beta)) / beta
    amplitude = 0.1 * math.sqrt(v**2 - (0.2 * u) ** 2)
    cycle = driven(dry_friction, omega)
    assert amplitude == pytest.approx(printed, abs=5e-9)
    assert cycle.half_range("mass.phi") == pytest.approx(amplitude, rel=0, abs=1e-11)
    assert cycle.is_stable
    assert cycle.derivative == "variational"
    assert set(cycle.contacts["rub.mode"]) == {"forward", "backward"}


def test_multipliers_of_dry_friction(dry_friction: dt.CompiledModel) -> None:
    """Between reversals nothing damps; each multiplies areas by the ratio of accelerations."""
    cycle = driven(dry_friction, 7.0)
    events = np.flatnonzero(np.diff(cycle.result.time) == 0)
    before, after = (cycle.result["mass.a"][events + k] for k in (0, 1))
    assert len(events) == 2
    ratio = after / before
    assert ratio[0] == pytest.approx(ratio[1], rel=1e-9)
    assert np.prod(cycle.multipliers).real == pytest.approx(np.prod(ratio), rel=1e-9)
    assert np.prod(ratio) == pytest.approx(0.42319688, abs=5e-9)
    assert np.abs(cycle.multipliers) == pytest.approx([0.65053584] * 2, abs=5e-9)


class FreePlay(dt.Model):
    """A body that moves to and fro between two springs."""

    mass = Inertia(J=1.0, phi=dt.fixed(0.1), w=dt.fixed(0.0))
    lash = ElastoBacklash(c=100.0, d=0.0, b=0.1)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.wall >> self.lash >> self.mass


@pytest.mark.parametrize("deflection", [0.05, 0.2])
def test_free_play(deflection: float) -> None:
    """``2π/ω + 2b/(A ω)``: a spring in each half, and the gap at its full speed."""
    cycle = dt.compile(FreePlay()).cycle(guess={"mass.phi": 0.05 + deflection}, tolerance=1e-13)
    period = 2 * math.pi / 10 + 2 * 0.1 / (deflection * 10)
    assert cycle.period == pytest.approx(period, rel=1e-12)
    assert cycle.half_range("mass.phi") == pytest.approx(0.05 + deflection, rel=1e-10)
    assert cycle.multipliers == pytest.approx([1.0, 1.0], abs=1e-7)
    assert cycle.is_autonomous
    assert cycle.stability == "neutral"
    assert not cycle.is_stable


class Belt(dt.Model):
    """A body on a spring, dragged by a belt: the friction is larger at rest than in motion."""

    belt = ConstantSpeed(w_fixed=1.0)
    rub = Clutch(fn_max=1.0, mu_pos=[[0, 0.5], [10, 0.5]], peak=1.5)
    press = Constant(k=1.0)
    mass = Inertia(J=2.0, phi=dt.fixed(0.0), w=dt.fixed(1.0))
    spring = Spring(c=3.0)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.belt.flange >> self.rub.flange_a
        yield self.press.y >> self.rub.f_normalized
        yield self.rub >> self.mass >> self.spring >> self.wall


def test_stick_and_slip_on_a_belt() -> None:
    """Stuck from ``-D`` to ``D = (T_s - T_k)/c`` about the sliding equilibrium, then almost a turn.

    With the speed v of the belt and ``ω = sqrt(c/J)`` the body slips for the time that an
    oscillation takes from ``(D, v)`` to ``(-D, v)`` the long way round, ``(2π - 2 atan(ω D/v))/ω``,
    and sticks for ``2D/v``. A lock that closes leaves the multiplier 0; the other one is the shift
    in time.
    """
    omega, rise = math.sqrt(1.5), 0.25 / 3.0
    period = 2 * rise + (2 * math.pi - 2 * math.atan(omega * rise)) / omega
    cycle = dt.compile(Belt()).cycle(tolerance=1e-12)
    assert cycle.period == pytest.approx(period, rel=1e-11)
    amplitude = math.sqrt(rise**2 + 1 / omega**2)
    assert cycle.half_range("mass.phi") == pytest.approx(amplitude, rel=1e-9)
    assert cycle.multipliers.tolist() == [0.0, 1.0, 1.0]
    assert cycle.free == ("rub.phi_rel",)
    assert cycle.is_autonomous
    assert cycle.is_stable


def test_the_beginning_of_a_cycle_can_be_chosen() -> None:
    cycle = dt.compile(Belt()).cycle(phase=("mass.phi", 0.2), tolerance=1e-10)
    assert cycle.result["mass.phi"][[0, -1]] == pytest.approx([0.2, 0.2], abs=1e-9)


class Hammer(dt.Model):
    """An undamped oscillator that hits a stop."""

    drive = Sine(amplitude=1.0, f=2.6 / (2 * math.pi), phase=math.pi / 2)
    torque = Torque()
    mass = Inertia(J=1.0, phi=dt.fixed(-0.2), w=dt.fixed(0.0))
    spring = Spring(c=1.0)
    stop = RigidStop(lower=-10.0, upper=0.05, e=0.6)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.wall >> self.spring >> self.mass.flange_b
        yield self.wall >> self.stop >> self.mass.flange_b


def test_one_impact_per_period() -> None:
    """S. W. Shaw, P. J. Holmes, "A periodically forced piecewise linear oscillator", Journal of
    Sound and Vibration 90, 1983, section on impacts; here from the four conditions at the impact.

    With ``x = A cos ωₙt + B sin ωₙt + G cos(ωt + φ)`` from the stop at σ back to it, the speed v of
    the impact solves ``(σ + a v)² + (b v)² = G²``. Each impact multiplies areas by e².
    """
    e, sigma, omega, natural = 0.6, 0.05, 2.6, 1.0
    period, g = 2 * math.pi / omega, 1.0 / (natural**2 - omega**2)
    a = (1 + e) * math.sin(natural * period) / (2 * natural * (1 - math.cos(natural * period)))
    b = (1 - e) / (2 * omega)
    root = math.sqrt((a * sigma) ** 2 - (a**2 + b**2) * (sigma**2 - g**2))
    speed = (-a * sigma + root) / (a**2 + b**2)
    cycle = dt.compile(Hammer()).cycle(period=period, tolerance=1e-12, guess=60)
    w = cycle.result["mass.w"]
    hit = np.flatnonzero((np.diff(cycle.result.time) == 0) & (np.diff(w) < -0.1))
    assert len(hit) == 1
    assert w[hit[0]] == pytest.approx(speed, rel=1e-9)
    assert w[hit[0] + 1] == pytest.approx(-e * speed, rel=1e-9)
    assert cycle.derivative == "variational"
    assert np.prod(cycle.multipliers).real == pytest.approx(e**2, rel=1e-8)
    assert cycle.stability == "unstable"
    assert cycle.multipliers[0].real < -1


class Ratchet(dt.Model):
    """A torque that a brake holds but for its peaks: the brake slips in part of each period."""

    drive = Sine(amplitude=2.5, f=1.0, offset=0.3)
    torque = Torque()
    mass = Inertia(J=0.4, w=dt.fixed(0.0), phi=dt.fixed(0.0))
    brake = Brake(fn_max=1.0, mu_pos=[[0, 1.5], [10, 1.5]], peak=1.4)
    press = Constant(k=1.0)

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.press.y >> self.brake.f_normalized
        yield self.mass >> self.brake


def slip_of(limit: float, kinetic: float, forward: bool) -> float:
    """Return the angle of one slip, by bisection on the speed, from the torque's integral."""
    sign, omega = (1.0 if forward else -1.0), 2 * math.pi
    begin = math.asin((limit - sign * 0.3) / 2.5) / omega

    def impulse(t: float) -> float:
        wave = 2.5 / omega * (math.cos(omega * begin) - math.cos(omega * t))
        return (sign * 0.3 - kinetic) * (t - begin) + wave

    low, high = 0.25 + 0.01, begin + 0.9
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if impulse(middle) > 0 else (low, middle)
    t = np.polynomial.legendre.leggauss(40)
    nodes = begin + 0.5 * (low - begin) * (1 + t[0])
    speeds = np.array([impulse(one) for one in nodes]) / 0.4
    return sign * float(0.5 * (low - begin) * t[1] @ speeds)


def test_a_brake_that_slips_on_in_each_period() -> None:
    """The angle advances by two slips per period, which nothing resists; nothing else is left."""
    cycle = dt.compile(Ratchet()).cycle(period=1.0, tolerance=1e-12)
    phi = cycle.result["mass.phi"]
    expected = slip_of(2.1, 1.5, True) + slip_of(2.1, 1.5, False)
    assert phi[-1] - phi[0] == pytest.approx(expected, rel=1e-8)
    assert cycle.multipliers.tolist() == [0.0, 1.0]
    assert cycle.free == ("mass.phi",)
    assert cycle.is_stable
    assert set(cycle.contacts["brake.mode"]) == {"stuck", "forward", "backward"}


class Chain(dt.Model):
    """Two discs and a filter of the torque, all linear, free to turn."""

    drive = Sine(amplitude=1.0, f=0.8)
    torque = Torque()
    a = Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.fixed(3.0))
    shaft = SpringDamper(c=40.0, d=0.7)
    b = Inertia(J=2.0)

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.a.flange_a
        yield self.a >> self.shaft >> self.b


def test_multipliers_of_a_linear_machine_are_those_of_its_eigenvalues() -> None:
    """``exp(λ T)``; the rotation and its speed are split off, as in the linear model."""
    compiled = dt.compile(Chain())
    cycle = compiled.cycle(period=1 / 0.8)
    (mode,) = compiled.linearise().eigenmodes().eigenvalue
    expected = np.exp(mode / 0.8)
    assert cycle.multipliers[:2] == pytest.approx([expected.conjugate(), expected], rel=1e-10)
    assert len(cycle.free) == 2
    assert cycle.is_stable
    tau = 1.0 * 2.0 / 3.0
    r = 1.6 * math.pi
    shaft = tau * (40 + 0.7j * r) / (40 + 0.7j * r - (2.0 / 3.0) * r**2)
    assert abs(cycle.harmonics("shaft.tau")[1]) == pytest.approx(abs(shaft), rel=1e-9)
