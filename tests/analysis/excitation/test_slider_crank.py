"""Exact kinematics of the slider-crank and the torque of the oscillating mass."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.analysis.excitation import SliderCrank
from drivetrain.errors import ParameterError, UnitError

CRANK = SliderCrank(stroke=2.0, rod_ratio=0.3)
THETA = np.linspace(0, 2 * np.pi, 181)


def test_displacement_is_that_of_the_triangle() -> None:
    """The rod, of length r / λ, ties the pin of the crank to the axis of the cylinder."""
    pin = np.exp(1j * THETA)
    top = 1 + 1 / 0.3
    piston = top - CRANK.displacement(THETA)
    np.testing.assert_allclose(np.abs(piston - pin), 1 / 0.3, rtol=1e-14)
    assert CRANK.displacement(np.pi) == 2.0
    assert CRANK.displacement(0.0) == 0.0


def test_small_angles_lose_no_digits() -> None:
    """x = r (1 + λ) θ² / 2 near the dead centre."""
    assert CRANK.displacement(1e-8) == pytest.approx(1.3 * 1e-16 / 2, rel=1e-12)


@given(st.floats(0.01, 0.95), st.floats(-10, 10))
def test_derivatives_are_those_of_the_displacement(ratio: float, angle: float) -> None:
    crank, step = SliderCrank(2.0, ratio), 1e-4
    for of, slope in (
        (crank.displacement, crank.velocity),
        (crank.velocity, crank.acceleration),
    ):
        two = (of(angle + step) - of(angle - step)) / (2 * step)
        four = (of(angle + 2 * step) - of(angle - 2 * step)) / (4 * step)
        assert slope(angle) == pytest.approx((4 * two - four) / 3, abs=2e-7)


def test_harmonics_of_the_torque_of_inertia() -> None:
    """By numerical quadrature of the exact kinematics at λ = 0.3; in units of m r² ω²."""
    table = CRANK.inertia_torque(mass=1.0, speed=1.0)
    sines = {order: (1j * table["crank.tau", order]).real for order in (1, 2, 3, 4)}
    expected = {1: 0.076763, 2: -0.500278, 3: -0.233002, 4: -0.023560}
    assert {order: round(value, 6) for order, value in sines.items()} == expected
    assert round(CRANK.inertia(1.0), 6) == 0.511787
    cosines = [table["crank.tau", order].real for order in (1, 2, 3, 4)]
    np.testing.assert_allclose(cosines, 0, atol=1e-15)
    assert table.mean[0] == 0


def test_short_rods_approach_the_first_terms_of_textbooks() -> None:
    """λ/4, −1/2, −3λ/4, −λ²/4 for small λ (Den Hartog, Mechanical Vibrations, chapter 5)."""
    ratio = 0.01
    table = SliderCrank(2.0, ratio).inertia_torque(mass=1.0, speed=1.0)
    sines = [(1j * table["crank.tau", order]).real for order in (1, 2, 3, 4)]
    expected = [ratio / 4, -1 / 2, -3 * ratio / 4, -(ratio**2) / 4]
    np.testing.assert_allclose(sines, expected, rtol=1e-4)


@given(st.floats(0.05, 0.7), st.floats(0.1, 400), st.floats(0, 7))
def test_the_torque_takes_what_the_mass_gains(ratio: float, speed: float, angle: float) -> None:
    """Kinetic energy m (x' ω)² / 2 against the work of the torque, integrated order by order."""
    crank, mass = SliderCrank(0.2, ratio), 3.0
    table = crank.inertia_torque(mass=mass, speed=speed, highest=200)
    waves = (np.exp(1j * table.orders * angle) - 1) / (1j * table.orders)
    work = float((table.values[0] @ waves).real)
    energy = mass * (crank.velocity(np.array([0.0, angle])) * speed) ** 2 / 2
    scale = mass * (0.1 * speed) ** 2
    assert work == pytest.approx(energy[0] - energy[1], abs=1e-10 * scale)


def test_units_and_refusals() -> None:
    crank = SliderCrank("100 mm", 0.25)
    assert crank.radius == 0.05
    one = crank.inertia_torque("2 kg", "3000 rpm")
    np.testing.assert_allclose(one.values, crank.inertia_torque(2.0, 100 * np.pi).values)
    with pytest.raises(ParameterError, match="below 1"):
        SliderCrank(0.1, 3.5)
    with pytest.raises(ParameterError, match="stroke=0: give a number above 0 in m"):
        SliderCrank(0, 0.3)
    with pytest.raises(UnitError):
        SliderCrank("100 kg", 0.3)
