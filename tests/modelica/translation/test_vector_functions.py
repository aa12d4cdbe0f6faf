"""Functions of the library for vectors, with known values."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import drivetrain as dt
from tests.modelica.translation.models import model, run

MATH = "Modelica.Math"
VALUES = [
    ("Vectors.interpolate({0, 1, 3}, {1, 2, 0}, time)", [1.0, 1.5, 2.0, 1.5, 0.0, -1.0]),
    ("Vectors.interpolate({0, 1, 3}, {1, 2, 0}, -time)", [1.0, 0.5, 0.0, -0.5, -2.0, -3.0]),
    ("Vectors.interpolate(x={0, 1, 1, 2}, y={0, 0, 5, 6}, xi=time)", [0, 0, 5, 5.5, 7, 8]),
    ("Vectors.interpolate(table[:, 1], table[:, 2], time)", [0, 0.5, 1, 2.5, 7, 10]),
    ("Vectors.interpolate({2}, {7}, time)", [7, 7, 7, 7, 7, 7]),
    ("tempInterpol1(time, table, 2)", [0, 0.5, 1, 2.5, 7, 10]),
    ("Vectors.norm({3, time})", [math.hypot(3, t) for t in (0, 0.5, 1, 1.5, 3, 4)]),
    ("Vectors.norm({3, -time}, 1)", [3, 3.5, 4, 4.5, 6, 7]),
    ("Vectors.norm({3, -time}, p=Modelica.Constants.inf)", [3, 3, 3, 3, 3, 4]),
    ("Vectors.length({3, 4*time})", [math.hypot(3, 4*t) for t in (0, 0.5, 1, 1.5, 3, 4)]),
    ("Vectors.normalize({time, 0})*{1, 2}", [0, 1, 1, 1, 1, 1]),
    ("Vectors.reverse({time, 2})*{1, 10}", [2, 7, 12, 17, 32, 42]),
    ("atan3(sin(time), cos(time), 2*Modelica.Constants.pi)",
     [*(2*math.pi + t for t in (0, 0.5, 1, 1.5, 3)), 4]),
    ("wrapAngle(2*time)", [0, 1, 2, 3, 6 - 2 * math.pi, 8 - 2 * math.pi]),
    ("wrapAngle(-time, true)", [0, *(2 * math.pi - t for t in (0.5, 1, 1.5, 3, 4))]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "wanted"), VALUES, ids=[one for one, _ in VALUES])
def test_a_function_has_the_values_of_the_library(
    tmp_path: Path, value: str, wanted: list[float]
) -> None:
    text = f"parameter Real table[:, 2] = [0, 0; 1, 1; 2, 4]; Real y = {MATH}.{value};"
    result = run(tmp_path, text, 5.0)
    times = [0, 0.5, 1, 1.5, 3, 4]
    assert [float(result.at(t, "y")) for t in times] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("allTrue({time > 1, time > 2})", [False, False, True]),
        ("anyTrue({time > 1, time > 2})", [False, True, True]),
        ("oneTrue({time > 1, time > 2})", [False, True, False]),
    ],
)
def test_functions_of_truth_values(tmp_path: Path, value: str, wanted: list[bool]) -> None:
    result = run(tmp_path, f"Boolean b = {MATH}.BooleanVectors.{value};", 3.0)
    assert [bool(result.at(t, "b")) for t in (0.5, 1.5, 2.5)] == wanted


def test_the_value_of_a_parameter_follows_from_a_table(tmp_path: Path) -> None:
    text = f"""parameter Real place = 0.25;
  parameter Real grid[3] = {{0, 1, 2}};
  parameter Real at = {MATH}.Vectors.interpolate(grid, 4*grid, place);
  Real y = at;"""
    A = model(tmp_path, text)
    assert dt.simulate(A(), stop_time=0.1).final["y"] == pytest.approx(1.0)
    assert dt.simulate(A(place=1.5), stop_time=0.1).final["y"] == pytest.approx(6.0)


def test_a_torque_can_follow_from_a_table_of_speeds(tmp_path: Path) -> None:
    text = f"""
  Modelica.Mechanics.Rotational.Components.Inertia wheel(J=2, w(start=3, fixed=true));
  Modelica.Mechanics.Rotational.Sources.Torque brake;
equation
  connect(brake.flange, wheel.flange_a);
  brake.tau = {MATH}.Vectors.interpolate({{0, 10}}, {{0, -20}}, wheel.w);"""
    result = run(tmp_path, text)
    assert result.final["wheel.w"] == pytest.approx(3 * math.exp(-1), rel=1e-5)


def test_numbers_are_sorted(tmp_path: Path) -> None:
    """So are those that parameters give."""
    text = f"""parameter Real half[:, 2] = [1, 10; 3, 20];
  parameter Real at[:] = {MATH}.Vectors.sort(cat(1, -half[:, 1], {{0}}, half[:, 1]));
  parameter Real down[3] = {MATH}.Vectors.sort({{2, 3, 1}}, ascending=false);
  Real y = {MATH}.Vectors.interpolate(at, at.*at, 2); Real z = down*{{100, 10, 1}};"""
    final = run(tmp_path, text).final
    assert (final["y"], final["z"]) == pytest.approx((5.0, 321.0))
    with pytest.raises(dt.DrivetrainError, match="numbers that are known before a run"):
        run(tmp_path, f"Real y = {MATH}.Vectors.sort({{time, 1}})*{{1, 1}};")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("Vectors.interpolate({0, 1}, {0, 1}, x=time)", "has no further input 'x'"),
        ("Vectors.length({0, 1}, 3, 4)", "takes 1 inputs: v"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(tmp_path: Path, value: str, message: str) -> None:
    with pytest.raises(dt.DrivetrainError, match=message):
        model(tmp_path, f"Real y = {MATH}.{value};")
