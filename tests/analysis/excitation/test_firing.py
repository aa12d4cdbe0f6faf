"""Firing orders: angles, cranks in line and in V, and what cannot fire."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.excitation import FiringOrder
from drivetrain.errors import AnalysisError, ParameterError


def degrees(firing: FiringOrder) -> list[float]:
    return np.round(np.degrees(firing.angles), 6).tolist()


def test_even_intervals() -> None:
    assert degrees(FiringOrder("1-5-3-6-2-4")) == [0, 480, 240, 600, 120, 360]
    two_stroke = FiringOrder([1, 5, 3, 4, 2, 6], strokes=2)
    assert degrees(two_stroke) == [0, 240, 120, 180, 60, 300]  # as in the example ShipShafting
    np.testing.assert_allclose(np.degrees(two_stroke.intervals), 60)


def test_an_order_begins_with_cylinder_one() -> None:
    assert FiringOrder("3-4-2-1").order == (1, 3, 4, 2)
    assert degrees(FiringOrder("3-4-2-1")) == degrees(FiringOrder("1-3-4-2"))


def test_cranks_in_line() -> None:
    """Six in line: throws 1 and 6, 2 and 5, 3 and 4 are parallel, 120° apart."""
    throws = [f"{angle} deg" for angle in (0, 240, 120, 120, 240, 0)]
    assert degrees(FiringOrder.from_cranks("1-5-3-6-2-4", throws)) == [0, 480, 240, 600, 120, 360]


@pytest.mark.parametrize(
    ("order", "throws", "expected"),
    [("1-2", [0, 180], [0, 180]), ("1-2", [0, 0], [0, 360])],
)
def test_twins_of_four_strokes(order: str, throws: list[float], expected: list[float]) -> None:
    """Two parallel throws fire evenly, two opposed ones do not."""
    assert degrees(FiringOrder.from_cranks(order, np.radians(throws).tolist())) == expected


def test_a_vee_with_a_cross_plane_crank() -> None:
    """V8 with throws at 0, 90, 270 and 180°, two cylinders each: 1-8-4-3-6-5-7-2 is even.

    Chevrolet's small block: odd cylinders are one bank, even ones the other, 90° apart.
    """
    firing = FiringOrder.from_cranks(
        "1-8-4-3-6-5-7-2",
        np.radians([0, 0, 90, 90, 270, 270, 180, 180]).tolist(),
        banks="ABABABAB",
        v_angle="-90 deg",
    )
    np.testing.assert_allclose(np.degrees(firing.intervals), 90)
    assert firing.order == (1, 8, 4, 3, 6, 5, 7, 2)


def test_angles_by_cylinder_agree_with_the_order() -> None:
    given = {1: 0, 2: "540 deg", 3: "180 deg", 4: "360 deg"}
    assert degrees(FiringOrder("1-3-4-2", angles=given)) == [0, 540, 180, 360]
    uneven = FiringOrder("1-2", strokes=2, angles=[0.0, 1.0])
    np.testing.assert_allclose(uneven.intervals, [1, 2 * np.pi - 1])


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("1-2-2-4", "cylinder 2 fires twice and 3 never"),
        ("1-2-3-x", "write the cylinders as"),
        ("0-1-2", "no cylinder 0; they are numbered from 1 to 3"),
        ([1, 4, 2], "no cylinder 4"),
        ([], "give the cylinders"),
        (7, "give the cylinders"),
        ([True, 2], "no cylinder True"),
    ],
)
def test_each_cylinder_fires_once(order: object, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        FiringOrder(order)  # type: ignore[arg-type]


def test_angles_that_contradict_the_order() -> None:
    with pytest.raises(ParameterError, match="cylinder 4 fires at 180°, before cylinder 3 at 360°"):
        FiringOrder("1-3-4-2", angles=np.radians([0, 540, 360, 180]).tolist())
    with pytest.raises(ParameterError, match=r"span 30939\.7°.*plain numbers are in rad"):
        FiringOrder("1-3-4-2", angles=[0, 540, 180, 360])
    with pytest.raises(ParameterError, match="give 4 angles"):
        FiringOrder("1-3-4-2", angles=[0, 1])
    with pytest.raises(ParameterError, match="each of the cylinders 1 to 2"):
        FiringOrder("1-2", angles={1: 0, 3: 1})
    with pytest.raises(AnalysisError, match="with these throws the order 1-3-2 takes 480°"):
        FiringOrder.from_cranks("1-3-2", np.radians([0, 240, 120]).tolist(), strokes=2)


def test_banks_and_their_angle_come_together() -> None:
    with pytest.raises(ParameterError, match="give the bank of each cylinder"):
        FiringOrder.from_cranks("1-2", [0, 0], v_angle=1.0)
    with pytest.raises(ParameterError, match="'A' or 'B' for each of the 2 cylinders"):
        FiringOrder.from_cranks("1-2", [0, 0], banks="AC")


def test_the_table() -> None:
    assert str(FiringOrder("1-3-4-2")).splitlines()[:3] == [
        "firing order 1-3-4-2, 4-stroke",
        "cylinder  place  firing angle [deg]  dead centre [deg]",
        "       1      1                   0                  0",
    ]
