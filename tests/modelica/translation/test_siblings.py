"""Parts that are given what other parts have."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

MOTOR = """
  model Motor
    parameter SI.Inertia J = 0.5;
    parameter Boolean isHeld = false;
    Inertia rotor(J=2*J, w(start=1, fixed=true), phi(fixed=true));
    Damper bearing(d=1) if isHeld;
    Fixed housing if isHeld;
  equation
    connect(rotor.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end Motor;
"""


def test_values_of_siblings_are_followed(tmp_path: Path) -> None:
    text = f"""{MOTOR}
  model A
    Inertia load(J=motor.rotor.J);
    Motor motor(J=3), other(J=motor.J/2);
    parameter SI.Inertia total = load.J + other.rotor.J;
    Modelica.Mechanics.Rotational.Sources.ConstantTorque torque(tau_constant=2);
    Modelica.Mechanics.Rotational.Sources.ConstantTorque against(
      tau_constant=-torque.tau_constant);
  equation
    connect(torque.flange, load.flange_a);
    connect(against.flange, load.flange_b);
  end A;"""
    A = package(tmp_path, text, "A")
    found = dt.simulate(A(), stop_time=0.1).parameters
    assert found["load.J"] == 6.0
    assert found["total"] == 9.0
    changed = dt.simulate(A(), stop_time=0.1, parameters={"motor.J": 1.0}).parameters
    assert changed["other.rotor.J"] == 1.0
    assert changed["total"] == 3.0
    assert changed["against.tau_constant"] == -2.0


def test_structural_values_of_siblings_are_followed(tmp_path: Path) -> None:
    text = f"{MOTOR} model A Motor one(isHeld=true), two(isHeld=one.isHeld); end A;"
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    assert final["one.rotor.w"] == final["two.rotor.w"]
    assert final["two.rotor.w"] == pytest.approx(0.36788, rel=1e-4)


REFUSED = [
    ("Motor a(J=b.K), b;", r"A\.mo:\d+:\d+: 'b\.K': P\.Motor has no 'K'"),
    ("Motor a(J=b.J), b if false;", "'b' is a conditional part, whose parameters cannot be read"),
    ("Motor a(J=b.J), b(J=a.J);", "values depend on each other: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_read_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{MOTOR} model A {text} end A;", "A")
