"""Converted models with equations, algorithms and functions have the bits of the loaded ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from tests.modelica.translation.models import model
from tests.modelica.translation.test_algorithms import LOOPS

MODELS = {
    "while": LOOPS,
    "matrices": """  parameter Integer n = 3;
  Real X[2, 3](each start=1, each fixed=true), s = sum(X[:, 2]), y = X[i, n];
  Integer i(start=1, fixed=true);
equation
  der(X) = [1, 2; -1, 0]*X/2;
  when time > 0.3 then i = 2; end when;""",
    "loops": """  function root
    input Real a; output Real x;
  algorithm
    x := a;
    while abs(x*x - a) > 1e-12 loop
      x := 0.5*(x + a/x);
    end while;
  end root;
  parameter Real a = 2, r = root(a);
  Real x[3](each start=r, each fixed=true);
equation
  for i in 1:3 loop
    der(x[i]) = -i*x[i] + (if i == 1 then 0 else x[i-1]);
  end for;""",
    "events": """  Integer n(start=0), m = integer(7*time);
  Real y;
equation
  if time > 0.5 then y = 2*time; else y = sin(time); end if;
  assert(y < 5, "large");
algorithm
  when {sample(0.1, 0.2), time > 0.55} then
    n := if y > 0.5 then n + m else n + 1;
  elsewhen initial() then
    n := 0;
  end when;""",
    "arrays": """  parameter Integer k = 2;
  parameter Real A[k, k] = [0, 1; -1, 0], b[k] = {i^2 for i in 1:k};
  Real x[k](start={1, 0}, each fixed=true), s = sum(x .* b);
equation
  der(x) = A*x + b;""",
}


@pytest.mark.parametrize("text", MODELS.values(), ids=MODELS)
def test_a_converted_model_moves_to_the_last_bit_as_the_loaded_one(
    tmp_path: Path, text: str
) -> None:
    loaded = dt.simulate(model(tmp_path, text)(), stop_time=0.7)
    namespace: dict[str, object] = {"__name__": "converted"}
    file = tmp_path / "converted.py"
    file.write_text(dt.modelica.convert(tmp_path / "A.mo", "A"), encoding="utf-8")
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), namespace)
    converted = dt.simulate(namespace["A"](), stop_time=0.7)  # type: ignore[operator]
    assert np.array_equal(loaded.time, converted.time)
    for name in loaded:
        assert np.array_equal(loaded[name], converted[name]), name
