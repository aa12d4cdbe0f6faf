"""Propellers, Cardan joints, gear meshes and electric machines by orders."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from drivetrain.analysis.excitation import (
    CardanJoint,
    ElectricMachine,
    FixedFrequency,
    GearMesh,
    OrderTable,
    Propeller,
)
from drivetrain.errors import AnalysisError, ParameterError, UnitError


@pytest.mark.parametrize(
    ("degrees", "order", "amplitude"),
    [(30, 2, 0.143593539), (30, 4, 0.010309552), (10, 2, 0.015308532), (20, 2, 0.062182408)],
)
def test_ratio_of_a_cardan_joint(degrees: int, order: int, amplitude: float) -> None:
    """Fourier integrals of cos β / (1 − sin² β cos² φ), by QUADPACK, and published digits."""
    beta = np.radians(degrees)

    def ratio(phi: float) -> float:
        return float(np.cos(beta) / (1 - (np.sin(beta) * np.cos(phi)) ** 2))

    integral = quad(lambda phi: ratio(phi) * np.cos(order * phi), 0, 2 * np.pi, epsabs=1e-13)[0]
    joint = CardanJoint(f"{degrees} deg")
    found = joint.torque(1.0)["joint.tau", order]
    assert found == pytest.approx(integral / np.pi, abs=1e-12)
    assert round(found.real, 9) == amplitude


def test_extremes_of_a_cardan_joint() -> None:
    joint = CardanJoint("30 deg")
    assert round(float(joint.ratio(0.0)), 6) == 1.154701
    assert round(float(joint.ratio(np.pi / 2)), 6) == 0.866025


@given(st.floats(0, 1.2), st.floats(-10, 10))
def test_a_cardan_joint_turns_as_its_geometry_says(beta: float, phi: float) -> None:
    """The driven angle from tan φ₂ = tan φ₁ / cos β, by the quadrant of φ₁."""
    joint = CardanJoint(beta)
    driven = np.arctan2(np.sin(phi), np.cos(phi) * np.cos(beta))
    turned = phi + float(joint.difference(phi))
    assert np.exp(1j * driven) == pytest.approx(np.exp(1j * turned), abs=1e-12)
    step = 1e-5
    slope = (joint.difference(phi + step) - joint.difference(phi - step)) / (2 * step)
    assert float(joint.ratio(phi)) == pytest.approx(1 + float(slope), abs=1e-5)
    series = joint.displacement(harmonics=120).evaluate([phi])[0, 0]
    assert float(joint.difference(phi)) == pytest.approx(series, abs=1e-10)


def test_a_joint_at_a_right_angle_does_not_turn() -> None:
    with pytest.raises(ParameterError, match="below 90 degrees; plain numbers are in rad"):
        CardanJoint(30)
    assert np.count_nonzero(CardanJoint(0).displacement().values) == 0


def test_a_propeller_follows_its_law() -> None:
    propeller = Propeller(blades=4, shares={1: 0.06, 2: 0.02j}, torque="-714 kN.m", speed="127 rpm")
    assert propeller.torque("63.5 rpm") == pytest.approx(-714e3 / 4)
    assert propeller.torque("-63.5 rpm") == pytest.approx(714e3 / 4)
    table = propeller.orders("127 rpm", shaft="propeller")
    assert table.orders.tolist() == [4, 8]
    assert table["propeller.tau", 4] == pytest.approx(-0.06 * 714e3)
    assert table["propeller.tau", 8] == pytest.approx(-0.02j * 714e3)
    assert table.mean[0] == pytest.approx(-714e3)


def test_a_mesh_has_the_orders_of_its_teeth() -> None:
    mesh = GearMesh(teeth=31, error={1: "4 um", 2: 1e-6j}, base_radius="40 mm")
    angle = mesh.displacement()
    assert (angle.unit, angle.orders.tolist()) == ("rad", [31, 62])
    assert angle["mesh.phi_rel", 31] == pytest.approx(1e-4)
    torque = mesh.torque("200 N/um")
    assert torque["mesh.tau", 31] == pytest.approx(2e8 * 4e-6 * 0.04)
    assert torque["mesh.tau", 62] == pytest.approx(2e8 * 1e-6j * 0.04)


def test_ripple_and_cogging_of_a_synchronous_machine() -> None:
    machine = ElectricMachine(pole_pairs=3, ripple={6: 0.03, 12: 0.01}, slots=27, cogging=0.4)
    assert machine.cogging_order == 54
    table = machine.orders(200.0)
    assert table.orders.tolist() == [18, 36, 54]
    assert table["machine.tau"].tolist() == [6, 2, 0.4]
    twelve = ElectricMachine(pole_pairs=2, ripple={6: 0.03}, slots=12, cogging="0.4 N.m")
    assert twelve.orders(100.0)["machine.tau", 12] == pytest.approx(3.4)  # both in one order
    with pytest.raises(ParameterError, match="slots=…"):
        ElectricMachine(pole_pairs=3, ripple={6: 0.03}, cogging=0.4)


def test_a_fixed_frequency_has_an_order_at_one_speed_only() -> None:
    mains = FixedFrequency("generator.tau", "100 Hz", "350 N.m")
    assert mains.order("3000 rpm") == pytest.approx(2)
    assert mains.order("1500 rpm") == pytest.approx(4)
    table = mains.at("1500 rpm")
    assert table["generator.tau", 4] == 350
    assert table.remarks[0].startswith("generator.tau: 100 Hz whatever the speed")
    time, speed = 0.0123, 50 * np.pi
    wave = 350 * np.cos(2 * np.pi * 100 * time)
    assert table.evaluate([speed * time])[0, 0] == pytest.approx(wave)
    with pytest.raises(AnalysisError, match="a shaft at rest has no orders"):
        mains.order(0)
    with pytest.raises(UnitError, match="Hz"):
        FixedFrequency("generator.tau", "100 rad/s", 1.0)


@pytest.mark.parametrize("shares", [{}, {0: 0.1}, {1.5: 0.1}, {1: np.nan}, {1: "a lot"}, [0.1]])
def test_shares_are_given_by_harmonic(shares: object) -> None:
    with pytest.raises(ParameterError):
        Propeller(blades=4, shares=shares, torque=1.0, speed=1.0)  # type: ignore[arg-type]


def test_sources_of_a_whole_machine_add_up() -> None:
    propeller = Propeller(blades=4, shares={1: 0.05}, torque=-100.0, speed=10.0)
    total = propeller.orders(10.0) + CardanJoint("10 deg").torque(100.0)
    assert isinstance(total, OrderTable)
    assert total.sources == ("propeller.tau", "joint.tau")
    assert total.orders.tolist() == [2, 4, 6, 8]
