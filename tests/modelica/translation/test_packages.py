"""Packages as parameters, classes that go on with inherited ones, what is protected."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

MEDIA = """
  partial package Medium
    constant Real rho;
    constant Real twice = 2*rho;
    replaceable partial function law input Real u; output Real y; end law;
    replaceable package Data constant Real c = 1; end Data;
    function c output Real y; algorithm y := Data.c; end c;
  end Medium;
  package Oil
    extends Medium(rho=800);
    redeclare function extends law algorithm y := 2*u; end law;
  end Oil;
  package Water
    extends Medium(final rho=1000);
    redeclare function extends law algorithm y := 3*u + rho; end law;
    redeclare package Data constant Real c = 7; end Data;
  end Water;
  model Tank
    replaceable package M = Oil constrainedby Medium;
    parameter Real start = M.rho/100;
    Real x(start=start, fixed=true);
  equation
    der(x) = M.law(1) + M.twice + M.c();
  end Tank;
"""
OIL, WATER = 8.0 + 2 + 1600 + 1, 10.0 + 1003 + 2000 + 7

KITS = """
  partial package Kit
    replaceable partial model Brake
      Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
    end Brake;
  end Kit;
  partial model Braked
    Damper damper(d=3);
    Fixed housing;
  equation
    connect(damper.flange_b, housing.flange);
  end Braked;
  package Soft
    extends Kit;
    redeclare model extends Brake
      extends Braked(damper(d=1));
    equation
      connect(flange, damper.flange_a);
    end Brake;
  end Soft;
  package Hard
    extends Kit;
    redeclare model extends Brake
      extends Braked(damper(d=2));
    equation
      connect(flange, damper.flange_a);
    end Brake;
  end Hard;
  model Train
    replaceable package K = Soft constrainedby Kit;
    Inertia disc(J=1, w(start=1, fixed=true), phi(fixed=true));
    K.Brake brake;
  equation
    connect(disc.flange_b, brake.flange);
  end Train;
"""

LOADS = """
  model Base
    replaceable model Load
      parameter Real k = 1;
      Real x(start=0, fixed=true);
    equation
      der(x) = k;
    end Load;
    Load load;
  end Base;
  partial function Law input Real u; output Real y; end Law;
  function Plain extends Law; algorithm y := 3*u; end Plain;
  function Steep extends Law; algorithm y := 4*u; end Steep;
  model Curve
    replaceable function law = Plain constrainedby Law;
    model Inner Real x(start=0, fixed=true); equation der(x) = law(1); end Inner;
    Inner inner_1;
  end Curve;
"""

RUNS = [
    (MEDIA + "model A Tank oil, water(redeclare package M = Water); end A;",
     {"oil.x": OIL, "water.x": WATER}),
    (MEDIA + "model A extends Tank(redeclare package M = Water); end A;", {"x": WATER}),
    (MEDIA + "model A extends Tank; redeclare package M = Oil(rho=900); end A;",
     {"x": OIL + 201}),
    (MEDIA + """
  model Two replaceable package Medium = Oil; Tank tank(redeclare package M = Medium); end Two;
  model A Two oil, water(redeclare package Medium = Water); end A;""",
     {"oil.tank.x": OIL, "water.tank.x": WATER}),
    (MEDIA + """
  model A
    package Mine = Oil(rho=1, Data(c=5));
    package Local constant Real k = Mine.twice; end Local;
    Real x(start=0, fixed=true);
  equation
    der(x) = Local.k + Mine.c();
  end A;""", {"x": 7.0}),
    (KITS + "model A Train soft, hard(redeclare package K = Hard); end A;",
     {"soft.disc.w": 2.718281828**-1, "hard.disc.w": 2.718281828**-2}),
    (LOADS + """
  model A
    extends Base;
    redeclare model extends Load(k=4) Real z = 2*x; end Load;
  end A;""", {"load.x": 4.0, "load.z": 8.0}),
    (LOADS + "model A Curve plain, steep(redeclare function law = Steep); end A;",
     {"plain.inner_1.x": 3.0, "steep.inner_1.x": 4.0}),
    ("""
  package Q
    package R
      constant Real a = 2;
      constant Real b = 3;
      function f input Real u; output Real y; algorithm y := u + 1; end f;
    end R;
  end Q;
  encapsulated model A
    import P.Q.R.{a, b};
    import Z = P.Q.R;
    import P.Q.R.*;
    Real x(start=0, fixed=true);
  equation
    der(x) = a*b + Z.a + f(1);
  end A;""", {"x": 10.0}),
    ("""
  model B protected parameter Real k = 1; Real x(start=0, fixed=true); equation der(x) = k; end B;
  model A extends B(k=2); Real y = x; end A;""", {"y": 2.0}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), RUNS, ids=range(len(RUNS)))
def test_what_packages_hold_is_what_the_model_names(
    tmp_path: Path, text: str, expected: dict[str, float]
) -> None:
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1, tolerance=1e-8)
    assert {name: result.final[name] for name in expected} == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("text", [RUNS[0][0], RUNS[3][0], RUNS[5][0], RUNS[7][0]], ids=range(4))
def test_a_converted_model_has_the_same_classes(tmp_path: Path, text: str) -> None:
    A = package(tmp_path, text, "A")
    names: dict[str, object] = {"__name__": "converted"}
    exec(dt.modelica.convert(tmp_path / "A.mo", "P.A"), names)
    loaded, converted = (dt.simulate(one(), stop_time=1) for one in (A, names["A"]))
    assert set(loaded.names) == set(converted.names)
    assert all((loaded[name] == converted[name]).all() for name in loaded.names)


REFUSED = [
    (MEDIA + "package Bad constant Real k = 1; end Bad;\n"
     "model A Tank tank(redeclare package M = Bad); end A;",
     r"P\.A\.M cannot take the place of 'M', declared at .*: it has no 'rho', .*, which P\.Med"),
    (MEDIA + "model A extends Tank(redeclare model M = Inertia); end A;",
     r"a model cannot take the place of the package 'M', declared at "),
    (MEDIA + "model A package M = Oil(roh=3); Real x = M.rho; end A;",
     r"P\.Oil has no 'roh'; did you mean 'rho'\?"),
    (MEDIA + "model A package M = Water(rho=3); Real x = M.rho; end A;",
     r"'rho' is final at .*, so it cannot have another value here"),
    (MEDIA + "model A package M = Oil(redeclare function c = sin); Real x = M.c(); end A;",
     r"'c' is not replaceable, declared at "),
    (MEDIA + "model A extends Tank; redeclare model extends Pump end Pump; end A;",
     r"P\.Tank has no class 'Pump'"),
    (MEDIA + "model A replaceable package M = Oil constrainedby Medium(rho=3);"
     "Real x = M.rho; end A;",
     r"modifiers behind 'constrainedby' of the package 'M' are not supported"),
    ("model B protected parameter Real k = 1; end B; model A B b(k=2); end A;",
     r"'k' is protected in P\.B, at .*A\.mo:3:34"),
    ("model B protected Real x = 1; end B; model A B b; Real y = b.x; end A;",
     r"'b\.x': 'x' is protected in P\.B, at .*A\.mo:3:24"),
    ("constant Real k = 3; encapsulated model A Real x = k; end A;",
     r"there is no 'k' in P\.A or around it\n"),
    ("model B end B; model A B b; end A; model B end B;",
     r"A\.mo:3:36: P has another class 'B', at .*A\.mo:3:1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, text, "A")
