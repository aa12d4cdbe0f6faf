"""``der`` of an expression, against derivatives by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import drivetrain as dt

from .models import model, package, run

X = math.exp(-1)
"""x where x = exp(-t) at t = 1, so that der(x) is -X."""

STATE = "Real x(start=1, fixed=true);"

BY_HAND = [
    ("x^2", -2 * X * X),
    ("x^k", -3 * X**3),
    ("x^0.5", -0.5 * math.sqrt(X)),
    ("k*x - 4", -3 * X),
    ("4 - x", X),
    ("-x", X),
    ("x*time", X - X),
    ("x/(1 + x)", -X / (1 + X) ** 2),
    ("k/x", 3 / X),
    ("x/k", -X / 3),
    ("sin(x)", -X * math.cos(X)),
    ("cos(2*x)", 2 * X * math.sin(2 * X)),
    ("Modelica.Math.tan(x)", -X / math.cos(X) ** 2),
    ("exp(x)", -X * math.exp(X)),
    ("log(x)", -1.0),
    ("sqrt(x)", -0.5 * math.sqrt(X)),
    ("sinh(x)", -X * math.cosh(X)),
    ("cosh(x)", -X * math.sinh(X)),
    ("tanh(x)", -X / math.cosh(X) ** 2),
    ("atan(x)", -X / (1 + X * X)),
    ("if x > 0.5 then x else x^3", -3 * X**3),
    ("der(x)*x", 2 * X * X),
    ("k + 2", 0.0),
    ("sum({x, x^2})", -X - 2 * X * X),
]


@pytest.mark.parametrize(("text", "wanted"), BY_HAND, ids=[text for text, _ in BY_HAND])
def test_a_derivative_is_that_by_hand(tmp_path: Path, text: str, wanted: float) -> None:
    source = f"parameter Real k = 3; {STATE} Real y; equation der(x) = -x; y = der({text});"
    result = run(tmp_path, source, tolerance=1e-10)
    assert result.final["y"] == pytest.approx(wanted, rel=1e-8, abs=1e-8)


def test_momentum_is_a_state(tmp_path: Path) -> None:
    text = """
  Modelica.Units.SI.Velocity v(start=1, fixed=true);
  Modelica.Units.SI.Mass m(start=2, fixed=true);
  parameter Modelica.Units.SI.Force f = 4;
equation
  der(m) = 1;
  der(m*v) = f;
"""
    assert run(tmp_path, text).final["v"] == pytest.approx(2.0, rel=1e-6)


def test_members_of_parts_and_elements_are_differentiated(tmp_path: Path) -> None:
    text = """
  model M
    Inertia wheel(J=2, w(start=1, fixed=true), phi(fixed=true));
    Modelica.Mechanics.Rotational.Sources.ConstantTorque drive(tau_constant=4);
    SI.Power P = der(0.5*wheel.J*wheel.w^2);
    Real y[2] = {wheel.phi, 2*wheel.phi};
    Real z[2] = der(3*y);
    Real first = der(y[1]*y[2]);
  equation
    connect(drive.flange, wheel.flange_a);
  end M;
"""
    final = dt.simulate(package(tmp_path, text, "M")(), stop_time=1.0).final
    assert final["P"] == pytest.approx(4 * 3, rel=1e-6)
    assert [final["z[0]"], final["z[1]"]] == pytest.approx([9, 18], rel=1e-6)
    assert final["first"] == pytest.approx(4 * 2 * 3, rel=1e-6)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("abs(x)", "A.mo:2:64: der(abs(x)): give the expression a variable of its own, v = abs(x)"),
        ("2*abs(x)", "der(2*abs(x)): no derivative of 'abs(x)' is known"),
        ("x^x", "der(x^x): give the expression a variable of its own"),
        ("{1, 2}*2", "give the expression a variable of its own"),
    ],
)
def test_what_has_no_rule_is_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(dt.DrivetrainError) as caught:
        model(tmp_path, f"{STATE} equation der(x) = -x; 0 = 1 + der({text});")
    assert told in str(caught.value)
