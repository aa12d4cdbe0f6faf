"""Bounds of variables and parameters of models in Modelica."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from drivetrain.errors import ParameterError

from .models import run

LEFT = {
    "a number": ("  Real x(max=0.5) = time;", "x is above its maximum 0.5"),
    "a parameter": (
        "  parameter Real most=0.5; Real x(max=most) = time;", "x is above its maximum 0.5",
    ),
    "a type of one's own": ("  type T = Real(min=-0.5); T x = -time;", "x is below its minimum"),
    "a type of the library": (
        "  Modelica.Units.SI.MassFraction x = 2*time;", "x is above its maximum 1",
    ),
    "elements": ("  Real x[2](each max=0.5) = {0, time};", "x[1] is above its maximum 0.5"),
    "an integer": ("  Integer x(max=1) = integer(2.5*time);", "x is above its maximum 1"),
    "an input": (
        "  block B input Real u(max=0.5); output Real y = u; end B; B b(u=time);",
        "b.u is above its maximum 0.5",
    ),
    "a part": (
        "  model W Real x(min=-1) = time; end W; W w(x(max=0.5));", "w.x is above its maximum 0.5",
    ),
    "a record": (
        "  record R Real a(max=0.5); end R; R r; equation r.a = time;",
        "r.a is above its maximum 0.5",
    ),
    "a connector": (
        """  connector P Real e(max=0.5); flow Real f; end P;
  model S P p; equation p.e = time; end S;
  model G P p; equation p.f = 0; end G;
  S s; G t; equation connect(s.p, t.p);""",
        "s.p.e is above its maximum 0.5",
    ),
}  # fmt: skip
REFUSED = {
    "its own value": "  parameter Real k(max=3) = 4;",
    "a size": "  parameter Integer n(max=3) = 4; Real x[n] = ones(n);",
    "elements": "  parameter Real k[2](each max=3) = {1, 4};",
    "a matrix": "  parameter Real k[2, 2](each max=3) = {{1, 2}, {3, 4}};",
    "a part": "  model W parameter Real k(max=3) = 1; end W; W w(k=4);",
    "a bound that is a parameter": "  parameter Real m = 3; parameter Real k(max=m) = 4;",
}


@pytest.mark.parametrize("title", LEFT)
def test_a_run_goes_on_and_warns(tmp_path: Path, title: str) -> None:
    text, wanted = LEFT[title]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = run(tmp_path, text)
    assert result.time[-1] == 1.0
    assert wanted in {str(one.message).split(": ")[1][: len(wanted)] for one in caught}


@pytest.mark.parametrize("title", REFUSED)
def test_a_parameter_outside_its_bounds_is_refused(tmp_path: Path, title: str) -> None:
    with pytest.raises(ParameterError, match="is above its maximum 3"):
        run(tmp_path, REFUSED[title])
