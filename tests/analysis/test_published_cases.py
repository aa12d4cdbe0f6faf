"""Torsional systems with known frequencies, damping, shapes and responses.

Data and digits are those of textbooks and of other programs' own tests (named for each case), and
closed forms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from tests.analysis.shafts import chain
from tests.fuzzing import LONG

import drivetrain as dt
from drivetrain.blocks import Constant
from drivetrain.modeling import Component, Expr, der, parameter, variable
from drivetrain.rotational import (
    Clutch,
    ConstantSpeed,
    Damper,
    Fixed,
    Flange,
    IdealGear,
    Inertia,
    Spring,
    SpringDamper,
)


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
    linear = dt.linearise(m, outputs=["a.phi", "b.phi", "e.phi", "a.a", "b.a", "e.a"])
    angles = linear.C[:3, linear.is_angle], linear.C[3:, linear.is_angle]
    rows = [[-400, 400, 0], [3891.891892, -4108.108108, -1297.297297], [0, -133.333333, -800]]
    assert angles[1] @ np.linalg.inv(angles[0]) == pytest.approx(np.array(rows), abs=1e-6)
    modes = linear.eigenmodes()
    expected = [-0.780935 + 27.863017j, -5.872624 + 67.051798j]
    assert modes.eigenvalue == pytest.approx(expected, rel=1e-6)
    assert modes.decays == pytest.approx([-0.557747], rel=1e-6)
    assert modes.free_motions == 1


def test_branches_behind_a_gear_pair() -> None:
    """A motor drives two equal branches (Friswell et al. 2010, by openTorsion's tests)."""
    m = dt.Model("branched")
    m.add(
        motor=Inertia(J=400e-6), shaft=SpringDamper(c=1e4, d=0), pinion=Inertia(J=25e-6),
        gear=IdealGear(ratio=1), wheel=Inertia(J=25e-6), left=SpringDamper(c=5e3, d=0),
        right=SpringDamper(c=5e3, d=0), a=Inertia(J=700e-6), b=Inertia(J=700e-6),
    )  # fmt: skip
    m.connect(m.motor >> m.shaft >> m.pinion >> m.gear >> m.wheel)
    m.connect(m.wheel >> m.left >> m.a)
    m.connect(m.wheel >> m.right >> m.b)
    modes = dt.linearise(m).eigenmodes()
    assert modes.frequency == pytest.approx([425.359477, 634.072760, 3247.192354], rel=1e-8)


def test_a_ship_engine_tied_to_the_ground_at_two_parts() -> None:
    """The data of an example of openTorsion."""
    inertias = [90, 140, 140, 140, 140, 90, 350, 500, 22000]
    m = chain(inertias, [2.5e6] * 5 + [40e6, 40e6, 3e6])
    m.add(ground=Fixed(), first=Spring(c=10e6), second=Spring(c=10e6))
    m.connect(m.ground >> m.first)
    m.connect(m.ground >> m.second)
    m.connect(m.first.flange_b, m.disc0.flange_a)
    m.connect(m.second.flange_b, m.disc5.flange_a)
    modes = dt.linearise(m).eigenmodes()
    expected = [
        9.725927, 74.935667, 112.619012, 153.616350, 211.835920, 252.489737, 378.971138,
        435.053808, 834.433772,
    ]  # fmt: skip
    assert modes.omega == pytest.approx(expected, abs=5e-7)
    assert modes.free_motions == 0


def test_a_turbine_set() -> None:
    """Three discs (a turbine set as in Rao, Mechanical Vibrations); shares follow from shapes."""
    modes = dt.linearise(chain([8, 6, 4], [4e6, 2e6])).eigenmodes()
    assert modes.omega == pytest.approx([707.106781, 1224.744871])
    names = ["disc0.phi", "disc1.phi", "disc2.phi"]
    for number, shape in ((1, [1, 0, -2]), (2, [1, -2, 1])):
        found = modes[number].shape(*names)
        values = np.array([found[name] for name in names])
        expected = np.array(shape) / max(shape, key=abs)
        assert values == pytest.approx(expected, abs=1e-9)
    kinetic = [modes[k].energy("kinetic") for k in (1, 2)]
    assert kinetic[0] == pytest.approx({"disc2": 2 / 3, "disc0": 1 / 3})
    assert kinetic[1] == pytest.approx({"disc1": 2 / 3, "disc0": 2 / 9, "disc2": 1 / 9})
    elastic = [modes[k].energy("elastic") for k in (1, 2)]
    assert elastic[0] == pytest.approx({"shaft1": 2 / 3, "shaft0": 1 / 3})
    assert elastic[1] == pytest.approx({"shaft0": 2 / 3, "shaft1": 1 / 3})
    sensitivity = modes.sensitivity("shaft?.c", "disc?.J")
    logarithmic = sensitivity.omega * sensitivity.values
    assert logarithmic[:, :2] == pytest.approx(
        np.array([[117.851, 235.702], [408.248, 204.124]]), abs=5e-4
    )
    shares = [[one.get(f"disc{k}", 0.0) for k in range(3)] for one in kinetic]
    assert logarithmic[:, 2:] == pytest.approx(-modes.omega[:, None] / 2 * np.array(shares))


def test_undamped_eigenmodes_have_no_damping_at_all() -> None:
    """Real parts of 1e-14 are zero; so is what each part absorbs."""
    modes = dt.linearise(chain([8, 6, 4, 1e-3], [4e6, 2e6, 1e3])).eigenmodes()
    assert (modes.eigenvalue.real == 0).all()
    assert (modes.damping == 0).all()
    assert modes[2].damping_by == {}
    assert modes.is_stable


@pytest.mark.parametrize("n", [2, 10, 60])
def test_equal_discs(n: int) -> None:
    """``omega_k = 2 sqrt(c/J) sin(k pi/2n)``, ``zeta_k = omega_k d/(2c)``."""
    modes = dt.linearise(chain([0.1] * n, [1e4] * (n - 1), [1.0] * (n - 1))).eigenmodes()
    omega = 2 * np.sqrt(1e4 / 0.1) * np.sin(np.arange(1, n) * np.pi / (2 * n))
    assert modes.omega == pytest.approx(omega, rel=1e-10)
    assert modes.damping == pytest.approx(omega / 2e4, rel=1e-8)
    assert modes.free_motions == 2


def test_ten_equal_discs() -> None:
    """Printed digits of the closed forms, and the shapes ``cos(k pi (2j - 1)/2n)``."""
    modes = dt.linearise(chain([0.1] * 10, [1e4] * 9, [1.0] * 9)).eigenmodes()
    assert modes.omega[[0, 8]] == pytest.approx([98.937843, 624.668955], abs=5e-7)
    assert modes.damping[0] == pytest.approx(0.004946892, abs=5e-10)
    assert modes[1].eigenvalue == pytest.approx(-0.489434837 + 98.936632217j, abs=5e-10)
    j = np.arange(1, 11)
    for number in (1, 2, 7):
        shape = np.cos(number * np.pi * (2 * j - 1) / 20)
        found = modes[number].shape("disc?.phi", scale="mass")
        values = np.array([found[f"disc{k}.phi"] for k in range(10)])
        expected = shape / np.sqrt(0.1 * 10 / 2)
        assert np.abs(values) == pytest.approx(np.abs(expected), abs=1e-9)
        assert abs(values @ expected) == pytest.approx(
            np.linalg.norm(values) * np.linalg.norm(expected)
        )
        assert modes[number].collinearity("disc?.phi") == pytest.approx(1.0)


def row(n: int, *, fixed: bool = False) -> dt.Model:
    """Return a row of equal discs, as arrays."""
    m = dt.Model("row")
    m.add(disc=Inertia.array(n, J=0.1), shaft=SpringDamper.array(n - 1, c=1e4, d=1.0))
    m.connect(m.disc[:-1] >> m.shaft)
    m.connect(m.shaft >> m.disc[1:])
    if fixed:
        m.add(ground=Fixed(), end=SpringDamper(c=1e4, d=1.0))
        m.connect(m.ground.flange, m.end.flange_a)
        m.connect(m.end.flange_b, m.disc[0].flange_a)
    return m


@pytest.mark.parametrize(
    "n", [10, 1000, pytest.param(100_000 if LONG else 20_000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("fixed", [False, True])
def test_a_row_of_any_length(n: int, fixed: bool) -> None:
    """Closed forms as above; with one end fixed ``sin((2k - 1) pi/(2 (2n + 1)))``.

    A lumped row of `n` discs is below the continuous shaft by ``(k pi/n)^2/24``.
    """
    modes = dt.linearise(row(n, fixed=fixed), outputs=[]).eigenmodes(count=20)
    k = np.arange(1, len(modes) + 1)
    angle = (2 * k - 1) / (2 * (2 * n + 1)) if fixed else k / (2 * n)
    omega = 2 * np.sqrt(1e4 / 0.1) * np.sin(np.pi * angle)
    assert modes.omega == pytest.approx(omega, rel=1e-12)
    assert modes.damping == pytest.approx(omega / 2e4, rel=1e-10)
    if fixed and n == 10:
        assert modes.omega[0] == pytest.approx(47.263461, abs=5e-7)
    if not fixed and n == 1000:
        continuous = k * np.pi * np.sqrt(1e4 / 0.1) / n
        deviation = modes.omega / continuous - 1
        assert deviation == pytest.approx(-((k * np.pi / n) ** 2) / 24, rel=2e-3)


class Piece(Component):
    """Piece of a shaft with a consistent mass matrix: linear in between its ends."""

    J = parameter(unit="kg.m2", doc="Moment of inertia")
    c = parameter(unit="N.m/rad", doc="Stiffness")
    flange_a = Flange()
    flange_b = Flange()
    w_a = variable("rad/s", doc="Speed of the left end")
    w_b = variable("rad/s", doc="Speed of the right end")
    a_a = variable("rad/s2", doc="Acceleration of the left end")
    a_b = variable("rad/s2", doc="Acceleration of the right end")

    def equations(self) -> Iterable[Any]:
        yield self.w_a == der(self.flange_a.phi)
        yield self.w_b == der(self.flange_b.phi)
        yield self.a_a == der(self.w_a)
        yield self.a_b == der(self.w_b)
        torque = self.c * (self.flange_b.phi - self.flange_a.phi)
        yield self.flange_a.tau == self.J / 6 * (2 * self.a_a + self.a_b) - torque
        yield self.flange_b.tau == self.J / 6 * (self.a_a + 2 * self.a_b) + torque

    def stored_energy(self) -> Expr:
        twist = self.flange_b.phi - self.flange_a.phi
        moving = self.J / 6 * (self.w_a**2 + self.w_a * self.w_b + self.w_b**2)
        energy: Expr = moving + self.c * twist**2 / 2
        return energy


AREA = math.pi / 32 * (0.78**4 - 0.65**4)
TUBE = {"J": 8000 * AREA * 800, "c": 75e9 * AREA / 800}
"""A drill string of 800 m between inertias of 200 and 10 kg.m2 (Friswell et al. 2010, 9.9)."""


def test_a_drill_string_by_the_wave_equation() -> None:
    """The exact frequencies, against which the others converge."""
    speed, inertia = math.sqrt(75e9 / 8000) / 800, TUBE["J"]

    def rest(x: float) -> float:
        top, bit = 200 / inertia * x, 10 / inertia * x
        return (1 - top * bit) * math.sin(x) + (top + bit) * math.cos(x)

    roots = [brentq(rest, k * math.pi - 1.5, k * math.pi + 0.2, xtol=1e-14) for k in range(1, 5)]
    hertz = np.array(roots) * speed / (2 * math.pi)
    assert hertz == pytest.approx([1.910332, 3.820665, 5.730998, 7.641331], abs=5e-7)


@pytest.mark.parametrize(
    ("n", "hertz"),
    [(5, [1.9417, 4.0719, 6.5437, 9.1547]), (50, [1.9106, 3.8232, 5.7394, 7.6613])],
)
def test_a_drill_string_with_consistent_masses(n: int, hertz: list[float]) -> None:
    """Finite elements, as openTorsion's tests; the element is one of the reader's own."""
    m = dt.Model("string")
    m.add(top=Inertia(J=200), bit=Inertia(J=10))
    m.add(piece=Piece.array(n, J=TUBE["J"] / n, c=TUBE["c"] * n))
    m.connect(m.top.flange_b, m.piece[0].flange_a)
    for k in range(n - 1):
        m.connect(m.piece[k].flange_b, m.piece[k + 1].flange_a)
    m.connect(m.piece[n - 1].flange_b, m.bit.flange_a)
    modes = dt.linearise(m, outputs=[]).eigenmodes(count=4)
    assert modes.frequency == pytest.approx(hertz, abs=5e-5)
    assert sum(modes[1].energy("kinetic").values()) == pytest.approx(1.0)
    assert sum(modes[1].energy("elastic").values()) == pytest.approx(1.0)


def test_a_drill_string_with_lumped_masses() -> None:
    n = 50
    half = TUBE["J"] / n / 2
    inertias = [200 + half, *[2 * half] * (n - 1), 10 + half]
    modes = dt.linearise(chain(inertias, [TUBE["c"] * n] * n), outputs=[]).eigenmodes(count=4)
    expected = [1.910018, 3.818151, 5.722517, 7.621236]
    assert modes.frequency == pytest.approx(expected, abs=5e-7)


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
    m = dt.Model("mirrored")
    m.add(
        b=Inertia(J=8), shaft=SpringDamper(c=4e3, d=0), gear=IdealGear(ratio=0.1), a=Inertia(J=0.1)
    )
    m.connect(m.b >> m.shaft >> m.gear >> m.a)
    assert dt.linearise(m).eigenmodes().omega == pytest.approx([30.0])


def test_sensitivity_of_a_damped_pair() -> None:
    """Closed form: ``lambda^2 + d/mu lambda + c/mu = 0`` with ``1/mu = 1/J1 + 1/J2``."""
    modes = dt.linearise(chain([2, 3], [1200], [6])).eigenmodes()
    found = modes.sensitivity("disc0.J", "disc1.J", "shaft0.c", "shaft0.d")
    value, mu = modes.eigenvalue[0], 1.2
    by_mu = (value * 6 + 1200) / mu / (2 * value + 6 / mu)  # by the logarithm of mu
    by_c, by_d = np.array([-1200, -6 * value]) / mu / (2 * value + 6 / mu)
    expected = [by_mu * mu / 2, by_mu * mu / 3, by_c, by_d]
    assert found.slopes[0] * found.values == pytest.approx(expected, rel=1e-10)
    assert by_c == pytest.approx(15.861028j, rel=1e-6)  # published, from differences


def test_a_damping_ratio_by_a_damper() -> None:
    """Two inertias of 10 with a damping ratio of 0.02 (openTorsion, test of modal damping)."""
    (mode,) = dt.linearise(chain([10, 10], [428400], [58.542292])).eigenmodes()
    assert mode.damping_ratio == pytest.approx(0.02, abs=5e-10)
    assert mode.damping_by == pytest.approx({"shaft0": 0.02}, abs=5e-10)


class Belt(dt.Model):
    """A disc on a spring and a damper, dragged by friction that falls with the slip."""

    belt = ConstantSpeed(w_fixed=10)
    clutch = Clutch(fn_max=400, cgeo=1, mu_pos=[[0, 0.5], [100, 0.4]])
    disc = Inertia(J=0.5, phi=dt.fixed(0.2), w=dt.fixed(0))
    spring = SpringDamper(c=800, d=0.2)
    ground = Fixed()
    pressed = Constant(k=1)

    def equations(self) -> Any:
        yield self.belt >> self.clutch >> self.disc >> self.spring >> self.ground
        yield self.pressed.y >> self.clutch.f_normalized


def test_falling_friction_feeds_an_oscillation() -> None:
    """``lambda = -(d + F mu')/2J + …`` with a slope of -0.001 s/rad: +0.2 +- 39.9995i."""
    linear = dt.linearise(Belt(), at="steady")
    assert linear.is_equilibrium
    modes = linear.eigenmodes()
    assert modes.eigenvalue == pytest.approx([0.2 + 39.9995j], abs=5e-6)
    assert not modes.is_stable
    assert "unstable: 1" in str(modes)
    shares = modes[1].damping_by
    assert shares == pytest.approx({"clutch": -0.01, "spring": 0.005}, rel=1e-6)
