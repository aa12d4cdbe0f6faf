"""Arrays of variables and parameters in Modelica models, with known solutions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ExpressionError, ModelicaError
from tests.modelica.translation.models import at, model, run


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
  Real y[n] = k .* q + time*h;
  Real most = max(y), least = min(y), all = product(w), some = sum(y[i]^2 for i in 1:2);
  Real s = size_of_y*m + z;"""
    A = model(tmp_path, text)
    final = dt.simulate(A(), stop_time=1.0).final
    assert [final[f"y[{k}]"] for k in range(3)] == [8, 16, 24]
    assert (final["most"], final["least"], final["all"]) == (24, 8, 4 * 6 * 8)
    assert final["some"] == 64 + 256
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  Real x[2, 2];", "the matrix of Real 'x' is not supported"),
        ("  Real x[2];\nequation\n  for i loop\n    x[1] = i;\n  end for;", "'for i' has no range"),
        ("  type V = Real[3];\n  V v;", "'v' has a type with sizes, which is not supported"),
        ("  Real x[2] = {1, 2}^2;", r"'\^' of arrays is not supported"),
        ("  Real x[2];\nequation when time > 1 then x = {1, 2}; end when;", "inside 'when'"),
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
