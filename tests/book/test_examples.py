"""The examples of the book chapter: what the text claims, and the torques of the ground."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from drivetrain import examples, simulate
from drivetrain.simulation.results.result import Result

NAMES = [name for name in examples.names() if name.startswith("book.")]


@cache
def run(name: str) -> Result:
    model: Any = examples.find(f"book.{name}")()
    e = model.experiment
    return simulate(model, stop_time=e.stop_time, interval=e.interval, tolerance=1e-10)


def value(result: Result, name: str) -> Any:
    return np.asarray(result[name], dtype=float)


def test_all_five_are_listed() -> None:
    assert NAMES == [
        "book.SMD",
        "book.SMDConfigurableGear",
        "book.SMDGearComparison",
        "book.SMDWithBacklash",
        "book.SMDWithGroundedGear",
    ]


def test_two_masses_swing_as_their_matrices_say() -> None:
    """Compare with the matrix exponential of the four states."""
    from scipy.linalg import expm

    J1, J2, c1, d1, c2, d2 = 0.4, 1.0, 11.0, 0.2, 5.0, 1.0
    matrix = np.array(
        [
            [0, 1, 0, 0],
            [-c1 / J1, -d1 / J1, c1 / J1, d1 / J1],
            [0, 0, 0, 1],
            [c1 / J2, d1 / J2, -(c1 + c2) / J2, -(d1 + d2) / J2],
        ]
    )
    result = run("SMD")
    states = np.column_stack(
        [value(result, f"inertia{k}.{q}") for k in (1, 2) for q in ("phi", "w")]
    )
    for t in (0.5, 1.7, 5.0):
        row = int(np.argmin(np.abs(result.time - t)))
        exact = expm(matrix * result.time[row]) @ [0.0, 0.0, 1.0, 0.0]
        np.testing.assert_allclose(states[row], exact, atol=1e-7)


@pytest.mark.parametrize("name", ["SMD", "SMDWithBacklash"])
def test_the_ground_takes_what_spring_and_damper_transmit(name: str) -> None:
    result = run(name)
    transmitted = 5.0 * value(result, "inertia2.phi") + 1.0 * value(result, "inertia2.w")
    np.testing.assert_allclose(value(result, "ground.flange_a.tau"), transmitted, atol=1e-9)


@pytest.mark.parametrize("name", ["SMD", "SMDWithBacklash"])
def test_the_ground_takes_the_momentum(name: str) -> None:
    result = run(name)
    momentum = 0.4 * value(result, "inertia1.w") + 1.0 * value(result, "inertia2.w")
    impulse = np.trapezoid(value(result, "ground.flange_a.tau"), result.time)
    assert impulse == pytest.approx(momentum[0] - momentum[-1], abs=2e-3)


def test_backlash_acts_outside_the_gap_only() -> None:
    result = run("SMDWithBacklash")
    twist, torque = value(result, "backlash.phi_rel"), value(result, "backlash.tau")
    np.testing.assert_array_equal(torque[np.abs(twist) < 0.25 - 1e-9], 0.0)
    np.testing.assert_allclose(
        torque, 1000.0 * np.sign(twist) * np.maximum(np.abs(twist) - 0.25, 0.0), atol=1e-6
    )
    assert result.stats.state_events >= 2
    assert torque.max() > 10.0


def test_the_relative_angle_counts_from_flange_b_to_flange_a() -> None:
    result = run("SMD")
    expected = value(result, "inertia1.phi") - value(result, "inertia2.phi")
    np.testing.assert_allclose(value(result, "spring1.phi_rel"), expected, atol=1e-12)
    np.testing.assert_array_equal(result["spring1.tau"], result["spring1.flange_a.tau"])


def test_a_gear_multiplies_the_inertia_by_the_square_of_its_ratio() -> None:
    result = run("SMDWithGroundedGear")
    for quantity in ("phi", "w"):
        geared, single = (value(result, f"inertia{k}.{quantity}") for k in (2, 3))
        np.testing.assert_allclose(geared, single, atol=1e-9)
    np.testing.assert_allclose(
        value(result, "inertia1.phi"), 2.0 * value(result, "inertia2.phi"), atol=1e-9
    )


def test_a_grounded_gear_is_one_that_is_bolted_to_the_ground() -> None:
    result = run("SMDGearComparison")
    for a, b in ((1, 3), (2, 4)):
        np.testing.assert_allclose(
            value(result, f"inertia{a}.phi"), value(result, f"inertia{b}.phi"), atol=1e-9
        )


def test_a_gear_on_a_soft_mount_deviates_a_little() -> None:
    result = run("SMDGearComparison")
    difference = np.abs(value(result, "inertia1.phi") - value(result, "inertia5.phi")).max()
    assert 1e-2 < difference < 0.5
    twist = value(result, "mount_spring.phi_rel")
    torque = value(result, "mounted_gear.housing.tau")
    mount = 80.0 * twist + value(result, "mount_damper.tau")
    np.testing.assert_allclose(torque, -mount, atol=1e-9)


def test_the_switch_does_what_a_connection_to_the_ground_does() -> None:
    result = run("SMDConfigurableGear")
    np.testing.assert_allclose(
        value(result, "inertia1.phi"), value(result, "inertia4.phi"), atol=1e-9
    )


@pytest.mark.parametrize(
    ("name", "gear", "ground"),
    [("SMDGearComparison", "bolted_gear", "ground2"),
     ("SMDConfigurableGear", "mounted_gear", "ground2")],
)  # fmt: skip
def test_the_ground_takes_the_reaction_torque_of_a_gear(name: str, gear: str, ground: str) -> None:
    """The housing takes (ratio - 1) times the input torque; the three torques are in balance."""
    result = run(name)
    into_a, into_b, housing = (
        value(result, f"{gear}.{flange}.tau") for flange in ("flange_a", "flange_b", "housing")
    )
    np.testing.assert_allclose(into_a + into_b + housing, 0.0, atol=1e-12)
    np.testing.assert_allclose(housing, (2.0 - 1.0) * into_a, atol=1e-12)
    reaction = -housing
    if name == "SMDGearComparison":
        other = 5.0 * value(result, "inertia4.phi") + value(result, "inertia4.w")
        reaction = reaction + other
    np.testing.assert_allclose(value(result, f"{ground}.flange_a.tau"), reaction, atol=1e-9)
