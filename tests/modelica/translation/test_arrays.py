"""Arrays of variables and parameters in Modelica models, with known solutions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError, ExpressionError, ModelicaError
from tests.modelica.translation.models import at, model, package, run


def test_a_matrix_times_a_vector_turns_it(tmp_path: Path) -> None:
    text = """  parameter Real A[2, 2] = [0, 1; -1, 0];
  Real x[2](start={1, 0}, each fixed=true);
  Real u[2], d = x*x;
equation
  der(x) = A*x;
  u = -2*x;"""
    final = run(tmp_path, text).final
    assert final["x[0]"] == pytest.approx(np.cos(1.0), abs=1e-5)
    assert final["u[1]"] == pytest.approx(2 * np.sin(1.0), abs=1e-5)
    assert final["d"] == pytest.approx(1.0, abs=1e-5)


def test_parameters_are_computed_from_arrays(tmp_path: Path) -> None:
    text = """  parameter Integer n = 3;
  parameter Real q[:] = {1, 2, 3};
  parameter Real k[n] = fill(2, n);
  parameter Real m = sum(q);
  parameter Real z = q[2]*k[1];
  parameter Real h[n] = {i*m for i in 1:n};
  parameter Real w[3] = 2*q + k;
  parameter Integer size_of_y = size(y, 1) + ndims(w);
  parameter Real u[n] = array(i^2 for i in 1:n);
  Real y[n] = k .* q + time*h, squares = sum(u);
  Real most = max(y), least = min(y), all = product(w), some = sum(y[i]^2 for i in 1:2);
  Real s = size_of_y*m + z;"""
    A = model(tmp_path, text)
    final = dt.simulate(A(), stop_time=1.0).final
    assert [final[f"y[{k}]"] for k in range(3)] == [8, 16, 24]
    assert (final["most"], final["least"], final["all"]) == (24, 8, 4 * 6 * 8)
    assert [final["some"], final["squares"]] == [64 + 256, 14]
    assert final["s"] == 4 * 6 + 4
    other = dt.simulate(A(n=2, q=[1, 5], w=[0, 0, 0], most=dt.guess(0)), stop_time=0.0)
    assert other.final["y[1]"] == 10


def test_vectors_of_equations_with_comprehensions_and_slices(tmp_path: Path) -> None:
    text = """  parameter Integer n = 4;
  Real T[n], Q[n];
initial equation
  T = linspace(200, 230, n);
equation
  Q = {(if i == 1 then 0 else T[i] - T[i-1]) for i in 1:n};
  der(T[1:end-1]) = zeros(n - 1);
  der(T[end]) = Q[end] + sum(abs(Q[2:3])) + cos(T[1] - 200);"""
    result = run(tmp_path, text)
    assert at(result, "T[2]", [0.5]) == [220]
    assert result.final["T[3]"] == pytest.approx(230 + 31 * (np.e - 1), rel=1e-5)


def test_arrays_of_different_sizes_are_not_equal(tmp_path: Path) -> None:
    text = "  Real x[2], y[3];\nequation\n  x = y;\n  y = {1, 2, 3};"
    with pytest.raises(ExpressionError, match=r"sizes 2 and 3 cannot be equal .*A\.mo:4"):
        dt.compile(model(tmp_path, text)())


WRONG_SIZES = [
    ("  Real x[3];\nequation\n  x[1] = 1;\n\n  for i in 1:2 loop x[i + 1] = x[i - 1]; end for;",
     r"index 0: x has 1 … 3 .*A\.mo:6"),
    ("  parameter Integer i = 0;\n  parameter Real x[:] = {1, 2}, y = x[i];",
     r"'y' cannot be computed: index 0: the array has 1 … 2 .*A\.mo:3"),
    ("  parameter Integer n = 5;\n  parameter Real x[:] = {1, 2};\n  Real y = sum(x[1:n]);",
     r"index 3: x has 1 … 2 .*A\.mo:4"),
    ("  parameter Real M[2, 2] = [1, 2; 3, 4];\n  Real y[2] = M*{1, 2, 3};",
     r"arrays of the sizes 2 × 2 and 3 cannot be computed with .*A\.mo:3"),
    ("  Real X[2, 2] = [1, 2; 3, 4]*time;\n  Real Y[2, 2] = X + {1, 2};",
     r"arrays of the sizes 2 × 2 and 2 cannot be computed with .*A\.mo:3"),
    ("  parameter Integer n = 3;\n  parameter Real q[n] = {1, 2};\n  Real y = q[1];",
     r"A\(q=…\): 2 values; 'q' has 3"),
    ("  model B parameter Real q[3] = {1, 2, 3}; Real y = q[1]; end B;\n  B b(q={1, 2});",
     r"b: B\(q=…\): 2 values; 'q' has 3 .*A\.mo:3"),
    ("  Real X[2, 3](start=[1, 2; 3, 4]);\nequation\n  der(X) = zeros(2, 3);",
     "2 values for 3 elements in dimension 2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG_SIZES, ids=range(len(WRONG_SIZES)))
def test_indices_and_sizes_that_do_not_fit_are_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(DrivetrainError, match=message):
        dt.compile(model(tmp_path, text)())


def test_a_matrix_of_variables_turns_as_its_derivative_says(tmp_path: Path) -> None:
    text = """  parameter Real M[2, 2] = [0, 1; -1, 0];
  Real X[2, 2](start=[1, 0; 0, 1], each fixed=true), Y[2, 2], c[2] = X[:, 2];
  Real r[2] = X[1, 1:end], s = sum(X[end, :]) + X[end, 1], d = X[1, 1]*X[2, 2] - X[1, 2]*X[2, 1];
equation
  der(X) = M*X;
  Y = transpose(X) + 2*X - X/2 + cos(0*X);"""
    final = run(tmp_path, text, tolerance=1e-9).final
    c, s = np.cos(1.0), np.sin(1.0)
    X = np.array([[c, s], [-s, c]])
    Y = X.T + 1.5 * X + 1
    for i, j in np.ndindex(2, 2):
        assert final[f"X[{i}][{j}]"] == pytest.approx(X[i, j], abs=1e-7)
        assert final[f"Y[{i}][{j}]"] == pytest.approx(Y[i, j], abs=1e-7)
    assert [final["c[0]"], final["c[1]"]] == pytest.approx([s, c], abs=1e-7)
    assert [final["r[1]"], final["s"]] == pytest.approx([s, c - 2 * s], abs=1e-7)
    assert final["d"] == pytest.approx(1.0, abs=1e-7)


def test_matrices_are_made_in_loops(tmp_path: Path) -> None:
    text = """  type Row = Real[3];
  parameter Integer n = 2;
  Real X[n, 3], Z[2, 3] = {i + 10*j*time for i in 1:3, j in 1:2};
  Row v = X[1, :], W[n] = X;
  Integer m = size(X, 2), k[2, 2] = [1, 2; 3, 4];
  Real o[2, 2] = outerProduct({1, time}, {3, 4}), w[3] = skew({1, 2, 3})*{time, 0, 0};
algorithm
  for i in 1:n loop
    for j in 1:3 loop
      X[i, j] := i*time + j;
    end for;
  end for;"""
    final = run(tmp_path, text).final
    for i, j in np.ndindex(2, 3):
        assert final[f"X[{i}][{j}]"] == final[f"W[{i}][{j}]"] == i + 1 + j + 1
        assert final[f"Z[{i}][{j}]"] == j + 1 + 10 * (i + 1)
    assert [final["v[2]"], final["m"], final["k[1][0]"]] == [4, 3, 3]
    assert [final["o[1][1]"], final["w[1]"], final["w[2]"]] == [4, 3, -2]


def test_an_index_may_change_during_a_run(tmp_path: Path) -> None:
    text = """  Integer i(start=1, fixed=true), n[2](each start=0, each fixed=true);
  Integer m[2](each start=0);
  Real x[3] = {time, 10*time, 100*time}, y = x[i];
  Boolean b;
equation
  when time > 0.4 then
    i = 3;
    n = pre(n) + {1, 2};
    for k in 1:2 loop
      m[k] = pre(m[k]) + k;
    end for;
  end when;
  b = y > 50;"""
    result = run(tmp_path, text)
    assert at(result, "y", [0.3, 0.5]) == pytest.approx([0.3, 50])
    assert [result.final[key] for key in ("n[0]", "n[1]", "m[0]", "m[1]", "b")] == [1, 2, 1, 2, 1]
    with pytest.raises(DrivetrainError, match="the index i of x is 1 … 3"):
        run(tmp_path, text.replace("i = 3", "i = 4"))


def test_arrays_are_chosen_by_conditions(tmp_path: Path) -> None:
    text = """  parameter String kind = "b";
  parameter Integer n = 7, half = div(n, 2), rest = mod(n, 4);
  parameter Real k = if kind == "a" then 1 else 2;
  Real x[half];
equation
  if time > 0.5 then
    x = fill(k, half);
  else
    x = {1, 2, 3}*rest;
  end if;"""
    result = run(tmp_path, text)
    assert [at(result, f"x[{j}]", [0.2, 0.7]) for j in range(3)] == [[3, 2], [6, 2], [9, 2]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  Real x[2] = {1, 2};\n  Real y = x[3];", "the index 3: there are 2 elements"),
        ("  parameter Real x[:] = {1, 2}, y = x[0];", "the index 0: indices count from 1"),
        ("  parameter Real x[2] = {1, 2, 3};", "3 values for 2 elements"),
        ("  Real x[2];\nequation\n  for i loop\n    x[1] = i;\n  end for;", "'for i' has no range"),
        ("  Real x[2] = {1, 2}^2;", r"'\^' takes a number, or a square matrix"),
    ],
)  # fmt: skip
def test_what_is_not_supported_of_arrays(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        model(tmp_path, text)


def test_vectors_of_integers_and_booleans(tmp_path: Path) -> None:
    text = """  Integer n[3];
  Boolean b[size(n, 1)];
equation
  for i loop
    n[i] = integer(i*time);
    b[i] = n[i] > 1;
  end for;"""
    result = run(tmp_path, text, 2.0)
    assert [at(result, f"n[{k}]", [0.8])[0] for k in range(3)] == [0, 1, 2]
    assert [at(result, f"b[{k}]", [1.2])[0] for k in range(3)] == [0, 1, 1]


def test_values_of_parts_are_computed_from_parameters(tmp_path: Path) -> None:
    text = """  parameter Real T0 = 3, r[:] = {4, 2, 1};
  parameter Integer gear = 2;
  Modelica.Blocks.Tables.CombiTable1Ds t(table=[0, T0; 1, 2*T0]);
  Modelica.Blocks.Math.Gain gain(k=r[gear]);
  Real y = t.y[1] + gain.y;
equation
  t.u = time;
  gain.u = 10*time;"""
    A = model(tmp_path, text)
    assert dt.simulate(A(), stop_time=1.0).final["y"] == 6 + 20
    assert dt.simulate(A(T0=5, gear=1), stop_time=1.0).final["y"] == 10 + 40


def test_matrices_are_put_together(tmp_path: Path) -> None:
    text = """  parameter Real S[2, 2] = [1, 2; 3, 4];
  parameter Real A[3, 3] = [S, {5, 6}; zeros(1, 2), 7];
  parameter Real B[:, :] = transpose(cat(1, S, identity(2)));
  Real y[3] = A*{1, 1, time};
  Real z[2] = B*ones(4);"""
    final = run(tmp_path, text).final
    assert [final[f"y[{k}]"] for k in range(3)] == [8, 13, 7]
    assert [final[f"z[{k}]"] for k in range(2)] == [5, 7]


CONSTANTS = """
  package Data
    type Road = enumeration(Dry, Wet);
    constant Real v[3] = {10, 20, 30};
    constant Real m[2, 3] = [1, 2, 3; 4, 5, 6];
    constant Real of[Road, 2] = {{1, 2}, {3, 4}};
  end Data;
  constant Real top[3] = {7, 8, 9};
  function third
    input Integer k;
    output Real y;
  algorithm
    y := Data.v[k];
  end third;
  model A
    parameter Integer k = 2;
    parameter Data.Road road = Data.Road.Wet;
    parameter Real p = Data.v[k], q = Data.m[2, k], t = sum(Data.v[2:3]), g = max(Data.v[1:2]);
    parameter Real r[3] = Data.m[k], o[2] = Data.of[road];
    Real x = Data.v[k] + P.Data.v[1], y = Data.m[2, k], z = top[k], w = sum(Data.m[k, :]);
    Real c = sum(Data.m[i, 1] for i in 1:2), e = third(3), n = Data.of[road, 1];
    Real s = p + 100*q + 1000*t + 1e6*g, u = sum(r) + 100*o[2];
  end A;
"""


def test_elements_of_constants_of_packages(tmp_path: Path) -> None:
    final = dt.simulate(package(tmp_path, CONSTANTS, "A")(), stop_time=0.1).final
    assert [final[name] for name in "xyzwcen"] == [30, 5, 8, 15, 5, 30, 3]
    assert final["s"] == 20 + 500 + 50_000 + 20e6
    assert final["u"] == 15 + 400


def test_members_of_one_name_in_several_parts_stay_apart(tmp_path: Path) -> None:
    text = """
      model Row parameter Integer n = 2; Real x[n] = fill(1.0, n); end Row;
      partial model Base parameter Integer m = 3; end Base;
      model A
        extends Base;
        Row a, b(n = 5);
        parameter Integer n = 100;
        parameter Integer p = sum({a.n, b.n}), q = sum({n, b.n, m});
        Real y = p + 1000*q;
      end A;
      model B extends A(m = 4, n = 200); end B;
      model C extends Row(n = 4); Real y = sum(x); end C;
    """
    found = {
        name: dt.simulate(package(tmp_path, text, name)(), stop_time=0.1).final["y"]
        for name in "ABC"
    }
    assert found == {"A": 7 + 108_000, "B": 7 + 209_000, "C": 4}
