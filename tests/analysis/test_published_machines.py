"""Machines of the literature: turbine sets, absorbers, wind turbines, nonlinear oscillators."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipk
from tests.analysis.shafts import chain

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.modeling import parameter
from drivetrain.rotational import (
    BearingFriction,
    Fixed,
    IdealGear,
    Inertia,
    Spring,
    SpringDamper,
    Torque,
)
from drivetrain.rotational.interfaces import Compliant


def test_subsynchronous_frequencies_of_a_turbine_set() -> None:
    """The first benchmark model of the IEEE (IEEE Transactions PAS-96, 1977).

    Inertia constants in s and stiffnesses per unit of torque and electrical radian; the published
    frequencies of the five torsional modes have two decimals.
    """
    constants = [0.092897, 0.155589, 0.858670, 0.884215, 0.868495, 0.0342165]
    stiffnesses = [19.303, 34.929, 52.038, 70.858, 2.822]
    inertias = [2 * value / (2 * np.pi * 60) for value in constants]
    modes = dt.linearise(chain(inertias, stiffnesses)).eigenmodes()
    assert modes.frequency == pytest.approx([15.71, 20.21, 25.55, 32.28, 47.46], abs=5e-3)
    assert max(modes[5].energy("kinetic"), key=modes[5].energy("kinetic").__getitem__) == "disc1"
    assert max(modes[2].energy("kinetic"), key=modes[2].energy("kinetic").__getitem__) == "disc5"


@pytest.mark.parametrize(("ratio", "height"), [(0.05, 41**0.5), (0.25, 3.0), (1.0, 3**0.5)])
def test_fixed_points_of_a_tuned_absorber(ratio: float, height: float) -> None:
    """All damping ratios share two points (Den Hartog, Mechanical Vibrations).

    With the absorber tuned to ``1/(1 + mu)`` of the machine they have the height
    ``sqrt(1 + 2/mu)``, and lie at ``g^2 = (1 +- sqrt(mu/(2 + mu)))/(1 + mu)``.
    """
    tuning = 1 / (1 + ratio)
    m = dt.Model("absorber")
    m.add(ground=Fixed(), spring=Spring(c=100.0), machine=Inertia(J=1.0), absorber=Inertia(J=ratio))
    m.add(link=SpringDamper(c=100 * ratio * tuning**2, d=1.0))
    m.connect(m.ground >> m.spring >> m.machine >> m.link >> m.absorber)
    compiled = dt.compile(m)
    square = (1 + np.array([-1, 1]) * math.sqrt(ratio / (2 + ratio))) / (1 + ratio)
    for damping in (0.01, 0.168, 0.6):
        given = {"link.d": 2 * damping * ratio * 10}
        linear = compiled.linearise(inputs=["machine"], outputs=["machine.phi"], parameters=given)
        found = linear.frequency_response(10 * np.sqrt(square)).amplitude("machine.phi")
        assert 100 * found == pytest.approx([height, height], rel=1e-10)


def test_a_geared_wind_turbine() -> None:
    """Two masses and a gear of 97: ``omega^2 = k (1/J_r + 1/(n^2 J_g))`` seen from the rotor."""
    rotor, generator, ratio, stiffness, damping = 38.8e6, 534.1, 97.0, 867.6e6, 6.2e6  # NREL 5 MW
    m = dt.Model("turbine")
    m.add(rotor=Inertia(J=rotor), shaft=SpringDamper(c=stiffness, d=damping))
    m.add(gear=IdealGear(ratio=1 / ratio), generator=Inertia(J=generator))
    m.connect(m.rotor >> m.shaft >> m.gear >> m.generator)
    (mode,) = dt.linearise(m).eigenmodes()
    softness = 1 / rotor + 1 / (ratio**2 * generator)
    omega = math.sqrt(stiffness * softness)
    assert mode.omega == pytest.approx(omega, rel=1e-12)
    assert mode.damping_ratio == pytest.approx(damping * omega / (2 * stiffness), rel=1e-10)
    shape = mode.shape("rotor.phi", "generator.phi", scale="at:rotor")
    assert shape["generator.phi"] == pytest.approx(-rotor / (ratio * generator), rel=1e-9)


def test_two_equal_branches_swing_against_each_other() -> None:
    """In one eigenmode the machine stands still; in the others both branches move alike."""
    m = dt.Model("twins")
    m.add(machine=Inertia(J=5.0), left=Spring(c=800.0), right=Spring(c=800.0))
    m.add(a=Inertia(J=2.0), b=Inertia(J=2.0))
    m.connect(m.machine >> m.left >> m.a)
    m.connect(m.machine >> m.right >> m.b)
    modes = dt.linearise(m).eigenmodes()
    assert modes.omega == pytest.approx([20.0, math.sqrt(800 * (1 / 4 + 1 / 5) * 2)])
    against = modes[1].shape("machine.phi", "a.phi", "b.phi")
    assert abs(against["machine.phi"]) < 1e-12
    assert against["a.phi"] == pytest.approx(-against["b.phi"])


class Cubic(Compliant):
    """Spring that stiffens with the third power of its twist."""

    c = parameter(unit="N.m/rad", doc="Stiffness at rest")
    cubic = parameter(unit="N.m/rad3", doc="Factor of the third power")

    def equations(self) -> Any:
        yield self.tau == self.c * self.phi_rel + self.cubic * self.phi_rel**3

    def stored_energy(self) -> Any:
        return self.c * self.phi_rel**2 / 2 + self.cubic * self.phi_rel**4 / 4


@pytest.mark.parametrize("amplitude", [0.1, 1.0, 3.0])
def test_the_backbone_of_a_stiffening_spring(amplitude: float) -> None:
    """Period ``4 K(k)/sqrt(a + b A^2)``, ``k^2 = b A^2/(2 (a + b A^2))`` (elliptic integral)."""
    m = dt.Model("duffing")
    m.add(ground=Fixed(), spring=Cubic(c=4.0, cubic=2.0))
    m.add(disc=Inertia(J=1.0, phi=dt.fixed(amplitude), w=dt.fixed(0.0)))
    m.connect(m.ground >> m.spring >> m.disc)
    run = dt.compile(m).simulate(stop_time=12.0, tolerance=1e-11)
    stiff = 4 + 2 * amplitude**2
    period = 4 * ellipk(2 * amplitude**2 / (2 * stiff)) / math.sqrt(stiff)
    for count in range(1, int(12 / period) + 1):
        assert run.at(count * period, "disc.phi") == pytest.approx(amplitude, rel=1e-7)
    linear = dt.linearise(m, at={"disc.phi": amplitude, "disc.w": 0.0})
    assert linear.eigenmodes()[1].omega == pytest.approx(math.sqrt(4 + 6 * amplitude**2))


@pytest.mark.parametrize("omega", [6.0, 8.5, 13.0])
@pytest.mark.parametrize("friction", [1.0, 4.0])
def test_dry_friction_without_stops(omega: float, friction: float) -> None:
    """Amplitude of a driven body with Coulomb friction (Den Hartog, Trans. ASME 53, 1931).

    The friction is small enough for a motion without stops.
    """
    m = dt.Model("dry")
    m.add(drive=Sine(amplitude=10.0, f=omega / (2 * math.pi), phase=math.pi / 2), torque=Torque())
    m.add(body=Inertia(J=1.0, phi=dt.fixed(0.1), w=dt.fixed(0.0)), wall=Fixed())
    m.add(rub=BearingFriction(tau_pos=[[0, friction], [100, friction]]), spring=Spring(c=100.0))
    m.connect(m.drive.y >> m.torque.tau)
    m.connect(m.torque.flange >> m.body.flange_a)
    m.connect(m.body >> m.rub >> m.spring >> m.wall)
    beta = omega / 10
    v, u = 1 / (1 - beta**2), math.tan(math.pi / (2 * beta)) / beta
    expected = 0.1 * math.sqrt(v**2 - (friction / 10) ** 2 * u**2)
    cycle = dt.compile(m).cycle(period=2 * math.pi / omega, tolerance=1e-11)
    assert cycle.half_range("body.phi") == pytest.approx(expected, rel=1e-8)
    first, second, *_ = cycle.multipliers
    assert cycle.is_stable
    assert abs(first * second) < 1
