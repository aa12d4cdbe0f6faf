"""Constants, types and conversions of the library in models."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivetrain.errors import ParameterError
from drivetrain.modelica.library.types import find_type, known_types
from drivetrain.modeling.quantities.parsing import parse_unit
from drivetrain.modeling.units import is_coherent

from .models import run

ROTATIONAL = "Modelica.Mechanics.Rotational.Components"
CASES = {
    "a damper that hardly damps": (
        f"""  {ROTATIONAL}.Inertia a(J=1, w(start=1, fixed=true), phi(fixed=true));
  {ROTATIONAL}.Damper b(d=Modelica.Constants.small);
  {ROTATIONAL}.Fixed c;
equation
  connect(a.flange_b, b.flange_a); connect(b.flange_b, c.flange);""",
        {"a.w": 1},
    ),
    "no limit": (
        "  Modelica.Blocks.Nonlinear.Limiter y(uMax=Modelica.Constants.inf); equation y.u = 5;",
        {"y.y": 5},
    ),
    "an event that never comes": (
        "  Modelica.Blocks.Sources.Step s(startTime=Modelica.Constants.inf);", {"s.y": 0},
    ),
    "a bound that is none": (
        "  Real y(max=Modelica.Constants.inf, min=-Modelica.Constants.inf) = time;", {"y": 1},
    ),
    "a divisor": ("  Real y = time/(time + Modelica.Constants.small);", {"y": 1}),
    "all of a package": (
        "  import Modelica.Constants.*; Real y = D2R*R2D + c/c + 0*(g_n/g_n);", {"y": 2},
    ),
    "square centimetres": (
        "  Modelica.Units.SI.Area y = Modelica.Units.Conversions.from_cm2(1e4*time);", {"y": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", CASES)
def test_values_of_the_library_can_be_computed_with(tmp_path: Path, title: str) -> None:
    text, wanted = CASES[title]
    final = run(tmp_path, text).final
    assert {name: final[name] for name in wanted} == pytest.approx(wanted)


def test_a_bound_above_zero_is_told_as_such(tmp_path: Path) -> None:
    text = "  parameter Modelica.Units.SI.Time T(min=Modelica.Constants.small) = 0;"
    with pytest.raises(ParameterError, match=r"T = 0 s is not positive .* give a value above 0"):
        run(tmp_path, text)


def test_units_of_all_types_are_known() -> None:
    for name in known_types():
        facts = find_type(name)
        assert facts is not None
        assert is_coherent(facts.unit) or parse_unit(facts.unit), name
