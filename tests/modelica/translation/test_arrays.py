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
        ("  Real x[2, 2];", "the array of Real 'x' is not supported"),
        ("  Boolean b[2];", "the array of Boolean 'b' is not supported"),
        ("  type V = Real[3];\n  V v;", "'v' has a type with sizes, which is not supported"),
        ("  Real x[2] = {1, 2}^2;", r"'\^' of arrays is not supported"),
        ("  Real x[2];\nequation when time > 1 then x = {1, 2}; end when;", "inside 'when'"),
    ],
)  # fmt: skip
def test_what_is_not_supported_of_arrays(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        model(tmp_path, text)
