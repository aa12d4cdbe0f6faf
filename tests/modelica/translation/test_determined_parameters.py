"""Parameters with ``fixed=false`` whose values initial equations say outright."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from tests.modelica.translation.models import model

CHOSEN = """  parameter Boolean in_percent = false;
  parameter Real share = 20;
  final parameter Real factor(fixed=false, start=7);
  final parameter Real rest(fixed=false);
  parameter Boolean is_small(fixed=false);
  Modelica.Blocks.Math.Gain gain(k=factor);
  Modelica.Blocks.Sources.Constant one(k=1);
  Real y = gain.y;
  Real z = if is_small then rest else -rest;
initial equation
  if in_percent then
    factor = share/100;
    rest = 1 - share/100;
  else
    factor = share;
    rest = 1 - share;
  end if;
  is_small = share < 10;
equation
  connect(one.y, gain.u);"""


@pytest.mark.parametrize(
    ("named", "y", "z"),
    [({}, 20, 19), ({"in_percent": True}, 0.2, -0.8), ({"share": 5.0}, 5, -4)],
)
def test_a_parameter_that_initial_equations_say_is_one_for_parts(
    tmp_path: Path, named: dict[str, object], y: float, z: float
) -> None:
    result = dt.simulate(model(tmp_path, CHOSEN)(**named), stop_time=0.1)
    assert result.final["y"] == pytest.approx(y, abs=1e-15)
    assert result.final["z"] == pytest.approx(z, abs=1e-15)


def test_what_is_said_of_one_parameter_in_some_cases_only_is_no_value(tmp_path: Path) -> None:
    """The other case would leave it open."""
    text = """  parameter Boolean b = true;
  parameter Real k(fixed=false);
  Modelica.Blocks.Sources.Constant one(k=k);
initial equation
  if b then
    k = 2;
  end if;"""
    with pytest.raises(dt.DrivetrainError, match="'k' has fixed=false"):
        model(tmp_path, text)


def test_what_follows_from_the_start_is_no_value(tmp_path: Path) -> None:
    text = """  parameter Real k(fixed=false);
  Real x(start=2, fixed=true);
  Modelica.Blocks.Sources.Constant one(k=k);
initial equation
  k = x;
equation
  der(x) = -x;"""
    with pytest.raises(dt.DrivetrainError, match="'k' has fixed=false"):
        model(tmp_path, text)


def test_a_parameter_that_is_said_twice_is_refused(tmp_path: Path) -> None:
    text = """  parameter Boolean b = true;
  parameter Real k(fixed=false);
  Real y = k;
initial equation
  k = 3;
  if b then
    k = 2;
  end if;"""
    with pytest.raises(dt.DrivetrainError):
        dt.simulate(model(tmp_path, text)(), stop_time=0.1)


def test_such_a_parameter_is_not_given_from_outside(tmp_path: Path) -> None:
    with pytest.raises(dt.DrivetrainError, match="factor"):
        model(tmp_path, CHOSEN)(factor=3.0)
