"""Torsional systems with known frequencies, damping, shapes and responses.

Data and digits are those of textbooks and of other programs' own tests (named for each case), and
closed forms.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from tests.analysis.shafts import chain

import drivetrain as dt
from drivetrain.rotational import Damper, Fixed, IdealGear, Inertia, Spring, SpringDamper


@pytest.mark.parametrize(
    ("inertias", "stiffnesses", "hertz"),
    [
        ([211.4, 8.3], [9.775e6], [176.076747]),  # openTorsion, test of two inertias
        (  # Friswell, Penny, Garvey and Lees 2010, example 9.7.1, by openTorsion's tests
            [3.5e-3, 3.5e-3, 3.5e-3, 0.15, 0.05],
            [12e3, 12e3, 14e3, 10e3],
            [81.207629, 141.214071, 378.952954, 536.363283],
        ),
        # a wind generator, IEEE Transactions on Industrial Electronics 2010
        ([1e7, 5770, 97030], [3.67e8, 5.496e9], [9.285125, 164.584469]),
    ],
)
def test_frequencies_of_free_shafts(
    inertias: list[float], stiffnesses: list[float], hertz: list[float]
) -> None:
    modes = dt.linearise(chain(inertias, stiffnesses)).eigenmodes()
    assert modes.frequency == pytest.approx(hertz, rel=1e-7)
    assert modes.free_motions == 2  # a rotation and its speed
    assert not len(modes.decays)


def test_a_gear_between_damped_inertias() -> None:
    """Two shafts with a gear of 10:60 and dampers to the ground (openTorsion's tests)."""
    m = dt.Model("geared")
    m.add(
        a=Inertia(J=1), shaft=SpringDamper(c=400, d=1), b=Inertia(J=0.1), gear=IdealGear(ratio=-6),
        c=Inertia(J=0.1), shaft2=SpringDamper(c=800, d=0.5), e=Inertia(J=1), ground=Fixed(),
        bearing_a=Damper(d=0.5), bearing_b=Damper(d=0.1), bearing_c=Damper(d=0.1),
        bearing_e=Damper(d=1),
    )  # fmt: skip
    m.connect(m.a >> m.shaft >> m.b >> m.gear >> m.c >> m.shaft2 >> m.e)
    for part in "abce":
        bearing = getattr(m, f"bearing_{part}")
        m.connect(getattr(m, part).flange_b, bearing.flange_a)
        m.connect(bearing.flange_b, m.ground.flange)
    modes = dt.linearise(m).eigenmodes()
    expected = [-0.780935 + 27.863017j, -5.872624 + 67.051798j]
    assert modes.eigenvalue == pytest.approx(expected, rel=1e-6)
    assert modes.decays == pytest.approx([-0.557747], rel=1e-6)
    assert modes.free_motions == 1


def test_shapes_of_a_turbine_set() -> None:
    """Three discs (a turbine set as in Rao, Mechanical Vibrations)."""
    modes = dt.linearise(chain([8, 6, 4], [4e6, 2e6])).eigenmodes()
    assert modes.omega == pytest.approx([707.106781, 1224.744871])
    names = ["disc0.phi", "disc1.phi", "disc2.phi"]
    for number, shape in ((1, [1, 0, -2]), (2, [1, -2, 1])):
        found = modes[number].shape(*names)
        values = np.array([found[name] for name in names])
        expected = np.array(shape) / max(shape, key=abs)
        assert values == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("n", [2, 10, 60])
def test_equal_discs(n: int) -> None:
    """``omega_k = 2 sqrt(c/J) sin(k pi/2n)``, ``zeta_k = omega_k d/(2c)``."""
    modes = dt.linearise(chain([0.1] * n, [1e4] * (n - 1), [1.0] * (n - 1))).eigenmodes()
    omega = 2 * np.sqrt(1e4 / 0.1) * np.sin(np.arange(1, n) * np.pi / (2 * n))
    assert modes.omega == pytest.approx(omega, rel=1e-10)
    assert [mode.damping_ratio for mode in modes] == pytest.approx(omega / 2e4, rel=1e-8)
    assert modes.free_motions == 2


def test_response_of_two_inertias() -> None:
    """Amplitude and phase of the shaft torque for a torque of 10 N.m at the first inertia."""
    linear = dt.linearise(chain([2, 3], [1200], [6]), inputs=["disc0"], outputs=["shaft0.tau"])
    (mode,) = linear.eigenmodes()
    assert mode.eigenvalue == pytest.approx(-2.5 + 31.523800532j)
    assert mode.damping_ratio == pytest.approx(0.0790569415)
    assert mode.omega == pytest.approx(31.622776602)
    ratios = np.array([0.5, 1.0, 2.0])
    response = linear.frequency_response(ratios * mode.omega)
    amplitude = 10 * response.amplitude("shaft0.tau")
    assert amplitude == pytest.approx([7.980746061, 38.418745425, 2.086060486], rel=1e-9)
    phase = np.degrees(response.phase("shaft0.tau"))
    assert phase == pytest.approx([178.503, 98.985, 23.566], abs=1e-3)
    r = np.geomspace(0.01, 100, 50)
    damped = 1 + 2j * mode.damping_ratio * r
    expected = 10 * 3 / (2 + 3) * np.abs(damped / (1 - r**2 + 2j * mode.damping_ratio * r))
    found = 10 * linear.frequency_response(r * mode.omega).amplitude("shaft0.tau")
    assert found == pytest.approx(expected, rel=1e-9)


class Untuned(dt.Model):
    """A disc on a spring, with a ring that turns in viscous oil."""

    ground = Fixed()
    spring = Spring(c=100.0)
    disc = Inertia(J=1.0)
    oil = Damper(d=1.0)
    ring = Inertia(J=0.5)

    def equations(self) -> Any:
        yield self.ground.flange >> self.spring.flange_a
        yield self.spring >> self.disc >> self.oil >> self.ring


@pytest.mark.parametrize(
    ("ratio", "frequency", "damping", "peak"),
    [(0.1, 0.9759, 0.465242, 21), (0.5, 0.8944, 0.365148, 5), (1.0, 0.8165, 0.288675, 3)],
)
def test_the_untuned_viscous_damper(
    ratio: float, frequency: float, damping: float, peak: float
) -> None:
    """Peak ``1 + 2/mu`` at ``g^2 = 2/(2 + mu)`` (Den Hartog, Mechanical Vibrations)."""
    model = dt.compile(Untuned())

    def highest(factor: float) -> Any:
        given = {"ring.J": ratio, "oil.d": factor * 2 * ratio * 10}
        linear = model.linearise(inputs=["disc"], outputs=["disc.phi"], parameters=given)
        (found,) = linear.frequency_response(between=(1.0, 40.0)).peaks("disc.phi")
        return found

    best = highest(damping)
    assert 100 * best.amplitude == pytest.approx(peak, rel=1e-9)
    assert best.omega == pytest.approx(10 * np.sqrt(2 / (2 + ratio)), rel=1e-4)
    assert best.omega / 10 == pytest.approx(frequency, abs=1e-4)
    optimum = minimize_scalar(
        lambda factor: highest(factor).amplitude, bounds=(0.5 * damping, 2 * damping),
        method="bounded", options={"xatol": 1e-5},
    )  # fmt: skip
    assert optimum.x == pytest.approx(damping, rel=1e-3)
    assert 100 * optimum.fun == pytest.approx(peak, rel=1e-6)


def test_modal_damping() -> None:
    """A damper that gives two inertias a damping ratio of 0.02 (openTorsion's tests)."""
    linear = dt.linearise(
        chain([10, 10], [428400], [58.542292]), inputs=["disc0"], outputs=["shaft0.tau"]
    )
    (mode,) = linear.eigenmodes()
    assert mode.damping_ratio == pytest.approx(0.02, rel=1e-7)
    (peak,) = linear.frequency_response(between=(30, 3000)).peaks()
    assert peak.width == pytest.approx(2 * 0.02 * mode.omega, rel=2e-3)
    assert peak.amplitude == pytest.approx(0.5 / (2 * 0.02), rel=2e-3)


def test_a_loss_factor() -> None:
    """A clamped shaft ``c (1 + i eta)``: the peak factor at omega_n is ``1/eta``."""
    m = dt.Model("clamped")
    m.add(ground=Fixed(), shaft=Spring(c=700.0), disc=Inertia(J=0.3))
    m.connect(m.ground.flange >> m.shaft.flange_a)
    m.connect(m.shaft >> m.disc)
    linear = dt.linearise(m, inputs=["disc"], outputs=["disc.phi"])
    (own,) = linear.eigenmodes().omega
    response = linear.frequency_response(own, hysteresis={"shaft.c": 0.035})
    assert 700 * response.amplitude("disc.phi") == pytest.approx([28.5714], abs=5e-5)


def test_a_gear_may_be_seen_from_either_side() -> None:
    m = dt.Model("geared")
    m.add(
        a=Inertia(J=0.1), gear=IdealGear(ratio=10), shaft=SpringDamper(c=4e3, d=0), b=Inertia(J=8)
    )
    m.connect(m.a >> m.gear >> m.shaft >> m.b)
    assert dt.linearise(m).eigenmodes().omega == pytest.approx([30.0])
