"""Modelica models as component classes: parts, parameters, connections, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError, ParameterError, UnitError

MODELS = Path(__file__).parents[1] / "models"
PARTS = "Modelica.Mechanics.Rotational.Components"
SOURCES = "Modelica.Mechanics.Rotational.Sources"


def loaded(folder: Path, text: str, name: str = "") -> Any:
    file = folder / "A.mo"
    file.write_text(text, encoding="utf-8")
    return dt.modelica.load(file, name)


def model(folder: Path, text: str) -> Any:
    return loaded(folder, f"model A\n{text}\nend A;\n")


def test_the_coupled_clutches_have_the_bits_of_the_example() -> None:
    found = dt.simulate(dt.modelica.load(MODELS / "CoupledClutches.mo")())
    example = dt.simulate(dt.examples.find("CoupledClutches")())
    assert np.array_equal(found.time, example.time)
    for name in ("J1.w", "J2.w", "J3.w", "J4.w", "clutch1.mode", "clutch2.mode", "clutch3.mode"):
        assert np.array_equal(found[name], example[name]), name


def test_parameters_can_be_set_and_are_read_in_any_order(tmp_path: Path) -> None:
    A = model(
        tmp_path,
        f"""  {PARTS}.Inertia load(J=2*J, w(start=w0, fixed=true), phi(fixed=true));
  parameter Modelica.Units.SI.Inertia J = r*rho "Inertia";
  parameter Real r(unit="1") = 3;
  parameter Modelica.Units.SI.Inertia rho = 0.5;
  parameter Modelica.Units.SI.AngularVelocity w0 = if r > 2 then 5 else 1;""",
    )
    assert dt.simulate(A(), stop_time=0.1).final["load.w"] == 5.0
    other = dt.simulate(A(), stop_time=0.1, parameters={"r": 1.0})
    assert other.final["load.w"] == 1.0
    assert other.parameters["load.J"] == 1.0


@pytest.mark.parametrize("modifier", ["fixed=true", 'displayUnit="degC"', "nominal=300"])
def test_a_start_that_is_not_given_is_that_of_the_library(tmp_path: Path, modifier: str) -> None:
    A = model(
        tmp_path,
        f"""  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor disc(C=1, T({modifier}));
  Modelica.Thermal.HeatTransfer.Sources.FixedHeatFlow heater(Q_flow=0);
equation
  connect(heater.port, disc.port);""",
    )
    assert dt.simulate(A(), stop_time=1.0).final["disc.T"] == 293.15


def test_conditions_make_parameters_structural(tmp_path: Path) -> None:
    A = model(
        tmp_path,
        f"""  parameter Boolean is_free = not is_held;
  parameter Boolean is_held = false;
  {PARTS}.Inertia load(J=1, w(start=1, fixed=true), phi(fixed=true));
  {PARTS}.Damper bearing(d=1) if is_held;
  {PARTS}.Fixed housing if is_held;
  {PARTS}.Inertia more(J=1) if is_free;
equation
  connect(load.flange_b, bearing.flange_a);
  connect(bearing.flange_b, housing.flange);
  connect(load.flange_a, more.flange_a);""",
    )
    assert dt.simulate(A(), stop_time=1.0).final["load.w"] == 1.0
    held = dt.simulate(A(is_held=True), stop_time=1.0).final["load.w"]
    assert held == pytest.approx(np.exp(-1.0), rel=1e-5)


def test_names_may_be_those_of_functions_and_of_python(tmp_path: Path) -> None:
    A = model(
        tmp_path,
        f"""  {PARTS}.Inertia fixed(J=1, w(start=2, fixed=true), phi(fixed=true));
  {PARTS}.Inertia lambda(J=1);
  {PARTS}.Inertia modeling(J=1);
  {PARTS}.Inertia Inertia(J=1);
equation
  connect(fixed.flange_b, lambda.flange_a);
  connect(lambda.flange_b, modeling.flange_a);
  connect(modeling.flange_b, Inertia.flange_a);""",
    )
    assert dt.simulate(A(), stop_time=0.1).final["lambda_.w"] == 2.0


def test_signals_are_joined_in_either_order(tmp_path: Path) -> None:
    A = model(
        tmp_path,
        f"""  {SOURCES}.Torque first; {SOURCES}.Torque second;
  {PARTS}.Inertia a(J=1, phi(fixed=true), w(fixed=true));
  {PARTS}.Inertia b(J=2, phi(fixed=true), w(fixed=true));
  Modelica.Blocks.Sources.Constant one(k=4);
equation
  connect(first.tau, second.tau);
  connect(second.tau, one.y);
  connect(first.flange, a.flange_a);
  connect(b.flange_a, second.flange);""",
    )
    final = dt.simulate(A(), stop_time=1.0).final
    assert final["a.w"] == pytest.approx(4.0)
    assert final["b.w"] == pytest.approx(2.0)


def test_classes_of_the_same_package_are_parts_and_bases(tmp_path: Path) -> None:
    Train = loaded(
        tmp_path,
        f"""package P "Two shafts"
  import R = Modelica.Mechanics.Rotational;
  partial model WithShaft "Has a shaft"
    parameter Modelica.Units.SI.Inertia J = 1;
    R.Components.Inertia shaft(J=J, phi(fixed=true), w(start=3, fixed=true));
  end WithShaft;
  model Braked "A shaft with a bearing"
    extends WithShaft;
    R.Components.Damper bearing(d=2);
    R.Components.Fixed housing;
  equation
    connect(shaft.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end Braked;
  model Train "Two of them"
    Braked slow(J=2), fast;
    {PARTS}.Spring spring(c=1e-9);
  equation
    connect(slow.shaft.flange_a, spring.flange_a);
    connect(spring.flange_b, fast.shaft.flange_a);
    annotation (experiment(StopTime=1));
  end Train;
end P;
""",
        "P.Train",
    )
    final = dt.simulate(Train()).final
    assert final["slow.shaft.w"] == pytest.approx(3 * np.exp(-1.0), rel=1e-5)
    assert final["fast.shaft.w"] == pytest.approx(3 * np.exp(-2.0), rel=1e-5)


def test_numbers_in_other_units_are_converted(tmp_path: Path) -> None:
    text = f"""  import Modelica.Units.Conversions.*;
  {PARTS}.Inertia a(J=1, w(start=from_rpm(60), fixed=true), phi(start=from_deg(-90)));"""
    final = dt.simulate(model(tmp_path, text)(), stop_time=1e-9).final
    assert final["a.w"] == pytest.approx(2 * np.pi)
    with pytest.raises(ParameterError, match=r"'time' varies during a run.*A\.mo:3"):
        dt.compile(model(tmp_path, text.replace("from_rpm(60)", "from_rpm(time)"))())


def test_tables_have_numbers_that_are_given_in_other_units(tmp_path: Path) -> None:
    text = """  import Modelica.Units.Conversions.from_deg;
  parameter Real angles[2, 2] = [0, from_deg(0); 1, from_deg(90)];
  Modelica.Blocks.Sources.TimeTable a(table=angles), b(table=[0, 0; 1, from_deg(180)]);"""
    final = dt.simulate(model(tmp_path, text)(), stop_time=1.0).final
    assert [final["a.y"], final["b.y"]] == pytest.approx([np.pi / 2, np.pi])


def test_wrong_values_name_the_line(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"A, .*A\.mo:3: default=2\.7: give a whole number"):
        model(tmp_path, "  Real x = 1;\n  parameter Integer n = 2.7;")


REFUSED = [
    (f"  {PARTS}.Inertia a(K=1);", rf"A\.mo:2:54: {PARTS}\.Inertia has no 'K'"),
    (f"  {PARTS}.Inertial a(J=1);", rf"A\.mo:2:3: {PARTS}\.Inertial has no counterpart here"),
    (f"  {PARTS}.Inertia a(J=1, w(strt=1));", "has no attribute 'strt'; did you mean 'start'"),
    (f"  {PARTS}.Inertia a(J=1, w=3);", "'w' is a variable of the part: an equation determines it"),
    ("  Modelica.Mechanics.MultiBody.World world;", "MultiBody.World has no counterpart here"),
    (
        f"  {PARTS}.Inertia a(J=1);\nequation\n  connect(a.flange, a.flange_b);",
        r"Components\.Inertia has no 'flange'; did you mean 'flange_b' or 'flange_a'",
    ),
    (f"  {PARTS}.Inertia a(J=1);\nequation\n  connect(b.flange_a, a.flange_b);", "there is no 'b'"),
    (
        '  parameter Real a(unit="1") = b;\n  parameter Real b(unit="1") = a;',
        "values depend on each other",
    ),
    ("  A again;", "A is a part of itself"),
    (f"  {PARTS}.Inertia a(J=1);\n  {PARTS}.Inertia a(J=2);", "'a' is declared twice"),
    (
        f"  {PARTS}.Inertia lambda(J=1);\n  {PARTS}.Inertia lambda_(J=2);",
        "'lambda_' is declared beside 'lambda', too like it",
    ),
    (
        f"  {SOURCES}.Accelerate motor(phi(start=2, fixed=false));",
        "the start of 'phi' is fixed by the part itself",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_not_supported_is_refused_where_it_stands(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ModelicaError, match=message):
        model(tmp_path, text)


def test_all_refusals_come_together(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError) as raised:
        model(tmp_path, "\n".join(f"  String x{k};" for k in range(12)))
    text = str(raised.value)
    assert text.startswith("A cannot be translated (12 reasons):")
    assert text.count("is not supported") == 10
    assert text.endswith("and 2 more")


def test_later_messages_name_the_line_of_the_file(tmp_path: Path) -> None:
    text = f"  parameter Modelica.Units.SI.Torque T = 1;\n\n  {PARTS}.Inertia a(J=T);"
    with pytest.raises(UnitError, match=r"A\.mo:4: a\.J has unit kg\.m2 but is given 'T'"):
        dt.compile(model(tmp_path, text)())
    with pytest.raises(ParameterError, match=r"A\.mo:2"):
        dt.compile(model(tmp_path, f"  {PARTS}.Inertia a(J=-1);")())


def test_the_class_has_to_be_named_if_there_are_several(tmp_path: Path) -> None:
    text = "package P model A end A; model B end B; end P;"
    with pytest.raises(ModelicaError, match="P has no class 'C'"):
        loaded(tmp_path, text, "P.C")
    with pytest.raises(ModelicaError, match="has several models; name one of them"):
        loaded(tmp_path, "model A end A; model B end B;")
