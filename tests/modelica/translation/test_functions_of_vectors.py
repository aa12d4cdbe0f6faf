"""Values of parameters by functions of vectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from .models import run

SUM = """
  function total
    input Real x[:];
    output Real y = 0;
  algorithm
    for i in 1:size(x, 1) loop
      {inside}
      y := y + x[i];
    end for;
  end total;
  parameter Real v[3] = {{1, 2, -4}};
  parameter Real k = 7;
"""


@pytest.mark.parametrize("inside", ["", "if x[i] < -100 then break; end if;"])
@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("total(v)", -1),
        ("total({1, 2, -1, 5})", 7),
        ("total({v[1], k})", 8),
        ("2*total(2*v) + k", 3),
        ("total(x=v[2:3])", -2),
        ("total({total(v), k})", 6),
    ],
)
def test_a_parameter_is_what_a_function_says_of_a_vector(
    tmp_path: Path, inside: str, value: str, wanted: float
) -> None:
    result = run(tmp_path, f"{SUM.format(inside=inside)} parameter Real p = {value}; Real y = p;")
    assert result.final["y"] == wanted
