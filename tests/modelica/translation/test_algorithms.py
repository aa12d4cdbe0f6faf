"""Algorithms and functions of one's own in Modelica models, with known solutions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ExpressionError, ModelicaError
from drivetrain.modeling import sin
from tests.modelica.translation.models import at, model, run


def test_statements_compute_in_their_order(tmp_path: Path) -> None:
    text = """  Real x, y, z;
  Boolean b;
algorithm
  x := 2*time;
  if x > 1 then
    y := 1; z := y + x;
  elseif x > 0.5 then
    y := 2; z := 0;
  else
    y := 3; z := -1;
  end if;
  x := x + y;
  b := x > 2.5;"""
    result = run(tmp_path, text)
    times = [0.1, 0.3, 0.7]
    assert at(result, "x", times) == pytest.approx([3.2, 2.6, 2.4])
    assert at(result, "z", times) == pytest.approx([-1, 0, 2.4])
    assert at(result, "b", times) == [1, 1, 0]


def test_a_branch_may_leave_a_variable_as_it_is(tmp_path: Path) -> None:
    text = """  Real y;
algorithm
  y := 1;
  for k in 1:3 loop
    if time > 0.25*k then y := y + k; end if;
  end for;"""
    assert at(run(tmp_path, text), "y", [0.1, 0.3, 0.6, 0.8]) == [1, 2, 4, 7]


def test_when_statements_set_discrete_variables(tmp_path: Path) -> None:
    text = """  Integer n(start=0), m(start=5), last;
algorithm
  when sample(0.25, 0.25) then
    n := n + 1;
    last := 1;
  end when;
  when {time > 0.5, time > 0.6} then
    m := pre(m) + 2*pre(n);
    last := 2;
  end when;"""
    result = run(tmp_path, text)
    assert at(result, "n", [0.1, 0.3, 0.55, 0.8]) == [0, 1, 2, 3]
    assert at(result, "m", [0.4, 0.55, 0.65]) == [5, 7, 11]
    assert at(result, "last", [0.1, 0.3, 0.55, 0.8]) == [0, 1, 2, 1]


def test_statements_of_several_when_go_on_from_each_other(tmp_path: Path) -> None:
    text = """  Integer n(start=0, fixed=true), before(start=0), between(start=0);
  Boolean b = time > 0.2;
algorithm
  when time > 0.5 then
    before := n;
  end when;
  when {b, time > 0.5} then
    n := n + 1;
  end when;
  when time > 0.5 then
    between := n;
  end when;
  when sample(0.2, 0.3) then
    n := 10*n;
  end when;"""
    result = run(tmp_path, text)
    assert at(result, "n", [0.1, 0.3, 0.6, 0.9]) == [0, 10, 110, 1100]
    assert (result.final["before"], result.final["between"]) == (10, 11)


def test_a_start_is_not_said_twice_by_any_of_several_when(tmp_path: Path) -> None:
    text = """  Integer n;
initial equation
  n = 3;
algorithm
  when %s then
    n := n + 1;
  end when;
  when time > 0.5 then
    n := n + 2;
  end when;"""
    assert at(run(tmp_path, text % "time > 0.5"), "n", [0.0, 0.6]) == [3, 6]
    with pytest.raises(ModelicaError, match=r"A\.mo:6:8: 'n' is set at the start here and by an"):
        model(tmp_path, text % "initial()")


def test_when_stands_in_an_algorithm_itself(tmp_path: Path) -> None:
    text = """  Integer n;
algorithm
  for i in 1:2 loop
    when time > i then n := i; end when;
  end for;"""
    with pytest.raises(ModelicaError, match=r"A\.mo:5:5: 'when' stands in an algorithm itself"):
        model(tmp_path, text)


def test_a_variable_without_a_value_in_a_branch_is_named(tmp_path: Path) -> None:
    text = "  Real y;\nalgorithm\n  if time > 1 then\n    y := 1;\n  end if;"
    with pytest.raises(ModelicaError, match=r"A\.mo:4:3: 'y' gets no value in every branch"):
        model(tmp_path, text)


LOOPS = """  parameter Real v[:] = {1, 3, 9, 27}, limit = 5;
  parameter Integer n = 4;
  Real y, x[3], z;
  Integer k, m;
  Boolean found, open;
algorithm
  k := 0; y := 0; found := false;
  while not found and k < n loop
    k := k + 1;
    y := y + v[k]*time;
    if v[k] > limit then found := true; end if;
  end while;
  for i in 1:n loop
    if i > 2 then break; end if;
    if time > 0.5 then y := y + 1; else y := y - 1; end if;
  end for;
algorithm
  m := 1;
  while m <= 3 loop
    x[m] := m*time;
    m := m + 1;
  end while;
  open := m < 4;
  z := if not open then 1 else 2;"""


def test_loops_run_as_often_as_parameters_say(tmp_path: Path) -> None:
    A = model(tmp_path, LOOPS)
    final = dt.simulate(A(), stop_time=1.0).final
    values = [final[key] for key in ("k", "y", "m", "x[2]", "open", "z")]
    assert values == [3, 13 + 2, 4, 3, 0, 1]
    final = dt.simulate(A(limit=2), stop_time=1.0).final
    assert [final["k"], final["y"]] == [2, 4 + 2]


ENDLESS = [
    ("  while y < time loop y := y + 1; end while;", "'time > 0' is known only during a run"),
    ("  for i in 1:3 loop\n    if y > time then break; end if;\n  end for;", "'time < 0' is known"),
    ("  while y < 4 loop\n    y := y + v[integer(y) + 1];\n  end while;", "index 4: the array"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), ENDLESS, ids=range(len(ENDLESS)))
def test_loops_that_hang_on_the_run_are_refused(tmp_path: Path, text: str, message: str) -> None:
    text = f"  Real y;\n  parameter Real v[3] = {{1, 1, 1}};\nalgorithm\n  y := 0;\n{text}"
    with pytest.raises(ExpressionError, match=rf"{message}.*A\.mo:[67]"):
        dt.compile(model(tmp_path, text)())


def test_arrays_that_are_assigned_are_arrays_of_their_own(tmp_path: Path) -> None:
    text = """  function f
    input Real u; output Real z;
  protected
    Real a[2], b[2] = {u, 2*u};
  algorithm
    a := b; b := a; b[1] := 100; z := a[1];
  end f;
  Real x[2], y[2], z = f(time);
algorithm
  x := {1, 2}*time; y := x; x[1] := 7;"""
    final = run(tmp_path, text).final
    assert [final[key] for key in ("x[0]", "y[0]", "y[1]", "z")] == [7, 1, 2, 1]


# -- functions -------------------------------------------------------------------------------------

POLYNOMIAL = """  function f "Polynomial and its terms"
    input Real c[:];
    input Real x;
    input Real scale = 1;
    output Real y;
    output Real z[size(c, 1)];
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i]*scale;
      z[i] := c[i]*x^(i - 1);
    end for;
  end f;
"""


def test_functions_have_several_outputs_defaults_and_names(tmp_path: Path) -> None:
    text = (
        POLYNOMIAL
        + """  Real y, z[3], twice;
equation
  (y, z) = f({1, 2, 3}, time);
  twice = f(x=time, c={1, 2}, scale=2) + f({0}, 5);"""
    )
    final = run(tmp_path, text, 2.0).final
    assert final["y"] == 1 + 4 + 12
    assert [final[f"z[{k}]"] for k in range(3)] == [1, 4, 12]
    assert final["twice"] == 10


def test_functions_choose_while_the_model_runs(tmp_path: Path) -> None:
    text = """  function limited
    input Real u; input Real most = 0.5; output Real y; output Boolean is_limited;
  protected
    Real sign_of_u = if u < 0 then -1 else 1;
  algorithm
    is_limited := not abs(u) <= most;
    if is_limited then
      y := most*sign_of_u;
    else
      y := u;
    end if;
  end limited;
  Real y = limited(2*time - 1), w = limited(time, most=0.2) + 1;"""
    result = run(tmp_path, text)
    assert at(result, "y", [0.1, 0.4, 0.9]) == pytest.approx([-0.5, -0.2, 0.5])
    assert at(result, "w", [0.1, 0.4]) == pytest.approx([1.1, 1.2])


def test_recursion_and_loops_without_a_known_end_are_for_parameters(tmp_path: Path) -> None:
    text = """  function factorial
    input Integer n; output Integer y;
  algorithm
    if n <= 1 then y := 1; else y := n*factorial(n - 1); end if;
  end factorial;
  function root
    input Real a; output Real x;
  algorithm
    x := a;
    while abs(x*x - a) > 1e-12 loop
      x := 0.5*(x + a/x);
    end while;
  end root;
  parameter Integer m = 4;
  parameter Real f = factorial(m), r = root(f + 1);
  Real y = r*time;"""
    A = model(tmp_path, text)
    assert dt.simulate(A(), stop_time=1.0).final["y"] == pytest.approx(5.0)
    assert dt.simulate(A(m=3), stop_time=1.0).final["y"] == pytest.approx(np.sqrt(7))
    with pytest.raises(ExpressionError, match=r"known only while the model runs.*A\.mo"):
        dt.compile(model(tmp_path, text + "\n  Real z = root(time);")())


EXTERNAL = """  function f
    input Real u; output Real y;
  external "C" y = my_f(u);
  end f;
  Real y = 2*f(time);"""


def test_external_functions_are_given_in_python(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match=r"A\.f is an external function, .*functions=\{'A\.f'"):
        model(tmp_path, EXTERNAL)
    A = model(tmp_path, EXTERNAL, functions={"A.f": sin})
    assert dt.simulate(A(), stop_time=1.0).final["y"] == pytest.approx(2 * np.sin(1.0))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("f()", "A.f is given no 'c'"),
        ("f({1}, 2, 3, 4)", "A.f takes 3 arguments"),
        ("f({1}, 2, sale=3)", "A.f has no further input 'sale'"),
        ("g(2)", "there is no 'g' in A or around it"),
    ],
)
def test_wrong_calls_are_refused_where_they_stand(tmp_path: Path, call: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message) as caught:
        model(tmp_path, f"{POLYNOMIAL}  Real y = {call};")
    assert "A.mo:15:" in str(caught.value)


def test_algorithms_at_the_start(tmp_path: Path) -> None:
    text = """  Real x, v;
initial algorithm
  x := 2;
  v := x + 1;
equation
  der(x) = v;
  der(v) = 0;"""
    assert run(tmp_path, text).final["x"] == pytest.approx(5.0)


def test_asserts_of_functions_count_during_a_run(tmp_path: Path) -> None:
    text = """  partial function base
    input Real u; output Real y;
  end base;
  function f
    extends base;
    input Real k = 3;
  algorithm
    assert(u < 0.5, "too large");
    y := k*u;
  end f;
  parameter Real p = 0.1;
  Real y = f(p*time);"""
    A = model(tmp_path, text)
    assert dt.simulate(A(), stop_time=1.0).final["y"] == pytest.approx(0.3)
    with pytest.raises(dt.DrivetrainError, match=r"t = 0\.5 s: .*\n.*too large"):
        dt.simulate(A(), stop_time=1.0, parameters={"p": 1.0})


def test_when_inside_when_is_refused(tmp_path: Path) -> None:
    text = """  Real y;
algorithm
  when time > 1 then
    when time > 2 then
      y := 1;
    end when;
  end when;"""
    with pytest.raises(ModelicaError, match=r"A\.mo:5:5: 'when' inside 'when' is not allowed"):
        model(tmp_path, text)


def test_functions_of_every_element_of_a_matrix_are_refused(tmp_path: Path) -> None:
    text = """  function twice
    input Real u; output Real y;
  algorithm
    y := u + u;
  end twice;
  Real x[1, 2] = [1, time];
  Real y[1, 2] = """
    with pytest.raises(ModelicaError, match=r"A\.twice of every element .* \{twice\(x\[i\]\) for"):
        model(tmp_path, text + "twice(x);")
    assert run(tmp_path, text + "{twice(x[i, :]) for i in 1:1};").final["y[0][1]"] == 2


def test_functions_are_called_for_each_element_of_vectors(tmp_path: Path) -> None:
    text = """  function f
    input Real u, k = 1; input Real g[2] = {1, 1}; output Real y;
  algorithm
    y := 2*u + k*g[1];
  end f;
  Real x[2] = f({time, 2}, {1, 2}, {5, 6}), y[2] = f({time, 2}, 3) + {1, 1}, s = sum(f({1, 2}));"""
    final = run(tmp_path, text).final
    assert [final[key] for key in ("x[0]", "x[1]", "y[0]", "s")] == [7, 14, 6, 8]


SIZES = [
    ("input Real x[3]; output Real y; algorithm y := sum(x);", "f({1, 2})"),
    ("input Real u[:]; output Real y; protected Real x[3]; algorithm x := u; y := x[1];",
     "f({1, 2})"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "call"), SIZES, ids=range(len(SIZES)))
def test_sizes_that_functions_declare_are_checked(tmp_path: Path, text: str, call: str) -> None:
    text = f"  function f {text} end f;\n  Real y = {call};"
    with pytest.raises(ExpressionError, match=r"an array of 2 is given where 3 is declared .*:3"):
        dt.compile(model(tmp_path, text)())
    text = "  function f input Real u, k; output Real y; algorithm y := u*k; end f;"
    with pytest.raises(ExpressionError, match="vectors of the sizes 2 and 3"):
        dt.compile(model(tmp_path, f"{text}\n  Real y[2] = f({{1, 2}}, {{1, 2, 3}});")())


def test_what_happens_at_an_event_has_elements_and_checks(tmp_path: Path) -> None:
    text = """  function f
    input Real u;
    output Real a[2], b;
  algorithm
    a := {u, 2*u};
    b := 3*u;
  end f;
  Real x[2](each start=0, each fixed=true);
  discrete Real d[2](each start=0, each fixed=true), e(start=0, fixed=true);
  Integer n(start=0, fixed=true);
equation
  der(x) = {1, 2};
  when time > 0.5 then
    reinit(x, {10, 20});
    (d, e) = f(2);
    if %s then
      n = 1;
      assert(e < %s, "e is large");
    else
      n = 2;
    end if;
  end when;"""
    final = run(tmp_path, text % ("time > 0.4", 7)).final
    names = ("x[0]", "x[1]", "d[1]", "e", "n")
    assert [final[key] for key in names] == pytest.approx([10.5, 21, 4, 6, 1])
    assert run(tmp_path, text % ("time < 0.4", 3)).final["n"] == 2
    with pytest.raises(dt.DrivetrainError, match="e is large"):
        run(tmp_path, text % ("time > 0.4", 3))


def test_elements_of_a_matrix_are_those_of_their_branch(tmp_path: Path) -> None:
    text = """  function f
    input Real u;
    output Real m[2, 2];
  algorithm
    m := zeros(2, 2);
    if u > 0.5 then
      m[1, 1] := 1;
    else
      m[1, 1] := 2;
    end if;
  end f;
  Real m[2, 2], k[2, 2] = f(time);
algorithm
  m := ones(2, 2);
  if time > 0.5 then
    m[2, 1] := 3;
  else
    m[2, 1] := 4;
  end if;"""
    result = run(tmp_path, text)
    assert at(result, "k[0][0]", [0.2, 0.7]) == [2, 1]
    assert at(result, "m[1][0]", [0.2, 0.7]) == [4, 3]


def test_a_choice_of_numbers_asks_for_no_value_of_the_other_branch(tmp_path: Path) -> None:
    text = """  function f
    input Real u;
    output Real y;
  algorithm
    if u > 0 then
      y := 1/u;
    else
      y := 7;
    end if;
  end f;
  parameter Real p = 0, q = f(p);
  Real x = f(0) + q, y = f(%s);"""
    assert run(tmp_path, text % "2").final["x"] == 14
    text = "  function f input Real u; output Real y; algorithm y := 1/u; end f;\n  Real x = f(0);"
    with pytest.raises(ExpressionError, match=r"A\.f\(0\): the function.* has no value: division"):
        dt.compile(model(tmp_path, text)())


def test_an_output_without_a_value_is_told(tmp_path: Path) -> None:
    text = """  function look
    input Real u;
    output Modelica.Units.SI.Torque y;
  protected
    constant Real grid[3] = {0, 1, 2};
  algorithm
    for i in 1:2 loop
      if u >= grid[i] and u < grid[i + 1] then
        y := 10*i;
      end if;
    end for;
  end look;
  Real x = look(%s*time);"""
    assert at(run(tmp_path, text % 1.5), "x", [0.3, 0.9]) == [10, 20]
    with pytest.raises(dt.DrivetrainError, match=r"A\.look: the output 'y' gets no value"):
        run(tmp_path, text % 3)


def test_what_prints_is_left_out_with_a_warning(tmp_path: Path) -> None:
    text = """  Integer n(start=0, fixed=true);
equation
  when time > 0.5 then
    Modelica.Utilities.Streams.print("now");
  elsewhen time > 0.5 then
    n = 1;
  end when;
  if n > 0 then
    Modelica.Utilities.Streams.error("n is " + String(n));
  end if;"""
    with pytest.warns(dt.ModelWarning, match=r"A\.mo:5:5: '.*print\(\"now\"\)' is left out"):
        assert run(tmp_path, text).final["n"] == 0
