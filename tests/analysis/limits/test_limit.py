"""Limits as numbers, tables and functions; sections of shafts."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.limits import Limit, ShaftSection
from drivetrain.errors import ParameterError, TableError, UnitError, UsageError

RPM = np.pi / 30


def test_a_number_holds_everywhere() -> None:
    limit = Limit("coupling", "torque", "10 kN.m", source="maker", edition="2024")
    assert limit.at([0.0, 1e4]).tolist() == [1e4, 1e4]
    assert limit.title == "coupling: limit of torque (maker, 2024)"


def test_rows_are_linear_between_and_unknown_beyond() -> None:
    limit = Limit("twist", "twist", [("30 rpm", "2 deg"), ("60 rpm", "1 deg")])
    found = np.degrees(limit.at([30 * RPM, 45 * RPM, 61 * RPM]))
    np.testing.assert_allclose(found, [2, 1.5, np.nan])
    assert "defined from 30 to 60 rpm; no limit is known elsewhere" in str(limit)


def test_functions_of_the_speed() -> None:
    limit = Limit("ripple", "speed", lambda speed: 0.02 * speed, speeds=(1.0, "100 rpm"))
    np.testing.assert_allclose(limit.at([0.5, 5.0]), [np.nan, 0.1])
    assert len(limit.to_pandas()) == 21
    wrong = Limit("ripple", "speed", lambda speed: [1.0, 2.0])
    with pytest.raises(ParameterError, match="returns 2 limits for 3 speeds"):
        wrong.at([1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("kind", "value", "error", "said"),
    [
        ("stres", 1.0, UsageError, "choose one of 'torque', 'twist', 'speed', 'stress'"),
        ("torque", 0.0, ParameterError, "above 0"),
        ("torque", "10 kN", UnitError, "cannot be converted"),
        ("torque", [(1.0, 2.0)], TableError, "two rows or more"),
        ("torque", [(2.0, 1.0), (1.0, 1.0)], TableError, "have to ascend"),
        ("torque", [(1.0, 1.0), (2.0, -1.0)], ParameterError, "above 0"),
    ],
)
def test_what_is_no_limit(kind: str, value: object, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Limit("x", kind, value)  # type: ignore[arg-type]


def test_spans_of_speed() -> None:
    with pytest.raises(ParameterError, match="the lower first"):
        Limit("x", "torque", 1.0, speeds=(2.0, 1.0))
    rows = Limit("x", "torque", [(1.0, 1.0), (5.0, 1.0)], speeds=(2.0, 9.0))
    assert rows.speeds == (2.0, 5.0)


def test_sections() -> None:
    """τ = 16 T d / (π (d⁴ − d_i⁴)), by hand."""
    solid, hollow = ShaftSection("400 mm"), ShaftSection(0.4, 0.2)
    assert float(solid.stress(1e5)) == pytest.approx(16e5 / (np.pi * 0.064))
    assert hollow.modulus == pytest.approx(solid.modulus * 15 / 16)
    np.testing.assert_allclose(hollow.stress([1e5, -1e5]), np.array([1, -1]) * 1e5 / hollow.modulus)
    assert (str(solid), str(hollow)) == ("⌀ 400 mm", "⌀ 400/200 mm")
    assert float(solid.stress("100 kN.m")) == float(solid.stress(1e5))
    with pytest.raises(ParameterError, match="diameter=-1"):
        ShaftSection(-1)
