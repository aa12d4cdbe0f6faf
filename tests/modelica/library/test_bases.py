"""Blocks of one's own that extend the bases of the library."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import modelica
from drivetrain.errors import ModelicaError

REAL, WHOLE = "Constant c[2](k={2, 5});", "IntegerConstant c[2](k={2, 5});"
BOTH = "connect(c.y, b.u);"

BASES = [
    ("MO", "(nout=2)", "y = {2, 3};", "", "sum(b.y)", 5),
    ("SIMO", "(nout=3)", "for i in 1:nout loop y[i] = i*u; end for;",
     REAL + "connect(c[1].y, b.u);", "sum(b.y)", 12),
    ("MISO", "(nin=2)", "y = u[1] - u[2];", REAL + BOTH, "b.y", -3),
    ("MIMO", "(nin=2, nout=2)", "y[1] = u[1] + u[2]; y[2] = u[1]*u[2];", REAL + BOTH, "sum(b.y)",
     17),
    ("MI2MO", "(n=2)", "for i in 1:n loop y[i] = u1[i]*u2[i]; end for;",
     REAL + "connect(c.y, b.u1); connect(c.y, b.u2);", "sum(b.y)", 29),
    ("PartialRealMISO", "(nu=2)", "y = sum(u);", REAL + BOTH, "b.y", 7),
    ("PartialConversionBlock", "", "y = 2*u;", REAL + "connect(c[1].y, b.u);", "b.y", 4),
    ("IntegerMO", "(nout=2)", "for i in 1:nout loop y[i] = i; end for;", "", "sum(b.y)", 3),
    ("IntegerSignalSource", "(offset=1)", "y = offset + (if time < startTime then 0 else 2);", "",
     "b.y", 3),
    ("IntegerMIBooleanMOs", "(n=2)", "for i in 1:n loop y[i] = u[i] > 2; end for;", WHOLE + BOTH,
     "(if b.y[1] then 10 else 1) + (if b.y[2] then 10 else 1)", 11),
    ("PartialIntegerSISO", "", "y = 2*u;", WHOLE + "connect(c[2].y, b.u);", "b.y", 10),
    ("PartialIntegerMISO", "(nu=2)", "y = u[1] + u[2];", WHOLE + BOTH, "b.y", 7),
    ("MI2BooleanMOs", "(n=2)", "for i in 1:n loop y[i] = u1[i] > 2*u2[i] - 4; end for;",
     REAL + "connect(c.y, b.u1); connect(c.y, b.u2);",
     "(if b.y[1] then 10 else 1) + (if b.y[2] then 10 else 1)", 11),
    ("BooleanMIMOs", "(n=2)", "for i in 1:n loop y[i] = not u[i]; end for;",
     "BooleanConstant c[2](k={true, false});" + BOTH,
     "(if b.y[1] then 10 else 1) + (if b.y[2] then 20 else 2)", 21),
    ("BooleanSignalSource", "", "y = time > 0.5;", "", "if b.y then 2 else 1", 2),
    ("SVdiscrete", "(samplePeriod=0.25)",
     "when sampleTrigger then y = u_s - 2*u_m + time; end when;",
     REAL + "connect(c[2].y, b.u_s); connect(c[1].y, b.u_m);", "b.y", 2),
    ("MVdiscrete", "(samplePeriod=0.25, nu_s=2, nu_m=1, ny=2)",
     "when sampleTrigger then y[1] = u_s[1] + u_m[1]; y[2] = u_s[2] - u_m[1]; end when;",
     REAL + "connect(c.y, b.u_s); connect(c[1].y, b.u_m[1]);", "10*b.y[1] + b.y[2]", 43),
]  # fmt: skip


def model(folder: Path, base: str, modifiers: str, law: str, around: str, x: str) -> type:
    """Return a model with a block that extends a base."""
    parts, _, joined = around.partition(";")
    text = f"""package P
  import Modelica.Blocks.Sources.*;
  block B extends Modelica.Blocks.Interfaces.{base}; equation {law} end B;
  model A B b{modifiers}; {parts + ";" if parts else ""} Real x; equation {joined} x = {x}; end A;
end P;
"""
    (folder / "P.mo").write_text(text, encoding="utf-8")
    return modelica.load(folder / "P.mo", "P.A")


@pytest.mark.parametrize(("base", "modifiers", "law", "around", "x", "value"), BASES)
def test_a_block_extends_a_base(
    tmp_path: Path, base: str, modifiers: str, law: str, around: str, x: str, value: float
) -> None:
    result = dt.simulate(model(tmp_path, base, modifiers, law, around, x)(), stop_time=1)
    assert result.final["x"] == pytest.approx(value)


def test_a_base_that_is_misspelt_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match="did you mean 'partialBooleanSISO'"):
        model(tmp_path, "PartialBooleanSISO", "", "y = not u;", "", "1")


MECHANICS = """package P
  import Modelica.Mechanics.{Rotational, Translational};
  import Modelica.Blocks.Interfaces.*;
  model Shaft "With a brake on its housing"
    extends Rotational.Interfaces.PartialOneFlangeAndSupport;
    Rotational.Components.Inertia rotor(J=2, w(fixed=true), phi(fixed=true));
    Rotational.Components.Damper brake(d=1);
  equation
    connect(flange, rotor.flange_a);
    connect(rotor.flange_b, brake.flange_b);
    connect(brake.flange_a, internalSupport);
  end Shaft;
  model Rod "With a brake on its housing"
    extends Translational.Interfaces.PartialTwoFlangesAndSupport;
    Translational.Components.Mass mass(m=2, L=0, v(fixed=true), s(fixed=true));
    Translational.Components.Damper brake(d=1);
  equation
    connect(flange_a, mass.flange_a);
    connect(mass.flange_b, flange_b);
    connect(mass.flange_b, brake.flange_b);
    connect(brake.flange_a, internalSupport);
  end Rod;
  model Meter "Its housing has an adapter of its own"
    Rotational.Interfaces.Flange_b flange;
    Rotational.Interfaces.InternalSupport internalSupport(tau = -flange.tau);
    Rotational.Components.Fixed fixed(phi0=1);
    RealOutput phi = flange.phi - internalSupport.phi;
  equation
    connect(internalSupport.flange, fixed.flange);
    flange.tau = 0;
  end Meter;
  model Old "With the base of edition 3"
    extends Rotational.Interfaces.PartialElementaryOneFlangeAndSupport;
    Real w(unit="rad/s") = der(flange.phi - internalSupport.phi);
  equation
    flange.tau = -3;
  end Old;
  model Wheel
    extends Translational.Interfaces.PartialElementaryRotationalToTranslational;
    parameter Real r(unit="m") = 2;
  equation
    flangeT.s - internalSupportT.s = r*(flangeR.phi - internalSupportR.phi);
    0 = r*flangeT.f + flangeR.tau;
  end Wheel;
  block Vectors
    RealVectorInput u[2]; BooleanVectorInput b[2]; RealVectorOutput y[2] = {2*u[1], 3*u[2]};
    Integer n = if b[1] and not b[2] then 3 else 4;
  end Vectors;
  connector Own extends Rotational.Interfaces.Flange; end Own;
  model Open Own flange; Rotational.Components.Inertia J(J=1, w(fixed=true), phi(fixed=true));
  equation
    connect(flange, J.flange_a);
  end Open;
  model Drive
    Rotational.Sources.ConstantTorque torque(tau_constant=3);
    Rotational.Components.Inertia other(J=2, w(fixed=true), phi(fixed=true));
  end Drive;
"""
HOUSED = {
    "a shaft whose housing is fixed": (
        "Drive d; Shaft x; equation connect(d.torque.flange, x.flange);", "x.rotor.w",
        3 * (1 - np.exp(-0.5)),
    ),
    "a shaft on its support": (
        "Drive d; Shaft x(useSupport=true); equation connect(d.torque.flange, x.flange); "
        "connect(x.support, d.other.flange_a);", "d.other.w", 0.75 * np.exp(-1),
    ),
    "a rod": (
        "Translational.Sources.ConstantForce f(f_constant=3); Rod x; equation "
        "connect(f.flange, x.flange_a);", "x.mass.v", 3 * (1 - np.exp(-0.5)),
    ),
    "an adapter": (
        "Drive d; Meter x; equation connect(d.torque.flange, d.other.flange_a); "
        "connect(d.other.flange_b, x.flange);", "x.phi", 0.75 - 1,
    ),
    "a base of edition 3": (
        "Rotational.Components.Inertia m(J=2, w(fixed=true), phi(fixed=true)); Old x; equation "
        "connect(m.flange_a, x.flange);", "x.w", 1.5,
    ),
    "a wheel": (
        "Drive d; Wheel x; Translational.Components.Mass m(m=1, v(fixed=true), s(fixed=true)); "
        "equation connect(d.torque.flange, x.flangeR); connect(x.flangeT, m.flange_a);", "m.v", 1.5,
    ),
    "vectors of signals": (
        "Modelica.Blocks.Sources.Constant c[2](k={1, 2}); Vectors x; "
        "Modelica.Blocks.Sources.BooleanConstant b[2](k={true, false}); "
        "equation connect(c.y, x.u); connect(b.y, x.b);", "x.n", 3,
    ),
    "a connector of one's own": (
        "Drive d; Open x; equation connect(d.torque.flange, x.flange);", "x.J.w", 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "name", "value"), HOUSED.values(), ids=HOUSED)
def test_a_component_extends_a_base_of_mechanics(
    tmp_path: Path, text: str, name: str, value: float
) -> None:
    (tmp_path / "P.mo").write_text(f"{MECHANICS} model A {text} end A; end P;", encoding="utf-8")
    made = modelica.load(tmp_path / "P.mo", "P.A")
    found = dt.simulate(made(), stop_time=1.0, tolerance=1e-9)
    assert found.final[name] == pytest.approx(value, rel=1e-7)
