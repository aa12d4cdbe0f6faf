"""Variables and equations of one's own in Modelica models, with known solutions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError, ModelWarning, UnitError
from tests.modelica.translation.models import at, model, run

PARTS = "Modelica.Mechanics.Rotational.Components"
SI = "Modelica.Units.SI"


def test_a_variable_without_a_unit_decays(tmp_path: Path) -> None:
    text = "  Real x(start=1, fixed=true);\n  parameter Real k=2;\nequation\n  der(x) = -k*x;"
    result = run(tmp_path, text)
    assert result.final["x"] == pytest.approx(np.exp(-2), rel=1e-5)
    other = run(tmp_path, text, parameters={"k": 3.0})
    assert other.final["x"] == pytest.approx(np.exp(-3), rel=1e-5)


def test_a_pendulum_swings_with_its_frequency(tmp_path: Path) -> None:
    text = f"""  {SI}.Angle phi(start=1e-3, fixed=true);
  {SI}.AngularVelocity w(start=0, fixed=true) = der(phi);
  constant Real g = 9.81;
  parameter {SI}.Length l = 0.5;
equation
  l*der(w) = -g*sin(phi);"""
    result = run(tmp_path, text)
    assert result.final["phi"] == pytest.approx(1e-3 * np.cos(np.sqrt(9.81 / 0.5)), abs=1e-8)


def test_stated_units_that_contradict_are_refused_where_they_stand(tmp_path: Path) -> None:
    text = f"  {SI}.Angle phi;\n  {SI}.Torque tau;\nequation\n  phi = 3*time;\n  tau = phi;"
    with pytest.raises(UnitError, match=r"A\.mo:6: tau == phi"):
        dt.compile(model(tmp_path, text)())


def test_stated_units_that_contradict_through_others_are_told(tmp_path: Path) -> None:
    text = f"""  {SI}.Angle phi = 3*time;
  {SI}.Torque tau;
  Real x;
equation
  x = phi;
  tau = x;"""
    with pytest.warns(ModelWarning, match=r"A\.mo:7: tau == x\n.*\n.*\n +A, .*A\.mo:6: x == phi"):
        dt.compile(model(tmp_path, text)())


def test_units_that_are_no_si_units_are_compared_and_not_converted(tmp_path: Path) -> None:
    text = f"""  parameter Modelica.Units.NonSI.AngularVelocity_rpm n0 = 60;
  {PARTS}.Inertia wheel(J=1, phi(fixed=true),
    w(start=Modelica.Units.Conversions.from_rpm(n0), fixed=true));
  Real n(unit="1/min") = 30/Modelica.Constants.pi*wheel.w, x = wheel.w;
  Real m(unit="rev/min") = """
    final = run(tmp_path, text + "Modelica.Units.Conversions.to_rpm(wheel.w);").final
    assert [final["wheel.w"], final["n"], final["m"]] == pytest.approx([2 * np.pi, 60, 60])
    with pytest.raises(UnitError, match=r"A\.mo:6: m == wheel\.w\n.*rev/min but .* rad/s"):
        dt.compile(model(tmp_path, text + "wheel.w;")())
    with pytest.warns(ModelWarning, match=r"'m' has unit rev/min but 'x' has unit rad/s"):
        dt.compile(model(tmp_path, text + "x;")())
    with pytest.raises(ModelicaError, match=r"A\.mo:2:10: the unit of 'y' is not known"):
        model(tmp_path, '  Real y(unit="blurb") = 1;')


def test_variables_of_parts_are_read(tmp_path: Path) -> None:
    text = f"""  {PARTS}.Inertia wheel(J=2, w(start=10, fixed=true), phi(fixed=true));
  {PARTS}.Damper bearing(d=0.5);
  {PARTS}.Fixed housing;
  output {SI}.Power p = bearing.lossPower;
  Real q = wheel.flange_b.tau*bearing.flange_a.phi;
  Real e = wheel.J*wheel.w^2/2;
  {SI}.AngularVelocity slip = der(bearing.phi_rel);
equation
  connect(wheel.flange_b, bearing.flange_a);
  connect(bearing.flange_b, housing.flange);"""
    result = run(tmp_path, text, 4.0)
    w = 10 * np.exp(-1.0)
    assert result.final["p"] == pytest.approx(0.5 * w**2, rel=1e-5)
    assert result.final["e"] == pytest.approx(w**2, rel=1e-5)
    assert result.final["q"] == pytest.approx(-0.5 * w * result.final["wheel.phi"], rel=1e-5)
    assert result.final["slip"] == pytest.approx(-w, rel=1e-5)


def test_a_member_that_a_part_does_not_have_is_named(tmp_path: Path) -> None:
    text = f"  {PARTS}.Inertia wheel(J=2);\n  Real q = wheel.v;\n  Real p = wheel.flange_a.v;"
    with pytest.raises(ModelicaError, match=r"'wheel\.v'.*Inertia has no 'v'") as caught:
        model(tmp_path, text)
    assert "'wheel.flange_a.v': there is no 'v'" in str(caught.value)


def test_bodies_of_ones_own_classes_are_read_through(tmp_path: Path) -> None:
    text = f"""  model Side
    {PARTS}.Inertia wheel(J=2, w(start=3, fixed=true), phi(fixed=true));
    Real twice = 2*wheel.w;
  end Side;
  Side left;
  Real a = left.twice + left.wheel.w;"""
    assert run(tmp_path, text).final["a"] == pytest.approx(9.0)


def test_types_of_ones_own_carry_units_and_bounds(tmp_path: Path) -> None:
    text = """  type Turn = Real(unit="rad", min=-1);
  type Small = Turn(max=1, start=0.5);
  Small a(fixed=true);
  parameter Real b(unit="rad/s") = 0.5;
equation
  der(a) = -b;"""
    A = model(tmp_path, text)
    declared = A.declarations()["a"]
    assert (declared.unit, declared.minimum, declared.maximum) == ("rad", -1, 1)
    assert dt.simulate(A(), stop_time=0.5).final["a"] == pytest.approx(0.25)


@pytest.mark.parametrize("kind", ["parameter Real", "Real"])
def test_what_follows_from_a_parameter_that_the_start_determines_is_a_variable(
    tmp_path: Path, kind: str
) -> None:
    text = f"""  parameter Real p(fixed=false, start=1);
  {kind} q = 2*p;
  Real x(start=0, fixed=true);
initial equation
  p^2 = 4;
equation
  der(x) = q;"""
    assert run(tmp_path, text).final["x"] == pytest.approx(4.0)


def test_what_is_needed_before_cannot_follow_from_the_start(tmp_path: Path) -> None:
    text = f"""  parameter Real p(fixed=false, start=1);
  {PARTS}.Inertia wheel(J=2*p);
initial equation
  p^2 = 4;"""
    with pytest.raises(ModelicaError, match=r"A\.mo:3:62: 'p' has fixed=false, or follows"):
        model(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Boolean b = 2*time == 1;", "2:15"),
        ("Real x = time; Boolean b = x <> 1;", "2:30"),
        (f"{PARTS}.Inertia wheel(J=1); Boolean b = wheel.w == 0;", "2:76"),
    ],
)
def test_real_numbers_that_vary_are_never_equal(tmp_path: Path, text: str, place: str) -> None:
    with pytest.raises(ModelicaError, match=rf"A\.mo:{place}: .* compares real numbers that vary"):
        model(tmp_path, f"  {text}")


def test_what_changes_at_events_may_be_equal(tmp_path: Path) -> None:
    text = """  parameter Real k = 0;
  Boolean b = integer(3*time) == 2;
  Real x = if k == 0 then 1 else 2;"""
    assert at(run(tmp_path, text), "b", [0.5, 0.8]) == [0, 1]


def test_texts_and_truth_values_that_are_known_decide(tmp_path: Path) -> None:
    text = """  parameter String s = "abc", other = "abd";
  parameter Real p = if s == "abc" then 1 else 2, q = if s <> other then 3 else 4;
  parameter Boolean no = not true;
  Boolean b = not 1 > 2 and true, c = not true;
  Real x = if no then 0 else p + q;"""
    final = run(tmp_path, text).final
    assert (final["x"], final["b"], final["c"]) == (4, 1, 0)
    with pytest.raises(ModelicaError, match=r"A\.mo:3:25: 's' is of an enumeration or a String"):
        model(tmp_path, text.replace('s == "abc"', 's < "abc"'))


# -- if --------------------------------------------------------------------------------------------


def test_equations_with_a_condition_that_varies(tmp_path: Path) -> None:
    text = """  Real x, y;
equation
  if time > 0.5 then
    x = 1; y + x = 2;
  elseif time > 0.25 then
    x = 3; y = 0;
  else
    y = time; x = 5;
  end if;"""
    result = run(tmp_path, text)
    assert at(result, "x", [0.1, 0.3, 0.7]) == [5, 3, 1]
    assert at(result, "y", [0.1, 0.3, 0.7]) == pytest.approx([0.1, 0, 1])


def test_a_condition_of_parameters_decides_about_equations(tmp_path: Path) -> None:
    text = """  parameter Boolean linear = true;
  parameter Integer n = 3;
  Real x, y;
equation
  if linear and n > 2 then x = 2; else x = 3; y = 4; end if;
  if linear then y = time; end if;"""
    A = model(tmp_path, text)
    assert dt.simulate(A(), stop_time=1.0).final["y"] == 1.0
    assert dt.simulate(A(linear=False), stop_time=1.0).final["y"] == 4.0


def test_branches_need_as_many_equations(tmp_path: Path) -> None:
    text = """  Real x, y;
equation
  if time > 1 then x = 1; else x = 2; y = 3; end if;
  if time > 3 then y = 2; end if;"""
    with pytest.raises(ModelicaError) as caught:
        model(tmp_path, text)
    assert "A.mo:4:3: the branches of this 'if' have different numbers of equations: 1, 2" in str(
        caught.value
    )
    assert "A.mo:5:3: this 'if' has equations, but no 'else'" in str(caught.value)


# -- events ----------------------------------------------------------------------------------------


def test_a_ball_bounces(tmp_path: Path) -> None:
    text = """  Real x(start=1, fixed=true), v(start=0, fixed=true);
  Integer n(start=0);
equation
  der(x) = v;
  der(v) = -9.81;
  when x < 0 then
    reinit(v, -0.8*pre(v));
    n = pre(n) + 1;
  end when;
  when n >= 3 then
    terminate("done");
  end when;"""
    result = run(tmp_path, text, 5.0)
    fall = np.sqrt(2 / 9.81)
    assert result.time[-1] == pytest.approx(fall * (1 + 2 * 0.8 + 2 * 0.64), rel=1e-6)
    assert result.final["n"] == 3


def test_the_first_of_two_events_counts(tmp_path: Path) -> None:
    text = """  discrete Real c(start=-1, fixed=true);
  Boolean b = time > 0.5;
equation
  when {initial(), sample(0.25, 0.25)} then
    c = time;
  elsewhen b then
    c = 7;
  elsewhen time > 0.6 then
    c = if b then 8 else 9;
  end when;"""
    result = run(tmp_path, text)
    assert at(result, "c", [0.1, 0.3, 0.55, 0.65, 0.8]) == pytest.approx([0, 0.25, 0.5, 8, 0.75])


def test_edges_and_changes_are_counted(tmp_path: Path) -> None:
    text = """  Boolean b = sin(20*time) > 0, up = edge(b);
  Integer ups(start=0), changes(start=0);
equation
  when up then ups = pre(ups) + 1; end when;
  when change(b) then changes = pre(changes) + 1; end when;"""
    final = run(tmp_path, text, 1.0).final
    assert (final["ups"], final["changes"]) == (4, 7)


def test_initial_equations_and_parameters_that_the_start_determines(tmp_path: Path) -> None:
    text = """  parameter Real k(fixed=false, start=2);
  Real x(start=1, fixed=true);
  discrete Real z;
initial equation
  der(x) = -3;
  pre(z) = 4;
equation
  der(x) = -k*x;
  when time > 0.5 then z = pre(z) + 1; end when;"""
    final = run(tmp_path, text).final
    assert final["k"] == pytest.approx(3.0)
    assert final["x"] == pytest.approx(np.exp(-3), rel=1e-5)
    assert final["z"] == 5.0


def test_asserts_stop_a_run_or_warn(tmp_path: Path) -> None:
    text = '  Real x = time;\nequation\n  assert(x < 0.5, "x is " + String(x), level={});'
    with pytest.raises(dt.DrivetrainError, match=r"x is \{x\}"):
        run(tmp_path, text.format("AssertionLevel.error"))
    with pytest.warns(ModelWarning, match=r"x is \{x\} \[since t = 0.5 s\]"):
        result = run(tmp_path, text.format("AssertionLevel.warning"))
    assert at(result, "warning1", [0.4, 0.6]) == [0, 1]


# -- functions of the language ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("mod(7*time, 2)", lambda t: np.mod(7 * t, 2)),
        ("rem(-7*time, 2)", lambda t: np.fmod(-7 * t, 2)),
        ("div(-7*time, 2)", lambda t: np.trunc(-7 * t / 2)),
        ("ceil(7*time)", lambda t: np.ceil(7 * t)),
        ("floor(-7*time)", lambda t: np.floor(-7 * t)),
        ("integer(7*time)", lambda t: np.floor(7 * t)),
        ("semiLinear(time - 0.5, 2, 3)", lambda t: np.where(t > 0.5, 2, 3) * (t - 0.5)),
        ("homotopy(actual=time, simplified=0)", lambda t: t),
        ("noEvent(if time > 0.5 then 1 else 2)", lambda t: np.where(t > 0.5, 1, 2)),
        ("smooth(0, if time > 0.5 then time - 0.5 else 0)", lambda t: np.maximum(t - 0.5, 0)),
        ("delay(time, 0.25)", lambda t: np.maximum(t - 0.25, 0)),
        ("max(time, 0.5) + min(1, 2)", lambda t: np.maximum(t, 0.5) + 1),
        ("sign(time - 0.5)*abs(-3)", lambda t: 3 * np.sign(t - 0.5)),
        ("Modelica.Math.asinh(time)", np.arcsinh),
        ("Modelica.Units.Conversions.from_deg(time)", np.radians),
        ("time*Modelica.Constants.pi", lambda t: np.pi * t),
    ],
)
def test_functions_of_the_language(tmp_path: Path, expression: str, expected: object) -> None:
    result = run(tmp_path, f"  Real y = {expression};")
    times = [0.11, 0.33, 0.77, 0.93]
    assert at(result, "y", times) == pytest.approx(expected(np.array(times)).tolist(), abs=1e-6)  # type: ignore[operator]


def test_integers_from_reals_change_at_events(tmp_path: Path) -> None:
    text = """  Integer n = integer(3*time), count(start=0);
equation
  when change(n) then count = pre(count) + 1; end when;"""
    assert run(tmp_path, text, 2.1).final["count"] == 6


# -- loops -----------------------------------------------------------------------------------------


def test_loops_make_equations_of_elements(tmp_path: Path) -> None:
    text = """  parameter Integer n = 3;
  Real x[n](each start=1, each fixed=true);
equation
  for i in 1:n loop
    der(x[i]) = -(if i == 1 then x[i] else x[i] - x[i-1]);
  end for;"""
    final = run(tmp_path, text).final
    assert final["x[0]"] == pytest.approx(np.exp(-1), rel=1e-5)
    assert final["x[1]"] == pytest.approx(2 * np.exp(-1), rel=1e-5)
    assert final["x[2]"] == pytest.approx(2.5 * np.exp(-1), rel=1e-5)


def test_loops_over_other_things_than_integers_are_refused(tmp_path: Path) -> None:
    text = "  Real x[2];\nequation\n  for i in 1:0.5:2 loop\n    x[i] = i;\n  end for;"
    with pytest.raises(ModelicaError, match=r"A\.mo:4:12: '1:0\.5:2': a step other than an"):
        model(tmp_path, text)


def test_inputs_of_parts_have_values_that_vary(tmp_path: Path) -> None:
    text = f"""  {PARTS}.Inertia wheel(J=1, w(start=2, fixed=true), phi(fixed=true));
  parameter Real k(unit="N.m.s/rad") = 0.5;
  Modelica.Blocks.Sources.RealExpression e(y=2*wheel.w + time);
  Modelica.Mechanics.Rotational.Sources.Torque brake(tau=-k*wheel.w);
equation
  connect(brake.flange, wheel.flange_a);"""
    final = run(tmp_path, text).final
    assert final["wheel.w"] == pytest.approx(2 * np.exp(-0.5), rel=1e-5)
    assert final["e.y"] == pytest.approx(4 * np.exp(-0.5) + 1, rel=1e-5)


def test_initial_equations_of_variables_that_events_set(tmp_path: Path) -> None:
    text = f"""  {SI}.Angle next, phi(start=0.3, fixed=true);
  Integer n, m;
initial equation
  next = phi + 0.25;
  n = 7;
  m = 3;
equation
  der(phi) = 1;
  when sample(0.6, 10) then
    m = pre(m)*2;
  end when;
algorithm
  when phi >= pre(next) then
    next := phi + 0.25;
    n := pre(n) + 1;
  end when;
  when sample(0.9, 10) then
    n := 0;
  end when;"""
    result = run(tmp_path, text)
    assert at(result, "n", [0.1, 0.3, 0.6, 0.8, 0.95]) == [7, 8, 9, 10, 0]
    assert at(result, "m", [0.1, 0.7]) == [3, 6]


def test_asserts_count_in_their_branch_only(tmp_path: Path) -> None:
    text = """  Real x = time;
{}
  if time > 0.5 then
    {}assert(x < 0.8, "late");
  end if;"""
    for section, statement in (("equation", ""), ("algorithm", "")):
        with pytest.raises(dt.DrivetrainError, match=r"t = 0\.8 s: .*\n.*late"):
            run(tmp_path, text.format(section, statement))


def test_two_values_at_the_start_are_refused(tmp_path: Path) -> None:
    text = """  Integer n;
initial equation
  n = 2;
equation
  when {initial(), time > 1} then
    n = 3;
  end when;"""
    with pytest.raises(ModelicaError, match=r"A\.mo:6:8: 'n' is set at the start here and by an"):
        model(tmp_path, text)
